"""Show-cards: what a player is shown, large and alone on the screen."""

from __future__ import annotations

from typing import Any, Final

from rich.text import Text

from knell.cli.terminal import fitted
from knell.engine import Identity, Introduction, Pair, Pointing
from knell.texts import _, ngettext
from knell.words import Words

__all__ = ["card", "card_in_words"]

_DIGITS: Final = {
    "0": ("█████", "█   █", "█   █", "█   █", "█████"),
    "1": ("  █  ", " ██  ", "  █  ", "  █  ", " ███ "),
    "2": ("█████", "    █", "█████", "█    ", "█████"),
    "3": ("█████", "    █", " ████", "    █", "█████"),
    "4": ("█   █", "█   █", "█████", "    █", "    █"),
    "5": ("█████", "█    ", "█████", "    █", "█████"),
    "6": ("█████", "█    ", "█████", "█   █", "█████"),
    "7": ("█████", "    █", "   █ ", "  █  ", "  █  "),
    "8": ("█████", "█   █", "█████", "█   █", "█████"),
    "9": ("█████", "█   █", "█████", "    █", "█████"),
}


def card(
    value: Any, words: Words, *, name: str = "", evil: bool | None = None, width: int = 80
) -> list[Text]:
    """The lines of a card, with nothing on it but what it says."""
    lines: list[Text] = []
    for kind, content in _parts(value, words, name, evil):
        if kind == "number":
            lines += [fitted(Text(row, style="bold"), width, align="center") for row in _large(content)]
        elif kind == "title":
            lines.append(fitted(Text(content, style="muted"), width, align="center"))
        else:
            lines.append(fitted(Text(_spaced(content), style="bold"), width, align="center"))
        lines.append(Text())
    ruler = fitted(Text("─" * min(40, width - 8), style="muted"), width, align="center")
    return [ruler, Text(), *lines, ruler]


def _spaced(content: str) -> str:
    """Capitals stand out where there are any."""
    return content.upper() if content.isascii() else content


def _large(number: str) -> list[str]:
    """A number in digits that can be read from afar: ten lines high."""
    digits = [_DIGITS[digit] for digit in number if digit in _DIGITS]
    rows = ["    ".join("".join(dot * 4 for dot in digit[row]) for digit in digits) for row in range(5)]
    return [row for row in rows for _twice in range(2)] if digits else [number]


def _parts(value: Any, words: Words, name: str, evil: bool | None) -> list[tuple[str, str]]:
    """What stands on the card: titles, words and numbers, one below the other."""
    if name == "you_are":
        return _you_are(value, words, evil)
    if isinstance(value, bool):
        return [("words", "✓  " + _("yes") if value else "✗  " + _("no"))]
    if isinstance(value, int):
        return [("number", str(value))]
    if isinstance(value, Introduction):
        return _introduction(value, words)
    if isinstance(value, Pointing):
        people = [("words", words.player(p)) for p in value.players]
        return [
            ("title", _("One of these")),
            *people,
            ("title", _("is this character")),
            ("words", words.character(value.character)),
        ]
    if isinstance(value, Pair):
        title = _("One of these") if len(value.players) > 1 else _("This player")
        return [("title", title), *(("words", words.player(p)) for p in value.players)]
    if isinstance(value, Identity):
        return [
            ("words", words.player(value.player)),
            ("title", _("is this character")),
            ("words", words.character(value.character)),
        ]
    if isinstance(value, tuple) and value:
        return [("words", words.answer(part, numbers=True)) for part in value]
    if value is None or value == ():
        return [("words", _("There are none in play"))]
    return [("words", words.answer(value, numbers=True))]


def _you_are(value: Any, words: Words, evil: bool | None) -> list[tuple[str, str]]:
    parts = [("title", _("You are"))]
    if value in ("good", "evil"):
        return [*parts, ("words", words.side(value == "evil"))]
    parts.append(("words", words.character(str(value))))
    if evil is not None:
        parts.append(("words", words.side(evil)))
    return parts


def _introduction(value: Introduction, words: Words) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    if value.demons is not None:
        title = ngettext("This is the Demon", "These are the Demons", len(value.demons))
        parts.append(("title", title))
        parts += [("words", words.player(p)) for p in value.demons]
    if value.minions is not None:
        if value.minions:
            parts.append(("title", _("These are the Minions")))
            parts += [("words", words.player(p)) for p in value.minions]
        elif value.demons is None:
            parts.append(("title", _("There are no Minions")))
    if value.bluffs is not None:
        parts.append(("title", _("These characters are not in play")))
        parts += [("words", words.character(c)) for c in value.bluffs]
    return parts


def card_in_words(value: Any, words: Words, *, name: str = "", evil: bool | None = None) -> str:
    """The same in one line, for where there are no pages."""
    return " / ".join(content for _kind, content in _parts(value, words, name, evil))

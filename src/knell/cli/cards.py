"""Show-cards: what a player is shown, large and alone on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from knell.cli.terminal import fitted
from knell.words import Words
from knell.words.cards import Answer, Face, People, Sentence, Token, Tokens, side_in_words

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


def card(faces: Sequence[Face], words: Words, *, width: int = 80) -> list[Text]:
    """The lines of a card, with nothing on it but what it says."""
    lines: list[Text] = []
    for kind, content in _parts(faces, words):
        if kind == "number":
            lines += [fitted(Text(row, style="bold"), width, align="center") for row in _large(content)]
        elif kind == "lead":
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


def _parts(faces: Sequence[Face], words: Words) -> Iterator[tuple[str, str]]:
    """What stands on the card, one below the other: leads, words and numbers.

    An answer stands there without its lead: the digits and signs leave no doubt, and take the room.
    """
    for face in faces:
        for kind, content in _face(face, words):
            if content:
                yield kind, content


def _face(face: Face, words: Words) -> Iterator[tuple[str, str]]:
    match face:
        case Answer(bool(yes), _lead, title):
            yield "words", f"{'✓' if yes else '✗'}  {title}"
        case Answer(_number, _lead, title):
            yield "number", title
        case Token(character, lead, side):
            yield "lead", lead
            yield "words", words.character(character)
            yield "words", side_in_words(side)
        case Tokens(lead, characters):
            yield "lead", lead
            for character in characters:
                yield "words", words.character(character)
        case People(lead, players, after, character):
            yield "lead", lead
            for player in players:
                yield "words", words.player(player)
            if character:
                yield "lead", after
                yield "words", words.character(character)
        case Sentence(title, lead):
            yield "lead", lead
            yield "words", title


def card_in_words(faces: Sequence[Face], words: Words) -> str:
    """The same in one line, for where there are no pages."""
    return " / ".join(content for _kind, content in _parts(faces, words))

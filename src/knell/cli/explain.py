"""``knell explain``: what Knell knows about a character."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from knell.characters import JINXES, automated, character
from knell.cli.finding import NotFound, official_characters
from knell.cli.terminal import Hanging, Terminal
from knell.engine import Character, TokenType
from knell.facts import FACTS, FIRST_NIGHT, JINXED_PAIRS, OTHER_NIGHTS, TYPE_NAMES
from knell.names import character_name, reminder_name, type_name
from knell.scenarios import ScenarioError, titles_covering
from knell.scripts import CharacterText
from knell.texts import _, fill, ngettext
from knell.words.why import effect_in_words, until_in_words

__all__ = ["add_parser", "explanation", "run"]

SOME: Final = 8
"""How many examples are enough at first."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put ``explain`` among the commands."""
    parser = commands.add_parser(
        "explain",
        help=_("what a character does and how to run it"),
        description=_("What a character does, how to run it, and what trips people up."),
    )
    parser.add_argument("character", nargs="*", metavar=_("CHARACTER"), help=_("its name or id"))
    parser.add_argument("--all", action="store_true", help=_("show all examples, not just some"))
    parser.add_argument("--list", action="store_true", help=_("list every character that Knell knows"))
    parser.add_argument("--json", action="store_true", help=_("as JSON, for programs"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Explain one character, or list them all."""
    if arguments.list or not arguments.character:
        if arguments.json:
            print(json.dumps([plain(i) for i in FACTS], ensure_ascii=False, indent=2))
        else:
            terminal.print(listing())
        return 0
    wanted = " ".join(arguments.character)
    try:
        id_ = official_characters().find(wanted)
    except NotFound as unknown:
        terminal.print(Text(str(unknown)))
        terminal.print(Text(_("List them all with: knell explain --list")))
        return 2
    try:
        if arguments.json:
            print(json.dumps(plain(id_), ensure_ascii=False, indent=2))
        else:
            terminal.print(explanation(id_, examples=10_000 if arguments.all else SOME))
    except ScenarioError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def plain(id_: str) -> dict[str, Any]:
    """What is known of an official character, in the reader's language, for programs."""
    made = character(id_)
    return {
        "id": id_,
        "name": character_name(id_),
        "type": FACTS[id_].type,
        "automated": not made.by_hand,
        "summary": "" if made.by_hand else _(made.summary),
        "how_to_run": [] if made.by_hand else [_(step) for step in made.how_to_run],
        "notes": [] if made.by_hand else [_(note) for note in made.notes],
        "night": list(_night_places(id_)),
        "tokens": list(_tokens(id_, made)),
        "jinxes": list(_jinxes(id_)),
        "examples": list(titles_covering(id_)),
    }


# -- all of them -------------------------------------------------------------------------------------


def listing() -> RenderableType:
    """Every character by type; those whose rules Knell runs are marked."""
    known = automated()
    parts: list[RenderableType] = []
    for label in TYPE_NAMES:
        ids = [i for i, fact in FACTS.items() if fact.type == label]
        parts.append(Text(f"\n{type_name(label)}", style="ask"))
        names = [
            Text(f"{'✓' if i in known else ' '} {character_name(i)}", style=label if i in known else "")
            for i in ids
        ]
        parts.append(Padding(Columns(names, column_first=True, padding=(0, 2)), (0, 0, 0, 2)))
    runs = ngettext(
        "✓ Knell runs the rules of this one. The others are run by hand.",
        "✓ Knell runs the rules of these {count}. The others are run by hand.",
        len(known),
    )
    parts.append(Text("\n" + fill(runs, count=len(known))))
    return Group(*parts)


# -- one of them -------------------------------------------------------------------------------------


def explanation(
    id_: str, *, own: CharacterText | None = None, name: str = "", examples: int = 0
) -> RenderableType:
    """Everything about one character. ``own`` is what the author of a script wrote about it.

    With ``examples``, raises ``ScenarioError`` for a file of theirs that can't be read.
    """
    made = character(id_) if id_ in FACTS else None
    kind = made.type if made is not None else None
    head = Text.assemble((name or character_name(id_), kind.label if kind is not None else "ask"))
    if kind is not None:
        head.append(f"  {type_name(kind.label)}", style="muted")
    parts: list[RenderableType] = [head, Text()]
    if made is not None:
        if made.by_hand:
            parts += [
                Text(
                    _(
                        "Knell doesn't run the rules of this character. It has its seat, its place in the "
                        "night list and its tokens, and in its step Knell asks you what happened."
                    )
                ),
                Text(),
            ]
        else:
            parts += [Text(_(made.summary)), Text()]
            parts += _section(_("How to run it"), [_(step) for step in made.how_to_run], numbered=True)
            parts += _section(_("Mind"), [_(note) for note in made.notes])
        parts += _section(_("At night"), list(_night_places(id_)))
        parts += _section(_("Tokens"), list(_tokens(id_, made)))
        parts += _section(_("Jinxes"), list(_jinxes(id_)))
        titles = titles_covering(id_) if examples else ()
        parts += _section(_("Examples, each of them tested"), titles[:examples])
        if len(titles) > examples > 0:
            parts[-1] = Text(
                fill(_("  … and {count} more, with --all"), count=len(titles) - examples), style="muted"
            )
            parts.append(Text())
    if own is not None:
        parts += _own_text(own)
    return Group(*parts)


def _section(title: str, lines: Sequence[str], *, numbered: bool = False) -> list[RenderableType]:
    if not lines:
        return []
    parts: list[RenderableType] = [Text(title, style="ask")]
    for number, line in enumerate(lines, 1):
        mark = f"{number}. " if numbered else "- "
        parts.append(Hanging(Text(mark + line), first=2, rest=2 + len(mark)))
    parts.append(Text())
    return parts


def _own_text(own: CharacterText) -> list[RenderableType]:
    """What stands in the user's own document, as they wrote it."""
    parts: list[RenderableType] = [Text(_("From your document"), style="ask")]
    written = (own.ability, own.flavour, own.explanation)
    parts += [Hanging(Text(text), first=2, rest=2) for text in written if text]
    parts.append(Text())
    parts += _section(_("How to run it, from your document"), list(own.how_to_run))
    parts += _section(_("Examples, from your document"), list(own.examples))
    return parts


def _night_places(id_: str) -> Iterable[str]:
    for order, text in (
        (FIRST_NIGHT, _("First night: place {place} of {count}")),
        (OTHER_NIGHTS, _("Other nights: place {place} of {count}")),
    ):
        if id_ in order:
            at = order.index(id_)
            before = next((i for i in reversed(order[:at]) if i in automated() and i != id_), None)
            after = next((i for i in order[at + 1 :] if i in automated() and i != id_), None)
            place = fill(text, place=at + 1, count=len(order))
            if before is not None and after is not None:
                message = _("{place} – after the {before}, before the {after}")
                yield fill(message, place=place, before=character_name(before), after=character_name(after))
            else:
                yield place


def _tokens(id_: str, made: Character) -> Iterable[str]:
    for short, kind in made.tokens.items():
        yield _token(f"{id_}.{short}", kind)


def _token(name: str, kind: TokenType) -> str:
    parts = []
    if effect := effect_in_words(kind.effect):
        parts.append(effect)
    if until := until_in_words(kind.until):
        parts.append(until)
    if kind.own:
        parts.append(_("Knell's own"))
    told = reminder_name(name)
    return fill(_("{token} ({details})"), token=told, details=", ".join(parts)) if parts else told


def _jinxes(id_: str) -> Iterable[str]:
    known = {frozenset(jinx.pair): jinx for jinx in JINXES}
    for one, other in JINXED_PAIRS:
        if id_ not in (one, other):
            continue
        partner = character_name(other if one == id_ else one)
        jinx = known.pop(frozenset((one, other)), None)
        if jinx is not None and jinx.summary:
            yield fill(_("{character}: {rule}"), character=partner, rule=_(jinx.summary))
        else:
            yield fill(_("{character} (official; run it by hand)"), character=partner)
    for pair, jinx in known.items():
        if id_ in pair and jinx.summary:
            partner = character_name(next(i for i in pair if i != id_))
            yield fill(_("{character}: {rule}"), character=partner, rule=_(jinx.summary))

"""What several commands read from a line in the same way."""

from __future__ import annotations

from collections.abc import Sequence

from knell.cli.finding import Names
from knell.cli.sitting import Sitting
from knell.engine import Character
from knell.facts import FACTS
from knell.texts import _, fill

__all__ = ["ability_and_rest"]


def ability_and_rest(
    sitting: Sitting, line: str, usable: Sequence[Character], unknown: str
) -> tuple[str, str]:
    """Which of these characters' abilities a line begins with, asked for if it is missing, and the rest.

    ``unknown`` says that a ``{character}`` is none of them.
    """
    words = sitting.words
    names = Names(
        ((c.id, (words.character(c.id), c.id, FACTS[c.id].name if c.id in FACTS else c.id)) for c in usable),
        lambda word: fill(unknown, character=word),
    )
    phrase, rest = _first_name(line, names)
    if not phrase:
        listing = ", ".join(words.character(c.id) for c in usable)
        phrase = sitting.need(fill(_("Which ability? {characters}"), characters=listing))
    return names.find(phrase), rest


def _first_name(line: str, names: Names[str]) -> tuple[str, str]:
    """The name that a line begins with, and the rest."""
    words = line.split()
    for count in range(len(words), 0, -1):
        if names.exactly(" ".join(words[:count])) is not None:
            return " ".join(words[:count]), " ".join(words[count:])
    return (words[0], " ".join(words[1:])) if words else ("", "")

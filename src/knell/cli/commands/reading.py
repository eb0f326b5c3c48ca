"""What several commands read from a line in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from knell.cli.finding import Names
from knell.engine import Character
from knell.facts import FACTS
from knell.words import Words

__all__ = ["characters_among", "first_name"]


def first_name(line: str, names: Names[str]) -> tuple[str, str]:
    """The name that a line begins with, and the rest."""
    words = line.split()
    for count in range(len(words), 0, -1):
        if names.exactly(" ".join(words[:count])) is not None:
            return " ".join(words[:count]), " ".join(words[count:])
    return (words[0], " ".join(words[1:])) if words else ("", "")


def characters_among(
    characters: Iterable[Character], words: Words, unknown: Callable[[str], str]
) -> Names[str]:
    """Some characters by what they may be called; ``unknown`` says that a word means none of them."""
    return Names(
        (
            (c.id, (words.character(c.id), c.id, FACTS[c.id].name if c.id in FACTS else c.id))
            for c in characters
        ),
        unknown,
    )

"""The words of the table for what files call by ids: accuracies, verdicts, composed abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from knell.characters import composed
from knell.engine import Question
from knell.record import Words, wording
from knell.texts import _

__all__ = ["Spoken", "is_number"]


class Spoken(Words):
    """Words that also know what isn't a character."""

    __slots__ = ()

    def word(self, value: str) -> str:
        """A word that is an answer: a character, a side, a type, or something of a character's own."""
        if value in _OWN:
            return _OWN[value]()
        if value.startswith(composed.PREFIX) and (made := composed.parse(value)) is not None:
            return _composition(made)
        return super().word(value)


def _composition(made: composed.Composition) -> str:
    """An ability that was put together from building blocks."""
    parts = [_(composed.WHEN[made.when])]
    for block, table in (
        (made.choose, composed.CHOOSE),
        (made.learn, composed.LEARN),
        (made.effect, composed.EFFECT),
    ):
        if block != "nothing":
            parts.append(_(table[block]))
    if made.effect not in ("nothing", "dies"):
        parts.append(_(composed.UNTIL[made.until]))
    return ", ".join(parts)


_OWN: Final[Mapping[str, Callable[[], str]]] = {
    "cold": lambda: _("cold"),
    "warm": lambda: _("warm"),
    "hot": lambda: _("hot"),
    "bingo": lambda: _("bingo"),
    "unknown": lambda: _("can't be known"),
    "sober": lambda: _("sober and healthy"),
    "twice": lambda: _("acts twice"),
}


def is_number(question: Question) -> bool:
    """Whether whole numbers that answer a question are numbers, not players."""
    return wording.is_number(question.kind, question.name)

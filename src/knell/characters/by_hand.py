"""Characters that Knell doesn't automate: they have their place and tokens, the Storyteller does the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from knell.engine import Character, TokenType, Type


def token_name(reminder: str) -> str:
    """A reminder token's name as files write it: lower case with underscores."""
    return (
        "_".join(reminder.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "").split())
        or "token"
    )


def by_hand(id_: str, kind: Type, reminders: Iterable[str] = ()) -> Character:
    """A character run by hand, from what is known about it; the same one for the same facts."""
    return _made(id_, kind, tuple(reminders))


class ByHand(Character):
    """Run by hand."""

    by_hand = True
    reminders: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return by_hand, (self.id, self.type, self.reminders)


@cache
def _made(id_: str, kind: Type, reminders: tuple[str, ...]) -> Character:
    tokens = {token_name(reminder): TokenType() for reminder in reminders}
    facts = {"id": id_, "type": kind, "tokens": tokens, "reminders": reminders, "__doc__": ByHand.__doc__}
    made: Character = type("ByHand", (ByHand,), facts)()
    return made

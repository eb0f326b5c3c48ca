"""Characters that Knell doesn't automate: they have their place and tokens, the Storyteller does the rest."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Character, TokenType, Type


def token_name(reminder: str) -> str:
    """A reminder token's name as files write it: lower case with underscores."""
    return (
        "_".join(reminder.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "").split())
        or "token"
    )


def by_hand(id_: str, kind: Type, reminders: Iterable[str] = ()) -> Character:
    """A character run by hand, from what is known about it."""
    tokens = {token_name(reminder): TokenType() for reminder in reminders}
    made = type(
        "ByHand",
        (Character,),
        {"id": id_, "type": kind, "tokens": tokens, "by_hand": True, "__doc__": "Run by hand."},
    )
    character: Character = made()
    return character

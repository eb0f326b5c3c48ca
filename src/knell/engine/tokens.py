"""Reminder tokens: the kinds that characters bring along, and those beside players."""

from __future__ import annotations

from typing import Any, NamedTuple

from knell.engine.terms import NOBODY, Effect, PlayerId, Until


class TokenType(NamedTuple):
    """A kind of reminder token that a character brings along."""

    effect: Effect = Effect.NOTE
    until: Until = Until.SOURCE
    own: bool = False
    """Knell's own, not one of the tokens in the official box."""
    kept_by: str = ""
    """The ruling by which the Storyteller may let it work on when its source doesn't."""
    says: str = ""
    """What is written on one that no box has: a message in the context ``reminder``, not yet translated."""


class Token(NamedTuple):
    """A reminder token beside a player.

    An effect is in force while its source works; a note is simply there (base-144).
    """

    number: int
    """Counts up through the game, so a lower number was placed earlier."""
    name: str
    """``character.token``, for instance ``poisoner.poisoned``."""
    effect: Effect
    player: PlayerId
    source: int = NOBODY
    """The id of the ability that placed it, or ``NOBODY`` when the Storyteller did by hand."""
    until: Until = Until.SOURCE
    continuous: bool = False
    """Follows from the position and is never placed or removed by hand."""
    data: Any = None
    kept_by: str = ""
    """The ruling by which the Storyteller may let it work on when its source doesn't."""

"""Abilities that players hold, and the reminder tokens that abilities leave behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from knell.engine.terms import NOBODY, Effect, PlayerId, Until

if TYPE_CHECKING:
    from knell.engine.character import Character


class Ability(NamedTuple):
    """One character's ability, held by one player; not the same thing as the player's character.

    A Philosopher holds two after choosing, a Drunk one that is only pretended (base-135, drunk-10).
    """

    id: int
    character: Character
    player: PlayerId
    since: int
    """The first night on which it can act; the day after has the same number."""
    parent: int = NOBODY
    """The ability through which this one came; it goes when that one goes."""
    pretended: bool = False
    """Its holder acts it out, but it never works."""
    due: bool = False
    """What it does once at its start ("you start knowing") is still to come (base-118)."""
    shielded: bool = False
    """Works even if its holder is drunk or poisoned."""
    memory: Any = None
    """What this ability has to remember for itself."""


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

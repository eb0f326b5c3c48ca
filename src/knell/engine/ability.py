"""Abilities that players hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from knell.engine.terms import NOBODY, PlayerId

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

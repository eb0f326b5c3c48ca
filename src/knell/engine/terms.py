"""The words that every part of the rules shares: types, phases, durations and effects.

Sets of players are plain integers used as bit masks ("masks" below): bit ``p`` is set when player
``p`` belongs to the set. Player ids are small integers that never change during a game.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache, cached_property
from typing import Final, TypeAlias

PlayerId: TypeAlias = int
Mask: TypeAlias = int

STORYTELLER: Final = -3
"""Who decides: the Storyteller."""
CHANCE: Final = -2
"""Who decides: nobody, it is drawn at random."""
NOBODY: Final = -1
"""Stands for "no player", "no ability" or "no source"."""

STORYTELLER_BY_HAND: Final = "storyteller"
"""Stands for an ability, a cause or a reason where the Storyteller does something by hand."""

MINION_INFO: Final = "minioninfo"
DEMON_INFO: Final = "demoninfo"
TRAVELLER_INFO: Final = "travellerinfo"
YOU_ARE: Final = "you_are"
"""What a player is told of themselves. Like those above, it is called so in records."""
INTRODUCTIONS: Final = (MINION_INFO, DEMON_INFO, TRAVELLER_INFO)
"""The steps in which evil players are shown of each other, and what they are shown there."""
TOLD_BY_ALL: Final = (*INTRODUCTIONS, YOU_ARE)
"""What is shown to players on behalf of no ability."""


class Type(IntEnum):
    """The type of a character."""

    TOWNSFOLK = 0
    OUTSIDER = 1
    MINION = 2
    DEMON = 3
    TRAVELLER = 4
    FABLED = 5
    LORIC = 6

    @cached_property
    def label(self) -> str:
        """The type in lower case, as files and records write it."""
        return self.name.lower()


class Phase(IntEnum):
    """What the clock of a game says."""

    SETUP = 0
    NIGHT = 1
    DAY = 2
    OVER = 3


class Until(IntEnum):
    """When a reminder token comes off by itself."""

    DAWN = 0
    DUSK = 1
    SOURCE = 2
    """As long as the ability that placed it is held by a player whom it works for (base-55)."""
    FOREVER = 3
    """Stays whatever becomes of its source."""


class Effect(IntEnum):
    """What a reminder token does while it is in force."""

    NOTE = 0
    """Nothing by itself: a record that rules may read, always listed."""
    SPENT = 1
    """The ability that placed it has been used up (base-111)."""
    DRUNK = 2
    POISONED = 3
    SAFE = 4
    """Safe from the Demon (base-127)."""
    CANNOT_DIE = 5
    NO_DEMON_KILL = 6
    """No Demon's ability kills anybody."""
    HEALTHY = 8
    """Neither drunk nor poisoned, whatever else says so, and learns what is true."""
    TWICE = 9
    """An ability that is used up by one use may be used twice."""
    LIVELY = 10
    """The ability works although its holder is dead."""
    OTHER = 7
    """Something that only its own character reads, like a curse."""


# The members by themselves: the inner loop names them often, and looking them up in their class is slow.
NIGHT: Final = Phase.NIGHT
DAY: Final = Phase.DAY
SETUP: Final = Phase.SETUP
OVER: Final = Phase.OVER
TOWNSFOLK: Final = Type.TOWNSFOLK
OUTSIDER: Final = Type.OUTSIDER
MINION: Final = Type.MINION
DEMON: Final = Type.DEMON
TRAVELLER: Final = Type.TRAVELLER
NOTE: Final = Effect.NOTE
SPENT: Final = Effect.SPENT
DRUNK: Final = Effect.DRUNK
POISONED: Final = Effect.POISONED
SAFE: Final = Effect.SAFE
CANNOT_DIE: Final = Effect.CANNOT_DIE
NO_DEMON_KILL: Final = Effect.NO_DEMON_KILL
HEALTHY: Final = Effect.HEALTHY
TWICE: Final = Effect.TWICE
LIVELY: Final = Effect.LIVELY
DAWN: Final = Until.DAWN
DUSK: Final = Until.DUSK
SOURCE: Final = Until.SOURCE
FOREVER: Final = Until.FOREVER

SWITCHING: Final = frozenset((DRUNK, POISONED, SAFE, HEALTHY, LIVELY))
"""Effects that may switch other effects on or off."""


@cache
def members(mask: Mask) -> tuple[PlayerId, ...]:
    """The players of a mask, lowest id first."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


def mask_of(players: tuple[PlayerId, ...] | list[PlayerId]) -> Mask:
    """The mask that holds exactly these players."""
    mask = 0
    for player in players:
        mask |= 1 << player
    return mask


def alignment_label(evil: bool) -> str:
    """``"evil"`` or ``"good"``."""
    return "evil" if evil else "good"

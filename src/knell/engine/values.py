"""What can be shown to a player or chosen by one, beyond plain numbers, players and characters.

Answers are plain data: a player is an ``int``, a character its id (``str``), yes and no are
``bool``, "nothing" is ``None``; the few compound ones are the named tuples of this module.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from knell.engine.terms import PlayerId


class Pointing(NamedTuple):
    """One of these players is this character: what an Investigator is shown.

    ``players`` is sorted, because the order of two players never tells anything.
    """

    players: tuple[PlayerId, ...]
    character: str


class Pair(NamedTuple):
    """Players as one showing: the Sage's two (sorted), or a single one, like the Puzzlemaster's Demon."""

    players: tuple[PlayerId, ...]


class Identity(NamedTuple):
    """A player together with a character, like the Grandmother's knowledge."""

    player: PlayerId
    character: str


class Introduction(NamedTuple):
    """What evil players are shown of each other; ``None`` for what is not part of it."""

    demons: tuple[PlayerId, ...] | None = None
    minions: tuple[PlayerId, ...] | None = None
    bluffs: tuple[str, ...] | None = None

    def seen_by(self, player: PlayerId) -> Introduction:
        """What one of several players learns from what is shown to all of them: the others."""
        demons = self.demons and tuple([other for other in self.demons if other != player])
        minions = self.minions and tuple([other for other in self.minions if other != player])
        return Introduction(demons, minions, self.bluffs)


class Skip:
    """The type of :data:`SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"

    def __reduce__(self) -> str:
        return "SKIP"


SKIP: Final = Skip()
"""Answers any player's choice: the player was woken and the ability isn't used now."""


class AtRandom:
    """The type of :data:`AT_RANDOM`."""

    def __repr__(self) -> str:
        return "AT_RANDOM"

    def __reduce__(self) -> str:
        return "AT_RANDOM"


AT_RANDOM: Final = AtRandom()
"""As a question's default: the options are equally good, so let chance decide."""

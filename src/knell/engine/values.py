"""What can be shown to a player or chosen by one, beyond plain numbers, players and characters.

Answers are plain data: a player is an ``int``, a character its id (``str``), yes and no are
``bool``, "nothing" is ``None``; the few compound ones are the named tuples of this module.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from knell.engine.terms import PlayerId
from knell.outside import is_fit

_LARGEST: Final = 10**9
"""No number that is shown or said is larger."""


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


def is_well_formed(value: Any) -> bool:
    """Whether each part of a value is of a type that belongs there, and its words can be kept."""
    if isinstance(value, Pointing):
        return _are(int, value.players) and _is(str, value.character)
    if isinstance(value, Pair):
        return _are(int, value.players)
    if isinstance(value, Identity):
        return _is(int, value.player) and _is(str, value.character)
    if isinstance(value, Introduction):
        players = (value.demons, value.minions)
        return all(part is None or _are(int, part) for part in players) and (
            value.bluffs is None or _are(str, value.bluffs)
        )
    if type(value) is tuple:
        return all(is_well_formed(part) for part in value)
    return value is None or value is SKIP or type(value) is bool or _is(int, value) or _is(str, value)


def players_in(value: Any) -> tuple[PlayerId, ...]:
    """The players that a compound value names; a plain number may be one or count something."""
    match value:
        case Pointing(players, _) | Pair(players):
            return players
        case Identity(player, _):
            return (player,)
        case Introduction(demons, minions, _):
            return (*(demons or ()), *(minions or ()))
    return ()


def _is(kind: type[int | str], value: Any) -> bool:
    if type(value) is not kind:
        return False
    return is_fit(value) if isinstance(value, str) else bool(abs(value) < _LARGEST)


def _are(kind: type[int | str], values: Any) -> bool:
    return type(values) is tuple and all(_is(kind, value) for value in values)

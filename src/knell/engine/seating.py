"""What a game is begun with: where it starts, who sits where, what was asked for, what is in the bag."""

from __future__ import annotations

from typing import Final, NamedTuple

from knell.engine.terms import Phase


class Start(NamedTuple):
    """Where a game begins: the first night unless the past is to be taken as uneventful."""

    phase: Phase = Phase.NIGHT
    number: int = 1

    @property
    def is_first_night(self) -> bool:
        """Whether the game begins at its beginning."""
        return self == FROM_THE_BEGINNING


FROM_THE_BEGINNING: Final = Start()


class Seat(NamedTuple):
    """Who sits where in a set-up made by hand: the true character, and what the player believes."""

    character: str
    believed: str | None = None
    evil: bool | None = None
    """``None`` for the side that the character starts on (base-25)."""


class Distribution(NamedTuple):
    """How many characters of each type are in play, Travellers aside."""

    townsfolk: int
    outsiders: int
    minions: int
    demons: int


class Wanted(NamedTuple):
    """What a game is to be dealt with."""

    players: int
    """How many there are, Travellers aside."""
    travellers: tuple[Seat, ...] = ()
    with_: tuple[str, ...] = ()
    """Characters that must be in."""
    without: tuple[str, ...] = ()
    """Characters that must stay out."""


class Bag(NamedTuple):
    """The tokens of a game before anybody has drawn one."""

    tokens: tuple[str, ...]
    hidden: tuple[tuple[str, str], ...] = ()
    """Characters that stay out of the bag, each with the token that is in it instead (base-22)."""
    brought_by: tuple[str, ...] = ()
    """Characters that have exchanged others for Outsiders, or the other way round."""

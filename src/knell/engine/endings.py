"""How games end, as values: conditions that are met, and results."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from knell.engine.terms import Mask, PlayerId, alignment_label

Game: TypeAlias = Any
""":class:`knell.engine.Game`, which stands above this module."""


class Claim(NamedTuple):
    """A condition that is met: evil or good wins, and what says so."""

    evil: bool
    reason: str


class Outcome(NamedTuple):
    """The result of a game."""

    evil_won: bool
    reason: str
    """A character id, ``demon_dead``, ``no_demon``, ``two_alive`` or ``storyteller``."""
    winners: Mask

    @property
    def winner(self) -> str:
        """``"good"`` or ``"evil"``."""
        return alignment_label(self.evil_won)


class Ending:
    """The declared result while single players' own results are settled (politician-13)."""

    __slots__ = ("evil_won", "game", "reason")

    def __init__(self, game: Game, evil_won: bool, reason: str) -> None:
        self.game = game
        self.evil_won = evil_won
        self.reason = reason

    def lost(self, player: PlayerId) -> bool:
        """Whether that player's team has lost."""
        return bool(self.game.evil >> player & 1) is not self.evil_won

"""How a game ends: who wins, why, and whose own result is another."""

from __future__ import annotations

from typing import NamedTuple

from knell.engine.game import Game, GameOver
from knell.engine.terms import (
    DEMON,
    OVER,
    Mask,
    PlayerId,
    alignment_label,
)


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


def claim(game: Game, evil: bool, reason: str) -> None:
    """Note that a condition is met; it counts when the event it belongs to is over."""
    game.claims.append(Claim(evil, reason))


def living_demons(game: Game) -> Mask:
    """The Demons who are really alive; registration has no say here (base-130)."""
    return game.reading.types[DEMON] & game.alive


def check(game: Game) -> None:
    """Has anybody won? Good's condition comes first (base-98). Raises ``GameOver`` if so."""
    if game.phase is OVER:
        return
    alive = game.everyone & ~game.dead
    demons = game.reading.types[DEMON] & alive
    claims = game.claims
    if game.demon_lost:
        if demons:
            game.demon_lost = ""
        else:
            claim(game, False, game.demon_lost)
    if demons and (alive & ~game.travellers).bit_count() <= 2 and game.deaths:
        claim(game, True, "two_alive")
    if not claims:
        return
    met = next((c for c in claims if not c.evil), claims[0])
    game.claims = []
    finish(game, met.evil, met.reason)


def finish(game: Game, evil_won: bool, reason: str) -> None:
    """End the game: reversals first, then the players whose own result changes (x000-130)."""
    reversers = [a for a in game.working("reverses") if a.character.reverses(game.turn(a))]
    flips = len(reversers)
    if flips > 1:
        flips = game.rule(
            f"{reversers[0].character.id}.flips", (0, 1, 2), default=flips, ability=reversers[0]
        )
    if flips % 2:
        evil_won = not evil_won
    ending = Ending(game, evil_won, reason)
    for ability in game.working("turns"):
        ability.character.turns(game.turn(ability), ending)
    everyone = game.everyone
    winners = everyone & (game.evil if evil_won else ~game.evil)
    game.outcome = Outcome(evil_won, reason, winners)
    game.phase = OVER
    game.agenda = []
    game.depth = 0
    game.emit("game over", None, winner=alignment_label(evil_won), reason=reason)
    raise GameOver

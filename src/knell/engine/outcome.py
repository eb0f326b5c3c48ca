"""How a game ends: who wins, why, and whose own result is another."""

from __future__ import annotations

from knell.engine.endings import Claim, Ending, Outcome
from knell.engine.events import GameEnded
from knell.engine.game import Game, GameOver
from knell.engine.terms import (
    DEMON,
    OVER,
    Mask,
    alignment_label,
)


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
    if game.holders("delays_end"):
        claims = [met for met in claims if not game.goes_on(met)]
    game.claims = []
    if claims:
        met = next((c for c in claims if not c.evil), claims[0])
        finish(game, met.evil, met.reason)


def finish(game: Game, evil_won: bool, reason: str) -> None:
    """End the game: reversals first, then the players whose own result changes (x000-130)."""
    reversers = [a for a in game.working("reverses") if a.character.reverses(game.turn(a))]
    flips = len(reversers)
    if flips > 1:
        flips = game.rule(f"{reversers[0].character.id}.flips", range(3), default=flips, ability=reversers[0])
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
    game.emit(GameEnded(alignment_label(evil_won), reason))
    raise GameOver

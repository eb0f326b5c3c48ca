"""The jinx of Cannibal and Juggler."""

from __future__ import annotations

from knell.engine import Ability, Jinx, Turn
from knell.messages import N_


class CannibalJuggler(Jinx):
    """A Juggler executed on the day of the guesses leaves the number to the Cannibal (x004-64)."""

    pair = ("cannibal", "juggler")
    summary = N_(
        "When a Juggler who guessed today dies by execution, the living Cannibal learns "
        "that night how many guesses were right."
    )

    def handed_over(self, turn: Turn, original: Ability, taken: Ability) -> None:
        game = turn.game
        if turn.id != "cannibal" or original.memory is None or original.since != game.night:
            return
        game.remember(game.abilities[taken.id]._replace(since=original.since, memory=original.memory))
        right = sum(t.name == "juggler.correct" and t.source == original.id for t in game.tokens)
        eater = Turn(game, game.abilities[taken.id])
        for _ in range(right):
            eater.note("correct", turn.me)

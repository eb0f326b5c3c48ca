"""The Shabaloth."""

from __future__ import annotations

from typing import Any

from knell.engine import Decision, Demon, TokenType, Turn, Until, text
from knell.engine.advice import Case, Weight, rule
from knell.messages import N_


@rule(N_("It only might happen."), share=25)
def somebody_comes_back(_case: Case, answer: Any) -> Weight:
    """Somebody, on one night of four."""
    return answer is not None


class Shabaloth(Demon):
    """Kills two players each night but the first; one it chose the night before might come back."""

    id = "shabaloth"
    tokens = {
        "dead": TokenType(until=Until.DUSK),
        "alive": TokenType(until=Until.DUSK),
    }
    summary = N_(
        "Each night but the first, the Shabaloth chooses two players, who die. A dead player whom it chose "
        "the night before might come back to life."
    )
    how_to_run = (
        N_("Each night but the first, decide whether a player it chose last night comes back to life."),
        N_("Wake the Shabaloth, which points at two players: both die."),
    )
    notes = (
        N_("Who comes back has a fresh ability."),
        N_("At dawn only say that the player is alive, not why."),
    )
    asks = {
        "back": N_("Does a player of last night come back to life?"),
    }
    answers = {
        "choose": "two players",
        "back": Decision(
            "one of last night's two who is dead, or `none`",
            "nobody, on one night of four somebody",
            "it only might happen (official)",
        ),
    }

    suggests = {"back": (somebody_comes_back,)}

    def night(self, turn: Turn) -> None:
        game = turn.game
        before: tuple[int, ...] = turn.ability.memory or ()
        dead = tuple(p for p in before if game.dead >> p & 1)
        if dead and turn.works:
            back = turn.rule("back", (None, *dead), why=text(N_("It only might happen.")))
            if back is not None:
                turn.revive(back)
                turn.note("alive", back)
        pair = turn.choose_two(turn.everyone)
        turn.remember(pair)
        for victim in pair:
            turn.kill(victim)

"""The Poisoner."""

from __future__ import annotations

from knell.engine import Effect, Minion, TokenType, Turn, Until
from knell.messages import N_


class Poisoner(Minion):
    """Poisons a player each night until the next dusk."""

    id = "poisoner"
    summary = N_("Every night the Poisoner picks a player, who is poisoned until the next dusk.")
    how_to_run = (
        N_("Wake the Poisoner, let them point at a player and put the Poisoned token beside that player."),
        N_(
            "Treat the poisoned player as always, but their ability does nothing. What they learn may be "
            "true or false."
        ),
        N_("Take the token off at dusk."),
    )
    notes = (
        N_("If the Poisoner dies, the poison ends at once."),
        N_("While the Poisoner is drunk or poisoned, the chosen player is healthy."),
        N_("An ability for once per game that is used while poisoned is used up."),
        N_(
            "The Poisoner may choose anybody: a dead player, themself, or the same player as the night "
            "before."
        ),
        N_("The poisoned player isn't told."),
    )
    tokens = {"poisoned": TokenType(Effect.POISONED, Until.DUSK)}
    answers = {"choose": "a player"}

    def night(self, turn: Turn) -> None:
        turn.mark("poisoned", turn.choose_player(turn.everyone))

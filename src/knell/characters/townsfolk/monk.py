"""The Monk."""

from __future__ import annotations

from knell.engine import Effect, TokenType, Townsfolk, Turn, Until
from knell.messages import N_


class Monk(Townsfolk):
    """Keeps another player safe from the Demon for the night."""

    id = "monk"
    summary = N_(
        "Every night but the first, the Monk picks another player, whom the Demon can't harm until dawn."
    )
    how_to_run = (
        N_("Each night but the first, wake the Monk before the Demon and let them point at another player."),
        N_("If they point at themself, shake your head and wait for another choice."),
        N_("Put the Safe token beside the chosen player."),
        N_("If the Demon attacks that player, nobody dies and the Demon gets no second try."),
        N_("Take the token off at dawn."),
    )
    notes = (
        N_("Poison and everything else that the Demon does is kept off, too, until dawn."),
        N_("Minions, executions and anything that happens by day aren't stopped."),
        N_("A Monk who is drunk, poisoned or dead when the Demon attacks protects nobody."),
        N_("If nobody dies at night, don't say why."),
        N_("The Monk may choose a dead player, or the same player as the night before."),
    )
    tokens = {"safe": TokenType(Effect.SAFE, Until.DAWN)}
    answers = {"choose": "another player"}

    def night(self, turn: Turn) -> None:
        turn.mark("safe", turn.choose_player(turn.others))

"""The Assassin."""

from __future__ import annotations

from knell.engine import Effect, Minion, Text, TokenType, Turn, Until, text
from knell.messages import N_


class Assassin(Minion):
    """Once per game, at night, kills a player whom nothing can protect."""

    id = "assassin"
    tokens = {"dead": TokenType(until=Until.DUSK), "no_ability": TokenType(Effect.SPENT)}
    summary = N_(
        "Once per game, at night but not the first, the Assassin kills a player, even one who can't die."
    )
    how_to_run = (
        N_(
            "Each night but the first, wake the Assassin until it has killed: it declines "
            "or points at a player."
        ),
        N_("The chosen player dies, whatever protects them. Put NO ABILITY down."),
    )
    notes = (
        N_("Used while drunk or poisoned, the ability is gone and nobody dies."),
        N_("Protection by the Monk, the Tea Lady or the Fool doesn't help against it."),
    )
    answers = {"choose": "a player, or `none`"}

    def asleep(self, turn: Turn) -> Text | None:
        return text(N_("The one kill has been made.")) if turn.spent else None

    def night(self, turn: Turn) -> None:
        able = turn.works
        victim = turn.choose((None, *turn.everyone))
        if victim is None:
            return
        turn.spend()
        if able:
            turn.kill_surely(victim)

"""The Bone Collector."""

from __future__ import annotations

from knell.engine import Effect, Mask, Text, TokenType, Traveller, Turn, Until, mask_of, members, text
from knell.messages import N_


class BoneCollector(Traveller):
    """Once per game, at night, gives a dead player their ability back until dusk."""

    id = "bonecollector"
    tokens = {
        "no_ability": TokenType(Effect.SPENT),
        "has_ability": TokenType(Effect.LIVELY, Until.DUSK),
    }
    summary = N_(
        "Once per game, at night, the Bone Collector chooses a dead player, who has their "
        "ability again until dusk."
    )
    how_to_run = (
        N_("Each night but the first, wake the Bone Collector until it has chosen a dead player."),
        N_("That player has their ability again until dusk, as new; wake them when it acts."),
    )
    notes = (
        N_("It isn't woken while the only dead are those who have died this night, of whom it can't know."),
        N_("The player stays dead."),
        N_(
            "Something used once per game may be used again, and what is done on the first "
            "night is done tonight."
        ),
    )
    answers = {"choose": "a dead player, or `none`"}

    def asleep(self, turn: Turn) -> Text | None:
        if turn.spent:
            return text(N_("The choice has been made."))
        return None if self._dead(turn) & ~mask_of(turn.game.tonight_deaths) else text(N_("Nobody is dead."))

    def _dead(self, turn: Turn) -> Mask:
        return turn.game.everyone & ~turn.game.living

    def night(self, turn: Turn) -> None:
        chosen = turn.choose((None, *members(self._dead(turn))))
        if chosen is None:
            return
        turn.spend()
        if turn.mark("has_ability", chosen):
            turn.refresh(chosen)

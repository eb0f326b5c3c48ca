"""The Fool."""

from __future__ import annotations

from knell.engine import Death, Effect, TokenType, Townsfolk, Turn
from knell.engine.advice import RATHER
from knell.messages import N_


class Fool(Townsfolk):
    """Survives the first death that would really happen."""

    id = "fool"
    claimed_easily = RATHER
    summary = N_(
        "The first time the Fool would really die, they live on instead, whatever the cause. After that they "
        "die like anybody."
    )
    how_to_run = (
        N_("When something would kill the Fool, leave them alive and put the No Ability token beside them."),
        N_("After an execution, say that the player was executed and lives. Give no reason."),
        N_("At night, do nothing more. The Fool isn't woken and isn't told."),
    )
    notes = (
        N_("If another ability already stops the death, the Fool keeps this one for later."),
        N_("A drunk or poisoned Fool dies."),
        N_("A Fool who recovers without having been in danger still has the ability."),
        N_("An execution that the Fool survives is still today's execution."),
    )
    tokens = {"no_ability": TokenType(Effect.SPENT)}
    last_resort = True

    def protects(self, turn: Turn, death: Death) -> bool:
        return death.player == turn.me and not turn.spent

    def saves(self, turn: Turn, death: Death) -> None:
        turn.spend()

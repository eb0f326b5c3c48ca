"""The Saint."""

from __future__ import annotations

from knell.engine import Death, Outsider, Turn
from knell.engine.advice import RATHER
from knell.messages import N_


class Saint(Outsider):
    """Dying by execution, loses the game for its team."""

    id = "saint"
    claimed_easily = RATHER
    summary = N_("If the Saint is executed and dies, the Saint's team loses the game at once.")
    how_to_run = (
        N_("Before you carry out an execution, make sure whether it is the Saint."),
        N_("If the Saint dies of it, the game is over. Say that evil wins, or good if the Saint was evil."),
    )
    notes = (
        N_("Any other death of the Saint does nothing."),
        N_("An execution that the Saint survives does nothing either."),
        N_("It needn't be a vote that brings the execution about."),
        N_("A drunk or poisoned Saint simply dies, and the game goes on."),
    )

    def died(self, turn: Turn, death: Death) -> None:
        if death.player == turn.me and death.by_execution:
            turn.win(evil=not death.evil)

"""The Soldier."""

from __future__ import annotations

from knell.engine import Death, Townsfolk, Turn
from knell.messages import N_


class Soldier(Townsfolk):
    """Can't be killed by the Demon."""

    id = "soldier"
    summary = N_("The Demon's attack on the Soldier does nothing.")
    how_to_run = (
        N_("When the Demon attacks the Soldier, nobody dies."),
        N_("The Demon isn't told and gets no second try."),
    )
    notes = (
        N_("Executions and everybody else's abilities kill the Soldier as usual."),
        N_("A drunk or poisoned Soldier dies of the attack."),
    )

    def attacked(self, turn: Turn, death: Death) -> bool:
        return True

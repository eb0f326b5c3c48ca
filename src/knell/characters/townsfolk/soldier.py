"""The Soldier."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Effect, TokenType, Townsfolk, Turn
from knell.engine.advice import RATHER, SELDOM
from knell.messages import N_


class Soldier(Townsfolk):
    """Is safe from the Demon."""

    id = "soldier"
    hides_failing = SELDOM
    claimed_easily = RATHER
    summary = N_("The Demon's attack on the Soldier does nothing.")
    how_to_run = (
        N_("When the Demon attacks the Soldier, nobody dies."),
        N_("The Demon isn't told and gets no second try."),
    )
    notes = (
        N_("Executions and everybody else's abilities kill the Soldier as usual."),
        N_("A drunk or poisoned Soldier dies of the attack."),
    )
    tokens = {"safe": TokenType(Effect.SAFE, own=True)}

    def continuous(self, turn: Turn) -> Iterable[tuple[str, int]]:
        if turn.works:
            yield "safe", turn.me

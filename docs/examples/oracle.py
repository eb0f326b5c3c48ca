"""The Oracle."""

from __future__ import annotations

from knell.engine import Townsfolk, Turn
from knell.messages import N_


class Oracle(Townsfolk):
    """Learns each night but the first how many of the dead players are evil."""

    id = "oracle"
    summary = N_("Every night but the first, the Oracle learns how many of the dead players are evil.")
    how_to_run = (
        N_("Each night but the first, wake the Oracle."),
        N_("Show with your fingers how many of all dead players are evil."),
    )
    notes = (
        N_("Whoever died earlier tonight counts, too."),
        N_("Only alignment counts. A dead Traveller may be evil, a dead Minion may be good."),
    )
    answers = {"show": "0 to the number of seats"}

    def night(self, turn: Turn) -> None:
        game = turn.game
        dead = game.everyone & ~game.living
        turn.tell(((way.evil & dead).bit_count() for way in turn.ways), range(len(turn.everyone) + 1))

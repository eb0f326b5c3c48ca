"""The Empath."""

from __future__ import annotations

from knell.engine import Townsfolk, Turn
from knell.messages import N_


class Empath(Townsfolk):
    """Learns each night how many of its two nearest living neighbours are evil."""

    id = "empath"
    only_learns = True
    summary = N_(
        "Every night the Empath learns how many of the nearest living players, one on each side, are evil."
    )
    how_to_run = (
        N_("Find the nearest living player on each side of the Empath. Skip the dead."),
        N_("Wake the Empath and show with your fingers how many of the two are evil: 0, 1 or 2."),
    )
    notes = (
        N_("By then the Demon has struck, so tonight's victim is skipped already."),
        N_("Only alignment counts. A good Minion is a 0, an evil Traveller is a 1."),
        N_("Never show on which side an evil player sits."),
        N_("If the Empath is drunk or poisoned, any of the three numbers is allowed."),
        N_("While the Vortox works, show one of the two wrong numbers."),
    )
    answers = {"show": "0 to 2"}

    def night(self, turn: Turn) -> None:
        neighbours = turn.living_neighbours()
        turn.tell(((way.evil & neighbours).bit_count() for way in turn.ways), range(3))

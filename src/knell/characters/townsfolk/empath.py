"""The Empath."""

from __future__ import annotations

from typing import Any

from knell.engine import Townsfolk, Turn, mask_of
from knell.engine.advice import GLADLY, ORDINARY, RATHER, SELDOM, Case, Weight, rule
from knell.messages import N_


@rule(N_("The neighbours are the same as before, and so is the number."))
def same_neighbours_same_number(case: Case, answer: Any) -> Weight:
    """An Empath who is lied to believes a number that stays while nobody beside them dies."""
    cards = case.past.of(case.me, "empath")
    if not case.lies or not cards:
        return ORDINARY
    last = cards[-1]
    since = mask_of(
        [d.player for d in case.game.deaths if (d.night, d.by_day) >= (last.night, True) and not d.feigned]
    )
    turn = case.turn
    if turn.neighbours(case.game.living | since & case.game.everyone) != turn.living_neighbours():
        return ORDINARY
    return GLADLY if answer == last.answer else SELDOM


class Empath(Townsfolk):
    """Learns each night how many of its two nearest living neighbours are evil."""

    id = "empath"
    only_learns = True
    hides_failing = RATHER
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

    suggests = {"show": (same_neighbours_same_number,)}

    def night(self, turn: Turn) -> None:
        neighbours = turn.living_neighbours()
        count = neighbours.bit_count()
        turn.tell(
            ((way.evil & neighbours).bit_count() for way in turn.ways), range(3), likely=range(count + 1)
        )

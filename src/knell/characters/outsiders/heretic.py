"""The Heretic."""

from __future__ import annotations

from knell.engine import Decision, Outsider, Turn
from knell.engine.advice import RARELY
from knell.messages import N_


class Heretic(Outsider):
    """Whoever wins, loses, and whoever loses, wins, even when it is dead."""

    id = "heretic"
    claimed_easily = RARELY
    summary = N_("Whichever team would win loses, and the other team wins, even when the Heretic is dead.")
    how_to_run = (
        N_("Say nothing about it during the game."),
        N_(
            "When the game ends, declare the opposite result if the Heretic is sober and "
            "healthy at that moment."
        ),
    )
    notes = (
        N_("When and why the game ends doesn't change."),
        N_("The Heretic's own side doesn't matter for the reversal."),
        N_("It isn't in play together with the Baron, the Lleech or the Pit-Hag."),
    )
    answers = {
        "flips": Decision(
            "0, 1 or 2",
            "one reversal for each copy that works",
            "two cancel each other (x000-021, x004-55; ours). Asked only if there are two",
        ),
    }
    works_dead = True

    def reverses(self, turn: Turn) -> bool:
        return True

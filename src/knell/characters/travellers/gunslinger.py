"""The Gunslinger."""

from __future__ import annotations

from knell.engine import Mask, Traveller, Turn, members
from knell.messages import N_


class Gunslinger(Traveller):
    """Each day, after the first vote, may choose a player who voted: they die."""

    id = "gunslinger"
    summary = N_(
        "Once a day, after the first vote has been counted, the Gunslinger may kill a player who voted."
    )
    how_to_run = (
        N_("After the first vote of the day, ask the Gunslinger whether to shoot, and whom."),
        N_("The chosen player, who must have voted, dies."),
    )
    notes = (
        N_("The shot is no execution."),
        N_("Only the first vote of a day gives the chance."),
    )
    answers = {"choose": "a player who voted, or `none`"}

    def voted(self, turn: Turn, nominee: int, hands: Mask) -> None:
        if len(turn.game.tallies) != 1 or not turn.game.living >> turn.me & 1 or not hands:
            return
        victim = turn.choose_or_skip((None, *members(hands)))
        if victim is not None:
            turn.kill(victim)

"""The Chef."""

from __future__ import annotations

from knell.engine import Game, Mask, Settled, Townsfolk, Turn
from knell.engine.advice import RATHER
from knell.messages import N_


class Chef(Townsfolk):
    """Starts knowing how many pairs of evil players sit side by side."""

    id = "chef"
    only_learns = True
    hides_failing = RATHER
    summary = N_("The Chef learns on the first night how often two evil players sit side by side.")
    how_to_run = (
        N_("On the first night, count every two neighbours who are both evil, all around the circle."),
        N_("Wake the Chef and show that number with your fingers, even if it is 0."),
        N_("Don't say where the pairs sit."),
    )
    notes = (
        N_("Three evil players in a row make two pairs, four make three."),
        N_("The last seat and the first one are neighbours, too."),
        N_("Only alignment counts. An evil Townsfolk or Traveller is part of a pair, a good Minion isn't."),
        N_("An evil Chef is counted as well."),
        N_("If somebody gains the ability later, dead players count."),
        N_("Nothing is corrected when players join, die or change later."),
    )
    answers = {"show": "0 to the number of seats"}
    settled = (
        Settled(
            "the Chef",
            (
                "the ring is closed, everybody counts, also an evil Chef and Travellers; nothing but the "
                "number is told"
            ),
            "chef-6, chef-8, chef-18, chef-20; ours",
        ),
    )

    def start(self, turn: Turn) -> None:
        ring = turn.game.ring
        sides = list(zip(ring, ring[1:] + ring[:1], strict=True))[: len(ring) if len(ring) > 2 else 1]

        def pairs(evil: Mask) -> int:
            return sum(evil >> a & evil >> b & 1 for a, b in sides)

        turn.tell(
            (pairs(way.evil) for way in turn.ways), range(len(ring) + 1), likely=range(_most(turn.game) + 1)
        )


def _most(game: Game) -> int:
    """How many pairs the evil players of a game of that size can make, as everybody can work out."""
    count = game.ordinary.bit_count()
    return max(0, count - 7) // 3 + 1 + game.travellers.bit_count()

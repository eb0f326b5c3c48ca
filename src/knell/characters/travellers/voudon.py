"""The Voudon."""

from __future__ import annotations

from knell.engine import Mask, Traveller, Turn
from knell.messages import N_


class Voudon(Traveller):
    """Only it and the dead may vote, without a vote token, and no majority is needed."""

    id = "voudon"
    summary = N_("Only the Voudon and the dead vote. They need no vote token, and no majority is needed.")
    how_to_run = (
        N_("While the Voudon is alive, count only its own hand and those of the dead."),
        N_("Whoever has the most votes is about to die, half of the living or not."),
        N_("Take no vote tokens."),
    )
    notes = (
        N_("Exiles are as usual: everybody may support them."),
        N_("Once the Voudon is dead, the usual rules are back."),
    )

    def restricts_votes(self, turn: Turn) -> Mask:
        game = turn.game
        return game.everyone & ~game.living | 1 << turn.me

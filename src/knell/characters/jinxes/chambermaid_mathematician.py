"""The jinx of Chambermaid and Mathematician."""

from __future__ import annotations

from knell.engine import Jinx, Turn
from knell.messages import N_


class ChambermaidMathematician(Jinx):
    """The Mathematician counts for the Chambermaid before it has woken (chambermaid-19)."""

    pair = ("chambermaid", "mathematician")
    summary = N_("The Chambermaid counts a Mathematician who is going to wake later that night.")

    def hit(self, turn: Turn, target: int) -> bool:
        if turn.id != "chambermaid":
            return False
        game = turn.game
        return any(a.character.id == "mathematician" and game.works(a) for a in game.abilities_of(target))

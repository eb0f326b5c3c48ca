"""The jinx of Lleech and Slayer."""

from __future__ import annotations

from knell.engine import Jinx, Turn
from knell.messages import N_


class LleechSlayer(Jinx):
    """A Slayer's shot at the Lleech's host kills the host (x001-19)."""

    pair = ("lleech", "slayer")
    summary = N_("If the Slayer shoots at the Lleech's host, the host dies, and the Lleech with them.")

    def hit(self, turn: Turn, target: int) -> bool:
        return turn.id == "slayer" and any(
            t.name == "lleech.poisoned" and t.player == target for t in turn.game.tokens
        )

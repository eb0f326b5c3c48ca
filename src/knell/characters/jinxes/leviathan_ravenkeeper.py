"""The jinx of Leviathan and Ravenkeeper."""

from __future__ import annotations

from knell.engine import Jinx, Turn
from knell.messages import N_


class LeviathanRavenkeeper(Jinx):
    """A Leviathan's choice wakes the Ravenkeeper, who lives on (ravenkeeper-20)."""

    pair = ("leviathan", "ravenkeeper")
    summary = N_(
        "Each night but the first, the Leviathan chooses a living player. "
        "A chosen Ravenkeeper is woken as if they had died, and lives."
    )

    def hit(self, turn: Turn, target: int) -> bool:
        return turn.id == "ravenkeeper" and turn.game.characters[target].id == "leviathan"

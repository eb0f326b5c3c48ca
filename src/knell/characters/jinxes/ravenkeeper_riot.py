"""The jinx of Ravenkeeper and Riot."""

from __future__ import annotations

from knell.engine import Jinx, Turn
from knell.messages import N_


class RavenkeeperRiot(Jinx):
    """A Riot's choice wakes the Ravenkeeper, who lives on (ravenkeeper-20)."""

    pair = ("ravenkeeper", "riot")
    summary = N_(
        "Each night but the first, the Riot chooses a living player. "
        "A chosen Ravenkeeper is woken as if they had died, and lives."
    )

    def hit(self, turn: Turn, target: int) -> bool:
        return turn.id == "ravenkeeper" and turn.game.characters[target].id == "riot"

"""The jinx of Clockmaker and Summoner."""

from __future__ import annotations

from knell.engine import Jinx, Turn
from knell.messages import N_


class ClockmakerSummoner(Jinx):
    """While there is no Demon yet, the Clockmaker measures from the Summoner (clockmaker-18)."""

    pair = ("clockmaker", "summoner")
    summary = N_(
        "On the first night, the Clockmaker's distance is measured as if the Summoner were the Demon."
    )

    def hit(self, turn: Turn, target: int) -> bool:
        game = turn.game
        return turn.id == "clockmaker" and game.night == 1 and game.characters[target].id == "summoner"

"""The Poppy Grower."""

from __future__ import annotations

from knell.engine import Death, TokenType, Townsfolk, Turn, Until, text
from knell.engine.night import EVIL_MEETS_FROM
from knell.messages import N_


class PoppyGrower(Townsfolk):
    """Keeps Minions and Demon from meeting until it dies; that night they are introduced."""

    id = "poppygrower"
    tokens = {"evil_wakes": TokenType(until=Until.DAWN)}

    def hides_evil(self, turn: Turn) -> bool:
        return True

    def died(self, turn: Turn, death: Death) -> None:
        if death.player != turn.me:
            return
        small = turn.game.ordinary.bit_count() < EVIL_MEETS_FROM
        if small and not turn.may("introduce", default=True, why=text(N_("The text sets no such limit."))):
            return
        turn.note("evil_wakes", turn.me)
        turn.introduce_evil()

"""The No Dashii."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Demon, Effect, TokenType, Turn, Type, Until
from knell.messages import N_


class NoDashii(Demon):
    """Kills a player each night but the first; the nearest Townsfolk on either side is poisoned."""

    id = "nodashii"
    summary = N_(
        "The No Dashii kills a player every night but the first. The nearest Townsfolk on each side of it is "
        "poisoned."
    )
    how_to_run = (
        N_(
            "Before the first night, find the nearest Townsfolk in each direction and put a Poisoned token "
            "beside both."
        ),
        N_("When characters change, look again and move the tokens at once."),
        N_(
            "Each night but the first, wake the No Dashii and let it point at a player, who dies. Put the "
            "Dead token beside them."
        ),
    )
    notes = (
        N_("Only Townsfolk are poisoned. Everybody else is skipped, and the Drunk is no Townsfolk."),
        N_("Dead Townsfolk are not skipped. A poisoned player who dies remains the poisoned one."),
        N_("While the No Dashii is dead, drunk or poisoned, both are healthy."),
        N_("This poison has no end of its own at dusk."),
        N_(
            "If the Monk protects a poisoned player, they are healthy until dawn, and nobody else is "
            "poisoned for them."
        ),
    )
    tokens = {"dead": TokenType(until=Until.DUSK), "poisoned": TokenType(Effect.POISONED)}
    answers = {"choose": "a player"}

    def night(self, turn: Turn) -> None:
        turn.kill(turn.choose_player(turn.everyone))

    def continuous(self, turn: Turn) -> Iterable[tuple[str, int]]:
        clockwise = turn.game.clockwise_from(turn.me)
        for side in (clockwise, clockwise[::-1]):
            for player in side:
                if turn.registers(player, Type.TOWNSFOLK, pinned=True):
                    yield "poisoned", player
                    break

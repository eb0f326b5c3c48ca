"""The Tea Lady."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Death, Effect, Settled, TokenType, Townsfolk, Turn, members
from knell.engine.registers import possible
from knell.messages import N_


class TeaLady(Townsfolk):
    """While both her living neighbours are good, they cannot die."""

    id = "tealady"
    summary = N_(
        "As long as the nearest living players on both sides of the Tea Lady are good, those two can't die."
    )
    how_to_run = (
        N_(
            "Look at the nearest living player on each side. If both are good, put a Cannot Die token beside "
            "each of them."
        ),
        N_(
            "Look again after every death and every change of alignment, and move or remove the tokens at "
            "once."
        ),
        N_("If somebody with the token is executed, say that they were executed and live. Give no reason."),
    )
    notes = (
        N_("One evil neighbour is enough to leave both without protection."),
        N_("The Tea Lady herself can die."),
        N_("Poison and changes of alignment aren't stopped, only death is."),
        N_(
            "While the Tea Lady is drunk or poisoned, the neighbours can die. When she recovers, they can't "
            "any more."
        ),
        N_("If a neighbour might register as evil, you decide."),
        N_("A survived execution is still today's execution."),
    )
    tokens = {"cannot_die": TokenType(Effect.CANNOT_DIE)}
    settled = (
        Settled(
            "the Tea Lady beside somebody who might look evil",
            "asked when a death is due, not before",
            "only then it matters (almanac: you decide)",
        ),
    )

    def continuous(self, turn: Turn) -> Iterable[tuple[str, int]]:
        neighbours = members(turn.living_neighbours())
        if turn.works and all(possible(turn.game, p, None) == (False,) for p in neighbours):
            for neighbour in neighbours:
                yield "cannot_die", neighbour

    def protects(self, turn: Turn, death: Death) -> bool | None:
        """Where a neighbour might register as evil, that is decided when a death is due (tealady-14)."""
        neighbours = turn.living_neighbours()
        return None if neighbours >> death.player & 1 else False

    def protection_ruled(self, turn: Turn, death: Death) -> bool:
        return not any(turn.registers(p, None) for p in members(turn.living_neighbours()))

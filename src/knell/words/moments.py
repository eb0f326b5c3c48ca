"""When: nights and days by name, and when somebody died."""

from __future__ import annotations

from collections.abc import Callable

from knell.engine import Game, Phase, PlayerId
from knell.texts import _, fill

__all__ = ["died_when", "moment_in_a_line", "phase_name"]


def phase_name(phase: Phase, number: int) -> str:
    """Night 2, Day 2, before the first night, or the end."""
    if phase is Phase.NIGHT:
        return fill(_("Night {number}"), number=number)
    if phase is Phase.DAY:
        return fill(_("Day {number}"), number=number)
    return _("The end") if phase is Phase.OVER else _("Before the first night")


def moment_in_a_line(phase: Phase, number: int) -> str:
    """A night or a day as it stands inside a line: night 2, day 2."""
    if phase is Phase.NIGHT:
        return fill(_("night {number}"), number=number)
    return fill(_("day {number}"), number=number)


def died_when(game: Game, player: PlayerId, called: Callable[[Phase, int], str] = phase_name) -> str:
    """When somebody died, the night or the day ``called`` like that; empty for the living."""
    if not game.dead >> player & 1:
        return ""
    death = next((d for d in reversed(game.deaths) if d.player == player and not d.feigned), None)
    if death is None:
        return _("dead")
    return called(Phase.DAY if death.by_day else Phase.NIGHT, death.night)

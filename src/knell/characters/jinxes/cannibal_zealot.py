"""The jinx of Cannibal and Zealot."""

from __future__ import annotations

from knell.engine import Ability, Jinx, Turn
from knell.messages import N_


class CannibalZealot(Jinx):
    """A Cannibal who gains the Zealot's ability is told so (cannibal-20)."""

    pair = ("cannibal", "zealot")
    summary = N_("A Cannibal that gains the Zealot's ability is told that it has it.")

    def handed_over(self, turn: Turn, original: Ability, taken: Ability) -> None:
        if turn.id == "cannibal":
            turn.show((taken.character.id,), name="told")

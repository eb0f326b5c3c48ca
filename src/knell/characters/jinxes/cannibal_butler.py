"""The jinx of Cannibal and Butler."""

from __future__ import annotations

from knell.engine import Ability, Jinx, Turn
from knell.messages import N_


class CannibalButler(Jinx):
    """A Cannibal who gains the Butler's ability is told so (cannibal-20)."""

    pair = ("cannibal", "butler")
    summary = N_("A Cannibal that gains the Butler's ability is told that it has it.")

    def handed_over(self, turn: Turn, original: Ability, taken: Ability) -> None:
        if turn.id == "cannibal":
            turn.show((taken.character.id,), name="told")

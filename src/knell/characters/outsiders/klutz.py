"""The Klutz."""

from __future__ import annotations

from knell.engine import Death, Outsider, Turn
from knell.messages import N_


class Klutz(Outsider):
    """Learning of its death, publicly chooses a living player; an evil one loses the game for its team."""

    id = "klutz"
    works_dead = True
    summary = N_(
        "When the Klutz learns that it has died, it points at a living player in front of everybody. "
        "If that player is evil, the Klutz's team loses."
    )
    how_to_run = (
        N_(
            "When the Klutz dies by day, or when the death is announced in the morning, ask"
            " for the choice aloud."
        ),
        N_("If the chosen player is evil, declare which team has lost."),
    )
    notes = (
        N_("A Klutz who is drunk or poisoned still chooses, and nothing happens."),
        N_("What counts is the side of the chosen player, not the character."),
    )
    answers = {"choose": "a living player, in front of everybody"}

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.player != turn.me or death.feigned:
            return
        if death.by_day:
            self._choose(turn)
        else:
            turn.remember("chooses")

    def morning(self, turn: Turn) -> None:
        if turn.ability.memory == "chooses":
            turn.remember(None)
            self._choose(turn)

    def _choose(self, turn: Turn) -> None:
        if not turn.living:
            return
        chosen = turn.choose_or_skip(turn.living)
        if chosen is not None and turn.works and turn.registers(chosen, None):
            turn.win(evil=not turn.game.evil >> turn.me & 1)

"""The Ravenkeeper."""

from __future__ import annotations

from typing import Any

from knell.engine import Death, Decision, Ruling, Settled, Text, Townsfolk, Turn, text
from knell.engine.advice import RATHER
from knell.messages import N_


class Ravenkeeper(Townsfolk):
    """Dying at night, is woken to choose a player and learns their character."""

    id = "ravenkeeper"
    only_learns = True
    claimed_easily = RATHER
    summary = N_("Dying at night, is woken to choose a player and learns that player's character.")
    how_to_run = (
        N_("When the Ravenkeeper dies at night, wake it in its place."),
        N_("It points at any player; show that player's character token."),
    )
    notes = (
        N_("Any death at night counts, not just the Demon's."),
        N_("A death by day gives nothing."),
        N_("Of the Drunk, the Drunk token is shown."),
    )
    lead = N_("They are the")
    answers = {
        "choose": "a player",
        "show": "a character",
        "chosen": Decision(
            "the Ravenkeeper, unasked",
            "nothing; it is made by hand",
            "for Demons that Knell doesn't run and whose jinx wakes the Ravenkeeper",
        ),
    }
    settled = (
        Settled(
            "the Ravenkeeper",
            "may choose itself; sees true characters; a night death of any kind wakes it",
            "ravenkeeper-5, ravenkeeper-13, ravenkeeper-19, x004-85; ours",
        ),
    )
    works_dead = True
    rulings = {"chosen": Ruling(N_("The Demon has chosen {player}, who wakes as the Ravenkeeper."))}

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.player == turn.me and turn.is_night and not death.feigned:
            self._wake_later(turn)

    def may_rule(self, turn: Turn, name: str, value: Any) -> Text | None:
        """By a jinx, some Demons run by hand choose somebody and kill nobody (ravenkeeper-20)."""
        if name != "chosen":
            return super().may_rule(turn, name, value)
        if not turn.alive or not turn.is_night or turn.game.night == 1:
            return text(N_("Only a living Ravenkeeper is chosen, on a night that isn't the first."))
        if not any(turn.jinx_hits(player) for player in turn.living):
            return text(N_("No Demon is there whose choice wakes the Ravenkeeper."))
        return None

    def ruled(self, turn: Turn, name: str, value: Any) -> None:
        self._wake_later(turn)

    def _wake_later(self, turn: Turn) -> None:
        turn.remember(True)
        turn.wake_tonight()

    def asleep(self, turn: Turn) -> Text | None:
        return None if turn.ability.memory else text(N_("It hasn't died tonight."))

    def night(self, turn: Turn) -> None:
        turn.remember(None)
        chosen = turn.choose_player(turn.everyone)
        truths = [way.characters[chosen].id for way in turn.ways]
        turn.tell(truths, tuple(dict.fromkeys((*turn.cast.ids, truths[0]))), about=(chosen,))

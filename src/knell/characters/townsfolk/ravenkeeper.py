"""The Ravenkeeper."""

from __future__ import annotations

from knell.engine import Death, Text, Townsfolk, Turn, text
from knell.messages import N_


class Ravenkeeper(Townsfolk):
    """Dying at night, is woken to choose a player and learns their character."""

    id = "ravenkeeper"
    works_dead = True

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.player == turn.me and turn.is_night and not death.feigned:
            turn.remember(True)
            turn.wake_tonight()

    def asleep(self, turn: Turn) -> Text | None:
        return None if turn.ability.memory else text(N_("It hasn't died tonight."))

    def night(self, turn: Turn) -> None:
        turn.remember(None)
        chosen = turn.choose_player(turn.everyone)
        truths = [way.characters[chosen].id for way in turn.ways]
        turn.tell(truths, tuple(dict.fromkeys((*turn.cast.ids, truths[0]))))

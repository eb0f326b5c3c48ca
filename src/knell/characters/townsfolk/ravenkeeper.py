"""The Ravenkeeper."""

from __future__ import annotations

from knell.engine import Death, Text, Townsfolk, Turn, text
from knell.messages import N_


class Ravenkeeper(Townsfolk):
    """Dying at night, is woken to choose a player and learns their character."""

    id = "ravenkeeper"
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

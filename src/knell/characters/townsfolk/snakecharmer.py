"""The Snake Charmer."""

from __future__ import annotations

from knell.engine import Effect, Settled, TokenType, Townsfolk, Turn, Type, Until
from knell.messages import N_


class SnakeCharmer(Townsfolk):
    """Chooses a living player each night; finding the Demon, changes character and side with it."""

    id = "snakecharmer"
    summary = N_(
        "Each night chooses a living player. If that is the Demon, the two change "
        "characters and sides, and the old Demon stays poisoned."
    )
    how_to_run = (
        N_("Each night, wake the Snake Charmer, who points at a living player."),
        N_("If it is the Demon, swap both characters and both sides and put POISONED on the old Demon."),
        N_("Show the new Demon and then the new Snake Charmer what they are now."),
    )
    notes = (
        N_("The poison has no end."),
        N_("The new Demon still attacks that same night, from the second night on."),
        N_("The evil team isn't introduced again."),
        N_("The Fortune Teller's red herring is no Demon to the Snake Charmer."),
    )
    tokens = {"poisoned": TokenType(Effect.POISONED, Until.FOREVER)}
    answers = {"choose": "a living player"}
    settled = (
        Settled(
            "the Snake Charmer",
            (
                "nothing happens on the first night beyond the swap; a seemingly dead Zombuul can't be "
                "chosen; a swapped Zombuul is new; a new Lleech chooses a new host; a Cannibal swaps as "
                "well"
            ),
            "snakecharmer-11, x004-10, x004-11, x004-19, x004-92; ours",
        ),
    )

    def night(self, turn: Turn) -> None:
        chosen = turn.choose_player(turn.living)
        if chosen == turn.me or not turn.works or not turn.registers(chosen, Type.DEMON):
            return
        turn.mark("poisoned", chosen)
        turn.swap_characters(chosen)

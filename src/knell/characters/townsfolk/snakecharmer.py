"""The Snake Charmer."""

from __future__ import annotations

from knell.engine import Effect, TokenType, Townsfolk, Turn, Type, Until


class SnakeCharmer(Townsfolk):
    """Chooses a living player each night; finding the Demon, changes character and side with it."""

    id = "snakecharmer"
    tokens = {"poisoned": TokenType(Effect.POISONED, Until.FOREVER)}

    def night(self, turn: Turn) -> None:
        chosen = turn.choose_player(turn.living)
        if chosen == turn.me or not turn.works or not turn.registers(chosen, Type.DEMON):
            return
        turn.mark("poisoned", chosen)
        turn.swap_characters(chosen)

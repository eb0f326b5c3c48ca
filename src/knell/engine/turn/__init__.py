"""The game as one ability sees it: all that a character module ever touches."""

from __future__ import annotations

from knell.engine.game import Game
from knell.engine.turn.acts import Acts
from knell.engine.turn.asks import YES_NO, Skipped

__all__ = ["YES_NO", "Skipped", "Turn"]


class Turn(Acts):
    """What a hook of a character is handed.

    Choosing, marking, killing and showing take into account whether the ability works, so character
    code never asks for drunkenness itself. What it knows, asks, shows and does stands in a module each.
    """

    __slots__ = ()


Game.turn_type = Turn

"""What is filled in when an ability is used by day, and what belongs in each field."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from knell.engine.terms import PlayerId
from knell.outside import is_fit


class FieldShape(StrEnum):
    """What belongs in a field of a form."""

    PLAYER = "player"
    PLAYERS = "players"
    """As many players as one likes."""
    GUESSES = "guesses"
    """Players, each with a character."""
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class FormField:
    """One thing to be filled in when a public ability is used: its name and what belongs there."""

    name: str
    shape: FieldShape
    asks: str = ""
    """What is asked for, where the shape doesn't say it; translated where it is shown."""
    most: int | None = None
    """How many players or guesses it takes; ``None`` for as many as one likes."""

    @property
    def is_needed(self) -> bool:
        """Whether the use is nothing without it: no others than a single player can't be left out."""
        return self.shape is FieldShape.PLAYER

    def fits(
        self, value: Any, players: Collection[PlayerId], characters: Collection[str] | None = None
    ) -> bool:
        """Whether a value is what belongs here: of these players, and of these characters or of all."""
        match self.shape:
            case FieldShape.PLAYER:
                return is_player(value, players)
            case FieldShape.PLAYERS:
                return isinstance(value, tuple) and all(is_player(player, players) for player in value)
            case FieldShape.GUESSES:
                return are_pairs(value) and all(
                    is_player(player, players)
                    and isinstance(character, str)
                    and (characters is None or character in characters)
                    for player, character in value
                )
            case FieldShape.TEXT:
                return isinstance(value, str) and is_fit(value)

    def is_too_much(self, value: Any) -> bool:
        """Whether a value that fits names more than it may."""
        return self.most is not None and len(value) > self.most


def is_player(value: Any, players: Collection[PlayerId]) -> bool:
    """Whether a value is one of these players, and not just equal to one."""
    return type(value) is int and value in players


def are_pairs(value: Any) -> bool:
    """Whether a value is a tuple of pairs, like the details of a use."""
    return isinstance(value, tuple) and all(isinstance(part, tuple) and len(part) == 2 for part in value)

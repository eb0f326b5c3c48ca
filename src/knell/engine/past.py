"""What has been shown, claimed and said aloud so far, as far as suggestions have to fit it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from knell.engine.events import (
    Announced,
    Chose,
    DayBegan,
    Event,
    NightBegan,
    Shown,
    Used,
)
from knell.engine.terms import PlayerId


class Card(NamedTuple):
    """Something that a player was shown because of an ability."""

    player: PlayerId
    ability: str
    """The character's id."""
    answer: Any
    night: int
    chose: Any
    """What the player had chosen with that ability before it in the same night; ``None`` for nothing."""


class Past:
    """What happened before a suggestion is made. ``Past()`` remembers nothing.

    It isn't part of a position: whoever plays a game has heard its events and hands them over.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events = tuple(events)

    @cached_property
    def _told(self) -> tuple[tuple[Card, ...], Mapping[PlayerId, str], Mapping[PlayerId, frozenset[str]]]:
        cards: list[Card] = []
        announced: dict[PlayerId, str] = {}
        claims: dict[PlayerId, frozenset[str]] = {}
        chosen: dict[tuple[PlayerId, str], Any] = {}
        night = 0
        for event in self._events:
            match event:
                case NightBegan(number):
                    night = number
                    chosen = {}
                case DayBegan():
                    chosen = {}
                case Chose(player, ability, answer):
                    chosen[player, ability] = answer
                case Shown(player, ability, answer):
                    chose = chosen.pop((player, ability), None)
                    cards.append(Card(player, ability, answer, night, chose))
                case Announced(player, character):
                    announced[player] = character
                case Used(player, character, _, False):
                    claims[player] = claims.get(player, frozenset()) | {character}
                case _:
                    pass
        return tuple(cards), announced, claims

    @property
    def cards(self) -> tuple[Card, ...]:
        """What players were shown, the oldest first."""
        return self._told[0]

    @property
    def announced(self) -> Mapping[PlayerId, str]:
        """Whose character everybody was told."""
        return self._told[1]

    @property
    def claims(self) -> Mapping[PlayerId, frozenset[str]]:
        """The characters whose abilities somebody has used aloud, truly or not."""
        return self._told[2]

    def of(self, player: PlayerId, ability: str) -> tuple[Card, ...]:
        """What a player was shown because of an ability, the oldest first."""
        return tuple([card for card in self.cards if (card.player, card.ability) == (player, ability)])


NO_PAST: Final = Past()

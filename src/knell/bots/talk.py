"""What has been said aloud in the village, and what it makes of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from knell.engine import PlayerId
from knell.seats import TownView

__all__ = ["Opinion", "Talk"]


class Opinion(NamedTuple):
    """Something said for or against a player."""

    player: PlayerId
    weight: float
    """Above nothing if it makes them look evil, below if good."""


class Talk:
    """One picture of who looks evil, put together from what everybody says and from moods."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._said: dict[PlayerId, float] = {}
        self._moods: dict[PlayerId, float] = {}
        self._day = 0
        self._planned = 0
        self.suspect: PlayerId | None = None
        """Whom the village would nominate now; ``None`` when it has had enough for today."""

    def suspicion(self, player: PlayerId) -> float:
        """How evil somebody looks: 0 for somebody of whom nothing is known."""
        return self._said.get(player, 0.0) + self._moods.get(player, 0.0)

    def hear(self, opinions: Iterable[Opinion]) -> None:
        """Take in everything that has been said so far, in place of what was heard before."""
        self._said = {}
        for player, weight in opinions:
            self._said[player] = self._said.get(player, 0.0) + weight

    def begins(self, town: TownView) -> bool:
        """Whether this is the first word of a new day; moods change and nominations are planned."""
        if self._day == town.number:
            return False
        self._day = town.number
        self._planned = 1 + (self._chance.random() < 0.6) + (self._chance.random() < 0.35)
        for person in town.players:
            mood = self._moods.get(person.id, 0.0)
            self._moods[person.id] = mood + self._chance.gauss(0.0, 0.6)
        return True

    def settles_on(self, town: TownView) -> None:
        """Agree whom to nominate next, or that it is enough."""
        today = town.today
        self.suspect = None
        if today is None:
            return
        if self._planned <= 0 and (today.about_to_die is not None or self._chance.random() < 0.3):
            return
        self._planned -= 1
        dead = {person.id for person in town.players if person.dead}
        may = [player for player in today.may_be_nominated if player not in dead]
        if not may:
            return
        if self._chance.random() < 0.2:
            self.suspect = self._chance.choice(may)
            return
        # The village is unsure at first and puts things together as days go by.
        doubt = 3.0 / max(1, town.number)
        self.suspect = max(may, key=lambda player: self.suspicion(player) + self._chance.random() * doubt)

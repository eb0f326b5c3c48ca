"""One player's view: what everybody may know, what they were told, and what they did themselves."""

from __future__ import annotations

from dataclasses import dataclass

from knell.engine import PlayerId
from knell.engine.events import Chose, Shown, Told, Woken, WokenTogether
from knell.engine.terms import INTRODUCTIONS
from knell.record.table import Table
from knell.seats.known import Known, first_told
from knell.seats.public import TownView, town_of
from knell.seats.said import Said, alone, aloud
from knell.seats.view import View

__all__ = ["PlayerView", "You", "player_view"]


@dataclass(frozen=True, slots=True)
class You:
    """A player as they know themselves: what they were told last, which needn't be true."""

    id: PlayerId
    name: str
    character: str | None
    """``None`` before they were told anything."""
    evil: bool | None

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {"id": self.id, "name": self.name, "character": self.character, "evil": self.evil}


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one player may know."""

    town: TownView
    log: tuple[Said, ...]
    """What they heard, oldest first."""
    alone: frozenset[int]
    """Which of it, by place in the log, wasn't said aloud."""
    you: You

    @classmethod
    def of(cls, table: Table, player: PlayerId, said: int | None = None) -> PlayerView:
        """The view of that player; ``said`` is the last moment that was said aloud (see ``TownView.of``)."""
        known = Known(table, said)
        town = town_of(known)
        everybodys = set(known.places)
        told = first_told(table, player)
        own: set[str] = set() if told is None else {told[0]}
        log: list[Said] = []
        by_themselves: list[int] = []
        for place, heard in enumerate(table.events()):
            event = heard.event
            if place in everybodys:
                log.append(aloud(event) or {})
                continue
            if event.audience is None or not event.audience >> player & 1:
                continue
            entry = alone(event)
            if entry is None:
                continue
            match event:
                case Told(_, character, evil):
                    told = (character, evil)
                    own.add(character)
                case Chose(_, _, str(answer)):
                    own.add(answer)
            if isinstance(event, Woken | WokenTogether | Chose | Shown) and (
                event.ability in own or event.ability in INTRODUCTIONS
            ):
                entry["ability"] = event.ability
            by_themselves.append(len(log))
            log.append(entry)
        names = town.names
        you = You(
            player,
            names[player] if player < len(names) else "",
            None if told is None else told[0],
            None if told is None else told[1],
        )
        return cls(town, tuple(log), frozenset(by_themselves), you)

    def to_plain(self) -> View:
        """As JSON-ready data: what the player's page is told."""
        return self.town.to_plain() | {"log": list(self.log), "you": self.you.to_plain()}


def player_view(table: Table, player: PlayerId) -> View:
    """What one player may know, as JSON-ready data.

    That is what everybody does, what they were told, and what they did themselves.
    """
    return PlayerView.of(table, player).to_plain()

"""What lies open on the table, and what one player has been told of themselves: the ground of every view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from knell.engine import Phase, PlayerId
from knell.engine.events import Chose, GameEnded, NightBegan, Shown, Told
from knell.record.table import Table, public_facts
from knell.seats.said import aloud

__all__ = ["Known", "Own", "first_told"]


class Known:
    """What everybody knows at this moment: frozen from dusk to dawn."""

    def __init__(self, table: Table) -> None:
        events = table.events()
        game = table.game
        last = next((i for i in range(len(events) - 1, -1, -1) if events[i].public is not None), None)
        over = game.phase is Phase.OVER
        since = None if last is None else events[last]
        frozen = len(events)
        if since is None or since.public is None:
            self.phase, self.number = Phase.SETUP, 0
            self.facts = public_facts(game)
        else:
            at_night = isinstance(since.event, NightBegan)
            self.phase = Phase.NIGHT if at_night else Phase.DAY
            self.number = since.night
            self.facts = since.public if at_night else public_facts(game)
            if at_night and last is not None:
                frozen = last + 1
        self.over = over
        self.heard = [
            heard
            for place, heard in enumerate(events)
            if heard.event.audience is None
            and aloud(heard.event) is not None
            and (place < frozen or isinstance(heard.event, GameEnded))
        ]
        last_said = self.heard[-1].event if self.heard else None
        self.winner = last_said.winner if isinstance(last_said, GameEnded) else None

    def lives(self, player: PlayerId) -> bool:
        """Whether a player lives, as far as everybody knows."""
        return bool(self.facts.living >> player & 1)


class Own(NamedTuple):
    """What a player knows of their own character and abilities."""

    character: str | None
    """What they were told last that they are, ``None`` before anything was."""
    evil: bool | None
    gains: Mapping[str, str]
    """The word that they chose or were shown last, by the ability through which; since they are that."""

    @classmethod
    def of(cls, table: Table, player: PlayerId) -> Own:
        """What that player knows of themselves now."""
        character, evil = first_told(table, player) or (None, None)
        gains: dict[str, str] = {}
        for heard in table.events():
            event = heard.event
            if not isinstance(event, Told | Chose | Shown) or event.player != player:
                continue
            if isinstance(event, Told):
                if event.character != character:
                    gains.clear()
                character, evil = event.character, event.evil
            elif isinstance(event.answer, str):
                gains[event.ability] = event.answer
        return cls(character, evil, gains)


def first_told(table: Table, player: PlayerId) -> tuple[str, bool] | None:
    """What a player was told at the beginning, or when they joined."""
    for heard in table.events():
        if heard.public is not None and player in heard.public.told:
            return heard.public.told[player]
    return table.game.told.get(player)

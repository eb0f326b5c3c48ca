"""What lies open on the table, and what one player has been told of themselves: the ground of every view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from knell.engine import Phase, PlayerId
from knell.engine.events import (
    ChangedByHand,
    Chose,
    DayBegan,
    Died,
    FoundAlive,
    GameEnded,
    NightBegan,
    Shown,
    Told,
)
from knell.engine.overrides import Kill, Revive
from knell.record.table import Heard, Table, public_facts
from knell.seats.said import aloud

__all__ = ["ALOUD", "Known", "Own", "first_told", "moment_of"]


class Known:
    """What everybody knows at a moment: frozen from dusk to dawn, and while something secret is decided.

    By day it stands as it stood at the last question that everybody hears, so that nobody sees whether the
    Storyteller had anything to decide in between. ``said`` is the last moment that has been said aloud, as
    :func:`moment_of` numbers them; what comes after it isn't known yet. Without it everything is. Whoever is
    asked something of their own by day has heard why: for them nothing is ``held`` back.
    """

    def __init__(self, table: Table, said: int | None = None, *, held: bool = True) -> None:
        place = _public_moment(table) if held else None
        self.table = table if place is None else table.fork(place)
        """The table as it stood then, with the same entries and events up to there."""
        events, game = self.table.events(), self.table.game
        bounds = [i for i, heard in enumerate(events) if heard.public is not None]
        hidden: int | None = None
        while bounds and _is_hidden(self.table, events[bounds[-1]], said, held=held):
            hidden = bounds.pop()
        if not bounds:
            self.phase, self.number = Phase.SETUP, 0
            self.facts = public_facts(game)
            frozen = len(events)
        else:
            since = events[bounds[-1]]
            self.phase = Phase.NIGHT if isinstance(since.event, NightBegan) else Phase.DAY
            self.number = since.night
            if self.phase is Phase.NIGHT:
                assert since.public is not None
                self.facts, frozen = since.public, bounds[-1] + 1
            elif hidden is not None:
                at_dusk = events[hidden].public
                assert at_dusk is not None
                self.facts, frozen = at_dusk, hidden
            else:
                self.facts, frozen = public_facts(game), len(events)
        self.counts = self.phase is Phase.DAY and hidden is None
        """Whether a vote or a call may be going on."""
        self.over = game.phase is Phase.OVER
        slips = _slips(events)
        self.places = [
            place
            for place, heard in enumerate(events)
            if heard.event.audience is None
            and aloud(heard.event) is not None
            and (place < frozen or isinstance(heard.event, GameEnded))
            and place not in slips
        ]
        """Which of the table's events everybody has heard."""
        self.heard = [events[place] for place in self.places]
        last_said = self.heard[-1].event if self.heard else None
        self.winner = last_said.winner if isinstance(last_said, GameEnded) else None

    def lives(self, player: PlayerId) -> bool:
        """Whether a player lives, as far as everybody knows."""
        return bool(self.facts.living >> player & 1)


def _slips(events: Sequence[Heard]) -> frozenset[int]:
    """The places of deaths by hand that were taken back by hand before anything else happened."""
    found: set[int] = set()
    killed: tuple[int, PlayerId] | None = None
    for place, heard in enumerate(events):
        by_hand = events[place + 1].event if place + 1 < len(events) else None
        match heard.event:
            case Died(player) if by_hand == ChangedByHand(Kill(player)):
                killed = place, player
            case FoundAlive(player) if killed is not None and by_hand == ChangedByHand(Revive(player)):
                found |= {killed[0], place} if killed[1] == player else set()
                killed = None
            case ChangedByHand():
                pass
            case _:
                killed = None
    return frozenset(found)


def moment_of(heard: Heard) -> int:
    """The number of a dusk or dawn, which is the fall of a night or the beginning of a day.

    Each is one more than the one before; the first night falls at 2.
    """
    return 2 * heard.night + isinstance(heard.event, DayBegan)


ALOUD: Final = ("day", "vote", "support")
"""The questions that everybody hears."""


def _public_moment(table: Table) -> int | None:
    """The entry after which everybody heard a question last today, or ``None`` where that is now."""
    question = table.question
    if question is None or table.game.phase is not Phase.DAY or question.name in ALOUD:
        return None
    dawn = next(heard for heard in reversed(table.events()) if isinstance(heard.event, DayBegan))
    for entry in reversed(table.line):
        if entry.id == dawn.entry:
            return None
        if entry.asked in ALOUD:
            before: int = entry.parent
            return before
    return None


def _is_hidden(table: Table, since: Heard, said: int | None, *, held: bool) -> bool:
    """Whether a dusk or dawn hasn't been said aloud yet."""
    if said is not None and moment_of(since) > said:
        return True
    by_day = isinstance(since.event, DayBegan)
    undecided = table.question is not None and table.question.name not in ALOUD
    return held and by_day and undecided and table.game.phase is Phase.DAY


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

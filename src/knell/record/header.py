"""The first line of a record: everything that a game begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Final, Self, TypeVar

import knell
from knell.characters import automated, by_hand, cast
from knell.engine import Cast, Character, Game, Phase, Question, Seat, Start, Type, deal, seat
from knell.engine.seating import FROM_THE_BEGINNING
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS, SetupChange
from knell.outside import is_name
from knell.scripts import Script, filled_up
from knell.scripts.well_formed import is_well_formed

__all__ = ["FORMAT", "VERSION", "Deal", "Header", "Homebrew", "ScriptPart"]

T = TypeVar("T")

FORMAT: Final = "knell-record"
VERSION: Final = 1
_LATEST: Final = 99
"""No game begins with a later night or day."""


@dataclass(frozen=True, slots=True)
class Homebrew:
    """A character that isn't official, as far as a game needs to know it."""

    id: str
    name: str
    type: str
    reminders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptPart:
    """The script as the game uses it; a record never looks it up anywhere else."""

    name: str
    characters: tuple[str, ...]
    author: str = ""
    others: tuple[str, ...] = ()
    """Characters that aren't on the script and may come into play: Travellers."""
    homebrew: tuple[Homebrew, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    """What the script's author calls characters, where it isn't their official name."""
    first_night: tuple[str, ...] = ()
    """The order of the first night, where it isn't the official one."""
    other_nights: tuple[str, ...] = ()
    set_up: tuple[tuple[str, SetupChange], ...] = ()
    """How characters that are run by hand change the numbers of the bag."""

    @classmethod
    def of(cls, script: Script) -> Self:
        """What a game needs of a script that has been read. Every official Traveller may join."""
        made = tuple(
            Homebrew(one.id, one.name, one.type, (*one.reminders, *one.global_reminders))
            for one in script.homebrew.values()
            if one.id in script.characters
        )
        travellers = tuple(
            i for i, fact in FACTS.items() if fact.type == "traveller" and i not in script.characters
        )
        names = tuple(
            (i, script.name_of(i))
            for i in script.characters
            if i not in script.homebrew and script.name_of(i) != FACTS[i].name
        )
        first = {one.id: one.first_night for one in script.homebrew.values() if one.first_night is not None}
        other = {one.id: one.other_nights for one in script.homebrew.values() if one.other_nights is not None}
        return cls(
            script.name,
            script.characters,
            script.author,
            travellers,
            made,
            names,
            _order(script.first_night, (*script.characters, *travellers), first, is_first=True),
            _order(script.other_nights, (*script.characters, *travellers), other, is_first=False),
            tuple(
                (i, change)
                for i in script.characters
                if i not in automated() and (change := script.setup_change(i)) is not None
            ),
        )


def _order(
    own: tuple[str, ...], wanted: tuple[str, ...], places: Mapping[str, float], *, is_first: bool
) -> tuple[str, ...]:
    """The order of a night with everybody who may wake in it; empty for the official one."""
    official = FIRST_NIGHT if is_first else OTHER_NIGHTS
    order = filled_up(own or official, wanted if own else (), places, first=is_first)
    return () if order == official else order


@dataclass(frozen=True, slots=True)
class Deal:
    """What a dealt game was dealt with; the characters themselves are answers in the record."""

    travellers: tuple[Seat, ...] = ()
    """The Travellers; theirs are the last of the players' names."""
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that a game begins with. ``seats`` are given for a game set up by hand, else ``deal``."""

    script: ScriptPart
    players: tuple[str, ...]
    seats: tuple[Seat, ...] | None = None
    deal: Deal | None = None
    start: Start = FROM_THE_BEGINNING
    seed: int = 0
    jinxes: bool = True
    created: str = ""
    engine: str = knell.__version__
    title: str = ""
    source: Mapping[str, Any] | None = field(default=None, hash=False)
    """The whole script as :meth:`knell.scripts.Script.to_data` gives it, if it is to stay with the game."""

    def __post_init__(self) -> None:
        if (self.seats is None) == (self.deal is None):
            raise ValueError("a game is either seated or dealt")
        if self.seats is not None and len(self.seats) != len(self.players):
            raise ValueError("every player needs a seat")

    def cast(self) -> Cast:
        """The characters of the game. Raises ``KeyError`` for one that nobody knows."""
        return _cast(self.script, self.jinxes)

    def begin(self) -> Game:
        """The game before its first step.

        Raises ``SetupRefused`` for what can't be played and ``KeyError`` for unknown characters.
        """
        cast = self.cast()
        if self.seats is not None:
            return seat(cast, self.players, self.seats, _unasked, start=self.start)
        assert self.deal is not None
        return deal(
            cast,
            self.players,
            _unasked,
            travellers=self.deal.travellers,
            with_=self.deal.with_,
            without=self.deal.without,
            start=self.start,
        )

    def character_names(self) -> dict[str, str]:
        """What characters are called in this game where it isn't their official name."""
        return {**{one.id: one.name for one in self.script.homebrew}, **dict(self.script.names)}

    def to_plain(self) -> dict[str, Any]:
        """The header as the file has it."""
        script = self.script
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "engine": self.engine,
            "created": self.created,
        }
        if self.title:
            data["title"] = self.title
        part: dict[str, Any] = {"name": script.name, "characters": list(script.characters)}
        if script.author:
            part["author"] = script.author
        if script.homebrew:
            part["homebrew"] = {
                one.id: {"name": one.name, "type": one.type, "reminders": list(one.reminders)}
                for one in script.homebrew
            }
        if script.names:
            part["names"] = dict(script.names)
        for key in ("others", "first_night", "other_nights"):
            if getattr(script, key):
                part[key] = list(getattr(script, key))
        if script.set_up:
            part["set_up"] = {i: _change_to_plain(change) for i, change in script.set_up}
        data["script"] = part
        data["players"] = list(self.players)
        if self.seats is not None:
            data["seats"] = [_seat_to_plain(s) for s in self.seats]
        if self.deal is not None:
            data["deal"] = {
                "travellers": [_seat_to_plain(s) for s in self.deal.travellers],
                "with": list(self.deal.with_),
                "without": list(self.deal.without),
            }
        data["start"] = {"phase": self.start.phase.name.lower(), "number": self.start.number}
        data["seed"] = self.seed
        data["jinxes"] = self.jinxes
        if self.source is not None:
            data["source"] = self.source
        return data

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Self:
        """The header that :meth:`to_plain` wrote.

        Raises ``KeyError``, ``TypeError`` or ``ValueError`` for data that isn't a header.
        """
        part = data["script"]
        script = ScriptPart(
            _is(str, part["name"]),
            _words(part["characters"]),
            _is(str, part.get("author", "")),
            _words(part.get("others", ())),
            tuple(
                Homebrew(
                    id_, _is(str, one["name"]), Type[one["type"].upper()].label, _words(one["reminders"])
                )
                for id_, one in part.get("homebrew", {}).items()
            ),
            tuple((id_, _is(str, name)) for id_, name in part.get("names", {}).items()),
            _words(part.get("first_night", ())),
            _words(part.get("other_nights", ())),
            tuple((i, _change_from_plain(change)) for i, change in _is(dict, part.get("set_up", {})).items()),
        )
        seats = data.get("seats")
        wanted = data.get("deal")
        return cls(
            script,
            _names(data["players"]),
            None if seats is None else tuple(_seat_from_plain(s) for s in seats),
            None
            if wanted is None
            else Deal(
                tuple(_seat_from_plain(s) for s in wanted["travellers"]),
                _words(wanted["with"]),
                _words(wanted["without"]),
            ),
            _start(data["start"]),
            _is(int, data["seed"]),
            _is(bool, data["jinxes"]),
            _is(str, data["created"]),
            _is(str, data["engine"]),
            _is(str, data.get("title", "")),
            _source(data.get("source")),
        )


def _unasked(_game: Game, question: Question) -> Any:
    raise AssertionError(f"{question!r} was asked before the first step")


@lru_cache(maxsize=64)
def _cast(script: ScriptPart, jinxed: bool) -> Cast:
    return cast(
        script.characters,
        others=script.others,
        homebrew=_run_by_hand(script),
        jinxed=jinxed,
        first_night=script.first_night or None,
        other_nights=script.other_nights or None,
    )


def _run_by_hand(script: ScriptPart) -> dict[str, Character]:
    """Those of the characters run by hand that aren't official, or that change the bag."""
    changes = dict(script.set_up)
    own = {
        one.id: by_hand(one.id, Type[one.type.upper()], one.reminders, changes.get(one.id))
        for one in script.homebrew
    }
    for id_, change in changes.items():
        if id_ not in own and id_ not in automated():
            fact = FACTS[id_]
            reminders = (*fact.reminders, *fact.global_reminders)
            own[id_] = by_hand(id_, Type[fact.type.upper()], reminders, change)
    return own


def _change_to_plain(change: SetupChange) -> dict[str, Any]:
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(change).items()
        if value
    }


def _change_from_plain(data: Mapping[str, Any]) -> SetupChange:
    _is(dict, data)
    outsiders = tuple(_is(int, number) for number in data.get("outsiders", ()))
    return SetupChange(outsiders, _is(int, data.get("minions", 0)), _is(int, data.get("demons", 0)))


def _is(kind: type[T], value: Any) -> T:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} is no {kind.__name__}")
    return value


def _words(values: Sequence[Any]) -> tuple[str, ...]:
    if not isinstance(values, list | tuple):
        raise TypeError(f"{values!r:.40} is no list")
    return tuple(_is(str, value) for value in values)


def _names(values: Any) -> tuple[str, ...]:
    """The players' names; Knell has never written one that isn't fit to be one."""
    names = _words(values)
    for name in names:
        if not is_name(name):
            raise ValueError(f"{name!r:.40} is no name")
    return names


def _start(data: Mapping[str, Any]) -> Start:
    phase, number = Phase[data["phase"].upper()], _is(int, data["number"])
    if phase not in (Phase.NIGHT, Phase.DAY) or not 1 <= number <= _LATEST:
        raise ValueError(f"no game begins with {data['phase']} {number}")
    return Start(phase, number)


def _source(data: Any) -> Mapping[str, Any] | None:
    """The whole script; one that this Knell can't read any more stays as it is and isn't used."""
    if data is None:
        return None
    if not isinstance(data, dict):
        raise TypeError("source")
    try:
        script = Script.from_data(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        return data
    if not is_well_formed(script):
        raise ValueError("source")
    return data


def _seat_to_plain(chair: Seat) -> dict[str, Any]:
    return {key: value for key, value in chair._asdict().items() if value is not None}


def _seat_from_plain(data: Mapping[str, Any]) -> Seat:
    believed, evil = data.get("believed"), data.get("evil")
    return Seat(
        _is(str, data["character"]),
        None if believed is None else _is(str, believed),
        None if evil is None else _is(bool, evil),
    )

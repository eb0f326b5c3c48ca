"""What is printed on the official tokens, night sheets and set-up sheet: facts, joined to the rules by id."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, Literal

from knell.messages import N_

CharacterType = Literal["townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric"]

SetupMark = Literal["", "same_numbers", "outsiders", "several", "no_demon"]
"""What a set-up mark does to the numbers of the set-up sheet: nothing, Outsiders come or go, there may be
several of the character, or no Demon is needed. Empty where there is no mark, or one that may do anything.
"""

TYPE_NAMES: Final[Mapping[CharacterType, str]] = MappingProxyType(
    {
        "townsfolk": N_("Townsfolk"),
        "outsider": N_("Outsider"),
        "minion": N_("Minion"),
        "demon": N_("Demon"),
        "traveller": N_("Traveller"),
        "fabled": N_("Fabled"),
        "loric": N_("Loric"),
    }
)
"""What people call each type, in the order in which scripts list them."""


@dataclass(frozen=True, slots=True)
class SetupChange:
    """How a set-up mark changes the numbers of the set-up sheet; Townsfolk make up for the others."""

    outsiders: tuple[int, ...] = ()
    """How many Outsiders come or go. Of several numbers the Storyteller takes one, usually the first."""
    minions: int = 0
    """How many Minions come or go; no more go than there are."""
    demons: int = 0


@dataclass(frozen=True, slots=True)
class CharacterFacts:
    """One official character. A reminder that the box holds three times is listed three times."""

    id: str
    name: str
    type: CharacterType
    edition: str
    reminders: tuple[str, ...]
    global_reminders: tuple[str, ...]
    changes_setup: bool
    setup_mark: SetupMark = ""
    setup_change: SetupChange | None = None
    """The numbers behind the mark; ``None`` where it changes none, or not by numbers."""


@dataclass(frozen=True, slots=True)
class SetupRow:
    """What is dealt to so many people. Evil introductions are the steps in which evil players meet."""

    players: int
    townsfolk: int
    outsiders: int
    minions: int
    demons: int
    travellers: int
    evil_introductions: bool
    demon_bluffs: int


def _read(name: str) -> Any:
    return json.loads((resources.files("knell") / "data" / name).read_text(encoding="utf-8"))


def _setup_change(entry: dict[str, Any] | None) -> SetupChange | None:
    if entry is None:
        return None
    return SetupChange(tuple(entry.get("outsiders", ())), entry.get("minions", 0), entry.get("demons", 0))


def _character(entry: dict[str, Any]) -> CharacterFacts:
    return CharacterFacts(
        id=entry["id"],
        name=entry["name"],
        type=entry["type"],
        edition=entry["edition"],
        reminders=tuple(entry["reminders"]),
        global_reminders=tuple(entry["reminders_global"]),
        changes_setup=entry["changes_setup"],
        setup_mark=entry.get("setup_mark", ""),
        setup_change=_setup_change(entry.get("setup_change")),
    )


_sheet = _read("characters.json")

AS_OF: Final[str] = _sheet["as_of"]
"""The day on which these facts were taken down, as year-month-day."""

FACTS: Final[Mapping[str, CharacterFacts]] = MappingProxyType(
    {entry["id"]: _character(entry) for entry in _sheet["characters"]}
)
"""Every official character by id, in the order of their ids."""

FIRST_NIGHT: Final[tuple[str, ...]] = tuple(_sheet["first_night"])
"""Who wakes in the first night, in order; `dusk`, `minioninfo`, `demoninfo` and `dawn` are steps, too."""

OTHER_NIGHTS: Final[tuple[str, ...]] = tuple(_sheet["other_nights"])
"""Who wakes in every later night, in order, from `dusk` to what follows `dawn`."""

JINXED_PAIRS: Final[tuple[tuple[str, str], ...]] = tuple(
    (one, other) for one, other in _sheet["jinxed_pairs"]
)
"""Pairs of ids that have a rule of their own when both are on a script; sorted, as is each pair."""

FORMER_IDS: Final[Mapping[str, str]] = MappingProxyType(_sheet["former_ids"])
"""Ids of earlier years, and today's."""

SETUP_TABLE: Final[Mapping[int, SetupRow]] = MappingProxyType(
    {row["players"]: SetupRow(**row) for row in _read("setup_table.json")["rows"]}
)
"""The set-up sheet by the number of people seated, Travellers included from 16 on."""

del _sheet

"""A script: which characters may be in the game, and what its author wrote about them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args

from knell.facts import (
    FACTS,
    SETUP_TABLE,
    TYPE_NAMES,
    CharacterFacts,
    CharacterType,
    SetupChange,
    SetupMark,
)
from knell.messages import N_, Text, text

__all__ = [
    "TYPES",
    "CharacterText",
    "HomebrewCharacter",
    "HomebrewJinx",
    "Reason",
    "Remark",
    "Script",
    "ScriptKind",
]

ScriptKind = Literal["script", "almanac", "bundled"]

_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_MARKUP: Final = re.compile(r"</?[a-zA-Z][^<>]*>|\s*:reminder:")

TYPES: Final[tuple[CharacterType, ...]] = get_args(CharacterType)
RESIDENTS: Final[tuple[CharacterType, ...]] = ("townsfolk", "outsider", "minion", "demon")


@dataclass(frozen=True, slots=True)
class CharacterText:
    """What the script's author wrote about one character; whatever they left out is empty."""

    name: str = ""
    ability: str = ""
    flavour: str = ""
    explanation: str = ""
    how_to_run: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    first_night: str = ""
    """What the Storyteller does at its step of the first night."""
    other_nights: str = ""

    def tonight(self, night: int) -> str:
        """What the Storyteller does at its step of that night, in the author's words.

        Marks that other programs turn into pictures or bold letters are taken out.
        """
        written = self.first_night if night == 1 else self.other_nights
        return _MARKUP.sub("", _BREAK.sub("\n", written)).strip()


@dataclass(frozen=True, slots=True)
class HomebrewJinx:
    """A rule of the author's own for a character and another one, by id."""

    other: str
    rule: str


@dataclass(frozen=True, slots=True)
class HomebrewCharacter:
    """A character of the author's own, with the same names for the same things as official facts.

    The night places are numbers as the file gives them; they count the steps of the official night sheet.
    """

    id: str
    name: str
    type: CharacterType
    ability: str
    reminders: tuple[str, ...] = ()
    global_reminders: tuple[str, ...] = ()
    changes_setup: bool = False
    first_night: float | None = None
    other_nights: float | None = None
    first_night_reminder: str = ""
    other_nights_reminder: str = ""
    jinxes: tuple[HomebrewJinx, ...] = ()
    images: tuple[str, ...] = ()
    special: tuple[str, ...] = ()
    """What the official app does for the character, by its names for it; Knell leaves that to the table."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in the file that was understood in one certain way, or left out; the code names the kind."""

    code: str
    message: Text
    line: int | None = None
    entry: int | None = None

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a script can't be dealt to so many people."""

    code: str
    message: Text

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Script:
    """The characters are ids in the order of the file, Travellers among them, each once.

    Fabled and Loric stand apart, as nobody plays them. Ids that nobody knows the type of are kept in
    `unknown`, spelt as they were. Nothing here says that the script can be played: see `why_not_playable`.
    """

    name: str
    author: str
    kind: ScriptKind
    characters: tuple[str, ...]
    fabled: tuple[str, ...] = ()
    loric: tuple[str, ...] = ()
    texts: Mapping[str, CharacterText] = field(default_factory=dict, hash=False)
    homebrew: Mapping[str, HomebrewCharacter] = field(default_factory=dict, hash=False)
    first_night: tuple[str, ...] = ()
    """The author's own order, where the file gives one; it may leave characters out."""
    other_nights: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()
    jinxes: Mapping[str, tuple[HomebrewJinx, ...]] = field(default_factory=dict, hash=False)
    """The author's own rules for official characters and others; those of homebrew stand with it."""
    logo: str = ""
    """Where the author's picture for the script is. Knell never fetches it."""
    almanac: str = ""
    """The address of the author's almanac."""
    copies: Mapping[str, int] = field(default_factory=dict, hash=False)
    """How often the file lists those ids that it lists more than once."""
    unknown: tuple[str, ...] = ()
    entries: tuple[Any, ...] = field(default=(), hash=False)
    """The entries of a script file as they were read, so that what Knell doesn't understand isn't lost."""
    remarks: tuple[Remark, ...] = ()
    source: Path | None = None

    def to_data(self) -> dict[str, Any]:
        """Give what a saved game needs of the script, as plain JSON data; remarks and source are left out."""
        data = asdict(self)
        del data["remarks"], data["source"]
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Make the script again from what `to_data` gave, before or after it was JSON."""
        texts = {
            id_: CharacterText(
                **{**text, "how_to_run": tuple(text["how_to_run"]), "examples": tuple(text["examples"])}
            )
            for id_, text in data["texts"].items()
        }
        homebrew = {id_: _homebrew_from(entry) for id_, entry in data["homebrew"].items()}
        jinxes = {id_: _jinxes_from(listed) for id_, listed in data.get("jinxes", {}).items()}
        lists = {key: tuple(value) for key, value in data.items() if isinstance(value, list | tuple)}
        return cls(**{**data, **lists, "texts": texts, "homebrew": homebrew, "jinxes": jinxes})

    def facts(self, character: str) -> CharacterFacts | HomebrewCharacter:
        """Name, type, reminders and set-up mark of a character; KeyError when nobody knows it."""
        found = self.homebrew.get(character)
        return found if found is not None else FACTS[character]

    def setup_change(self, character: str) -> SetupChange | None:
        """How a character changes the numbers of the bag, as far as its brackets say so in numbers."""
        own = self.homebrew.get(character)
        if own is None:
            return FACTS[character].setup_change
        return in_brackets(own.ability) if own.changes_setup else None

    def type_of(self, character: str) -> CharacterType:
        return self.facts(character).type

    def name_of(self, character: str) -> str:
        """Return the author's name for the character, or else the printed one."""
        text = self.texts.get(character)
        return text.name if text is not None and text.name else self.facts(character).name

    def of_type(self, kind: CharacterType) -> tuple[str, ...]:
        everyone = self.characters + self.fabled + self.loric
        return tuple(character for character in everyone if self.type_of(character) == kind)

    def counts(self) -> dict[CharacterType, int]:
        """Count the characters of each of the seven types."""
        return {kind: len(self.of_type(kind)) for kind in TYPES}

    def why_not_playable(self, players: int) -> list[Reason]:
        """Say why so many people, Travellers aside, can't be dealt characters of this script.

        Only the numbers on the set-up sheet are looked at. Where a character on the script changes these
        numbers, only what no such change can mend is a reason; so no reason is no promise.
        """
        fewest, most = min(SETUP_TABLE), max(n for n, row in SETUP_TABLE.items() if not row.travellers)
        if players < fewest:
            problem = N_("{players} players are too few: it takes at least {fewest}, Travellers aside.")
            return [Reason("TOO_FEW_PLAYERS", text(problem, players=players, fewest=fewest))]
        if players > most:
            problem = N_(
                "{players} players are too many: {most} can be dealt in, and the others join as Travellers."
            )
            return [Reason("TOO_MANY_PLAYERS", text(problem, players=players, most=most))]
        row = SETUP_TABLE[players]
        has = self.counts()
        needs: dict[CharacterType, int] = {
            "townsfolk": row.townsfolk,
            "outsider": row.outsiders,
            "minion": row.minions,
            "demon": row.demons,
        }
        reasons = []
        marks = {one: self._setup_mark(one) for one in self.characters + self.fabled + self.loric}
        if not has["demon"] and "no_demon" not in marks.values():
            problem = N_(
                "This script has no Demon, so no game can be dealt from it. Add a Demon to the script."
            )
            reasons.append(Reason("NO_DEMON", text(problem)))
        changing = {
            mark for one, mark in marks.items() if self.facts(one).changes_setup and mark != "same_numbers"
        }
        if not changing:
            reasons += [
                self._too_few(kind, players, has[kind], needs[kind])
                for kind in RESIDENTS[:3]
                if has[kind] < needs[kind]
            ]
        elif changing == {"outsiders"}:
            good, needed = has["townsfolk"] + has["outsider"], row.townsfolk + row.outsiders
            if good < needed:
                problem = N_(
                    "{players} players need {needed} Townsfolk and Outsiders in all, "
                    "and this script has only {has}."
                )
                message = text(problem, players=players, needed=needed, has=good)
                reasons.append(Reason("TOO_FEW_GOOD", message))
            if has["minion"] < row.minions:
                reasons.append(self._too_few("minion", players, has["minion"], row.minions))
        elif "several" not in marks.values() and sum(has[kind] for kind in RESIDENTS) < players:
            problem = N_("{players} players need as many characters, and this script has only {has}.")
            total = sum(has[kind] for kind in RESIDENTS)
            reasons.append(Reason("TOO_FEW_CHARACTERS", text(problem, players=players, has=total)))
        return reasons

    def _setup_mark(self, character: str) -> SetupMark:
        return FACTS[character].setup_mark if character in FACTS else ""

    @staticmethod
    def _too_few(kind: CharacterType, players: int, has: int, needed: int) -> Reason:
        problem = N_("{type}: {players} players need {needed}, this script has {has}.")
        message = text(problem, players=players, needed=needed, has=has, type=text(TYPE_NAMES[kind]))
        code = "NO_" + kind.upper() if not has else "TOO_FEW_" + kind.upper()
        return Reason(code, message)


_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_CHANGE: Final = re.compile(r"([+-]\d)(?: (?:or|to) ([+-]\d))? (outsider|minion)s?")


def in_brackets(ability: str) -> SetupChange | None:
    """Read the brackets of an ability as numbers; ``None`` where they say something else, or more.

    >>> in_brackets("You think you are clever. [+1 Outsider]")
    SetupChange(outsiders=(1,), minions=0, demons=0)
    """
    found: dict[str, tuple[int, ...]] = {}
    for brackets in _BRACKETS.findall(ability):
        for part in re.split(r",|&|\band\b", brackets.replace("−", "-").replace("–", "-").casefold()):
            if part.strip() == "no demon" and "demon" not in found:
                found["demon"] = (-1,)
                continue
            change = _CHANGE.fullmatch(part.strip())
            if change is None or change[3] in found:
                return None
            first, last = int(change[1]), int(change[2] or change[1])
            between = " to " in part
            ends = (first, last) if first != last else (first,)
            found[change[3]] = tuple(range(min(ends), max(ends) + 1)) if between else ends
    if not found or len(found.get("minion", ())) > 1:
        return None
    return SetupChange(found.get("outsider", ()), found.get("minion", (0,))[0], found.get("demon", (0,))[0])


def _homebrew_from(entry: Mapping[str, Any]) -> HomebrewCharacter:
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list | tuple)}
    return HomebrewCharacter(**{**entry, **lists, "jinxes": _jinxes_from(entry["jinxes"])})


def _jinxes_from(listed: Sequence[Mapping[str, Any]]) -> tuple[HomebrewJinx, ...]:
    return tuple(HomebrewJinx(**jinx) for jinx in listed)

"""Official script files: a JSON list of ids, of characters of one's own, and of one `_meta` entry."""

import itertools
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NoReturn

from knell.engine.terms import DEMON_INFO, MINION_INFO
from knell.facts import FACTS, FORMER_IDS, CharacterType
from knell.messages import N_, Text, text
from knell.scripts.errors import ScriptError
from knell.scripts.script import (
    TYPES,
    CharacterText,
    HomebrewCharacter,
    HomebrewJinx,
    Remark,
    Script,
    ScriptKind,
)
from knell.scripts.spelling import (
    clean,
    fold,
    nearest,
    nearest_character,
    one_line,
    resolve,
    shorten,
)

__all__ = ["read_json_script"]

MOST_ENTRIES: Final = 201
MOST_PARTS: Final = 1000
"""How much one entry, or a list in it, may hold."""
LONGEST_ID: Final = 50
BEYOND_ANY_NIGHT: Final = 1_000_000
NIGHT_STEPS: Final = frozenset({"dusk", MINION_INFO, DEMON_INFO, "dawn"})

_CHARACTER_KEYS: Final = frozenset(
    {
        "id",
        "name",
        "team",
        "ability",
        "image",
        "edition",
        "flavor",
        "firstNight",
        "firstNightReminder",
        "otherNight",
        "otherNightReminder",
        "reminders",
        "remindersGlobal",
        "setup",
        "jinxes",
        "special",
    }
)


def read_json_script(
    text: str, *, source: Path | None = None, name: str = "", kind: ScriptKind = "script"
) -> Script:
    """Read an official script file. The name is for a file that gives none itself."""
    return _Reader(text, source, name, kind).read()


def _reject_constant(constant: str) -> NoReturn:
    raise ValueError(constant)


def _kind_of(value: object) -> Text:
    """Say what a JSON value is, for a sentence that says what it should have been."""
    match value:
        case None:
            return text(N_("nothing (null)"))
        case bool():
            return text(N_("true or false"))
        case int() | float():
            return text(N_("a number"))
        case str():
            return text(N_("a text"))
        case list():
            return text(N_("a list"))
        case _:
            return text(N_("an object in braces"))


def _parts_of(entry: object) -> int:
    """How many keys an entry has, or how much the longest list in it holds."""
    if not isinstance(entry, dict):
        return 0
    return max(len(entry), *(len(part) for part in entry.values() if isinstance(part, list | dict)), 0)


@dataclass(slots=True)
class _Entry:
    """One place of the list; knows where it stands, so that every complaint can say so."""

    number: int
    line: int
    value: dict[str, Any]

    @property
    def label(self) -> str:
        """What to call the entry in a sentence."""
        for key in ("name", "id"):
            value = self.value.get(key)
            if isinstance(value, str) and one_line(value):
                return shorten(value)
        return f"#{self.number}"

    def error(
        self, problem: Text, *, key: str, expected: Text | None = None, hint: Text | None = None
    ) -> ScriptError:
        return ScriptError(problem, expected=expected, hint=hint, entry=self.number, line=self.line, key=key)

    def wrong(self, key: str, expected: Text, hint: Text | None = None) -> ScriptError:
        problem = N_("“{key}” of “{label}” is {found}, where {expected} belongs.")
        message = text(
            problem, key=key, label=self.label, found=_kind_of(self.value.get(key)), expected=expected
        )
        return self.error(message, key=key, expected=expected, hint=hint)

    def need(self, key: str, hint: Text) -> str:
        if key not in self.value:
            message = text(N_("“{label}” has no “{key}”."), label=self.label, key=key)
            raise self.error(message, key=key, expected=text(N_("a text")), hint=hint)
        return self.text(key)

    def text(self, key: str) -> str:
        value = self.value.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, text(N_("a text")))
        return clean(value).strip()

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.value.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(key, text(N_("a list of texts")))
        return tuple(one_line(item) for item in value)

    def flag(self, key: str) -> bool:
        value = self.value.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, text(N_("true or false")))
        return value

    def number_at(self, key: str) -> float | None:
        value = self.value.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < BEYOND_ANY_NIGHT:
            hint = text(N_("Write it without quotation marks.")) if isinstance(value, str) else None
            raise self.wrong(key, text(N_("a number")), hint)
        return value if value > 0 else None


@dataclass(slots=True)
class _Reader:
    text: str
    source: Path | None
    name: str
    kind: ScriptKind
    author: str = ""
    meta: _Entry | None = None
    order: list[str] = field(default_factory=list)
    texts: dict[str, CharacterText] = field(default_factory=dict)
    homebrew: dict[str, HomebrewCharacter] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def read(self) -> Script:
        entries = [self.entry(*numbered) for numbered in self.entries()]
        own = {fold(self.id_of(entry)) for entry in entries if self.is_definition(entry)}
        plain = {resolve(self.id_of(entry)) for entry in entries if not self.is_definition(entry)}
        for entry in entries:
            if entry.value["id"] == "_meta":
                self.take_meta(entry)
            elif self.is_definition(entry):
                self.take_definition(entry, plain)
            else:
                self.take_id(entry, own)
        for character, times in self.copies.items():
            if times > 1:
                message = text(N_("“{id}” is listed {times} times."), id=character, times=times)
                self.remarks.append(Remark("DUPLICATE", message))
        return self.script()

    def script(self) -> Script:
        types = {
            id_: self.homebrew[id_].type if id_ in self.homebrew else FACTS[id_].type for id_ in self.order
        }
        return Script(
            name=self.name,
            author=self.author,
            kind=self.kind,
            characters=tuple(id_ for id_ in self.order if types[id_] not in ("fabled", "loric")),
            fabled=tuple(id_ for id_ in self.order if types[id_] == "fabled"),
            loric=tuple(id_ for id_ in self.order if types[id_] == "loric"),
            texts=self.texts,
            homebrew=self.homebrew,
            first_night=self.night_order("firstNight"),
            other_nights=self.night_order("otherNight"),
            house_rules=self.meta.texts("bootlegger") if self.meta else (),
            copies={id_: times for id_, times in self.copies.items() if times > 1},
            unknown=tuple(self.unknown.values()),
            remarks=tuple(self.remarks),
            source=self.source,
        )

    # The list and its entries

    def entries(self) -> list[tuple[int, int, Any]]:
        """Take the file apart into entries with their number and line."""
        try:
            data = json.loads(self.text, parse_constant=_reject_constant)
        except json.JSONDecodeError as error:
            wording = N_("This isn't valid JSON: reading stops at character {column} of this line.")
            hint = text(
                N_("Look just before that place for a comma or a quotation mark too many or too few.")
            )
            raise ScriptError(text(wording, column=error.colno), hint=hint, line=error.lineno) from None
        except (ValueError, RecursionError):
            wording = N_(
                "This isn't valid JSON: it holds a number, or lists within lists, that no script needs."
            )
            hint = text(N_("Save the script anew in your script editor."))
            raise ScriptError(text(wording), hint=hint) from None
        expected = text(N_("a list in square brackets, with one entry for each character"))
        if not isinstance(data, list):
            problem = text(
                N_("A script file is a list in square brackets, and this one is {found}."),
                found=_kind_of(data),
            )
            hint = text(N_("Put the characters into [ and ], separated by commas."))
        elif not data:
            problem = text(N_("This script is empty."))
            hint = text(N_("Add the ids of its characters, each in quotation marks."))
        elif len(data) > MOST_ENTRIES:
            wording = N_("This script has {count} entries, more than the {most} that a script may have.")
            problem = text(wording, count=len(data), most=MOST_ENTRIES)
            hint = text(N_("Split it into several scripts."))
        elif any(_parts_of(entry) > MOST_PARTS for entry in data):
            problem = text(N_("An entry of this script has more than {most} parts."), most=MOST_PARTS)
            hint = text(N_("Is it the right file?"))
        else:
            return list(zip(itertools.count(1), self.entry_lines(), data, strict=False))
        raise ScriptError(problem, expected=expected, hint=hint, line=1)

    def entry_lines(self) -> list[int]:
        """Find the line on which each entry of the list begins. The text is known to be a list by now."""
        decoder = json.JSONDecoder()
        lines: list[int] = []
        at = self.text.index("[") + 1
        while True:
            while self.text[at] in " \t\r\n,":
                at += 1
            if self.text[at] == "]":
                return lines
            lines.append(self.text.count("\n", 0, at) + 1)
            at = decoder.raw_decode(self.text, at)[1]

    def entry(self, number: int, line: int, value: Any) -> _Entry:
        if isinstance(value, str):
            value = {"id": value}
        expected = text(N_("an id in quotation marks, or an object with an “id”"))
        if not isinstance(value, dict):
            problem = N_("This entry is {found}, and no character.")
            hint = N_(
                "Write a character's id in quotation marks, or describe a character of your own in braces."
            )
            raise ScriptError(
                text(problem, found=_kind_of(value)),
                expected=expected,
                hint=text(hint),
                entry=number,
                line=line,
            )
        entry = _Entry(number, line, value)
        if "id" not in value:
            hint = N_("Add an “id”: the character's name in small letters without spaces.")
            raise entry.error(
                text(N_("This entry has no “id”.")), key="id", expected=expected, hint=text(hint)
            )
        if not isinstance(value["id"], str):
            raise entry.wrong("id", text(N_("a text")))
        if value["id"] != "_meta" and (not fold(value["id"]) or len(value["id"]) > LONGEST_ID):
            problem = N_("“{id}” can't be the id of a character.")
            hint = N_("An id is the character's name in small letters without spaces, like “fortuneteller”.")
            raise entry.error(text(problem, id=entry.label), key="id", expected=expected, hint=text(hint))
        return entry

    @staticmethod
    def id_of(entry: _Entry) -> str:
        found: str = entry.value["id"]
        return found

    @staticmethod
    def is_definition(entry: _Entry) -> bool:
        """Tell whether the entry describes a character rather than naming it."""
        return entry.value["id"] != "_meta" and len(entry.value) > 1

    def notice(self, code: str, entry: _Entry, message: Text) -> None:
        self.remarks.append(Remark(code, message, line=entry.line, entry=entry.number))

    def list_once(self, character: str) -> None:
        if character not in self.order:
            self.order.append(character)
        self.copies[character] = self.copies.get(character, 0) + 1

    # A character that is only named

    def take_id(self, entry: _Entry, own: set[str]) -> None:
        spelling = self.id_of(entry)
        key = fold(spelling)
        official = resolve(spelling)
        if key in own and official is None:
            self.copies[key] = self.copies.get(key, 0) + 1
        elif official is not None:
            if FORMER_IDS.get(key) == official:
                wording = N_("“{old}” is called “{new}” today and was read so.")
                self.notice("RENAMED", entry, text(wording, old=spelling, new=official))
            self.list_once(official)
        elif key not in self.unknown:
            self.unknown[key] = one_line(spelling)
            near = nearest_character(spelling)
            if near is None:
                wording = N_(
                    "Knell doesn't know a character “{id}”: it stays on the script, but is never dealt."
                )
                message = text(wording, id=self.unknown[key])
            else:
                wording = N_(
                    "Knell doesn't know a character “{id}”, so it is never dealt. Do you mean the {name}?"
                )
                message = text(wording, id=self.unknown[key], name=FACTS[near].name)
            self.notice("UNKNOWN_ID", entry, message)

    # A character that is described

    def take_definition(self, entry: _Entry, plain: set[str | None]) -> None:
        spelling = self.id_of(entry)
        described = self.described(entry, official=resolve(spelling))
        official = resolve(spelling)
        written = CharacterText(name=described.name, ability=described.ability, flavour=entry.text("flavor"))
        for key in sorted(entry.value.keys() - _CHARACTER_KEYS):
            message = N_("“{key}” of “{label}” says nothing to Knell and is left out.")
            self.notice("BAD_FIELD", entry, text(message, key=shorten(key), label=entry.label))
        if official is not None:
            printed = FACTS[official]
            same_name = fold(described.name) == fold(printed.name)
            taken = official in plain or official in self.texts
            if described.type == printed.type and (same_name or not taken):
                self.texts.setdefault(official, written)
                self.list_once(official)
                message = N_("{name} is the official character, shown in the words of this file.")
                self.notice("TEXT_OVERLAY", entry, text(message, name=printed.name))
                return
            message = N_("“{label}” uses the id of the official {name}; the two are kept apart.")
            self.notice("OFFICIAL_ID_REUSED", entry, text(message, label=entry.label, name=printed.name))
        self.add_homebrew(entry, official or fold(spelling), described, written)

    def add_homebrew(
        self, entry: _Entry, base: str, described: HomebrewCharacter, written: CharacterText
    ) -> None:
        key, number = base, 1
        while key in FACTS or key in self.homebrew:
            if key in self.homebrew and replace(described, id=key) == self.homebrew[key]:
                self.list_once(key)
                return
            number += 1
            key = f"{base}~{number}"
        if number > 1 and base not in FACTS:
            message = N_(
                "“{label}” has the same id as another character of this file; the two are kept apart."
            )
            self.notice("COLLISION", entry, text(message, label=entry.label))
        self.homebrew[key] = replace(described, id=key)
        self.texts[key] = written
        self.list_once(key)

    def described(self, entry: _Entry, official: str | None) -> HomebrewCharacter:
        hint = N_("A character of your own needs “id”, “name”, “team” and “ability”.")
        if official is not None:
            hint = N_(
                "For the official character write its id alone; to change its text add the missing keys."
            )
        name = one_line(entry.need("name", text(hint)))
        if not name:
            raise entry.error(text(N_("This character's “name” is empty.")), key="name", hint=text(hint))
        team = self.team(entry, entry.need("team", text(hint)))
        return HomebrewCharacter(
            id=fold(self.id_of(entry)),
            name=name,
            type=team,
            ability=entry.need("ability", text(hint)),
            reminders=entry.texts("reminders"),
            global_reminders=entry.texts("remindersGlobal"),
            changes_setup=entry.flag("setup"),
            first_night=self.night_place(entry, "firstNight"),
            other_nights=self.night_place(entry, "otherNight"),
            first_night_reminder=entry.text("firstNightReminder"),
            other_nights_reminder=entry.text("otherNightReminder"),
            jinxes=self.jinxes(entry),
            images=self.images(entry),
        )

    @staticmethod
    def team(entry: _Entry, team: str) -> CharacterType:
        for known in TYPES:
            if team == known:
                return known
        near = "traveller" if team.casefold() == "traveler" else nearest(team, TYPES)
        hint = text(N_("Write “{team}”."), team=near) if near else text(N_("Write one of these."))
        teams = ", ".join(TYPES)
        problem = N_("“{label}” is on the team “{team}”, but the teams are {teams}.")
        message = text(problem, label=entry.label, team=shorten(team), teams=teams)
        raise entry.error(message, key="team", expected=text(N_("one of {teams}"), teams=teams), hint=hint)

    def night_place(self, entry: _Entry, key: str) -> float | None:
        place = entry.number_at(key)
        if entry.value.get(key, 0) < 0:
            message = N_("“{key}” of “{label}” is below zero, which was read as not waking at all.")
            self.notice("NEGATIVE_NIGHT", entry, text(message, key=key, label=entry.label))
        return place

    def jinxes(self, entry: _Entry) -> tuple[HomebrewJinx, ...]:
        listed = entry.value.get("jinxes", [])
        if not isinstance(listed, list):
            raise entry.wrong("jinxes", text(N_("a list of objects with “id” and “reason”")))
        jinxes = []
        for item in listed:
            match item:
                case {"id": str(other), "reason": str(rule)}:
                    key = resolve(other) or fold(other)
                case _:
                    problem = N_("A jinx of “{label}” is no object with “id” and “reason”.")
                    hint = N_('Write it like {{"id": "spy", "reason": "…"}}.')
                    raise entry.error(text(problem, label=entry.label), key="jinxes", hint=text(hint))
            if key == fold(self.id_of(entry)):
                message = N_("“{label}” has a jinx with itself, which is left out.")
                self.notice("SELF_JINX", entry, text(message, label=entry.label))
            else:
                jinxes.append(HomebrewJinx(key, clean(rule).strip()))
        return tuple(jinxes)

    def images(self, entry: _Entry) -> tuple[str, ...]:
        value = entry.value.get("image", [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise entry.wrong("image", text(N_("a web address, or a list of them")))
        kept = tuple(clean(item) for item in value if item.startswith(("https://", "http://")))
        if len(kept) < len(value):
            message = N_("A picture of “{label}” has no web address and is left out.")
            self.notice("BAD_IMAGE", entry, text(message, label=entry.label))
        return kept

    # What the file says about the script itself

    def take_meta(self, entry: _Entry) -> None:
        if self.meta is not None:
            message = N_("There is a second “_meta” entry; only the first one counts.")
            self.notice("SECOND_META", entry, text(message))
            return
        hint = N_('Add the script\'s name to it, like "name": "A Quiet Village".')
        self.name = one_line(entry.need("name", text(hint))) or self.name
        self.author = one_line(entry.text("author"))
        self.meta = entry

    def night_order(self, key: str) -> tuple[str, ...]:
        if self.meta is None:
            return ()
        order: dict[str, None] = {}
        for spelling in self.meta.texts(key):
            folded = fold(spelling)
            known = resolve(spelling)
            step = folded if folded in NIGHT_STEPS or folded in self.homebrew else known
            if step is not None and (step in NIGHT_STEPS or step in self.order):
                order[step] = None
            else:
                message = N_("“{id}” in the night order “{key}” is not on this script and is left out.")
                self.notice("ORDER_UNKNOWN", self.meta, text(message, id=shorten(spelling), key=key))
        return tuple(order)


def is_json(text: str) -> bool:
    """Tell whether a text means to be JSON, right or wrong."""
    return text.lstrip().startswith(("[", "{"))

"""Official script files: a JSON list of ids, of characters of one's own, and of one `_meta` entry."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from knell.facts import FACTS, FORMER_IDS, CharacterType
from knell.messages import N_, Text, text
from knell.scripts.entries import LONGEST_ID, MOST_KEYS, Entry, kind_of, open_list
from knell.scripts.errors import ScriptError
from knell.scripts.night import INTRODUCTIONS, NIGHT_STEPS, filled_up
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

MOST_NAMES: Final = 8
"""A notice names no more than so many."""

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


@dataclass(slots=True)
class _Reader:
    text: str
    source: Path | None
    name: str
    kind: ScriptKind
    author: str = ""
    meta: Entry | None = None
    order: list[str] = field(default_factory=list)
    texts: dict[str, CharacterText] = field(default_factory=dict)
    homebrew: dict[str, HomebrewCharacter] = field(default_factory=dict)
    jinxed: dict[str, tuple[HomebrewJinx, ...]] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)
    copies: dict[str, int] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    said: set[tuple[str, int, str, str]] = field(default_factory=set)

    def read(self) -> Script:
        entries = self.entries()
        own = {fold(entry.id) for entry in entries if self.is_definition(entry)}
        plain = {resolve(entry.id) for entry in entries if not self.is_definition(entry)}
        for entry in entries:
            if entry.id == "_meta":
                self.take_meta(entry)
            elif self.is_definition(entry):
                self.take_definition(entry, plain)
            else:
                self.take_id(entry, own)
        for character, times in self.copies.items():
            if times > 1:
                message = text(N_("“{id}” is listed {times} times."), id=character, times=times)
                self.remarks.append(Remark("DUPLICATE", message))
        return self.script(tuple(_as_read(entry) for entry in entries))

    def script(self, entries: tuple[Any, ...]) -> Script:
        types = {
            id_: self.homebrew[id_].type if id_ in self.homebrew else FACTS[id_].type for id_ in self.order
        }
        characters = tuple(id_ for id_ in self.order if types[id_] not in ("fabled", "loric"))
        return Script(
            name=self.name,
            author=self.author,
            kind=self.kind,
            characters=characters,
            fabled=tuple(id_ for id_ in self.order if types[id_] == "fabled"),
            loric=tuple(id_ for id_ in self.order if types[id_] == "loric"),
            texts=self.texts,
            homebrew=self.homebrew,
            first_night=self.night_order("firstNight", characters),
            other_nights=self.night_order("otherNight", characters),
            house_rules=((*self.meta.texts("bootlegger"),) if self.meta else ()) + tuple(self.rules),
            jinxes=self.jinxed,
            logo=self.link("logo"),
            almanac=self.link("almanac"),
            copies={id_: times for id_, times in self.copies.items() if times > 1},
            unknown=tuple(self.unknown.values()),
            entries=entries,
            remarks=tuple(self.remarks),
            source=self.source,
        )

    # The list and its entries

    def entries(self) -> list[Entry]:
        """Take the file apart into entries with their number and line."""
        opened = open_list(self.text)
        self.text = opened.written
        for row in dict.fromkeys(opened.commas):
            told = text(N_("Nothing follows the comma at the end of this line; it was left out."))
            self.remarks.append(Remark("STRAY_COMMA", told, line=row))
        found = []
        for number, (line, at, value) in enumerate(opened.items, start=1):
            entry = self.entry(Entry(number, line, {}, self.note, self.text, at), value)
            if entry is not None:
                found.append(entry)
        around = {key: value for key, value in opened.around.items() if key != "id"}
        if opened.inside:
            message = N_(
                "The characters stand in “{key}”, within an object in braces, and were read from there."
            )
            first = found[0] if found else Entry(1, 1, {"id": ""}, self.note)
            self.note("WRAPPED", first, "", text(message, key=shorten(opened.inside)))
            if around and not any(entry.id == "_meta" for entry in found):
                found.insert(0, Entry(1, 1, {"id": "_meta", **around}, self.note))
        if not any(entry.id != "_meta" for entry in found):
            hint = text(N_("Add the ids of its characters, each in quotation marks."))
            raise ScriptError(text(N_("This script is empty.")), hint=hint, line=1)
        return found

    def entry(self, entry: Entry, value: Any) -> Entry | None:
        """Take an entry as it was meant; ``None`` for one that says nothing."""
        expected = text(N_("an id in quotation marks, or an object with an “id”"))
        if value is None or (isinstance(value, str | dict) and not value):
            self.note("BAD_FIELD", entry, "", text(N_("Entry {number} is empty."), number=entry.number))
            return None
        if isinstance(value, str):
            value = {"id": value}
        if not isinstance(value, dict):
            problem = N_("This entry is {found}, and no character.")
            hint = N_(
                "Write a character's id in quotation marks, or describe a character of your own in braces."
            )
            raise ScriptError(
                text(problem, found=kind_of(value)),
                expected=expected,
                hint=text(hint),
                entry=entry.number,
                line=entry.line,
            )
        if len(value) > MOST_KEYS:
            problem = N_("This entry says {count} things, and no character needs more than {most}.")
            raise ScriptError(
                text(problem, count=len(value), most=MOST_KEYS),
                hint=text(N_("Is it the right file?")),
                entry=entry.number,
                line=entry.line,
            )
        entry.value = value
        spelling = value.get("id")
        if isinstance(spelling, int | float) and not isinstance(spelling, bool):
            entry.value = {**value, "id": str(spelling)}
        elif spelling is None or spelling == "":
            self.without_id(entry, expected)
        elif not isinstance(spelling, str):
            problem = N_("“{key}” of “{label}” is {found}, where {expected} belongs.")
            message = text(
                problem, key="id", label=entry.label, found=kind_of(spelling), expected=text(N_("a text"))
            )
            raise entry.error(message, key="id", expected=text(N_("a text")))
        if entry.id != "_meta" and (not fold(entry.id) or len(entry.id) > LONGEST_ID):
            problem = N_("“{id}” can't be the id of a character.")
            hint = N_("An id is the character's name in small letters without spaces, like “fortuneteller”.")
            raise entry.error(
                text(problem, id=shorten(entry.id)), key="id", expected=expected, hint=text(hint)
            )
        return entry

    def without_id(self, entry: Entry, expected: Text) -> None:
        """Find out whom an entry without an id is about: by its name, or it is about the script."""
        name = entry.value.get("name")
        if isinstance(name, str) and fold(name):
            about_script = not entry.value.keys() & {"team", "ability"} and resolve(name) is None
            id_ = "_meta" if about_script else name
            message = N_("“{label}” has no “id”, and was read as “{id}”.")
            self.note("BAD_FIELD", entry, "id", text(message, label=entry.label, id=shorten(id_)))
            entry.value = {**entry.value, "id": id_}
            return
        hint = N_("Add an “id”: the character's name in small letters without spaces.")
        raise entry.error(text(N_("This entry has no “id”.")), key="id", expected=expected, hint=text(hint))

    @staticmethod
    def is_definition(entry: Entry) -> bool:
        """Tell whether the entry describes a character rather than naming it."""
        return entry.id != "_meta" and len(entry.value) > 1

    def note(self, code: str, entry: Entry, key: str, message: Text) -> None:
        told = (code, entry.number, key, message.in_english)
        if told not in self.said:
            self.said.add(told)
            self.remarks.append(Remark(code, message, line=entry.line_of(key), entry=entry.number))

    def notice(self, code: str, entry: Entry, message: Text) -> None:
        self.note(code, entry, "", message)

    def list_once(self, character: str) -> None:
        if character not in self.order:
            self.order.append(character)
        self.copies[character] = self.copies.get(character, 0) + 1

    # A character that is only named

    def take_id(self, entry: Entry, own: set[str]) -> None:
        spelling = entry.id
        key = fold(spelling)
        official = resolve(spelling)
        if key in own and official is None:
            self.copies[key] = self.copies.get(key, 0) + 1
        elif official is not None:
            if FORMER_IDS.get(key) == official:
                wording = N_("“{old}” is called “{new}” today and was read so.")
                self.notice("RENAMED", entry, text(wording, old=spelling, new=official))
            self.list_once(official)
        else:
            self.set_aside(entry)

    def set_aside(self, entry: Entry) -> None:
        """Keep an entry whose character's type nobody knows."""
        spelling, key = entry.id, fold(entry.id)
        if key in self.unknown:
            return
        self.unknown[key] = one_line(spelling)
        near = nearest_character(spelling)
        if near is None:
            wording = N_("Knell doesn't know a character “{id}”: it stays on the script, but is never dealt.")
            message = text(wording, id=self.unknown[key])
        else:
            wording = N_(
                "Knell doesn't know a character “{id}”, so it is never dealt. Do you mean the {name}?"
            )
            message = text(wording, id=self.unknown[key], name=FACTS[near].name)
        self.notice("UNKNOWN_ID", entry, message)

    # A character that is described

    def take_definition(self, entry: Entry, plain: set[str | None]) -> None:
        official = resolve(entry.id)
        kind = self.team(entry)
        strange = sorted(entry.value.keys() - _CHARACTER_KEYS)
        if strange:
            keys = ", ".join(f"“{shorten(key)}”" for key in strange[:MOST_NAMES])
            message = N_("What “{label}” says in {keys} means nothing to Knell; it is kept as it was.")
            self.note("BAD_FIELD", entry, strange[0], text(message, keys=keys, label=entry.label))
        if official is None and kind is None:
            self.without_team(entry)
            return
        name, ability = one_line(entry.text("name")), entry.text("ability")
        written = CharacterText(
            name=name,
            ability=ability,
            flavour=entry.text("flavor"),
            first_night=entry.text("firstNightReminder"),
            other_nights=entry.text("otherNightReminder"),
        )
        if official is not None and kind in (None, FACTS[official].type):
            same_name = not name or fold(name) == fold(FACTS[official].name)
            taken = official in plain or official in self.texts
            if kind is None or same_name or not taken:
                self.take_overlay(entry, official, written)
                return
        assert kind is not None
        if official is not None:
            message = N_("“{label}” uses the id of the official {name}; the two are kept apart.")
            named = text(message, label=entry.label, name=FACTS[official].name)
            self.notice("OFFICIAL_ID_REUSED", entry, named)
        described = self.described(entry, kind, name, ability)
        self.add_homebrew(entry, official or fold(entry.id), described, replace(written, name=described.name))

    def take_overlay(self, entry: Entry, official: str, written: CharacterText) -> None:
        """Show an official character in the words of the file."""
        self.texts.setdefault(official, written)
        self.list_once(official)
        found = self.jinxes(entry, official)
        if found:
            self.jinxed[official] = (*self.jinxed.get(official, ()), *found)
        message = N_("{name} is the official character, shown in the words of this file.")
        self.notice("TEXT_OVERLAY", entry, text(message, name=FACTS[official].name))

    def without_team(self, entry: Entry) -> None:
        """Keep what is on no team: the rule of a jinx, or a character whose type nobody knows."""
        team = entry.value.get("team")
        if isinstance(team, str) and "jinx" in team.casefold() and entry.text("ability"):
            self.rules.append(one_line(f"{entry.text('name')}: {entry.text('ability')}").removeprefix(": "))
            message = N_("“{label}” is the rule of a jinx, and was read as a rule of the house.")
            self.notice("JINX_ENTRY", entry, text(message, label=entry.label))
        elif team is None or team == "":
            self.set_aside(entry)
        else:
            self.unknown.setdefault(fold(entry.id), one_line(entry.id))
            problem = N_(
                "“{label}” is on the team “{team}”, which Knell doesn't know: it stays on the script, but is "
                "never dealt. The teams are {teams}."
            )
            told = text(problem, label=entry.label, team=shorten(str(team)), teams=_TEAMS)
            self.note("UNKNOWN_TEAM", entry, "team", told)

    def add_homebrew(
        self, entry: Entry, base: str, described: HomebrewCharacter, written: CharacterText
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

    def described(self, entry: Entry, kind: CharacterType, name: str, ability: str) -> HomebrewCharacter:
        for key, found in (("name", name), ("ability", ability)):
            if not found and isinstance(entry.value.get(key), str | None):
                message = text(N_("“{label}” has no “{key}”."), label=entry.label, key=key)
                self.note("BAD_FIELD", entry, key, message)
        return HomebrewCharacter(
            id=fold(entry.id),
            name=name or one_line(entry.id),
            type=kind,
            ability=ability,
            reminders=entry.texts("reminders"),
            global_reminders=entry.texts("remindersGlobal"),
            changes_setup=entry.flag("setup"),
            first_night=entry.number_at("firstNight"),
            other_nights=entry.number_at("otherNight"),
            first_night_reminder=entry.text("firstNightReminder"),
            other_nights_reminder=entry.text("otherNightReminder"),
            jinxes=self.jinxes(entry, fold(entry.id)),
            images=self.images(entry),
            special=self.special(entry),
        )

    def team(self, entry: Entry) -> CharacterType | None:
        """The type that a character's team means, in whatever spelling; ``None`` for no known one."""
        team = entry.value.get("team")
        if not isinstance(team, str):
            if team is not None:
                entry.wrong("team", text(N_("one of {teams}"), teams=_TEAMS))
            return None
        for known in TYPES:
            if team == known:
                return known
        plain = fold(team)
        found = next((kind for kind in TYPES if plain in (kind, kind + "s")), None)
        if plain in ("traveler", "travelers"):
            found = "traveller"
        if found is None and "jinx" not in plain:
            near = nearest(plain, TYPES)
            found = next((kind for kind in TYPES if kind == near), None)
        if found is not None:
            message = N_("“{label}” is on the team “{team}”, which was read as “{meant}”.")
            told = text(message, label=entry.label, team=shorten(team), meant=found)
            self.note("TEAM_SPELLING", entry, "team", told)
        return found

    def jinxes(self, entry: Entry, own: str) -> tuple[HomebrewJinx, ...]:
        listed = entry.value.get("jinxes") or []
        if not isinstance(listed, list):
            entry.wrong("jinxes", text(N_("a list of objects with “id” and “reason”")))
            return ()
        pairs = [
            (one["id"], one["reason"])
            for one in listed
            if isinstance(one, dict) and isinstance(one.get("id"), str) and isinstance(one.get("reason"), str)
        ]
        if len(pairs) < len(listed):
            message = N_(
                "Not every jinx of “{label}” is an object with “id” and “reason”; the others are used."
            )
            self.note("BAD_FIELD", entry, "jinxes", text(message, label=entry.label))
        jinxes = []
        for other, rule in pairs:
            key = resolve(other) or fold(other)
            if key == own:
                message = N_("“{label}” has a jinx with itself, which is left out.")
                self.note("SELF_JINX", entry, "jinxes", text(message, label=entry.label))
            else:
                jinxes.append(HomebrewJinx(key, clean(rule).strip()))
        return tuple(jinxes)

    def images(self, entry: Entry) -> tuple[str, ...]:
        value = entry.value.get("image") or []
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            entry.wrong("image", text(N_("a web address, or a list of them")))
            return ()
        kept = tuple(clean(item) for item in value if _is_address(item))
        if len(kept) < len([item for item in value if item.strip()]):
            message = N_("A picture of “{label}” has no web address and is left out.")
            self.note("BAD_IMAGE", entry, "image", text(message, label=entry.label))
        return kept

    @staticmethod
    def special(entry: Entry) -> tuple[str, ...]:
        """Name the app's features for a character; whatever else is said of them stays in the entry."""
        listed = entry.value.get("special") or []
        names = (
            [item.get("name") for item in listed if isinstance(item, dict)]
            if isinstance(listed, list)
            else []
        )
        return tuple(dict.fromkeys(one_line(name) for name in names if isinstance(name, str)))

    # What the file says about the script itself

    def take_meta(self, entry: Entry) -> None:
        if self.meta is not None:
            message = N_("There is a second “_meta” entry; only the first one counts.")
            self.notice("SECOND_META", entry, text(message))
            return
        name = one_line(entry.text("name"))
        if not name:
            told = text(N_("The script has no name."))
            if self.name:
                wording = N_("The script has no name, and is called “{name}” after its file.")
                told = text(wording, name=shorten(self.name))
            self.notice("META_NO_NAME", entry, told)
        self.name = name or self.name
        self.author = one_line(entry.text("author"))
        self.meta = entry

    def link(self, key: str) -> str:
        """An address that the file gives for the script itself."""
        if self.meta is None:
            return ""
        address = one_line(self.meta.text(key))
        if address and not _is_address(address):
            message = N_("“{key}” of the script is no web address and isn't used.")
            self.note("BAD_FIELD", self.meta, key, text(message, key=key))
            return ""
        return address

    def night_order(self, key: str, characters: Iterable[str]) -> tuple[str, ...]:
        """The author's order of the nights, filled up with those it leaves out."""
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
                told = text(message, id=shorten(spelling), key=key)
                self.note("ORDER_UNKNOWN", self.meta, key, told)
        if not order:
            return ()
        first = key == "firstNight"
        steps = INTRODUCTIONS if first else ()
        places = {
            one.id: place
            for one in self.homebrew.values()
            if (place := one.first_night if first else one.other_nights) is not None
        }
        whole = filled_up(tuple(order), (*steps, *characters), places, first=first)
        added = [one for one in whole if one not in order and one not in NIGHT_STEPS]
        if added:
            names = ", ".join(self.called(one) for one in added[:MOST_NAMES])
            if len(added) > MOST_NAMES:
                names += ", …"
            message = N_(
                "The night order “{key}” leaves out {names}: put in where the official order has them."
            )
            self.note("ORDER_MISSING", self.meta, key, text(message, key=key, names=names))
        return whole

    def called(self, step: str) -> str:
        if step in self.homebrew:
            return self.homebrew[step].name
        return FACTS[step].name if step in FACTS else step


_TEAMS: Final = ", ".join(TYPES)


def _is_address(written: str) -> bool:
    return written.strip().startswith(("https://", "http://"))


def _as_read(entry: Entry) -> Any:
    """The entry as a script file has it: an id alone is a text."""
    return entry.value["id"] if len(entry.value) == 1 else entry.value


def is_json(text: str) -> bool:
    """Tell whether a text means to be JSON, right or wrong."""
    return text.lstrip().startswith(("[", "{"))

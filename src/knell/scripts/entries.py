"""A script file taken apart: what its entries say, and on which line each of it stands."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn

from knell.messages import N_, Text, text
from knell.scripts.errors import ScriptError
from knell.scripts.spelling import clean, one_line, shorten

__all__ = ["Entry", "Opened", "open_list"]

MOST_ENTRIES: Final = 201
LONGEST_ID: Final = 120
MOST_KEYS: Final = 200
MOST_PARTS: Final = 1_000
"""How much one entry, or a list in it, may hold."""
DEEPEST: Final = 20
BEYOND_ANY_NIGHT: Final = 1_000_000
_STRAY_COMMA: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])')
_SPACE: Final = " \t\r\n"
_YES: Final = frozenset({"1", "true", "yes"})
_NO: Final = frozenset({"", "0", "false", "no"})

Say = Callable[[str, "Entry", str, Text], None]
"""Takes note of something: the code of its kind, the entry, the key, and what is said."""


def kind_of(value: object) -> Text:
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


@dataclass(slots=True)
class Entry:
    """One place of the list; knows where it stands, so that every complaint can say so.

    What is of the wrong kind is taken as what it was meant to be, or left out: both are said.
    """

    number: int
    line: int
    value: dict[str, Any]
    say: Say
    written: str = ""
    """The whole file, and where in it this entry begins."""
    at: int = 0
    _lines: dict[str, int] | None = None

    @property
    def id(self) -> str:
        """The id as the file spells it."""
        return str(self.value["id"])

    @property
    def label(self) -> str:
        """What to call the entry in a sentence."""
        for key in ("name", "id"):
            value = self.value.get(key)
            if isinstance(value, str) and one_line(value):
                return shorten(value)
        return f"#{self.number}"

    def line_of(self, key: str) -> int:
        """The line on which a key stands, or else the entry's first one."""
        if self._lines is None:
            is_object = self.written.startswith("{", self.at)
            self._lines = (
                {name: line for name, line, _at in _keys(self.written, self.at, self.line)}
                if is_object
                else {}
            )
        return self._lines.get(key, self.line)

    def error(
        self, problem: Text, *, key: str, expected: Text | None = None, hint: Text | None = None
    ) -> ScriptError:
        line = self.line_of(key)
        return ScriptError(problem, expected=expected, hint=hint, entry=self.number, line=line, key=key)

    def wrong(self, key: str, expected: Text, value: object = None) -> None:
        """Say that a value is of a kind that Knell can't use."""
        problem = N_("“{key}” of “{label}” is {found}, where {expected} belongs; it is not used.")
        found = kind_of(self.value.get(key) if value is None else value)
        message = text(problem, key=shorten(key), label=self.label, found=found, expected=expected)
        self.say("BAD_FIELD", self, key, message)

    def text(self, key: str) -> str:
        match self.value.get(key):
            case None:
                return ""
            case str(written):
                return clean(written).strip()
            case bool() | list() | dict():
                self.wrong(key, text(N_("a text")))
                return ""
            case number:
                return str(number)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.value.get(key)
        if value is None or value == "":
            return ()
        if isinstance(value, str):
            return (one_line(value),)
        if not isinstance(value, list):
            self.wrong(key, text(N_("a list of texts")))
            return ()
        found = tuple(
            one_line(item) if isinstance(item, str) else str(item)
            for item in value
            if isinstance(item, str | int | float) and not isinstance(item, bool)
        )
        odd = [item for item in value if isinstance(item, bool | list | dict)]
        if odd:
            self.wrong(key, text(N_("a list of texts")), odd[0])
        return found

    def flag(self, key: str) -> bool:
        value = self.value.get(key)
        written = str(value).strip().casefold() if isinstance(value, str | int | float) else ""
        if value is not None and (not isinstance(value, str | int | float) or written not in _YES | _NO):
            self.wrong(key, text(N_("true or false")))
        return written in _YES

    def number_at(self, key: str) -> float | None:
        """A place in the night; ``None`` for zero, for less and for what is no number."""
        value = self.value.get(key)
        if isinstance(value, str) and value.strip():
            try:
                value = float(value)
            except ValueError:
                value = self.value[key]
            else:
                message = N_("“{key}” of “{label}” is a number in quotation marks, and was read as a number.")
                self.say("TEXT_NUMBER", self, key, text(message, key=key, label=self.label))
        if value is None or value == "" or value is False:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < BEYOND_ANY_NIGHT:
            self.wrong(key, text(N_("a number")))
            return None
        if value < 0:
            message = N_("“{key}” of “{label}” is below zero, which was read as not waking at all.")
            self.say("NEGATIVE_NIGHT", self, key, text(message, key=key, label=self.label))
        return value if value > 0 else None


class Opened(NamedTuple):
    """A script file that is a list, with what stands around the list."""

    items: list[tuple[int, int, Any]]
    """Each with its line, and where in the file it begins."""
    around: dict[str, Any]
    """What the object around the list says besides, if there is one."""
    inside: str = ""
    """The key under which the list stands in that object."""
    written: str = ""
    """The file without commas that nothing follows."""
    commas: tuple[int, ...] = ()
    """The lines on which such commas stood."""


def open_list(written: str) -> Opened:
    """Take a file apart. Raises ``ScriptError`` for what is no JSON or holds no list of characters."""
    try:
        data = _parsed(written)
    except ScriptError:
        given = written
        written = _STRAY_COMMA.sub(lambda found: found[0] if found[0] != "," else " ", given)
        if written == given:
            raise
        data = _parsed(written)
        commas = tuple(_line(given, at) for at, letter in enumerate(given) if written[at] != letter)
        return _opened(written, data)._replace(written=written, commas=commas)
    return _opened(written, data)._replace(written=written)


def _opened(written: str, data: Any) -> Opened:
    start = _skip(written, 0)
    if isinstance(data, dict):
        return _unwrapped(written, data, start)
    if not isinstance(data, list):
        problem = N_("A script file is a list in square brackets, and this one is {found}.")
        hint = text(N_("Put the characters into [ and ], separated by commas."))
        raise _no_list(text(problem, found=kind_of(data)), hint)
    return Opened(_items(written, start, data), {})


def _items(written: str, start: int, data: list[Any]) -> list[tuple[int, int, Any]]:
    line = _line(written, start)
    if not data:
        hint = text(N_("Add the ids of its characters, each in quotation marks."))
        raise _no_list(text(N_("This script is empty.")), hint, line)
    if len(data) > MOST_ENTRIES:
        wording = N_("This script has {count} entries, more than the {most} that a script may have.")
        hint = text(N_("Split it into several scripts."))
        raise _no_list(text(wording, count=len(data), most=MOST_ENTRIES), hint, line)
    found: list[tuple[int, int, Any]] = []
    at, seen = _skip(written, start + 1), start
    for value in data:
        line += written.count("\n", seen, at)
        seen = at
        found.append((line, at, value))
        at = _skip(written, _DECODER.raw_decode(written, at)[1])
    return found


def _unwrapped(written: str, data: dict[str, Any], start: int) -> Opened:
    """Find the list of characters within an object that was put around it."""
    if "id" in data:
        return Opened([(_line(written, start), start, data)], {})
    places = {key: at for key, _line_of_key, at in _keys(written, start, 1)}
    lists = [
        key
        for key, value in data.items()
        if isinstance(value, list) and value and all(isinstance(item, str | dict) for item in value)
    ]
    if len(lists) == 1:
        key = lists[0]
        around = {other: value for other, value in data.items() if other != key}
        return Opened(_items(written, places[key], data[key]), around, key)
    if lists:
        problem = N_(
            "This file is an object in braces with several lists in it ({names}), so which is meant?"
        )
        names = ", ".join(f"“{shorten(key)}”" for key in lists)
        hint = N_("Put all characters of the script into one list in square brackets.")
        raise _no_list(text(problem, names=names), text(hint), _line(written, places[lists[0]]))
    problem = N_("This file is an object in braces, and no list of characters is in it.")
    hint = N_("Is it the right file? A script is a list of characters in square brackets.")
    raise _no_list(text(problem), text(hint), _line(written, start))


def _no_list(problem: Text, hint: Text, line: int = 1) -> ScriptError:
    expected = text(N_("a list in square brackets, with one entry for each character"))
    return ScriptError(problem, expected=expected, hint=hint, line=line)


# -- reading JSON ------------------------------------------------------------------------------------


class _TooMuch(Exception):  # noqa: N818 - named for what was found
    """A part that holds more than any script needs."""


def _parsed(written: str) -> Any:
    try:
        data = json.loads(written, parse_constant=_reject, parse_float=_finite)
        if isinstance(data, list):
            return data if len(data) > MOST_PARTS else [_shallow(one, DEEPEST) for one in data]
        return _shallow(data, DEEPEST)
    except _TooMuch:
        problem = text(N_("An entry of this script has more than {most} parts."), most=MOST_PARTS)
        raise ScriptError(problem, hint=text(N_("Is it the right file?")), line=1) from None
    except json.JSONDecodeError as error:
        raise _no_json(written, error) from None
    except (ValueError, RecursionError):
        wording = N_("This isn't valid JSON: it holds a number, or lists within lists, that no script needs.")
        hint = text(N_("Save the script anew in your script editor."))
        raise ScriptError(text(wording), hint=hint) from None


def _no_json(written: str, error: json.JSONDecodeError) -> ScriptError:
    """Say where it stops being JSON: where something is missing, that is behind what came last."""
    before = len(written[: error.pos].rstrip(_SPACE))
    missing = error.pos == len(written) or (
        error.msg.startswith(("Expecting ',' delimiter", "Expecting ':' delimiter", "Illegal trailing comma"))
        or (error.msg.startswith("Expecting") and written[error.pos] in "]},")
    )
    at = max(before - 1, 0) if missing else error.pos
    line = _line(written, at)
    column = at - written.rfind("\n", 0, at)
    if not missing:
        wording = N_("This isn't valid JSON: reading stops at character {column} of this line.")
        hint = N_("Look just before that place for a comma or a quotation mark too many or too few.")
    elif error.pos == len(written):
        wording = N_("This isn't valid JSON: the file stops here, in the middle of the list.")
        hint = N_("Check that it was saved completely, or add what is missing, like a closing bracket.")
    else:
        wording = N_("This isn't valid JSON: something is missing behind character {column} of this line.")
        hint = N_("Look there for a comma or a quotation mark too many or too few.")
    return ScriptError(text(wording, column=column), hint=text(hint), line=line)


def _reject(constant: str) -> NoReturn:
    raise ValueError(constant)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(number)
    return value


def _shallow(value: Any, deep: int) -> Any:
    """The value with texts that can be saved; ``ValueError`` for one that is nested too deeply.

    Half characters, which JSON can spell but nothing can save, become question marks.
    """
    if deep < 0:
        raise ValueError("too deep")
    if isinstance(value, list | dict) and len(value) > MOST_PARTS:
        raise _TooMuch
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case list():
            return [_shallow(item, deep - 1) for item in value]
        case dict():
            return {_shallow(key, 0): _shallow(item, deep - 1) for key, item in value.items()}
        case _:
            return value


_DECODER: Final = json.JSONDecoder()


def _skip(written: str, at: int) -> int:
    while at < len(written) and written[at] in " \t\r\n,":
        at += 1
    return at


def _line(written: str, at: int) -> int:
    return written.count("\n", 0, at) + 1


def _keys(written: str, start: int, line: int) -> Iterator[tuple[str, int, int]]:
    """The keys of the object that begins there, each with its line and where its value begins."""
    at, seen = _skip(written, start + 1), start
    while written[at] != "}":
        line += written.count("\n", seen, at)
        seen = at
        key, end = _DECODER.raw_decode(written, at)
        colon = _skip(written, end)
        value_at = _skip(written, colon + 1)
        yield key, line, value_at
        at = _skip(written, _DECODER.raw_decode(written, value_at)[1])

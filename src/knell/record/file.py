"""Game records: JSON lines that only grow, the header first, then one line for each entry or move."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from knell import outside
from knell.engine import CHANCE, NOBODY, STORYTELLER, OverrideRefused, SetupRefused, overrides
from knell.engine.plain import from_plain, to_plain
from knell.messages import N_, Text, text
from knell.record.automation import Automation
from knell.record.entries import ROOT, Entry, Tree, now
from knell.record.header import FORMAT, VERSION, Header
from knell.record.table import ReplayDiffers, Table
from knell.unreadable import UnreadableError

__all__ = ["FileJournal", "Record", "RecordError", "SavedGame", "load", "peek", "replay", "save"]


LARGEST: Final = 32 * 1024 * 1024
"""No game comes near so many bytes."""


class RecordError(UnreadableError):
    """A record that can't be opened to play on: where, why, and what could be saved.

    :func:`knell.words.explained` also knows the names of the game's players and characters.
    """

    def __init__(
        self,
        problem: Text,
        *,
        file: Path | None = None,
        line: int | None = None,
        expected: Text | None = None,
        saved: int | None = None,
        header: Header | None = None,
    ) -> None:
        super().__init__(problem, file=file, line=line, expected=expected)
        self.saved = saved
        """How many answers can be opened for reading with ``load(..., salvage=True)``, if any can."""
        self.header = header
        """Of the game whose players the problem may be about."""

    def _more(self) -> Iterator[Text]:
        yield from super()._more()
        if self.saved is not None:
            yield text(N_("Answers that can still be read: {count}."), count=self.saved)


# -- writing -----------------------------------------------------------------------------------------


def header_line(header: Header) -> bytes:
    """The first line of a record."""
    return _line(header.to_plain())


def entry_line(entry: Entry) -> bytes:
    """The line of one entry."""
    data: dict[str, Any] = {
        "id": entry.id,
        "parent": entry.parent,
        "at": entry.at,
        "who": entry.who,
        "asked": entry.asked,
    }
    if entry.of != STORYTELLER:
        data["of"] = "chance" if entry.of == CHANCE else entry.of
    if entry.player != NOBODY:
        data["player"] = entry.player
    if entry.override is None:
        data["answer"] = to_plain(entry.answer)
    else:
        data["override"] = {"name": entry.override.label, "arguments": to_plain(entry.override.arguments)}
    return _line(data)


def head_line(head: int, at: str) -> bytes:
    """The line that says that undo, redo or a branch has moved the head."""
    return _line({"head": head, "at": at})


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class FileJournal:
    """Writes new lines behind those that a file has, and returns when they are on the disk.

    A torn line at the end is cut off with the first writing, not before.
    """

    def __init__(self, path: Path, *, whole: int, closed: bool = True) -> None:
        self._file = path.open("r+b", buffering=0)
        self._whole = whole
        self._closed = closed

    def write(self, entries: Sequence[Entry], head: int | None = None) -> None:
        """Keep new entries, or that the head has moved. Raises ``OSError``, with nothing written."""
        lines = [entry_line(entry) for entry in entries]
        if head is not None:
            lines.append(head_line(head, now()))
        data = b"".join(lines)
        if not self._closed:
            data = b"\n" + data
        file = self._file
        try:
            if file.seek(0, os.SEEK_END) != self._whole:
                file.truncate(self._whole)
                file.seek(self._whole)
            left = memoryview(data)
            while left:
                left = left[file.write(left) or 0 :]
            os.fsync(file.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                file.truncate(self._whole)
            raise
        self._whole += len(data)
        self._closed = True

    def close(self) -> None:
        """Close the file; nothing is waiting to be written."""
        self._file.close()


def save(path: Path, header: Header, tree: Tree | None = None) -> None:
    """Write a whole record at once: it is there completely or not at all.

    Raises ``OSError`` when it can't be written, ``FileExistsError`` among them.
    """
    if path.exists():
        raise FileExistsError(path)
    lines = [header_line(header)]
    if tree is not None:
        lines += [entry_line(entry) for entry in tree.entries]
        if tree.entries and tree.head != tree.entries[-1].id:
            lines.append(head_line(tree.head, now()))
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(b"".join(lines))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names of new files on the disk, too, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# -- reading -----------------------------------------------------------------------------------------


class Record:
    """A record as it was read, not yet played."""

    __slots__ = ("closed", "header", "lines", "notices", "path", "tree", "whole")

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self.tree = Tree()
        self.lines: list[int] = []
        """For each entry, the line of the file on which it stands."""
        self.notices: list[Text] = []
        self.whole = 0
        """How many bytes the whole lines take up; what is behind them is torn."""
        self.closed = True
        """Whether the last whole line ends like a line."""


class _Damage(Exception):  # noqa: N818 - what is wrong with a line
    """One line isn't what a line must be; ``cut`` when it may only have been cut off."""

    def __init__(self, problem: Text, expected: Text | None = None, *, cut: bool = False) -> None:
        super().__init__(problem)
        self.problem = problem
        self.expected = expected
        self.cut = cut


_ENTRY_KEYS: Final = frozenset(["id", "parent", "at", "who", "asked", "of", "player", "answer", "override"])
_HEAD_KEYS: Final = frozenset(["head", "at"])
_HEADER_KEYS: Final = frozenset(
    (
        *("format", "version", "engine", "created", "title", "script", "players"),
        *("seats", "deal", "start", "seed", "jinxes", "source"),
    )
)


def peek(path: Path) -> tuple[Header, int]:
    """The header of a record, and about how many entries follow, without a look at these.

    Raises ``RecordError``.
    """
    data = _bytes(path)
    return _first_line(path, data)[0], data.count(b'\n{"id":')


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        problem = text(N_("The game can't be read: {reason}."), reason=error.strerror or str(error))
        raise RecordError(problem, file=path) from error
    if len(data) > LARGEST:
        raise RecordError(text(N_("This file is too large for a game.")), file=path)
    return data


def _first_line(path: Path, data: bytes) -> tuple[Header, RecordError | None, int]:
    """The header, what is to be said about a newer one, and where it ends."""
    first = next(_whole_lines(data), None)
    if first is None:
        raise RecordError(text(N_("This file is empty.")), file=path, line=1)
    number, line, end = first
    try:
        return *_header(line), end
    except _Damage as damage:
        raise RecordError(damage.problem, file=path, line=number, expected=damage.expected) from damage


def _read(path: Path, data: bytes) -> tuple[Record, RecordError | None]:
    """Read what can be read. A record without a header is an error right away."""
    header, newer, end = _first_line(path, data)
    record = Record(path, header)
    record.whole = end
    trouble = newer
    for number, line, end in islice(_whole_lines(data), 1, None):
        try:
            _take(record, number, line, strict=newer is None)
        except _Damage as damage:
            if damage.cut and data[end - 1 : end] != b"\n":
                break
            trouble = newer or RecordError(damage.problem, line=number, expected=damage.expected)
            break
        record.whole = end
    record.closed = data[record.whole - 1 : record.whole] == b"\n"
    if trouble is None and record.whole < len(data):
        record.notices.append(text(N_("The last line was torn and has been left out.")))
    if trouble is not None:
        trouble.file = path
    return record, trouble


def _whole_lines(data: bytes) -> Iterator[tuple[int, bytes, int]]:
    """The lines of a file with their numbers and ends; zeros at the end, left by a power cut, are none."""
    length = len(data.rstrip(b"\0"))
    start, number = 0, 1
    while start < length:
        end = data.find(b"\n", start, length)
        end = length if end < 0 else end + 1
        yield number, data[start:end], end
        start, number = end, number + 1


_DAMAGED: Final = N_("This line is damaged.")


def _json(line: bytes) -> tuple[dict[str, Any], bool]:
    """What a line holds, in words that can be shown, and whether it was anything else before."""
    problem, expected = text(_DAMAGED), text(N_("one JSON object"))
    try:
        read = outside.read_json(line.decode("utf-8"))
        data = outside.cleaned(read)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise _Damage(problem, expected, cut=True) from error
    except ValueError as error:
        unfit = text(N_("This line holds something that can't be kept: {what}."), what=str(error))
        raise _Damage(unfit, expected) from error
    if not isinstance(data, dict):
        raise _Damage(problem, expected)
    return data, data != read


def rewritten(line: bytes) -> bytes:
    """A line of a record that has been read, as Knell writes it."""
    return _line(_json(line)[0])


def _header(line: bytes) -> tuple[Header, RecordError | None]:
    """The header, and what is to be said about a newer one."""
    try:
        data, _changed = _json(line)
    except _Damage as damage:
        if damage.problem.message != _DAMAGED:
            raise
        raise _Damage(
            text(N_("This isn't a game of Knell's.")), text(N_("the header of a record"))
        ) from damage
    if data.get("format") != FORMAT or type(data.get("version")) is not int or data["version"] < 1:
        raise _Damage(text(N_("This isn't a game of Knell's.")), text(N_("the header of a record")))
    newer = None
    if data["version"] > VERSION:
        problem = N_("This game was kept by a newer Knell ({engine}); this one is {present}.")
        newer = RecordError(
            text(
                problem, engine=data.get("engine", "?"), present=Header.__dataclass_fields__["engine"].default
            ),
            line=1,
            expected=text(N_("version {version} of the record or an older one"), version=VERSION),
        )
    unknown = sorted(data.keys() - _HEADER_KEYS)
    if unknown and newer is None:
        raise _Damage(text(N_("The header holds “{key}”, which has no meaning there."), key=unknown[0]))
    try:
        return Header.from_plain(data), newer
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if newer is not None:
            raise _Damage(newer.problem, newer.expected) from error
        what = error.args[0] if error.args else ""
        raise _Damage(text(N_("The header is damaged: {what}."), what=what)) from error


def _take(record: Record, number: int, line: bytes, *, strict: bool) -> None:
    """Take one line into the record."""
    data, changed = _json(line)
    tree = record.tree
    if changed:
        problem = N_("In line {line}, characters that can't be shown have been left out.")
        record.notices.append(text(problem, line=number))
    if "head" in data:
        head = data["head"]
        _allow_only(data, _HEAD_KEYS, strict=strict)
        if type(head) is not int or head not in tree:
            raise _Damage(text(N_("The head is moved to an entry that isn't there.")), _id_up_to(tree))
        tree.move(head)
        return
    _allow_only(data, _ENTRY_KEYS, strict=strict)
    try:
        entry = _entry(data)
    except OverrideRefused as refusal:
        raise _Damage(refusal.reason) from refusal
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = error.args[0] if error.args else ""
        raise _Damage(text(N_("This entry is damaged: {what}."), what=what), text(N_("an answer"))) from error
    if entry.id != tree.next_id:
        expected = text(N_("the entry with the id {id}"), id=tree.next_id)
        raise _Damage(text(N_("The entries aren't in order.")), expected)
    if entry.parent not in tree:
        raise _Damage(text(N_("This entry follows one that isn't there.")), _id_up_to(tree))
    tree.add(entry)
    record.lines.append(number)


def _allow_only(data: Mapping[str, Any], keys: AbstractSet[str], *, strict: bool) -> None:
    unknown = sorted(data.keys() - keys)
    if unknown and strict:
        raise _Damage(text(N_("This line holds “{key}”, which has no meaning there."), key=unknown[0]))


def _id_up_to(tree: Tree) -> Text:
    return text(N_("an id from {first} to {last}"), first=ROOT, last=len(tree))


def _entry(data: Mapping[str, Any]) -> Entry:
    for key in ("at", "who", "asked"):
        if not isinstance(data[key], str):
            raise TypeError(key)
    of = data.get("of", STORYTELLER)
    numbers = (data["id"], data["parent"], data.get("player", 0), 0 if of == "chance" else of)
    if not all(type(number) is int for number in numbers):
        raise TypeError("id")
    if ("answer" in data) == ("override" in data):
        raise ValueError("answer")
    override = None
    if "override" in data:
        made = data["override"]
        if made.keys() != {"name", "arguments"}:
            raise ValueError("override")
        if not isinstance(made["name"], str) or not isinstance(made["arguments"], list):
            raise TypeError("override")
        override = overrides.read(made["name"], from_plain(made["arguments"]))
    return Entry(
        data["id"],
        data["parent"],
        data["at"],
        data["who"],
        data["asked"],
        CHANCE if of == "chance" else of,
        data.get("player", NOBODY),
        from_plain(data.get("answer")),
        override,
    )


# -- opening -----------------------------------------------------------------------------------------


class SavedGame:
    """A game that was loaded: its table, its header, and what is to be said about it."""

    def __init__(self, path: Path, header: Header, table: Table, notices: Sequence[Text] = ()) -> None:
        self.path = path
        self.header = header
        self.table = table
        self.notices = tuple(notices)

    @property
    def read_only(self) -> bool:
        """Whether it can only be looked at."""
        return self.table.read_only

    def close(self) -> None:
        """Let go of the file. What was answered is kept already."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load(path: Path, *, salvage: bool = False, automation: Automation | None = None) -> SavedGame:
    """Load a record and play it up to its head, for looking at.

    Raises ``RecordError`` for one that is damaged, newer, or doesn't fit these rules any more. With
    ``salvage``, as much of such a record as still fits is opened instead, and ``notices`` say what is wrong.
    To play on, open it through a :class:`~knell.record.store.GameStore`.
    """
    record, table = replay(path, salvage=salvage, automation=automation)
    table.read_only = True
    return SavedGame(path, record.header, table, record.notices)


def replay(
    path: Path, *, salvage: bool = False, automation: Automation | None = None, data: bytes | None = None
) -> tuple[Record, Table]:
    """Read and play a record. A table that was salvaged is read-only. Raises ``RecordError``.

    ``data`` is what the record holds, if it isn't a file; ``path`` only names it then.
    """
    record, error = _read(path, _bytes(path) if data is None else data)
    if error is None:
        try:
            return record, _table(record, automation)
        except RecordError as differs:
            error = differs
    try:
        table = _salvaged(record, automation)
    except RecordError:
        raise error from None
    if not salvage:
        error.saved = len(table.line)
        raise error
    record.notices.append(error.reason)
    return record, table


def _table(record: Record, automation: Automation | None, *, read_only: bool = False) -> Table:
    header = record.header
    try:
        start = header.begin()
    except KeyError as error:
        problem = text(N_("The script has a character that this Knell doesn't know: {id}."), id=error.args[0])
        raise RecordError(problem, file=record.path, line=1) from error
    except SetupRefused as refusal:
        raise RecordError(refusal.reason, file=record.path, line=1, header=header) from refusal
    except (TypeError, ValueError, AttributeError) as error:
        problem = text(N_("The header is damaged: {what}."), what=str(error))
        raise RecordError(problem, file=record.path, line=1) from error
    try:
        return Table(start, record.tree, seed=header.seed, automation=automation, read_only=read_only)
    except SetupRefused as refusal:
        raise RecordError(refusal.reason, file=record.path, line=1, header=header) from refusal
    except ReplayDiffers as differs:
        problem = text(
            N_("From here on the game doesn't fit these rules any more. {reason}"),
            reason=differs.reason,
        )
        expected = text(
            N_("what was answered to “{name}” under Knell {engine}"),
            name=differs.entry.asked,
            engine=header.engine,
        )
        line = record.lines[differs.entry.id - 1]
        raise RecordError(problem, file=record.path, line=line, expected=expected, header=header) from differs


def _salvaged(record: Record, automation: Automation | None) -> Table:
    """As much as still fits. Raises ``RecordError`` if nothing does."""
    while True:
        try:
            return _table(record, automation, read_only=True)
        except RecordError as error:
            differs = error.__cause__
            if not isinstance(differs, ReplayDiffers):
                raise
            record.tree.move(differs.entry.parent)

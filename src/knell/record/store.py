"""A folder of games: listed, created, opened by one process at a time, deleted."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from knell.messages import N_, text
from knell.record.automation import Automation
from knell.record.entries import now
from knell.record.file import FileJournal, Record, RecordError, SavedGame, peek, replay, save, sync_folder
from knell.record.header import Header
from knell.record.table import Table

__all__ = ["GameInUse", "GameInfo", "GameStore", "OpenGame"]

SUFFIX: Final = ".knell.jsonl"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class GameInUse(Exception):  # noqa: N818 - named for what happened
    """Another process is playing this game; ``process`` is its number, if that is known."""

    def __init__(self, name: str, process: int | None) -> None:
        super().__init__(name)
        self.name = name
        self.process = process

    def __str__(self) -> str:
        if self.process is None:
            return str(text(N_("The game {name} is open somewhere else."), name=self.name))
        problem = N_("The game {name} is open somewhere else (process {process}).")
        return str(text(problem, name=self.name, process=self.process))


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One game of a folder, as far as its first line tells."""

    name: str
    path: Path
    changed: datetime
    header: Header | None
    problem: RecordError | None
    """Why it can't be opened, as far as its first line tells."""
    answers: int
    """About how many entries it holds, undone ones among them."""
    in_use: bool


class OpenGame(SavedGame):
    """A game that this process alone plays; every answer is on the disk before the next question is seen."""

    def __init__(
        self, record: Record, table: Table, journal: FileJournal | None, lock: _Lock, name: str
    ) -> None:
        super().__init__(record.path, record.header, table, record.notices)
        self.name = name
        self._journal = journal
        self._lock = lock

    def close(self) -> None:
        """Let go of the file, so that another process may play the game."""
        self.table.read_only = True
        if self._journal is not None:
            self._journal.close()
        self._lock.release()


class GameStore:
    """The games in one folder. The folder is made when the first game is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Where the game called ``name`` is kept. Raises ``RecordError`` for what can't be a game's name."""
        if not _NAME.fullmatch(name):
            raise RecordError(text(N_("There is no game called “{name}”."), name=name))
        return self.folder / f"{name}{SUFFIX}"

    def list(self) -> list[GameInfo]:
        """All games, the one played last first."""
        found: list[GameInfo] = []
        for path in self.folder.glob(f"*{SUFFIX}"):
            name = path.name.removesuffix(SUFFIX)
            if not _NAME.fullmatch(name):
                continue
            header, answers, problem = None, 0, None
            try:
                changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                header, answers = peek(path)
            except OSError:
                continue  # deleted while we looked
            except RecordError as error:
                problem = error
            found.append(GameInfo(name, path, changed, header, problem, answers, self.in_use(name)))
        found.sort(key=lambda game: (game.changed, game.name), reverse=True)
        return found

    def create(self, header: Header, *, automation: Automation | None = None) -> OpenGame:
        """Begin a game: its file is on the disk before the first question is seen.

        Raises ``SetupRefused`` when it can't be dealt, with no file left, and ``OSError`` when it can't
        be kept.
        """
        header = replace(header, created=header.created or now())
        self.folder.mkdir(parents=True, exist_ok=True)
        name, lock = self._free_name(header.created)
        path = self.path(name)
        with contextlib.ExitStack() as undone:
            undone.callback(lock.release)
            start = header.begin()
            save(path, header)
            undone.callback(path.unlink, missing_ok=True)
            journal = FileJournal(path, whole=path.stat().st_size)
            undone.callback(journal.close)
            table = Table(start, seed=header.seed, automation=automation, journal=journal)
            undone.pop_all()
        return OpenGame(Record(path, header), table, journal, lock, name)

    def _free_name(self, created: str) -> tuple[str, _Lock]:
        """A name that no game has, and its lock."""
        first = re.sub(r"[^0-9]", "", created)[:14]
        first = f"{first[:8]}-{first[8:]}" if len(first) == 14 else "game"
        number = 1
        while True:
            name = first if number == 1 else f"{first}-{number}"
            number += 1
            try:
                lock = _Lock(self.path(name), name)
            except GameInUse:
                continue
            if not self.path(name).exists():
                return name, lock
            lock.release()

    def open(self, name: str, *, salvage: bool = False, automation: Automation | None = None) -> OpenGame:
        """Open a game to play on.

        Raises ``GameInUse`` while another process has it, and ``RecordError`` for one that can't be
        played on; with ``salvage`` as much as still fits is opened read-only instead.
        """
        path = self._existing(name)
        lock = _Lock(path, name)
        try:
            record, table = replay(path, salvage=salvage, automation=automation)
            journal = None if table.read_only else _journal(record)
        except BaseException:
            lock.release()
            raise
        table.keep_in(journal)
        table.read_only = journal is None
        return OpenGame(record, table, journal, lock, name)

    def _existing(self, name: str) -> Path:
        path = self.path(name)
        if not path.exists():
            raise RecordError(text(N_("There is no game called “{name}”."), name=name))
        return path

    def adopt(self, path: Path) -> str:
        """Take in a copy of a record from anywhere, and return the name that it has here.

        Raises ``RecordError`` for one that can't be played on, and ``OSError`` when it can't be kept.
        """
        record, table = replay(path)
        self.folder.mkdir(parents=True, exist_ok=True)
        name, lock = self._free_name(record.header.created)
        try:
            save(self.path(name), record.header, table.tree)
        finally:
            lock.release()
        return name

    def delete(self, name: str) -> None:
        """Delete a game for good.

        Raises ``GameInUse`` while somebody plays it and ``RecordError`` if it isn't there.
        """
        path = self._existing(name)
        lock = _Lock(path, name)
        try:
            path.unlink(missing_ok=True)
            sync_folder(self.folder)
        finally:
            lock.release()

    def in_use(self, name: str) -> bool:
        """Whether a process has the game open at this moment."""
        path = self.path(name)
        if not _lock_path(path).exists():
            return False
        try:
            _Lock(path, name, patient=False).release()
        except GameInUse:
            return True
        return False


def _journal(record: Record) -> FileJournal | None:
    """Where the game is kept from here on, unless its file can't be written."""
    try:
        return FileJournal(record.path, whole=record.whole, closed=record.closed)
    except OSError as error:
        problem = N_("The game can't be written and is open for reading only: {reason}.")
        record.notices.append(text(problem, reason=error.strerror or str(error)))
        return None


if sys.platform == "win32":
    import msvcrt

    def _hold(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # a byte that nobody reads
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


class _Lock:
    """A file beside the game that one process holds; the system lets go of it when that process ends."""

    def __init__(self, path: Path, name: str, *, patient: bool = True) -> None:
        self._path = _lock_path(path)
        self._descriptor = self._taken(name, 3 if patient else 1)
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, str(os.getpid()).encode())

    def _taken(self, name: str, attempts: int) -> int:
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                _hold(descriptor)
            except OSError as error:
                process = os.pread(descriptor, 20, 0) if hasattr(os, "pread") else b""
                os.close(descriptor)
                attempts -= 1
                if attempts <= 0:
                    raise GameInUse(name, int(process) if process.isdigit() else None) from error
                time.sleep(0.02)  # somebody may only be looking whether it is held
                continue
            # Whoever held it before may have removed the file that we hold now.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), self._path.stat()):
                    return descriptor
            os.close(descriptor)

    def release(self) -> None:
        """Let go."""
        if self._descriptor < 0:
            return
        if sys.platform != "win32":
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1

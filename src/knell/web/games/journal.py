"""Records in the database: each answer is a line that is on the disk before anybody sees what follows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from knell.messages import N_, text
from knell.record import Automation, Entry, Header, RecordError, Table
from knell.record.entries import now
from knell.record.file import Record, entry_line, head_line, header_line, replay
from knell.web.games.models import Game, Line

__all__ = ["DatabaseJournal", "NotKept", "begin", "lines_of", "read_record", "reopen", "write_lines"]

_NOWHERE: Final = Path("record")
MOST_AT_ONCE: Final = 100
# Written with every answer, so not by way of Django's queries, which take longer than the database does.
_LINE: Final = f"INSERT INTO {Line._meta.db_table} (game_id, number, text) VALUES (%s, %s, %s)"  # noqa: S608, SLF001
_SUMMARY: Final = f"UPDATE {Game._meta.db_table} SET changed = %s, summary = %s WHERE id = %s"  # noqa: S608, SLF001


class NotKept(OSError):  # noqa: N818 - named for what happened
    """Something couldn't be written down; the cause says why."""


def _kept(error: Exception) -> NotKept:
    return NotKept(str(error))


class _Writer:
    """Writes what all games have to keep, one after the other; what waits meanwhile is synced together.

    Waiting for the disk is what takes longest, and it takes no longer for ten games than for one.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[Callable[[], None], Future[None]]] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None

    def do(self, job: Callable[[], None]) -> None:
        """Do something to the database; it is on the disk afterwards. Raises ``NotKept``."""
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="knell-writer", daemon=True)
                self._thread.start()
        done: Future[None] = Future()
        self._jobs.put((job, done))
        done.result()

    def _work(self) -> None:
        while True:
            batch = [self._jobs.get()]
            with suppress(Empty):
                while len(batch) < MOST_AT_ONCE:
                    batch.append(self._jobs.get_nowait())
            if len(batch) > 1 and self._together(batch):
                continue
            for job, done in batch:
                try:
                    with transaction.atomic():
                        job()
                except Exception as error:  # noqa: BLE001 - whoever waits is told
                    done.set_exception(_kept(error) if isinstance(error, DatabaseError) else error)
                    connection.close()
                else:
                    done.set_result(None)

    @staticmethod
    def _together(batch: list[tuple[Callable[[], None], Future[None]]]) -> bool:
        """Do all at once; ``False``, and nothing done, when one of them can't be."""
        try:
            with transaction.atomic():
                for job, _done in batch:
                    job()
        except Exception:  # noqa: BLE001 - each is tried alone then, and its owner told
            connection.close()
            return False
        for _job, done in batch:
            done.set_result(None)
        return True


_writer: Final = _Writer()


class DatabaseJournal:
    """Keeps what a table does as lines of its game."""

    def __init__(self, game: str, written: int, summary: Callable[[], dict[str, Any]]) -> None:
        self._game = game
        self._written = written
        self._summary = summary

    def write(self, entries: Sequence[Entry], head: int | None = None) -> None:
        """Keep new entries, or that the head has moved. Raises ``OSError``, with nothing written."""
        lines = [entry_line(entry) for entry in entries]
        if head is not None:
            lines.append(head_line(head, now()))
        game, first = self._game, self._written
        summary = json.dumps(self._summary(), ensure_ascii=False)

        def write() -> None:
            write_lines(game, first, lines)
            with connection.cursor() as cursor:
                cursor.execute(_SUMMARY, [str(timezone.now().replace(tzinfo=None)), summary, game])

        _writer.do(write)
        self._written += len(lines)


def write_lines(game: str, first: int, lines: Sequence[bytes]) -> None:
    """Add lines behind the first ones of a game's record."""
    rows = [(game, number, line.decode().rstrip("\n")) for number, line in enumerate(lines, first)]
    with connection.cursor() as cursor:
        cursor.executemany(_LINE, rows)


def begin(game: str, header: Header) -> None:
    """Write the first line of a record."""
    write_lines(game, 0, [header_line(header)])


def lines_of(game: str) -> list[str]:
    """A game's record, line by line."""
    return list(Line.objects.filter(game_id=game).order_by("number").values_list("text", flat=True))


def reopen(
    game: str, *, salvage: bool = False, automation: Automation | None = None
) -> tuple[Record, Table, int]:
    """Read and play a game's record, and say how many lines it has.

    A line here is written whole or not at all: a last one that looks torn is damaged like any other. Raises
    ``RecordError``.
    """
    numbers, lines = _numbered(game)
    data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
    gap = next((place for place, number in enumerate(numbers) if place != number), None)
    if gap is not None and not salvage:
        raise RecordError(text(N_("A line of the game is missing.")), line=gap + 1)
    if gap is not None:
        data = "".join(f"{line}\n" for line in lines[:gap]).encode("utf-8", "replace")
    record, table = read_record(data, salvage=salvage, automation=automation)
    return record, table, len(lines)


def _numbered(game: str) -> tuple[list[int], list[str]]:
    found = list(Line.objects.filter(game_id=game).order_by("number").values_list("number", "text"))
    return [number for number, _line in found], [line for _number, line in found]


def read_record(
    data: bytes, *, salvage: bool = False, automation: Automation | None = None
) -> tuple[Record, Table]:
    """Read and play a record that isn't a file here. Raises ``RecordError``."""
    try:
        return replay(_NOWHERE, salvage=salvage, automation=automation, data=data)
    except RecordError as error:
        error.file = None
        raise

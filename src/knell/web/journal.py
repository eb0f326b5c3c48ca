"""Records in the database: each answer is a line that is on the disk before anybody sees what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from django.db import DatabaseError, transaction
from django.utils import timezone

from knell.record import Automation, Entry, Header, RecordError, Table
from knell.record.entries import now
from knell.record.record import Record, entry_line, head_line, header_line, replay
from knell.web.models import Game, Line

__all__ = ["DatabaseJournal", "NotKept", "begin", "lines_of", "read_record", "reopen", "write_lines"]

_NOWHERE: Final = Path("record")


class NotKept(OSError):  # noqa: N818 - named for what happened
    """Something couldn't be written down; the cause says why."""


def _kept(error: DatabaseError) -> NotKept:
    return NotKept(str(error))


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
        try:
            with transaction.atomic():
                write_lines(self._game, self._written, lines)
                Game.objects.filter(id=self._game).update(changed=timezone.now(), summary=self._summary())
        except DatabaseError as error:
            raise _kept(error) from error
        self._written += len(lines)


def write_lines(game: str, first: int, lines: Sequence[bytes]) -> None:
    """Add lines behind the first ones of a game's record."""
    Line.objects.bulk_create(
        Line(game_id=game, number=number, text=line.decode().rstrip("\n"))
        for number, line in enumerate(lines, first)
    )


def begin(game: str, header: Header) -> None:
    """Write the first line of a record."""
    write_lines(game, 0, [header_line(header)])


def lines_of(game: str) -> list[str]:
    """A game's record, line by line."""
    return list(Line.objects.filter(game_id=game).order_by("number").values_list("text", flat=True))


def reopen(
    game: str, *, salvage: bool = False, automation: Automation | None = None
) -> tuple[Record, Table, int]:
    """Read and play a game's record. Raises ``RecordError``."""
    lines = lines_of(game)
    record, table = read_record("\n".join(lines).encode(), salvage=salvage, automation=automation)
    return record, table, len(lines)


def read_record(
    data: bytes, *, salvage: bool = False, automation: Automation | None = None
) -> tuple[Record, Table]:
    """Read and play a record that isn't a file here. Raises ``RecordError``."""
    try:
        return replay(_NOWHERE, salvage=salvage, automation=automation, data=data)
    except RecordError as error:
        error.file = None
        raise

"""The games that are open in this process, each with its table and a lock."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock, RLock
from typing import Any, Final, NamedTuple

from django.db import DatabaseError, transaction
from django.http import Http404

from knell.engine import Phase
from knell.facts import FACTS
from knell.record import KNELL, Automation, Header, RecordError, Table
from knell.scripts import Script
from knell.seats import ALOUD, TownView, moment_of, reveal_view
from knell.texts import _
from knell.web.games import journal
from knell.web.games.models import Game, Note, Setting
from knell.words import Words, explained

__all__ = ["KNELL", "NoSuchGame", "Playing", "Town", "WrittenNote", "forget", "playing", "summary"]

MOST_OPEN: Final = 400
"""Games that are kept in memory; another one makes the one unused for longest go."""


FIRST_NIGHT: Final = 2
"""Its fall, as ``moment_of`` numbers it: nobody has to be told of it."""


class NoSuchGame(Http404):
    """There is no game with that id."""


class WrittenNote(NamedTuple):
    """A note of the Storyteller's."""

    id: int
    entry: int
    player: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Town:
    """What everybody may know of a game, and nothing else."""

    slug: str
    title: str
    view: TownView
    words: Words
    version: str
    reveal: Mapping[str, Any] | None
    timer: float | None = None
    """When the time that the Storyteller gave is over, in seconds since 1970."""
    drawn: dict[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    """What windows are sent of it, by language: drawn once for all of them."""


class _Versions:
    """Numbers that only grow: how often a server was started, and in its lower digits what it has counted."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last: int | None = None

    def next(self) -> int:
        """The next one."""
        with self._lock:
            if self._last is None:
                self._last = self._start() << 32
            self._last += 1
            return self._last

    @staticmethod
    def _start() -> int:
        """Which start of a server this is, kept for the next."""
        with transaction.atomic():
            row, _new = Setting.objects.get_or_create(name=_STARTS, defaults={"value": _FIRST_START})
            row.value = int(row.value) + 1
            row.save(update_fields=["value"])
        return int(row.value)

    def forget(self) -> None:
        """As if the server were started again."""
        with self._lock:
            self._last = None


_STARTS: Final = "starts"
_FIRST_START: Final = 1024
"""Versions were times once, in thousandths of a second; for tabs that were open then, these are greater."""
_versions: Final = _Versions()


@dataclass(slots=True)
class Playing:
    """One open game. Whoever looks at it or changes it holds its lock."""

    id: str
    town: str
    header: Header
    table: Table
    script: Script
    title: str
    handout: dict[str, Any]
    notes: list[WrittenNote]
    confirmed_at: int | None
    stage: int
    notices: list[str]
    """What was wrong with the record when it was opened."""
    draft: str | None = None
    said: int = FIRST_NIGHT
    """The last dusk or dawn that was said aloud, as :func:`knell.seats.moment_of` numbers them."""
    heard_of: set[tuple[int, int]] = field(default_factory=set)
    """Those that were said since the game was opened, each with the entry before it."""
    cache: dict[str, Any] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)
    timer: float | None = None
    """When the time is over that the town has, in seconds since 1970."""
    version: int = field(default_factory=_versions.next)
    """Grows with every change, and from one start of the server to the next, whatever the clock says."""

    @property
    def words(self) -> Words:
        """What people and characters are called at this moment."""
        return Words.of(self.table.game, self.header.character_names())

    @property
    def state(self) -> str:
        """Names the state that a form was made for."""
        return str(self.table.head)

    @property
    def to_say(self) -> int | None:
        """The dusk or dawn that the Storyteller is to say aloud before the game goes on, if there is one."""
        question, now, following = self.table.question, moment_now(self.table), self.said + 1
        if question is None or now < following:
            return None
        undecided = self.table.game.phase is Phase.DAY and question.name not in ALOUD
        return None if undecided and now == following else following

    def keep_up(self) -> None:
        """Follow the table: what was undone hasn't been said, and who acts by day has heard of the dawn."""
        before = self.said
        marks = self._marks()
        self.said = max(min(before, max(marks, default=0)), moment_of_the_last_action(self.table))
        while (entry := marks.get(self.said + 1)) is not None and (self.said + 1, entry) in self.heard_of:
            self.said += 1  # done again
        if self.said < before:
            with suppress(DatabaseError):  # what was undone is safe; this is asked for once more then
                Game.objects.filter(id=self.id).update(said=self.said)

    def say(self) -> None:
        """The Storyteller has said the dusk or dawn that was to be said."""
        moment = self.to_say
        assert moment is not None, "asked only when there is one"
        Game.objects.filter(id=self.id).update(said=moment)
        self.heard_of.add((moment, self._marks()[moment]))
        self.said = moment

    def _marks(self) -> dict[int, int]:
        """Every dusk and dawn so far, with the entry before it."""
        return {moment_of(heard): heard.entry for heard in self.table.events() if heard.public is not None}

    @property
    def covered(self) -> bool:
        """Whether the device is going around: whoever holds it sees no more than their own token."""
        return self.handout.get("at") is not None

    @property
    def begun(self) -> bool:
        """Whether the first night has come."""
        return self.table.game.phase is not Phase.SETUP

    @property
    def confirmed(self) -> bool:
        """Whether the game is over and the Storyteller has said so."""
        return self.table.over and self.confirmed_at == self.table.head

    def changed(self) -> None:
        """Something is different now."""
        self.version = _versions.next()
        self.cache.clear()
        self.keep_up()

    def public(self) -> TownView:
        """What everybody may know; the end only once it is confirmed."""
        table = self.table
        if table.over and not self.confirmed and table.line:
            known: TownView | None = self.cache.get("before the end")
            if known is None:
                known = TownView.of(table.fork(table.line[-1].parent), self.said)
                self.cache["before the end"] = known
            return known
        return TownView.of(table, self.said)

    def revealed(self) -> dict[str, Any] | None:
        """As much of the reveal as the Storyteller has shown to everybody."""
        if not self.confirmed or self.stage < 1:
            return None
        whole = reveal_view(self.table)
        shown = {key: whole[key] for key in ("winner", "winners", "reason", "players", "names", "bluffs")}
        shown["log"] = [said for said in whole["log"] if said["number"] < self.stage]
        shown["stage"] = self.stage
        return shown


def moment_now(table: Table) -> int:
    """The last dusk or dawn that the game has come to."""
    return next((moment_of(h) for h in reversed(table.events()) if h.public is not None), FIRST_NIGHT)


def moment_of_the_last_action(table: Table) -> int:
    """The dusk or dawn before the last thing that was done by day in the sight of everybody."""
    done = next((e for e in reversed(table.line) if e.override is None and e.asked in ALOUD), None)
    if done is None:
        return FIRST_NIGHT
    before = (h for h in reversed(table.events()) if h.public is not None and h.entry < done.id)
    return next((moment_of(heard) for heard in before), FIRST_NIGHT)


def summary(table: Table) -> dict[str, Any]:
    """What lists of games say about one."""
    game = table.game
    return {
        "phase": game.phase.name.lower(),
        "number": game.night,
        "players": len(game.ring),
        "living": game.living.bit_count() if game.characters else len(game.ring),
        "dead": [not game.living >> p & 1 for p in game.ring] if game.characters else [],
        "winner": None if table.outcome is None else table.outcome.winner,
        "to_come": len(game.agenda),
    }


class _Slot:
    """Where one game is kept while it is being opened."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.playing: Playing | None = None


_slots: OrderedDict[str, _Slot] = OrderedDict()
_guard: Final = Lock()


def _slot(game: str) -> _Slot:
    with _guard:
        slot = _slots.get(game)
        if slot is None:
            slot = _slots[game] = _Slot()
            while len(_slots) > MOST_OPEN:
                oldest = next(iter(_slots))
                if not _idle(_slots[oldest]):
                    _slots.move_to_end(oldest)
                    break
                del _slots[oldest]
        _slots.move_to_end(game)
        return slot


def _idle(slot: _Slot) -> bool:
    """Whether nobody is using a game at this moment."""
    if slot.lock.locked():
        return False
    opened = slot.playing
    if opened is None:
        return True
    if not opened.lock.acquire(blocking=False):
        return False
    opened.lock.release()
    return True


def get(game: str) -> Playing:
    """The open game of that id; it is opened if need be.

    Raises ``NoSuchGame``, and ``RecordError`` for a record that can't be read at all.
    """
    slot = _slot(game)
    with slot.lock:
        if slot.playing is None:
            try:
                slot.playing = _open(game)
            except BaseException:
                forget(game)
                raise
        return slot.playing


@contextmanager
def playing(game: str) -> Iterator[Playing]:
    """The open game of that id, for this thread alone until the end of the block."""
    opened = get(game)
    with opened.lock:
        yield opened


def forget(game: str) -> None:
    """Close a game; whoever needs it next opens it anew."""
    with _guard:
        _slots.pop(game, None)


def forget_start() -> None:
    """Count versions on as another start of the server would."""
    _versions.forget()


def _open(game: str) -> Playing:
    row = Game.objects.filter(id=game).first()
    if row is None:
        raise NoSuchGame(game)
    automation = _automation(row.automation)
    notices: list[str] = []
    try:
        record, table, written = journal.reopen(game, automation=automation)
    except RecordError as error:
        record, table, written = journal.reopen(game, salvage=True, automation=automation)
        table.read_only = True
        notices.append(explained(error))
    opened = Playing(
        id=row.id,
        town=row.town,
        header=record.header,
        table=table,
        script=_script(record.header),
        title=row.title,
        handout=dict(row.handout),
        notes=[
            WrittenNote(n.id, n.entry, n.player, n.text, n.at)
            for n in Note.objects.filter(game_id=game).order_by("id")
        ],
        confirmed_at=row.confirmed,
        stage=row.stage,
        notices=notices,
        draft=row.draft_id,
        said=row.said if row.said is not None else moment_now(table),
    )
    opened.keep_up()
    if not table.read_only:
        table.keep_in(journal.DatabaseJournal(game, written, lambda: summary(opened.table)))
    return opened


def _automation(data: dict[str, str]) -> Automation:
    try:
        return Automation.from_plain(data) if data else Automation()
    except ValueError:
        return Automation()


def _script(header: Header) -> Script:
    """The script with what its author wrote, as far as the record has it."""
    if header.source is not None:
        try:
            return Script.from_data(header.source)
        except (KeyError, TypeError, ValueError, AttributeError):
            pass
    known = tuple(i for i in header.script.characters if i in FACTS)
    return Script(header.script.name or _("A script"), header.script.author, "script", known)

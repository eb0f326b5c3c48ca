"""Playing along a line of entries: the rules are run up to the first question without an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from knell.engine import (
    AT_RANDOM,
    Event,
    Game,
    GameOver,
    Mask,
    OverrideRefused,
    Phase,
    PlayerId,
    Question,
    SetupRefused,
    StepOver,
    clock,
    hand,
)
from knell.engine.events import DayBegan, NightBegan
from knell.messages import N_, Text, text
from knell.record.entries import ROOT, Entry, Tree
from knell.record.legal import IllegalAnswer, settled, why_no_override

__all__ = ["Heard", "Playback", "Public", "ReplayDiffers", "public_facts"]


class ReplayDiffers(Exception):  # noqa: N818 - named for what happened
    """An entry doesn't fit any more: other rules ask something else there, or refuse the answer."""

    def __init__(self, entry: Entry, reason: Text) -> None:
        super().__init__(f"entry {entry.id}: {reason.in_english}")
        self.entry = entry
        self.reason = reason


class Public(NamedTuple):
    """What lay open at a moment between day and night, and what everybody had been told of themselves."""

    ring: tuple[PlayerId, ...]
    names: tuple[str, ...]
    living: Mask
    ghost_votes: Mask
    travellers: Mapping[PlayerId, str]
    told: Mapping[PlayerId, tuple[str, bool]]
    """Character and side (evil or not). Not public: each player knows their own."""


class Heard(NamedTuple):
    """An event and the moment at which it was heard."""

    event: Event
    step: int
    """Counts the steps of the game, changes by hand among them."""
    name: str
    """The step of the agenda that was running; empty for a change by hand between steps."""
    phase: Phase
    night: int
    entry: int
    """The last entry before it, or ``ROOT``."""
    public: Public | None
    """With ``night`` and ``day`` events only."""


class _Pending(Exception):  # noqa: N818 - not an error, it stops a run
    """There is no answer for this question yet."""

    def __init__(self, question: Question) -> None:
        self.question = question


class _ComesBefore(Exception):  # noqa: N818 - not an error, it stops a run
    """The next entry is a change by hand that belongs before the running step."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry


class _Elsewhere(Exception):  # noqa: N818 - not an error, it stops a run
    """A change that was tried out before its step asks something itself, or makes the step ask less."""


class _Point:
    """A whole position between two steps, and how far the line had come."""

    __slots__ = ("game", "heard", "steps", "used")

    def __init__(self, used: int, heard: int, steps: int, game: Game | None) -> None:
        self.used = used
        self.heard = heard
        self.steps = steps
        self.game = game


_MAY_FALL_AWAY: Final = ("tiebreak", "registers")
"""Rulings that older rules asked for where nothing depends on them."""
_RECENT: Final = 24
_SPARSE: Final = 8
"""Of positions older than the recent ones every eighth is kept; the others are played again when needed."""


def _look_only(_game: Game, question: Question) -> Any:
    """Answer what bringing a finished position up to date may ask: as the rules suggest."""
    value = question.default
    return question.options[0] if value is AT_RANDOM else value


class Playback:
    """A game along one line of entries, with the whole positions on the way and everything that was heard.

    ``question`` is the first one that the line has no answer for, ``game`` the position in which it is asked.
    A change by hand takes effect where the game stands. When the running step has changed nothing so far,
    that is before the step, whose questions then fit what was changed; otherwise it is at the open question,
    whose options stay as they were.
    """

    def __init__(self, start: Game, tree: Tree) -> None:
        self.tree = tree
        self.line: list[Entry] = tree.path(tree.head)
        self.events: list[Heard] = []
        self.question: Question | None = None
        self.game = start
        self._checked = 0
        self._late: set[int] = set()
        self._passed_over: set[int] = set()
        self._points = [_Point(0, 0, 0, _at_rest(start.copy()))]
        # What belongs to the unit, a step or a change by hand, that is being run:
        self._running = start
        self._base: Game | None = None
        self._early: list[Entry] = []
        self._next = 0
        self._counted = 0
        self._trying = False
        self.play()

    def fork(self, tree: Tree) -> Playback:
        """The same line, to be played on by itself, with ``tree`` for what is added."""
        new = copy(self)
        vars(new).update(
            tree=tree,
            line=self.line.copy(),
            events=self.events.copy(),
            _late=self._late.copy(),
            _passed_over=self._passed_over.copy(),
            _early=[],
            _points=[_Point(p.used, p.heard, p.steps, p.game) for p in self._points],
        )
        return new

    @property
    def in_step(self) -> tuple[Entry, ...]:
        """The entries that the running step has taken so far."""
        return tuple(self.line[self._points[-1].used :])

    # -- the line --------------------------------------------------------------------------------

    def give(self, entry: Entry) -> None:
        """Put an entry behind the line and play on; whatever goes wrong, it wasn't given then.

        The answer is one that has been found legal. Raises whatever the rules do.
        """
        self.tree.add(entry)
        self.line.append(entry)
        if entry.override is None:
            self._checked = len(self.line)
        try:
            self._run()
        except BaseException:
            self.take_back(len(self.line) - 1)
            raise
        self._checked = len(self.line)

    def take_back(self, length: int) -> None:
        """Forget the last entries, which nobody has accepted."""
        while len(self.line) > length:
            self._late.discard(self.line.pop().id)
            self.tree.drop_last()
        self._rewind(length)
        self._run()

    def go_to(self, line: list[Entry]) -> None:
        """Play another line instead.

        Raises ``ReplayDiffers`` for one that doesn't fit; the game stands where it stood then.
        """
        old, shared = self.line, _shared(self.line, line)
        self.line = line
        self._checked = min(self._checked, shared)
        self._rewind(shared)
        try:
            self.play()
        except BaseException:
            self.line = old
            self._rewind(shared)
            self._run()
            raise

    # -- running the rules -----------------------------------------------------------------------

    def _rewind(self, used: int) -> None:
        """Go back to the last whole position that is kept and has used no more of the line."""
        points = self._points
        while points[-1].used > used or points[-1].game is None:
            points.pop()

    def play(self) -> None:
        """Play on with entries that may come from other rules, where anything can go wrong.

        Raises ``ReplayDiffers`` for the entry at which it did.
        """
        try:
            self._run()
        except ReplayDiffers:
            raise
        except (OverrideRefused, SetupRefused) as refusal:
            if not self._next:
                raise
            raise ReplayDiffers(self.line[self._next - 1], refusal.reason) from refusal
        except Exception as error:
            if not self._next:
                raise
            reason = text(N_("The rules can't go on from there: {error}."), error=repr(error))
            raise ReplayDiffers(self.line[self._next - 1], reason) from error

    def _run(self) -> None:
        """Play from the last whole position until an answer is missing or the game is over."""
        while True:
            point = self._points[-1]
            position = point.game
            assert position is not None, "the last position is always kept"
            if not position.agenda:
                if point.used < len(self.line):
                    raise ReplayDiffers(self.line[point.used], text(N_("The game is over before that.")))
                self.question, self.game = None, position
                del self.events[point.heard :]
                break
            try:
                finished = self._unit(point, position)
            except _Pending as pending:
                self.question, self.game = pending.question, _at_rest(self._running)
                break
            self._reach(finished)
        self._checked = len(self.line)

    def _unit(self, point: _Point, position: Game) -> Game:
        """Run the next step, or the change by hand that comes before it."""
        self._early = []
        while True:
            try:
                return self._step(point, position)
            except _ComesBefore as met:
                if self._next == point.used:
                    return self._change(point, position, met.entry)
                self._early.append(met.entry)
            except (ReplayDiffers, OverrideRefused, GameOver, StepOver, _Elsewhere):
                if self._all_early_passed():
                    raise
                # The step would be another one, so the change takes effect at the question instead.
                self._late.add(self._early.pop().id)

    def _begin(self, point: _Point, position: Game) -> Game:
        del self.events[point.heard :]
        self._next = point.used
        self._counted = point.steps
        running = position.copy()
        running.decide = self._decide
        running.listen = self._hear
        self._running = running
        return running

    def _step(self, point: _Point, position: Game) -> Game:
        running = self._begin(point, position)
        self._base = position
        if self._early:
            self._trying = True
            try:
                for entry in self._early:
                    _apply(running, entry)
                running.settle()
            finally:
                self._trying = False
            self._base = running.copy()
        clock.step(running)
        if not self._all_early_passed():
            raise _Elsewhere
        return running

    def _all_early_passed(self) -> bool:
        """Whether the step has come as far as it had when the changes were made that now come before it."""
        return not self._early or self._next > self.line.index(self._early[-1])

    def _change(self, point: _Point, position: Game, entry: Entry) -> Game:
        running = self._begin(point, position)
        self._base = None
        self._next += 1
        try:
            _apply(running, entry)
            if running.dirty:
                running.settle()
        except (GameOver, StepOver):
            pass
        return running

    def _reach(self, game: Game) -> None:
        """A step is finished: the position is whole again."""
        points = self._points
        point = _Point(self._next, len(self.events), points[-1].steps + 1, _at_rest(game))
        if points[-1].used == point.used:
            points[-1] = point
            return
        points.append(point)
        old = len(points) - 1 - _RECENT
        if old > 0 and old % _SPARSE:
            points[old].game = None

    def _decide(self, game: Game, question: Question) -> Any:
        """Answer a question from the line; changes by hand that come first are made on the way."""
        line = self.line
        if self._trying:
            raise _Elsewhere
        while self._next < len(line):
            entry = line[self._next]
            if entry.override is None:
                if entry.id in self._passed_over or self._is_not_asked(question, entry):
                    self._next += 1
                    continue
                if self._next >= self._checked or self._early:
                    _check(game, question, entry)
                self._next += 1
                return entry.answer
            if any(entry is early for early in self._early):
                self._next += 1
                continue
            if self._comes_before(entry, game):
                raise _ComesBefore(entry)
            self._next += 1
            _apply(game, entry)
        # Asking for it brings what follows from a change by hand up to date.
        _ = game.poisoned
        raise _Pending(question)

    def _is_not_asked(self, question: Question, entry: Entry) -> bool:
        """Whether an entry answers what older rules asked in front of this question, and these don't."""
        if entry.asked not in _MAY_FALL_AWAY or self._next < self._checked or _fits(question, entry):
            return False
        following = next((e for e in self.line[self._next + 1 :] if e.override is None), None)
        if following is not None and not _fits(question, following):
            return False
        self._passed_over.add(entry.id)
        return True

    def _comes_before(self, entry: Entry, game: Game) -> bool:
        """Whether a change by hand belongs before the running step instead of at its open question."""
        if self._base is None or entry.id in self._late:
            return False
        assert entry.override is not None
        if self._next > self._points[-1].used and entry.override.asks_nothing:
            return False
        return _untouched(self._base, game)

    def _hear(self, event: Event) -> None:
        game = self._running
        entry = self.line[self._next - 1].id if self._next else ROOT
        public = public_facts(game) if isinstance(event, NightBegan | DayBegan) else None
        self.events.append(Heard(event, self._counted, game.in_step, game.phase, game.night, entry, public))


def _at_rest(game: Game) -> Game:
    game.decide = _look_only
    game.listen = None
    return game


def _apply(game: Game, entry: Entry) -> None:
    assert entry.override is not None
    reason = why_no_override(game, entry.override)
    if reason is not None:
        raise OverrideRefused(reason)
    hand.apply(game, entry.override)


def _fits(question: Question, entry: Entry) -> bool:
    return (question.name, question.who, question.player) == (entry.asked, entry.of, entry.player)


def _check(game: Game, question: Question, entry: Entry) -> None:
    """Whether an entry of an earlier sitting answers this question. Raises ``ReplayDiffers``.

    Files of before answers were settled may hold a pair in the other order. It is played as it was given: the
    order may have decided who died first, and what follows in the file was recorded behind it.
    """
    if not _fits(question, entry):
        reason = text(N_("Another question is asked there now: {name}."), name=question.name)
        raise ReplayDiffers(entry, reason)
    try:
        settled(game, question, entry.answer)
    except IllegalAnswer as illegal:
        raise ReplayDiffers(entry, illegal.reason) from illegal


def public_facts(game: Game) -> Public:
    """What lies open in a position by day, or before the first night."""
    travellers = {p: game.characters[p].id for p in game.ring if game.travellers >> p & 1}
    return Public(game.ring, game.names, game.living, game.ghost_votes, travellers, dict(game.told))


def _untouched(before: Game, now: Game) -> bool:
    """Whether a step has changed nothing yet that a change by hand would see."""
    return _looked_at(before) == _looked_at(now)


def _looked_at(game: Game) -> tuple[Any, ...]:
    """What changes by hand see; being woken, and what was said in the step, isn't part of it."""
    return (
        (game.phase, game.night, game.everyone, game.ring, game.dead, game.feigned, game.ghost_votes),
        (game.evil, game.characters, game.believed, game.told, game.tokens),
        [ability._replace(due=False) for ability in game.abilities.values()],
        (game.tonight_deaths, game.executions, game.day_over, game.about_to_die),
        (game.nominators, game.nominees, game.calls, game.uses),
    )


def _shared(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two lines have in common."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a.id != b.id:
            break
        count += 1
    return count

"""A live game: the rules are run up to the first question without an answer, and wait there."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Final, NamedTuple, Protocol

from knell.engine import (
    AT_RANDOM,
    CHANCE,
    SKIP,
    Event,
    Game,
    GameOver,
    Kind,
    Mask,
    Outcome,
    Override,
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
from knell.engine.options import sample
from knell.messages import N_, Text, text
from knell.record.automation import Automation, Level
from knell.record.entries import KNELL, ROOT, Branch, Entry, Tree, now
from knell.record.legal import IllegalAnswer, why_illegal, why_no_override

__all__ = [
    "BY_STORYTELLER",
    "Heard",
    "Journal",
    "Public",
    "ReadOnly",
    "ReplayDiffers",
    "Table",
    "public_facts",
]

BY_STORYTELLER: Final = "storyteller"
"""Who gives an answer unless it is said otherwise."""


class ReplayDiffers(Exception):  # noqa: N818 - named for what happened
    """An entry doesn't fit any more: other rules ask something else there, or refuse the answer."""

    def __init__(self, entry: Entry, reason: Text) -> None:
        super().__init__(f"entry {entry.id}: {reason.in_english}")
        self.entry = entry
        self.reason = reason


class ReadOnly(Exception):  # noqa: N818 - named for what happened
    """A game that can only be looked at was to be played on."""


class Journal(Protocol):
    """Where a table writes down what happens before anybody sees what follows from it."""

    def write(self, entries: Sequence[Entry], head: int | None = None) -> None:
        """Keep new entries, or that the head has moved; return when they are safe.

        Raises ``OSError`` when they can't be kept, with nothing written.
        """


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


_RECENT: Final = 24
_SPARSE: Final = 8
"""Of positions older than the recent ones every eighth is kept; the others are played again when needed."""
_MOST_AUTOMATIC: Final = 2000
"""After so many automatic answers in a row a person is asked, so that no game runs away."""


def _look_only(_game: Game, question: Question) -> Any:
    """Answer what bringing a finished position up to date may ask: as the rules suggest."""
    value = question.default
    return question.options[0] if value is AT_RANDOM else value


class Table:
    """A live game from its start on, with everything that was answered, undone and branched off.

    ``start`` is a game as :func:`knell.engine.seat` or :func:`~knell.engine.deal` gives it, before its
    first step. ``tree`` holds entries of an earlier sitting; they are checked while they are played
    again, and ``ReplayDiffers`` tells the first that doesn't fit. A ``journal`` is told of every new
    entry before what follows from it can be seen; when it fails, the entry hasn't been given.

    A change by hand takes effect where the game stands. When the running step has changed nothing so
    far, that is before the step, whose questions then fit what was changed; otherwise it is at the
    open question, whose options stay as they were.
    """

    def __init__(
        self,
        start: Game,
        tree: Tree | None = None,
        *,
        seed: int = 0,
        automation: Automation | None = None,
        journal: Journal | None = None,
        read_only: bool = False,
        now: Callable[[], str] = now,
    ) -> None:
        self.seed = seed
        self.automation = Automation() if automation is None else automation
        self.read_only = read_only
        self._journal = journal
        self._now = now
        self._tree = Tree() if tree is None else tree
        self._line: list[Entry] = self._tree.path(self._tree.head)
        self._checked = 0
        self._late: set[int] = set()
        self._events: list[Heard] = []
        self._points = [_Point(0, 0, 0, _at_rest(start.copy()))]
        self._question: Question | None = None
        self._game = start
        # What belongs to the unit, a step or a change by hand, that is being run:
        self._running = start
        self._base: Game | None = None
        self._early: list[Entry] = []
        self._next = 0
        self._counted = 0
        self._trying = False
        self._replay()
        if tree is None:
            self.proceed()

    # -- what is to be seen ----------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The open question, or ``None`` when the game is over."""
        return self._question

    @property
    def game(self) -> Game:
        """The position as it stands at the open question. For looking only; play on a copy of it."""
        return self._game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._question is None

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, once somebody has."""
        return self._game.outcome

    @property
    def line(self) -> tuple[Entry, ...]:
        """The entries that count, from the start to now."""
        return tuple(self._line)

    @property
    def head(self) -> int:
        """The last entry that counts, or ``ROOT``."""
        return self._tree.head

    @property
    def tree(self) -> Tree:
        """All entries, undone ones too. For looking only."""
        return self._tree

    @property
    def in_step(self) -> tuple[Entry, ...]:
        """The entries that the running step has taken so far, like the hands of a vote in progress."""
        return tuple(self._line[self._points[-1].used :])

    @property
    def level(self) -> Level | None:
        """How much Knell is to do about the open question."""
        return None if self._question is None else self.automation.level(self._question)

    def events(self, since: int = 0) -> list[Heard]:
        """Everything that has happened on the current line, or what came after the first ``since`` events."""
        return self._events[since:]

    def branches(self) -> list[Branch]:
        """The lines that were left by going back and answering differently, or only by going back."""
        return self._tree.branches()

    # -- answering -------------------------------------------------------------------------------

    def answer(self, value: Any, *, who: str = BY_STORYTELLER) -> Entry:
        """Answer the open question; the game goes on to the next one.

        Raises ``IllegalAnswer`` with the reason, or ``SetupRefused`` for a draw that can't be dealt
        with; nothing has changed then.
        """
        question = self._open()
        reason = why_illegal(self._game, question, value)
        if reason is not None:
            raise IllegalAnswer(reason)
        return self._go_on(self._entry(question, who, answer=value))

    def answer_default(self, *, who: str = BY_STORYTELLER) -> Entry:
        """Answer the open question with its default, drawn from the seed where chance decides."""
        return self.answer(self.default(), who=who)

    def default(self) -> Any:
        """The default of the open question; where chance decides it is drawn, the same until then."""
        question = self._open()
        if question.who == CHANCE:
            return self._draw(question)
        if question.kind is Kind.CHOICE and not len(question.options):
            return SKIP
        value = question.default
        return self._draw(question) if value is AT_RANDOM else value

    def draw(self) -> Any:
        """A legal answer to the open question, drawn from the seed."""
        return self._draw(self._open())

    def override(self, override: Override, *, who: str = BY_STORYTELLER) -> Entry:
        """Change something by hand before the open question is answered.

        It may end the step, the day or the game. Raises ``OverrideRefused`` with the reason; nothing
        has changed then.
        """
        question = self._open()
        reason = why_no_override(self._game, override)
        if reason is not None:
            raise OverrideRefused(reason)
        return self._go_on(self._entry(question, who, override=override))

    def proceed(self) -> int:
        """Answer whatever is set to be answered automatically, up to the first question that isn't.

        Returns how many answers that were. Answering goes on like this by itself; after going back,
        the open question waits for a person or for this call.
        """
        self._may_write()
        first = len(self._line)
        try:
            self._automate()
        finally:
            self._keep(first)
        return len(self._line) - first

    def keep_in(self, journal: Journal | None) -> None:
        """Have a journal told of everything from here on; what there is already is taken for kept."""
        self._journal = journal

    def _open(self) -> Question:
        self._may_write()
        if self._question is None:
            raise IllegalAnswer(text(N_("The game is over. Undo something to play on.")))
        return self._question

    def _may_write(self) -> None:
        if self.read_only:
            raise ReadOnly("this game can only be looked at")

    def _entry(
        self, question: Question, who: str, *, answer: Any = None, override: Override | None = None
    ) -> Entry:
        tree = self._tree
        return Entry(
            tree.next_id,
            tree.head,
            self._now(),
            who,
            question.name,
            question.who,
            question.player,
            answer,
            override,
        )

    def _draw(self, question: Question) -> Any:
        """Draw by the seed and the number of the coming entry: repeatable, but new after going back."""
        chance = random.Random(f"{self.seed}/{self._tree.next_id}")
        return sample(question.options, chance.randrange)

    def _go_on(self, entry: Entry) -> Entry:
        first = len(self._line)
        self._give(entry)
        try:
            # What can't be answered automatically waits for a person, who is told why.
            with suppress(SetupRefused, IllegalAnswer):
                self._automate()
        finally:
            self._keep(first)
        return entry

    def _give(self, entry: Entry) -> None:
        """Put an entry behind the line and play on; whatever goes wrong, it wasn't given then."""
        self._tree.add(entry)
        self._line.append(entry)
        if entry.override is None:
            self._checked = len(self._line)
        try:
            self._run()
        except BaseException:
            self._take_back(len(self._line) - 1)
            raise
        self._checked = len(self._line)

    def _take_back(self, length: int) -> None:
        """Forget the last entries, which nobody has accepted."""
        while len(self._line) > length:
            self._late.discard(self._line.pop().id)
            self._tree.drop_last()
        self._rewind(length)
        self._run()

    def _automate(self) -> None:
        for _ in range(_MOST_AUTOMATIC):
            if self._question is None or self.automation.level(self._question) is not Level.AUTOMATIC:
                return
            self._give(self._entry(self._question, KNELL, answer=self._checked_default(self._question)))

    def _checked_default(self, question: Question) -> Any:
        value = self.default()
        reason = why_illegal(self._game, question, value)
        if reason is not None:
            raise IllegalAnswer(reason)
        return value

    def _keep(self, first: int) -> None:
        """Have the entries from ``first`` on written down, or take them back."""
        if self._journal is None or len(self._line) == first:
            return
        try:
            self._journal.write(self._line[first:])
        except BaseException:
            self._take_back(first)
            raise

    # -- going back and forth --------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether a person has answered anything on this line."""
        return any(not entry.automatic for entry in self._line)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone from here."""
        return self._tree.after(self._tree.head) is not None

    def undo(self) -> Entry | None:
        """Go back to the question that a person answered last, and return what they had answered.

        Automatic answers after it are undone with it. Without any by a person, nothing happens.
        """
        last = next((entry for entry in self._line[::-1] if not entry.automatic), None)
        if last is not None:
            self.go_to(last.parent)
        return last

    def redo(self) -> Entry | None:
        """Go forward again over what was undone last, and over the automatic answers behind it."""
        tree = self._tree
        first = at = tree.after(tree.head)
        if first is None or at is None:
            return None
        while (following := tree.after(at)) is not None and tree[following].automatic:
            at = following
        self.go_to(at)
        return tree[first]

    def undo_to(self, entry: int) -> None:
        """Go back to the moment before that entry was given; its question is open again.

        The question waits for a person, also when it is one that is answered automatically.
        Raises ``KeyError`` for an entry that isn't on the current line.
        """
        found = next((e for e in self._line if e.id == entry), None)
        if found is None:
            raise KeyError(entry)
        self.go_to(found.parent)

    def go_to(self, entry: int) -> None:
        """Go to the moment after any entry of the tree, or to the start with ``ROOT``.

        Raises ``KeyError`` for an unknown entry and ``ReplayDiffers`` for a branch from other rules
        that doesn't fit any more; the game stands where it stood then.
        """
        old, head = self._line, self._tree.head
        if entry == head:
            return
        path = self._tree.path(entry)
        self._stand_at(path, _shared(old, path))
        try:
            if self._journal is not None and not self.read_only:
                self._journal.write((), entry)
        except BaseException:
            self._stand_at(old, _shared(path, old))
            raise
        self._tree.move(entry)

    def _stand_at(self, line: list[Entry], shared: int) -> None:
        old = self._line
        self._line = line
        self._checked = min(self._checked, shared)
        self._rewind(shared)
        try:
            self._replay()
        except BaseException:
            self._line = old
            self._rewind(shared)
            self._run()
            raise

    def fork(self, entry: int | None = None) -> Table:
        """A table of its own at this or another entry, kept nowhere: for "what if" and for looking back."""
        new = copy(self)
        vars(new).update(
            read_only=False,
            _journal=None,
            _tree=self._tree.copy(),
            _line=self._line.copy(),
            _late=self._late.copy(),
            _early=[],
            _events=self._events.copy(),
            _points=[_Point(p.used, p.heard, p.steps, p.game) for p in self._points],
        )
        if entry is not None:
            new.go_to(entry)
        return new

    # -- running the rules -----------------------------------------------------------------------

    def _rewind(self, used: int) -> None:
        """Go back to the last whole position that is kept and has used no more of the line."""
        points = self._points
        while points[-1].used > used or points[-1].game is None:
            points.pop()

    def _replay(self) -> None:
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
            raise ReplayDiffers(self._line[self._next - 1], refusal.reason) from refusal
        except Exception as error:
            if not self._next:
                raise
            reason = text(N_("The rules can't go on from there: {error}."), error=repr(error))
            raise ReplayDiffers(self._line[self._next - 1], reason) from error

    def _run(self) -> None:
        """Play from the last whole position until an answer is missing or the game is over."""
        while True:
            point = self._points[-1]
            position = point.game
            assert position is not None, "the last position is always kept"
            if not position.agenda:
                if point.used < len(self._line):
                    raise ReplayDiffers(self._line[point.used], text(N_("The game is over before that.")))
                self._question, self._game = None, position
                del self._events[point.heard :]
                break
            try:
                finished = self._unit(point, position)
            except _Pending as pending:
                self._question, self._game = pending.question, _at_rest(self._running)
                break
            self._reach(finished)
        self._checked = len(self._line)

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
        del self._events[point.heard :]
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
        return not self._early or self._next > self._line.index(self._early[-1])

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
        point = _Point(self._next, len(self._events), points[-1].steps + 1, _at_rest(game))
        if points[-1].used == point.used:
            points[-1] = point
            return
        points.append(point)
        old = len(points) - 1 - _RECENT
        if old > 0 and old % _SPARSE:
            points[old].game = None

    def _decide(self, game: Game, question: Question) -> Any:
        """Answer a question from the line; changes by hand that come first are made on the way."""
        line = self._line
        if self._trying:
            raise _Elsewhere
        while self._next < len(line):
            entry = line[self._next]
            if entry.override is None:
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
        entry = self._line[self._next - 1].id if self._next else ROOT
        public = public_facts(game) if isinstance(event, NightBegan | DayBegan) else None
        self._events.append(Heard(event, self._counted, game.in_step, game.phase, game.night, entry, public))


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


def _check(game: Game, question: Question, entry: Entry) -> None:
    """See that an entry of an earlier sitting answers this question."""
    if (question.name, question.who, question.player) != (entry.asked, entry.of, entry.player):
        reason = text(N_("Another question is asked there now: {name}."), name=question.name)
        raise ReplayDiffers(entry, reason)
    illegal = why_illegal(game, question, entry.answer)
    if illegal is not None:
        raise ReplayDiffers(entry, illegal)


def public_facts(game: Game) -> Public:
    """What lies open in a position by day, or before the first night."""
    travellers = {p: game.characters[p].id for p in game.ring if game.travellers >> p & 1}
    return Public(game.ring, game.names, game.living, game.ghost_votes, travellers, dict(game.told))


def _shared(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two lines have in common."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a.id != b.id:
            break
        count += 1
    return count


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

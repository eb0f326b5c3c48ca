"""A live game: the rules are run up to the first question without an answer, and wait there."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, Final, Protocol

from knell.engine import (
    AT_RANDOM,
    CHANCE,
    SKIP,
    Game,
    Kind,
    Outcome,
    Override,
    OverrideRefused,
    Question,
    SetupRefused,
)
from knell.engine.options import Pick, sample
from knell.engine.past import Past
from knell.messages import N_, Refused, text
from knell.record.automation import Automation, Level
from knell.record.entries import KNELL, Branch, Entry, Tree, now
from knell.record.header import Deal, Header, ScriptPart
from knell.record.legal import IllegalAnswer, settled, why_no_override
from knell.record.replay import Heard, Playback, Public, ReplayDiffers, public_facts
from knell.scripts import Script

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


class ReadOnly(Refused):
    """A game that can only be looked at was to be played on; ``reason`` says so."""

    reason = text(N_("This game can only be looked at."))

    def __init__(self) -> None:
        super().__init__(self.reason)


class Journal(Protocol):
    """Where a table writes down what happens before anybody sees what follows from it."""

    def write(self, entries: Sequence[Entry], head: int | None = None) -> None:
        """Keep new entries, or that the head has moved; return when they are safe.

        Raises ``OSError`` when they can't be kept, with nothing written.
        """


_MOST_AUTOMATIC: Final = 2000
"""After so many automatic answers in a row a person is asked, so that no game runs away."""


class Table:
    """A live game from its start on, with everything that was answered, undone and branched off.

    ``start`` is a game as :func:`knell.engine.seat` or :func:`~knell.engine.deal` gives it, before its
    first step. ``tree`` holds entries of an earlier sitting; they are checked while they are played
    again, and ``ReplayDiffers`` tells the first that doesn't fit. A ``journal`` is told of every new
    entry before what follows from it can be seen; when it fails, the entry hasn't been given.

    A change by hand takes effect where the game stands (see :class:`~knell.record.replay.Playback`).
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
        self._played = Playback(start, Tree() if tree is None else tree)
        if tree is None:
            self.proceed()

    @classmethod
    def dealt(cls, script: Script, players: Sequence[str], *, seed: int = 0) -> Table:
        """A table at which a script's characters are dealt to these players; ``seed`` is what is drawn from.

        Other games begin with a :class:`~knell.record.Header`. Raises ``SetupRefused`` for what can't be
        played.
        """
        header = Header(ScriptPart.of(script), tuple(players), deal=Deal(), seed=seed)
        return cls(header.begin(), seed=seed)

    # -- what is to be seen ----------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The open question, or ``None`` when the game is over."""
        question = self._played.question
        if question is not None and question.advice is not None and not question.is_drawn:
            self._draw_advice(question)
        return question

    def _draw_advice(self, question: Question) -> None:
        """Let the suggestion be drawn by the seed, the question and how often it was asked on this line.

        So it is the same on every machine, and also after going back and changing something else.
        """
        line, heard = tuple(self._played.line), tuple(self._played.events)

        def chance() -> tuple[Pick, Past]:
            before = sum((e.asked, e.player) == (question.name, question.player) for e in line)
            drawn = random.Random(f"{self.seed}/suggestion/{question.name}/{question.player}/{before}")
            return drawn.randrange, Past(happened.event for happened in heard)

        question.draw_from(chance)

    @property
    def game(self) -> Game:
        """The position as it stands at the open question. For looking only; play on a copy of it."""
        return self._played.game

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._played.question is None

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, once somebody has."""
        return self._played.game.outcome

    @property
    def line(self) -> tuple[Entry, ...]:
        """The entries that count, from the start to now."""
        return tuple(self._played.line)

    @property
    def head(self) -> int:
        """The last entry that counts, or ``ROOT``."""
        return self._played.tree.head

    @property
    def tree(self) -> Tree:
        """All entries, undone ones too. For looking only."""
        return self._played.tree

    @property
    def in_step(self) -> tuple[Entry, ...]:
        """The entries that the running step has taken so far, like the hands of a vote in progress."""
        return self._played.in_step

    @property
    def level(self) -> Level | None:
        """How much Knell is to do about the open question."""
        return None if self._played.question is None else self.automation.level(self._played.question)

    def events(self, since: int = 0) -> list[Heard]:
        """Everything that has happened on the current line, or what came after the first ``since`` events."""
        return self._played.events[since:]

    def branches(self) -> list[Branch]:
        """The lines that were left by going back and answering differently, or only by going back."""
        return self._played.tree.branches()

    # -- answering -------------------------------------------------------------------------------

    def answer(self, value: Any, *, who: str = BY_STORYTELLER) -> Entry:
        """Answer the open question; the game goes on to the next one.

        Raises ``IllegalAnswer`` with the reason, or ``SetupRefused`` for a draw that can't be dealt
        with; nothing has changed then.
        """
        question = self._open()
        kept = settled(self._played.game, question, value)
        return self._go_on(self._entry(question, who, answer=kept))

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
        reason = why_no_override(self._played.game, override)
        if reason is not None:
            raise OverrideRefused(reason)
        return self._go_on(self._entry(question, who, override=override))

    def proceed(self) -> int:
        """Answer whatever is set to be answered automatically, up to the first question that isn't.

        Returns how many answers that were. Answering goes on like this by itself; after going back,
        the open question waits for a person or for this call.
        """
        self._may_write()
        first = len(self._played.line)
        try:
            self._automate()
        finally:
            self._keep(first)
        return len(self._played.line) - first

    def keep_in(self, journal: Journal | None) -> None:
        """Have a journal told of everything from here on; what there is already is taken for kept."""
        self._journal = journal

    def _open(self) -> Question:
        self._may_write()
        question = self.question
        if question is None:
            raise IllegalAnswer(text(N_("The game is over. Undo something to play on.")))
        return question

    def _may_write(self) -> None:
        if self.read_only:
            raise ReadOnly

    def _entry(
        self, question: Question, who: str, *, answer: Any = None, override: Override | None = None
    ) -> Entry:
        tree = self._played.tree
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
        chance = random.Random(f"{self.seed}/{self._played.tree.next_id}")
        return sample(question.options, chance.randrange)

    def _go_on(self, entry: Entry) -> Entry:
        first = len(self._played.line)
        self._played.give(entry)
        try:
            # What can't be answered automatically waits for a person, who is told why.
            with suppress(SetupRefused, IllegalAnswer):
                self._automate()
        finally:
            self._keep(first)
        return entry

    def _automate(self) -> None:
        for _ in range(_MOST_AUTOMATIC):
            question = self.question
            if question is None or self.automation.level(question) is not Level.AUTOMATIC:
                return
            self._played.give(self._entry(question, KNELL, answer=self._checked_default(question)))

    def _checked_default(self, question: Question) -> Any:
        return settled(self._played.game, question, self.default())

    def _keep(self, first: int) -> None:
        """Have the entries from ``first`` on written down, or take them back."""
        if self._journal is None or len(self._played.line) == first:
            return
        try:
            self._journal.write(self._played.line[first:])
        except BaseException:
            self._played.take_back(first)
            raise

    # -- going back and forth --------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether a person has answered anything on this line."""
        return any(not entry.automatic for entry in self._played.line)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone from here."""
        return self._played.tree.after(self._played.tree.head) is not None

    def undo(self) -> Entry | None:
        """Go back to the question that a person answered last, and return what they had answered.

        Automatic answers after it are undone with it. Without any by a person, nothing happens.
        """
        last = next((entry for entry in self._played.line[::-1] if not entry.automatic), None)
        if last is not None:
            self.go_to(last.parent)
        return last

    def redo(self) -> Entry | None:
        """Go forward again over what was undone last, and over the automatic answers behind it."""
        tree = self._played.tree
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
        found = next((e for e in self._played.line if e.id == entry), None)
        if found is None:
            raise KeyError(entry)
        self.go_to(found.parent)

    def go_to(self, entry: int) -> None:
        """Go to the moment after any entry of the tree, or to the start with ``ROOT``.

        Raises ``KeyError`` for an unknown entry and ``ReplayDiffers`` for a branch from other rules
        that doesn't fit any more; the game stands where it stood then.
        """
        played = self._played
        old = played.line
        if entry == played.tree.head:
            return
        played.go_to(played.tree.path(entry))
        try:
            if self._journal is not None and not self.read_only:
                self._journal.write((), entry)
        except BaseException:
            played.go_to(old)
            raise
        played.tree.move(entry)

    def fork(self, entry: int | None = None) -> Table:
        """A table of its own at this or another entry, kept nowhere: for "what if" and for looking back."""
        new = copy(self)
        played = self._played.fork(self._played.tree.copy())
        vars(new).update(read_only=False, _journal=None, _played=played)
        if entry is not None:
            new.go_to(entry)
        return new

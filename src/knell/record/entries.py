"""Entries of a game: what was answered or changed by hand, in a tree that only ever grows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from knell.engine import NOBODY, STORYTELLER, Override, PlayerId

__all__ = ["KNELL", "ROOT", "Branch", "Entry", "Tree", "now"]

ROOT: Final = 0
"""Stands for the start of the game where an entry's id is expected."""
KNELL: Final = "knell"
"""Who gave an automatic answer."""


def now() -> str:
    """The time in UTC as records write it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Entry(NamedTuple):
    """One answer, or one change by hand, and when and by whom it was given."""

    id: int
    parent: int
    """The entry before it, or ``ROOT``."""
    at: str
    """When, in UTC, as ``2025-11-29T21:14:03.123Z``."""
    who: str
    """Who gave it: ``storyteller``, ``KNELL`` for an automatic one, or whatever a front door says."""
    asked: str
    """The name of the question that was open."""
    of: int = STORYTELLER
    """Whom the question asked: a player, ``STORYTELLER`` or ``CHANCE``."""
    player: PlayerId = NOBODY
    """Whom the question was about."""
    answer: Any = None
    override: Override | None = None
    """The change by hand that was made while the question was open; there is no answer then."""

    @property
    def automatic(self) -> bool:
        """Whether Knell gave it by itself."""
        return self.who == KNELL

    @property
    def is_hand(self) -> bool:
        """Whether it says if a hand was up, in a vote or for an exile."""
        return self.asked in ("vote", "support") and self.override is None


class Branch(NamedTuple):
    """A line of entries that isn't the current one."""

    tip: int
    """Its last entry."""
    parted: int
    """The last entry that it shares with the current line, or ``ROOT``."""
    length: int
    """How many entries it has behind that one."""


class Tree:
    """All entries of a game, also those that were undone. ``head`` is the last one that counts."""

    __slots__ = ("_entries", "_forward", "head")

    def __init__(self, entries: Iterable[Entry] = (), *, head: int | None = None) -> None:
        self._entries: list[Entry] = []
        self._forward: dict[int, int] = {}
        self.head = ROOT
        for entry in entries:
            self.add(entry)
        if head is not None:
            self.move(head)

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, id_: int) -> Entry:
        if not 0 < id_ <= len(self._entries):
            raise KeyError(id_)
        return self._entries[id_ - 1]

    def __contains__(self, id_: object) -> bool:
        return isinstance(id_, int) and ROOT <= id_ <= len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry in the order in which they were given."""
        return tuple(self._entries)

    @property
    def next_id(self) -> int:
        """The id of the entry that comes next; they count up from 1 whatever is undone."""
        return len(self._entries) + 1

    def add(self, entry: Entry) -> None:
        """Put an entry behind its parent and move the head to it.

        Raises ``ValueError`` for an id out of order or a parent that isn't there.
        """
        if entry.id != self.next_id or entry.parent not in self:
            raise ValueError(f"entry {entry.id} doesn't fit behind {entry.parent}")
        self._entries.append(entry)
        self._forward[entry.parent] = entry.id
        self.head = entry.id

    def drop_last(self) -> None:
        """Take back an entry that was never accepted."""
        entry = self._entries.pop()
        self.head = entry.parent
        if self._forward.get(entry.parent) == entry.id:
            siblings = [e.id for e in self._entries if e.parent == entry.parent]
            if siblings:
                self._forward[entry.parent] = siblings[-1]
            else:
                del self._forward[entry.parent]

    def move(self, head: int) -> None:
        """Move the head; going forward again follows the way that was taken last."""
        for entry in self.path(head):
            self._forward[entry.parent] = entry.id
        self.head = head

    def path(self, id_: int) -> list[Entry]:
        """The entries from the start up to one of them. Raises ``KeyError`` for an id that isn't there."""
        found: list[Entry] = []
        while id_ != ROOT:
            entry = self[id_]
            found.append(entry)
            id_ = entry.parent
        found.reverse()
        return found

    def after(self, id_: int) -> int | None:
        """The entry that going forward from ``id_`` leads to."""
        return self._forward.get(id_)

    def branches(self) -> list[Branch]:
        """The lines other than the one to the head, each from where it parts."""
        current = {entry.id for entry in self.path(self.head)} | {ROOT}
        parents = {entry.parent for entry in self._entries}
        found: list[Branch] = []
        for entry in self._entries:
            if entry.id in parents or entry.id in current:
                continue
            length, at = 0, entry.id
            while at not in current:
                at = self[at].parent
                length += 1
            found.append(Branch(entry.id, at, length))
        return found

    def copy(self) -> Tree:
        """A tree with the same entries that grows by itself."""
        new = Tree()
        new._entries = self._entries.copy()
        new._forward = self._forward.copy()
        new.head = self.head
        return new

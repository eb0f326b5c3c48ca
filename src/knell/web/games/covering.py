"""The Storyteller's device lies open for others to see: until it is uncovered it gets one page, no more."""

from __future__ import annotations

from threading import Lock
from typing import Final, NamedTuple

from knell.web.games.models import Device

__all__ = ["CLOSED", "HANDOUT", "VOTE", "Cover", "cover", "forget", "lift", "put"]

CLOSED: Final = "closed"
"""Covered by the Storyteller: nothing is to be seen."""
HANDOUT: Final = "handout"
"""Going around: whoever holds it looks at their own token."""
VOTE: Final = "vote"
"""A vote has just been counted in the sight of everybody."""


class Cover(NamedTuple):
    """What lies over the device."""

    game: str
    """Of which game it shows something."""
    kind: str
    """``CLOSED``, ``HANDOUT`` or ``VOTE``."""


class _Known:
    """The cover of the device that counts, remembered so that not every request asks the database."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known = False
        self._cover: Cover | None = None

    def get(self) -> Cover | None:
        with self._lock:
            if not self._known:
                row = Device.objects.filter(active=True).values_list("covered_game", "covered_by").first()
                self._cover = Cover(*row) if row is not None and row[1] else None
                self._known = True
            return self._cover

    def set(self, cover: Cover | None) -> None:
        with self._lock:
            self._known = False
            game, kind = cover or ("", "")
            Device.objects.filter(active=True).update(covered_game=game, covered_by=kind)

    def forget(self) -> None:
        with self._lock:
            self._known = False


_known: Final = _Known()


def cover() -> Cover | None:
    """What lies over the Storyteller's device now, or ``None``."""
    return _known.get()


def put(game: str, kind: str) -> None:
    """Cover the device, also over a restart of the server."""
    _known.set(Cover(game, kind))


def lift() -> None:
    """Uncover it."""
    _known.set(None)


def forget() -> None:
    """Ask the database again; another device may be the Storyteller's now."""
    _known.forget()

"""What is said at the top of a page, and the status that goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from knell.texts import _

__all__ = ["STATUS", "Notice", "not_written"]

STATUS: Final = {"error": 422, "stale": 409, "trouble": 507, "done": 200}
"""The HTTP status of a page by the kind of its notice."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be said at the top of a page."""

    kind: str
    """``error``, ``stale``, ``trouble`` or ``done``."""
    text: str
    changed: tuple[str, ...] = ()
    """What has happened since the page was made, in sentences."""


def not_written(error: Exception) -> Notice:
    """What is said when the disk is full or broken."""
    return Notice(
        "trouble",
        _("This couldn't be written to the disk, so it hasn't happened. Everything before it is safe."),
        (_("Make room on the disk, then do it again."), str(error)),
    )

"""Words that several pages need."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from knell.engine import Phase
from knell.texts import _, fill, ngettext
from knell.words.moments import phase_name

__all__ = ["ago", "phase_of"]


def ago(moment: datetime) -> str:
    """How long something is ago."""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    if seconds < 90:
        return _("just now")
    minutes = seconds // 60
    if minutes < 60:
        return fill(ngettext("{count} minute ago", "{count} minutes ago", minutes), count=minutes)
    hours = minutes // 60
    if hours < 24:
        return fill(ngettext("{count} hour ago", "{count} hours ago", hours), count=hours)
    days = hours // 24
    if days < 60:
        return fill(ngettext("{count} day ago", "{count} days ago", days), count=days)
    return moment.date().isoformat()


def phase_of(summary: dict[str, Any]) -> str:
    """Where a game stands."""
    if summary.get("winner"):
        return _("Evil has won") if summary["winner"] == "evil" else _("Good has won")
    number = summary.get("number", 0)
    match summary.get("phase"):
        case "night":
            return phase_name(Phase.NIGHT, number)
        case "day":
            return phase_name(Phase.DAY, number)
        case _other:
            return phase_name(Phase.SETUP, number)

"""The way from a script to the first night, for the head of the pages."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from knell.texts import _

__all__ = ["steps"]


def steps(draft: str | None, current: int) -> list[dict[str, Any]]:
    """The pages on the way, with addresses of those that have been passed, as long as there is a draft."""
    names = (_("Script"), _("Players"), _("The bag"), _("Hand out"))
    return [
        {
            "name": name,
            "url": reverse(url, args=[draft]) if url and draft and place < current else "",
            "now": place == current,
        }
        for place, (name, url) in enumerate(zip(names, ("", "players", "bag", ""), strict=True))
    ]

"""Where everything begins: go on with a game, begin one, and everything else that is here."""

from __future__ import annotations

import math
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from knell.scripts import Script
from knell.texts import _, fill, ngettext
from knell.web.base.request import Request
from knell.web.games.models import Draft, Game
from knell.web.games.phrases import ago
from knell.web.games.shelf import Shelf, every_script
from knell.web.games.views.lists import MOST_LISTED, game_shown

__all__ = ["home"]


def _dial(summary: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats as dots around a clock face."""
    dead = summary.get("dead") or [False] * summary.get("players", 0)
    count = len(dead)
    found = []
    for place, gone in enumerate(dead):
        angle = 2 * math.pi * place / count
        x, y = f"{100 + 70 * math.sin(angle):.1f}", f"{100 - 70 * math.cos(angle):.1f}"
        found.append({"x": x, "y": y, "gone": gone, "r": 9 if count <= 12 else 7})
    return found


def script_shown(shelf: Shelf) -> dict[str, Any]:
    """One line of the list of scripts."""
    script = shelf.script
    counts = script.counts()
    number = len(script.characters)
    words = [fill(ngettext("{count} character", "{count} characters", number), count=number)]
    words.append(_("your own file") if shelf.own else _("comes with Knell"))
    if script.author:
        words.append(fill(_("by {author}"), author=script.author))
    reasons = [script.why_not_playable(n) for n in (7, 10, 5)]
    why_not = str(reasons[0][0]) if all(reasons) else ""
    return {
        "id": shelf.id,
        "name": script.name or _("A script without a name"),
        "about": ", ".join(words),
        "why_not": why_not,
        "counts": counts,
    }


@require_GET
def home(request: Request) -> HttpResponse:
    """The first page."""
    rows = list(Game.objects.order_by("-changed")[:MOST_LISTED])
    open_ = [row for row in rows if not row.summary.get("winner")]
    current = open_[0] if open_ else None
    drafts = list(Draft.objects.filter(game=None).exclude(people=[]).order_by("-changed")[:3])
    context = {
        "current": game_shown(current) | {"dial": _dial(current.summary)} if current is not None else None,
        "scripts": [script_shown(shelf) for shelf in every_script()],
        "drafts": [
            {
                "id": draft.id,
                "name": Script.from_data(draft.script).name or _("A script"),
                "ago": ago(draft.changed),
            }
            for draft in drafts
        ],
        "games": len(rows),
        "last": ago(rows[0].changed) if rows else "",
    }
    return render(request, "site/home.html", context)

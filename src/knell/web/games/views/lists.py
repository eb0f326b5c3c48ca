"""Every game that is kept."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from knell.texts import _, fill, ngettext
from knell.web.base.request import Request
from knell.web.games.models import Game
from knell.web.games.phrases import ago, phase_of

__all__ = ["MOST_LISTED", "game_shown", "games"]

MOST_LISTED: Final = 200


def game_shown(row: Game) -> dict[str, Any]:
    """One line of a list of games."""
    known = row.summary
    players, living = known.get("players", 0), known.get("living", 0)
    people = fill(ngettext("{count} player", "{count} players", players), count=players)
    return {
        "id": row.id,
        "title": row.title,
        "phase": phase_of(known),
        "people": people,
        "alive": fill(_("{count} alive"), count=living),
        "ago": ago(row.changed),
        "over": bool(known.get("winner")),
        "begun": known.get("phase") != "setup",
        "night": known.get("phase") == "night",
    }


@require_GET
def games(request: Request) -> HttpResponse:
    """Every game that is kept."""
    rows = Game.objects.order_by("-changed")[:MOST_LISTED]
    return render(request, "games/games.html", {"games": [game_shown(row) for row in rows]})

"""The Storyteller's device while others can see it: a cover that is opened by holding."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from knell.engine import members
from knell.engine.events import SecretVote, SupportCounted, VoteCounted
from knell.record import Heard
from knell.texts import _
from knell.web.base.going import go, see_other
from knell.web.base.request import Request, while_covered
from knell.web.drawing.symbols import icons
from knell.web.games import covering, registry
from knell.web.games.registry import Playing
from knell.words import Words
from knell.words.votes import support_in_words, vote_result

__all__ = ["cover"]


@while_covered
@require_http_methods(["GET", "POST"])
def cover(request: Request, game_id: str) -> HttpResponseBase:
    """The page that lies over everything; a form covers the device now, or opens it."""
    on = covering.cover()
    if request.method == "POST":
        if request.POST.get("op") == "open":
            if on is not None and on.kind != covering.HANDOUT:
                covering.lift()
            return go(request, reverse("game", args=[game_id]))
        if on is None:
            with registry.playing(game_id) as playing:
                covering.put(playing.id, covering.CLOSED)
        return go(request, reverse("cover", args=[game_id]))
    if on is None or on.game != game_id:
        return see_other(reverse("game" if on is None else "cover", args=[on.game if on else game_id]))
    if on.kind == covering.HANDOUT:
        return see_other(reverse("handout", args=[game_id]))
    with registry.playing(game_id) as playing:
        context = {"game": {"id": playing.id}, "i": icons, **_shown(playing, on.kind)}
    return render(request, "grimoire/cover.html", context)


def _shown(playing: Playing, kind: str) -> dict[str, Any]:
    """What everybody may see: the vote that has just been counted, or nothing."""
    if kind != covering.VOTE:
        return {"lead": _("Covered")}
    words = playing.words
    for heard in reversed(playing.table.events()):
        if (found := _result(heard, playing, words)) is not None:
            return found
    return {"lead": _("Covered")}


def _result(heard: Heard, playing: Playing, words: Words) -> dict[str, Any] | None:
    """How a vote or a call for an exile came out, as everybody saw it; ``None`` for other events."""
    match heard.event:
        case VoteCounted(nominee, hands, tally, secret=False):
            about = playing.table.game.about_to_die
            said, who = vote_result(heard.event, about, words), words.players(members(hands))
            return {"lead": words.player(nominee), "count": tally, "said": said, "who": who}
        case SecretVote(nominee):
            return {"lead": words.player(nominee), "said": _("The vote has been counted.")}
        case SupportCounted(traveller, hands, tally, needed):
            said, who = support_in_words(tally, needed), words.players(members(hands))
            return {"lead": words.player(traveller), "count": tally, "said": said, "who": who}
    return None

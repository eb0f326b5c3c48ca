"""The town square for everybody, and the Storyteller's page with its address."""

from __future__ import annotations

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from knell.web.base.network import base_url, only_here, qr
from knell.web.base.request import Request, public
from knell.web.drawing.symbols import sprite
from knell.web.games import registry
from knell.web.games.models import Game
from knell.web.games.publish import town_of
from knell.web.town.page import town_page

__all__ = ["town", "town_link"]


@public
@require_GET
def town(request: Request, slug: str) -> HttpResponseBase:
    """The whole page; what changes comes through its stream."""
    game = Game.objects.filter(town=slug).values_list("id", flat=True).first()
    if game is None:
        raise Http404
    with registry.playing(game) as playing:
        seen = town_of(playing)
    return render(request, "town/page.html", {**town_page(seen), "sprite": sprite()})


@require_GET
def town_link(request: Request, game_id: str) -> HttpResponse:
    """How others get to the town square."""
    row = Game.objects.filter(id=game_id).first()
    if row is None:
        raise Http404
    address = base_url(request) + reverse("town", args=[row.town])
    context = {
        "game": {"id": row.id, "title": row.title},
        "address": address,
        "qr": qr(address),
        "only_here": only_here(),
        "path": reverse("town", args=[row.town]),
    }
    return render(request, "town/link.html", context)

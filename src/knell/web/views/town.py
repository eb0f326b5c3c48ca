"""The town square: a window that everybody may look at."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from knell.web import components, registry
from knell.web.base.request import Request, public
from knell.web.models import Game
from knell.web.publish import town_of

__all__ = ["town"]


@public
@require_GET
def town(request: Request, slug: str) -> HttpResponseBase:
    """The whole page; what changes comes through its stream."""
    game = Game.objects.filter(town=slug).values_list("id", flat=True).first()
    if game is None:
        raise Http404
    with registry.playing(game) as playing:
        seen = town_of(playing)
    return render(request, "town/page.html", components.town_page(seen))

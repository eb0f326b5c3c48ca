"""How a browser becomes the Storyteller's, and how it hands that over."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from knell.texts import _
from knell.web.base.going import see_other
from knell.web.base.network import base_url, only_here, qr
from knell.web.base.request import Request, public
from knell.web.games import live
from knell.web.games.publish import EVERY_GAME
from knell.web.site import auth
from knell.web.site.views.errors import trouble

__all__ = ["enter", "hand_over"]


@public
@require_http_methods(["GET", "POST"])
def enter(request: Request, code: str) -> HttpResponseBase:
    """Let a browser in that brings a code; whoever was in before is asked about first."""
    if request.storyteller:
        return see_other("/")
    if not auth.valid_code(code):
        return trouble(
            request,
            _("This address has been used or is too old"),
            _("It works once, and not for long."),
            _("Make a new one in the settings of the device that runs the games, or start Knell again."),
            status=403,
        )
    first = not auth.has_holder()
    if request.method == "GET" and not first:
        return render(request, "site/take_over.html", {"code": code})
    response = see_other("/")
    if not auth.take_over(code, response):
        return enter(request, code)
    live.hub.end(EVERY_GAME, live.event("gone", "{}"))
    return response


@require_http_methods(["GET", "POST"])
def hand_over(request: Request) -> HttpResponse:
    """Make an address with which another device takes over."""
    context: dict[str, object] = {"only_here": only_here()}
    if request.method == "POST":
        address = f"{base_url(request)}/enter/{auth.new_code()}"
        context |= {"address": address, "qr": qr(address)}
    return render(request, "site/hand_over.html", context)

"""Where everything begins: go on with a game, or begin one."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from knell.web.middleware import Request
from knell.web.models import Game

__all__ = ["home"]


@require_GET
def home(request: Request) -> HttpResponse:
    """The first page."""
    games: list[Any] = list(Game.objects.order_by("-changed")[:50])
    return render(request, "pages/home.html", {"games": games})

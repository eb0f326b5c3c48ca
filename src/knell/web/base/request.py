"""A request as views get it, and which views anybody may call."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from knell.web.base.preferences import Preferences

__all__ = ["PageView", "Request", "public", "while_covered"]

PageView = Callable[..., HttpResponseBase]
"""A function that answers a request for a page."""


class Request(HttpRequest):
    """A request as the guard lets it through."""

    preferences: Preferences
    storyteller: bool


def public(view: PageView) -> PageView:
    """Mark a view as one that anybody may call; every other one is the Storyteller's alone."""
    view.public = True  # type: ignore[attr-defined]
    return view


def while_covered(view: PageView) -> PageView:
    """Mark a view as one that the Storyteller's device may call while it is covered."""
    view.while_covered = True  # type: ignore[attr-defined]
    return view

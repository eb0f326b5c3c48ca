"""What every request passes: host, language, who may see it, and the headers of every response."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from django.db import DatabaseError
from django.http import HttpResponse, HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import reverse

from knell.record import RecordError
from knell.texts import _, use_language
from knell.web.base import hosts
from knell.web.base.configuration import configuration
from knell.web.base.going import go
from knell.web.base.preferences import Preferences
from knell.web.base.request import PageView, Request
from knell.web.games import covering
from knell.web.site import auth
from knell.web.site.views.errors import not_the_storyteller, trouble

__all__ = ["HEADERS", "Csrf", "Guard"]

POLICY: Final = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self'; "
    "font-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def _damaged(error: DatabaseError) -> bool:
    """Whether the file itself isn't as it should be."""
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Guard:
    """Refuses foreign hosts, sets the language, keeps the Storyteller's pages to the Storyteller."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: PageView) -> None:
        self._get_response = get_response
        self._configuration = configuration()

    def __call__(self, request: Request) -> HttpResponseBase:
        header = request.META.get("HTTP_HOST", "")
        if not hosts.allowed(header, self._configuration):
            return HttpResponse("Unknown host.\n", status=400, content_type="text/plain; charset=utf-8")
        request.preferences = Preferences.of(request)
        request.storyteller = auth.is_storyteller(request)
        with use_language(request.preferences.language):
            response = self._get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-store")
        if self._configuration.https:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        return response

    def process_view(
        self, request: Request, view: PageView, _args: tuple[Any, ...], _kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Whoever isn't the Storyteller gets to public views only; a covered device to its cover only."""
        covered = covering.cover() if request.storyteller else None
        if getattr(view, "public", False):
            request.storyteller = request.storyteller and covered is None
            return None
        if not request.storyteller:
            return not_the_storyteller(request)
        if covered is None or getattr(view, "while_covered", False):
            return None
        return go(request, reverse("cover", args=[covered.game]))

    def process_exception(self, request: Request, exception: Exception) -> HttpResponseBase | None:
        """What can go wrong with the disk and with records gets a page that says so."""
        if isinstance(exception, RecordError):
            sentences = (str(exception), _("Its record can still be downloaded from the list of games."))
            return trouble(request, _("This game can't be opened"), *sentences, status=409)
        if isinstance(exception, DatabaseError):
            if _damaged(exception):
                advice = _("The file with the games is damaged. Put a backup in its place.")
            else:
                advice = _("Nothing that was answered before is lost. Make room on the disk, then try again.")
            sentences = (advice, str(exception))
            return trouble(request, _("This couldn't be read or written"), *sentences, status=507)
        return None


class Csrf(CsrfViewMiddleware):
    """Django's own check, run in the thread of the request."""

    async_capable = False

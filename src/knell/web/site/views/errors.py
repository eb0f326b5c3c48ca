"""Pages that say what went wrong and how to go on."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from knell.texts import _
from knell.web.base.request import Request, public
from knell.web.site import auth

__all__ = ["bad_request", "csrf_failure", "failed", "not_found", "not_the_storyteller", "trouble"]


_log = logging.getLogger("knell")


def _page(
    request: HttpRequest, status: int, title: str, *sentences: str, way: str = "/", way_name: str = ""
) -> HttpResponse:
    context = {
        "heading": title,
        "sentences": sentences,
        "way": way,
        "way_name": way_name or _("Back to the beginning"),
        "status": status,
    }
    return render(request, "site/error.html", context, status=status)


def not_the_storyteller(request: Request) -> HttpResponse:
    """Somebody else asks for the Storyteller's pages."""
    if request.method == "POST" and request.resolver_match is not None:
        _log.warning(
            "refused: somebody else than the Storyteller asked for “%s”", request.resolver_match.url_name
        )
    sentences: tuple[str, ...]
    if auth.has_holder():
        sentences = (
            _("Another device runs the games here, and only that one sees the Grimoire."),
            _("To go on with this one, hand the games over: on the other device, in the settings."),
            _("If that device is lost, start Knell again: the address that it prints lets this one in."),
        )
    else:
        sentences = (_("To run games here, open the address that Knell printed when it was started."),)
    title = _("This is for the Storyteller")
    return _page(request, 403, title, *sentences, way=request.path, way_name=_("Try again"))


@public
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Nothing is there."""
    sentence = _("The address may be mistyped, or the game deleted.")
    return _page(request, 404, _("There is nothing here"), sentence)


@public
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that makes no sense, or is too large."""
    return _page(request, 400, _("That can't be read"), _("Nothing was changed. Go back and try again."))


@public
def failed(request: HttpRequest) -> HttpResponse:
    """Something broke here."""
    return _page(
        request,
        500,
        _("Something went wrong in Knell"),
        _("Nothing that was answered before is lost. Go back and try again."),
        _("If it happens again, the details stand where Knell was started."),
    )


@public
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that doesn't come from one of our pages."""
    return _page(
        request,
        403,
        _("This form wasn't sent from Knell's own page"),
        _("Nothing was changed. Open the page again and repeat what you did; cookies must be allowed."),
    )


def trouble(request: HttpRequest, title: str, *sentences: str, status: int = 422) -> HttpResponse:
    """Anything else that has a reason."""
    return _page(request, status, title, *sentences)

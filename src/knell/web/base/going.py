"""Sending a browser to another page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

__all__ = ["go", "see_other"]


def see_other(url: str) -> HttpResponse:
    """Send the browser to a page after a form."""
    response: HttpResponse = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def go(request: HttpRequest, url: str) -> HttpResponse:
    """The same, also when only a part of a page was asked for."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": url})
    return see_other(url)

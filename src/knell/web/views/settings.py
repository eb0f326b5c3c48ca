"""Language, text size, red night and motion, for this browser."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from knell.web.middleware import Request, public

__all__ = ["settings"]


@public
@require_http_methods(["GET", "POST"])
def settings(request: Request) -> HttpResponseBase:
    """Show or change how pages look in this browser."""
    if request.method == "GET":
        return render(request, "pages/settings.html", {"back": _back(request.GET.get("back", ""))})
    wanted = request.preferences.having({key: str(value) for key, value in request.POST.items()})
    response: HttpResponse = HttpResponseRedirect(_back(request.POST.get("back", "")))
    response.status_code = 303
    wanted.keep(response)
    return response


def _back(path: str) -> str:
    """A page of ours to go back to."""
    fine = url_has_allowed_host_and_scheme(path, allowed_hosts=None) and path.startswith("/")
    return path if fine else "/settings/"

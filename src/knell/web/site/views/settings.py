"""Language, text size, red night and motion, for this browser."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from knell.record import Automation, Level
from knell.texts import _
from knell.web.base.going import see_other
from knell.web.base.request import Request, public
from knell.web.games.models import Setting

__all__ = ["automation", "settings"]


_KINDS: Final = ("show", "ruling", "chance")


def _levels() -> dict[str, str]:
    row = Setting.objects.filter(name="automation").first()
    return dict(row.value) if row is not None else Automation().to_plain()


@public
@require_http_methods(["GET", "POST"])
def settings(request: Request) -> HttpResponseBase:
    """Show or change how pages look in this browser."""
    if request.method == "GET":
        context: dict[str, Any] = {"back": _back(request.GET.get("back", ""))}
        if request.storyteller:
            context["kinds"] = _kinds()
        return render(request, "site/settings.html", context)
    wanted = request.preferences.having({key: str(value) for key, value in request.POST.items()})
    response = see_other(_back(request.POST.get("back", "")))
    wanted.keep(response)
    return response


@require_POST
def automation(request: Request) -> HttpResponseBase:
    """Set what Knell does by itself in the games to come."""
    kept = Automation.from_plain(_levels())
    for kind in _KINDS:
        given = request.POST.get(kind, "")
        if given in set(Level):
            kept = kept.having(kind, Level(given))
    Setting.objects.update_or_create(name="automation", defaults={"value": kept.to_plain()})
    return see_other("/settings/")


def _kinds() -> list[dict[str, Any]]:
    """What Knell can do by itself, kind by kind."""
    kept = Automation.from_plain(_levels())
    names = {
        "show": _("What players are shown"),
        "ruling": _("What the rules leave to the Storyteller"),
        "chance": _("What is drawn at random"),
    }
    levels = {
        Level.BY_HAND: _("By hand: Knell asks and says nothing"),
        Level.SUGGESTED: _("Suggested: Knell asks and says what it would do"),
        Level.AUTOMATIC: _("Automatic: Knell does it, and you can undo it"),
    }
    return [
        {
            "kind": kind,
            "name": name,
            "levels": [
                {"value": str(level), "name": label, "chosen": kept.levels.get(kind, kept.default) is level}
                for level, label in levels.items()
            ],
        }
        for kind, name in names.items()
    ]


def _back(path: str) -> str:
    """A page of ours to go back to."""
    fine = url_has_allowed_host_and_scheme(path, allowed_hosts=None) and path.startswith("/")
    return path if fine else "/settings/"

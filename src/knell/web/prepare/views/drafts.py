"""Games that are being prepared: begun, found again, given up."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from knell.facts import FACTS
from knell.scripts import Script
from knell.texts import _, fill
from knell.web.base.going import see_other
from knell.web.base.request import Request
from knell.web.games.models import Draft
from knell.web.games.shelf import find_script

__all__ = ["delete_draft", "find_draft", "new"]

FEWEST_ROWS: Final = 5
MOST_DRAFTS: Final = 200


@require_POST
def new(request: Request, script_id: str) -> HttpResponseBase:
    """Begin to prepare a game on a script, with the people of the last one."""
    shelf = find_script(script_id)
    if shelf is None:
        raise Http404
    last = Draft.objects.order_by("-changed").first()
    people = [dict(one) for one in last.people if one.get("name")] if last is not None else []
    known = set(shelf.script.characters) | {i for i, fact in FACTS.items() if fact.type == "traveller"}
    for one in people:
        if one.get("traveller") not in known:
            one["traveller"] = None
    if not people:
        people = [{"name": "", "traveller": None, "evil": None} for _ in range(FEWEST_ROWS)]
    with transaction.atomic():
        made = Draft.objects.create(script=shelf.script.to_data(), people=people)
        for old in Draft.objects.filter(game=None).order_by("-changed")[MOST_DRAFTS:]:
            old.delete()
    return see_other(reverse("players", args=[made.id]))


def find_draft(draft_id: str) -> tuple[Draft, Script]:
    """The draft with that id and its script. Raises ``Http404``."""
    found = Draft.objects.filter(id=draft_id).first()
    if found is None:
        raise Http404
    return found, Script.from_data(found.script)


@require_http_methods(["GET", "POST"])
def delete_draft(request: Request, draft_id: str) -> HttpResponseBase:
    """Ask, then forget a game that was only prepared."""
    draft, script = find_draft(draft_id)
    if request.method == "POST":
        draft.delete()
        return see_other(reverse("home"))
    context = {
        "heading": fill(_("Delete what you prepared for {script}?"), script=script.name or _("A script")),
        "sentences": [_("The players and the bag are forgotten. Games that were dealt from it stay.")],
        "back": reverse("home"),
    }
    return render(request, "base/confirm.html", context)

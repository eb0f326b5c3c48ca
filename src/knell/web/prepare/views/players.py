"""The page of the players: who sits where, and who is a Traveller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DatabaseError
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from knell.engine import SetupRefused
from knell.engine.setup import MOST_SEATS
from knell.facts import FACTS
from knell.names import character_name
from knell.scripts import Script
from knell.texts import _, fill
from knell.web.base.going import go
from knell.web.base.notices import Notice, not_written
from knell.web.base.request import Request
from knell.web.games.chance import dice
from knell.web.games.forms import clean_name
from knell.web.games.models import Draft
from knell.web.prepare.dealing import (
    KINDS,
    Person,
    distributions,
    people_of,
    why_not_these,
)
from knell.web.prepare.steps import steps
from knell.web.prepare.views.drafts import find_draft

__all__ = ["players"]


class _Row(NamedTuple):
    number: int
    name: str
    traveller: str | None
    evil: bool | None
    field: str


@require_http_methods(["GET", "POST"])
def players(request: Request, draft_id: str) -> HttpResponseBase:
    """Who sits where, and who is a Traveller."""
    draft, script = find_draft(draft_id)
    notice: Notice | None = None
    focus = ""
    if request.method == "POST":
        people, focus, problem = _people_from(request.POST, script)
        draft.people = people
        try:
            draft.save(update_fields=["people", "changed"])
        except DatabaseError as error:
            notice = not_written(error)
        else:
            if request.POST.get("op") == "next":
                problem = why_not_these(script, people)
                if problem is None:
                    draft.people = [one for one in people if one["name"]]
                    draft.save(update_fields=["people", "changed"])
                    return go(request, reverse("bag", args=[draft.id]))
        if problem is not None and notice is None:
            notice = Notice("error", problem)
    return _players_page(request, draft, script, notice, focus)


def _people_from(form: QueryDict, script: Script) -> tuple[list[dict[str, Any]], str, str | None]:
    """The rows of the form after whatever was asked for, which field to go to, and what is wrong."""
    names = [clean_name(name) for name in form.getlist("name")][: MOST_SEATS + 5]
    kinds, sides = form.getlist("traveller"), form.getlist("side")
    people: list[dict[str, Any]] = [
        {
            "name": name,
            "traveller": _traveller(script, kinds[place] if place < len(kinds) else ""),
            "evil": {"good": False, "evil": True}.get(sides[place] if place < len(sides) else ""),
        }
        for place, name in enumerate(names)
    ]
    op, _dot, number = form.get("op", "").partition(":")
    place = int(number) if number.isdigit() and len(number) < 3 else -1
    problem = None
    focus = ""
    pasted = [name for line in form.get("names", "")[:4000].splitlines() if (name := clean_name(line))]
    if op == "paste" and pasted:
        kept = [one for one in people if one["name"]]
        people = [*kept, *({"name": name, "traveller": None, "evil": None} for name in pasted)]
    elif op == "add":
        people.append({"name": "", "traveller": None, "evil": None})
        focus = f"name-{len(people) - 1}"
    elif op == "remove" and 0 <= place < len(people):
        del people[place]
    elif op == "up" and 0 <= place < len(people):
        people.insert((place - 1) % len(people), people.pop(place))
        focus = f"up-{(place - 1) % len(people)}"
    elif op == "down" and 0 <= place < len(people):
        people.insert((place + 1) % (len(people) + 1) if place + 1 < len(people) else 0, people.pop(place))
        focus = f"down-{(place + 1) % len(people)}"
    elif op == "shuffle":
        people = [one for one in people if one["name"]]
        dice.shuffle(people)
    if len(people) > MOST_SEATS:
        people = people[:MOST_SEATS]
        problem = fill(_("There are {most} seats at most."), most=MOST_SEATS)
    return people, focus, problem


def _traveller(script: Script, given: str) -> str | None:
    """A Traveller's id, ``""`` for one that isn't chosen yet, or ``None`` for no Traveller."""
    if given in {i for i, _name in _travellers(script)}:
        return given
    return None


def _travellers(script: Script) -> list[tuple[str, str]]:
    """Every Traveller that may be seated, those on the script first."""
    own = [i for i in script.characters if script.type_of(i) == "traveller"]
    others = [i for i, fact in FACTS.items() if fact.type == "traveller" and i not in own]
    names = {i: script.name_of(i) if i in script.homebrew else character_name(i) for i in (*own, *others)}
    return [(i, names[i]) for i in own] + sorted(((i, names[i]) for i in others), key=lambda one: one[1])


def _players_page(
    request: Request, draft: Draft, script: Script, notice: Notice | None, focus: str
) -> HttpResponse:
    people = list(draft.people)
    rows = [_Row(n, one["name"], one["traveller"], one["evil"], f"name-{n}") for n, one in enumerate(people)]
    seated = people_of(one for one in people if one["name"])
    ordinary = sum(one.traveller is None for one in seated)
    context = {
        "draft": draft,
        "script": script,
        "rows": rows,
        "travellers": _travellers(script),
        "ordinary": ordinary,
        "guests": len(seated) - ordinary,
        "why_not": why_not_these(script, people) if seated else None,
        "with_guests": "guests" in request.POST or any(row.traveller for row in rows),
        "full": len(people) >= MOST_SEATS,
        "row": _table_row(script, seated),
        "notice": notice,
        "focus": focus,
        "steps": steps(draft.id, 1),
    }
    template = "prepare/_players.html" if request.headers.get("HX-Request") else "prepare/players.html"
    return render(request, template, context, status=200 if notice is None else 422)


def _table_row(script: Script, seated: Sequence[Person]) -> dict[str, int] | None:
    try:
        first = distributions(script, seated)[0]
    except (SetupRefused, IndexError):
        return None
    return dict(zip([kind.label for kind in KINDS], first.counts, strict=True))

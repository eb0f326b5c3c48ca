"""Scripts: what is on one, and new ones from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import DatabaseError
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from knell.characters import JINXES
from knell.characters import character as find_character
from knell.facts import FACTS, FIRST_NIGHT, JINXED_PAIRS, OTHER_NIGHTS, SETUP_TABLE
from knell.names import character_name, plural_of_type
from knell.record import ScriptPart
from knell.scripts import Script, ScriptError, bundled_namesake, bundled_scripts, completed, missing, read
from knell.texts import _, fill, ngettext
from knell.web.base.going import see_other
from knell.web.base.notices import Notice, not_written
from knell.web.base.request import Request
from knell.web.drawing import symbols
from knell.web.games.models import StoredScript
from knell.web.games.shelf import Shelf, add_script, find_script
from knell.words.tonight import STEPS

__all__ = ["complete", "delete", "script", "upload"]

LARGEST: Final = 1_000_000
_GROUPS: Final = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric")


def _shelf(script_id: str) -> Shelf:
    found = find_script(script_id)
    if found is None:
        raise Http404
    return found


@require_GET
def script(request: Request, script_id: str) -> HttpResponse:
    """The sheet, the order of the nights, the jinxes."""
    shelf = _shelf(script_id)
    one = shelf.script
    row = StoredScript.objects.filter(id=script_id).first() if shelf.own else None
    playable = [n for n in SETUP_TABLE if n <= 15 and not one.why_not_playable(n)]
    why_not = [str(reason) for reason in one.why_not_playable(10)] if not playable else []
    context = {
        "shelf": shelf,
        "script": one,
        "counts": one.counts(),
        "groups": [_group(one, kind) for kind in _GROUPS if one.of_type(kind)],
        "first_night": _night(one, first=True),
        "other_nights": _night(one, first=False),
        "jinxes": _jinxes(one),
        "twin": _twin(shelf),
        "missing": [name_of(one, i) for i in missing(one)],
        "notices": row.notices if row is not None else [],
        "playable": _ranges(playable),
        "why_not": why_not,
        "sprite": symbols.sprite((*one.characters, *one.fabled, *one.loric)),
    }
    return render(request, "games/script.html", context)


def _twin(shelf: Shelf) -> dict[str, str] | None:
    """The script that comes with Knell and has the same name as this one of the user's own."""
    found = bundled_namesake(shelf.script) if shelf.own else None
    if found is None:
        return None
    other = bundled_scripts()[found]
    differ = len(set(other.characters) ^ set(shelf.script.characters))
    count = ngettext("{count} character differs.", "{count} characters differ.", differ)
    return {"id": found, "differ": fill(count, count=differ) if differ else _("It has the same characters.")}


def _group(one: Script, kind: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": plural_of_type(kind),
        "characters": [_character(one, i, kind) for i in one.of_type(kind)],
    }


def name_of(one: Script, id_: str) -> str:
    """What a character is called on this script, in the reader's language unless its author named it."""
    text = one.texts.get(id_)
    if text is not None and text.name:
        return text.name
    return one.homebrew[id_].name if id_ in one.homebrew else character_name(id_)


def _character(one: Script, id_: str, kind: str) -> dict[str, Any]:
    text = one.texts.get(id_)
    own = one.homebrew.get(id_)
    summary = ""
    by_hand = True
    if own is None and id_ in FACTS:
        known = find_character(id_)
        summary, by_hand = _(known.summary) if known.summary else "", known.by_hand
    ability = text.ability if text is not None else ""
    return {
        "id": id_,
        "name": name_of(one, id_),
        "summary": summary or ability or (own.ability if own is not None else ""),
        "author": ability if summary else "",
        "special": ", ".join(own.special) if own is not None else "",
        "by_hand": by_hand,
        "token": symbols.token(id_, name_of(one, id_), kind),
    }


def _night(one: Script, *, first: bool) -> list[dict[str, Any]]:
    part = ScriptPart.of(one)
    own = part.first_night if first else part.other_nights
    order: Sequence[str] = own or (FIRST_NIGHT if first else OTHER_NIGHTS)
    here = set(one.characters)
    found: list[dict[str, Any]] = []
    for id_ in order:
        if id_ in STEPS:
            found.append({"name": _(STEPS[id_]), "kind": "", "token": None})
        elif id_ in here:
            kind = one.type_of(id_)
            token = symbols.token(id_, name_of(one, id_), kind)
            written = one.texts.get(id_)
            words = written.tonight(1 if first else 2) if written is not None else ""
            found.append({"name": name_of(one, id_), "kind": kind, "token": token, "words": words})
    return found


def _jinxes(one: Script) -> list[dict[str, str]]:
    here = {*one.characters, *one.fabled, *one.loric}
    known = {frozenset(jinx.pair): jinx.summary for jinx in JINXES}
    found = []
    for pair in JINXED_PAIRS:
        if set(pair) <= here:
            rule = known.get(frozenset(pair), "")
            found.append(
                {
                    "pair": fill(
                        _("{one} and {other}"), one=name_of(one, pair[0]), other=name_of(one, pair[1])
                    ),
                    "rule": _(rule)
                    if rule
                    else _("Knell doesn't run this one; look it up and rule by hand."),
                }
            )
    own_rules = {**{own.id: own.jinxes for own in one.homebrew.values()}, **one.jinxes}
    for id_, rules in own_rules.items():
        for jinx in rules:
            if jinx.other in here:
                pair_name = fill(
                    _("{one} and {other}"), one=name_of(one, id_), other=name_of(one, jinx.other)
                )
                found.append({"pair": pair_name, "rule": jinx.rule})
    return found


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as people write them: 5–7, 10–15."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}–{p[-1]}" for p in parts)


@require_http_methods(["GET", "POST"])
def upload(request: Request) -> HttpResponseBase:
    """Read an almanac or a script file."""
    if request.method == "GET":
        return render(request, "games/upload.html", {"text": "", "notice": None})
    file = request.FILES.get("file")
    text = request.POST.get("text", "")
    name = ""
    notice: Notice | None = None
    if isinstance(file, UploadedFile) and file.size is not None and file.size > LARGEST:
        data = b"x" * (LARGEST + 1)  # the reader says what is wrong with it
    elif isinstance(file, UploadedFile):
        data, name = file.read(), Path(file.name or "").name
    else:
        data = text.encode()
    if file is None and not text.strip():
        notice = Notice("error", _("Choose a file, or paste its text."))
    else:
        try:
            found = read(data, source=Path(name) if name else None)
            row = add_script(found)
            return see_other(reverse("script", args=[row.id]))
        except ScriptError as error:
            notice = Notice("error", str(error), _lines_around(data, error.line))
        except DatabaseError as error:
            notice = not_written(error)
    context = {"text": text[:200_000], "notice": notice, "name": name}
    return render(request, "games/upload.html", context, status=422)


@require_POST
def complete(_request: Request, script_id: str) -> HttpResponseBase:
    """Keep the script anew, with what it lacks for a game; the one that lacks it stays."""
    shelf = _shelf(script_id)
    row = StoredScript.objects.filter(id=script_id).first()
    try:
        kept = add_script(completed(shelf.script), before=row.notices if row is not None else ())
    except DatabaseError as error:
        raise Http404 from error
    return see_other(reverse("script", args=[kept.id]))


def _lines_around(data: bytes, line: int | None) -> tuple[str, ...]:
    """The line in question, to be found again."""
    if line is None:
        return ()
    lines = data.decode("utf-8", errors="replace").splitlines()
    if not 0 < line <= len(lines):
        return ()
    shown = lines[line - 1].strip()[:160]
    return (fill(_("Line {number}: {line}"), number=line, line=shown),) if shown else ()


@require_http_methods(["GET", "POST"])
def delete(request: Request, script_id: str) -> HttpResponseBase:
    """Ask, then forget an uploaded script."""
    shelf = _shelf(script_id)
    if not shelf.own:
        raise Http404
    if request.method == "POST":
        StoredScript.objects.filter(id=script_id).delete()
        return see_other(reverse("home"))
    context = {
        "heading": fill(_("Delete the script {name}?"), name=shelf.script.name or _("A script")),
        "sentences": [_("Games that were begun with it keep it.")],
        "back": reverse("script", args=[script_id]),
    }
    return render(request, "base/confirm.html", context)

"""The game itself: its page, and everything that can be done on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from knell.engine import SKIP
from knell.outside import LONGEST, clean
from knell.record import Automation, Level, ReadOnly
from knell.texts import _
from knell.web.base.going import go
from knell.web.base.notices import STATUS, Notice
from knell.web.base.request import Request
from knell.web.drawing.blocks import in_blocks
from knell.web.games import covering, registry
from knell.web.games.changing import Deed, change
from knell.web.games.forms import Unreadable, is_vote, read_action, read_answer, read_blocks, read_override
from knell.web.games.models import Game, Note
from knell.web.games.registry import Playing, WrittenNote
from knell.web.grimoire.page import game_page

__all__ = [
    "act", "answer", "automation", "blocks", "confirm", "default", "game", "goto", "note", "override",
    "redo", "reveal", "say", "skip", "timer", "undo", "votes",
]  # fmt: skip

MOST_NOTES: Final = 500
LONGEST_TIMER: Final = 4 * 3600


@require_GET
def game(request: Request, game_id: str) -> HttpResponseBase:
    """The Grimoire."""
    with registry.playing(game_id) as playing:
        if playing.covered:
            return go(request, reverse("handout", args=[game_id]))
        if not playing.begun:
            return go(request, reverse("setup", args=[game_id]))
        return _page(request, playing, request.GET.dict(), None)


@require_POST
def blocks(request: Request, game_id: str) -> HttpResponseBase:
    """The part of an answer's form in which it is put together, for what is chosen so far."""
    with registry.playing(game_id) as playing:
        question = playing.table.question
        own = None if question is None else question.own_words
        if own is None:
            return HttpResponse(status=204)
        shown = in_blocks(own, read_blocks(request.POST, own), playing.words)
    context = {"blocks": shown, "url": reverse("blocks", args=[game_id])}
    return render(request, "drawing/_blocks.html", context)


def _page(
    request: Request, playing: Playing, params: Mapping[str, str], notice: Notice | None
) -> HttpResponse:
    """The page or, for htmx, the part of it that changes. The lock is held, so all data is made here."""
    if notice is None and playing.notices:
        notice = Notice("trouble", str(ReadOnly.reason), tuple(playing.notices))
    context = game_page(playing, params, notice)
    status = 200 if notice is None or request.method == "GET" else STATUS[notice.kind]
    template = "grimoire/_game.html" if request.headers.get("HX-Request") else "grimoire/page.html"
    return render(request, template, context, status=status)


def _params(request: Request) -> dict[str, str]:
    """What was selected on the page from which a form came."""
    given = request.POST.get("next")
    if given is None:
        given = urlsplit(request.headers.get("HX-Current-URL", "")[:2000]).query
    return dict(parse_qsl(given.lstrip("?")[:1000])[:20])


def _query(params: Mapping[str, str]) -> str:
    made = QueryDict(mutable=True)
    made.update(dict(params))
    return f"?{made.urlencode()}" if params else ""


def _respond(request: Request, playing: Playing, notice: Notice | None) -> HttpResponseBase:
    """What comes after something was done, or wasn't."""
    if covering.cover() is not None:
        return go(request, reverse("cover", args=[playing.id]))
    params = _params(request)
    done_at_a_seat = notice is None and "override" in request.POST and "seat" in params
    if done_at_a_seat and params.get("act") != "reminder":
        params.pop("act", None)  # what the form was for is done
    if not playing.begun and notice is None:
        return go(request, reverse("setup", args=[playing.id]))
    if notice is None and not request.headers.get("HX-Request"):
        return go(request, reverse("game", args=[playing.id]) + _query(params))
    return _page(request, playing, params, notice)


def _post(do: Deed, *, check: bool = True) -> Callable[..., HttpResponseBase]:
    @require_POST
    def view(request: Request, game_id: str) -> HttpResponseBase:
        return change(request, game_id, do, respond=_respond, check=check)

    return view


# -- what can be done --------------------------------------------------------------------------------


def _answer(playing: Playing, form: QueryDict) -> None:
    question = playing.table.question
    if question is None:
        raise Unreadable(_("The game is over. Undo something to play on."))
    playing.table.answer(read_answer(form, question))


def _default(playing: Playing, form: QueryDict) -> None:
    table = playing.table
    count = form.get("count", "1")
    times = min(int(count), 40) if count.isdigit() and len(count) < 4 else 1
    asked = table.question
    while times > 0 and asked is not None:
        table.answer_default()
        times -= 1
        following = table.question
        if following is None or (following.name, following.player) != (asked.name, asked.player):
            break


def _skip(playing: Playing, _form: QueryDict) -> None:
    playing.table.answer(SKIP)


def _votes(playing: Playing, form: QueryDict) -> None:
    """Count the hands of the vote that is going on, up to a player or to its end."""
    table = playing.table
    question = table.question
    if question is None or not is_vote(question):
        raise Unreadable(_("No hands are being counted now."))
    up = set(form.getlist("up"))
    until = form.get("until", "")
    about = (question.name, question.player, table.game.night)
    while question is not None and is_vote(question):
        if (question.name, question.player, table.game.night) != about:
            break
        who = str(question.who)
        table.answer(who in up)
        if who == until:
            break
        question = table.question
    if table.question is None or not is_vote(table.question):
        covering.put(playing.id, covering.VOTE)


def _act(playing: Playing, form: QueryDict) -> None:
    playing.table.answer(read_action(form, playing.table.game))


def _override(playing: Playing, form: QueryDict) -> None:
    playing.table.override(read_override(form))


def _undo(playing: Playing, _form: QueryDict) -> Notice | None:
    if playing.table.undo() is None:
        return Notice("error", _("There is nothing to undo."))
    return None


def _redo(playing: Playing, _form: QueryDict) -> Notice | None:
    if playing.table.redo() is None:
        return Notice("error", _("There is nothing to do again."))
    return None


def _goto(playing: Playing, form: QueryDict) -> None:
    given = form.get("entry", "")
    if not given.isdigit() or len(given) > 9:
        raise Unreadable(_("That moment isn't part of this game."))
    if form.get("before"):
        playing.table.go_to(playing.table.tree[int(given)].parent)
    else:
        playing.table.go_to(int(given))


def _automation(playing: Playing, form: QueryDict) -> None:
    name = form.get("name", "")
    try:
        level = Level(form.get("level", ""))
    except ValueError as error:
        raise Unreadable(_("That isn't one of the levels.")) from error
    if not name or len(name) > 80:
        raise Unreadable
    table = playing.table
    before = table.automation
    table.automation = Automation(before.levels, default=level) if name == "*" else before.having(name, level)
    try:
        Game.objects.filter(id=playing.id).update(automation=table.automation.to_plain())
        if level is Level.AUTOMATIC:
            table.proceed()
    except BaseException:
        table.automation = before
        raise


def _note(playing: Playing, form: QueryDict) -> None:
    delete = form.get("delete", "")
    if delete.isdigit() and len(delete) < 16:
        Note.objects.filter(game_id=playing.id, id=int(delete)).delete()
        playing.notes = [one for one in playing.notes if one.id != int(delete)]
        return
    text = clean(form.get("text", "")).strip()[:LONGEST]
    if not text:
        raise Unreadable(_("A note needs some words."))
    if len(playing.notes) >= MOST_NOTES:
        raise Unreadable(_("There are too many notes; delete some first."))
    given = form.get("player", "")
    player = int(given) if given.isdigit() and len(given) < 4 else -1
    made = Note.objects.create(game_id=playing.id, entry=playing.table.head, player=player, text=text)
    playing.notes = [*playing.notes, WrittenNote(made.id, made.entry, made.player, made.text, made.at)]


def _confirm(playing: Playing, _form: QueryDict) -> None:
    if not playing.table.over:
        raise Unreadable(_("The game isn't over."))
    Game.objects.filter(id=playing.id).update(confirmed=playing.table.head, stage=0)
    playing.confirmed_at, playing.stage = playing.table.head, 0


def _say(playing: Playing, form: QueryDict) -> None:
    """The Storyteller has said aloud that night falls, or what happened in it."""
    if form.get("moment", "") != str(playing.to_say):
        raise Unreadable(_("That has been said already."))
    playing.say()


def _reveal(playing: Playing, form: QueryDict) -> None:
    if not playing.confirmed:
        raise Unreadable(_("Confirm the end of the game first."))
    given = form.get("stage", "")
    if not given.isdigit() or len(given) > 3:
        raise Unreadable
    Game.objects.filter(id=playing.id).update(stage=int(given))
    playing.stage = int(given)


def _timer(playing: Playing, form: QueryDict) -> None:
    given = form.get("seconds", "")
    if not given.isdigit() or int(given[:9]) > LONGEST_TIMER:
        raise Unreadable
    playing.timer = time.time() + int(given) if int(given) else None


answer = _post(_answer)
default = _post(_default)
skip = _post(_skip)
votes = _post(_votes)
act = _post(_act)
override = _post(_override)
undo = _post(_undo)
redo = _post(_redo)
goto = _post(_goto)
automation = _post(_automation)
note = _post(_note, check=False)
confirm = _post(_confirm)
reveal = _post(_reveal)
say = _post(_say)
timer = _post(_timer, check=False)

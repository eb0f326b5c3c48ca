"""The page of the set-up: whose token is which, and what the Storyteller decides before the first night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from knell.engine import Phase
from knell.record import Table
from knell.texts import _
from knell.web.base.going import go, see_other
from knell.web.base.notices import STATUS, Notice
from knell.web.base.request import Request
from knell.web.games import registry
from knell.web.games.chance import dice
from knell.web.games.changing import change
from knell.web.games.forms import Unreadable, read_answer
from knell.web.games.registry import Playing
from knell.web.prepare.dealing import BY_PERSON
from knell.web.prepare.setup_page import setup_page, taps_of
from knell.web.prepare.views.handout import keep_handout

__all__ = ["setup"]


@contextmanager
def by_person(table: Table) -> Iterator[None]:
    """Let nothing be answered automatically while the game is set up."""
    before = table.automation
    table.automation = BY_PERSON
    try:
        yield
    finally:
        table.automation = before


@require_http_methods(["GET", "POST"])
def setup(request: Request, game_id: str) -> HttpResponseBase:
    """One page for whatever comes next before the first night."""
    if request.method == "POST":
        return change(request, game_id, _do, respond=_respond)
    with registry.playing(game_id) as playing:
        if playing.begun or playing.covered:
            return see_other(_after_setup(playing))
        return _page(request, playing, None)


def _after_setup(playing: Playing) -> str:
    if playing.covered or (playing.handout.get("mode") == "cover" and not playing.handout.get("done")):
        return reverse("handout", args=[playing.id])
    return reverse("game", args=[playing.id])


def _respond(request: Request, playing: Playing, notice: Notice | None) -> HttpResponseBase:
    if notice is None or notice.kind == "done":
        url = reverse("setup", args=[playing.id])
        if playing.begun:
            url = _after_setup(playing)
        return go(request, url)
    return _page(request, playing, notice)


def _do(playing: Playing, form: QueryDict) -> None:
    table = playing.table
    question = table.question
    op, _colon, value = form.get("op", "").partition(":")
    if question is None or table.game.phase is not Phase.SETUP:
        raise Unreadable(_("The game has begun already."))
    with by_person(table):
        if question.name == "draw":
            _draw(playing, op, value)
        elif op == "deal":
            table.redo()
        elif op == "default":
            table.answer_default()
        else:
            table.answer(read_answer(form, question))
    if table.game.phase is not Phase.SETUP:
        keep_handout(playing, begun=True)
        table.proceed()


def _draw(playing: Playing, op: str, value: str) -> None:
    """Whose token is which: drawn by Knell, or tapped in by hand."""
    table = playing.table
    assert table.question is not None
    tokens = list(table.question.options[0])  # every order holds all of them
    mode = playing.handout.get("mode", "")
    if op == "knell":
        keep_handout(playing, mode="cover", seen=[], done=False)
        dice.shuffle(tokens)
        table.answer(tuple(tokens))
    elif op == "told":
        keep_handout(playing, mode="", seen=[], done=True)
        dice.shuffle(tokens)
        table.answer(tuple(tokens))
    elif op == "bag":
        keep_handout(playing, mode="bag", taps=[], done=True)
    elif op == "choose":
        keep_handout(playing, mode="", taps=[])
    elif op == "tap" and mode == "bag":
        taps = [*taps_of(playing), value]
        if Counter(taps) - Counter(tokens):
            raise Unreadable(_("That token isn't in the bag any more."))
        keep_handout(playing, taps=taps)
        if len(taps) == len(tokens):
            table.answer(tuple(taps))
    elif op == "untap" and mode == "bag":
        keep_handout(playing, taps=taps_of(playing)[:-1])
    else:
        raise Unreadable


def _page(request: Request, playing: Playing, notice: Notice | None) -> HttpResponse:
    context = setup_page(playing) | {"notice": notice}
    status = 200 if notice is None else STATUS[notice.kind]
    return render(request, "prepare/setup.html", context, status=status)

"""The pages of the hand-out: everybody looks at their own token, one after the other."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from knell.engine import PlayerId
from knell.names import type_name
from knell.seats import player_view
from knell.web.base.going import go, see_other
from knell.web.base.notices import Notice
from knell.web.base.request import Request, while_covered
from knell.web.drawing import symbols
from knell.web.games import covering, registry
from knell.web.games.changing import change
from knell.web.games.models import Game as GameRow
from knell.web.games.registry import Playing
from knell.web.prepare.setup_page import plain_token
from knell.web.prepare.steps import steps

__all__ = ["handout", "keep_handout"]


@while_covered
@require_http_methods(["GET", "POST"])
def handout(request: Request, game_id: str) -> HttpResponseBase:
    """Everybody looks at their own token, one after the other."""
    on = covering.cover()
    if on is not None and on != (game_id, covering.HANDOUT):
        return go(request, reverse("cover", args=[on.game]))
    if request.method == "POST":
        return change(request, game_id, _pass_on, check=False, respond=_passed)
    with registry.playing(game_id) as playing:
        if not playing.begun and not playing.covered:
            return see_other(reverse("setup", args=[game_id]))
        order = _order(playing)
        seen = [p for p in playing.handout.get("seen", ()) if p in order]
        waiting = [p for p in order if p not in seen]
        at = playing.handout.get("at")
        if at is None:
            return _overview(request, playing, order, seen, waiting)
        if at in order:
            return _cover(request, playing, at, waiting)
        return render(request, "prepare/back.html", {"game": {"id": playing.id}})


def keep_handout(playing: Playing, **changes: Any) -> None:
    """Remember how far the tokens have been handed out."""
    changed = {**playing.handout, **changes}
    GameRow.objects.filter(id=playing.id).update(handout=changed)
    playing.handout = changed


def _order(playing: Playing) -> list[PlayerId]:
    """Who has a token to look at: everybody, clockwise; Travellers learn their side."""
    game = playing.table.game
    return [p for p in game.ring if p in game.told]


def _pass_on(playing: Playing, form: QueryDict) -> None:
    op, _colon, value = form.get("op", "").partition(":")
    order = _order(playing)
    seen = [p for p in playing.handout.get("seen", ()) if p in order]
    at = playing.handout.get("at")
    if at is not None and op not in ("seen", "open"):
        return  # whoever holds the device isn't the Storyteller
    if op == "pass" and value.isdigit() and int(value) in order:
        keep_handout(playing, mode="cover", at=int(value), single=form.get("single") == "1")
        covering.put(playing.id, covering.HANDOUT)
    elif op == "seen" and at in order and value == str(at):
        seen = [p for p in order if p in seen or p == at]
        waiting = [] if playing.handout.get("single") else [p for p in order if p not in seen]
        # Nobody's, but still covered: the device goes back to the Storyteller.
        keep_handout(playing, seen=seen, at=waiting[0] if waiting else -1, done=len(seen) == len(order))
    elif op == "open" and at is not None:
        keep_handout(playing, at=None)
        covering.lift()
    elif op == "again":
        keep_handout(playing, mode="cover", seen=[], done=False, at=None)
    elif op == "done":
        keep_handout(playing, done=True, at=None)


def _passed(_request: Request, playing: Playing, _notice: Notice | None) -> HttpResponse:
    waiting = [p for p in _order(playing) if p not in playing.handout.get("seen", ())]
    if playing.handout.get("done") and waiting and playing.handout.get("at") is None:
        return see_other(reverse("game", args=[playing.id]))
    return see_other(reverse("handout", args=[playing.id]))


def _cover(request: Request, playing: Playing, player: PlayerId, waiting: list[PlayerId]) -> HttpResponse:
    """A page that may be handed to a player: nothing on it but what they may know."""
    you = player_view(playing.table, player)["you"]
    words, game = playing.words, playing.table.game
    following = [] if playing.handout.get("single") else [p for p in waiting if p != player]
    character = you["character"]
    context: dict[str, Any] = {
        "game": {"id": playing.id, "state": playing.state},
        "player": {"id": player, "name": you["name"]},
        "next": words.player(following[0]) if following else "",
        "evil": bool(you["evil"]),
        "name": words.character(character) if character else "",
        "kind": type_name(game.cast.by_id[character].type.label) if character else "",
        "token": plain_token(game, character, words) if character else None,
        "sprite": symbols.sprite([character] if character else []),
    }
    return render(request, "prepare/cover.html", context)


def _overview(
    request: Request, playing: Playing, order: list[PlayerId], seen: list[PlayerId], waiting: list[PlayerId]
) -> HttpResponse:
    words, game = playing.words, playing.table.game
    rows = []
    for player in order:
        you = player_view(playing.table, player)["you"]
        character = you["character"]
        rows.append(
            {
                "id": player,
                "player": words.player(player),
                "shown": words.character(character),
                "side": words.side(bool(you["evil"])),
                "evil": bool(you["evil"]),
                "token": plain_token(game, character, words),
                "true": words.character(game.characters[player].id) if game.believed[player] else "",
                "seen": player in seen,
            }
        )
    context = {
        "game": {"id": playing.id, "state": playing.state, "title": playing.title},
        "rows": rows,
        "waiting": len(waiting),
        "next": {"id": waiting[0], "name": words.player(waiting[0])} if waiting else None,
        "sprite": symbols.sprite(playing.header.script.characters),
        "steps": steps(playing.draft, 3),
        "night": game.night,
    }
    return render(request, "prepare/handout.html", context)

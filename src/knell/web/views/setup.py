"""From the bag to the first night: the draw, what the Storyteller decides, and what people are shown."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from knell.engine import AT_RANDOM, Game, Phase, PlayerId, Question
from knell.engine.options import Combinations, Orders, OwnWords
from knell.engine.plain import to_plain
from knell.names import type_name
from knell.record import Automation, Level, Table
from knell.seats import player_view, storyteller_view
from knell.texts import _
from knell.web.base.going import go, see_other
from knell.web.base.notices import STATUS, Notice
from knell.web.base.request import Request
from knell.web.drawing import symbols
from knell.web.drawing.blocks import in_blocks
from knell.web.games import registry
from knell.web.games.chance import dice
from knell.web.games.changing import change
from knell.web.games.forms import Unreadable, read_answer
from knell.web.games.models import Game as GameRow
from knell.web.games.registry import Playing
from knell.words import Words
from knell.words.asking import asked, shape

__all__ = ["handout", "setup"]

_BY_PERSON: Final = Automation({}, default=Level.SUGGESTED)


@contextmanager
def by_person(table: Table) -> Iterator[None]:
    """Let nothing be answered automatically while the game is set up."""
    before = table.automation
    table.automation = _BY_PERSON
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


# -- what is done --------------------------------------------------------------------------------------


def keep_handout(playing: Playing, **changes: Any) -> None:
    """Remember how far the tokens have been handed out."""
    changed = {**playing.handout, **changes}
    GameRow.objects.filter(id=playing.id).update(handout=changed)
    playing.handout = changed


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
    options = table.question.options
    assert isinstance(options, Orders)
    mode = playing.handout.get("mode", "")
    if op == "knell":
        keep_handout(playing, mode="cover", seen=[], done=False)
        tokens = list(options.things)
        dice.shuffle(tokens)
        table.answer(tuple(tokens))
    elif op == "told":
        keep_handout(playing, mode="", seen=[], done=True)
        tokens = list(options.things)
        dice.shuffle(tokens)
        table.answer(tuple(tokens))
    elif op == "bag":
        keep_handout(playing, mode="bag", taps=[], done=True)
    elif op == "choose":
        keep_handout(playing, mode="", taps=[])
    elif op == "tap" and mode == "bag":
        taps = [*_taps(playing), value]
        if Counter(taps) - Counter(options.things):
            raise Unreadable(_("That token isn't in the bag any more."))
        keep_handout(playing, taps=taps)
        if len(taps) == len(options.things):
            table.answer(tuple(taps))
    elif op == "untap" and mode == "bag":
        keep_handout(playing, taps=_taps(playing)[:-1])
    else:
        raise Unreadable(_("Something is missing, or isn't what belongs there."))


def _taps(playing: Playing) -> list[str]:
    return [str(one) for one in playing.handout.get("taps", ())]


# -- the page ------------------------------------------------------------------------------------------


def _page(request: Request, playing: Playing, notice: Notice | None) -> HttpResponse:
    table, words = playing.table, playing.words
    question = table.question
    assert question is not None
    context: dict[str, Any] = {
        "game": {"id": playing.id, "state": playing.state, "title": playing.title, "draft": playing.draft},
        "notice": notice,
        "can_undo": len(table.line) > 0,
        "can_redo": table.can_redo,
        "sprite": symbols.sprite(playing.header.script.characters),
        "steps": _steps(playing),
    }
    if question.name == "draw":
        context |= {"part": "draw", **_draw_shown(playing, question, words)}
    elif not _dealt(table.game) and question.name.startswith("bag."):
        context |= {"part": "bag"}
    else:
        context |= {"part": "decide", **_decision_shown(playing, question, words)}
    status = 200 if notice is None else STATUS[notice.kind]
    return render(request, "pages/setup.html", context, status=status)


def _dealt(game: Game) -> bool:
    return "bag" in game.setup


def _steps(playing: Playing) -> list[dict[str, Any]]:
    before = [(_("Script"), ""), (_("Players"), "players"), (_("The bag"), "bag"), (_("Hand out"), "")]
    return [
        {
            "name": name,
            "url": reverse(url, args=[playing.draft]) if url and playing.draft else "",
            "now": place == 3,
        }
        for place, (name, url) in enumerate(before)
    ]


def _token(game: Game, id_: str, words: Words) -> dict[str, Any]:
    return symbols.token(id_, words.character(id_), game.cast.by_id[id_].type.label, size="plain")


def _draw_shown(playing: Playing, question: Question, words: Words) -> dict[str, Any]:
    game = playing.table.game
    assert isinstance(question.options, Orders)
    tokens = list(question.options.things)
    taps = _taps(playing)[: len(tokens)]
    left = list((Counter(tokens) - Counter(taps)).elements())
    left.sort(key=words.character)
    ordinary = range(len(tokens))  # who draws, in the order of the draw
    return {
        "mode": playing.handout.get("mode", "") if playing.handout.get("mode") == "bag" else "",
        "count": len(tokens),
        "tapped": [
            {"player": words.player(player), "token": _token(game, one, words), "name": words.character(one)}
            for player, one in zip(ordinary, taps, strict=False)
        ],
        "next": words.player(ordinary[len(taps)]) if len(taps) < len(ordinary) else "",
        "left": [
            {"id": i, "name": words.character(i), "token": _token(game, i, words)}
            for i in dict.fromkeys(left)
        ],
    }


def _decision_shown(playing: Playing, question: Question, words: Words) -> dict[str, Any]:
    game = playing.table.game
    said = asked(game, question, words)
    default = question.default
    at_random = default is AT_RANDOM
    several = isinstance(question.options, Combinations)
    options = _options(playing, question, words, None if at_random else default)
    return {
        "heading": said.heading,
        "sentence": said.sentence,
        "several": several,
        "size": question.options.free + len(question.options.forced) if several else 1,  # type: ignore[attr-defined]
        "options": options,
        "at_random": at_random,
        "why": "" if question.why is None else words.text(question.why),
        "seats": seats_shown(playing, words),
        "blocks": in_blocks(question.options, {}, words) if isinstance(question.options, OwnWords) else None,
        "blocks_url": reverse("blocks", args=[playing.id]),
    }


def _options(playing: Playing, question: Question, words: Words, default: Any) -> list[dict[str, Any]]:
    game = playing.table.game
    form = shape(question.options)
    several = isinstance(question.options, Combinations)
    every = question.options.every if isinstance(question.options, Combinations) else question.options[:300]
    tokens = _drawn(playing)
    found = []
    for option in every:
        token = None
        label = words.answer_to(question, option)
        if isinstance(option, str) and option in game.cast.by_id:
            token = _token(game, option, words)
        elif form == "player" and isinstance(option, int) and option in tokens:
            token = _token(game, tokens[option], words)
        unwise = _unwise(question, (option,) if several else option)
        found.append(
            {
                "value": json.dumps(to_plain(option), ensure_ascii=False),
                "plain": option,
                "label": label,
                "token": token,
                "what": words.character(tokens[option]) if form == "player" and option in tokens else "",
                "chosen": option in default if several and default is not None else option == default,
                "unwise": "" if unwise is None else words.text(unwise),
            }
        )
    return found


def _unwise(question: Question, answer: Any) -> Any:
    try:
        return question.unwise(answer)
    except (LookupError, TypeError, ValueError):
        return None  # it wants a whole answer


def _drawn(playing: Playing) -> dict[PlayerId, str]:
    """Which token is in front of whom, as the players see it."""
    game = playing.table.game
    if game.characters:
        return {p: (game.believed[p] or game.characters[p]).id for p in game.ring}
    entry = next((e for e in reversed(playing.table.line) if e.asked == "draw"), None)
    return {} if entry is None else dict(enumerate(entry.answer))


def seats_shown(playing: Playing, words: Words) -> list[dict[str, Any]]:
    """Everybody with their token and what is true, clockwise."""
    game = playing.table.game
    if not game.characters:
        drawn = _drawn(playing)
        return [
            {
                "player": words.player(p),
                "shown": words.character(drawn[p]),
                "token": _token(game, drawn[p], words),
                "true": "",
                "marks": [],
            }
            for p in game.ring
            if p in drawn
        ]
    seats = []
    for one in storyteller_view(playing.table)["players"]:
        shown = one["believed"] or one["character"]
        seats.append(
            {
                "player": one["name"],
                "shown": words.character(shown),
                "token": _token(game, shown, words),
                "true": words.character(one["character"]) if one["believed"] else "",
                "marks": [words.token(token["name"]) for token in one["tokens"]],
            }
        )
    return seats


# -- passing the device on -----------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def handout(request: Request, game_id: str) -> HttpResponseBase:
    """Everybody looks at their own token, one after the other."""
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
        return render(request, "pages/back.html", {"game": {"id": playing.id}})


def _order(playing: Playing) -> list[PlayerId]:
    """Who has a token to look at: everybody, clockwise; Travellers learn their side."""
    game = playing.table.game
    return [p for p in game.ring if p in game.told]


def _pass_on(playing: Playing, form: QueryDict) -> None:
    op, _colon, value = form.get("op", "").partition(":")
    order = _order(playing)
    seen = [p for p in playing.handout.get("seen", ()) if p in order]
    at = playing.handout.get("at")
    if op == "pass" and value.isdigit() and int(value) in order:
        keep_handout(playing, mode="cover", at=int(value), single=form.get("single") == "1")
    elif op == "seen" and at in order and value == str(at):
        seen = [p for p in order if p in seen or p == at]
        waiting = [] if playing.handout.get("single") else [p for p in order if p not in seen]
        # Nobody's, but still covered: the device goes back to the Storyteller.
        keep_handout(playing, seen=seen, at=waiting[0] if waiting else -1, done=len(seen) == len(order))
    elif op == "open" and at is not None:
        keep_handout(playing, at=None)
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
        "token": _token(game, character, words) if character else None,
        "sprite": symbols.sprite([character] if character else []),
    }
    return render(request, "pages/cover.html", context)


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
                "token": _token(game, character, words),
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
        "steps": _steps(playing),
        "night": game.night,
    }
    return render(request, "pages/handout.html", context)

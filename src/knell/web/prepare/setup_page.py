"""What the page of the set-up shows: the draw, or what the Storyteller decides next."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.urls import reverse

from knell.engine import AT_RANDOM, Game, PlayerId, Question
from knell.engine.options import Shape
from knell.engine.plain import to_plain
from knell.seats import storyteller_view
from knell.web.drawing import symbols
from knell.web.drawing.blocks import in_blocks
from knell.web.games.registry import Playing
from knell.web.prepare.steps import steps
from knell.words import Words
from knell.words.asking import asked

__all__ = ["plain_token", "setup_page", "taps_of"]


def setup_page(playing: Playing) -> dict[str, Any]:
    """What ``prepare/setup.html`` shows of the open question."""
    table, words = playing.table, playing.words
    question = table.question
    assert question is not None
    context: dict[str, Any] = {
        "game": {"id": playing.id, "state": playing.state, "title": playing.title, "draft": playing.draft},
        "can_undo": len(table.line) > 0,
        "can_redo": table.can_redo,
        "sprite": symbols.sprite(playing.header.script.characters),
        "steps": steps(playing.draft, 3),
    }
    if question.name == "draw":
        return {**context, "part": "draw", **_draw_shown(playing, question, words)}
    if not _dealt(table.game) and question.name.startswith("bag."):
        return {**context, "part": "bag"}
    return {**context, "part": "decide", **_decision_shown(playing, question, words)}


def _dealt(game: Game) -> bool:
    return game.bag is not None


def plain_token(game: Game, id_: str, words: Words) -> dict[str, Any]:
    """A character's token beside its name."""
    return symbols.token(id_, words.character(id_), game.cast.by_id[id_].type.label, size="plain")


def taps_of(playing: Playing) -> list[str]:
    """The tokens that have been tapped in so far, in the order of the draw."""
    return [str(one) for one in playing.handout.get("taps", ())]


def _draw_shown(playing: Playing, question: Question, words: Words) -> dict[str, Any]:
    game = playing.table.game
    tokens = list(question.options[0])  # every order holds all of them
    taps = taps_of(playing)[: len(tokens)]
    left = list((Counter(tokens) - Counter(taps)).elements())
    left.sort(key=words.character)
    ordinary = range(len(tokens))  # who draws, in the order of the draw
    return {
        "mode": playing.handout.get("mode", "") if playing.handout.get("mode") == "bag" else "",
        "count": len(tokens),
        "tapped": [
            {
                "player": words.player(player),
                "token": plain_token(game, one, words),
                "name": words.character(one),
            }
            for player, one in zip(ordinary, taps, strict=False)
        ],
        "next": words.player(ordinary[len(taps)]) if len(taps) < len(ordinary) else "",
        "left": [
            {"id": i, "name": words.character(i), "token": plain_token(game, i, words)}
            for i in dict.fromkeys(left)
        ],
    }


def _decision_shown(playing: Playing, question: Question, words: Words) -> dict[str, Any]:
    game = playing.table.game
    said = asked(game, question, words)
    default = question.default
    at_random = default is AT_RANDOM
    several = question.shape is Shape.SEVERAL
    own = question.own_words
    options = _options(playing, question, words, None if at_random else default)
    return {
        "heading": said.heading,
        "sentence": said.sentence,
        "several": several,
        "size": question.sizes[-1],
        "options": options,
        "at_random": at_random,
        "why": "" if question.why is None else words.text(question.why),
        "seats": _seats_shown(playing, words),
        "blocks": None if own is None else in_blocks(own, {}, words),
        "blocks_url": reverse("blocks", args=[playing.id]),
    }


def _options(playing: Playing, question: Question, words: Words, default: Any) -> list[dict[str, Any]]:
    game = playing.table.game
    several, players = question.shape is Shape.SEVERAL, question.shape is Shape.PLAYER
    every = question.things or question.options[:300]
    tokens = _drawn(playing)
    found = []
    for option in every:
        token = None
        label = words.answer_to(question, option)
        if isinstance(option, str) and option in game.cast.by_id:
            token = plain_token(game, option, words)
        elif players and option in tokens:
            token = plain_token(game, tokens[option], words)
        unwise = _unwise(question, (option,) if several else option)
        found.append(
            {
                "value": json.dumps(to_plain(option), ensure_ascii=False),
                "plain": option,
                "label": label,
                "token": token,
                "what": words.character(tokens[option])
                if question.shape is Shape.PLAYER and option in tokens
                else "",
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


def _seats_shown(playing: Playing, words: Words) -> list[dict[str, Any]]:
    """Everybody with their token and what is true, clockwise."""
    game = playing.table.game
    if not game.characters:
        drawn = _drawn(playing)
        return [
            {
                "player": words.player(p),
                "shown": words.character(drawn[p]),
                "token": plain_token(game, drawn[p], words),
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
                "token": plain_token(game, shown, words),
                "true": words.character(one["character"]) if one["believed"] else "",
                "marks": [words.token(token["name"]) for token in one["tokens"]],
            }
        )
    return seats

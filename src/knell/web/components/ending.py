"""The end: for the Storyteller to confirm, then the reveal, night by night, as far as they lead the town."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from knell.engine import Game, Phase, PlayerId
from knell.engine.events import DayBegan, NightBegan, Taken, Warned, Woken, WokenTogether
from knell.names import type_name
from knell.texts import _, fill
from knell.web.components.drawing import LETTERS, SIDES, icon, token_svg
from knell.web.components.ring import is_korean
from knell.web.components.scene import Scene, phase_name
from knell.web.components.timeline import died_when
from knell.words import Words, sentence
from knell.words.story import causes_first, story

__all__ = ["ending", "result_of", "why_it_ended"]

_QUIET: Final = (Woken, WokenTogether, Taken, Warned)


def why_it_ended(reason: str, words: Words) -> str:
    """What ended the game, in one sentence."""
    known = {
        "demon_dead": _("The Demon is dead."),
        "no_demon": _("There is no Demon any more."),
        "two_alive": _("Only two players are alive."),
        "storyteller": _("The Storyteller has ended the game."),
    }.get(reason)
    return known or fill(_("The {character} has brought it about."), character=words.character(reason))


def ending(scene: Scene) -> dict[str, Any]:
    """The last page of a game."""
    game, words = scene.game, scene.words
    outcome = game.outcome
    assert outcome is not None, "asked only when the game is over"
    chapters = _chapters(scene)
    stage = scene.playing.stage
    confirmed = scene.playing.confirmed
    last = len(chapters) + 1
    return {
        "winner": outcome.winner,
        "title": _("Evil wins") if outcome.evil_won else _("Good wins"),
        "why": why_it_ended(outcome.reason, words),
        "confirmed": confirmed,
        "stage": stage,
        "last": last,
        "next": _next_stage(stage, chapters),
        "next_stage": min(stage + 1, last),
        "back_stage": max(stage - 1, 0),
        "chapters": [
            {**chapter, "open": confirmed and stage >= number + 2, "number": number + 2}
            for number, chapter in enumerate(chapters)
        ],
        "tokens_shown": confirmed and stage >= 1,
        "result": result_of(game, words) if confirmed else [],
        "last_words": _last_words(scene),
    }


def _next_stage(stage: int, chapters: list[dict[str, Any]]) -> str:
    if stage == 0:
        return _("Turn the tokens over")
    if stage <= len(chapters):
        return fill(_("Tell night and day {number}"), number=chapters[stage - 1]["number"])
    return ""


def _chapters(scene: Scene) -> list[dict[str, Any]]:
    """The whole story by nights and days; the page opens them one after the other."""
    chapters: list[dict[str, Any]] = []
    lines: list[str] = []
    number = None
    for heard in causes_first(scene.events):
        if isinstance(heard.event, NightBegan | DayBegan):
            at_night = isinstance(heard.event, NightBegan)
            if heard.night != number:
                number = heard.night
                lines = []
                chapters.append(
                    {"title": fill(_("Night and day {number}"), number=number), "number": number, "parts": []}
                )
            lines = []
            chapters[-1]["parts"].append(
                {
                    "title": phase_name(Phase.NIGHT if at_night else Phase.DAY, heard.night),
                    "icon": icon("moon" if at_night else "sun"),
                    "lines": lines,
                }
            )
            continue
        if not chapters or isinstance(heard.event, _QUIET):
            continue
        said = sentence(heard.event, scene.words)
        if said:
            lines.append(said)
    return chapters


def _last_words(scene: Scene) -> list[str]:
    """The last few things that happened, so that the Storyteller can see why."""
    told = list(story(scene.events[-12:], scene.words))
    return told[-4:]


def result_of(game: Game, words: Words) -> list[dict[str, Any]]:
    """Who has won and who has lost, by side."""
    outcome = game.outcome
    if outcome is None:
        return []
    return [
        {
            "title": _("Won") if won else _("Lost"),
            "won": won,
            "players": [_player(game, words, p) for p in game.ring if bool(outcome.winners >> p & 1) is won],
        }
        for won in (True, False)
    ]


def _player(game: Game, words: Words, player: PlayerId) -> dict[str, Any]:
    character = game.characters[player]
    evil = bool(game.evil >> player & 1)
    return revealed_player(
        words,
        player,
        words.player(player),
        character.id,
        character.type.label,
        evil=evil,
        believed=believed.id if (believed := game.believed[player]) is not None else "",
        died=died_when(game, player),
    )


def revealed_player(
    words: Words,
    player: PlayerId,
    name: str,
    character: str,
    kind: str,
    *,
    evil: bool,
    believed: str = "",
    died: str = "",
    dead: bool = False,
) -> dict[str, Any]:
    """A player as the reveal shows them."""
    turned = kind in LETTERS and kind != "traveller" and evil != (kind in SIDES)
    shown = token_svg(
        character,
        words.character(character),
        kind,
        evil=evil if turned or kind == "traveller" else None,
        plain=True,
    )
    whole = token_svg(
        character,
        words.character(character),
        kind,
        evil=evil if turned or kind == "traveller" else None,
        shroud="worn" if died or dead else "",
    )
    what = fill(_("{type}, {side}"), type=type_name(kind) if kind else "", side=words.side(evil))
    return {
        "player": player,
        "name": name,
        "korean": is_korean(name),
        "character": words.character(character),
        "kind": kind,
        "side": "evil" if evil else "good",
        "svg": shown,
        "token": whole,
        "what": what,
        "believed": fill(_("thought they were the {character}"), character=words.character(believed))
        if believed
        else "",
        "died": died,
    }


def revealed(
    words: Words, reveal: Mapping[str, Any], kinds: Mapping[str, str], names: Mapping[int, str]
) -> dict[str, Any]:
    """What the town is shown of the end, from what has been revealed to it."""
    winners = set(reveal["winners"])
    players = [
        revealed_player(
            words,
            one["id"],
            names.get(one["id"], one["name"]),
            one["character"],
            kinds.get(one["character"], ""),
            evil=one["evil"],
            believed=one["believed"] or "",
            dead=one["dead"],
        )
        for one in reveal["players"]
    ]
    return {
        "title": _("Evil wins") if reveal["winner"] == "evil" else _("Good wins"),
        "winner": reveal["winner"],
        "why": why_it_ended(reveal["reason"], words),
        "players": players,
        "result": [
            {"title": title, "won": won, "players": [p for p in players if (p["player"] in winners) is won]}
            for title, won in ((_("Won"), True), (_("Lost"), False))
        ],
    }

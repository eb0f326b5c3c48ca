"""The end: for the Storyteller to confirm, then the reveal, night by night, as far as they lead the town."""

from __future__ import annotations

from typing import Any

from knell.engine import Game, Phase, PlayerId, members
from knell.texts import _, fill
from knell.web.drawing.reveal import revealed_player, won_and_lost
from knell.web.drawing.symbols import icon
from knell.web.grimoire.scene import Scene
from knell.words import Words
from knell.words.ending import why_it_ended, winner
from knell.words.moments import died_when, phase_name
from knell.words.story import causes_first, in_parts, story

__all__ = ["ending", "result_of"]


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
        "title": winner(outcome.evil_won),
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
    for part in in_parts((heard.event for heard in causes_first(scene.events)), scene.words):
        if not chapters or chapters[-1]["number"] != part.number:
            title = fill(_("Night and day {number}"), number=part.number)
            chapters.append({"title": title, "number": part.number, "parts": []})
        chapters[-1]["parts"].append(
            {
                "title": phase_name(part.phase, part.number),
                "icon": icon("moon" if part.phase is Phase.NIGHT else "sun"),
                "lines": part.told,
            }
        )
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
    return won_and_lost([_player(game, words, p) for p in game.ring], members(outcome.winners))


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

"""Dusk and dawn as steps: what to say aloud, and what the Storyteller should know before it is said."""

from __future__ import annotations

from typing import Any

from knell.engine import Phase, PlayerId
from knell.engine.events import (
    Became,
    DayBegan,
    Died,
    Executed,
    FoundAlive,
    NightBegan,
    NobodyExecuted,
    Survived,
    Warned,
)
from knell.record import Heard
from knell.texts import _, fill, ngettext
from knell.web.drawing.symbols import icon
from knell.web.grimoire.scene import Scene
from knell.words import sentence
from knell.words.moments import phase_name

__all__ = ["of_the_night", "saying"]

_AT_DUSK = (Executed, Died, Survived, NobodyExecuted)
_FOR_THE_STORYTELLER = (Became, Warned)


def saying(scene: Scene, moment: int) -> dict[str, Any]:
    """The step at a dusk or dawn, numbered as :func:`knell.seats.moment_of` does."""
    number, at_dawn = divmod(moment, 2)
    if at_dawn:
        return {
            "moment": moment,
            "icon": icon("sun"),
            "title": _("Dawn"),
            "place": phase_name(Phase.DAY, number),
            "lines": _news_of_dawn(scene, number),
            "follows": [],
            "do": _("Said: the day begins"),
        }
    heard = _of_the_dusk(scene, number)
    words = scene.words
    lines = [
        told
        for one in heard
        if isinstance(one.event, _AT_DUSK) and (told := sentence(one.event, words)) is not None
    ]
    return {
        "moment": moment,
        "icon": icon("moon"),
        "title": _("Dusk"),
        "place": phase_name(Phase.DAY, number - 1),
        "lines": [*lines, _("Night falls. Everybody, close your eyes.")],
        "follows": _for_the_storyteller(scene, heard),
        "do": _("Said: night falls"),
    }


def _of_the_dusk(scene: Scene, number: int) -> list[Heard]:
    """What happened from the last thing that was done by day to the fall of that night."""
    events = scene.events
    end = next(i for i, one in enumerate(events) if one.event == NightBegan(number))
    done = [entry.id for entry in scene.table.line if entry.asked == "day"]
    last = next((i for i in reversed(done) if i <= events[end].entry), 0)
    return [one for one in events[:end] if one.entry >= last and one.phase is Phase.DAY]


def _for_the_storyteller(scene: Scene, heard: list[Heard]) -> list[dict[str, Any]]:
    """What came of the execution that nobody else hears of."""
    game, words = scene.game, scene.words
    lines: list[dict[str, Any]] = []
    for one in heard:
        if isinstance(one.event, _FOR_THE_STORYTELLER) and (told := sentence(one.event, words)):
            lines.append({"icon": icon("alert" if isinstance(one.event, Warned) else "next"), "text": told})
        if isinstance(one.event, Died) and game.feigned >> one.event.player & 1:
            said = fill(_("{player} only seems dead."), player=words.player(one.event.player))
            lines.append({"icon": icon("alert"), "text": said})
    return lines


def _news_of_dawn(scene: Scene, night: int) -> list[str]:
    words = scene.words
    dead, back = of_the_night(scene, night)
    said = [
        fill(_("{players} died in the night."), players=words.people(dead))
        if dead
        else _("Nobody died in the night.")
    ]
    if back:
        message = ngettext("{players} is alive again.", "{players} are alive again.", len(back))
        said.append(fill(message, players=words.people(back)))
    return said


def of_the_night(scene: Scene, night: int) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who was named dead in a night or at its dawn, and who was named alive again."""
    dead: list[PlayerId] = []
    back: list[PlayerId] = []
    for heard in scene.events:
        if isinstance(heard.event, DayBegan) and heard.night == night:
            break
        if heard.phase is not Phase.NIGHT or heard.night != night:
            continue
        match heard.event:
            case Died(player):
                dead.append(player)
            case FoundAlive(player):
                back.append(player)
    return dead, back

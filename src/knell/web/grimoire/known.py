"""An earlier moment as one player knew it: drawn from their view, and from nothing else of the game."""

from __future__ import annotations

from typing import Any

from knell.engine import Phase
from knell.engine.events import DayBegan, NightBegan, Woken, WokenTogether
from knell.seats import PersonSeen, PlayerView
from knell.seats.said import event_of
from knell.web.drawing.lettering import is_korean
from knell.web.drawing.symbols import icon, token_svg
from knell.web.grimoire.ring import DENSE, PHASE_ICONS
from knell.web.grimoire.scene import Scene, kind_of
from knell.words import Words, sentence
from knell.words.moments import phase_name

__all__ = ["known_lines", "known_ring"]


def known_ring(scene: Scene, view: PlayerView) -> dict[str, Any]:
    """The ring as a player knew it: their own token as they were told, everybody else a name."""
    town = view.town
    return {
        "count": len(town.players),
        "dense": len(town.players) >= DENSE,
        "seats": [_seat(scene, view, person, place) for place, person in enumerate(town.players)],
        "centre": {
            "icon": icon(PHASE_ICONS.get(town.phase, "seats")),
            "title": phase_name(town.phase, town.number),
            "living": town.living,
            "everybody": len(town.players),
            "votes": town.votes,
            "spread": [],
            "town_counts": 0,
            "about": "",
            "readout": [],
        },
    }


def _seat(scene: Scene, view: PlayerView, person: PersonSeen, place: int) -> dict[str, Any]:
    own = person.id == view.you.id
    character = view.you.character if own else person.traveller
    kind = kind_of(scene.game, character) if character else ""
    called = scene.words.character(character) if character else ""
    svg = ""
    if character:
        evil = view.you.evil if own and kind == "traveller" else None
        svg = token_svg(character, called, kind, evil=evil, shroud="worn" if person.dead else "")
    return {
        "player": person.id,
        "place": place,
        "name": person.name,
        "korean": is_korean(person.name),
        "initial": person.name[:1],
        "kind": kind,
        "svg": svg,
        "turned": "",
        "said": called,
        "dead": person.dead,
        "unannounced": False,
        "feigned": False,
        "vote": "" if not person.dead else "left" if person.ghost_vote else "spent",
        "picked": "",
        "marks": "selected" if own else "",
        "reminders": [],
        "reminder_count": 0,
        "more": 0,
        "more_narrow": 0,
    }


def known_lines(scene: Scene, view: PlayerView) -> list[dict[str, Any]]:
    """What a player had heard up to then, as sentences, oldest first."""
    words = Words(view.town.names, scene.playing.header.character_names())
    lines: list[dict[str, Any]] = []
    at_night = False
    for place, said in enumerate(view.log):
        alone = place in view.alone
        # What somebody hears alone is about them, which needn't be said to them.
        event = event_of({"player": view.you.id, **said} if alone else said)
        if event is None or isinstance(event, Woken | WokenTogether):
            continue
        text = sentence(event, words)
        if text is None:
            continue
        heading = isinstance(event, NightBegan | DayBegan)
        if isinstance(event, NightBegan | DayBegan):
            at_night = isinstance(event, NightBegan)
            text = phase_name(Phase.NIGHT if at_night else Phase.DAY, event.number)
        lines.append(
            {
                "text": text,
                "heading": heading,
                "icon": icon("moon" if at_night else "sun"),
                "public": not alone,
            }
        )
    return lines

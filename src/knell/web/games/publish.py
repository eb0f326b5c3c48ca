"""Tell everybody who watches a game what they may know of it now."""

from __future__ import annotations

import hashlib

from knell.engine import Phase
from knell.seats import to_bytes
from knell.web.games import live
from knell.web.games.registry import Playing, Town
from knell.words import Words

__all__ = ["publish", "storyteller_channel", "town_channel", "town_of"]


def town_channel(slug: str) -> str:
    """Where a town square is watched."""
    return f"town/{slug}"


def storyteller_channel(game: str) -> str:
    """Where the Storyteller's tabs watch a game."""
    return f"game/{game}"


EVERY_GAME = "games"
"""Where every page of the Storyteller's listens for being handed over."""


def town_of(playing: Playing) -> Town:
    """What everybody may know of a game now."""
    known: Town | None = playing.cache.get("town")
    if known is None:
        view, reveal = playing.public(), playing.revealed()
        timer = playing.timer if view.phase is Phase.DAY else None
        digest = hashlib.sha256(
            to_bytes({"view": view.to_plain(), "reveal": reveal, "timer": timer})
        ).hexdigest()[:16]
        names = [""] * (1 + max((person.id for person in view.players), default=-1))
        for person in view.players:
            names[person.id] = person.name
        words = Words(names, playing.header.character_names())
        known = Town(playing.town, playing.header.script.name, view, words, digest, reveal, timer)
        playing.cache["town"] = known
    return known


def publish(playing: Playing, *, before: str | None = None) -> None:
    """Send out what has changed; nothing to the town unless what it may know has."""
    town = town_of(playing)
    if town.version != before:
        live.hub.tell(town_channel(playing.town), town)
    live.hub.tell(storyteller_channel(playing.id), live.state_event(playing.version))

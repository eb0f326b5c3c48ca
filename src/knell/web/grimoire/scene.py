"""What every component of the game's page looks at: the table, the words, and what is open on the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from knell.engine import NOBODY, Game, PlayerId, Question, Type
from knell.facts import FACTS
from knell.record import Heard, Table
from knell.web.base.notices import Notice
from knell.web.drawing.symbols import face
from knell.web.games.registry import Playing
from knell.words import Words
from knell.words.moments import phase_name
from knell.words.tonight import Item, tonight

__all__ = ["Scene", "kind_of"]

_KEPT: Final = ("seat", "panel", "at", "as", "act", "reminder", "card")
"""What of a page's address says what is open."""


def kind_of(game: Game, character: str) -> str:
    """The id of a character's type; empty for what is no character."""
    known = game.cast.by_id.get(character)
    if known is not None:
        return known.type.label
    return FACTS[character].type if character in FACTS else ""


class Scene:
    """One look at a game. Made and used up while the game's lock is held."""

    def __init__(self, playing: Playing, params: Mapping[str, str], notice: Notice | None) -> None:
        self.playing = playing
        self.table: Table = playing.table
        self.game: Game = self.table.game
        self.words: Words = playing.words
        self.params = {key: params[key] for key in _KEPT if params.get(key)}
        self.notice = notice

    # -- the moment ------------------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self.table.question

    @cached_property
    def events(self) -> list[Heard]:
        """Everything that has happened."""
        return self.table.events()

    @cached_property
    def tonight(self) -> list[Item]:
        """Tonight's list; empty by day."""
        return tonight(self.table, self.words)

    @cached_property
    def phase_name(self) -> str:
        """Night 2, Day 2."""
        return phase_name(self.game.phase, self.game.night)

    def seat_of(self, player: PlayerId) -> int:
        """The number of a player's seat, from 1."""
        return self.game.ring.index(player) + 1 if player in self.game.ring else 0

    # -- addresses -------------------------------------------------------------------------------

    def link(self, **changes: Any) -> str:
        """The address of this page with something else open."""
        wanted = {**self.params, **{key: str(value) for key, value in changes.items() if value is not None}}
        for key, value in changes.items():
            if value is None:
                wanted.pop(key, None)
        return f"?{urlencode(wanted)}" if wanted else "?"

    @property
    def home(self) -> str:
        """The address of the game with nothing open."""
        return "?"

    def player_param(self, name: str) -> PlayerId:
        """The player that a parameter names, or ``NOBODY``."""
        given = self.params.get(name, "")
        player = int(given) if given.isdigit() and len(given) < 4 else NOBODY
        return player if player in self.game.ring else NOBODY

    # -- words -----------------------------------------------------------------------------------

    def chip(self, player: PlayerId, small: str = "") -> dict[str, Any]:
        """A player as a small thing with their true face."""
        character = self.game.characters[player].id if self.game.characters else ""
        kind = kind_of(self.game, character)
        return {
            "player": player,
            "name": self.words.player(player),
            "kind": kind,
            "face": face(character, kind),
            "small": small,
            "dead": bool(self.game.characters) and not self.game.living >> player & 1,
        }

    def character_chip(self, character: str, small: str = "") -> dict[str, Any]:
        """A character as a small thing with its face."""
        kind = kind_of(self.game, character)
        return {
            "character": character,
            "name": self.words.character(character),
            "kind": kind,
            "face": face(character, kind),
            "small": small,
        }

    def type_of(self, player: PlayerId) -> Type:
        """The type of a player's true character."""
        return self.game.characters[player].type

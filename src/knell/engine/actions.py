"""What can happen during the day: the answers to a question of kind ``DAY``."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from knell.engine.terms import PlayerId


class Nominate(NamedTuple):
    """A living player nominates a player for execution (base-56)."""

    nominator: PlayerId
    nominee: PlayerId


class Exile(NamedTuple):
    """Anybody calls for the exile of a Traveller (base-84)."""

    caller: PlayerId
    traveller: PlayerId


class Use(NamedTuple):
    """A player says that they use a day ability, truly or not (base-146).

    ``details`` holds what the ability asks for, by field name; with ``private`` not everybody heard.
    """

    player: PlayerId
    character: str
    details: tuple[tuple[str, Any], ...] = ()
    private: bool = False

    def detail(self, name: str) -> Any:
        """The detail called ``name``, or ``None``."""
        return dict(self.details).get(name)


class Execute(NamedTuple):
    """The Storyteller executes a player outright; it counts as the day's execution."""

    player: PlayerId


class Join(NamedTuple):
    """A Traveller joins and sits down clockwise after ``after`` (base-90)."""

    name: str
    character: str
    evil: bool
    after: PlayerId


class Leave(NamedTuple):
    """A Traveller leaves the game (base-91)."""

    player: PlayerId


class Close(NamedTuple):
    """Nominations are closed: whoever is about to die is executed, and dusk falls."""


Action: TypeAlias = Nominate | Exile | Use | Execute | Join | Leave | Close

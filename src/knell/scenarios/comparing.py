"""How what a scenario expects is compared with what is there.

Each decorator makes its function the key of ``expect:`` that the function is called. The function finds
what is there; the decorator says when that is as expected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

from knell.engine import Game, Mask, PlayerId, members
from knell.scenarios.scene import Scene


class Form(Enum):
    """What stands at a key of ``expect:``; whoever reads a file checks it."""

    ANYTHING = auto()
    LIST = auto()
    PLAYERS = auto()
    """A list of players."""
    WAKES = auto()
    """A list of players and introductions."""
    PLAYER = auto()
    """A player, or nobody."""
    CHARACTERS = auto()
    """A list of characters."""
    BY_PLAYER = auto()
    """A map with something for each player."""
    CHARACTERS_BY_PLAYER = auto()
    """A map with a character or several for each player."""


class Found(NamedTuple):
    """Whether something is as expected, and what is there."""

    as_expected: bool
    actual: Any


Compare: TypeAlias = Callable[[Scene, Any], Found]
Who: TypeAlias = Callable[[Game], Mask]
Value: TypeAlias = Callable[[Game], Any]
ValueOfPlayer: TypeAlias = Callable[[Game, PlayerId], Any]
Several: TypeAlias = Callable[[Scene], Iterable[str]]


class Expectation(NamedTuple):
    """A key of ``expect:``: what stands there, and what sees whether it is so."""

    form: Form
    compare: Compare


EXPECTATIONS: Final[dict[str, Expectation]] = {}
"""The keys of ``expect:``; :mod:`knell.scenarios.expecting` fills them in."""


def compared(form: Form) -> Callable[[Compare], Compare]:
    """The function compares for itself: it is given what the file wants."""

    def register(compare: Compare) -> Compare:
        EXPECTATIONS[compare.__name__] = Expectation(form, compare)
        return compare

    return register


def all_of(find: Who) -> Who:
    """Everybody in the list is one of the players that the function finds."""

    def compare(scene: Scene, names: list[str]) -> Found:
        there = find(scene.game)
        found = all(there >> scene.players.ids[name] & 1 for name in names)
        return Found(found, _names(scene.game, there))

    EXPECTATIONS[find.__name__] = Expectation(Form.PLAYERS, compare)
    return find


def exactly(find: Who) -> Who:
    """The list holds the players that the function finds, in whatever order."""

    def compare(scene: Scene, names: list[str]) -> Found:
        there = _names(scene.game, find(scene.game))
        return Found(sorted(names) == sorted(there), there)

    EXPECTATIONS[find.__name__] = Expectation(Form.PLAYERS, compare)
    return find


def equal(form: Form) -> Callable[[Value], Value]:
    """The value is what the function finds."""

    def register(find: Value) -> Value:
        def compare(scene: Scene, wanted: Any) -> Found:
            there = find(scene.game)
            return Found(bool(there == wanted), there)

        EXPECTATIONS[find.__name__] = Expectation(form, compare)
        return find

    return register


def equal_for_each(form: Form) -> Callable[[ValueOfPlayer], ValueOfPlayer]:
    """For each player, the value is what the function finds."""

    def register(find: ValueOfPlayer) -> ValueOfPlayer:
        def compare(scene: Scene, wanted: Mapping[str, Any]) -> Found:
            there = {name: find(scene.game, scene.players.ids[name]) for name in wanted}
            return Found(there == wanted, there)

        EXPECTATIONS[find.__name__] = Expectation(form, compare)
        return find

    return register


def holds_all(form: Form) -> Callable[[Several], Several]:
    """Everything in the list is something that the function finds."""

    def register(find: Several) -> Several:
        def compare(scene: Scene, wanted: Iterable[str]) -> Found:
            there = list(find(scene))
            return Found(all(one in there for one in wanted), there)

        EXPECTATIONS[find.__name__] = Expectation(form, compare)
        return find

    return register


def holds_none(form: Form) -> Callable[[Several], Several]:
    """Nothing in the list is something that the function finds."""

    def register(find: Several) -> Several:
        def compare(scene: Scene, unwanted: Iterable[str]) -> Found:
            there = list(find(scene))
            return Found(not any(one in there for one in unwanted), there)

        EXPECTATIONS[find.__name__] = Expectation(form, compare)
        return find

    return register


def _names(game: Game, players: Mask) -> list[str]:
    return [game.names[player] for player in members(players)]

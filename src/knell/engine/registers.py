"""How players register: every way at once, each with definite values, the plain truth first.

Abilities compute their answer for each way with ordinary masks, so one player never looks like two
things within one answer (base-129). Win checks use the truth instead (base-130).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

from knell.engine.terms import (
    NOBODY,
    Mask,
    PlayerId,
    Type,
)

if TYPE_CHECKING:
    from knell.engine.character import Character
    from knell.engine.game import Game


_TYPES: Final = len(Type)
MOST_WAYS: Final = 1000
"""With more ways than these, not every combination is listed."""

_Guise: TypeAlias = "tuple[bool, Character, bool]"
"""A side and a character that somebody might register as, and whether they keep their own type beside it."""
_Guises: TypeAlias = "tuple[PlayerId, list[_Guise]]"
"""A player, and what else they might register as."""

_CERTAIN: Final = ((False,), (True,))


class Reading:
    """One way in which everybody registers."""

    __slots__ = ("characters", "evil", "types")

    def __init__(self, evil: Mask, characters: tuple[Character, ...], types: tuple[Mask, ...]) -> None:
        self.evil = evil
        self.characters = characters
        self.types = types

    def holds(self, player: PlayerId, character: str) -> bool:
        """Whether a player registers as that character."""
        return self.characters[player].id == character

    def with_disguise(
        self, player: PlayerId, evil: bool, character: Character, keeps_type: bool = False
    ) -> Reading:
        """The same way, except that one player registers as something else; some only besides."""
        bit = 1 << player
        characters = list(self.characters)
        types = list(self.types)
        if not keeps_type:
            types[characters[player].type] &= ~bit
        types[character.type] |= bit
        characters[player] = character
        return Reading(self.evil & ~bit | (bit if evil else 0), tuple(characters), tuple(types))


def as_they_are(game: Game) -> Reading:
    """What everybody is, and who registers as evil without any choice (lycanthrope-7)."""
    base = game._base
    if base is None:
        base = game._base = _truth(game)
    if not game.holders("looks_evil"):
        return base
    evil = base.evil
    for ability in game.working("looks_evil"):
        player = ability.character.looks_evil(game.turn(ability))
        if player != NOBODY:
            evil |= 1 << player
    return base if evil == base.evil else Reading(evil, base.characters, base.types)


def _truth(game: Game) -> Reading:
    """What everybody is."""
    types = [0] * _TYPES
    everyone = game.everyone
    for player, character in enumerate(game.characters):
        if everyone >> player & 1:
            types[character.type] |= 1 << player
    return Reading(game.evil, tuple(game.characters), tuple(types))


def ways(game: Game) -> tuple[Reading, ...]:
    """Every combination of how the players who might register otherwise do, as far as they can be listed."""
    found: tuple[Reading, ...] = (game.reading,)
    if not game.holders("disguises"):
        return found
    by_id = game.cast.by_id
    guises: list[_Guises] = []
    count = 1
    for ability in game.working("disguises"):
        keeps = ability.character.disguised_besides
        others = [(evil, by_id[i], keeps) for evil, i in ability.character.disguises(game.turn(ability))]
        if others:
            guises.append((ability.player, others))
            count *= 1 + len(others)
    if count > MOST_WAYS:
        return _some_ways(found[0], guises)
    for player, others in guises:
        found += tuple(way.with_disguise(player, *guise) for way in found for guise in others)
    return found


def _some_ways(truth: Reading, guises: Sequence[_Guises]) -> tuple[Reading, ...]:
    """The ways that matter where there are too many to list them all.

    Each player by themselves as everything they might be; any two, all but one, and all as one
    character of each side and type.
    """
    found = [truth]
    for player, others in guises:
        found += [truth.with_disguise(player, *guise) for guise in others]
    few = [
        (player, list({(guise[0], guise[1].type): guise for guise in others}.values()))
        for player, others in guises
    ]
    for (one, mine), (other, theirs) in combinations(few, 2):
        for disguise in mine:
            way = truth.with_disguise(one, *disguise)
            found += [way.with_disguise(other, *guise) for guise in theirs]
    for left_out in (NOBODY, *(player for player, _ in few)):
        way = truth
        for player, others in few:
            if player != left_out:
                way = way.with_disguise(player, *others[0])
        found.append(way)
    return tuple(found)


def could_be(game: Game, kind: Type) -> Mask:
    """Every player who is, or might register as, a character of that type."""
    mask = 0
    for way in game.ways:
        mask |= way.types[kind]
    return mask


def possible(game: Game, player: PlayerId, kind: Type | None) -> tuple[bool, ...]:
    """Whether a player registers as a type, or as evil for ``None``, in the different ways.

    The plain truth comes first; one value means that there is nothing to rule on.
    """
    reading = game.reading
    if not game.holders("disguises"):
        return _CERTAIN[(reading.evil if kind is None else reading.types[kind]) >> player & 1]
    seen: dict[bool, None] = {}
    for way in game.ways:
        seen[bool((way.evil if kind is None else way.types[kind]) >> player & 1)] = None
    return tuple(seen)

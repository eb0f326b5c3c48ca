"""How players register: every way at once, each with definite values, the plain truth first.

Abilities compute their answer for each way with ordinary masks, so one player never looks like two
things within one answer (base-129). Win checks use the truth instead (base-130).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

    def with_disguise(self, player: PlayerId, evil: bool, character: Character) -> Reading:
        """The same way, except that one player registers as something else."""
        bit = 1 << player
        characters = list(self.characters)
        types = list(self.types)
        types[characters[player].type] &= ~bit
        types[character.type] |= bit
        characters[player] = character
        return Reading(self.evil & ~bit | (bit if evil else 0), tuple(characters), tuple(types))


def plain(game: Game) -> Reading:
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
    """Every combination of how the players who might register otherwise do."""
    found: tuple[Reading, ...] = (game.reading,)
    if not game.holders("disguises"):
        return found
    for ability in game.working("disguises"):
        player = ability.player
        others = [(evil, game.cast.by_id[i]) for evil, i in ability.character.disguises(game.turn(ability))]
        found += tuple(way.with_disguise(player, evil, c) for way in found for evil, c in others)
    return found


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

"""People come, go, change seats and names; what belongs to a player goes with the player."""

from __future__ import annotations

from knell.engine import change
from knell.engine.actions import Join
from knell.engine.events import Joined, Left, Renamed, Seated
from knell.engine.game import Game
from knell.engine.terms import (
    DAY,
    PlayerId,
    Type,
)


def join(game: Game, action: Join) -> PlayerId:
    """A Traveller takes a seat; the character is public, the alignment is not (base-90)."""
    player = len(game.names)
    bit = 1 << player
    game.names = (*game.names, action.name)
    game.everyone |= bit
    place = game.ring.index(action.after) + 1 if action.after in game.ring else len(game.ring)
    game.ring = (*game.ring[:place], player, *game.ring[place:])
    character = game.cast.by_id[action.character]
    game.characters.append(character)
    game.believed.append(None)
    if character.type is Type.TRAVELLER:
        game.travellers |= bit
    if action.evil:
        game.evil |= bit
    game.told[player] = (character.id, action.evil)
    if game.phase is DAY and not game.day_over:
        game.nominators |= bit
        game.nominees |= bit
        game.calls |= bit
    game.people_changed()
    game.emit(Joined(player, character.id))
    change.take_on(game, player)
    if action.evil:
        game.travellers_to_meet = (*game.travellers_to_meet, player)
    return player


def leave(game: Game, player: PlayerId) -> None:
    """A Traveller leaves with seat and token; nobody has died (base-91)."""
    for ability in game.abilities_of(player):
        change.lose(game, ability.id)
    game.everyone &= ~(1 << player)
    game.ring = tuple(p for p in game.ring if p != player)
    game.remove_tokens(lambda t: t.player == player)
    game.people_changed()
    game.emit(Left(player))
    change.settle_event(game)


def rename(game: Game, player: PlayerId, name: str) -> None:
    """Give a player another name."""
    names = list(game.names)
    before, names[player] = names[player], name
    game.names = tuple(names)
    game.emit(Renamed(player, name, before))


def swap_seats(game: Game, one: PlayerId, other: PlayerId) -> None:
    """Two people change seats; every mark stays with its player."""
    ring = list(game.ring)
    a, b = ring.index(one), ring.index(other)
    ring[a], ring[b] = ring[b], ring[a]
    reseat(game, tuple(ring))


def reseat(game: Game, ring: tuple[PlayerId, ...]) -> None:
    """Seat everybody anew, clockwise in this order.

    Raises ``ValueError`` unless it is the same players.
    """
    if sorted(ring) != sorted(game.ring):
        raise ValueError("a new seating must hold the same players")
    game.ring = ring
    game.changed()
    game.emit(Seated(ring))
    change.settle_event(game)

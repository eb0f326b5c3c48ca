"""Gaining and losing abilities, becoming another character, changing sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from knell.engine import clock, outcome
from knell.engine.ability import Ability
from knell.engine.events import Became
from knell.engine.game import Game
from knell.engine.terms import (
    DEMON,
    FOREVER,
    NIGHT,
    NOBODY,
    OVER,
    SETUP,
    PlayerId,
)

if TYPE_CHECKING:
    from knell.engine.character import Character


def gain(
    game: Game,
    player: PlayerId,
    character: Character,
    parent: int = NOBODY,
    pretended: bool = False,
    due: bool = True,
    memory: Any = None,
) -> Ability:
    """Give a player an ability; what has to be decided for it is asked at once (pithag-17)."""
    since = 1 if game.phase is SETUP else game.night if game.phase is NIGHT else game.night + 1
    due = due and "start" in character.hooks
    ability = Ability(game.next_number(), character, player, since, parent, pretended, due, False, memory)
    game.abilities[ability.id] = ability
    game.abilities_changed()
    if game.phase is not SETUP or game.in_step == "prepare":
        if "setup" in character.hooks:
            character.setup(game.turn(ability))
        clock.schedule(game, game.abilities[ability.id])
    return ability


def lose(game: Game, number: int) -> None:
    """Take an ability away with everything that came through it and everything it keeps going."""
    ability = game.abilities.get(number)
    if ability is None:
        return
    if "lost" in ability.character.hooks and game.works(ability):
        ability.character.lost(game.turn(ability))
    for child in [a.id for a in game.abilities.values() if a.parent == number]:
        lose(game, child)
    del game.abilities[number]
    game.remove_tokens(lambda t: t.source == number and t.until is not FOREVER and not t.kept_by)
    game.abilities_changed()


def take_on(game: Game, player: PlayerId) -> None:
    """Give a player the ability of their character, and the pretended one they believe in (drunk-5)."""
    ability = gain(game, player, game.characters[player])
    believed = game.believed[player]
    if believed is not None:
        gain(game, player, believed, parent=ability.id, pretended=True)


def become(
    game: Game,
    player: PlayerId,
    character: Character,
    *,
    by: Ability | None = None,
    notice_place: float | None = None,
    tell: bool = True,
) -> bool:
    """Make a player another character (base-132); whether it happened (base-147).

    Life, alignment, seat and what others did to the player stay. They are told that night, by day
    in the place ``notice_place`` of the coming night (base-133).
    """
    others = [
        game.characters[p].id for p in range(len(game.characters)) if p != player and game.everyone >> p & 1
    ]
    if game.cast.apart_from(character.id, others) is not None:
        return False
    old = game.characters[player]
    for ability in game.held("leaving"):
        if ability.player == player:
            ability.character.leaving(game.turn(ability))
    for ability in [a for a in game.abilities_of(player) if a.parent == NOBODY]:
        lose(game, ability.id)
    game.characters[player] = character
    game.believed[player] = None
    game.people_changed()
    if old.type is DEMON and not game.demon_lost:
        game.demon_lost = "no_demon"
    believed = character.believes(game.turn(Ability(NOBODY, character, player, 0)))
    if believed is not None:
        game.believed[player] = game.cast.by_id[believed]
    take_on(game, player)
    for ability in game.held("changed"):
        if ability.id in game.abilities:
            ability.character.changed(game.turn(ability), player, old)
    game.emit(Became(player, old.id, character.id, by.character.id if by else ""))
    if by is not None:
        for jinx in game.cast.jinxes:
            jinx.became(game, player, by)
    if tell:
        clock.plan_notice(game, player, notice_place)
    settle_event(game)
    return True


def swap(game: Game, one: PlayerId, other: PlayerId) -> None:
    """Two players change characters and sides; ``one`` is told first (snakecharmer-2, snakecharmer-3)."""
    of_one, of_other = game.characters[one], game.characters[other]
    evil_one, evil_other = bool(game.evil >> one & 1), bool(game.evil >> other & 1)
    game.depth += 1
    become(game, one, of_other, tell=False)
    become(game, other, of_one, tell=False)
    set_alignment(game, one, evil_other, tell=False)
    set_alignment(game, other, evil_one, tell=False)
    # The later plan comes first.
    clock.plan_notice(game, other, None)
    clock.plan_notice(game, one, None)
    game.depth -= 1
    settle_event(game)


def set_alignment(game: Game, player: PlayerId, evil: bool, *, tell: bool = True) -> None:
    """Put a player on a side; they are told at the next chance (base-134)."""
    bit = 1 << player
    if bool(game.evil & bit) is evil:
        return
    game.evil ^= bit
    game.people_changed()
    for ability in game.held("changed_side"):
        if ability.id in game.abilities:
            ability.character.changed_side(game.turn(ability), player)
    if tell:
        clock.plan_notice(game, player, None)
    settle_event(game)


def settle_event(game: Game) -> None:
    """What follows from a change: upkeep, and the win check unless a bigger event is going on."""
    if game.phase in (SETUP, OVER):
        return
    if game.depth == 0:
        game.depth += 1
        clock.upkeep(game)
        game.depth -= 1
        outcome.check(game)

"""The clock: steps small enough that every checkpoint between them is a whole position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Final

from knell.engine import outcome
from knell.engine.ability import Ability
from knell.engine.cast import DUSK_PLACE, NEVER
from knell.engine.character import WAKES
from knell.engine.game import Game, GameOver, Step, StepOver
from knell.engine.terms import (
    DEMON_INFO,
    MINION_INFO,
    NIGHT,
    NOBODY,
    OVER,
    SETUP,
    PlayerId,
    Until,
)
from knell.messages import N_, text

STEPS: Final[dict[str, Callable[[Game, int], None]]] = {}
"""What the steps of the agenda do, by name; the modules of the phases put theirs in."""

ROUNDS: Final = 40


def step_named(name: str) -> Callable[[Callable[[Game, int], None]], Callable[[Game, int], None]]:
    """Register a function as the step called ``name``."""

    def register(function: Callable[[Game, int], None]) -> Callable[[Game, int], None]:
        STEPS[name] = function
        return function

    return register


def plan(game: Game, place: float, name: str, argument: int = NOBODY, first: bool = False) -> None:
    """Put a step on the agenda; with ``first`` before all others of the same place."""
    game.counter += 1
    number = game.counter
    insort(game.agenda, (place, -number if first else number, name, argument))


def plan_only(game: Game, name: str) -> None:
    """Make a step the only one that is still to come."""
    game.counter += 1
    game.agenda = [(0.0, game.counter, name, NOBODY)]


def step(game: Game) -> None:
    """Do the next step of the agenda, with all that follows from it at once."""
    place, _, name, argument = game.agenda.pop(0)
    game.place = place
    game.in_step = name
    game.depth = 0
    try:
        try:
            STEPS[name](game, argument)
        except StepOver:
            game.depth = 0
        if game.moved or game.demon_lost:  # an ability may have put the end off until now
            settle_up(game)
        if game.dirty and game.phase is not SETUP:
            game.settle()
    except GameOver:
        pass
    game.in_step = ""


def settle_up(game: Game) -> None:
    """After a step or an override: upkeep, then the win check."""
    if game.phase in (SETUP, OVER):
        game.moved = False
        return
    game.depth += 1
    upkeep(game)
    game.depth -= 1
    game.moved = False
    outcome.check(game)


def run(game: Game) -> None:
    """Play on until the game is over."""
    while game.agenda:
        step(game)


def upkeep(game: Game) -> None:
    """Let abilities that watch the position react, until nothing changes any more."""
    if not game.holders("upkeep"):
        return
    for _ in range(ROUNDS):
        game.moved = False
        for ability in game.working("upkeep"):
            if ability.id in game.abilities and game.works(ability):
                ability.character.upkeep(game.turn(ability))
        if not game.moved:
            break
    game.moved = True


def expire(game: Game, until: Until) -> None:
    """Take off every token that ends now."""
    game.take_away([token for token in game.tokens if token.until is until])


# -- the night list ------------------------------------------------------------------------------


def night_place(game: Game, ability: Ability) -> float:
    """Where an ability comes in the order of the night that is going on, or ``NEVER``.

    What is done once at the start has its first-night place, also when that night is a later one
    (base-136); the rest comes in its place in tonight's order.
    """
    character = ability.character
    if ability.due:
        places = game.cast.first_place if game.night <= 1 else game.cast.start_place
    elif "night" in character.hooks or character.by_hand:
        places = game.cast.first_place if game.night <= 1 else game.cast.other_place
    else:
        return NEVER
    return places.get(character.id, NEVER)


def tonights_list(game: Game) -> list[Step]:
    """The wakes of the whole night, as night falls."""
    found: list[Step] = []
    dead, number = game.dead, game.counter
    for ability in game.held(WAKES):
        if ability.since > game.night or (dead >> ability.player & 1 and game.is_silenced(ability)):
            continue
        place = night_place(game, ability)
        if place != NEVER:
            number += 1
            found.append((place, number, "wake", ability.id))
    game.counter = number
    return found


def schedule(game: Game, ability: Ability) -> None:
    """Give an ability its place in the rest of tonight's list (base-137).

    A start that is due comes at once when its place has passed; a nightly place that has passed
    waits for the next night.
    """
    if game.phase is not NIGHT or ability.since > game.night:
        return
    place = night_place(game, ability)
    if place == NEVER or game.is_silenced(ability):
        return
    if place > game.place:
        plan(game, place, "wake", ability.id)
    elif ability.due:
        plan(game, game.place, "wake", ability.id)


def wake_later(game: Game, ability: Ability) -> None:
    """Wake an ability's holder tonight in its place, or at once when that has passed (base-39)."""
    place = max(game.cast.other_place.get(ability.character.id, NEVER), game.place)
    plan(game, place, "wake", ability.id)


def double(game: Game, player: PlayerId) -> None:
    """Plan every wake of a player that is still to come tonight a second time."""
    for place, _, name, number in list(game.agenda):
        if name == "wake" and number in game.abilities and game.abilities[number].player == player:
            plan(game, place, name, number)


def plan_notice(game: Game, player: PlayerId, place: float | None) -> None:
    """See to it that a player is told what they are now (base-133)."""
    if game.phase is NIGHT:
        plan(game, game.place, "notice", player, first=True)
    elif game.phase is not OVER:
        game.notices[player] = DUSK_PLACE if place is None else place


LATE: Final = 1
"""The argument of an introduction that an ability had put off: true whatever else, and without bluffs."""


def introduce_evil(game: Game, place: float) -> None:
    """Have the evil players introduced to each other: tonight, or in the coming night in that place."""
    if game.phase is NIGHT:
        plan_introductions(game, max(place, game.place))
    else:
        game.introductions = (*game.introductions, place)


def plan_introductions(game: Game, place: float) -> None:
    """Have Minions and Demon meet tonight in that place, though an ability had kept them apart."""
    plan(game, place, MINION_INFO, LATE)
    plan(game, place, DEMON_INFO, LATE)


def tiebreak(game: Game, abilities: Sequence[Ability]) -> int:
    """Which of several things goes first where the rules leave the order open and it matters (base-141)."""
    players = tuple(dict.fromkeys(a.player for a in abilities))
    first = game.rule(
        "tiebreak",
        players,
        why=text(N_("The rules leave the order open.")),
        ability=abilities[0],
    )
    return next(place for place, a in enumerate(abilities) if a.player == first)


def end_nominations(game: Game) -> None:
    """No more nominations today: on to dusk."""
    game.day_over = True
    game.about_to_die = NOBODY
    if game.in_step != "dusk":
        plan_only(game, "dusk")

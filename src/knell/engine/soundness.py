"""Whether a position holds together: what must be true between any two steps, whatever was answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from knell.engine.endings import Claim
from knell.engine.terms import (
    DAY,
    DEMON,
    DRUNK,
    FOREVER,
    NIGHT,
    NOBODY,
    NOTE,
    OVER,
    POISONED,
    SETUP,
    SOURCE,
    SPENT,
    STORYTELLER_BY_HAND,
    TRAVELLER,
    members,
)

if TYPE_CHECKING:
    from knell.engine.game import Game
    from knell.engine.question import Question

_MASKS: Final = ("everyone", "evil", "dead", "feigned", "ghost_votes", "travellers", "spent_secretly")


def problems(game: Game) -> list[str]:
    """What doesn't hold together, a sentence for each; empty for a sound position."""
    if game.in_step or game.depth:
        return ["a step is going on"]
    if game.phase is SETUP:
        return []
    return [
        *_people(game),
        *_abilities(game),
        *_tokens(game),
        *_effects(game),
        *_clock(game),
        *_day(game),
        *_ending(game),
    ]


def _people(game: Game) -> Iterator[str]:
    count = len(game.names)
    if not len(game.characters) == len(game.believed) == count:
        yield "not everybody has a character"
        return
    if sorted(game.ring) != list(members(game.everyone)):
        yield "the ring doesn't hold exactly those who are in the game"
    for name in _MASKS:
        if getattr(game, name) >> count:
            yield f"{name} names somebody who never was in the game"
    if game.dead & game.feigned:
        yield "somebody is dead and only seems to be"
    if game.ghost_votes & game.living:
        yield "a living player has a vote of the dead"
    for player in members(game.everyone):
        is_traveller = game.characters[player].type is TRAVELLER
        if is_traveller and not game.travellers >> player & 1:
            yield f"player {player} has a Traveller's character and isn't taken for one"
        if game.believed[player] is game.characters[player]:
            yield f"player {player} believes to be what they are"
        if player not in game.told:
            yield f"player {player} hasn't been told what they are"
    fallen = {death.player for death in game.deaths if not death.feigned}
    for player in members(game.dead & game.everyone):
        if player not in fallen:
            yield f"player {player} is dead without having died"
    if not all(0 <= player < count for player in game.learned):
        yield "somebody has learned something who never was in the game"


def _abilities(game: Game) -> Iterator[str]:
    for number, ability in game.abilities.items():
        if number != ability.id or not game.everyone >> ability.player & 1:
            yield f"{ability} is held by nobody"
        if ability.parent != NOBODY:
            parent = game.abilities.get(ability.parent)
            if parent is None or parent.player != ability.player:
                yield f"{ability} came through an ability that its holder hasn't got"
        if ability.since > game.night + 1:
            yield f"{ability} begins after the coming night"
        silent = ability.pretended or game.is_silenced(ability)
        able = not silent and (ability.shielded or not game.impaired >> ability.player & 1)
        if game.works(ability) is not able:
            yield f"{ability} works when it shouldn't, or doesn't when it should"
    for player in members(game.everyone):
        own = [a for a in game.abilities.values() if a.player == player and a.parent == NOBODY]
        if [a.character for a in own] != [game.characters[player]]:
            yield f"player {player} hasn't got exactly the ability of their character"
            continue
        believed = game.believed[player]
        acted = [a.character for a in game.abilities.values() if a.parent == own[0].id and a.pretended]
        if believed is not None and believed not in acted:
            yield f"player {player} doesn't act out what they believe to be"


def _tokens(game: Game) -> Iterator[str]:
    every = (*game.tokens, *game.continuous)
    numbers = [token.number for token in every]
    if len(set(numbers)) != len(numbers) or not all(0 < n <= game.counter for n in numbers):
        yield "the tokens aren't numbered in order"
    for token in every:
        # A note may stay beside somebody who has left.
        if not (token.player == NOBODY or token.effect is NOTE or game.everyone >> token.player & 1):
            yield f"{token} is beside nobody"
        source = game.abilities.get(token.source)
        lost = token.until is not FOREVER and token.source != NOBODY and source is None
        if lost and token.effect > SPENT and game.in_force(token):
            yield f"{token} is in force without its source"
        owner, _, short = token.name.partition(".")
        of_a_jinx = token.continuous and token.source == NOBODY
        known = game.cast.by_id.get(owner)
        if not (of_a_jinx or owner == STORYTELLER_BY_HAND or (known is not None and short in known.tokens)):
            yield f"{token} is no token of any character"
        if source is not None and source.character.id != owner:
            yield f"{token} comes from an ability of another character"
        if token.effect is NOTE and not game.in_force(token):
            yield f"{token} is a note without force"
    if not all(token.continuous and token.until is SOURCE for token in game.continuous):
        yield "a token that was placed stands among the continuous effects"
    if any(token.continuous for token in game.tokens):
        yield "a continuous effect stands among the tokens that were placed"


def _effects(game: Game) -> Iterator[str]:
    """Who is impaired is settled: working it out once more changes nothing."""
    if game.phase is OVER:
        return
    if game.dirty:
        yield "who is drunk or poisoned hasn't been worked out"
        return
    drunk, poisoned = game.drunk, game.poisoned
    if game.impaired != drunk | poisoned:
        yield "somebody is impaired who is neither drunk nor poisoned"
    for effect, mask in ((DRUNK, drunk), (POISONED, poisoned)):
        in_force = [t for t in (*game.tokens, *game.continuous) if t.effect is effect and game.in_force(t)]
        if {token.player for token in in_force} != set(members(mask)):
            yield f"the {effect.name.lower()} players aren't those with a token for it in force"
        for token in in_force:
            source = game.abilities.get(token.source)
            if source is None or token.until is FOREVER:
                continue
            if source.pretended or (game.dead >> source.player & 1 and game.is_silenced(source)):
                yield f"{token} is in force though its source can't work"
    again = game.copy()
    again.decide = _asked_again
    again.changed()
    try:
        again.settle()
    except LookupError as asked:
        yield str(asked)
        return
    if (again.drunk, again.poisoned, again.continuous) != (drunk, poisoned, game.continuous):
        yield "working out who is drunk or poisoned once more gives something else"
    if set(again.stamps) != set(game.stamps):
        yield "other effects have an age than are in force"


def _asked_again(_game: Game, question: Question) -> Any:
    raise LookupError(f"{question!r} is asked while nothing has changed")


def _clock(game: Game) -> Iterator[str]:
    agenda = game.agenda
    if agenda != sorted(agenda) or len({number for _, number, _, _ in agenda}) != len(agenda):
        yield "the agenda isn't in order"
    if game.claims and game.phase is not OVER:
        yield "somebody has won and the game goes on"
    if game.phase is NIGHT:
        if not set(game.tonight_deaths) <= set(members(game.dead | game.feigned)):
            yield "somebody is to be named at dawn who isn't dead"
        if len(set(game.tonight_deaths)) != len(game.tonight_deaths):
            yield "somebody is to be named twice at dawn"
        if not agenda or agenda[-1][2] not in ("dawn", "morning"):
            yield "the night has no end"


def _day(game: Game) -> Iterator[str]:
    if game.phase is not DAY:
        return
    if game.tonight_deaths:
        yield "deaths of the night haven't been named"
    if game.highest != max(game.tallies.values(), default=0):
        yield "the highest tally isn't the highest"
    about_to_die = game.about_to_die
    if about_to_die == NOBODY:
        return
    if game.nominees >> about_to_die & 1:
        yield "somebody is about to die without a nomination"
    if game.travellers >> about_to_die & 1:
        yield "a Traveller is about to die"
    # A later nominee may have had more, though too few since Travellers joined.
    if game.tallies[about_to_die] != game.highest and not game.travellers:
        yield "somebody is about to die though another had more votes"


def _ending(game: Game) -> Iterator[str]:
    if (game.outcome is None) is (game.phase is OVER):
        yield "the game is over without a result, or has one and goes on"
        return
    if game.outcome is None:
        demons = game.of_type(DEMON) & game.alive
        if not demons and not game.goes_on(Claim(False, game.demon_lost or "no_demon")):
            yield "the game goes on without a Demon"
        if demons and game.demon_lost:
            yield "the Demon is taken for dead and lives"
        few = (game.alive & ~game.travellers).bit_count() <= 2
        if game.deaths and few and not game.goes_on(Claim(True, "two_alive")):
            yield "two are alive and the game goes on"
        return
    if game.agenda:
        yield "the game is over and something is still to come"
    side = game.evil if game.outcome.evil_won else ~game.evil
    if game.outcome.winners != game.everyone & side:
        yield "the winners aren't those of the side that has won"

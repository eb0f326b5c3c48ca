"""Death: one pipeline for every way to die.

Attempt, already dead, does the source reach the player, protections (those that spend nothing
first), death, whoever hears of it, whoever takes over, deaths that are tied to it, win check.
"""

from __future__ import annotations

from typing import Any

from knell.engine import change, clock, outcome
from knell.engine.ability import Ability
from knell.engine.deaths import Cause, Death
from knell.engine.events import Died, Executed, Exiled, FoundAlive, Revived, Survived
from knell.engine.game import DecidedDeaths, Execution, Game, Return
from knell.engine.options import Subsets
from knell.engine.terms import (
    CANNOT_DIE,
    DAY,
    DEMON,
    FOREVER,
    NIGHT,
    NO_DEMON_KILL,
    NOBODY,
    SPENT,
    PlayerId,
    mask_of,
    members,
)


def by_ability(ability: Ability, linked_to: PlayerId = NOBODY) -> Cause:
    """The cause when an ability kills; a Demon's attack is told apart from other abilities."""
    demon = ability.character.type is DEMON and ability.parent == NOBODY
    kind = "demon" if demon and linked_to == NOBODY else "ability"
    return Cause(kind, ability, linked_to)


def kill(game: Game, player: PlayerId, cause: Cause, *, surely: bool = False) -> Death | None:
    """Try to kill a player; the death that happened, of them or of whom it was turned to, or ``None``.

    The dead don't die again (base-125). With ``surely`` nothing protects them: the Storyteller's own hand.
    """
    if game.dead >> player & 1 or not game.everyone >> player & 1:
        return None
    attempt = Death(
        player,
        cause,
        game.night,
        game.phase is DAY,
        game.characters[player].id,
        bool(game.evil >> player & 1),
        game.living,
    )
    if not surely:
        if _saved(game, attempt):
            return None
        instead = _turned_aside(game, attempt)
        if instead != NOBODY:
            return kill(game, instead, cause)
    _happens(game, attempt)
    return attempt


def demons_are_stopped(game: Game) -> bool:
    """Whether something keeps every Demon's ability from killing now.

    Where its source no longer works, the Storyteller may let the effect stand (lycanthrope-21).
    """
    for token in game.tokens:
        if token.effect is not NO_DEMON_KILL:
            continue
        if game.in_force(token):
            return True
        if token.kept_by:
            key = ("kept", token.number)
            if key not in game.pins:
                game.pins[key] = ((), game.rule(token.kept_by, (True, False), default=False))
            if game.pins[key][1]:
                return True
    return False


def _saved(game: Game, attempt: Death) -> bool:
    """Whether something keeps the player alive; what costs an ability something goes last (fool-6)."""
    player = attempt.player
    decided = game.deaths_decided
    if (
        decided is not None
        and attempt.cause.kind in ("demon", "ability")
        and attempt.cause.linked_to == NOBODY
        and player not in decided.players
    ):
        return True
    if attempt.by_demon:
        if game.is_safe(player):
            return True
        if demons_are_stopped(game):
            return True
    if (game.tokens or game.continuous) and game.affected(player, CANNOT_DIE):
        return True
    savers: list[Any] = []
    for ability in game.working("protects"):
        turn = game.turn(ability)
        protects = ability.character.protects(turn, attempt)
        if protects is None:
            protects = ability.character.protection_ruled(turn, attempt)
        if protects:
            if not ability.character.last_resort:
                ability.character.saves(turn, attempt)
                return True
            savers.append(turn)
    if not savers:
        return False
    chosen = savers[0]
    if len(savers) > 1:
        chosen = savers[clock.tiebreak(game, [turn.ability for turn in savers])]
    chosen.ability.character.saves(chosen, attempt)
    return True


def _turned_aside(game: Game, attempt: Death) -> PlayerId:
    """Whom the death strikes instead, or ``NOBODY``."""
    for ability in game.working("turns_aside"):
        instead = ability.character.turns_aside(game.turn(ability), attempt)
        if instead not in (NOBODY, attempt.player):
            return instead
    return NOBODY


def _happens(game: Game, death: Death) -> None:
    """A death that nothing prevents, with all that follows from it."""
    player = death.player
    bit = 1 << player
    was_demon = game.characters[player].type is DEMON
    heard = game.working("died")
    heirs = game.working("inherits") if was_demon else []
    saw = [a for a in game.held("saw_death") if not game.is_silenced(a)]
    seemed_dead = bool(game.feigned & bit)
    game.depth += 1
    game.dead |= bit
    game.feigned &= ~bit
    if not seemed_dead:
        _give_vote(game, death)
    game.deaths.append(death)
    end_effects(game, player)
    game.changed()
    if was_demon:
        game.demon_lost = "demon_dead"
    _note_publicly(game, death, seemed_dead)
    for ability in saw:
        if ability.id in game.abilities:
            ability.character.saw_death(game.turn(game.abilities[ability.id]), death)
    for ability in heard:
        ability.character.died(game.turn(ability, worked=True), death)
    if heirs:
        _succeed(game, death, heirs)
    clock.upkeep(game)
    game.depth -= 1
    if game.depth == 0:
        game.moved = False
        outcome.check(game)


def _succeed(game: Game, death: Death, heirs: list[Ability]) -> None:
    """Somebody may become the Demon in place of the one who died (x000-129)."""
    able: list[Any] = []
    for ability in sorted(heirs, key=lambda a: (a.character.succession, a.id)):
        turn = game.turn(ability, worked=True)
        if ability.character.could_inherit(turn, death):
            able.append(turn)
    while able:
        first = able[0]
        rivals = [turn for turn in able if turn.id == first.id]
        if len(rivals) > 1:
            players = tuple(turn.me for turn in rivals)
            real = next((p for p in players if game.characters[p].id == first.id), players[0])
            chosen = game.rule(f"{first.id}.who", players, default=real, ability=first.ability)
            first = next(turn for turn in rivals if turn.me == chosen)
        if first.ability.character.inherits(first, death):
            return
        able.remove(first)


def _give_vote(game: Game, death: Death) -> None:
    """One vote for each death that the group sees: who was only back in secret has the one from before."""
    player = death.player
    for back in game.returned:
        if back.player == player and not (death.by_day or game.declared >> player & 1):
            game.ghost_votes |= back.had_vote << player
            return
    game.ghost_votes |= 1 << player


def _note_publicly(game: Game, death: Death, seemed_dead: bool) -> None:
    """By day a death is said aloud at once; at night it waits for dawn (base-45, base-46).

    Who was dead as night fell, was brought back and dies again, has been dead for all that anybody sees.
    """
    if seemed_dead:
        return
    back = next((one for one in game.returned if one.player == death.player), None)
    if back is not None:
        game.returned = tuple([one for one in game.returned if one is not back])
    if death.by_day or game.declared >> death.player & 1:
        game.emit(Died(death.player))
    elif back is None and death.player not in game.tonight_deaths:
        game.tonight_deaths.append(death.player)


def feign(game: Game, death: Death) -> None:
    """A player seems to die and really lives (zombuul-5, zombuul-7)."""
    bit = 1 << death.player
    game.feigned |= bit
    _give_vote(game, death)
    game.changed()
    _note_publicly(game, death, False)
    seeming = death._replace(feigned=True)
    game.deaths.append(seeming)
    for ability in game.held("saw_death"):
        if not game.is_silenced(ability):
            ability.character.saw_death(game.turn(ability), seeming)


def end_effects(game: Game, player: PlayerId) -> None:
    """Take off what a dead player's abilities had in force (base-116), unless they work on.

    What was only gained is gone with it (philosopher-15).
    """
    own = [a for a in game.abilities.values() if a.player == player and not a.character.works_dead]
    if game.tokens:
        ended = [a.id for a in own]
        game.remove_tokens(
            lambda t: t.source in ended and t.effect > SPENT and t.until is not FOREVER and not t.kept_by
        )
    for ability in own:
        if ability.parent != NOBODY and not ability.pretended and not _leads_on(game, ability):
            change.lose(game, ability.id)


def _leads_on(game: Game, ability: Ability) -> bool:
    """Whether an ability that works for the dead has come through this one (philosopher-14)."""
    through = [a for a in game.abilities.values() if a.parent == ability.id]
    return any(a.character.works_dead or _leads_on(game, a) for a in through)


def decide_deaths(game: Game, ability: Ability, players: tuple[PlayerId, ...]) -> None:
    """From now on tonight exactly these die; whom nobody else kills, ``ability`` kills (pithag-6, pithag-7).

    They die when the last Demon of tonight has acted.
    """
    game.deaths_decided = DecidedDeaths(players, ability)
    places = [
        place
        for place, _, name, number in game.agenda
        if name == "wake" and number in game.abilities and game.abilities[number].character.type is DEMON
    ]
    clock.plan(game, max(places, default=game.place), "decided_deaths")


@clock.step_named("decided_deaths")
def decided_deaths(game: Game, _: int) -> None:
    """Those of the chosen who still live die now; for those whom something saves others may (x000-071)."""
    decided = game.deaths_decided
    chosen = decided.players if decided is not None else ()
    while decided is not None and chosen:
        for player in chosen:
            kill(game, player, by_ability(decided.by))
        saved = mask_of(chosen) & game.alive
        others = members(game.alive & ~mask_of(decided.players))
        if not saved or not others:
            return
        name = f"{decided.by.character.id}.deaths"
        chosen = game.rule(name, Subsets(others), default=(), ability=decided.by)
        decided = game.deaths_decided = DecidedDeaths((*decided.players, *chosen), decided.by)


def execute(game: Game, player: PlayerId, ability: Ability | None = None) -> bool:
    """Execute a player, by day or at night; whether they died of it (base-76, base-79, base-80).

    By day it is the day's execution: nominations end, whoever was about to die is spared (base-82).
    At night the death is declared at once and belongs to no day (base-154, mutant-12).
    """
    by_day = game.phase is DAY
    bit = 1 << player
    if by_day:
        game.emit(Executed(player))
    was_alive = bool(game.alive & bit)
    seemed_dead = bool(game.feigned & bit)
    place = len(game.executions)
    game.executions.append(Execution(player, False, by_day))
    if by_day:
        clock.end_nominations(game)
    else:
        game.declared |= bit
    if not was_alive:
        return False
    game.depth += 1
    happened = kill(game, player, Cause("execution", ability))
    died = happened is not None and happened.player == player
    if died:
        game.executions[place] = Execution(player, True, by_day)
    elif not seemed_dead and not game.feigned & bit:
        if not by_day:
            game.emit(Executed(player))
        game.emit(Survived(player))
    game.depth -= 1
    if game.depth == 0:
        outcome.check(game)
    return died


def exile(game: Game, player: PlayerId) -> None:
    """A Traveller is exiled: they die, unless something prevents the death (base-86, base-88)."""
    game.emit(Exiled(player))
    kill(game, player, Cause("exile"))
    if game.alive >> player & 1:
        game.emit(Survived(player))


def refresh(game: Game, player: PlayerId) -> None:
    """A player's own abilities are as new: unused, with what is done at the start due again (base-139)."""
    own = sorted(a.id for a in game.abilities_of(player))
    game.remove_tokens(lambda t: t.effect is SPENT and t.source in own)
    since = game.night if game.phase is NIGHT else game.night + 1
    for number in own:
        ability = game.abilities.get(number)
        if ability is None:
            continue
        keeps = ability.character.keeps_memory
        due = "start" in ability.character.hooks
        game.remember(ability._replace(due=due, since=since, memory=ability.memory if keeps else None))
        ability.character.renewed(game.turn(ability))
    game.changed()
    waiting = {number for _, _, name, number in game.agenda if name == "wake"}
    for number in own:
        if number in game.abilities and number not in waiting:
            clock.schedule(game, game.abilities[number])


def be_seen_alive(game: Game, player: PlayerId) -> None:
    """Somebody is seen to be alive again: by day at once, at night at dawn, if anybody took them for dead."""
    bit = 1 << player
    had_vote = bool(game.ghost_votes & bit)
    game.feigned &= ~bit
    game.ghost_votes &= ~bit
    if game.phase is DAY:
        game.emit(FoundAlive(player))
    elif player in game.tonight_deaths:
        game.tonight_deaths.remove(player)
    elif game.phase is NIGHT:
        game.returned = (*game.returned, Return(player, had_vote))


def revive(game: Game, player: PlayerId) -> None:
    """Bring a dead player back to life with a fresh ability (base-139)."""
    bit = 1 << player
    if not (game.dead | game.feigned) & bit:
        return
    game.dead &= ~bit
    be_seen_alive(game, player)
    if game.phase is NIGHT:
        game.emit(Revived(player))
    refresh(game, player)
    for ability in game.held("revived"):
        ability.character.revived(game.turn(ability), player)
    clock.upkeep(game)

"""The night: dusk, the wakes in their order, dawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knell.engine import clock
from knell.engine.ability import Ability
from knell.engine.bag import EVIL_MEETS_FROM
from knell.engine.cast import DAWN_PLACE, DUSK_PLACE, NEVER
from knell.engine.clock import plan, plan_only, step_named
from knell.engine.events import (
    Acted,
    Died,
    FoundAlive,
    NightBegan,
    NobodyDied,
    NotUsed,
    RunByHand,
    Shown,
    Told,
    Woken,
    WokenTogether,
)
from knell.engine.game import Game
from knell.engine.question import Kind, Question
from knell.engine.terms import (
    DAWN,
    DEMON,
    DEMON_INFO,
    MINION,
    MINION_INFO,
    NIGHT,
    NOBODY,
    TRAVELLER_INFO,
    YOU_ARE,
    PlayerId,
    alignment_label,
    members,
)
from knell.engine.turn import Skipped, Turn
from knell.engine.values import Introduction
from knell.messages import N_, Text, text


@step_named("nightfall")
def nightfall(game: Game, _: int) -> None:
    """Night begins: lay out tonight's list (base-37, base-38)."""
    game.phase = NIGHT
    game.night += 1
    if game.continuous_jinxes:
        game.changed()
    game.place = 0.0
    game.woken = []
    game.woke_for_ability = 0
    game.woke_by = []
    game.tonight_deaths = []
    game.declared = 0
    game.executions = [e for e in game.executions if e.by_day]
    game.agenda = []
    if game.listen is not None:
        game.emit(NightBegan(game.night))
    for player, place in game.notices.items():
        plan(game, place, "notice", player)
    game.notices = {}
    for place in game.introductions:
        clock.plan_introductions(game, place)
    game.introductions = ()
    for player in game.travellers_to_meet:
        plan(game, DUSK_PLACE, TRAVELLER_INFO, player)
    game.travellers_to_meet = ()
    if game.night == 1 and game.ordinary.bit_count() >= EVIL_MEETS_FROM:
        for name in (MINION_INFO, DEMON_INFO):
            plan(game, game.cast.first_place.get(name, DUSK_PLACE), name)
    plan(game, DAWN_PLACE, "dawn")
    game.agenda = sorted(game.agenda + clock.tonights_list(game))
    for ability in game.held("nightfall"):
        if not game.is_silenced(ability):
            ability.character.nightfall(Turn(game, ability))


@step_named("wake")
def wake(game: Game, number: int) -> None:
    """One ability's step."""
    ability = game.abilities.get(number)
    if ability is None or not _may_act(game, ability):
        return
    if game.agenda and game.agenda[0][0] == game.place:
        others = [s for s in game.agenda if s[0] == game.place and s[2] == "wake"]
        rivals = [ability]
        for _, _, _, other in others:
            rival = game.abilities.get(other)
            if rival is not None and rival.player != ability.player and _may_act(game, rival):
                rivals.append(rival)
        if len(rivals) > 1 and _order_matters(game, rivals):
            first = rivals[clock.tiebreak(game, rivals)]
            if first is not ability:
                game.agenda.remove(next(s for s in game.agenda if s[2] == "wake" and s[3] == first.id))
                plan(game, game.place, "wake", ability.id)
            ability = game.abilities.get(first.id)
            if ability is None or not _may_act(game, ability):
                return  # the Storyteller has changed something meanwhile
    act(game, ability)


def _order_matters(game: Game, rivals: Sequence[Ability]) -> bool:
    """Whether it makes a difference which of these acts first (base-141).

    What only learns something, or is only acted out, changes nothing for the others; but somebody may watch
    who is chosen first.
    """
    if game.holders("chosen"):
        return True
    real = [ability for ability in rivals if not ability.pretended]
    return len(real) > 1 and not all(ability.character.only_learns for ability in real)


def act(game: Game, ability: Ability) -> None:
    """Let an ability do what is its to do now."""
    character = ability.character
    turn = Turn(game, ability)
    if character.by_hand:
        game.ask(
            Question(
                Kind.BY_HAND, f"{character.id}.by_hand", ("done",), player=ability.player, ability=ability
            )
        )
        game.emit(RunByHand(ability.player, character.id))
        return
    try:
        if ability.due:
            twice = any(name == "wake" and number == ability.id for _, _, name, number in game.agenda)
            game.remember(ability._replace(due=twice))
            character.start(turn)
        else:
            character.night(turn)
        if game.listen is not None:
            game.emit(Acted(ability.player, character.id))
    except Skipped:
        game.emit(NotUsed(ability.player, character.id))


def _may_act(game: Game, ability: Ability) -> bool:
    character = ability.character
    bit = 1 << ability.player
    if not game.everyone & bit or (game.dead & bit and game.is_silenced(ability)):
        return False
    if ability.due or "asleep" not in character.hooks:
        return True
    return character.asleep(Turn(game, ability)) is None


def may_not_act(game: Game, ability: Ability) -> Text | None:
    """Why an ability has no step now, or ``None``. Asks nothing."""
    character = ability.character
    if not game.everyone >> ability.player & 1:
        return text(N_("{player} has left."), player=ability.player)
    if game.is_silenced(ability):
        return text(N_("{player} is dead."), player=ability.player)
    if ability.due:
        return None
    return character.asleep(Turn(game, ability))


@step_named("notice")
def notice(game: Game, player: PlayerId) -> None:
    """Tell a player what they are now; never false (base-133)."""
    shown = (game.believed[player] or game.characters[player]).id
    evil = bool(game.evil >> player & 1)
    old = game.told.get(player)
    if old == (shown, evil) or not game.everyone >> player & 1:
        return
    game.woken.append(player)
    game.emit(Woken(player))
    value: str = shown if old is None or old[0] != shown else alignment_label(evil)
    answer = game.ask(Question(Kind.SHOW, YOU_ARE, (value,), player=player, players=(player,)))
    game.told[player] = (shown, evil)
    game.learned[player] = answer
    game.emit(Told(player, shown, evil))


def _introduce(game: Game, step: str, players: tuple[PlayerId, ...], value: Introduction) -> None:
    """Show evil players of each other."""
    game.woken.append(step)
    game.emit(WokenTogether(players, step))
    game.ask(Question(Kind.SHOW, step, (value,), player=players[0], players=players))
    for player in players:
        own = value.seen_by(player)
        game.learned[player] = own
        game.emit(Shown(player, step, own))


def evil_is_hidden(game: Game) -> bool:
    """Whether an ability keeps Minions and Demon from being introduced."""
    return any(a.character.hides_evil(Turn(game, a)) for a in game.working("hides_evil"))


def _demons(game: Game) -> tuple[PlayerId, ...]:
    return members(game.reading.types[DEMON] & game.alive)


def _minions(game: Game) -> tuple[PlayerId, ...]:
    return members(game.reading.types[MINION] & game.everyone)


@step_named(MINION_INFO)
def minion_info(game: Game, late: int) -> None:
    """All Minions learn each other and who the Demon is (base-34)."""
    minions, demons = _minions(game), _demons(game)
    if minions and (late == clock.LATE or not evil_is_hidden(game)):
        _introduce(game, MINION_INFO, minions, Introduction(demons=demons, minions=minions))


@step_named(DEMON_INFO)
def demon_info(game: Game, late: int) -> None:
    """The Demon learns the Minions and three good characters not in play (base-35).

    Where one character makes many the Demon, they learn it together, and each other.
    """
    bluffs: tuple[str, ...] | None = None if late == clock.LATE else game.bluffs
    hidden = late != clock.LATE and evil_is_hidden(game)
    minions = None if hidden else _minions(game)
    demons = _demons(game)
    many = tuple([p for p in demons if "copies" in game.characters[p].hooks])
    if len(many) > 1 and not hidden:
        _introduce(game, DEMON_INFO, many, Introduction(many, minions or None, bluffs))
        demons = tuple([p for p in demons if p not in many])
    for demon in demons:
        _introduce(game, DEMON_INFO, (demon,), Introduction(minions=minions, bluffs=bluffs))


@step_named(TRAVELLER_INFO)
def traveller_info(game: Game, player: PlayerId) -> None:
    """An evil Traveller learns who the Demon is, and nothing else (base-42)."""
    demons = _demons(game)
    if not demons or not game.evil >> player & 1 or not game.everyone >> player & 1:
        return
    game.woken.append(player)
    value = Introduction(demons=demons)
    game.emit(Woken(player))
    game.ask(Question(Kind.SHOW, TRAVELLER_INFO, (value,), player=player, players=(player,)))
    game.learned[player] = value
    game.emit(Shown(player, TRAVELLER_INFO, value))


@step_named("dawn")
def dawn(game: Game, _: int) -> None:
    """The night is over: its dead are named together (base-46), tonight's effects end (base-53)."""
    clock.expire(game, DAWN)
    if game.moved:
        clock.settle_up(game)  # what the end of an effect brings about still belongs to the night
        if game.agenda:
            plan(game, DAWN_PLACE, "dawn")
            return
    game.deaths_decided = None
    game.executions = [e for e in game.executions if not e.by_day]
    tonight = game.tonight_deaths
    named = [p for p in game.ring if p in tonight] if tonight else []
    for player in named:
        game.emit(Died(player))
    if not named and game.listen is not None:
        game.emit(NobodyDied())
    for back in game.returned:
        game.emit(FoundAlive(back.player))
    game.returned = ()
    game.tonight_deaths = []
    plan_only(game, "morning")


class NightEntry(NamedTuple):
    """A line of tonight's list."""

    place: float
    player: PlayerId
    """``NOBODY`` for a step that isn't one player's."""
    name: str
    """A character id, ``minioninfo``, ``demoninfo``, ``notice``, ``travellerinfo`` or ``dawn``."""
    why_not: Text | None
    """Why nobody will be woken for it, as things are now."""


def to_come(game: Game) -> list[NightEntry]:
    """What is still to come tonight, in order, with the reason where a line falls away."""
    entries: list[NightEntry] = []
    for place, _, name, argument in game.agenda if game.phase is NIGHT else ():
        if name != "wake":
            hidden = name == MINION_INFO and argument != clock.LATE and evil_is_hidden(game)
            why = text(N_("An ability keeps the evil players from meeting.")) if hidden else None
            player = NOBODY if name in (MINION_INFO, DEMON_INFO) else argument
            entries.append(NightEntry(place, player, name, why))
            continue
        ability = game.abilities.get(argument)
        if ability is not None:
            entries.append(
                NightEntry(place, ability.player, ability.character.id, may_not_act(game, ability))
            )
    return entries


def sheet(game: Game, first_night: bool) -> list[str]:
    """The ids of the script's characters that have a place in that night's order, in order."""
    places = game.cast.first_place if first_night else game.cast.other_place
    named = [i for i in game.cast.by_id if places.get(i, NEVER) != NEVER]
    return sorted(named, key=lambda i: places[i])


__all__ = ["NOBODY", "NightEntry", "act", "evil_is_hidden", "may_not_act", "sheet", "to_come"]

"""The Storyteller's hand: whatever the engine says, the Grimoire can be changed at any step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, assert_never

from knell.engine import change, clock, death, outcome, people
from knell.engine.ability import Ability
from knell.engine.character import Ruling
from knell.engine.deaths import Cause, Death
from knell.engine.events import Added, ChangedByHand, Shown, Woken
from knell.engine.game import Game, GameOver, StepOver
from knell.engine.overrides import (
    AddCharacter,
    EndGame,
    Heal,
    Kill,
    LimitUses,
    MakeCharacter,
    MakeDrunk,
    MakeRuling,
    Override,
    OverrideRefused,
    Poison,
    PutToken,
    Rename,
    Reseat,
    Revive,
    SeemDead,
    SetGhostVote,
    Show,
    Sober,
    SwapSeats,
    TakeToken,
    TurnSide,
    Wake,
    WasDead,
)
from knell.engine.terms import STORYTELLER_BY_HAND, Effect, Phase, PlayerId, Type, Until
from knell.engine.turn import Turn
from knell.engine.values import players_in
from knell.messages import N_, text


def apply(game: Game, override: Override) -> None:
    """Apply an override to the position, with what follows from it by the rules.

    Raises ``OverrideRefused`` when it can't be applied, with nothing changed; ``GameOver`` when it
    ends the game; ``StepOver`` when it ends the day while a step of the day is going on.
    """
    was_over = game.day_over
    try:
        _carry_out(game, override)
    except GameOver:
        game.emit(ChangedByHand(override))
        raise
    game.emit(ChangedByHand(override))
    if game.depth == 0:
        clock.settle_up(game)
    if game.day_over and not was_over and game.in_step not in ("", "dusk"):
        raise StepOver


def apply_as_past(game: Game, overrides: Iterable[Override]) -> None:
    """Apply what is true before the first block of a game that doesn't begin at the beginning.

    Deaths trigger nothing, nobody is told anything and nothing is won by it.
    Raises ``OverrideRefused`` as :func:`apply` does.
    """
    phase, game.phase = game.phase, Phase.SETUP
    for override in overrides:
        _carry_out(game, WasDead(override.player) if isinstance(override, Kill) else override)
    game.phase = phase
    game.notices = {}
    game.demon_lost = ""
    for player, character in enumerate(game.characters):
        game.told[player] = ((game.believed[player] or character).id, bool(game.evil >> player & 1))
    if not game.start.is_first_night:
        for ability in list(game.abilities.values()):
            game.remember(ability._replace(due=False))


def _carry_out(game: Game, override: Override) -> None:
    match override:
        case Kill(player):
            death.kill(game, _known_player(game, player), Cause(STORYTELLER_BY_HAND), surely=True)
        case WasDead(player):
            _was_dead(game, _known_player(game, player))
        case Revive(player):
            death.revive(game, _known_player(game, player))
        case MakeDrunk(player):
            game.place_token("storyteller.drunk", _known_player(game, player), effect=Effect.DRUNK)
        case Poison(player):
            game.place_token("storyteller.poisoned", _known_player(game, player), effect=Effect.POISONED)
        case Sober(player):
            _cure(game, _known_player(game, player), Effect.DRUNK)
        case Heal(player):
            _cure(game, _known_player(game, player), Effect.POISONED)
        case MakeCharacter(player, character):
            _make_character(game, _known_player(game, player), character)
        case TurnSide(player, evil):
            change.set_alignment(game, _known_player(game, player), evil)
        case PutToken(player, token):
            _put_token(game, _known_player(game, player), token)
        case TakeToken(player, token):
            _take_token(game, _known_player(game, player), token)
        case SetGhostVote(player, has_one):
            bit = 1 << _known_player(game, player)
            game.ghost_votes = game.ghost_votes | bit if has_one else game.ghost_votes & ~bit
            game.changed()
        case SeemDead(player):
            bit = 1 << _known_player(game, player)
            game.feigned |= bit & ~game.dead
            game.ghost_votes |= bit
            game.changed()
        case Rename(player, name):
            people.rename(game, _known_player(game, player), name)
        case SwapSeats(one, other):
            people.swap_seats(game, _known_player(game, one), _known_player(game, other))
        case Reseat(ring):
            _reseat(game, ring)
        case MakeRuling(name, value):
            _make_ruling(game, name, value)
        case Wake(player):
            _wake(game, _known_player(game, player))
        case Show(player, what):
            _show(game, _known_player(game, player), what)
        case EndGame(evil_won):
            outcome.finish(game, evil_won, STORYTELLER_BY_HAND)
        case AddCharacter(character):
            _add(game, character)
        case LimitUses(character, most):
            _limit(game, character, most)
        case _:
            assert_never(override)


def _known_player(game: Game, player: Any) -> PlayerId:
    if not isinstance(player, int) or player < 0 or not game.everyone >> player & 1:
        raise OverrideRefused(text(N_("There is no such player in the game.")))
    return player


def _was_dead(game: Game, player: PlayerId) -> None:
    bit = 1 << player
    if game.dead & bit:
        return
    was = Death(
        player,
        Cause(STORYTELLER_BY_HAND),
        max(0, game.night - 1),
        False,
        game.characters[player].id,
        bool(game.evil & bit),
        game.living,
    )
    game.dead |= bit
    game.ghost_votes |= bit
    game.deaths.append(was)
    death.end_effects(game, player)
    game.changed()


def _cure(game: Game, player: PlayerId, effect: Effect) -> None:
    game.remove_tokens(lambda t: t.player == player and t.effect is effect)


def _make_character(game: Game, player: PlayerId, character: str) -> None:
    if character not in game.cast.by_id:
        raise OverrideRefused(text(N_("{character} isn't on the script."), character=character))
    change.become(game, player, game.cast.by_id[character])


def _put_token(game: Game, player: PlayerId, name: str) -> None:
    owner, _, short = name.partition(".")
    character = game.cast.by_id.get(owner)
    kind = character.tokens.get(short) if character is not None else None
    if kind is None:
        game.place_token(name, player)
        return
    source = _source_of(game, player, owner, on_itself=kind.effect is Effect.SPENT)
    if source is None:
        until = Until.FOREVER if kind.until is Until.SOURCE else kind.until
        game.place_token(name, player, effect=kind.effect, until=until)
    else:
        game.place_token(name, player, effect=kind.effect, source=source.id, until=kind.until)


def _source_of(game: Game, player: PlayerId, owner: str, *, on_itself: bool) -> Ability | None:
    """Whose token it is: the player's own ability for a spent mark, otherwise whoever has such an ability."""
    found = [a for a in game.abilities.values() if a.character.id == owner]
    if on_itself:
        found = [a for a in found if a.player == player]
    return min(found, key=lambda a: (a.pretended, a.id), default=None)


def _take_token(game: Game, player: PlayerId, name: str) -> None:
    if not any(t.player == player and t.name == name for t in game.tokens):
        raise OverrideRefused(
            text(N_("There is no token {token} beside {player}."), token=name, player=player)
        )
    game.remove_tokens(lambda t: t.player == player and t.name == name)


def _reseat(game: Game, ring: tuple[PlayerId, ...]) -> None:
    try:
        people.reseat(game, ring)
    except ValueError as error:
        raise OverrideRefused(text(N_("A new seating must hold the same players."))) from error


class Offered(NamedTuple):
    """A ruling of a character's that the Storyteller may make now, and about whom."""

    character: str
    player: PlayerId
    ruling: Ruling
    override: MakeRuling


def rulings_now(game: Game) -> tuple[Offered, ...]:
    """What the Storyteller may rule now, without being asked."""
    first: dict[tuple[str, PlayerId], Ability] = {}
    for ability in game.abilities.values():
        first.setdefault((ability.character.id, ability.player), ability)
    return tuple(
        Offered(character, player, ruling, MakeRuling(f"{character}.{short}", player))
        for (character, player), ability in first.items()
        for short, ruling in ability.character.rulings.items()
        if ability.character.may_rule(Turn(game, ability), short, player) is None
    )


def _make_ruling(game: Game, name: str, value: Any) -> None:
    owner, _, short = name.partition(".")
    players = [a for a in game.abilities.values() if a.character.id == owner]
    mine = [a for a in players if a.player == value] if isinstance(value, int) else players
    if not mine:
        raise OverrideRefused(
            text(N_("Nobody concerned has the ability of the {character}."), character=owner)
        )
    turn = Turn(game, mine[0])
    refusal = mine[0].character.may_rule(turn, short, value)
    if refusal is not None:
        raise OverrideRefused(refusal)
    mine[0].character.ruled(turn, short, value)


def _wake(game: Game, player: PlayerId) -> None:
    if game.phase is not Phase.NIGHT:
        raise OverrideRefused(text(N_("Players are only woken at night.")))
    game.woken.append(player)
    game.emit(Woken(player))


def _show(game: Game, player: PlayerId, what: Any) -> None:
    if not all(0 <= shown < len(game.names) for shown in players_in(what)):
        raise OverrideRefused(text(N_("There is no such player in the game.")))
    if game.phase is Phase.NIGHT:
        _wake(game, player)
    game.learned[player] = what
    game.emit(Shown(player, STORYTELLER_BY_HAND, what))


def _add(game: Game, character: str) -> None:
    known = game.cast.by_id.get(character)
    if known is not None and known.type not in (Type.FABLED, Type.LORIC):
        raise OverrideRefused(
            text(N_("Only Fabled and Loric can be added; {character} isn't one."), character=character)
        )
    if character not in game.added:
        game.added = (*game.added, character)
        game.emit(Added(character))


def _limit(game: Game, character: str, most: int | None) -> None:
    known = game.cast.by_id.get(character)
    if known is None:
        raise OverrideRefused(text(N_("{character} isn't on the script."), character=character))
    if not known.form or not known.public:
        raise OverrideRefused(
            text(
                N_("The {character} has no ability that is used in front of everybody."), character=character
            )
        )
    if most is not None and most < 1:
        raise OverrideRefused(text(N_("A limit is a whole number from one, or none at all.")))
    others = {i: n for i, n in game.limits.items() if i != character}
    game.limits = others if most is None else {**others, character: most}

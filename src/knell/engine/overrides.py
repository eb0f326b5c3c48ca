"""The Storyteller's hand: whatever the engine says, the Grimoire can be changed at any step.

An override is an entry of the record like an answer, never an edit behind its back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from knell.engine import change, clock, death, outcome, people
from knell.engine.ability import Ability
from knell.engine.death import Cause, Death
from knell.engine.game import Game, GameOver, StepOver
from knell.engine.terms import NOBODY, Effect, Phase, PlayerId, Type, Until
from knell.engine.turn import Turn
from knell.messages import N_, Text, text


class Override(NamedTuple):
    """One change by hand: its name and what it is applied to, all plain data."""

    name: str
    arguments: tuple[Any, ...]


class OverrideRefused(Exception):  # noqa: N818 - named for what happened
    """An override that makes no sense in this position; ``reason`` says why."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.in_english)
        self.reason = reason


def _known_player(game: Game, player: Any) -> PlayerId:
    if not isinstance(player, int) or player < 0 or not game.everyone >> player & 1:
        raise OverrideRefused(text(N_("There is no such player in the game.")))
    return player


def _kill(game: Game, player: PlayerId) -> None:
    death.kill(game, _known_player(game, player), Cause("storyteller"), surely=True)


def _was_dead(game: Game, player: PlayerId) -> None:
    """A death of the past that nothing prevented and that triggers nothing."""
    bit = 1 << _known_player(game, player)
    if game.dead & bit:
        return
    was = Death(
        player,
        Cause("storyteller"),
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


def _revive(game: Game, player: PlayerId) -> None:
    death.revive(game, _known_player(game, player))


def _impair(effect: Effect, name: str) -> Callable[[Game, PlayerId], None]:
    def apply(game: Game, player: PlayerId) -> None:
        game.place_token(name, _known_player(game, player), effect=effect)

    return apply


def _cure(effect: Effect) -> Callable[[Game, PlayerId], None]:
    def apply(game: Game, player: PlayerId) -> None:
        _known_player(game, player)
        game.remove_tokens(lambda t: t.player == player and t.effect is effect)

    return apply


def _character(game: Game, player: PlayerId, character: str) -> None:
    _known_player(game, player)
    if character not in game.cast.by_id:
        raise OverrideRefused(text(N_("{character} isn't on the script."), character=character))
    change.become(game, player, game.cast.by_id[character])


def _alignment(game: Game, player: PlayerId, evil: bool) -> None:
    change.set_alignment(game, _known_player(game, player), evil)


def _token(game: Game, player: PlayerId, name: str) -> None:
    """Put down a token by hand; one that means something does it."""
    _known_player(game, player)
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


def _remove_token(game: Game, player: PlayerId, name: str) -> None:
    _known_player(game, player)
    if not any(t.player == player and t.name == name for t in game.tokens):
        raise OverrideRefused(
            text(N_("There is no token {token} beside {player}."), token=name, player=player)
        )
    game.remove_tokens(lambda t: t.player == player and t.name == name)


def _ghost_vote(game: Game, player: PlayerId, has_one: bool) -> None:
    bit = 1 << _known_player(game, player)
    game.ghost_votes = game.ghost_votes | bit if has_one else game.ghost_votes & ~bit
    game.changed()


def _registers_dead(game: Game, player: PlayerId) -> None:
    bit = 1 << _known_player(game, player)
    game.feigned |= bit & ~game.dead
    game.ghost_votes |= bit
    game.changed()


def _rename(game: Game, player: PlayerId, name: str) -> None:
    people.rename(game, _known_player(game, player), name)


def _swap(game: Game, one: PlayerId, other: PlayerId) -> None:
    people.swap_seats(game, _known_player(game, one), _known_player(game, other))


def _reseat(game: Game, *ring: PlayerId) -> None:
    try:
        people.reseat(game, ring)
    except ValueError as error:
        raise OverrideRefused(text(N_("A new seating must hold the same players."))) from error


def _rule(game: Game, name: str, value: Any) -> None:
    """A ruling that may be made at any time, like ``mutant.execute``."""
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
    """Wake a player by hand, for whatever reason; it isn't due to an ability."""
    _known_player(game, player)
    if game.phase is not Phase.NIGHT:
        raise OverrideRefused(text(N_("Players are only woken at night.")))
    game.woken.append(player)
    game.emit("woken", 1 << player, player=player, ability="")


def _show(game: Game, player: PlayerId, what: Any) -> None:
    """Wake or tell a player something by hand."""
    _known_player(game, player)
    if game.phase is Phase.NIGHT:
        _wake(game, player)
    game.learned[player] = what
    game.emit("shown", 1 << player, player=player, ability="storyteller", answer=what)


def _end(game: Game, evil_won: bool) -> None:
    outcome.finish(game, evil_won, "storyteller")


def _add(game: Game, character: str) -> None:
    """Bring in a Fabled or Loric: public, nobody's, unaffected by everything (base-148, base-149)."""
    known = game.cast.by_id.get(character)
    if known is not None and known.type not in (Type.FABLED, Type.LORIC):
        raise OverrideRefused(
            text(N_("Only Fabled and Loric can be added; {character} isn't one."), character=character)
        )
    added: tuple[str, ...] = game.setup.get("storytellers_own", ())
    if character not in added:
        game.setup["storytellers_own"] = (*added, character)
        game.emit("added", None, character=character)


def _limit(game: Game, character: str, most: int | None) -> None:
    """Let at most so many players a day use a public ability, truly or not; ``None`` for as many as like."""
    known = game.cast.by_id.get(character)
    if known is None:
        raise OverrideRefused(text(N_("{character} isn't on the script."), character=character))
    if not known.form or not known.public:
        raise OverrideRefused(
            text(
                N_("The {character} has no ability that is used in front of everybody."), character=character
            )
        )
    if most is not None and (type(most) is not int or most < 1):
        raise OverrideRefused(text(N_("A limit is a whole number from one, or none at all.")))
    others = {i: n for i, n in game.limits.items() if i != character}
    game.limits = others if most is None else {**others, character: most}


OVERRIDES: Final[dict[str, Callable[..., None]]] = {
    "kill": _kill,
    "was_dead": _was_dead,
    "revive": _revive,
    "drunk": _impair(Effect.DRUNK, "storyteller.drunk"),
    "poison": _impair(Effect.POISONED, "storyteller.poisoned"),
    "sober": _cure(Effect.DRUNK),
    "heal": _cure(Effect.POISONED),
    "character": _character,
    "alignment": _alignment,
    "token": _token,
    "remove_token": _remove_token,
    "ghost_vote": _ghost_vote,
    "registers_dead": _registers_dead,
    "rename": _rename,
    "swap": _swap,
    "reseat": _reseat,
    "rule": _rule,
    "wake": _wake,
    "show": _show,
    "end": _end,
    "add": _add,
    "limit": _limit,
}


def apply(game: Game, override: Override) -> None:
    """Apply an override to the position, with what follows from it by the rules.

    Raises ``OverrideRefused`` when it can't be applied, with nothing changed; ``GameOver`` when it
    ends the game; ``StepOver`` when it ends the day while a step of the day is going on.
    """
    function = OVERRIDES.get(override.name)
    if function is None:
        raise OverrideRefused(text(N_("There is no override called {name}."), name=override.name))
    was_over = game.day_over
    try:
        function(game, *override.arguments)
    except GameOver:
        game.emit("override", 0, name=override.name, arguments=override.arguments)
        raise
    game.emit("override", 0, name=override.name, arguments=override.arguments)
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
        name = "was_dead" if override.name == "kill" else override.name
        function = OVERRIDES.get(name)
        if function is None:
            raise OverrideRefused(text(N_("There is no override called {name}."), name=name))
        function(game, *override.arguments)
    game.phase = phase
    game.notices = {}
    game.demon_lost = ""
    for player, character in enumerate(game.characters):
        game.told[player] = ((game.believed[player] or character).id, bool(game.evil >> player & 1))
    if game.setup["start"] != (Phase.NIGHT, 1):
        for ability in list(game.abilities.values()):
            game.remember(ability._replace(due=False))


__all__ = ["NOBODY", "OVERRIDES", "Override", "OverrideRefused", "apply"]

"""What can be expected: one small function for each key of ``expect:``, called like the key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from knell.engine import NOBODY, Game, Introduction, Mask, Phase, PlayerId, Type, day, members
from knell.engine.options import same
from knell.messages import N_, text
from knell.scenarios.comparing import (
    EXPECTATIONS,
    Form,
    Found,
    all_of,
    compared,
    equal,
    equal_for_each,
    exactly,
    holds_all,
    holds_none,
)
from knell.scenarios.document import Block
from knell.scenarios.scene import Scene, Showing
from knell.scenarios.values import in_order, introduces, listed

__all__ = ["EXPECTATIONS", "Form", "check_expectations"]

_NOTHING: Final = "nothing"
_MOST_WRITTEN: Final = 40
"""So many of the options of a showing are written down where it isn't as expected."""


def check_expectations(scene: Scene, expect: Block) -> None:
    """See whether everything in an ``expect:`` is so at this moment, and note what isn't."""
    game = scene.game
    if game.dirty and game.phase is not Phase.OVER:
        game.settle()
    for key, wanted in expect.items():
        found = EXPECTATIONS[key].compare(scene, wanted)
        if not found.as_expected:
            scene.fail(scene.where._replace(expectation=key), wanted, found.actual)


@all_of
def alive(game: Game) -> Mask:
    return game.alive


@all_of
def dead(game: Game) -> Mask:
    return game.dead


@all_of
def registers_dead(game: Game) -> Mask:
    return game.dead | game.feigned


@all_of
def drunk(game: Game) -> Mask:
    return game.drunk


@all_of
def poisoned(game: Game) -> Mask:
    return game.poisoned


@all_of
def healthy(game: Game) -> Mask:
    return game.everyone & ~game.drunk & ~game.poisoned


@equal_for_each(Form.CHARACTERS_BY_PLAYER)
def character(game: Game, player: PlayerId) -> str:
    return game.characters[player].id


@equal_for_each(Form.BY_PLAYER)
def alignment(game: Game, player: PlayerId) -> str:
    return "evil" if game.evil >> player & 1 else "good"


@equal_for_each(Form.CHARACTERS_BY_PLAYER)
def shown(game: Game, player: PlayerId) -> str:
    return (game.believed[player] or game.characters[player]).id


def _abilities(scene: Scene, name: str) -> list[str]:
    """The abilities that a player holds; pretended ones aren't held, nor those that death has ended."""
    game = scene.game
    return [
        ability.character.id
        for ability in game.abilities_of(scene.players.ids[name])
        if not ability.pretended and not game.is_silenced(ability)
    ]


def _tokens(scene: Scene, name: str) -> list[str]:
    """The tokens beside a player, effects only while they are in force."""
    game, player = scene.game, scene.players.ids[name]
    return sorted(t.name for t in game.all_tokens() if t.player == player and game.in_force(t))


def _none_there(unwanted: Mapping[str, Any], there: Mapping[str, list[str]]) -> Found:
    return Found(not any(one in there[n] for n, words in unwanted.items() for one in listed(words)), there)


@compared(Form.CHARACTERS_BY_PLAYER)
def abilities(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    there = {name: _abilities(scene, name) for name in wanted}
    return Found(all(one in there[n] for n, words in wanted.items() for one in listed(words)), there)


@compared(Form.CHARACTERS_BY_PLAYER)
def no_abilities(scene: Scene, unwanted: Mapping[str, Any]) -> Found:
    return _none_there(unwanted, {name: _abilities(scene, name) for name in unwanted})


@compared(Form.BY_PLAYER)
def tokens(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    there = {name: _tokens(scene, name) for name in wanted}
    enough = all(
        listed(words).count(token) <= there[name].count(token)
        for name, words in wanted.items()
        for token in listed(words)
    )
    return Found(enough, there)


@compared(Form.BY_PLAYER)
def no_tokens(scene: Scene, unwanted: Mapping[str, Any]) -> Found:
    return _none_there(unwanted, {name: _tokens(scene, name) for name in unwanted})


@holds_all(Form.CHARACTERS)
def in_play(scene: Scene) -> list[str]:
    return scene.game.in_play


@holds_none(Form.CHARACTERS)
def not_in_play(scene: Scene) -> list[str]:
    return scene.game.in_play


@compared(Form.ANYTHING)
def types(scene: Scene, wanted: Mapping[str, int]) -> Found:
    game = scene.game
    ordinary = members(game.ordinary)
    there = {
        kind.label: sum(game.characters[player].type is kind for player in ordinary)
        for kind in (Type.TOWNSFOLK, Type.OUTSIDER, Type.MINION, Type.DEMON)
    }
    return Found(all(there.get(kind) == count for kind, count in wanted.items()), there)


def _woken(scene: Scene) -> list[str]:
    if scene.block is not None and scene.block.phase == "day":
        return []
    return [who if isinstance(who, str) else scene.game.names[who] for who in scene.game.woken]


@compared(Form.LIST)
def woken(scene: Scene, wanted: list[str]) -> Found:
    there = _woken(scene)
    return Found(there == wanted, there)


@holds_none(Form.WAKES)
def not_woken(scene: Scene) -> list[str]:
    return _woken(scene)


@exactly
def woke_for_ability(game: Game) -> Mask:
    return game.woke_for_ability


def _showing(scene: Scene, name: str) -> Showing | None:
    return scene.seen.shown.get(scene.players.ids[name])


@compared(Form.BY_PLAYER)
def options(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    there: dict[str, list[Any]] = {}
    exact = True
    for name, words in wanted.items():
        showing = _showing(scene, name)
        every = list(showing.options) if showing is not None else []
        there[name] = [scene.players.written(option) for option in every[:_MOST_WRITTEN]]
        parts = [scene.players.learned(part) for part in listed(words)]
        exact = exact and len(parts) == len(every)
        exact = exact and all(any(same(option, part) for option in every) for part in parts)
    return Found(exact, there)


def _may_be_shown(scene: Scene, name: str, words: Any) -> bool:
    showing = _showing(scene, name)
    every = showing.options if showing is not None else ()
    value = scene.players.learned(words)
    if isinstance(value, Introduction):
        return introduces(every, scene.players.ids[name], value)
    return any(same(option, value) for option in every)


def _legality(scene: Scene, wanted: Mapping[str, Any], *, is_legal: bool) -> Found:
    """Whether all that is named may be shown, or none of it; what is found is what may be shown."""
    there: dict[str, list[Any]] = {}
    all_so = True
    for name, words in wanted.items():
        showing = _showing(scene, name)
        if showing is None:
            there[name], all_so = [text(N_("nothing was shown"))], False
            continue
        there[name] = [scene.players.written(option) for option in list(showing.options)[:_MOST_WRITTEN]]
        all_so = all_so and all(_may_be_shown(scene, name, part) is is_legal for part in listed(words))
    return Found(all_so, there)


@compared(Form.BY_PLAYER)
def legal(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    return _legality(scene, wanted, is_legal=True)


@compared(Form.BY_PLAYER)
def illegal(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    return _legality(scene, wanted, is_legal=False)


@compared(Form.BY_PLAYER)
def learned(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    players = scene.players
    there = {name: scene.game.learned.get(players.ids[name], _NOTHING) for name in wanted}
    all_so = all(
        same(in_order(value) if isinstance(value, Introduction) else value, players.learned(wanted[name]))
        for name, value in there.items()
    )
    return Found(all_so, {name: players.written(value) for name, value in there.items()})


@compared(Form.ANYTHING)
def suggested(scene: Scene, wanted: Mapping[str, Any]) -> Found:
    players = scene.players
    there: dict[str, Any] = {}
    all_so = True
    for name, words in wanted.items():
        if name in players.ids:
            showing = _showing(scene, name)
            default = showing.default if showing is not None else _NOTHING
            is_so = same(default, players.learned(words))
        else:
            default = scene.seen.asked.get(name, _NOTHING)
            is_so = _same_in_any_order(default, players.value(words))
        there[name] = players.written(default)
        all_so = all_so and is_so
    return Found(all_so, there)


def _same_in_any_order(one: Any, other: Any) -> bool:
    several = isinstance(one, tuple) and isinstance(other, tuple)
    return same(one, other) or (several and sorted(one) == sorted(other))


@holds_all(Form.LIST)
def warned(scene: Scene) -> list[str]:
    return scene.seen.warned


@holds_all(Form.LIST)
def asked(scene: Scene) -> Iterable[str]:
    return scene.seen.asked


@holds_none(Form.LIST)
def not_asked(scene: Scene) -> Iterable[str]:
    return scene.seen.asked


@holds_all(Form.LIST)
def announced(scene: Scene) -> list[str]:
    return scene.seen.announced


@holds_none(Form.LIST)
def not_announced(scene: Scene) -> list[str]:
    return scene.seen.announced


@equal(Form.PLAYER)
def about_to_die(game: Game) -> str | None:
    return None if game.about_to_die == NOBODY else game.names[game.about_to_die]


@equal_for_each(Form.BY_PLAYER)
def votes(game: Game, player: PlayerId) -> int | None:
    return game.tallies.get(player)


@equal_for_each(Form.BY_PLAYER)
def ghost_vote(game: Game, player: PlayerId) -> bool:
    return bool(game.ghost_votes >> player & 1)


@exactly
def may_nominate(game: Game) -> Mask:
    return day.may_nominate(game)


@exactly
def may_be_nominated(game: Game) -> Mask:
    return day.may_be_nominated(game)


@exactly
def may_vote(game: Game) -> Mask:
    return day.may_vote(game)


@equal(Form.PLAYER)
def executed_today(game: Game) -> str | None:
    executed = [game.names[execution.player] for execution in game.executions if execution.by_day]
    return executed[-1] if executed else None


@compared(Form.ANYTHING)
def secret_vote(scene: Scene, wanted: bool) -> Found:
    return Found(scene.game.secret_vote is wanted, scene.game.secret_vote)


@equal(Form.ANYTHING)
def winner(game: Game) -> str | None:
    return game.outcome.winner if game.outcome is not None else None


@exactly
def winners(game: Game) -> Mask:
    return game.outcome.winners if game.outcome is not None else 0


@equal(Form.ANYTHING)
def reason(game: Game) -> str | None:
    return game.outcome.reason if game.outcome is not None else None

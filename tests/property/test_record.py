"""Random games: going back and forth, playing again from the file, and live play agree with direct play."""

import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from knell.engine import Event, Game, Kind, Override, OverrideRefused, Phase, Question, clock, overrides
from knell.record import Header, Table, load, save
from knell.seats import player_view, public_view, storyteller_view, to_bytes
from records import (
    ALL,
    BY_HAND,
    NIGHTS,
    Answers,
    answer_as_before,
    answer_at_random,
    differences,
    header,
    hidden_answers,
    opened,
    played_at_random,
    twice,
)

seeds = st.integers(0, 2**20)
headers = st.builds(
    lambda players, seed: header(players=players, script=ALL, seed=seed), st.integers(5, 12), seeds
)


def looks(table: Table) -> bytes:
    """All that can be seen, whichever entries led there."""
    view = storyteller_view(table)
    view["log"] = [{k: v for k, v in line.items() if k != "entry"} for line in view["log"]]
    own = player_view(table, 0)
    return to_bytes({**view, "undo": None, "redo": None, "public": public_view(table), "own": own})


def played(of: Header, seed: int) -> tuple[Table, list[bytes]]:
    """A random game with some changes by hand, and how it looked before every answer."""
    table = opened(of, automation=BY_HAND)
    chance = random.Random(seed)
    seen = [looks(table)]
    while table.question is not None and table.game.night <= NIGHTS:
        if table.game.characters and chance.random() < 0.06:
            try:
                table.override(some_change(table.game, chance))
            except OverrideRefused:
                continue
        else:
            table.answer(answer_at_random(table, chance.randrange))
        seen.append(looks(table))
    return table, seen


def some_change(game: Game, chance: random.Random) -> Override:
    player = chance.choice(game.ring)
    other = chance.choice(game.ring)
    character = chance.choice(ALL)
    return chance.choice(
        [
            overrides.read("kill", (player,)),
            overrides.read("revive", (player,)),
            overrides.read("drunk", (player,)),
            overrides.read("poison", (player,)),
            overrides.read("sober", (player,)),
            overrides.read("alignment", (player, chance.random() < 0.5)),
            overrides.read("character", (player, character)),
            overrides.read("token", (player, "monk.safe")),
            overrides.read("ghost_vote", (player, True)),
            overrides.read("rename", (player, "Ann")),
            overrides.read("swap", (player, other)),
            overrides.read("show", (player, "three")),
            overrides.read("rule", ("mutant.execute", player)),
        ]
    )


@given(headers, seeds, st.data())
@settings(max_examples=40)
def test_undo_to_any_point_and_redo_agree(of: Header, seed: int, data: st.DataObject) -> None:
    table, seen = played(of, seed)
    line = table.line
    assert len(seen) == len(line) + 1
    places = data.draw(st.lists(st.integers(0, len(line)), min_size=1, max_size=8))
    for place in places:
        table.go_to(line[place - 1].id if place else 0)
        assert looks(table) == seen[place]
    while table.redo() is not None:
        assert looks(table) == seen[len(table.line)]
    assert table.line == line
    while table.undo() is not None:
        assert looks(table) == seen[len(table.line)]
    assert not table.line


@given(headers, seeds)
@settings(max_examples=40)
def test_a_game_played_again_from_its_file_is_the_same(tmp_path_factory: Any, of: Header, seed: int) -> None:
    table, seen = played(of, seed)
    path = tmp_path_factory.mktemp("games") / "game.knell.jsonl"
    save(path, of, table.tree)
    again = load(path, automation=BY_HAND)
    assert again.table.line == table.line
    assert looks(again.table) == seen[-1]
    middle = len(table.line) // 2
    again.table.go_to(table.line[middle - 1].id if middle else 0)
    assert looks(again.table) == seen[middle]
    assert differences(again.table) == []


class Out(Exception):  # noqa: N818 - not an error, it stops the run
    """There are no more answers."""


def direct(of: Header, answers: list[Any], *, forks: bool) -> tuple[Game, list[Event]]:
    """Play straight on with these answers, with or without a copy before every step."""
    heard: list[Event] = []
    left = iter(answers)

    def decide(_game: Game, _question: Question) -> Any:
        for answer in left:
            return answer
        raise Out

    game = of.begin()
    game.decide, game.listen = decide, heard.append
    try:
        while game.agenda:
            game = game.copy() if forks else game
            clock.step(game)
    except Out:
        pass
    return game, heard


def state(game: Game) -> Any:
    """Everything of a position that can be compared."""
    return (
        (game.phase, game.night, game.ring, game.names, game.dead, game.feigned, game.evil, game.ghost_votes),
        ([c.id for c in game.characters], game.tokens, game.continuous, game.agenda, game.stamps),
        ([tuple(a) for a in game.abilities.values()], game.executions, game.deaths, game.learned, game.told),
        (game.outcome, game.counter, game.impaired, list(game.pins)),
    )


@given(headers, seeds)
@settings(max_examples=60)
def test_live_play_direct_play_and_forks_at_every_step_agree(of: Header, seed: int) -> None:
    table = opened(of, automation=BY_HAND)
    chance = random.Random(seed)
    while table.question is not None and table.game.night <= NIGHTS:
        table.answer(answer_at_random(table, chance.randrange))
        if chance.random() < 0.1:
            table.undo()
            table.redo()
    told = [(h.event.label, h.event.audience) for h in table.events()]
    for forks in (False, True):
        game, heard = direct(of, [entry.answer for entry in table.line], forks=forks)
        assert state(game) == state(table.game)
        assert [(e.label, e.audience) for e in heard] == told


LOOK = """
import hashlib, random, sys
sys.path[:0] = sys.argv[1:]
from test_record import looks, opened, played
from records import ALL, header
for seed in range(6):
    table, seen = played(header(players=6 + seed, script=ALL, seed=seed), seed)
    print(hashlib.sha256(b"".join(seen)).hexdigest())
"""


def test_games_are_the_same_whatever_the_hash_seed() -> None:
    here = Path(__file__).parent
    paths = [str(here), str(here.parent / "support")]
    runs = [
        subprocess.run(
            [sys.executable, "-c", LOOK, *paths],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].splitlines()) == 6


@given(headers, seeds)
@settings(max_examples=25)
def test_the_public_learns_nothing_between_dusk_and_dawn(of: Header, seed: int) -> None:
    table = opened(of, automation=BY_HAND)
    chance = random.Random(seed)
    dusk, seen = -1, b""
    while table.question is not None and table.game.night <= NIGHTS:
        if table.game.phase is Phase.NIGHT:
            if table.game.night != dusk:
                dusk, seen = table.game.night, to_bytes(public_view(table))
            assert to_bytes(public_view(table)) == seen
            if chance.random() < 0.1:
                with suppress(OverrideRefused):
                    table.override(some_change(table.game, chance))
                    continue
        table.answer(answer_at_random(table, chance.randrange))


def hears(table: Table, player: int) -> list[Any]:
    """What a player was told to be at the beginning, and what everybody and they have heard since."""
    return [
        next(h.public.told.get(player) for h in table.events() if h.public is not None),
        *_heard(table, player),
    ]


def _heard(table: Table, player: int) -> list[tuple[str, str]]:
    return [
        (h.event.label, repr(h.event))
        for h in table.events()
        if h.event.audience is None or h.event.audience >> player & 1
    ]


def days(table: Table, answers: Answers, players: range) -> dict[Any, bytes]:
    """Play on with answers to these questions, and tell each player's page of each moment of the days."""
    pages: dict[Any, bytes] = {}
    while table.question is not None and table.game.night <= NIGHTS:
        question = table.question
        if question.kind is Kind.DAY:
            for player in players:
                pages[player, repr(hears(table, player))] = to_bytes(player_view(table, player))
        answer_as_before(table, answers)
    return pages


@given(headers, seeds, st.data())
@settings(max_examples=60)
def test_who_hears_the_same_sees_the_same(of: Header, seed: int, data: st.DataObject) -> None:
    """One hidden answer of a game is changed; whoever heard nothing of it has the same page, byte by byte."""
    chance = random.Random(seed)
    table = played_at_random(of, chance)
    changed = data.draw(st.sampled_from(hidden_answers(table)))
    players = range(len(of.players))
    seen = [days(fork, answers, players) for fork, answers in twice(table, changed, chance)]
    for moment in seen[0].keys() & seen[1].keys():
        assert seen[0][moment] == seen[1][moment]

"""Measure Knell's speed: ``python tests/bench/run.py``; ``--help`` tells the options.

Five figures: complete games a second on one core with random answers, a live answer, loading a
finished game, copying a position, and the memory of an open game. Another program that prints how
many games a second it plays can be measured beside it, turn and turn about.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from knell import __version__
from knell.characters import automated, cast
from knell.engine import Cast, Close, Game, Kind, Nominate, PlayerId, Question, deal, members, run, step
from knell.engine.day import may_be_nominated, may_nominate
from knell.engine.options import sample
from knell.facts import FACTS
from knell.record import Deal, Header, ScriptPart, Table, load, save
from knell.scripts import bundled_script

NOMINATES: Final = 0.25
"""How often a living player nominates, each asked once a day."""
VOTES: Final = 0.45
"""How often a hand goes up."""
BIG_GAME: Final = 15
"""How many players sit in the game that is loaded."""
COPIES: Final = 50
"""How many copies of one position are timed together: a single one is too quick for the clock."""

Decide = Callable[[Game, Question], Any]


def random_bot(rng: random.Random) -> Decide:
    """Answer everything at random: each day every player may nominate once, hands go up or not."""
    chance = rng.random
    vote, day, close = Kind.VOTE, Kind.DAY, Close()
    today = -1
    not_asked_yet: Iterator[PlayerId] = iter(())

    def pick(count: int) -> int:
        return int(chance() * count)

    def decide(game: Game, question: Question) -> Any:
        nonlocal today, not_asked_yet
        kind = question.kind
        if kind is vote:
            return chance() < VOTES
        if kind is day:
            if today != game.night:
                today, not_asked_yet = game.night, iter(members(game.living))
            for player in not_asked_yet:
                if chance() < NOMINATES and may_nominate(game) >> player & 1:
                    nominees = members(may_be_nominated(game))
                    if nominees:
                        return Nominate(player, nominees[int(chance() * len(nominees))])
            return close
        options = question.options
        if type(options) is tuple:
            return options[int(chance() * len(options))]
        return sample(options, pick)

    return decide


# -- what is measured --------------------------------------------------------------------------------


@cache
def names(players: int) -> tuple[str, ...]:
    """Names for so many people."""
    return tuple(f"P{number}" for number in range(players))


def dealt(on: Cast, players: int, seed: int) -> Game:
    """A game before its first step, with a bot that answers."""
    return deal(on, names(players), random_bot(random.Random(seed)))


def games_per_second(on: Cast, players: int, games: int) -> float:
    """How many complete games a second, from the deal to the end, one after the other."""
    begin = perf_counter()
    for seed in range(games):
        run(dealt(on, players, seed))
    return games / (perf_counter() - begin)


def length(on: Cast, players: int, games: int) -> tuple[float, float]:
    """How many nights and how many questions a game has on average."""
    nights = asked = 0
    for seed in range(games):
        game = dealt(on, players, seed)
        decide = game.decide

        def counting(game: Game, question: Question, decide: Decide = decide) -> Any:
            nonlocal asked
            asked += 1
            return decide(game, question)

        game.decide = counting
        run(game)
        nights += game.night
    return nights / games, asked / games


def live_table(script: ScriptPart, players: int, seed: int) -> tuple[Header, Table]:
    """A live game before its first answer."""
    header = Header(script, names(players), deal=Deal(), seed=seed)
    return header, Table(header.begin(), seed=seed)


def live_answers(script: ScriptPart, players: int, games: int) -> list[float]:
    """How long each answer takes from being given to the next question, with no disk."""
    took: list[float] = []
    for seed in range(games):
        _, table = live_table(script, players, seed)
        decide = random_bot(random.Random(seed))
        while table.question is not None:
            value = decide(table.game, table.question)
            begin = perf_counter()
            table.answer(value)
            took.append(perf_counter() - begin)
    return took


def finished_record(folder: Path, script: ScriptPart, seed: int) -> tuple[Path, int]:
    """The file of a finished big game, and how many answers it holds."""
    header, table = live_table(script, BIG_GAME, seed)
    decide = random_bot(random.Random(seed))
    while table.question is not None:
        table.answer(decide(table.game, table.question))
    path = folder / f"{seed}.knell.jsonl"
    save(path, header, table.tree)
    return path, len(table.line)


def loads(paths: list[Path], rounds: int) -> list[float]:
    """How long it takes to read a record and to play it up to its end."""
    took: list[float] = []
    for _ in range(rounds):
        for path in paths:
            begin = perf_counter()
            load(path)
            took.append(perf_counter() - begin)
    return took


def copies(on: Cast, players: int, games: int) -> list[float]:
    """How long a copy takes, of every position between two steps of some games."""
    took: list[float] = []
    for seed in range(games):
        game = dealt(on, players, seed)
        while game.agenda:
            step(game)
            begin = perf_counter()
            for _ in range(COPIES):
                game.copy()
            took.append((perf_counter() - begin) / COPIES)
    return took


def memory_of_open_game(path: Path) -> int:
    """How many bytes an open game holds on to: its answers, its positions, what happened in it."""
    load(path)  # what is read once and kept for all games doesn't count
    gc.collect()
    tracemalloc.start()
    opened = load(path)
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert opened.table.over
    return used


# -- how it is told ----------------------------------------------------------------------------------


def told_by(command: list[str], folder: Path | None = None) -> float:
    """Run a program and return how many games a second it says it plays."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True)
    found = re.search(r"(\d[\d,]*(?:\.\d+)?)\s*games/s", done.stdout)
    if found is None:
        raise SystemExit(f"{command[1]} doesn't print how many games/s it plays.")
    return float(found[1].replace(",", ""))


def machine() -> str:
    """What this runs on, as far as it can be told."""
    model = platform.processor() or platform.machine()
    known = Path("/proc/cpuinfo")
    if known.exists():
        models = re.findall(r"^model name\s*:\s*(.+)$", known.read_text(encoding="utf-8"), re.MULTILINE)
        model = models[0] if models else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure Knell's speed.")
    parser.add_argument(
        "--script", default="cheomseongdae", help="a bundled script, or all: every character that Knell runs"
    )
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--games", type=int, default=2000, help="how many games in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="PROGRAM",
        help="a Python program that takes a number of games and prints games/s, to be measured in turns",
    )
    parser.add_argument("--games-only", action="store_true", help="one round of games and nothing else")
    return parser.parse_args()


def _script_part(name: str) -> ScriptPart:
    if name == "all":
        every = [i for i in automated() if FACTS[i].type != "traveller" and i != "legion"]
        return ScriptPart("All characters", tuple(every))
    script = bundled_script(name)
    if script is None:
        raise SystemExit(f"There is no bundled script called {name}.")
    return ScriptPart.of(script)


def _line(what: str, figure: str, more: str) -> None:
    print(f"{what:18}{figure:>11}   {more}")


def _microseconds(what: str, seconds: list[float], aim: int) -> None:
    ordered = sorted(seconds)
    slow = ordered[len(ordered) * 99 // 100] * 1e6
    _line(
        what,
        f"{median(ordered) * 1e6:.1f} µs",
        f"median; 99 of 100 within {slow:.0f} µs; the aim is {aim} µs",
    )


def tell_games(asked: argparse.Namespace, on: Cast) -> None:
    """The first figure: every round in a process of its own, and the other program's in between."""
    ours = [sys.executable, str(Path(__file__).resolve()), "--games-only"]
    ours += ["--script", asked.script, "--players", str(asked.players), "--games", str(asked.games)]
    own: list[float] = []
    ratios: list[float] = []
    for _ in range(asked.rounds):
        own.append(told_by(ours))
        if asked.beside is not None:
            program = asked.beside.resolve()
            other = told_by([sys.executable, str(program), str(asked.games)], program.parent)
            ratios.append(own[-1] / other)
            print(f"    {own[-1]:.0f} games/s, {program.name} {other:.0f}: ratio {ratios[-1]:.2f}")
    nights, questions = length(on, asked.players, min(asked.games, 200))
    _line(
        "complete games",
        f"{median(own):.0f} /s",
        f"median of {asked.rounds}, {min(own):.0f} to {max(own):.0f}; "
        f"a game has {nights:.1f} nights and {questions:.0f} questions",
    )
    if ratios:
        _line(
            f"beside {asked.beside.name}",
            f"{median(ratios):.2f}",
            f"median of {asked.rounds}, {min(ratios):.2f} to {max(ratios):.2f}; the aim is 0.5",
        )


def main() -> None:
    asked = _arguments()
    script = _script_part(asked.script)
    on = cast(script.characters)
    if asked.games_only:
        print(f"{games_per_second(on, asked.players, asked.games):.1f} games/s")
        return
    print(
        f"Knell {__version__} on {platform.python_implementation()} {platform.python_version()}, {machine()}"
    )
    print(f"{script.name}: {len(script.characters)} characters, {asked.players} players")
    print(f"everything answered at random; chance to nominate {NOMINATES}, to vote {VOTES}")
    print()
    tell_games(asked, on)
    some = max(1, asked.games // 50)
    _microseconds("a live answer", live_answers(script, asked.players, some), 200)
    with tempfile.TemporaryDirectory() as folder:
        records = [finished_record(Path(folder), script, seed) for seed in range(min(8, some))]
        paths = [path for path, _ in records]
        answers = median(count for _, count in records)
        big = f"{BIG_GAME} players, played to the end, {answers:.0f} answers"
        took = loads(paths, asked.rounds)
        _line(
            "loading a game",
            f"{median(took) * 1e3:.1f} ms",
            f"median, at most {max(took) * 1e3:.0f} ms; {big}; the aim is 50 ms",
        )
        _microseconds("copying a position", copies(on, asked.players, some), 15)
        sizes = [memory_of_open_game(path) / 1e3 for path in paths]
        _line(
            "an open game",
            f"{median(sizes):.0f} kB",
            f"median, at most {max(sizes):.0f} kB; {big}; the aim is 1000 kB",
        )


if __name__ == "__main__":
    main()

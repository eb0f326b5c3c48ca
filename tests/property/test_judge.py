"""Random games before a judge of their own, who works out what must follow without asking the engine.

``KNELL_GAMES=5000`` plays that many games in each test instead of the usual few.
"""

import os
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import CASTS, AtRandom, Plan, begin, on
from judge import Judge
from knell.engine import Game, Question, Turn, day, night
from knell.engine.events import Died

MANY = int(os.environ.get("KNELL_GAMES", "0"))


class Watched(AtRandom):
    """Answers at random, with the judge looking on."""

    def __init__(self, plan: Plan, judge: Judge) -> None:
        super().__init__(plan)
        self.judge = judge

    def __call__(self, game: Game, question: Question) -> Any:
        answer = super().__call__(game, question)
        self.judge.asks(game, question, answer)
        return answer


def judged(plan: Plan) -> Judge:
    judge = Judge()
    decide = Watched(plan, judge)
    game = begin(plan, decide)
    game.listen = judge.hears
    for position in on(game, decide):
        judge.looks(position)
    return judge


plans = st.builds(
    Plan,
    cast=st.sampled_from(sorted(CASTS)),
    players=st.integers(5, 15),
    travellers=st.sampled_from([0, 0, 1, 3]),
    seed=st.integers(0, 2**32),
    nominate=st.sampled_from([0.5, 0.8, 0.95]),
    vote=st.sampled_from([0.2, 0.45, 0.7]),
    default=st.sampled_from([0.0, 0.3, 1.0]),
    use=st.sampled_from([0.0, 0.1]),
)


@given(plans)
@settings(max_examples=MANY or 80)
def test_every_step_of_a_random_game_is_what_the_rule_book_says(plan: Plan) -> None:
    assert judged(plan).faults == []


def test_the_judge_has_something_to_judge() -> None:
    """A judge that looks at nothing finds nothing."""
    counts: Counter[str] = Counter()
    for seed in range(16):
        counts += judged(Plan("script" if seed % 2 else "everybody", 12, 0, seed, vote=0.3)).counts
    wanted = ("ends", "deaths", "dawn", "wakes", "tallies", "thresholds", "about to die", "dead votes")
    assert all(counts[kind] > 10 for kind in (*wanted, "truths", "ledger")), counts


@pytest.mark.parametrize("what", ["thresholds", "deaths", "truths", "dawn"])
def test_the_judge_sees_rules_that_were_broken_on_purpose(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match what:
        case "thresholds":
            monkeypatch.setattr(day, "half_of", lambda living: living // 2 + 1)
        case "deaths":
            monkeypatch.setattr(Game, "is_safe", lambda _game, _player: False)
        case "truths":
            monkeypatch.setattr(Turn, "living_neighbours", lambda turn: turn.neighbours(turn.game.everyone))
        case "dawn":
            monkeypatch.setattr(night, "Died", lambda player: Died((player + 1) % 5))
    found = [fault for seed in range(60) for fault in judged(Plan("script", 9, 0, seed, vote=0.2)).faults]
    assert any(f"{what}: " in fault for fault in found)

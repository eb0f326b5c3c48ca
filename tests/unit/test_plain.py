"""Answers written as plain data and read back are the same answers, through JSON too."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import AtRandom, Plan, begin, on
from knell.engine import (
    SKIP,
    Close,
    Execute,
    Exile,
    Game,
    Identity,
    Introduction,
    Join,
    Leave,
    Nominate,
    Pair,
    Pointing,
    Question,
    Use,
)
from knell.engine.plain import from_plain, to_plain
from knell.outside import clean

players = st.integers(0, 19)
ids = st.sampled_from(["imp", "monk", "fortuneteller", "scarletwoman"])
texts = st.text(max_size=20).map(clean)
scalars = st.none() | st.booleans() | st.integers(-(10**9) + 1, 10**9 - 1) | texts
some = st.lists(players, max_size=5).map(tuple)
values = st.recursive(
    scalars,
    lambda parts: st.one_of(
        st.lists(parts, max_size=4).map(tuple),
        st.builds(Pointing, some, ids),
        st.builds(Pair, some),
        st.builds(Identity, players, ids),
        st.builds(Introduction, st.none() | some, st.none() | some, st.none() | st.lists(ids).map(tuple)),
        st.just(SKIP),
    ),
    max_leaves=8,
)
details = st.lists(st.tuples(texts, values), max_size=3, unique_by=lambda pair: pair[0]).map(tuple)
actions = st.one_of(
    st.builds(Nominate, players, players),
    st.builds(Exile, players, players),
    st.builds(Use, players, ids, details, st.booleans()),
    st.builds(Execute, players),
    st.builds(Join, texts, ids, st.booleans(), players),
    st.builds(Leave, players),
    st.just(Close()),
)


def same(one: Any, other: Any) -> bool:
    """Equal in value and in type, part by part: a nomination isn't a pair of numbers."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def through_json(value: Any) -> Any:
    return from_plain(json.loads(json.dumps(to_plain(value))))


@given(values | actions)
def test_every_answer_is_read_back_as_it_was_written(value: Any) -> None:
    assert same(from_plain(to_plain(value)), value)
    assert same(through_json(value), value)


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (SKIP, {"skip": True}),
        (None, None),
        (True, True),
        (3, 3),
        ("imp", "imp"),
        ((1, "imp"), [1, "imp"]),
        ((), []),
        (Pointing((1, 2), "imp"), {"players": [1, 2], "character": "imp"}),
        (Pair((1, 2)), {"pair": [1, 2]}),
        (Identity(3, "monk"), {"player": 3, "is": "monk"}),
        (
            Introduction(minions=(1,), bluffs=("monk",)),
            {"introduction": {"minions": [1], "bluffs": ["monk"]}},
        ),
        (Introduction(), {"introduction": {}}),
        (Nominate(1, 2), {"act": "nominate", "nominator": 1, "nominee": 2}),
        (Exile(1, 2), {"act": "exile", "caller": 1, "traveller": 2}),
        (Execute(4), {"act": "execute", "player": 4}),
        (Leave(4), {"act": "leave", "player": 4}),
        (Close(), {"act": "close"}),
        (
            Join("Vic", "thief", True, 2),
            {"act": "join", "name": "Vic", "character": "thief", "evil": True, "after": 2},
        ),
        (
            Use(1, "juggler", (("guesses", ((2, "imp"),)),)),
            {
                "act": "use",
                "player": 1,
                "character": "juggler",
                "details": {"guesses": [[2, "imp"]]},
                "private": False,
            },
        ),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_how_answers_are_written_stays_as_it_is(value: Any, data: Any) -> None:
    """Records are read years later, so these shapes may only be added to."""
    assert to_plain(value) == data
    assert same(from_plain(data), value)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"players": [1]},
        {"act": "dance"},
        {"act": "nominate"},
        {"act": "close", "player": 1},
        {"skip": False},
    ],
    ids=str,
)
def test_what_no_answer_is_written_as_is_an_error(data: Any) -> None:
    with pytest.raises(ValueError, match="written as"):
        from_plain(data)


@pytest.mark.parametrize("seed", range(4))
def test_every_answer_of_real_games_survives(seed: int) -> None:
    for cast in ("script", "everybody"):
        plan = Plan(cast, 9 + seed, seed, seed, use=0.5, skip=0.1)
        decide = Checking(plan)
        for _ in on(begin(plan, decide), decide):
            pass
        assert decide.seen > 50


class Checking(AtRandom):
    """Looks at every answer, and at all of the shorter sets of options."""

    seen = 0

    def __call__(self, game: Game, question: Question) -> Any:
        answer = super().__call__(game, question)
        others = list(question.options) if len(question.options) <= 60 else []
        for value in (answer, *others):
            self.seen += 1
            assert same(through_json(value), value), value
            assert value is SKIP or question.allows(through_json(value))
        return answer

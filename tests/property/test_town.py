"""The town square says nothing by when it says it: it changes only at what everybody hears."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from knell.engine import Kind, Phase
from knell.record import Table
from knell.seats import public_view, to_bytes
from records import ALL, BY_HAND, answer_at_random, header, opened

ALOUD = (Kind.DAY, Kind.VOTE, Kind.SUPPORT)
"""Everybody hears these asked."""


def is_heard(table: Table) -> bool:
    """Whether everybody sees that the game has come so far: an open question of the day, a night, the end."""
    question = table.question
    return question is None or question.kind in ALOUD or table.game.phase is not Phase.DAY


@given(st.integers(5, 12), st.integers(0, 2**20))
@settings(max_examples=25)
def test_the_town_square_stands_still_while_something_secret_is_asked(players: int, seed: int) -> None:
    table = opened(header(players=players, script=ALL, seed=seed), automation=BY_HAND)
    chance = random.Random(seed)
    before = to_bytes(public_view(table))
    nights: dict[int, bytes] = {}
    while table.question is not None and table.game.night <= 3:
        table.answer(answer_at_random(table, chance.randrange))
        now = to_bytes(public_view(table))
        if not is_heard(table):
            assert now == before
        elif table.game.phase is Phase.NIGHT:
            assert nights.setdefault(table.game.night, now) == now
        before = now


@given(st.integers(5, 12), st.integers(0, 2**20))
@settings(max_examples=15)
def test_a_dusk_or_dawn_that_was_not_said_yet_changes_nothing(players: int, seed: int) -> None:
    table = opened(header(players=players, script=ALL, seed=seed), automation=BY_HAND)
    chance = random.Random(seed)
    at_nights: dict[int, Any] = {}
    while table.question is not None and table.game.night <= 3:
        table.answer(answer_at_random(table, chance.randrange))
        number = table.game.night
        if table.game.phase is Phase.NIGHT:
            at_dusk, at_night = public_view(table, 2 * number - 1), public_view(table, 2 * number)
            at_nights[number] = at_night
            assert at_night == public_view(table)
            assert at_night["phase"] == "night"
            if number > 1:
                assert at_dusk["phase"] == "day"
                assert at_dusk["players"] == at_night["players"]
                assert not at_dusk["day"]["open"]
                assert at_dusk["day"]["vote"] is None
                assert at_dusk["log"] == at_night["log"][:-1]
        elif table.game.phase is Phase.DAY and number in at_nights:  # something was asked in that night
            assert public_view(table, 2 * number) == at_nights[number]

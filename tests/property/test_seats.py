"""Random games: whoever has the same page and is asked the same has the same prompt, byte by byte."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from knell.engine import Kind, Override, OverrideRefused, Seat, overrides
from knell.engine.options import sample
from knell.record import Deal, Header, ScriptPart, Table
from knell.seats import Actions, Choices, player_view, prompt, to_bytes
from records import (
    ALL,
    BY_HAND,
    NIGHTS,
    Answers,
    answer_as_before,
    answer_at_random,
    hidden_answers,
    opened,
    played_at_random,
    twice,
)
from tables import NAMES

TRAVELLERS = ("barista", "bonecollector", "bureaucrat", "gunslinger", "voudon")
SECRETS = (b"truth", b"why", b"default")


def header(players: int, guests: int, seed: int) -> Header:
    chance = random.Random(seed)
    travellers = tuple([Seat(i, None, chance.random() < 0.5) for i in chance.sample(TRAVELLERS, guests)])
    return Header(
        ScriptPart("Test", ALL, others=TRAVELLERS),
        NAMES[: players + guests],
        deal=Deal(travellers=travellers),
        seed=seed,
        created="2025-11-29T21:14:03.123Z",
    )


seeds = st.integers(0, 2**20)
headers = st.builds(header, st.integers(5, 10), st.integers(0, 2), seeds)


def prompts(table: Table) -> Iterator[tuple[Any, bytes]]:
    """For each seat what it knows and whether it is asked something of its own, and its prompt."""
    question = table.question
    for seat in range(len(table.game.names)):
        asked = prompt(table, seat)
        written = b"" if asked is None else to_bytes(asked.to_plain())
        own = question.name if question is not None and question.who == seat else ""
        yield (seat, own, to_bytes(player_view(table, seat))), written


def agree(table: Table, seen: dict[Any, bytes]) -> None:
    """Check the prompts of this moment against those of all others at which the seat knew the same."""
    for known, written in prompts(table):
        assert seen.setdefault(known, written) == written


def play_on(table: Table, answers: Answers, seen: dict[Any, bytes]) -> None:
    """Play on with answers to these questions, checking the prompts of each moment."""
    while table.question is not None and table.game.night <= NIGHTS:
        agree(table, seen)
        answer_as_before(table, answers)


@given(headers, seeds)
@settings(max_examples=20)
def test_every_prompt_is_the_seats_own_and_names_nothing_secret(of: Header, seed: int) -> None:
    table = opened(of, automation=BY_HAND)
    chance = random.Random(seed)
    while (question := table.question) is not None and table.game.night <= NIGHTS:
        for seat in range(len(of.players)):
            asked = prompt(table, seat)
            if asked is None:
                assert question.who != seat
                continue
            written = to_bytes(asked.to_plain())
            assert not any(secret in written for secret in SECRETS)
            assert "." not in question.name or question.name.encode() not in written
            assert asked.seat == seat
            if asked.kind is Kind.DAY:
                assert isinstance(asked.options, Actions)
            else:
                assert question.who == seat
                assert isinstance(asked.options, Choices)
                assert asked.shape in (question.shape, asked.options.shape)
                answer = sample(question.options, chance.randrange)
                assert answer is None or asked.settle(answer) == question.settle(answer)
        table.answer(answer_at_random(table, chance.randrange))
    if table.over:
        assert not any(prompt(table, seat) for seat in range(len(of.players)))


@given(headers, seeds, st.data())
@settings(max_examples=20)
def test_who_knows_the_same_is_asked_the_same(of: Header, seed: int, data: st.DataObject) -> None:
    """One hidden answer of a game is changed, and whoever can't know it has the same prompts."""
    chance = random.Random(seed)
    table = played_at_random(of, chance)
    changed = data.draw(st.sampled_from(hidden_answers(table)))
    seen: dict[Any, bytes] = {}
    for fork, answers in twice(table, changed, chance):
        play_on(fork, answers, seen)


def hidden_change(table: Table, chance: random.Random) -> Override:
    """A change by hand that nobody is told of at once."""
    player = chance.choice(table.game.ring)
    return chance.choice(
        [
            overrides.read("drunk", (player,)),
            overrides.read("poison", (player,)),
            overrides.read("sober", (player,)),
            overrides.read("alignment", (player, chance.random() < 0.5)),
            overrides.read("character", (player, chance.choice(ALL))),
            overrides.read("token", (player, "monk.safe")),
            overrides.read("kill", (player,)),
        ]
    )


@given(headers, seeds)
@settings(max_examples=20)
def test_a_hidden_change_changes_no_prompt_of_those_who_see_nothing_of_it(of: Header, seed: int) -> None:
    table = opened(of, automation=BY_HAND)
    chance = random.Random(seed)
    while table.question is not None and table.game.night <= NIGHTS:
        if table.game.characters and chance.random() < 0.2:
            seen: dict[Any, bytes] = {}
            agree(table, seen)
            fork = table.fork()
            fork.automation = BY_HAND
            with suppress(OverrideRefused):
                fork.override(hidden_change(table, chance))
                agree(fork, seen)
        table.answer(answer_at_random(table, chance.randrange))

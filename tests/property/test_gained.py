"""Borrowed abilities: whoever holds one, through whatever other, it is theirs alone and acts in its place.

``KNELL_GAMES=5000`` plays that many games in each test instead of the usual few.
"""

import os
from typing import Any

from hypothesis import given, reject, settings
from hypothesis import strategies as st

from gained import COMPOSED, EVERYBODY, TRAVELLERS, Plan, play
from held import HOLDERS
from knell.engine import Question, SetupRefused
from knell.facts import FACTS
from tables import Answers, dealt
from twins import Twin, told_apart

MANY = int(os.environ.get("KNELL_GAMES", "0"))

GOOD = [i for i in EVERYBODY if FACTS[i].type in ("townsfolk", "outsider")]
MINIONS = [i for i in EVERYBODY if FACTS[i].type == "minion"]
DEMONS = [i for i in EVERYBODY if FACTS[i].type == "demon"]
HIDDEN = st.one_of(st.sampled_from(HOLDERS), st.sampled_from(EVERYBODY), st.sampled_from(COMPOSED))


def games(usual: int) -> settings:
    """How many games a test plays."""
    return settings(max_examples=MANY or usual)


@st.composite
def plans(draw: st.DrawFn, *, change: float) -> Plan:
    """A table with some who borrow, a Demon, a Minion, and others, who may be the same once more."""
    seats = [
        *draw(st.lists(st.sampled_from(HOLDERS), min_size=1, max_size=4)),
        *draw(st.lists(st.sampled_from(DEMONS), min_size=1, max_size=2)),
        draw(st.sampled_from(MINIONS)),
        *draw(st.lists(st.sampled_from(EVERYBODY), min_size=3, max_size=5)),
        *draw(st.lists(st.sampled_from(TRAVELLERS), max_size=1)),
    ]
    return Plan(
        seats=tuple(draw(st.permutations(seats))),
        hidden=tuple(draw(st.lists(HIDDEN, max_size=3))),
        jinxed=draw(st.booleans()),
        seed=draw(st.integers(0, 2**32)),
        random=draw(st.sampled_from([1000, 100, 30])),
        change=change,
        borrow=draw(st.sampled_from([0.1, 0.5, 0.8])),
    )


def look(plan: Plan) -> None:
    try:
        play(plan)
    except SetupRefused:
        reject()


@given(plans(change=0.0))
@games(400)
def test_borrowed_abilities_act_in_their_place_and_touch_nothing_else(plan: Plan) -> None:
    look(plan)


@given(plans(change=0.15))
@games(400)
def test_so_they_do_when_the_storyteller_changes_things_at_any_moment(plan: Plan) -> None:
    look(plan)


@given(
    st.builds(
        Twin,
        ability=st.sampled_from(EVERYBODY),
        holder=st.sampled_from(("amnesiac", "alchemist", "philosopher")),
        others=st.lists(st.sampled_from(Twin.CALM), min_size=5, max_size=7).map(tuple),
        seat=st.integers(0, 4),
        seed=st.integers(0, 2**32),
    )
)
@games(200)
def test_a_borrowed_ability_does_what_it_does_for_its_own_character(twin: Twin) -> None:
    if not twin.makes_sense:
        reject()
    assert told_apart(twin) is None


@given(st.integers(0, 2**32), st.sampled_from([i for i in MINIONS if i != "organgrinder"]))
@games(20)
def test_what_is_attached_to_the_alchemist_in_the_bag_stays_the_alchemists(seed: int, attached: str) -> None:
    other = "witch" if attached != "witch" else "poisoner"

    def minion(game: Any, question: Question) -> str:
        return attached if question.ability is None else other

    decide = Answers({"amnesiac.ability": "alchemist", "alchemist.ability": minion}, seed=seed)
    game = dealt(8, decide, script=EVERYBODY, with_=("alchemist", "amnesiac"), without=("drunk",))
    held = {
        game.characters[a.player].id: a.memory
        for a in game.abilities.values()
        if a.character.id == "alchemist"
    }
    assert held == {"alchemist": attached, "amnesiac": other}

"""A position is a value: compared, hashed by key, pickled, and looked at for what is wrong with it."""

import copy
import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import CASTS, Plan, check_position, play
from knell.characters import by_hand, cast, character
from knell.characters.composed import composed, parse
from knell.engine import AT_RANDOM, SKIP, Game, Phase, Seat, Type, step
from knell.engine.endings import Claim
from knell.facts import FACTS
from tables import Answers, next_day, play_to, seated

TOWN = ("imp", "empath", "monk", "saint", "virgin", "poisoner", "fool")
plans = st.builds(
    Plan, cast=st.sampled_from(sorted(CASTS)), players=st.integers(5, 12), seed=st.integers(0, 2**32)
)


def test_a_copy_is_equal_and_has_the_same_key_until_it_is_played_on() -> None:
    game = next_day(seated(TOWN))
    other = game.copy()
    assert game == other
    assert game.key() == other.key()
    assert len({game.key(), other.key()}) == 1
    step(other)
    assert game != other
    assert game.key() != other.key()


def test_who_answers_and_who_listens_is_no_part_of_a_position() -> None:
    one, other = seated(TOWN, Answers(seed=1)), seated(TOWN, Answers(seed=1))
    assert one.decide is not other.decide
    assert one == other
    assert one != "a game"


def test_a_position_itself_cannot_be_hashed() -> None:
    with pytest.raises(TypeError):
        hash(seated(TOWN))


@given(plans)
@settings(max_examples=15)
def test_every_position_of_random_games_comes_through_a_pickle(plan: Plan) -> None:
    played = play(plan, check=False, keep=True)
    for _, _, position in played.copies[:: max(1, len(played.copies) // 12)]:
        again: Game = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.key() == position.key()
        assert again.cast == position.cast
        assert all(a is b for a, b in zip(again.characters, position.characters, strict=True))
        held = [a.character for a in position.abilities.values()]
        assert all(a.character is b for a, b in zip(again.abilities.values(), held, strict=True))
        if position.phase is not Phase.SETUP:
            check_position(again)


def test_a_pickled_position_is_played_on_to_the_same_end() -> None:
    game = next_day(seated(TOWN))
    again: Game = pickle.loads(pickle.dumps(game))
    for one in (game, again):
        one.decide = Answers(seed=5)
        play_to(one, "morning")
    assert again == game


def test_nobody_answers_in_a_position_out_of_a_pickle() -> None:
    again: Game = pickle.loads(pickle.dumps(seated(TOWN)))
    with pytest.raises(LookupError, match="set the game's decide"):
        play_to(again, "dawn")


@pytest.mark.parametrize("thing", [SKIP, AT_RANDOM, *map(character, FACTS)], ids=repr)
def test_what_there_is_one_of_stays_one(thing: object) -> None:
    assert pickle.loads(pickle.dumps(thing)) is thing
    assert copy.copy(thing) is copy.deepcopy(thing) is thing


def test_composed_and_homebrew_characters_stay_themselves() -> None:
    made = parse("compose: when=each_night; choose=player; learn=is_evil")
    assert made is not None
    homebrew = by_hand("my_own", Type.OUTSIDER, ["Marked"])
    for one in (composed(made), homebrew):
        assert pickle.loads(pickle.dumps(one)) is one
    assert by_hand("my_own", Type.OUTSIDER, ["Marked"]) is homebrew


def test_casts_are_compared_by_what_is_in_them() -> None:
    assert cast(TOWN) == cast(TOWN)
    assert hash(cast(TOWN)) == hash(cast(TOWN))
    assert cast(TOWN) != cast(TOWN[::-1])
    assert cast(TOWN, jinxed=False) == cast(TOWN), "there is no jinx among them"


def test_a_position_says_in_a_word_where_it_stands() -> None:
    game = seated(TOWN)
    assert repr(game) == "<Game: setup, 7 of 7 alive>"
    assert repr(next_day(game)) == "<Game: day 1, 7 of 7 alive>"
    over = play(Plan(seed=3)).game
    assert over.outcome is not None
    assert repr(over) == f"<Game: {over.outcome.winner} has won ({over.outcome.reason})>"


def _about_to_die(game: Game) -> None:
    game.about_to_die = 1
    game.tallies[1] = 0


def _without_a_demon(game: Game) -> None:
    game.characters[0] = character("monk")
    game.people_changed()


BROKEN: dict[str, Callable[[Game], object]] = {
    "dead without having died": lambda game: setattr(game, "dead", 0b10),
    "the ring doesn't hold": lambda game: setattr(game, "ring", game.ring[1:]),
    "has a vote of the dead": lambda game: setattr(game, "ghost_votes", 1),
    "hasn't been told": lambda game: game.told.pop(1),
    "hasn't got exactly the ability": lambda game: game.characters.__setitem__(1, character("chef")),
    "without a nomination": _about_to_die,
    "no token of any character": lambda game: game.place_token("empath.nonsense", 1),
    "the highest tally isn't": lambda game: setattr(game, "highest", 3),
    "goes on without a Demon": _without_a_demon,
    "isn't in order": lambda game: game.agenda.extend([(0.0, 9, "day", -1), (-1.0, 8, "day", -1)]),
    "a step is going on": lambda game: setattr(game, "in_step", "day"),
    "somebody has won": lambda game: game.claims.append(Claim(False, "saint")),
}


@pytest.mark.parametrize("problem", BROKEN)
def test_what_does_not_hold_together_is_told(problem: str) -> None:
    game = next_day(seated(TOWN))
    assert game.problems() == []
    BROKEN[problem](game)
    assert any(problem in told for told in game.problems()), game.problems()


def test_looking_for_problems_changes_nothing() -> None:
    game = next_day(seated(["imp", Seat("drunk", "empath"), "recluse", "nodashii", "virgin", "monk"]))
    before = game.key()
    assert game.problems() == []
    assert game.key() == before

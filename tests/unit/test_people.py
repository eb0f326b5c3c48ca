"""People come and go, change seats and names; whatever is theirs goes with them."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import check_position
from knell.engine import SKIP, Game, Join, Leave, Nominate, Seat, members, step
from knell.engine.events import Joined, Left, Renamed, Seated
from knell.engine.people import reseat
from tables import Answers, Ear, next_day, override, play_to, seated, tokens

TABLE: tuple[str | Seat, ...] = ("imp", "empath", "monk", "saint", "virgin", "poisoner", "fool")
THIEF = Seat("thief", None, evil=False)


def table(*extra: Seat, answers: Answers | None = None, listen: Ear | None = None) -> tuple[Game, Answers]:
    """The first day, with the Empath poisoned and the Saint dead."""
    quiet = answers or Answers({"imp.choose": SKIP, "poisoner.choose": 1})
    game = next_day(
        seated([*TABLE, *extra], quiet, script=[*(str(i) for i in TABLE), "thief"], listen=listen)
    )
    override(game, "kill", 3)
    return game, quiet


def act(game: Game, answers: Answers, action: object) -> None:
    """Something happens on the day that is going on."""
    answers.given["day"] = [action]
    play_to(game, "day")
    step(game)


def marks(game: Game) -> list[object]:
    """Everything that belongs to players and not to seats."""
    return [
        [tokens(game, p) for p in range(len(game.names))],
        [c.id for c in game.characters],
        (game.dead, game.evil, game.ghost_votes, game.poisoned, game.travellers),
        [(a.character.id, a.player) for a in game.abilities.values()],
        dict(game.told),
    ]


# -- seats and names ---------------------------------------------------------------------------------


@given(st.permutations(range(7)))
def test_whatever_the_seating_everybody_keeps_their_marks(ring: list[int]) -> None:
    game, _ = table()
    before = marks(game)
    override(game, "reseat", *ring)
    assert game.ring == tuple(ring)
    assert marks(game) == before
    check_position(game)


def test_two_change_seats_and_nothing_else() -> None:
    ear = Ear()
    game, _ = table(listen=ear)
    before = marks(game)
    override(game, "swap", 1, 4)
    assert game.ring == (0, 4, 2, 3, 1, 5, 6)
    assert marks(game) == before
    assert ear.of(Seated) == [Seated((0, 4, 2, 3, 1, 5, 6))]
    override(game, "swap", 1, 4)
    override(game, "swap", 2, 2)
    assert game.ring == tuple(range(7))


def test_who_has_swapped_may_nominate_and_vote_as_before() -> None:
    game, answers = table()
    act(game, answers, Nominate(1, 2))
    play_to(game, "day")
    nominators, nominees = game.nominators, game.nominees
    override(game, "swap", 1, 4)
    assert (game.nominators, game.nominees) == (nominators, nominees)
    assert game.tallies == {2: 0}


def test_neighbours_are_those_of_the_new_seats() -> None:
    answers = Answers({"imp.choose": SKIP, "poisoner.choose": SKIP})
    game, _ = table(answers=answers)
    override(game, "swap", 0, 4)  # the Imp sits between Saint and Poisoner now
    play_to(game, "dawn")
    assert answers.last("empath.show").options == (0,)
    override(game, "swap", 2, 4)
    play_to(game, "morning")
    assert game.clockwise_from(1)[:2] == (4, 3)


@pytest.mark.parametrize("ring", [(), (0, 1), (0, 1, 2, 3, 4, 5, 7), (0, 0, 1, 2, 3, 4, 5), tuple(range(8))])
def test_a_seating_of_other_people_is_an_error(ring: tuple[int, ...]) -> None:
    game, _ = table()
    with pytest.raises(ValueError, match="the same players"):
        reseat(game, ring)
    assert game.ring == tuple(range(7))


def test_a_new_name_is_only_a_name() -> None:
    ear = Ear()
    game, _ = table(listen=ear)
    before = marks(game)
    override(game, "rename", 1, "Beatrice")
    assert game.names[1] == "Beatrice"
    assert marks(game) == before
    assert ear.of(Renamed) == [Renamed(1, "Beatrice", "Bo")]


def test_the_ring_is_closed_from_every_seat() -> None:
    game, _ = table()
    for ring in list(permutations(range(7)))[::700]:
        override(game, "reseat", *ring)
        for place, player in enumerate(ring):
            assert game.clockwise_from(player) == ring[place + 1 :] + ring[:place]


# -- coming and going --------------------------------------------------------------------------------


@pytest.mark.parametrize(("after", "ring"), [(0, (0, 7, 1, 2, 3, 4, 5, 6)), (6, (0, 1, 2, 3, 4, 5, 6, 7))])
def test_a_traveller_sits_down_where_there_is_room(after: int, ring: tuple[int, ...]) -> None:
    ear = Ear()
    game, answers = table(listen=ear)
    before = marks(game)
    act(game, answers, Join("Vic", "thief", False, after))
    assert game.ring == ring
    assert game.names[7] == "Vic"
    assert game.characters[7].id == "thief"
    assert members(game.travellers) == (7,)
    assert [a.character.id for a in game.abilities_of(7)] == ["thief"]
    assert game.told[7] == ("thief", False)
    assert marks(game)[0] == [*before[0], []]  # type: ignore[misc]
    assert ear.of(Joined) == [Joined(7, "thief")]
    (joined,) = ear.of(Joined)
    assert joined.audience is None
    check_position(game)


def test_a_traveller_who_joins_today_may_nominate_and_be_exiled_today() -> None:
    game, answers = table()
    act(game, answers, Join("Vic", "thief", False, 0))
    assert game.nominators >> 7 & 1
    assert game.calls >> 7 & 1


@pytest.mark.parametrize("evil", [False, True])
def test_only_an_evil_one_meets_the_demon_in_the_coming_night(evil: bool) -> None:
    game, answers = table()
    act(game, answers, Join("Vic", "thief", evil, 0))
    play_to(game, "dawn")
    assert (7 in game.learned and game.learned[7].demons == (0,)) is evil
    play_to(game, "dusk")
    play_to(game, "dawn")
    assert game.woken.count(7) <= 1


def test_a_traveller_leaves_with_everything_and_has_not_died() -> None:
    ear = Ear()
    game, answers = table(THIEF, listen=ear)
    override(game, "drunk", 7)
    deaths = list(game.deaths)
    act(game, answers, Leave(7))
    assert game.ring == tuple(range(7))
    assert game.everyone == 0b1111111
    assert not game.dead >> 7 & 1
    assert game.deaths == deaths
    assert game.abilities_of(7) == []
    assert not [t for t in game.tokens if t.player == 7]
    assert ear.of(Left) == [Left(7)]
    check_position(game)


def test_what_a_leaving_traveller_did_to_others_ends() -> None:
    game, answers = table(Seat("bureaucrat", None, evil=False))
    override(game, "token", 1, "bureaucrat.3_votes")
    assert "bureaucrat.3_votes" in tokens(game, 1)
    act(game, answers, Leave(7))
    assert "bureaucrat.3_votes" not in tokens(game, 1)


def test_numbers_of_players_never_change() -> None:
    game, answers = table(THIEF)
    act(game, answers, Leave(7))
    act(game, answers, Join("Vic", "thief", True, 6))
    assert game.ring == (0, 1, 2, 3, 4, 5, 6, 8)
    assert game.names[7:] == ("Hal", "Vic")
    act(game, answers, Nominate(8, 1))
    assert not game.nominators >> 8 & 1
    check_position(game)


def test_who_has_left_takes_no_part() -> None:
    game, answers = table(THIEF)
    act(game, answers, Leave(7))
    play_to(game, "nightfall")
    for _ in range(2):
        play_to(game, "dawn")
        assert 7 not in game.woken
        play_to(game, "nightfall")
    assert not game.living >> 7 & 1

"""Putting the bag together: counts, brackets, the Drunk, jinxes, Travellers, and what is refused and why."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.engine import (
    AT_RANDOM,
    STORYTELLER,
    Game,
    Kind,
    Phase,
    Question,
    Seat,
    SetupRefused,
    Start,
    Type,
    deal,
    distribution,
    members,
)
from knell.engine.events import Shown, Warned
from knell.engine.setup import bluff_pool
from tables import NAMES, SCRIPT, Answers, Ear, cast_of, dealt, play_to, seated

TOWNSFOLK = ("empath", "monk", "slayer", "virgin", "fool", "chef", "sage", "undertaker", "juggler")
WITHOUT_BARON = [i for i in SCRIPT if i != "baron"]
numbers = st.integers(5, 15)
seeds = st.integers(0, 2**20)


def types(game: Game) -> Counter[str]:
    """How many of each type are in play, Travellers aside."""
    return Counter(game.characters[p].type.label for p in members(game.ordinary))


def row(players: int, *, added: int = 0) -> dict[str, int]:
    """What the sheet says, with some Townsfolk turned into Outsiders."""
    townsfolk, outsiders, minions, demons = distribution(players)
    wanted = {
        "townsfolk": townsfolk - added,
        "outsider": outsiders + added,
        "minion": minions,
        "demon": demons,
    }
    return {kind: count for kind, count in wanted.items() if count}


def bag(game: Game) -> Counter[str]:
    """How many tokens of each type were drawn from."""
    assert game.bag is not None
    tokens = game.bag.tokens
    return Counter(game.cast.by_id[i].type.label for i in tokens)


# -- counts ------------------------------------------------------------------------------------------


@given(numbers, seeds)
def test_without_baron_and_drunk_everything_is_as_on_the_sheet(players: int, seed: int) -> None:
    script = [*WITHOUT_BARON, *TOWNSFOLK, "recluse"]
    game = dealt(players, Answers(seed=seed), script=script, without=["drunk"])
    assert types(game) == bag(game) == row(players)
    assert game.bag is not None
    assert sorted(game.in_play) == sorted(game.bag.tokens)
    assert len(set(game.in_play)) == players


@given(numbers, seeds)
def test_with_the_baron_two_more_are_outsiders(players: int, seed: int) -> None:
    script = [*SCRIPT, "recluse"]
    game = dealt(players, Answers(seed=seed), script=script, with_=["baron"])
    assert types(game) == row(players, added=2)


@given(numbers, seeds)
def test_the_drunk_is_an_outsider_whose_token_is_a_townsfolk(players: int, seed: int) -> None:
    brings = players in (5, 7, 10, 13)  # the sheet has no Outsider for them
    game = dealt(players, Answers(seed=seed), with_=["drunk"], without=[] if brings else ["baron"])
    assert types(game) == row(players, added=2 if brings else 0)
    townsfolk, outsiders, minions, demons = distribution(players)
    shift = 2 if brings else 0
    assert bag(game) == +Counter(
        townsfolk=townsfolk - shift + 1, outsider=outsiders + shift - 1, minion=minions, demon=demons
    )
    who = game.in_play.index("drunk")
    believed = game.believed[who]
    assert believed is not None
    assert believed.type is Type.TOWNSFOLK
    assert believed.id not in game.in_play
    assert game.told[who] == (believed.id, False)
    assert not game.evil >> who & 1


@given(numbers, seeds)
def test_evil_players_are_the_minions_and_the_demon(players: int, seed: int) -> None:
    game = dealt(players, Answers(seed=seed))
    assert game.evil == game.of_type(Type.MINION) | game.of_type(Type.DEMON)
    assert [a.character.id for a in game.abilities.values() if a.parent < 0] == game.in_play


@given(numbers, seeds)
def test_the_demons_bluffs_are_three_good_characters_that_nobody_has(players: int, seed: int) -> None:
    game = dealt(players, Answers(seed=seed))
    if players < 7:
        assert game.bluffs == ()
        return
    bluffs = game.bluffs
    assert len(bluffs) == len(set(bluffs)) == min(3, len(bluff_pool(game)))
    assert not set(bluffs) & set(game.in_play)
    assert all(game.cast.by_id[i].type in (Type.TOWNSFOLK, Type.OUTSIDER) for i in bluffs)


@given(seeds)
def test_the_same_draws_give_the_same_bag(seed: int) -> None:
    games = [dealt(10, Answers(seed=seed)) for _ in range(2)]
    assert games[0].in_play == games[1].in_play
    assert games[0].bag == games[1].bag
    assert games[0].key() == games[1].key()


def test_every_seat_is_as_likely_for_every_token() -> None:
    """The draw is one order of the whole bag, of which every one is possible."""
    answers = Answers(seed=3)
    dealt(5, answers)
    draw = answers.last("draw")
    assert len(draw.options) == 120
    assert draw.kind is Kind.CHANCE


# -- brackets ----------------------------------------------------------------------------------------


def test_what_gives_way_to_the_baron_is_the_storytellers_choice() -> None:
    answers = Answers({"baron.out": _first, "baron.in": _first}, seed=5)
    game = dealt(7, answers, with_=["baron"], without=["drunk"])
    out, into = answers.last("baron.out"), answers.last("baron.in")
    assert out.default is into.default is AT_RANDOM
    assert (out.kind, out.who) == (Kind.RULING, STORYTELLER)
    assert len(out.options) == 10  # two of five
    assert len(into.options) == 3  # two of three
    assert set(into.options[0]) <= set(game.in_play)
    assert not set(out.options[0]) & set(game.in_play)


def _first(_: Game, question: Question) -> Any:
    return question.options[0]


def test_with_one_outsider_on_the_script_the_baron_brings_one_and_a_warning() -> None:
    ear = Ear()
    game = dealt(7, script=["imp", "baron", *TOWNSFOLK, "saint"], listen=ear)
    assert types(game) == row(7, added=1)
    (warned,) = ear.of(Warned)
    assert warned.question == "baron.in"
    assert dict(warned.warning.parameters) == {"count": 1, "added": 2}


def test_a_script_short_of_townsfolk_can_be_dealt_with_a_baron() -> None:
    script = ["imp", "baron", *TOWNSFOLK[:3], "saint", "mutant", "politician", "recluse"]
    game = dealt(7, script=script)
    assert types(game) == row(7, added=2)


def test_a_script_too_short_even_with_the_outsiders_is_refused() -> None:
    script = ["imp", "baron", *TOWNSFOLK[:3], "saint"]
    with pytest.raises(SetupRefused, match="type townsfolk"):
        dealt(7, script=script)


def test_a_forced_outsider_brings_the_baron_along_where_there_is_no_room() -> None:
    game = dealt(7, with_=["saint"], without=["drunk"])
    assert {"saint", "baron"} <= set(game.in_play)
    assert types(game) == row(7, added=2)


def test_a_forced_townsfolk_doesnt_give_way_to_the_baron() -> None:
    forced = ["baron", "empath", "monk", "virgin"]
    for seed in range(20):
        game = dealt(7, Answers(seed=seed), with_=forced, without=["drunk"])
        assert set(forced) <= set(game.in_play)
        assert types(game) == row(7, added=2)


# -- a Demon that most players are ---------------------------------------------------------------------

WITH_LEGION = ["legion", "baron", "witch", *TOWNSFOLK, "saint", "mutant", "recluse"]


@given(numbers, seeds)
def test_as_many_are_legion_as_there_usually_are_good_characters(players: int, seed: int) -> None:
    answers = Answers(seed=seed)
    game = dealt(players, answers, script=WITH_LEGION)
    townsfolk, outsiders, _, _ = distribution(players)
    question = answers.last("legion.many")
    assert question.default == townsfolk + outsiders
    assert tuple(question.options) == tuple(range(players // 2 + 1, players))
    assert question.why is not None
    good = players - question.default
    few = min(outsiders, good - 1)
    assert types(game) == bag(game) == +Counter(demon=question.default, outsider=few, townsfolk=good - few)
    assert game.evil == game.of_type(Type.DEMON)


@given(numbers, seeds, st.integers(0, 14))
def test_however_many_are_legion_somebody_is_a_townsfolk(players: int, seed: int, place: int) -> None:
    def some(_: Game, question: Question) -> Any:
        return question.options[place % len(question.options)]

    game = dealt(players, Answers({"legion.many": some}, seed=seed), script=WITH_LEGION)
    counts = types(game)
    assert players / 2 < counts["demon"] < players
    assert counts["townsfolk"]
    assert not counts["minion"]
    assert counts.total() == players


def test_what_is_forced_in_limits_how_many_are_legion() -> None:
    answers = Answers()
    game = dealt(10, answers, script=WITH_LEGION, with_=["legion", "chef", "monk", "sage", "empath"])
    assert {"chef", "monk", "sage", "empath"} <= set(game.in_play)
    assert types(game) == {"demon": 6, "townsfolk": 4}
    assert "legion.many" not in answers.names


def test_a_script_short_of_townsfolk_has_the_more_legion() -> None:
    answers = Answers()
    game = dealt(10, answers, script=["legion", "chef", "monk", "saint"])
    assert tuple(answers.last("legion.many").options) == (8, 9)
    assert types(game) == {"demon": 8, "townsfolk": 2}


@pytest.mark.parametrize(
    ("with_", "reason"),
    [
        (["witch"], "no Minions beside the legion, so the witch"),
        (["legion", "witch"], "no Minions beside the legion, so the witch"),
        (["legion", "saint"], "Most players are the legion"),
        (["legion", "chef", "monk", "sage", "empath"], "Most players are the legion"),
    ],
)
def test_what_leaves_no_room_for_legion_is_refused_with_the_reason(with_: list[str], reason: str) -> None:
    with pytest.raises(SetupRefused, match=reason):
        dealt(7, script=WITH_LEGION, with_=with_)


def test_legion_isnt_drawn_where_it_has_no_room() -> None:
    for seed in range(30):
        game = dealt(7, Answers(seed=seed), script=[*WITH_LEGION, "imp"], with_=["witch"])
        assert types(game) == row(7)
        game = dealt(7, Answers(seed=seed), script=[*WITH_LEGION, "imp"], with_=["saint"])
        assert "imp" in game.in_play


def test_many_who_might_register_otherwise_dont_make_too_many_ways() -> None:
    seats = [*["legion"] * 12, "recluse", "chef", "empath"]
    game = seated(seats, script=[*WITH_LEGION, "poisoner", "scarletwoman", "assassin", "vizier"])
    ways = game.ways
    assert len(ways) < 1000
    assert ways[0] is game.reading
    for player in range(12):
        assert {way.characters[player].id for way in ways} == {
            "legion",
            "baron",
            "witch",
            "poisoner",
            "scarletwoman",
            "assassin",
            "vizier",
        }
    assert all(way.types[Type.DEMON] & 0xFFF == 0xFFF for way in ways), "they register as Minions besides"
    assert any(way.types[Type.MINION] & 0xFFF == 0xFFF for way in ways)
    assert {(way.types[Type.MINION] & 0b11).bit_count() for way in ways} == {0, 1, 2}


# -- the Drunk ---------------------------------------------------------------------------------------


def test_the_storyteller_says_who_of_those_with_a_townsfolk_token_is_the_drunk() -> None:
    answers = Answers({"drunk.who": _first}, seed=2)
    game = dealt(8, answers, with_=["drunk"], without=["baron"])
    question = answers.last("drunk.who")
    assert question.default is AT_RANDOM
    assert len(question.options) == 6
    assert game.bag is not None
    tokens = game.bag.tokens
    assert set(tokens) >= set(game.in_play) - {"drunk"}
    assert game.in_play.index("drunk") == question.options[0]


def test_without_a_townsfolk_left_over_there_is_no_drunk() -> None:
    script = ["imp", "poisoner", *TOWNSFOLK[:3], "drunk"]
    with pytest.raises(SetupRefused, match="type townsfolk: 3, and 4 are needed"):
        dealt(6, script=script)


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 4, 16, 20])
def test_too_few_or_too_many_are_refused_at_once(players: int) -> None:
    with pytest.raises(SetupRefused, match=f"5 to 15 players.*{players}"):
        deal(cast_of(SCRIPT), NAMES[:players], Answers())


@pytest.mark.parametrize(
    ("script", "with_", "without", "reason"),
    [
        (["empath", *TOWNSFOLK, "poisoner"], [], [], "type demon: 0, and 1 are needed"),
        (["imp", *TOWNSFOLK], [], [], "type minion: 0, and 1 are needed"),
        (["imp", "poisoner", *TOWNSFOLK[:4]], [], [], "type townsfolk: 4, and 5 are needed"),
        (SCRIPT, [], ["imp", "vortox", "lleech", "nodashii"], "type demon: 0, and 1 are needed"),
        (SCRIPT, ["imp", "vortox"], [], "type demon were asked for: 2, and there is room for 1"),
        (SCRIPT, ["poisoner", "witch"], [], "type minion were asked for: 2, and there is room for 1"),
        (SCRIPT, list(SCRIPT[:6]), [], "type townsfolk were asked for: 6, and there is room for 5"),
        (SCRIPT, ["saint"], ["baron"], "type outsider were asked for: 1, and there is room for 0"),
        (SCRIPT, ["saint", "mutant", "politician"], [], "type outsider were asked for: 3"),
        (SCRIPT, ["goon"], [], "goon isn't on the script"),
        (SCRIPT, ["imp"], ["imp"], "imp can't be forced in and kept out"),
    ],
)
def test_what_cant_be_dealt_to_seven_is_refused_with_the_reason(
    script: list[str], with_: list[str], without: list[str], reason: str
) -> None:
    with pytest.raises(SetupRefused, match=reason) as refusal:
        dealt(7, script=script, with_=with_, without=without)
    assert refusal.value.reason.message.format_map(dict(refusal.value.reason.parameters)) == str(
        refusal.value
    )


def test_a_jinxed_pair_is_refused_by_hand_and_in_a_deal() -> None:
    with pytest.raises(SetupRefused, match="heretic and baron"):
        seated(["imp", "baron", "heretic", "empath", "monk"])
    with pytest.raises(SetupRefused, match="heretic and lleech"):
        dealt(8, script=[*SCRIPT, "heretic"], with_=["heretic", "lleech"])


@given(numbers, seeds)
def test_a_jinxed_pair_is_never_dealt(players: int, seed: int) -> None:
    game = dealt(players, Answers(seed=seed), script=[*SCRIPT, "heretic", "recluse", "pithag"])
    held = set(game.in_play)
    assert "heretic" not in held or not held & {"baron", "lleech", "pithag"}


# -- Travellers --------------------------------------------------------------------------------------


@given(numbers, st.integers(0, 5), seeds)
def test_travellers_sit_beside_the_bag(players: int, count: int, seed: int) -> None:
    travellers = [Seat("thief", None, evil=bool(n % 2)) for n in range(count)]
    game = dealt(players, Answers(seed=seed), travellers=travellers)
    assert game.bag is not None
    assert len(game.bag.tokens) == players
    assert game.travellers == ((1 << count) - 1) << players
    assert sum(types(game).values()) == players
    for n in range(count):
        assert game.characters[players + n].id == "thief"
        assert bool(game.evil >> (players + n) & 1) is bool(n % 2)
        assert game.told[players + n] == ("thief", bool(n % 2))
    assert game.ring == tuple(range(players + count))


def test_evil_travellers_meet_the_demon_and_good_ones_do_not() -> None:
    ear = Ear()
    travellers = [Seat("thief", None, evil=True), Seat("beggar", None, evil=False)]
    game = play_to(dealt(7, travellers=travellers, listen=ear), "morning")
    met = [shown.player for shown in ear.of(Shown) if shown.ability == "travellerinfo"]
    assert met == [7]
    assert game.learned[7].demons == members(game.of_type(Type.DEMON))


# -- seating by hand ---------------------------------------------------------------------------------


def test_sides_and_beliefs_can_be_given_seat_by_seat() -> None:
    evil_empath, good_imp = Seat("empath", None, evil=True), Seat("imp", None, evil=False)
    seats: list[str | Seat] = ["imp", evil_empath, Seat("drunk", "monk"), good_imp, "saint"]
    game = seated(seats)
    assert [bool(game.evil >> p & 1) for p in range(5)] == [True, True, False, False, False]
    assert [c.id if c else None for c in game.believed] == [None, None, "monk", None, None]
    assert game.told == {
        0: ("imp", True),
        1: ("empath", True),
        2: ("monk", False),
        3: ("imp", False),
        4: ("saint", False),
    }


@pytest.mark.parametrize("phase", [Phase.NIGHT, Phase.DAY])
def test_a_game_that_begins_later_has_an_uneventful_past(phase: Phase) -> None:
    answers = Answers()
    game = seated(["imp", "washerwoman", "monk", "saint", "lleech"], answers, start=Start(phase, 3))
    (step,) = game.agenda
    assert step[2] == ("nightfall" if phase is Phase.NIGHT else "morning")
    assert game.night == (2 if phase is Phase.NIGHT else 3)
    assert not any(a.due for a in game.abilities.values())
    assert game.bluffs == ()
    play_to(game, "day" if phase is Phase.DAY else "dawn")
    assert "washerwoman.show" not in answers.names


def test_the_first_night_waits_for_every_decision() -> None:
    answers = Answers()
    game = seated(
        ["imp", "fortuneteller", "monk", "saint", "virgin", "fool", "chef"], answers, script=[*SCRIPT, "chef"]
    )
    assert game.phase is Phase.SETUP
    assert answers.names == ["fortuneteller.red_herring", "bluffs"]
    assert game.woken == []
    assert [t.name for t in game.tokens] == ["fortuneteller.red_herring"]


def test_bluffs_that_somebody_believes_to_be_are_warned_of() -> None:
    ear = Ear()
    answers = Answers({"bluffs": ("empath", "saint", "virgin")})
    seats: list[str | Seat] = ["imp", Seat("drunk", "empath"), "monk", "slayer", "mutant", "fool", "witch"]
    seated(seats, answers, script=SCRIPT, listen=ear)
    (warned,) = ear.of(Warned)
    assert warned.question == "bluffs"
    assert dict(warned.warning.parameters) == {"character": "empath"}
    assert "empath" not in answers.last("bluffs").default


def test_with_few_good_characters_left_all_of_them_are_bluffs() -> None:
    ear = Ear()
    seats = ["imp", "empath", "monk", "slayer", "mutant", "fool", "witch"]
    game = seated(seats, script=[*seats, "saint", "virgin"], listen=ear)
    assert game.bluffs == ("saint", "virgin")
    assert [warned.question for warned in ear.of(Warned)] == ["bluffs"]

"""A prompt asks a seat what is asked of it, and tells it nothing else."""

import json

import pytest

from knell.engine import SKIP, Close, Exile, FieldShape, FormField, Kind, Nominate, Seat, Use
from knell.engine.options import NoSuchAnswer, PlayerPairs, Shape
from knell.record import Table
from knell.seats import Actions, Choices, DayAbility, Prompt, prompt, to_bytes
from records import BY_HAND, change, header, nominate, opened, play_to, seated

TOWN = ("imp", "fortuneteller", "poisoner", "monk", "saint", "fool", "slayer")


def prompts(table: Table) -> list[Prompt | None]:
    return [prompt(table, seat) for seat in range(len(table.game.names))]


def of(table: Table, seat: int) -> Prompt:
    asked = prompt(table, seat)
    assert asked is not None
    return asked


def actions(table: Table, seat: int) -> Actions:
    options = of(table, seat).options
    assert isinstance(options, Actions)
    return options


def choices(table: Table, seat: int) -> Choices:
    options = of(table, seat).options
    assert isinstance(options, Choices)
    return options


def asked_of(table: Table) -> Kind | None:
    return None if table.question is None else table.question.kind


def as_bytes(table: Table, seat: int) -> bytes:
    asked = prompt(table, seat)
    return b"" if asked is None else to_bytes(asked.to_plain())


# -- by night ---------------------------------------------------------------------------------------------


def test_a_choice_is_asked_of_the_one_whose_it_is_and_of_nobody_else() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    found = prompts(table)
    assert [asked is not None for asked in found] == [False, False, True, False, False, False, False]
    assert found[2] == Prompt(
        2, Kind.CHOICE, Shape.PLAYER, Choices(Shape.PLAYER, tuple(range(7))), ability="poisoner"
    )
    assert json.loads(as_bytes(table, 2)) == {
        "seat": 2,
        "kind": "choice",
        "shape": "player",
        "options": {
            "among": [0, 1, 2, 3, 4, 5, 6],
            "characters": [],
            "least": 1,
            "most": 1,
            "always": [],
            "gone": [],
        },
        "optional": False,
        "about": [],
        "ability": "poisoner",
    }


def test_what_isnt_a_players_to_answer_asks_no_seat() -> None:
    asked = {Kind.CHANCE, Kind.RULING, Kind.SHOW}
    for table in (opened(header(players=7), automation=BY_HAND), seated(*TOWN[:5], "empath", "slayer")):
        while table.question is not None and table.question.kind is not Kind.DAY:
            if table.question.kind is not Kind.CHOICE:
                assert prompts(table) == [None] * 7
                asked.discard(table.question.kind)
            table.answer_default()
    assert not asked


def test_a_step_by_hand_asks_no_seat() -> None:
    table = seated("imp", "saint", "poisoner", "mathematician", "fool", "monk", "slayer")
    play_to(table, "mathematician.by_hand")
    assert prompts(table) == [None] * 7


def test_answers_are_settled_like_at_the_table() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    asked = of(table, 1)
    assert asked.shape is Shape.PLAYERS
    assert asked.settle((5, 2)) == (2, 5)
    for wrong in ((2, 2), (2,), 2, None, SKIP, (2, 9), (True, 2), "imp", [2, 5], {"players": 2}):
        with pytest.raises(NoSuchAnswer):
            asked.settle(wrong)
    table.answer(asked.settle((5, 2)))


def test_whoever_may_shake_their_head_is_told() -> None:
    table = play_to(seated("imp", "philosopher", *TOWN[2:]), "philosopher.choose")
    asked = of(table, 1)
    assert (asked.shape, asked.optional, asked.ability) == (Shape.CHARACTER, True, "philosopher")
    assert asked.settle(None) is None
    assert list(choices(table, 1).among) == sorted(choices(table, 1).among)
    assert asked.settle("fortuneteller") == "fortuneteller"
    with pytest.raises(NoSuchAnswer):
        asked.settle("imp")


def test_a_player_and_a_character_are_two_columns() -> None:
    table = seated("imp", "pithag", "saint", "monk", "fool", "slayer", "mutant")
    play_to(table, "pithag.choose")
    options = choices(table, 1)
    assert options.shape is Shape.PLAYER_AND_CHARACTER
    assert options.among == tuple(range(7))
    assert "monk" in options.characters
    assert of(table, 1).settle((3, "saint")) == (3, "saint")
    with pytest.raises(NoSuchAnswer):
        of(table, 1).settle(("saint", 3))


def test_a_choice_that_was_turned_down_is_gone() -> None:
    table = seated("imp", "alchemist", "saint", "monk", "fool", "slayer", "mutant", script=("witch",))
    play_to(table, "witch.choose")
    assert of(table, 1).ability == "witch"
    table.answer(3)
    play_to(table, "alchemist.reject").answer(True)
    assert table.question is not None
    assert table.question.name == "witch.choose"
    assert choices(table, 1).gone == (3,)
    with pytest.raises(NoSuchAnswer):
        of(table, 1).settle(3)
    assert of(table, 1).settle(4) == 4


# -- what the player knows of the ability -----------------------------------------------------------------


def test_a_drunk_is_asked_as_what_they_believe_to_be() -> None:
    found = []
    for seat in (Seat("fortuneteller"), Seat("drunk", "fortuneteller")):
        table = seated("imp", seat, *TOWN[2:], script=("fortuneteller", "drunk"))
        play_to(table, "poisoner.choose").answer(4)
        found.append(as_bytes(play_to(table, "fortuneteller.choose"), 1))
    assert found[0] == found[1]
    assert b'"ability":"fortuneteller"' in found[0]


def test_the_poisoned_are_asked_like_the_others() -> None:
    found = []
    for victim in (1, 4):
        table = seated(*TOWN)
        play_to(table, "poisoner.choose").answer(victim)
        found.append(as_bytes(play_to(table, "fortuneteller.choose"), 1))
    assert found[0] == found[1]


def test_a_gained_ability_that_was_chosen_is_known() -> None:
    table = seated("imp", "philosopher", *TOWN[2:], script=("fortuneteller",))
    play_to(table, "philosopher.choose").answer("fortuneteller")
    play_to(table, "fortuneteller.choose")
    assert of(table, 1).ability == "fortuneteller"


def test_an_ability_that_its_holder_doesnt_know_of_isnt_named() -> None:
    table = seated("imp", "cannibal", *TOWN[2:6], "fortuneteller")
    play_to(table, "day")
    nominate(table, 1, 6, votes=(0, 1, 2, 3))
    table.answer(Close())
    play_to(table, "fortuneteller.choose", 1)
    asked = of(table, 1)
    assert (asked.shape, asked.ability) == (Shape.PLAYERS, None)


def test_who_has_died_tonight_isnt_told_by_who_can_be_chosen() -> None:
    found = []
    for victim in (4, 3):
        table = seated("imp", "chambermaid", "poisoner", "mutant", "saint", "fool", "slayer")
        play_to(table, "poisoner.choose").answer(5)
        play_to(table, "day").answer(Close())
        play_to(table, "poisoner.choose").answer(5)
        play_to(table, "imp.choose").answer(victim)
        play_to(table, "chambermaid.choose")
        assert table.question is not None
        assert isinstance(table.question.options, PlayerPairs)
        assert victim not in table.question.options.things
        assert choices(table, 1).among == (0, 2, 3, 4, 5, 6)
        found.append(as_bytes(table, 1))
    assert found[0] == found[1]


# -- votes ------------------------------------------------------------------------------------------------


def test_a_hand_is_asked_of_whoever_the_count_has_come_to() -> None:
    table = play_to(seated(*TOWN), "day")
    table.answer(Nominate(1, 3))
    assert table.question is not None
    voter = table.question.who
    assert [asked is not None for asked in prompts(table)] == [seat == voter for seat in range(7)]
    asked = of(table, voter)
    assert (asked.kind, asked.shape, asked.about, asked.ability) == (Kind.VOTE, Shape.YES_NO, (3,), None)
    assert asked.settle(True) is True
    for wrong in (None, 1, "yes"):
        with pytest.raises(NoSuchAnswer):
            asked.settle(wrong)
    table.answer(asked.settle(False))
    assert prompt(table, voter) is None


def test_support_is_asked_like_a_vote() -> None:
    table = play_to(seated(*TOWN, "bureaucrat"), "day")
    assert actions(table, 2).exiles == (7,)
    table.answer(of(table, 2).settle(Exile(2, 7)))
    assert table.question is not None
    asked = of(table, table.question.who)
    assert (asked.kind, asked.about) == (Kind.SUPPORT, (7,))


# -- the day ----------------------------------------------------------------------------------------------


def test_by_day_every_seat_is_asked_what_it_does() -> None:
    table = play_to(seated(*TOWN), "day")
    for seat in range(7):
        asked = of(table, seat)
        assert (asked.kind, asked.shape) == (Kind.DAY, Shape.ACTION)
        assert asked.settle(Nominate(seat, 3)) == Nominate(seat, 3)
        with pytest.raises(NoSuchAnswer):
            asked.settle(Nominate((seat + 1) % 7, 3))
        for wrong in (Close(), None, SKIP, 3, Nominate(seat, 9), Nominate(seat, True)):
            with pytest.raises(NoSuchAnswer):
                asked.settle(wrong)
    nominate(table, 1, 3)
    assert actions(table, 1).nominees == ()
    assert actions(table, 2).nominees == (0, 1, 2, 4, 5, 6)


def test_an_ability_of_the_day_is_offered_to_whoever_believes_to_have_it() -> None:
    found = []
    for seat in (Seat("slayer"), Seat("drunk", "slayer")):
        table = play_to(seated(*TOWN[:6], seat, script=("slayer", "drunk", "juggler")), "day")
        assert actions(table, 6).abilities == (
            DayAbility("slayer", (FormField("choose", FieldShape.PLAYER),)),
        )
        assert actions(table, 5).abilities == ()
        shot = Use(6, "slayer", (("choose", 5),))
        assert of(table, 6).settle(shot) == shot
        for wrong in (
            Use(6, "slayer"),
            Use(6, "slayer", (("choose", 9),)),
            Use(6, "slayer", (("choose", 5), ("choose", 4))),
            Use(6, "slayer", (("choose", 5), ("more", 4))),
            Use(6, "slayer", (("choose", 5),), 1),  # type: ignore[arg-type] # what the net may bring
            Use(6, "juggler", (("guesses", ()),)),
            Use(5, "slayer", (("choose", 5),)),
        ):
            with pytest.raises(NoSuchAnswer):
                of(table, 6).settle(wrong)
        found.append(as_bytes(table, 6))
    assert found[0] == found[1]


def test_the_dead_nominate_nobody() -> None:
    table = play_to(seated(*TOWN), "day")
    change(table, "kill", 6)
    play_to(table, "day")
    assert actions(table, 6).nominees == ()
    assert actions(table, 6).abilities == ()


def test_a_ruling_that_nobody_hears_of_leaves_the_day_as_it_is() -> None:
    table = seated("imp", "slayer", "poisoner", "monk", "saint", "recluse", "fool", automation=BY_HAND)
    play_to(table, "day")
    table.answer(Use(1, "slayer", (("choose", 5),)))
    assert asked_of(table) is Kind.RULING
    during = [as_bytes(table, seat) for seat in range(7)]
    table.answer("outsider")
    assert asked_of(table) is Kind.DAY
    assert during == [as_bytes(table, seat) for seat in range(7)]


def test_after_the_end_nobody_is_asked() -> None:
    table = play_to(seated(*TOWN), "day")
    nominate(table, 1, 4, votes=(0, 1, 2, 3, 4, 5))
    table.answer(Close())
    assert table.over
    assert prompts(table) == [None] * 7

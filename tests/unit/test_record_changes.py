"""Anything can be changed by hand in a live game: at a question, in the middle of a wake, during a vote."""

import pytest

from knell.engine import (
    Kind,
    Nominate,
    OverrideRefused,
    Phase,
    Use,
    overrides,
)
from knell.engine.events import ChangedByHand, Chose, Shown, VoteCounted
from knell.record import (
    ROOT,
    Table,
)
from records import BY_HAND, change, everything, header, opened, play_to, question, seated, told

TOWN = ("imp", "empath", "fortuneteller", "poisoner", "monk", "saint", "fool")


def test_a_change_before_a_question_changes_what_may_be_answered() -> None:
    table = play_to(seated(*TOWN), "empath.show", 1)
    options = list(question(table).options)
    change(table, "drunk", 1)
    assert question(table).name == "empath.show"
    assert len(question(table).options) > len(options)
    table.answer(0)
    assert told(table, Shown)[-1].answer == 0


def test_a_change_in_the_middle_of_a_wake_keeps_the_answers_given_in_it() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.red_herring")
    table.answer(2)
    play_to(table, "fortuneteller.choose").answer((1, 4))
    assert list(question(table).options) == [False]
    change(table, "poison", 2)
    assert sorted(question(table).options) == [False, True]
    assert told(table, Chose)[-1].answer == (1, 4)
    table.answer(True)
    line = table.line
    table.go_to(ROOT)
    table.go_to(line[-1].id)
    assert told(table, Shown)[-1].answer is True


def test_a_change_that_is_refused_leaves_an_earlier_one_of_the_same_wake_as_it_was() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    table.answer((1, 4))
    change(table, "poison", 2)
    before = everything(table)
    with pytest.raises(OverrideRefused):
        change(table, "remove_token", 1, "monk.safe")
    assert everything(table) == before
    assert everything(Table(header(TOWN).begin(), table.tree.copy())) == before


def test_whoever_is_killed_by_hand_is_not_woken_any_more() -> None:
    table = play_to(seated(*TOWN), "empath.show", 1)
    change(table, "kill", 1)
    assert question(table).name == "fortuneteller.choose"
    assert 1 not in table.game.woken


def test_a_change_during_a_vote_is_made_there() -> None:
    table = play_to(seated(*TOWN), "day")
    table.answer(Nominate(1, 5))
    table.answer(True)
    change(table, "rename", 3, "Dora")
    assert table.game.names[3] == "Dora"
    assert question(table).kind is Kind.VOTE
    assert [e.answer for e in table.in_step if e.override is None] == [True]


def test_a_change_that_comes_too_late_for_its_step_is_made_at_the_question() -> None:
    seats = ("imp", "recluse", "slayer", "poisoner", "monk", "saint", "fool")
    table = play_to(seated(*seats), "day")
    table.answer(Use(2, "slayer", (("choose", 1),)))
    assert question(table).name == "registers"
    change(table, "ghost_vote", 4, True)
    assert question(table).name == "registers"
    assert table.game.ghost_votes >> 4 & 1
    assert len(table.game.uses) == 1
    before = everything(table)
    table.undo()
    table.redo()
    assert everything(table) == before


def test_a_change_may_ask_questions_of_its_own() -> None:
    table = play_to(seated(*TOWN), "day")
    change(table, "character", 5, "fortuneteller")
    assert question(table).name == "fortuneteller.red_herring"
    assert table.game.characters[5].id == "fortuneteller"
    table.answer(1)
    assert question(table).name == "day"
    assert [t.name for t in table.game.tokens if t.player == 1] == ["fortuneteller.red_herring"]
    before = everything(table)
    table.undo()
    table.undo()
    assert table.game.characters[5].id == "saint"
    table.redo()
    table.redo()
    assert everything(table) == before


def test_a_change_may_end_the_day() -> None:
    table = play_to(seated("imp", "mutant", "empath", "poisoner", "monk", "saint", "fool"), "day")
    table.answer(Nominate(2, 4))
    change(table, "rule", "mutant.execute", 1)
    assert table.game.dead >> 1 & 1
    assert table.game.phase is Phase.NIGHT
    assert not told(table, VoteCounted)


def test_a_change_may_end_the_game() -> None:
    table = play_to(seated(*TOWN[:5]), "poisoner.choose")
    change(table, "kill", 0)
    assert table.over
    table.undo()
    assert question(table).name == "poisoner.choose"


def test_changes_may_follow_each_other() -> None:
    table = play_to(seated(*TOWN), "empath.show", 1)
    change(table, "drunk", 1)
    change(table, "sober", 1)
    change(table, "rename", 0, "Ann")
    assert question(table).name == "empath.show"
    assert table.game.names[0] == "Ann"
    assert len(told(table, ChangedByHand)) == 3


@pytest.mark.parametrize(
    ("label", "arguments"),
    [
        ("kill", (99,)),
        ("kill", (True,)),
        ("kill", ()),
        ("kill", (1, 2)),
        ("kill", ("Ada",)),
        ("character", (1, "nobody")),
        ("character", (1, 2)),
        ("alignment", (1, "evil")),
        ("reseat", (0, 1, 2)),
        ("reseat", ("Ada",)),
        ("remove_token", (1, "monk.safe")),
        ("rule", ("mutant.execute", 1)),
        ("fly", (1,)),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_and_nothing_changes(
    label: str, arguments: tuple[object, ...]
) -> None:
    table = play_to(seated(*TOWN), "empath.show", 1)
    before, length = everything(table), len(table.tree)
    with pytest.raises(OverrideRefused):
        table.override(overrides.read(label, arguments))
    assert everything(table) == before
    assert len(table.tree) == length


def test_before_the_deal_only_people_can_be_changed() -> None:
    table = opened(header(), automation=BY_HAND)
    with pytest.raises(OverrideRefused, match="dealt"):
        change(table, "kill", 1)
    change(table, "rename", 1, "Bob")
    assert table.game.names[1] == "Bob"


def test_seats_can_be_swapped_without_moving_marks() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    table.answer(4)
    change(table, "swap", 4, 0)
    assert table.game.ring[0] == 4
    assert [t.player for t in table.game.tokens if t.name == "poisoner.poisoned"] == [4]

"""A live game waits at the first open question, and anything can be undone."""

import random
from collections.abc import Sequence

import pytest

from knell.engine import (
    CHANCE,
    SKIP,
    Close,
    Execute,
    Join,
    Kind,
    Nominate,
    Phase,
    Seat,
    SetupRefused,
    Use,
    members,
)
from knell.engine.events import Chose, NightBegan, VoteCounted
from knell.engine.overrides import Kill
from knell.record import (
    KNELL,
    ROOT,
    Automation,
    Entry,
    IllegalAnswer,
    Level,
    ReadOnly,
    ReplayDiffers,
    Table,
    Tree,
)
from records import (
    ALL,
    BY_HAND,
    change,
    everything,
    header,
    nominate,
    opened,
    play_at_random,
    play_to,
    question,
    seated,
    told,
)

TOWN = ("imp", "empath", "fortuneteller", "poisoner", "monk", "saint", "fool")


# -- answering -----------------------------------------------------------------------------------------


def test_a_new_game_waits_at_its_first_question() -> None:
    table = seated(*TOWN)
    assert question(table).name == "fortuneteller.red_herring"
    assert not table.over
    assert table.game.phase is Phase.SETUP


def test_an_answer_leads_to_the_next_question() -> None:
    table = seated(*TOWN)
    entry = table.answer(2)
    assert (entry.asked, entry.answer, entry.who, entry.parent) == (
        "fortuneteller.red_herring",
        2,
        "storyteller",
        ROOT,
    )
    assert question(table).name == "bluffs"
    assert table.line == (entry,)
    assert table.head == entry.id


def test_the_position_at_the_open_question_shows_what_has_happened_in_the_step() -> None:
    table = seated(*TOWN)
    play_to(table, "day")
    table.answer(Nominate(1, 2))
    assert question(table).kind is Kind.VOTE
    assert not table.game.nominators >> 1 & 1
    table.answer(True)
    assert [entry.answer for entry in table.in_step] == [True]


@pytest.mark.parametrize("answer", [99, -1, "imp", None, True, (1, 2), 1.5, Close(), [], {}])
def test_an_illegal_answer_is_refused_and_nothing_changes(answer: object) -> None:
    table = seated(*TOWN)
    play_to(table, "poisoner.choose")
    before = everything(table)
    with pytest.raises(IllegalAnswer, match=r"\w"):
        table.answer(answer)
    assert everything(table) == before


def test_the_reason_names_whom_it_is_about() -> None:
    table = play_to(seated(*TOWN), "monk.choose")
    with pytest.raises(IllegalAnswer) as refused:
        table.answer(4)
    assert refused.value.reason == ("{player} can't be chosen here.", (("player", 4),))


def test_a_choice_may_always_be_left_out_and_nothing_else_may() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    table.answer(SKIP)
    play_to(table, "empath.show")
    with pytest.raises(IllegalAnswer):
        table.answer(SKIP)


def test_truth_values_are_no_players() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    with pytest.raises(IllegalAnswer):
        table.answer((True, 2))


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Nominate(1, 99), "Something is missing"),
        (Nominate("Ada", 2), "Something is missing"),  # type: ignore[arg-type]
        (Execute(None), "Something is missing"),  # type: ignore[arg-type]
        (Use(1, "slayer", (("choose", "Bo"),)), "Something is missing"),
        (Use(1, "slayer", ("choose", 2)), "Something is missing"),  # type: ignore[arg-type]
        (Use(1, "empath"), "no ability that is used by day"),
        (Use(1, "slayer", (("guess", 2),)), "isn't asked for"),
        (Join("", "thief", True, 1), "Something is missing"),
        (Join("Zoe", "nobody", True, 1), "can't join"),
        ("close", "nothing that can happen"),
        (SKIP, "left out"),
    ],
)
def test_what_cannot_happen_by_day_is_refused_with_the_reason(action: object, reason: str) -> None:
    table = play_to(seated(*TOWN), "day")
    before = everything(table)
    with pytest.raises(IllegalAnswer, match=reason):
        table.answer(action)
    assert everything(table) == before


def test_a_game_that_is_over_takes_no_more_answers() -> None:
    table = seated(*TOWN)
    change(table, "end", False)
    assert table.over
    assert table.outcome is not None
    assert table.outcome.winner == "good"
    with pytest.raises(IllegalAnswer, match="over"):
        table.answer(1)
    table.undo()
    assert not table.over


def test_a_deal_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(SetupRefused):
        opened(header(players=7, script=("imp", "empath")))


def test_an_impossible_draw_is_taken_back() -> None:
    script = ("imp", "poisoner", "empath", "monk", "fool", "virgin", "chef", "drunk", "saint")
    table = play_to(opened(header(players=8, script=script), automation=BY_HAND), "bag.outsider")
    before = everything(table)
    with pytest.raises(SetupRefused):
        table.answer(("drunk",))  # and no Townsfolk is left for the Drunk to believe in
    assert everything(table) == before
    table.answer(("saint",))
    assert question(table).name == "draw"


# -- defaults and automatic answers --------------------------------------------------------------------


def test_draws_follow_from_the_seed() -> None:
    one, other = (opened(header(seed=5)) for _ in range(2))
    assert [e.answer for e in one.line] == [e.answer for e in other.line]
    assert [e.answer for e in one.line] != [e.answer for e in opened(header(seed=6)).line]


def test_drawing_again_after_undo_draws_something_new() -> None:
    table = opened(header(players=10), automation=BY_HAND)
    play_to(table, "draw")
    drawn = set()
    for _ in range(5):
        drawn.add(table.answer_default().answer)
        table.undo()
    assert len(drawn) > 1


def test_a_default_stays_the_same_until_it_is_taken() -> None:
    table = play_to(opened(header(players=10), automation=BY_HAND), "draw")
    assert table.default() == table.default()
    assert table.answer_default().answer == table.line[-1].answer


def test_chance_is_answered_automatically_unless_set_otherwise() -> None:
    table = opened(header())
    assert {e.who for e in table.line} == {KNELL}
    assert all(e.of == CHANCE for e in table.line)
    assert opened(header(), automation=BY_HAND).line == ()


def test_levels_go_by_name_then_by_kind() -> None:
    levels = Automation({"ruling": Level.AUTOMATIC, "bluffs": Level.BY_HAND})
    table = seated(*TOWN, automation=levels)
    assert [e.asked for e in table.line] == ["fortuneteller.red_herring"]
    assert question(table).name == "bluffs"
    assert table.level is Level.BY_HAND
    table.answer_default()
    assert levels.level(question(table)) is Level.SUGGESTED
    assert Automation.from_plain(levels.to_plain()).to_plain() == levels.to_plain()
    assert levels.having("bluffs", Level.AUTOMATIC).level(question(table)) is Level.SUGGESTED


def test_undo_goes_back_to_the_last_answer_of_a_person() -> None:
    table = seated(*TOWN, automation=Automation({"show": Level.AUTOMATIC}))
    play_to(table, "poisoner.choose")
    table.answer(1)
    assert [e.asked for e in table.line[-2:]] == ["poisoner.choose", "empath.show"]
    assert table.line[-1].who == KNELL
    undone = table.undo()
    assert undone is not None
    assert undone.asked == "poisoner.choose"
    assert question(table).name == "poisoner.choose"
    assert table.redo() == undone
    assert question(table).name == "fortuneteller.choose"


def test_an_automatic_answer_can_be_given_by_hand_instead() -> None:
    table = seated(*TOWN, automation=Automation({"show": Level.AUTOMATIC}))
    play_to(table, "fortuneteller.choose")
    shown = next(e for e in table.line if e.asked == "empath.show")
    table.undo_to(shown.id)
    assert question(table).name == "empath.show"
    table.answer(question(table).options[-1])
    assert table.line[-1].who == "storyteller"
    table.undo_to(table.head)
    assert table.proceed() == 1
    assert table.line[-1].who == KNELL


def test_without_an_answer_of_a_person_there_is_nothing_to_undo() -> None:
    table = opened(header())
    assert not table.can_undo
    assert table.undo() is None


def test_what_cannot_be_answered_automatically_waits_for_a_person() -> None:
    script = ("imp", "vortox", "poisoner", "empath", "monk", "fool", "virgin", "chef", "drunk", "saint")
    levels = Automation({"chance": Level.AUTOMATIC, "bag.demon": Level.SUGGESTED})
    waiting = 0
    for seed in range(12):
        table = opened(header(players=8, script=script, seed=seed), automation=levels)
        table.answer(("imp",))
        if question(table).name == "bag.outsider":  # the Drunk was drawn, who finds nothing to believe in
            waiting += 1
            assert [e.asked for e in table.line] == ["bag.demon"]
            with pytest.raises(SetupRefused):
                table.answer_default()
            table.answer(("saint",))
        assert "draw" in [e.asked for e in table.line]
    assert 0 < waiting < 12


def test_everything_automatic_stops_before_it_runs_away() -> None:
    table = opened(header(), automation=Automation({}, default=Level.AUTOMATIC))
    assert table.over or len(table.line) >= 2000


# -- going back and forth ------------------------------------------------------------------------------


def test_undo_and_redo_lead_where_they_came_from() -> None:
    table = seated(*TOWN)
    seen = [everything(table)]
    for _ in range(12):
        table.answer_default()
        seen.append(everything(table))
    for state in seen[-2::-1]:
        table.undo()
        assert everything(table) == state
    assert not table.can_undo
    for state in seen[1:]:
        table.redo()
        assert everything(table) == state
    assert not table.can_redo
    assert table.redo() is None


def test_another_answer_makes_a_branch_and_nothing_is_lost() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    before = table.head
    table.answer(1)
    tip = play_to(table, "day").head
    first = everything(table)
    table.go_to(before)
    table.answer(2)
    (branch,) = table.branches()
    assert (branch.tip, branch.parted) == (tip, before)
    assert branch.length == len(table.tree.path(tip)) - len(table.tree.path(before))
    other = table.head
    table.go_to(tip)
    assert everything(table) == first
    assert table.branches()[0].tip == other
    table.go_to(ROOT)
    assert table.line == ()
    table.redo()
    assert table.tree.after(before) == table.tree.path(tip)[len(table.tree.path(before))].id


def test_going_to_what_is_not_there_changes_nothing() -> None:
    table = play_to(seated(*TOWN), "day")
    before = everything(table)
    for wrong in (999, -3):
        with pytest.raises(KeyError):
            table.go_to(wrong)
        with pytest.raises(KeyError):
            table.undo_to(wrong)
    assert everything(table) == before


def test_undo_far_back_in_a_long_game() -> None:
    dealt = header(players=10, script=[i for i in ALL if i != "vortox"], seed=1)
    table = next(
        t
        for i in range(20)
        if len((t := play_at_random(opened(dealt), random.Random(i), nights=12)).line) > 90
    )
    line = table.line
    for entry in (line[3], line[-10], line[len(line) // 2], line[-1]):
        fresh = Table(dealt.begin(), Tree(table.tree.entries, head=entry.id), seed=dealt.seed)
        table.go_to(entry.id)
        assert everything(table) == everything(fresh)


def test_a_fork_is_a_table_of_its_own() -> None:
    table = play_to(seated(*TOWN), "day")
    before = everything(table)
    fork = table.fork()
    assert everything(fork) == before
    fork.answer(Execute(0))
    back = table.fork(table.line[1].id)
    assert len(back.line) == 2
    assert everything(table) == before
    assert len(table.tree) == len(table.line)


def test_a_read_only_game_can_be_looked_through_and_not_played() -> None:
    table = play_to(seated(*TOWN), "day")
    table.read_only = True
    with pytest.raises(ReadOnly):
        table.answer(Close())
    with pytest.raises(ReadOnly):
        change(table, "kill", 1)
    table.go_to(table.line[1].id)
    assert len(table.line) == 2


# -- events --------------------------------------------------------------------------------------------


def test_events_belong_to_steps_and_entries() -> None:
    table = seated(*TOWN)
    nominate(table, 1, 5, votes=(0, 1, 2, 3, 4))
    table.answer(Close())
    heard = table.events()
    steps = [h.step for h in heard]
    assert steps == sorted(steps)
    assert [h.entry for h in heard] == sorted(h.entry for h in heard)
    vote = next(h for h in heard if isinstance(h.event, VoteCounted))
    assert (vote.name, vote.phase, vote.night) == ("vote", Phase.DAY, 1)
    assert table.tree[vote.entry].asked == "vote"
    assert table.events(len(heard) - 2) == heard[-2:]
    nightfall = next(h for h in heard if isinstance(h.event, NightBegan))
    assert nightfall.public is not None
    assert nightfall.public.told[1] == ("empath", False)


def test_undone_events_are_gone() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    count = len(table.events())
    table.answer((1, 2))
    assert len(table.events()) > count
    table.undo()
    assert len(table.events()) == count


# -- entries of an earlier sitting ---------------------------------------------------------------------


def replaced(table: Table, place: int, **changes: object) -> Tree:
    """The entries of a table with one of them changed."""
    entries = [e._replace(**changes) if i == place else e for i, e in enumerate(table.tree.entries)]  # type: ignore[arg-type]
    return Tree(entries)


def test_an_answer_that_no_longer_fits_is_told() -> None:
    table = play_to(seated(*TOWN), "day")
    place = next(i for i, e in enumerate(table.line) if e.asked == "poisoner.choose")
    for changes in (
        {"answer": 99},
        {"asked": "witch.choose"},
        {"player": 4},
        {"override": Kill(99)},
    ):
        with pytest.raises(ReplayDiffers) as differs:
            Table(header(TOWN).begin(), replaced(table, place, **changes))
        assert differs.value.entry.id == place + 1


def test_answers_after_the_end_no_longer_fit() -> None:
    table = play_to(seated(*TOWN), "day")
    change(table, "end", True)
    last = table.line[-1]
    tree = Tree([*table.tree.entries, last._replace(id=last.id + 1, parent=last.id)])
    with pytest.raises(ReplayDiffers, match="over"):
        Table(header(TOWN).begin(), tree)


def test_a_branch_that_no_longer_fits_leaves_the_game_where_it_is() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    table.answer(1)
    tree = Tree([*table.tree.entries, table.line[-1]._replace(id=len(table.tree) + 1, answer=99)])
    tree.move(len(tree) - 1)
    again = Table(header(TOWN).begin(), tree)
    before = everything(again)
    with pytest.raises(ReplayDiffers):
        again.go_to(len(tree))
    assert everything(again) == before
    assert again.head == len(tree) - 1


# -- keeping -------------------------------------------------------------------------------------------


class Forgetful:
    """A journal that fails when it is told to."""

    def __init__(self) -> None:
        self.kept: list[tuple[tuple[Entry, ...], int | None]] = []
        self.full = False

    def write(self, entries: Sequence[Entry], head: int | None = None) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        self.kept.append((tuple(entries), head))


def test_an_answer_that_cannot_be_kept_was_not_given() -> None:
    journal = Forgetful()
    table = opened(header(TOWN), journal=journal)
    table.answer_default()
    before, kept = everything(table), list(journal.kept)
    journal.full = True
    with pytest.raises(OSError, match="space"):
        table.answer_default()
    with pytest.raises(OSError, match="space"):
        change(table, "kill", 1)
    with pytest.raises(OSError, match="space"):
        table.undo()
    assert everything(table) == before
    assert (len(table.tree), table.head) == (1, 1)
    journal.full = False
    table.answer_default()
    assert [head for _, head in journal.kept] == [None, None]
    assert journal.kept[:1] == kept


def test_automatic_answers_are_kept_together_with_the_one_before() -> None:
    journal = Forgetful()
    levels = Automation({"show": Level.AUTOMATIC})
    table = play_to(opened(header(TOWN), journal=journal, automation=levels), "poisoner.choose")
    table.answer(1)
    entries, _ = journal.kept[-1]
    assert [e.asked for e in entries] == ["poisoner.choose", "empath.show"]
    table.undo()
    assert journal.kept[-1] == ((), table.head)


def test_a_drunk_is_dealt_and_remembered() -> None:
    table = seated("imp", Seat("drunk", "empath"), "poisoner", "monk", "saint")
    play_to(table, "empath.show", 1)
    assert len(question(table).options) == 3


# -- one form for each answer --------------------------------------------------------------------------


def test_a_pair_in_the_other_order_is_the_same_pair() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    entry = table.answer((4, 1))
    assert entry.answer == (1, 4)
    assert table.line[-1].answer == (1, 4)
    assert told(table, Chose)[-1].answer == (1, 4)


def test_answers_of_an_older_file_are_played_as_they_were_given() -> None:
    table = play_to(seated(*TOWN), "day")
    place = next(i for i, e in enumerate(table.line) if e.asked == "fortuneteller.choose")
    older = replaced(table, place, answer=table.line[place].answer[::-1])
    again = Table(header(TOWN).begin(), older)
    assert again.line[place].answer == table.line[place].answer[::-1]
    assert again.game == table.game
    assert again.question is not None
    assert again.question.name == "day"


def test_bluffs_of_an_older_file_in_another_order_still_fit_what_was_shown() -> None:
    table = play_to(seated(*TOWN), "day")
    first = next(i for i, e in enumerate(table.line) if e.asked == "bluffs")
    shown = next(i for i, e in enumerate(table.line) if e.asked == "demoninfo")
    bluffs = table.line[first].answer[::-1]
    tree = Tree()
    changed = {first: bluffs, shown: table.line[shown].answer._replace(bluffs=bluffs)}
    for place, entry in enumerate(table.line):
        tree.add(entry._replace(answer=changed[place]) if place in changed else entry)
    again = Table(header(TOWN).begin(), tree)
    assert again.game.bluffs == bluffs
    assert again.question is not None
    assert again.question.name == "day"


@pytest.mark.parametrize(("deaths", "dead"), [((3, 2), {2, 3}), ((2, 3), {3})])
def test_deaths_happen_in_the_order_in_which_the_storyteller_names_them(
    deaths: tuple[int, int], dead: set[int]
) -> None:
    seats = ("pithag", "ravenkeeper", "chef", "tealady", "empath", "monk", "imp", "clockmaker")
    given = {"pithag.choose": (7, "nodashii"), "pithag.deaths": deaths, "monk.choose": 4}
    table = seated(*seats)
    while table.question is not None and (table.question.name != "day" or table.game.night < 2):
        table.answer(given.pop(table.question.name, None) or table.default())
    assert set(members(table.game.dead)) >= dead
    assert (2 in members(table.game.dead)) is (2 in dead)
    again = Table(header(seats).begin(), table.tree)
    assert again.game == table.game


def test_a_truth_value_is_no_player() -> None:
    table = play_to(seated(*TOWN), "fortuneteller.choose")
    for answer in ((True, 4), (1, 1), (1,), [1, 4], (1, 4, 5)):
        with pytest.raises(IllegalAnswer):
            table.answer(answer)

"""Votes and exiles: the order of the count, what is enough, ties, whose hand counts and what it costs."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.engine import (
    NOBODY,
    Close,
    Execute,
    Exile,
    Game,
    Kind,
    Leave,
    Nominate,
    Phase,
    Question,
    Seat,
    Use,
    members,
    step,
)
from knell.engine.day import exile_needed, may_be_nominated, may_nominate, may_vote, votes_needed, why_not
from knell.engine.events import AboutToDie, SecretVote, VoteCounted
from tables import NAMES, Ear, next_day, next_dusk, override, play_to, seated

TEN = ("imp", "empath", "monk", "saint", "virgin", "slayer", "mutant", "fool", "chef", "sage")


class Hands:
    """Answers the day: actions in turn, and the hands that are up for each vote or exile."""

    def __init__(self) -> None:
        self.actions: list[Any] = []
        self.up: list[set[int]] = []
        self.counted: list[int] = []
        self.changes: list[tuple[int, set[int]]] = []
        """Who is counted when the hands change, and whose are up from then on."""
        self.kinds: list[Kind] = []

    def __call__(self, game: Game, question: Question) -> Any:
        self.kinds.append(question.kind)
        if question.kind is Kind.DAY:
            if not self.actions:
                return Close()
            action = self.actions.pop(0)
            assert question.allows(action), action
            return action
        if question.kind in (Kind.VOTE, Kind.SUPPORT):
            self.counted.append(question.who)
            for who, hands in self.changes:
                if who == question.who:
                    self.up[0] = hands
            return question.who in self.up[0]
        if question.kind is Kind.CHOICE:
            return question.options[0]
        return question.default


def table(count: int = 10, *extra: str | Seat, listen: Ear | None = None) -> tuple[Game, Hands]:
    """The first day of a game, before anything has happened on it."""
    hands = Hands()
    return next_day(seated([*TEN[:count], *extra], hands, listen=listen)), hands


def act(game: Game, hands: Hands, action: Any, up: Iterable[int] = ()) -> None:
    """Something happens on the day that is going on, with these hands up if there is a vote."""
    hands.actions.append(action)
    hands.up = [set(up)]
    hands.counted.clear()
    step(game)
    while game.agenda and game.agenda[0][2] in ("vote", "support"):
        step(game)


def vote(
    game: Game, hands: Hands, nominee: int, up: Iterable[int] = (), nominator: int | None = None
) -> None:
    """Somebody who may still nominate nominates, and these hands are up."""
    if nominator is None:
        nominator = next(p for p in members(may_nominate(game)))
    act(game, hands, Nominate(nominator, nominee), up)


# -- in which order ----------------------------------------------------------------------------------


@given(st.permutations(range(10)), st.integers(0, 9))
def test_hands_are_counted_clockwise_and_the_nominees_last(ring: Sequence[int], nominee: int) -> None:
    game, hands = table()
    override(game, "reseat", *ring)
    vote(game, hands, nominee, nominator=0)
    seat = ring.index(nominee)
    assert hands.counted == [ring[(seat + 1 + n) % 10] for n in range(10)]
    assert hands.counted[-1] == nominee


def test_the_count_follows_the_seats_after_a_swap() -> None:
    game, hands = table(5)
    vote(game, hands, 1, nominator=0)
    assert hands.counted == [2, 3, 4, 0, 1]
    override(game, "swap", 2, 4)
    vote(game, hands, 3, nominator=2)
    assert hands.counted == [2, 0, 1, 4, 3]


def test_only_hands_that_may_count_are_asked_for() -> None:
    game, hands = table(6)
    for dead in (1, 2):
        override(game, "kill", dead)
    override(game, "ghost_vote", 1, False)
    vote(game, hands, 3, nominator=0)
    assert hands.counted == [4, 5, 0, 2, 3]


def test_an_exile_is_supported_by_everybody_in_the_same_order() -> None:
    game, hands = table(6, Seat("thief", None, evil=False))
    override(game, "kill", 1)
    override(game, "ghost_vote", 1, False)
    act(game, hands, Exile(1, 6))
    assert hands.counted == [0, 1, 2, 3, 4, 5, 6]


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)), st.integers(0, 9))
def test_a_hand_counts_as_it_is_when_the_count_passes_it(
    before: set[int], after: set[int], turning: int
) -> None:
    """Hands that go up or down once their seat has been counted change nothing (base-74)."""
    game, hands = table()
    nominee = 4
    order = [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]
    hands.changes = [(order[turning], after)]
    vote(game, hands, nominee, before, nominator=0)
    wanted = [p for p in order[:turning] if p in before] + [p for p in order[turning:] if p in after]
    assert game.tallies == {nominee: len(wanted)}


# -- what is enough ----------------------------------------------------------------------------------


@pytest.mark.parametrize("alive", range(3, 11))
def test_half_of_the_living_rounded_up_are_enough(alive: int) -> None:
    for votes in range(alive + 1):
        game, hands = table()
        game.agenda = [s for s in game.agenda if s[2] == "day"]
        for dead in range(alive, 10):
            game.dead |= 1 << dead
        game.changed()
        half = (alive + 1) // 2
        assert votes_needed(game) == half
        vote(game, hands, 1, range(votes), nominator=0)
        assert game.about_to_die == (1 if votes >= half else NOBODY)
        assert game.tallies == {1: votes}


def test_travellers_count_among_the_living_for_votes() -> None:
    game, hands = table(6, Seat("thief", None, evil=False))
    assert votes_needed(game) == 4
    vote(game, hands, 1, (0, 1, 6))
    assert game.about_to_die == NOBODY
    vote(game, hands, 2, (0, 1, 3, 6))
    assert game.about_to_die == 2


def test_more_votes_take_the_block_and_fewer_leave_it() -> None:
    game, hands = table()
    vote(game, hands, 1, range(5))
    assert game.about_to_die == 1
    assert votes_needed(game) == 6
    vote(game, hands, 2, range(4))
    assert game.about_to_die == 1
    vote(game, hands, 3, range(6))
    assert game.about_to_die == 3
    assert votes_needed(game) == 7
    assert game.highest == 6


def test_a_tie_frees_whoever_was_about_to_die_and_more_are_needed_from_then_on() -> None:
    game, hands = table()
    vote(game, hands, 1, range(6))
    vote(game, hands, 2, range(6))
    assert game.about_to_die == NOBODY
    assert votes_needed(game) == 7
    vote(game, hands, 3, range(6))
    assert game.about_to_die == NOBODY
    vote(game, hands, 5, range(7))
    assert game.about_to_die == 5


def test_a_tie_below_the_half_changes_nothing() -> None:
    game, hands = table()
    vote(game, hands, 1, range(4))
    vote(game, hands, 2, range(4))
    assert game.about_to_die == NOBODY
    assert votes_needed(game) == 5
    vote(game, hands, 3, range(5))
    assert game.about_to_die == 3


def test_the_half_is_of_those_alive_when_the_vote_is_counted() -> None:
    game, hands = table()
    vote(game, hands, 1, range(5))
    assert game.about_to_die == 1
    override(game, "kill", 8)
    override(game, "kill", 9)
    vote(game, hands, 2, range(4))
    assert game.about_to_die == 1, "fewer than the earlier five, though it would be enough now"
    vote(game, hands, 3, range(6))
    assert game.about_to_die == 3


@given(st.lists(st.integers(0, 10), min_size=1, max_size=8))
def test_the_block_after_any_row_of_votes(tallies: list[int]) -> None:
    """The highest count of at least half, if nobody shares it; whoever comes later needs more."""
    game, hands = table()
    nominees = [1, 2, 3, 5, 6, 7, 8, 9]
    for nominee, tally in zip(nominees, tallies, strict=False):
        vote(game, hands, nominee, range(tally))
    top = max(tallies)
    holders = [nominee for nominee, tally in zip(nominees, tallies, strict=False) if tally == top]
    assert game.about_to_die == (holders[0] if top >= 5 and len(holders) == 1 else NOBODY)
    assert game.highest == top


@pytest.mark.parametrize("seats", range(6, 13))
def test_half_of_all_players_dead_or_alive_exile(seats: int) -> None:
    thief = Seat("thief", None, evil=False)
    extra = [thief] * max(1, seats - 10)
    count = seats - len(extra)
    for support in range(seats + 1):
        game, hands = table(count, *extra)
        override(game, "kill", 1)
        assert exile_needed(game) == (seats + 1) // 2
        act(game, hands, Exile(0, count), range(support))
        assert bool(game.dead >> count & 1) is (support >= (seats + 1) // 2)
        assert game.about_to_die == NOBODY
        assert not game.executions


# -- whose hands -------------------------------------------------------------------------------------


def test_the_dead_vote_once_whatever_comes_of_it() -> None:
    game, hands = table()
    override(game, "kill", 9)
    assert may_vote(game) >> 9 & 1
    vote(game, hands, 1, (9,))
    assert game.tallies == {1: 1}
    assert not game.ghost_votes >> 9 & 1
    assert not may_vote(game) >> 9 & 1
    vote(game, hands, 2, (9, 0))
    assert game.tallies == {1: 1, 2: 1}


def test_to_support_an_exile_costs_the_dead_nothing() -> None:
    game, hands = table(6, Seat("thief", None, evil=False))
    override(game, "kill", 1)
    act(game, hands, Exile(0, 6), (1, 2))
    assert game.ghost_votes >> 1 & 1


def test_in_a_secret_vote_the_dead_vote_once_and_pay_at_dusk() -> None:
    hands = Hands()
    game = next_day(seated(["imp", "organgrinder", *TEN[1:7]], _sober(hands)))
    override(game, "kill", 7)
    vote(game, hands, 2, (7, 0))
    assert game.secret_vote
    assert game.tallies == {2: 2}
    assert game.ghost_votes >> 7 & 1
    assert not may_vote(game) >> 7 & 1
    vote(game, hands, 3, (7, 0))
    assert game.tallies == {2: 2, 3: 1}
    next_dusk(game)
    assert not game.ghost_votes >> 7 & 1


def _sober(hands: Hands) -> Any:
    def decide(game: Game, question: Question) -> Any:
        return False if question.name == "organgrinder.choose" else hands(game, question)

    return decide


def test_nobody_votes_at_night_or_after_the_end() -> None:
    game, _ = table()
    play_to(game, "nightfall")
    step(game)
    assert game.phase is Phase.NIGHT
    assert may_nominate(game) == may_be_nominated(game) == 0
    override_end(game)
    assert may_vote(game) == 0


def override_end(game: Game) -> None:
    from knell.engine import GameOver

    with pytest.raises(GameOver):
        override(game, "end", True)


# -- who may -----------------------------------------------------------------------------------------


def test_everybody_alive_may_nominate_and_everybody_but_travellers_be_nominated() -> None:
    game, hands = table(6, Seat("thief", None, evil=False))
    override(game, "kill", 2)
    assert members(may_nominate(game)) == (0, 1, 3, 4, 5, 6)
    assert members(may_be_nominated(game)) == (0, 1, 2, 3, 4, 5)
    vote(game, hands, 2, nominator=6)
    assert members(may_nominate(game)) == (0, 1, 3, 4, 5)
    assert members(may_be_nominated(game)) == (0, 1, 3, 4, 5)
    vote(game, hands, 0, nominator=0)
    assert members(may_nominate(game)) == (1, 3, 4, 5)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Nominate(2, 0), "dead"),
        (Nominate(0, 3), "already nominated"),
        (Nominate(1, 3), "already been nominated"),
        (Nominate(1, 6), "Traveller"),
        (Nominate(1, 9), "in the game"),
        (Exile(0, 1), "no Traveller"),
        (Exile(0, 7), "dead already"),
        (Exile(0, 8), "called for today already"),
        (Execute(9), "isn't in the game"),
        (Leave(1), "Only Travellers"),
        (Use(1, "empath"), "used by day"),
        (Use(1, "slayer", (("guess", 1),)), "isn't asked"),
        (Use(1, "slayer"), "one player"),
    ],
)
def test_what_is_not_possible_has_its_reason(action: Any, why: str) -> None:
    thief = Seat("thief", None, evil=False)
    game, hands = table(6, thief, thief, thief, thief)
    override(game, "kill", 2)
    override(game, "kill", 7)
    act(game, hands, Leave(9))
    act(game, hands, Exile(0, 8))
    vote(game, hands, 3, nominator=0)
    reason = why_not(game, action)
    assert reason is not None
    assert why in reason.message.format_map({**dict(reason.parameters), "player": "X", "character": "x"})


def test_after_an_execution_the_day_is_over() -> None:
    game, hands = table()
    hands.actions = [Nominate(0, 1), Execute(9), Nominate(2, 3)]
    hands.up = [set(range(7))]
    play_to(game, "nightfall")
    assert hands.actions == [Nominate(2, 3)], "nobody is asked what happens next"
    assert [e.player for e in game.executions] == [9], "whoever was about to die is spared"
    assert not game.dead >> 1 & 1


def test_by_night_nothing_of_the_day_is_possible() -> None:
    game, _ = table()
    play_to(game, "nightfall")
    step(game)
    for action in (Nominate(0, 1), Execute(1), Close(), Use(1, "slayer", (("choose", 2),))):
        reason = why_not(game, action)
        assert reason is not None
        assert "by day" in reason.message


# -- what is told ------------------------------------------------------------------------------------


def test_a_vote_tells_hands_tally_and_what_was_needed() -> None:
    ear = Ear()
    game, hands = table(listen=ear)
    vote(game, hands, 1, (0, 2, 3, 4, 5))
    (told,) = ear.of(VoteCounted)
    assert told == VoteCounted(1, hands=0b111101, tally=5, half=5, highest=0)
    assert ear.of(AboutToDie) == [AboutToDie(1)]
    assert [e.audience for e in ear if isinstance(e, VoteCounted | AboutToDie)] == [None, None]


def test_a_secret_vote_tells_nobody() -> None:
    ear = Ear()
    hands = Hands()
    game = next_day(seated(["imp", "organgrinder", *TEN[1:7]], _sober(hands), listen=ear))
    vote(game, hands, 2, range(6))
    assert game.about_to_die == 2
    assert [e.audience for e in ear.of(VoteCounted)] == [0]
    assert ear.of(AboutToDie) == []
    assert ear.of(SecretVote) == [SecretVote(2)]


def test_names_of_the_table_are_those_of_the_seats() -> None:
    game, _ = table(5)
    assert game.names == NAMES[:5]

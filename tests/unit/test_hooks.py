"""Hooks that no bundled character fills in yet: each is tried by a character of the test's own."""

from collections.abc import Sequence

import pytest

from knell.characters import character
from knell.engine import (
    Cast,
    Character,
    Close,
    Death,
    Demon,
    Game,
    GameOver,
    Mask,
    Nominate,
    Phase,
    PlayerId,
    Question,
    Seat,
    Townsfolk,
    Turn,
    hand,
    members,
    seat,
)
from knell.engine.endings import Claim
from knell.engine.hooks import DayHooks, NightHooks
from knell.engine.overrides import Kill
from knell.engine.terms import NOBODY
from tables import Answers, next_day, play_to, set_up


class Heir(Townsfolk):
    """Somebody else dies at night in their place."""

    id = "heir"

    def turns_aside(self, turn: Turn, death: Death) -> PlayerId:
        if death.player != turn.me or death.by_day:
            return NOBODY
        return turn.rule("instead", (NOBODY, *turn.others), default=NOBODY)


class Patient(Townsfolk):
    """Good doesn't win before the next day is over."""

    id = "patient"

    def delays_end(self, turn: Turn, claim: Claim) -> bool:
        return not claim.evil and turn.ability.memory is None

    def dusk(self, turn: Turn) -> None:
        if turn.game.night > 1:
            turn.remember("enough")


class Chorus(Townsfolk):
    """Whoever votes counts twice if somebody votes with them."""

    id = "chorus"

    def weighs(self, turn: Turn, voter: PlayerId, hands: Mask) -> int:
        return 2 if hands.bit_count() > 1 else 1


def table(*ids: str, answers: Answers | None = None, own: Sequence[Character] = ()) -> Game:
    known = {one.id: one for one in own}
    every = [known[i] if i in known else character(i) for i in ids]
    first, other = ["poisoner", "empath"], ["poisoner", "monk", "imp", "empath"]
    names = ("Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus")[: len(ids)]
    game = seat(Cast(every, first, other), names, [Seat(i) for i in ids], answers or Answers())
    return set_up(game)


def test_a_death_may_strike_somebody_else_instead() -> None:
    answers = Answers({"imp.choose": 1, "heir.instead": 2})
    game = table("imp", "heir", "empath", "saint", "monk", answers=answers, own=[Heir()])
    play_to(game, "nightfall")
    play_to(game, "morning")
    assert members(game.dead) == ()
    play_to(game, "nightfall")
    play_to(game, "morning")
    assert members(game.dead) == (2,)
    assert game.deaths[-1].by_demon, "it is still the Demon that kills"
    assert [token.player for token in game.tokens if token.name == "imp.dead"] == [2]


def test_who_is_struck_instead_may_be_protected() -> None:
    answers = Answers({"imp.choose": 1, "heir.instead": 2, "monk.choose": 2})
    game = table("imp", "heir", "empath", "saint", "monk", answers=answers, own=[Heir()])
    for _night in range(2):
        play_to(game, "nightfall")
        play_to(game, "morning")
    assert "heir.instead" in answers.names
    assert members(game.dead) == ()


def test_a_death_turns_aside_only_for_an_ability_that_works() -> None:
    answers = Answers({"imp.choose": 1, "heir.instead": 2, "poisoner.choose": 1})
    game = table("imp", "heir", "empath", "saint", "poisoner", answers=answers, own=[Heir()])
    for _night in range(2):
        play_to(game, "nightfall")
        play_to(game, "morning")
    assert members(game.dead) == (1,)


def test_the_storytellers_hand_is_not_turned_aside() -> None:
    game = table("imp", "heir", "empath", "saint", "monk", own=[Heir()])
    next_day(game)
    hand.apply(game, Kill(1))
    assert members(game.dead) == (1,)


def test_the_end_of_a_game_may_be_put_off() -> None:
    game = table("imp", "patient", "empath", "saint", "monk", "virgin", own=[Patient()])
    next_day(game)
    hand.apply(game, Kill(0))
    assert game.phase is Phase.DAY, "the Demon is dead and the game goes on"
    assert game.problems() == []
    play_to(game, "dusk")
    next_day(game)
    play_to(game, "nightfall")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == ("good", "demon_dead")


def test_the_end_is_put_off_only_while_the_ability_works() -> None:
    game = table("imp", "patient", "empath", "saint", "monk", "virgin", own=[Patient()])
    next_day(game)
    hand.apply(game, Kill(1))
    with pytest.raises(GameOver):
        hand.apply(game, Kill(0))


def test_a_vote_may_count_by_who_votes_with_it() -> None:
    class Hands(Answers):
        up: tuple[PlayerId, ...] = ()

        def __call__(self, game: Game, question: Question) -> object:
            if question.name == "vote":
                return question.who in self.up
            return super().__call__(game, question)

    answers = Hands({"day": [Nominate(1, 2), Nominate(2, 3), Close()]})
    game = table("imp", "chorus", "empath", "saint", "monk", answers=answers, own=[Chorus()])
    next_day(game)
    answers.up = (0,)
    play_to(game, "vote")
    play_to(game, "day")
    answers.up = (0, 1)
    play_to(game, "vote")
    play_to(game, "day")
    assert game.tallies == {2: 1, 3: 4}


def test_every_hook_is_found_by_its_name_and_none_is_kept_by_hand() -> None:
    assert Heir.hooks == {"turns_aside"}
    assert "weighs" in Chorus.hooks
    assert "weighs" in vars(DayHooks)
    assert "night" in vars(NightHooks)
    assert Demon.hooks == frozenset()

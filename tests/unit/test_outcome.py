"""Deaths and the end: what counts as a death by whom, which condition comes first, who wins."""

import pytest

from knell.engine import (
    SKIP,
    Cause,
    Game,
    GameOver,
    Phase,
    Seat,
    members,
    step,
)
from knell.engine.death import by_ability, kill
from knell.engine.deaths import Death
from knell.engine.endings import Claim
from knell.engine.events import Died, GameEnded, NobodyDied
from knell.engine.outcome import check, claim, finish
from tables import Answers, Ear, next_day, override, play_to, seated

TABLE = ("imp", "sage", "monk", "saint", "virgin", "poisoner", "empath")


def at_night(*ids: str | Seat, listen: Ear | None = None) -> Game:
    """The second night, when nobody has been woken yet."""
    quiet = Answers({"imp.choose": SKIP, "poisoner.choose": SKIP})
    game = next_day(seated(ids or TABLE, quiet, listen=listen))
    play_to(game, "nightfall")
    step(game)
    assert game.phase is Phase.NIGHT
    return game


# -- by whom -----------------------------------------------------------------------------------------


def test_only_a_demons_own_attack_is_a_kill_by_the_demon() -> None:
    game = at_night()
    imp, minion = game.abilities_of(0)[0], game.abilities_of(5)[0]
    assert by_ability(imp) == Cause("demon", imp)
    assert by_ability(imp, linked_to=3) == Cause("ability", imp, 3)
    assert by_ability(minion) == Cause("ability", minion)
    borrowed = imp._replace(parent=minion.id)
    assert by_ability(borrowed).kind == "ability", "a Demon's ability in other hands is no Demon"


@pytest.mark.parametrize("who", [0, 5])
def test_the_sage_learns_of_a_kill_by_the_demon_only(who: int) -> None:
    game = at_night()
    assert kill(game, 1, by_ability(game.abilities_of(who)[0]))
    play_to(game, "morning")
    assert (1 in game.woken) is (who == 0)


def test_a_death_says_who_was_alive_before_and_what_the_player_was() -> None:
    game = at_night()
    override(game, "kill", 2)
    override(game, "registers_dead", 4)
    override(game, "alignment", 3, True)
    override(game, "character", 3, "poisoner")
    override(game, "kill", 3)
    death = game.deaths[-1]
    assert (death.player, death.character, death.evil, death.by_day, death.night) == (
        3,
        "poisoner",
        True,
        False,
        2,
    )
    assert members(death.living_before) == (0, 1, 3, 5, 6)
    assert (death.by_execution, death.by_demon, death.feigned) == (False, False, False)
    assert isinstance(death, Death)


def test_nobody_dies_twice_or_after_leaving() -> None:
    game = at_night()
    cause = by_ability(game.abilities_of(0)[0])
    assert kill(game, 2, cause)
    assert not kill(game, 2, cause)
    assert [d.player for d in game.deaths] == [2]
    game.everyone &= ~(1 << 4)
    assert not kill(game, 4, cause)


def test_the_dead_of_a_night_are_named_once_in_the_order_of_the_seats() -> None:
    ear = Ear()
    game = at_night(listen=ear)
    override(game, "reseat", 0, 6, 5, 4, 3, 2, 1)
    for player in (2, 6, 4):
        override(game, "kill", player)
    override(game, "kill", 2)
    play_to(game, "morning")
    assert [died.player for died in ear.of(Died)] == [6, 4, 2]
    assert ear.of(NobodyDied) == [NobodyDied()]  # the first night


# -- what ends the game ------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["good", "evil"])
def test_of_two_conditions_met_at_once_goods_comes_first(first: str) -> None:
    game = at_night()
    claims = [Claim(False, "alsaahir"), Claim(True, "saint")]
    for evil, reason in claims if first == "good" else reversed(claims):
        claim(game, evil, reason)
    with pytest.raises(GameOver):
        check(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == ("good", "alsaahir")
    assert game.claims == []


def test_of_several_conditions_of_one_side_the_first_counts() -> None:
    game = at_night()
    claim(game, True, "saint")
    claim(game, True, "vortox")
    with pytest.raises(GameOver):
        check(game)
    assert game.outcome is not None
    assert game.outcome.reason == "saint"


def test_a_lost_demon_is_no_matter_while_another_one_lives() -> None:
    game = at_night("imp", "imp", "monk", "saint", "virgin", "poisoner", "empath")
    override(game, "kill", 0)
    assert game.demon_lost == ""
    assert game.outcome is None
    with pytest.raises(GameOver):
        override(game, "kill", 1)


def test_two_alive_are_the_end_and_travellers_are_not_counted() -> None:
    game = at_night("imp", "sage", "monk", "saint", Seat("thief", None, evil=False))
    override(game, "kill", 1)
    with pytest.raises(GameOver):
        override(game, "kill", 2)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.reason) == ("evil", "two_alive")


def test_a_table_of_two_that_begins_so_may_be_played() -> None:
    """Nobody has died, so nothing has been decided."""
    game = seated(["imp", "empath"], Answers({"imp.choose": SKIP}))
    play_to(game, "day")
    assert game.outcome is None


def test_everybody_wins_or_loses_with_their_side_dead_or_alive() -> None:
    game = at_night()
    override(game, "alignment", 3, True)
    override(game, "kill", 2)
    override(game, "kill", 3)
    with pytest.raises(GameOver):
        finish(game, True, "storyteller")
    assert game.outcome is not None
    assert members(game.outcome.winners) == (0, 3, 5)


def test_after_the_end_nothing_more_happens() -> None:
    ear = Ear()
    game = at_night(listen=ear)
    with pytest.raises(GameOver):
        override(game, "kill", 0)
    assert (game.phase, game.agenda, game.depth) == (Phase.OVER, [], 0)
    assert ear.of(GameEnded) == [GameEnded("good", "demon_dead")]
    check(game)
    assert len(ear.of(GameEnded)) == 1


def test_who_has_left_neither_wins_nor_loses() -> None:
    game = at_night()
    game.everyone &= ~(1 << 4)
    with pytest.raises(GameOver):
        finish(game, False, "storyteller")
    assert game.outcome is not None
    assert not game.outcome.winners >> 4 & 1

"""Tonight's list: who comes when, why somebody falls away, and what is put in while the night goes on."""

import pytest

from knell.characters import cast
from knell.engine import NOBODY, SKIP, Game, Phase, Seat, Text, clock, step
from knell.engine.night import NightEntry, sheet, to_come
from tables import SCRIPT, Answers, next_dusk, override, play_to, seated

FIRST = ["minioninfo", "demoninfo", "lleech", "poisoner", "witch", "washerwoman", "librarian", "investigator"]
FIRST += ["empath", "fortuneteller"]
OTHER = ["poisoner", "monk", "witch", "scarletwoman", "imp", "nodashii", "vortox", "lleech"]
OTHER += ["empath", "fortuneteller", "undertaker", "juggler"]


def at_dusk(*ids: str | Seat, night: int = 1, answers: Answers | None = None) -> Game:
    """A game in that night, before anybody is woken."""
    game = seated(ids, answers or Answers({"imp.choose": SKIP}), script=SCRIPT)
    while game.night + 1 < night:
        play_to(game, "morning")
        next_dusk(game)
    step(game)
    assert (game.phase, game.night) == (Phase.NIGHT, night)
    return game


def names(entries: list[NightEntry], *, awake: bool = False) -> list[str]:
    return [e.name for e in entries if not awake or e.why_not is None]


def why(entries: list[NightEntry], player: int, name: str) -> str:
    """The reason why a player isn't woken as that character."""
    (entry,) = [e for e in entries if e.player == player and e.name == name]
    return said(entry.why_not)


def said(reason: Text | None) -> str:
    return "" if reason is None else reason.message.format_map(dict(reason.parameters))


# -- the order ---------------------------------------------------------------------------------------


def test_the_order_of_the_script_on_the_first_night() -> None:
    own = cast(SCRIPT)
    assert sheet(Game(own, (), Answers()), first_night=True) == FIRST[2:]
    order = ["dusk", *FIRST, "dawn"]
    assert sorted(order[1:-1], key=lambda name: own.first_place[name]) == FIRST


def test_the_order_of_the_script_on_every_other_night() -> None:
    own = cast(SCRIPT)
    assert sheet(Game(own, (), Answers()), first_night=False) == OTHER


def test_a_table_of_everybody_is_woken_in_that_order() -> None:
    game = at_dusk(*SCRIPT[:9], "poisoner", "witch", "imp", "vortox", "lleech", "nodashii")
    first = [name for name in FIRST if name in (*SCRIPT[:6], "poisoner", "witch", "lleech")]
    assert names(to_come(game)) == ["minioninfo", "demoninfo", *first, "dawn"]


def test_a_later_night_lists_whoever_acts_then() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin", night=2)
    assert names(to_come(game)) == ["poisoner", "monk", "imp", "empath", "fortuneteller", "dawn"]
    assert [e.player for e in to_come(game)] == [3, 2, 4, 0, 1, NOBODY]


def test_the_author_of_a_script_may_order_the_night_otherwise() -> None:
    own = cast(SCRIPT, other_nights=("imp", "monk", "poisoner"))
    assert sheet(Game(own, (), Answers()), first_night=False) == ["imp", "monk", "poisoner"]


def test_by_day_nothing_is_to_come() -> None:
    game = at_dusk("empath", "imp", "monk", "saint", "virgin")
    play_to(game, "day")
    assert to_come(game) == []


def test_evil_meets_from_seven_on() -> None:
    five = ["empath", "imp", "monk", "saint", "poisoner"]
    assert "minioninfo" not in names(to_come(at_dusk(*five, "virgin")))
    assert names(to_come(at_dusk(*five, "virgin", "fool")))[:2] == ["minioninfo", "demoninfo"]
    assert "minioninfo" not in names(to_come(at_dusk(*five, "virgin", "fool", night=2)))


# -- why not -----------------------------------------------------------------------------------------


def test_the_dead_are_listed_with_the_reason_until_their_step_is_over() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin", night=2)
    override(game, "kill", 2)
    assert "is dead" in why(to_come(game), 2, "monk")
    assert names(to_come(game), awake=True) == ["poisoner", "imp", "empath", "fortuneteller", "dawn"]
    play_to(game, "dawn")
    assert 2 not in game.woken


def test_the_dead_of_earlier_days_are_not_listed() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin")
    play_to(game, "day")
    override(game, "kill", 2)
    play_to(game, "nightfall")
    step(game)
    assert names(to_come(game)) == ["poisoner", "imp", "empath", "fortuneteller", "dawn"]


def test_who_has_nothing_to_do_is_listed_with_the_reason() -> None:
    game = at_dusk("empath", "juggler", "monk", "poisoner", "imp", "saint", "zombuul", night=2)
    assert "No guesses" in why(to_come(game), 1, "juggler")
    assert said(to_come(game)[-1].why_not) == ""


def test_somebody_died_today_is_why_the_zombuul_sleeps() -> None:
    game = seated(["empath", "zombuul", "monk", "saint", "virgin", "fool"])
    play_to(game, "day")
    override(game, "kill", 0)
    play_to(game, "nightfall")
    step(game)
    assert "Somebody died" in why(to_come(game), 1, "zombuul")


def test_looking_at_the_list_asks_and_changes_nothing() -> None:
    answers = Answers()
    game = at_dusk("empath", "juggler", "monk", "poisoner", "imp", "saint", "drunk", answers=answers)
    asked = len(answers.asked)
    before = (list(game.agenda), game.counter, list(game.tokens))
    to_come(game)
    assert (list(game.agenda), game.counter, list(game.tokens)) == before
    assert len(answers.asked) == asked


# -- while the night goes on ---------------------------------------------------------------------------


def test_an_ability_whose_place_is_still_to_come_acts_tonight() -> None:
    game = at_dusk("empath", "saint", "monk", "poisoner", "imp", "fool", "virgin", night=2)
    step(game)  # the Poisoner
    override(game, "character", 1, "undertaker")
    assert names(to_come(game)) == ["notice", "monk", "imp", "empath", "undertaker", "dawn"]
    assert [e.player for e in to_come(game) if e.name in ("notice", "undertaker")] == [1, 1]


def test_an_ability_whose_place_has_passed_waits_for_the_next_night() -> None:
    game = at_dusk("empath", "saint", "monk", "poisoner", "imp", "fool", "virgin", night=2)
    play_to(game, "dawn")
    override(game, "character", 1, "poisoner")
    assert names(to_come(game)) == ["notice", "dawn"]
    next_dusk(game)
    step(game)
    assert [e.player for e in to_come(game) if e.name == "poisoner"] == [3, 1]


def test_what_is_learned_at_the_start_is_learned_at_once_when_its_place_has_passed() -> None:
    answers = Answers({"imp.choose": SKIP})
    game = at_dusk("empath", "saint", "monk", "poisoner", "imp", "fool", "virgin", night=2, answers=answers)
    while names(to_come(game))[0] != "empath":
        step(game)
    override(game, "character", 1, "washerwoman")
    assert names(to_come(game))[:2] == ["notice", "washerwoman"]
    step(game)
    step(game)
    assert answers.names[-2:] == ["you_are", "washerwoman.show"]


def test_whoever_comes_back_to_life_is_put_in_again() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin", night=2)
    override(game, "kill", 0)
    override(game, "kill", 3)
    override(game, "revive", 3)
    override(game, "revive", 0)
    woken = names(to_come(game), awake=True)
    assert woken.count("empath") >= 1
    assert woken.count("poisoner") >= 1
    play_to(game, "dawn")
    assert game.woken.count(0) == game.woken.count(3) == 1, "woken once, however often they were listed"


def test_whoever_loses_an_ability_falls_off_the_list() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin", night=2)
    override(game, "character", 2, "saint")
    assert names(to_come(game)) == ["notice", "poisoner", "imp", "empath", "fortuneteller", "dawn"]


def test_a_step_can_be_put_before_all_others_of_its_place() -> None:
    game = at_dusk("empath", "fortuneteller", "monk", "poisoner", "imp", "saint", "virgin", night=2)
    place = to_come(game)[1].place
    clock.plan(game, place, "notice", 5)
    clock.plan(game, place, "notice", 6, first=True)
    assert [(e.name, e.player) for e in to_come(game)][1:4] == [("notice", 6), ("monk", 2), ("notice", 5)]
    assert game.agenda == sorted(game.agenda)


@pytest.mark.parametrize("first", [0, 1])
def test_two_with_the_same_place_are_ordered_by_the_storyteller(first: int) -> None:
    answers = Answers({"tiebreak": first, "poisoner.choose": 2})
    game = seated(["poisoner", "poisoner", "imp", "saint", "virgin"], answers)
    play_to(game, "dawn")
    assert game.woken[:2] == [first, 1 - first]
    assert answers.names.count("tiebreak") == 1
    assert answers.last("tiebreak").options == (0, 1)

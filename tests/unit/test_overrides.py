"""Changes by hand: what each does, what follows from it by the rules, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from games import state
from knell.characters import automated
from knell.engine import (
    SKIP,
    Cast,
    Close,
    Effect,
    Game,
    GameOver,
    OverrideRefused,
    Phase,
    PlayerId,
    Seat,
    Townsfolk,
    Turn,
    Type,
    Until,
    Use,
    death,
    hand,
    members,
    seat,
    step,
)
from knell.engine.day import why_not
from knell.engine.events import ChangedByHand, Died, Shown
from knell.engine.overrides import AddCharacter, Kill, MakeDrunk
from knell.facts import FIRST_NIGHT, OTHER_NIGHTS
from knell.record.legal import why_no_override
from tables import Answers, Ear, next_day, override, play_to, refused, seated, tokens

TABLE = ("imp", "empath", "monk", "saint", "virgin", "poisoner", "fool")


def by_day(*ids: str | Seat, listen: Ear | None = None, answers: Answers | None = None) -> Game:
    quiet = answers or Answers({"imp.choose": SKIP, "poisoner.choose": SKIP})
    return next_day(seated(ids or TABLE, quiet, script=[*TABLE, "mutant", "drunk", "chef"], listen=listen))


def at_night(*ids: str | Seat, listen: Ear | None = None, answers: Answers | None = None) -> Game:
    """The second night, before anybody is woken."""
    game = by_day(*ids, listen=listen, answers=answers)
    play_to(game, "nightfall")
    step(game)
    return game


# -- life and death ----------------------------------------------------------------------------------


def test_by_day_a_death_is_said_at_once_and_at_night_at_dawn() -> None:
    ear = Ear()
    game = by_day(listen=ear)
    override(game, "kill", 1)
    assert game.dead == 0b10
    assert ear.of(Died) == [Died(1)]
    play_to(game, "nightfall")
    step(game)
    override(game, "kill", 2)
    assert ear.of(Died) == [Died(1)]
    play_to(game, "morning")
    assert ear.of(Died) == [Died(1), Died(2)]


def test_nothing_protects_from_the_storytellers_hand() -> None:
    game = at_night()
    override(game, "token", 6, "monk.safe")
    override(game, "kill", 6)
    assert game.dead >> 6 & 1
    assert tokens(game, 6) == ["monk.safe"], "and the Fool's ability isn't spent by it"


def test_to_kill_the_last_demon_ends_the_game() -> None:
    game = by_day()
    with pytest.raises(GameOver):
        override(game, "kill", 0)
    assert game.outcome is not None
    assert game.outcome.reason == "demon_dead"
    assert game.agenda == []


def test_to_kill_the_dead_or_revive_the_living_changes_nothing() -> None:
    game = by_day()
    override(game, "kill", 1)
    before = state(game)
    override(game, "kill", 1)
    override(game, "revive", 2)
    assert state(game) == before


def test_whoever_is_revived_has_no_dead_vote_and_a_fresh_ability() -> None:
    game = by_day()
    override(game, "token", 6, "fool.no_ability")
    override(game, "kill", 6)
    assert game.ghost_votes >> 6 & 1
    override(game, "revive", 6)
    assert not (game.dead | game.ghost_votes) >> 6 & 1
    assert tokens(game, 6) == []
    assert game.works(game.abilities_of(6)[0])


def test_a_death_of_the_past_triggers_nothing() -> None:
    game = seated(["imp", "saint", "empath", "monk", "virgin"])
    hand.apply_as_past(game, [Kill(0), Kill(1)])
    assert game.dead == 0b11
    assert game.ghost_votes == 0b11
    assert game.outcome is None
    assert [d.player for d in game.deaths] == [0, 1]
    assert game.phase is Phase.SETUP


# -- states ------------------------------------------------------------------------------------------


def test_drink_and_poison_stay_until_they_are_taken_away() -> None:
    game = by_day()
    override(game, "drunk", 1)
    override(game, "poison", 1)
    play_to(game, "dawn")
    assert game.drunk == game.poisoned == 0b10
    override(game, "sober", 1)
    assert (game.drunk, game.poisoned) == (0, 0b10)
    override(game, "heal", 1)
    assert (game.drunk, game.poisoned) == (0, 0)


def test_sobering_takes_away_whatever_made_drunk() -> None:
    game = by_day(*TABLE, answers=Answers({"imp.choose": SKIP, "poisoner.choose": 1}))
    assert game.poisoned == 0b10
    override(game, "sober", 1)
    assert game.poisoned == 0b10
    override(game, "heal", 1)
    assert game.poisoned == 0


def test_registering_dead_is_seen_by_all_and_kills_nobody() -> None:
    game = by_day()
    override(game, "registers_dead", 1)
    assert game.alive >> 1 & 1
    assert not game.living >> 1 & 1
    assert game.ghost_votes >> 1 & 1
    override(game, "registers_dead", 1)
    assert game.feigned == 0b10
    override(game, "revive", 1)
    assert game.living >> 1 & 1


def test_a_dead_vote_can_be_given_and_taken() -> None:
    game = by_day()
    override(game, "kill", 1)
    override(game, "ghost_vote", 1, False)
    assert not game.ghost_votes >> 1 & 1
    override(game, "ghost_vote", 1, True)
    assert game.ghost_votes >> 1 & 1


# -- characters and sides ----------------------------------------------------------------------------


def test_a_new_character_brings_its_ability_and_is_told_at_night() -> None:
    answers = Answers({"imp.choose": SKIP, "poisoner.choose": SKIP})
    game = by_day(answers=answers)
    override(game, "character", 1, "chef")
    assert [a.character.id for a in game.abilities_of(1)] == ["chef"]
    assert game.told[1] == ("empath", False)
    play_to(game, "dawn")
    assert game.told[1] == ("chef", False)
    assert answers.names[-3:].count("chef.show") == 1
    assert game.woken[0] == 1


def test_a_new_side_is_told_at_night_and_told_back_if_it_turns_again() -> None:
    game = by_day()
    override(game, "alignment", 1, True)
    assert game.evil >> 1 & 1
    play_to(game, "dawn")
    assert game.told[1] == ("empath", True)
    assert game.learned[1] in ("evil", 0, 1, 2)
    override(game, "alignment", 1, True)
    assert game.notices == {}


def test_there_and_back_by_day_is_told_to_nobody() -> None:
    game = by_day()
    override(game, "alignment", 1, True)
    override(game, "alignment", 1, False)
    play_to(game, "dawn")
    assert game.woken.count(1) == 1, "as the Empath"


def test_to_make_the_last_demon_something_else_ends_the_game() -> None:
    game = by_day()
    with pytest.raises(GameOver):
        override(game, "character", 0, "chef")
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winner) == ("no_demon", "good")


# -- tokens ------------------------------------------------------------------------------------------


def test_a_token_by_hand_belongs_to_whoever_has_the_ability() -> None:
    game = by_day()
    override(game, "token", 1, "poisoner.poisoned")
    assert game.poisoned == 0b10
    (token,) = game.tokens
    assert (token.source, token.until) == (game.abilities_of(5)[0].id, Until.DUSK)
    override(game, "kill", 5)
    assert game.poisoned == 0


def test_a_token_of_nobodys_ability_works_until_it_is_taken_away() -> None:
    game = by_day("imp", "empath", "monk", "saint", "virgin")
    override(game, "token", 1, "lleech.poisoned")
    assert game.poisoned == 0, "the Lleech isn't on the script, so this is only a note"
    override(game, "token", 2, "poisoner.poisoned")
    assert game.poisoned == 0b100
    assert tokens(game, 1) == ["lleech.poisoned"]
    assert tokens(game, 2) == ["poisoner.poisoned"]
    override(game, "remove_token", 2, "poisoner.poisoned")
    assert game.poisoned == 0


def test_a_spent_mark_spends_the_players_own_ability() -> None:
    game = by_day()
    override(game, "token", 6, "fool.no_ability")
    assert game.spent(game.abilities_of(6)[0])
    override(game, "token", 1, "fool.no_ability")
    assert [t.source for t in game.tokens if t.player == 1] == [-1]


def test_every_token_of_that_name_comes_off() -> None:
    game = by_day()
    override(game, "token", 1, "imp.dead")
    override(game, "token", 1, "imp.dead")
    override(game, "token", 2, "imp.dead")
    override(game, "remove_token", 1, "imp.dead")
    assert [t.player for t in game.tokens] == [2]


# -- showing, ending, adding -------------------------------------------------------------------------


def test_something_is_shown_to_one_player_alone() -> None:
    ear = Ear()
    game = at_night(listen=ear)
    override(game, "show", 3, "three fingers")
    assert game.learned[3] == "three fingers"
    assert game.woken[-1] == 3
    assert not game.woke_for_ability >> 3 & 1
    (shown,) = [e for e in ear.of(Shown) if e.ability == "storyteller"]
    assert shown.audience == 0b1000


@pytest.mark.parametrize("evil", [False, True])
def test_the_storyteller_may_end_the_game(evil: bool) -> None:
    game = by_day()
    with pytest.raises(GameOver):
        override(game, "end", evil)
    assert game.outcome is not None
    assert game.outcome.reason == "storyteller"
    assert game.outcome.winners == (game.evil if evil else game.everyone & ~game.evil)


def test_fabled_and_loric_are_added_once() -> None:
    game = by_day()
    override(game, "add", "angel")
    override(game, "add", "bootlegger")
    override(game, "add", "angel")
    assert game.added == ("angel", "bootlegger")


def test_a_ruling_may_be_made_at_any_time() -> None:
    game = by_day("imp", "empath", "mutant", "saint", "virgin", "monk")
    override(game, "rule", "mutant.execute", 2)
    assert game.dead >> 2 & 1
    assert [(e.player, e.died, e.by_day) for e in game.executions] == [(2, True, True)]
    assert game.day_over


def test_everything_is_told_to_the_storyteller_alone() -> None:
    ear = Ear()
    game = by_day(listen=ear)
    override(game, "drunk", 1)
    (event,) = ear.of(ChangedByHand)
    assert (event.audience, event.override) == (0, MakeDrunk(1))


# -- sides -------------------------------------------------------------------------------------------


class Watcher(Townsfolk):
    """Notes everybody who changes sides."""

    id = "watcher"
    works_dead = True

    def changed_side(self, turn: Turn, player: PlayerId) -> None:
        turn.remember((*(turn.ability.memory or ()), (player, bool(turn.game.evil >> player & 1))))


def watched(*ids: str, **given: Any) -> tuple[Game, Callable[[], Any]]:
    """A game in whose last seat somebody watches who changes sides, and what they have noted."""
    known = [automated()[i] for i in ids]
    cast = Cast([*known, Watcher()], FIRST_NIGHT, OTHER_NIGHTS)
    seats = [Seat(i) for i in (*ids, "watcher")]
    game = seat(cast, [f"P{n}" for n in range(len(seats))], seats, Answers(given))

    def noted() -> Any:
        return next(a.memory for a in game.abilities.values() if a.character.id == "watcher")

    return play_to(game, "dawn"), noted


def test_every_change_of_side_reaches_abilities_and_nothing_else_does() -> None:
    game, noted = watched("imp", "empath", "monk", "saint", **{"imp.choose": SKIP})
    assert noted() is None
    override(game, "alignment", 1, False)
    override(game, "character", 2, "saint")
    assert noted() is None
    override(game, "alignment", 1, True)
    override(game, "kill", 3)
    override(game, "alignment", 3, True)
    override(game, "alignment", 1, False)
    assert noted() == ((1, True), (3, True), (1, False))


def test_both_sides_of_a_swap_reach_abilities() -> None:
    game, noted = watched("imp", "snakecharmer", "monk", "saint", **{"snakecharmer.choose": 0})
    assert game.characters[1].id == "imp"
    assert noted() == ((1, True), (0, False))


def cannibal_22(says: bool) -> Game:
    """The Cannibal has eaten a Chef, who turns evil and back again."""
    answers = Answers({"imp.choose": SKIP, "poisoner.choose": SKIP, "cannibal.22": says})
    game = by_day("imp", "cannibal", "chef", "saint", "virgin", "poisoner", "fool", answers=answers)
    override(game, "alignment", 2, True)
    override(game, "alignment", 2, False)
    assert "cannibal.22" not in answers.names, "whoever wasn't eaten doesn't matter"
    death.execute(game, 2)
    assert [a.character.id for a in game.abilities_of(1)] == ["cannibal", "chef"]
    override(game, "alignment", 2, True)
    asked = answers.last("cannibal.22")
    assert (asked.default, asked.player) == (False, 1)
    return game


def test_a_meal_that_turns_evil_stays_what_it_was() -> None:
    game = cannibal_22(says=False)
    assert [a.character.id for a in game.abilities_of(1)] == ["cannibal", "chef"]
    assert not game.poisoned >> 1 & 1


def test_a_change_of_the_meals_side_is_followed_both_ways_if_the_storyteller_says_so() -> None:
    game = cannibal_22(says=True)
    assert [a.character.id for a in game.abilities_of(1)] == ["cannibal"]
    assert tokens(game, 1) == ["cannibal.poisoned"]
    override(game, "alignment", 2, False)
    assert [a.character.id for a in game.abilities_of(1)] == ["cannibal", "chef"]
    assert tokens(game, 1) == []


# -- limits ------------------------------------------------------------------------------------------

GUESSERS = ("imp", "alsaahir", "monk", "saint", "virgin", "poisoner", "fool")
GUESS = (("minions", (0,)), ("demons", (5,)))


def test_only_so_many_players_a_day_use_a_limited_ability_aloud() -> None:
    answers = Answers({"day": [Use(p, "alsaahir", GUESS) for p in (2, 3, 4)]})
    game = by_day(*GUESSERS, answers=answers)
    override(game, "limit", "alsaahir", 3)
    for player in (2, 3, 4):
        assert why_not(game, Use(player, "alsaahir", GUESS)) is None
        step(game)
    reason = why_not(game, Use(1, "alsaahir", GUESS))
    assert reason is not None
    assert "limited to {count} a day" in reason.message
    assert dict(reason.parameters) == {"count": 3, "character": "alsaahir"}
    assert why_not(game, Use(1, "alsaahir", GUESS, private=True)) is None, "a whisper is no guess"
    override(game, "limit", "alsaahir", 4)
    assert why_not(game, Use(1, "alsaahir", GUESS)) is None
    override(game, "limit", "alsaahir", 1)
    assert why_not(game, Use(1, "alsaahir", GUESS)) is not None
    override(game, "limit", "alsaahir", None)
    assert why_not(game, Use(1, "alsaahir", GUESS)) is None


def test_a_limit_holds_on_the_next_day_and_counts_anew() -> None:
    answers = Answers({"imp.choose": SKIP, "day": [Use(2, "alsaahir", GUESS), Close()]})
    game = by_day(*GUESSERS, answers=answers)
    override(game, "limit", "alsaahir", 1)
    step(game)
    assert why_not(game, Use(3, "alsaahir", GUESS)) is not None
    copy = game.copy()
    override(copy, "limit", "alsaahir", None)
    assert why_not(copy, Use(3, "alsaahir", GUESS)) is None
    assert why_not(game, Use(3, "alsaahir", GUESS)) is not None, "a copy is a game of its own"
    next_day(game)
    assert game.limits == {"alsaahir": 1}
    assert why_not(game, Use(3, "alsaahir", GUESS)) is None


def test_a_private_ability_is_not_limited() -> None:
    game = by_day("imp", "puzzlemaster", "monk", "saint", "virgin", "poisoner", "fool")
    assert refused(game, "limit", "puzzlemaster", 1)


@pytest.mark.parametrize("most", [0, -1, True, 1.5, "3"])
def test_a_limit_is_a_whole_number_or_none(most: Any) -> None:
    assert refused(by_day(*GUESSERS), "limit", "alsaahir", most)


# -- what is refused ---------------------------------------------------------------------------------

REFUSED: list[tuple[str, tuple[Any, ...], str]] = [
    ("no such thing", (), "no override called"),
    *((name, (17,), "no such player") for name in ("kill", "revive", "drunk", "sober", "poison", "heal")),
    ("registers_dead", (17,), "no such player"),
    ("character", (17, "chef"), "no such player"),
    ("character", (1, "goon"), "isn't on the script"),
    ("alignment", (17, True), "no such player"),
    ("token", (17, "imp.dead"), "no such player"),
    ("remove_token", (1, "imp.dead"), "no token imp.dead"),
    ("ghost_vote", (17, True), "no such player"),
    ("swap", (1, 17), "no such player"),
    ("swap", (17, 1), "no such player"),
    ("rename", (17, "Zoe"), "no such player"),
    ("reseat", (0, 1, 2), "the same players"),
    ("reseat", (0, 1, 2, 3, 4, 5, 5), "the same players"),
    ("show", (17, "a"), "no such player"),
    ("limit", ("alsaahir", 3), "isn't on the script"),
    ("limit", ("imp", 3), "no ability that is used in front of everybody"),
    ("rule", ("mutant.execute", 2), "has the ability"),
    ("rule", ("imp.execute", 0), "no such ruling"),
]


@pytest.mark.parametrize(("name", "arguments", "why"), REFUSED, ids=lambda value: str(value)[:24])
@pytest.mark.parametrize("when", ["day", "night"])
def test_what_makes_no_sense_is_refused_with_nothing_changed(
    name: str, arguments: tuple[Any, ...], why: str, when: str
) -> None:
    game = by_day() if when == "day" else at_night()
    _ = game.drunk
    before = state(game)
    with pytest.raises(OverrideRefused, match=why):
        override(game, name, *arguments)
    assert state(game) == before


@pytest.mark.parametrize("name", ["kill", "drunk", "show"])
def test_nobody_has_a_negative_number(name: str) -> None:
    assert refused(by_day(), name, *((-1, "a") if name == "show" else (-1,)))


def test_a_character_of_a_player_cannot_be_added() -> None:
    assert refused(by_day(), "add", "imp")


@pytest.mark.parametrize("character", ["imp", "thief", "nobody"])
def test_only_fabled_and_loric_are_added(character: str) -> None:
    assert why_no_override(by_day(), AddCharacter(character)) is not None
    assert why_no_override(by_day(), AddCharacter("angel")) is None


def test_a_mutant_who_has_no_ability_is_not_executed() -> None:
    game = by_day("imp", "empath", "mutant", "saint", "virgin", "monk")
    override(game, "poison", 2)
    assert refused(game, "rule", "mutant.execute", 2)
    override(game, "heal", 2)
    override(game, "kill", 2)
    assert refused(game, "rule", "mutant.execute", 2)


def test_in_the_midst_of_a_wake_a_change_counts_from_then_on() -> None:
    """The Fortune Teller has chosen; before the answer is shown, the Storyteller poisons them."""

    def choose(game: Game, _question: object) -> tuple[int, int]:
        override(game, "poison", 1)
        return (2, 3)

    answers = Answers({"imp.choose": SKIP, "fortuneteller.choose": choose})
    game = seated(["imp", "fortuneteller", "monk", "saint", "virgin"], answers)
    play_to(game, "dawn")
    assert answers.last("fortuneteller.show").options == (True, False)


def test_what_ends_the_day_ends_the_step_that_is_going_on() -> None:
    """While hands are counted, the Mutant is executed: the vote is over, and night falls."""
    answers = Answers({"imp.choose": SKIP})
    game = by_day("imp", "empath", "mutant", "saint", "virgin", "monk", answers=answers)

    def hand(now: Game, _question: object) -> bool:
        if not now.day_over:
            override(now, "rule", "mutant.execute", 2)
        return True

    answers.given["vote"] = hand
    from knell.engine import Nominate

    answers.given["day"] = [Nominate(1, 3)]
    play_to(game, "nightfall")
    assert game.tallies == {}
    assert members(game.dead) == (2,)


def test_effects_of_hand_placed_tokens_are_those_of_the_character() -> None:
    game = by_day()
    override(game, "token", 2, "monk.safe")
    assert game.is_safe(2)
    assert game.affected(2, Effect.SAFE)
    assert game.of_type(Type.DEMON) == 1

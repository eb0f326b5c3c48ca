"""Suggestions one by one: each fault that was found in use, and how the rules and the draw work."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from knell.characters import automated
from knell.engine import Execute, Game, Kind, Pair, Pointing, Question, Seat, Start, Type, Use, clock, hand
from knell.engine.advice import GLADLY, LAST, NEVER, ORDINARY, Case, On, Rule, Weight, rule, suggest
from knell.engine.events import Announced, Chose, Event, NightBegan, Shown, Used
from knell.engine.overrides import Kill, MakeDrunk, Override
from knell.engine.past import NO_PAST, Past
from knell.engine.terms import Phase
from knell.record import load, save
from records import answer_at_random, header, opened
from tables import Answers, seated

DRAWS = 150
ADA, BO, CY, DOT, ELI, FAY, GUS, HAL = range(8)
SCRIPT = (
    *("washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller", "undertaker"),
    *("monk", "ravenkeeper", "virgin", "slayer", "soldier", "grandmother", "sage", "juggler"),
    *("drunk", "recluse", "saint", "mutant", "poisoner", "scarletwoman", "baron", "vizier", "imp"),
)


class Stopped(Exception):  # noqa: N818 - not an error, it ends a game
    """The question has come up."""


class Until(Answers):
    """Answers until a certain question comes up, and keeps that."""

    def __init__(self, name: str, given: dict[str, Any] | None, nth: int) -> None:
        super().__init__(given)
        self.name, self.left = name, nth
        self.found: Question | None = None

    def __call__(self, game: Game, question: Question) -> Any:
        if question.name == self.name:
            self.left -= 1
            if not self.left:
                self.found = question
                raise Stopped
        return super().__call__(game, question)


def stopped(
    seats: Sequence[str | Seat],
    name: str,
    given: dict[str, Any] | None = None,
    *,
    nth: int = 1,
    script: Sequence[str] = SCRIPT,
    start: Start | None = None,
    changes: Sequence[Override] = (),
) -> Question:
    """A question of that name as it stands open in a game."""
    until = Until(name, given, nth)
    with pytest.raises(Stopped):  # noqa: PT012 - the set-up may ask it already
        game = seated(seats, until, script=script, start=start)
        for change in changes:
            hand.apply(game, change)
        while game.agenda and game.night < 9:
            clock.step(game)
    assert until.found is not None
    return until.found


def drawn(question: Question, past: Past = NO_PAST, times: int = DRAWS) -> Counter[Any]:
    """What is suggested at an open question, and how often."""
    found: Counter[Any] = Counter()
    for seed in range(times):
        chance = random.Random(f"{question.name} {seed}")
        pick = chance.randrange
        question.draw_from(lambda pick=pick: (pick, past))  # type: ignore[misc] # bound for this turn
        found[question.default] += 1
        assert question.allows(question.default)
        assert question.why is not None
    return found


def past(*events: Event) -> Past:
    return Past((NightBegan(1), *events))


# -- what was found in use ---------------------------------------------------------------------------


def test_bluffs_leave_out_what_a_drunk_believes_to_be_and_what_nobody_can_claim() -> None:
    seats: list[str | Seat] = [
        "imp",
        "poisoner",
        Seat("drunk", "chef"),
        "monk",
        "virgin",
        "slayer",
        "soldier",
    ]
    found = drawn(stopped(seats, "bluffs"))
    bluffs = Counter(bluff for three in found.elements() for bluff in three)
    assert not {"chef", "drunk"} & set(bluffs)
    assert len(found) > 40
    assert max(bluffs.values()) < DRAWS * 0.75


def test_bluffs_fall_back_on_what_somebody_believes_only_where_nothing_else_is_left() -> None:
    seats: list[str | Seat] = [
        "imp",
        "poisoner",
        Seat("drunk", "chef"),
        Seat("drunk", "empath"),
        "virgin",
        "slayer",
        "soldier",
    ]
    few = ("chef", "empath", "virgin", "slayer", "soldier", "saint", "mutant", "drunk", "imp", "poisoner")
    found = drawn(stopped(seats, "bluffs", script=few), times=20)
    assert set(found) == {("chef", "saint", "mutant"), ("empath", "saint", "mutant")}


def test_the_bluffs_have_at_most_one_outsider_and_often_one() -> None:
    question = stopped(["imp", "poisoner", "monk", "chef", "virgin", "slayer", "soldier", "sage"], "bluffs")
    outsiders = Counter(
        sum(automated()[bluff].type is Type.OUTSIDER for bluff in three)
        for three in drawn(question).elements()
    )
    assert set(outsiders) == {0, 1}
    assert min(outsiders.values()) > DRAWS * 0.15


def test_a_washerwoman_is_not_shown_her_own_character_nor_pointed_at_herself() -> None:
    seats = ["washerwoman", "imp", "poisoner", "monk", "chef", "recluse"]
    true = drawn(stopped(seats, "washerwoman.show"))
    false = drawn(stopped([Seat("drunk", "washerwoman"), *seats[1:]], "washerwoman.show"))
    for found in (true, false):
        assert all(ADA not in answer.players and answer.character != "washerwoman" for answer in found)
    assert {answer.character for answer in true} == {"monk", "chef"}
    assert len(false) > 20


def test_a_traveller_or_who_was_announced_is_none_of_the_two() -> None:
    seats = ["investigator", "imp", "vizier", "baron", "monk", "chef", "soldier", "bureaucrat"]
    found = drawn(stopped(seats, "investigator.show"), past(Announced(CY, "vizier")))
    assert all(CY not in answer.players and HAL not in answer.players for answer in found)
    assert {answer.character for answer in found} == {"baron"}


def test_a_juggler_is_never_offered_more_than_they_guessed() -> None:
    use = Use(ADA, "juggler", (("guesses", ((BO, "monk"), (CY, "monk"), (DOT, "monk"))),))
    days = iter([use])

    def day(_game: Game, question: Question) -> Any:
        return next(days, question.default)

    seats: list[str | Seat] = [Seat("drunk", "juggler"), "imp", "baron", "soldier", "saint", "mutant"]
    found = drawn(stopped(seats, "juggler.show", {"day": day}))
    assert max(found) <= 3
    assert len(found) > 1


def undertaker(*events: Event, executed: int = ELI) -> Counter[Any]:
    seats: list[str | Seat] = [
        Seat("drunk", "undertaker"),
        "imp",
        "baron",
        "slayer",
        "monk",
        "saint",
        "bureaucrat",
    ]
    given = {"day": [Execute(executed)], "imp.choose": DOT}
    question = stopped(seats, "undertaker.show", given, script=(*SCRIPT, "gossip"))
    return drawn(question, past(*events))


def test_an_undertakers_lie_names_nobody_known_nothing_shown_before_and_no_demon() -> None:
    found = undertaker(Shown(ADA, "undertaker", "chef"), Used(DOT, "slayer", ()))
    assert not {"chef", "slayer", "bureaucrat", "undertaker"} & set(found)
    assert all(automated()[one].type is not Type.DEMON for one in found)


def test_a_lie_about_an_evil_player_rather_names_what_they_were_given_as_a_bluff() -> None:
    seats: list[str | Seat] = [
        Seat("drunk", "undertaker"),
        "imp",
        "baron",
        "slayer",
        "monk",
        "saint",
        "soldier",
    ]
    given = {"day": [Execute(CY)], "bluffs": ("chef", "empath", "recluse"), "imp.choose": DOT}
    found = drawn(stopped(seats, "undertaker.show", given))
    bluffs = sum(found[one] for one in ("chef", "empath", "recluse"))
    assert bluffs > DRAWS * 0.4
    claimed = drawn(stopped(seats, "undertaker.show", given), past(Used(CY, "virgin", ())))
    assert claimed["virgin"] > found["virgin"] + DRAWS * 0.1


def test_a_grandmothers_lie_tells_nothing_that_another_truly_learned() -> None:
    seats: list[str | Seat] = [
        Seat("drunk", "grandmother"),
        "imp",
        "baron",
        "slayer",
        "monk",
        "saint",
        "soldier",
    ]
    question = stopped(seats, "grandmother.show")
    found = drawn(question, past(Shown(GUS, "washerwoman", Pointing((DOT, ELI), "slayer"))))
    assert all(answer.character != "slayer" for answer in found)


def test_the_grandchild_is_not_who_the_washerwoman_learns_of() -> None:
    seats = ["grandmother", "imp", "baron", "slayer", "washerwoman", "saint", "soldier"]
    found = drawn(stopped(seats, "washerwoman.show", {"grandmother.grandchild": DOT}))
    named = sum(count for answer, count in found.items() if answer.character == "slayer")
    assert named < DRAWS * 0.15


@pytest.mark.parametrize("lies", [False, True])
def test_a_sage_is_pointed_at_two_others_who_live(lies: bool) -> None:
    seats = ["sage", "imp", "baron", "slayer", "monk", "saint", "soldier", "bureaucrat"]
    changes: list[Override] = [Kill(DOT), *([MakeDrunk(ADA)] if lies else [])]
    question = stopped(seats, "sage.show", {"imp.choose": ADA}, start=Start(Phase.NIGHT, 2), changes=changes)
    found = drawn(question)
    assert all({ADA, DOT, HAL}.isdisjoint(answer.players) for answer in found)
    assert len(found) > 3


def test_the_barista_helps_somebody_alive_who_has_something_to_do() -> None:
    seats = ["empath", "imp", "baron", "slayer", "chef", "saint", "bureaucrat", "barista"]
    question = stopped(seats, "barista.who", start=Start(Phase.NIGHT, 3), changes=[Kill(DOT)])
    found = drawn(question)
    assert DOT not in found
    assert HAL not in found
    assert len(found) > 2


def test_the_sage_is_not_pointed_at_the_dead_while_two_others_live() -> None:
    seats = ["sage", "imp", "baron", "slayer", "monk", "chef"]
    changes = [Kill(CY), Kill(DOT)]
    question = stopped(seats, "sage.show", {"imp.choose": ADA}, start=Start(Phase.NIGHT, 2), changes=changes)
    found = drawn(question, times=20)
    assert set(found) == {Pair((BO, ELI)), Pair((BO, FAY))}


def test_where_nothing_better_is_left_the_reason_says_what_speaks_against_it() -> None:
    seats: list[str | Seat] = ["imp", "scarletwoman", Seat("drunk", "sage"), "washerwoman", "bureaucrat"]
    question = stopped(
        seats, "washerwoman.show", script=("imp", "scarletwoman", "drunk", "sage", "washerwoman")
    )
    drawn(question, times=1)
    assert question.suggestion.against
    assert question.why is not None
    assert "Nothing better is left: Nobody learns anything" in question.why.in_english


def test_what_must_be_false_says_because_of_whom() -> None:
    question = stopped(["chef", "vortox", "baron", "monk", "saint"], "chef.show", script=("chef", "vortox"))
    drawn(question, times=1)
    assert question.why is not None
    assert question.why.in_english.startswith("vortox: must be false.")


# -- earlier cards -----------------------------------------------------------------------------------


def fortune_teller(*events: Event, chose: tuple[int, int]) -> Counter[Any]:
    seats: list[str | Seat] = [
        Seat("drunk", "fortuneteller"),
        "imp",
        "baron",
        "slayer",
        "monk",
        "saint",
        "soldier",
    ]
    question = stopped(seats, "fortuneteller.show", {"fortuneteller.choose": chose})
    return drawn(question, past(*events))


def test_a_drunk_fortune_teller_is_not_always_told_the_opposite() -> None:
    for pair, true in (((CY, DOT), False), ((BO, CY), True)):
        found = fortune_teller(chose=pair)
        assert 0.15 * DRAWS < found[true] < 0.45 * DRAWS


def test_who_asks_about_the_same_two_again_is_told_the_same() -> None:
    for said in (True, False):
        before = (Chose(ADA, "fortuneteller", (CY, DOT)), Shown(ADA, "fortuneteller", said))
        assert fortune_teller(*before, chose=(CY, DOT))[said] > DRAWS * 0.9


def test_a_fortune_teller_is_not_told_yes_of_two_who_were_cleared() -> None:
    before = (
        *(Chose(ADA, "fortuneteller", (CY, DOT)), Shown(ADA, "fortuneteller", False)),
        *(Chose(ADA, "fortuneteller", (ELI, FAY)), Shown(ADA, "fortuneteller", False)),
    )
    assert set(fortune_teller(*before, chose=(CY, ELI))) == {False}
    yes = (Chose(ADA, "fortuneteller", (CY, ELI)), Shown(ADA, "fortuneteller", True))
    assert set(fortune_teller(*before[:2], *yes, chose=(ELI, GUS))) == {True}


def test_an_empath_beside_the_same_players_is_told_the_same_number() -> None:
    seats: list[str | Seat] = [Seat("drunk", "empath"), "imp", "baron", "slayer", "monk", "saint", "soldier"]
    question = stopped(seats, "empath.show", {"imp.choose": DOT}, nth=2)
    for said in (0, 1, 2):
        assert drawn(question, past(Shown(ADA, "empath", said)))[said] > DRAWS * 0.6


def test_two_minions_are_not_shown_where_there_is_one() -> None:
    seats: list[str | Seat] = [
        Seat("drunk", "undertaker"),
        "imp",
        "baron",
        "slayer",
        "monk",
        "saint",
        "soldier",
    ]
    question = stopped(seats, "undertaker.show", {"day": [Execute(ELI)], "imp.choose": DOT})
    shown = past(Shown(ADA, "undertaker", "poisoner"))
    assert not {"poisoner", "baron", "scarletwoman", "vizier"} & set(drawn(question, shown))


# -- no patterns -------------------------------------------------------------------------------------


def spread(found: Counter[Any], over: Sequence[Any]) -> None:
    """Whether these and nothing else are suggested, none of them much more or less often than the others."""
    assert set(found) == set(over)
    even = found.total() / len(found)
    assert max(found.values()) < even * 1.8
    assert min(found.values()) > even * 0.4


@pytest.mark.parametrize("turned", range(5))
def test_wherever_they_sit_each_minion_is_the_heir_as_often(turned: int) -> None:
    ring = ["imp", "poisoner", "vizier", "baron", "monk", "chef", "saint", "virgin"]
    seats = ring[turned:] + ring[:turned]
    given = {"imp.choose": seats.index("imp"), "poisoner.choose": seats.index("saint")}
    found = drawn(stopped(seats, "imp.successor", given))
    spread(found, [seats.index(i) for i in ("poisoner", "vizier", "baron")])


@pytest.mark.parametrize("turned", range(4))
def test_each_of_a_type_is_pointed_at_as_often(turned: int) -> None:
    ring = ["investigator", "imp", "poisoner", "scarletwoman", "baron", "monk", "chef", "saint", "virgin"]
    seats = ring[turned:] + ring[:turned]
    given = {"poisoner.choose": seats.index("saint")}
    found = drawn(stopped(seats, "investigator.show", given), times=400)
    minions = Counter[str]()
    others = Counter[int]()
    for answer, count in found.items():
        minions[answer.character] += count
        for player in answer.players:
            others[player] += count * (seats[player] != answer.character)
    spread(minions, ["poisoner", "scarletwoman", "baron"])
    spread(others, [p for p, character in enumerate(seats) if character != "investigator"])


@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize(
    ("holder", "name", "among"),
    [
        ("grandmother", "grandmother.grandchild", ("chef", "empath", "monk", "saint")),
        ("puzzlemaster", "puzzlemaster.drunk", ("chef", "empath")),
        ("lycanthrope", "lycanthrope.faux_paw", ("chef", "empath", "monk", "saint")),
    ],
)
def test_what_is_marked_beforehand_is_no_function_of_the_seat(
    holder: str, name: str, among: Sequence[str], turned: int
) -> None:
    ring = [holder, "imp", "poisoner", "chef", "empath", "saint", "monk"]
    seats = ring[turned:] + ring[:turned]
    found = drawn(stopped(seats, name), times=300)
    spread(Counter({p: n for p, n in found.items() if seats[p] in among}), [seats.index(i) for i in among])
    assert {seats[p] for p in found} <= {"chef", "empath", "saint", "monk"}


# -- how it is drawn ---------------------------------------------------------------------------------


@rule("liked", On.PLAYER)
def liked(_case: Case, player: int) -> Weight:
    return GLADLY if player == 2 else ORDINARY


@rule("never", On.PLAYER)
def never(_case: Case, player: int) -> Weight:
    return NEVER if player < 2 else ORDINARY


@rule("last", On.PLAYER)
def last(_case: Case, player: int) -> Weight:
    return LAST if player == 3 else ORDINARY


@rule("few", share=10)
def few(_case: Case, answer: Any) -> Weight:
    return int(answer > 4)


def weighed(rules: Sequence[Rule], candidates: Sequence[Any], times: int = 1000) -> Counter[Any]:
    game = seated(["imp", "poisoner", "monk", "chef", "saint"])
    question = Question(Kind.RULING, "some", tuple(candidates))
    chance = random.Random(1)
    return Counter(
        suggest(Case(game, question), rules, candidates, chance.randrange, players=True).answer
        for _ in range(times)
    )


def test_weights_say_how_often_and_never_says_only_where_nothing_else_is_left() -> None:
    found = weighed((liked, never), range(5))
    assert set(found) == {2, 3, 4}
    assert 4 < found[2] / found[3] < 9
    assert set(weighed((liked, never), range(2))) == {0, 1}
    assert set(weighed((never, last), (0, 3))) == {0}


def test_a_share_is_a_share_of_all_draws_however_many_candidates_there_are() -> None:
    found = weighed((few,), range(1000))
    assert 0.06 < sum(n for answer, n in found.items() if answer > 4) / 1000 < 0.14


def test_without_a_draw_the_heaviest_is_suggested_and_the_first_of_several() -> None:
    game = seated(["imp", "poisoner", "monk", "chef", "saint"])
    case = Case(game, Question(Kind.RULING, "some", (0,)))
    assert suggest(case, (liked, never), range(5), None, players=True).answer == 2
    assert suggest(case, (never, few), range(5), None, players=True).answer == 2


def test_a_suggestion_is_drawn_from_the_games_own_seed() -> None:
    """Pinned: the same seed has to suggest the same on every machine, in every version of Python."""
    seats = ["imp", "poisoner", "baron", "monk", "chef", "virgin", "saint", "soldier"]
    tables = [opened(header(seats, seed=seed)) for seed in (1, 1, 2, 3)]
    found = [table.default() for table in tables if table.question and table.question.name == "bluffs"]
    assert len(found) == 4
    assert found[0] == found[1]
    assert len(set(found)) > 1


def test_going_back_and_changing_something_else_keeps_the_other_suggestions() -> None:
    seats = ["imp", "poisoner", "baron", "washerwoman", "investigator", "virgin", "saint", "soldier"]
    table = opened(header(seats, seed=5))
    start = table.head

    def first_cards(poisoned: int) -> list[Any]:
        table.go_to(start)
        found: list[Any] = []
        while table.question is not None and len(found) < 3:
            name = table.question.name
            if name in ("bluffs", "washerwoman.show", "investigator.show"):
                found.append(table.default())
            table.answer(poisoned if name == "poisoner.choose" else table.default())
        return found

    assert first_cards(6) == first_cards(7)


def test_games_are_played_and_loaded_without_any_suggestion_being_worked_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Suggestions are no part of a record, and cost nothing where nobody looks."""

    def never_looked_at(self: Question) -> Any:
        raise AssertionError(f"{self} was asked what it suggests")

    monkeypatch.setattr(Question, "suggestion", property(never_looked_at))
    of = header(players=10, seed=3)
    table = opened(of)
    chance = random.Random(3)
    while table.question is not None and table.game.night < 6:
        table.answer(answer_at_random(table, chance.randrange))
    path = tmp_path / "game.knell.jsonl"
    save(path, of, table.tree)
    assert load(path).table.game == table.game


def test_every_rule_has_a_reason_and_a_name_of_its_own() -> None:
    rules = [one for who in automated().values() for some in who.suggests.values() for one in some]
    assert all(one.says.endswith(".") for one in rules)
    by_name = {one.name: one for one in rules}
    assert all(by_name[one.name] == one for one in rules)


def test_characters_suggest_only_at_questions_that_they_ask() -> None:
    for who in automated().values():
        assert set(who.suggests) <= {*who.asks, *who.answers, "show"}, who.id


def test_a_bluff_is_nothing_that_an_evil_player_is_told_to_be_in_play() -> None:
    seats = ["godfather", "imp", "monk", "chef", "saint", "mutant", "virgin"]
    script = (*SCRIPT, "godfather", "klutz", "sweetheart", "goon")
    question = stopped(
        seats,
        "godfather.show",
        {"bluffs": ("empath", "klutz", "sage")},
        script=script,
        changes=[MakeDrunk(ADA)],
    )
    assert all("klutz" not in answer for answer in drawn(question))

"""A thousand games in which every suggestion is taken: nothing absurd, no pattern to be learned."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from knell.engine import Kind, Pointing, SetupRefused
from suggesting import Made, Table, counted, play

GAMES: Final = 1000


@pytest.fixture(scope="module")
def tables() -> Sequence[Table]:
    """The games, as far as the script has enough characters for so many players."""
    found: list[Table] = []
    seed = 0
    while len(found) < GAMES:
        try:
            found.append(play(seed))
        except SetupRefused:
            assert seed < 2 * GAMES
        seed += 1
    return found


def made(tables: Sequence[Table]) -> list[Made]:
    return [one for table in tables for one in table.made]


def test_nothing_absurd_is_suggested_in_a_thousand_games(tables: Sequence[Table]) -> None:
    assert counted(tables) == {}
    names = Counter(one.question.name for one in made(tables))
    assert names.total() > 4 * GAMES
    often = (
        "bluffs",
        "drunk.who",
        "washerwoman.show",
        "fortuneteller.show",
        "undertaker.show",
        "empath.show",
    )
    assert all(names[name] > GAMES / 50 for name in often), names


def test_what_is_suggested_can_be_answered_and_has_a_reason(tables: Sequence[Table]) -> None:
    for one in made(tables):
        assert one.question.allows(one.answer), one
        assert one.why, one


def test_a_thousand_games_show_no_pattern_in_whom_players_are_pointed_at(tables: Sequence[Table]) -> None:
    """The first of its type by seat was named in all of them once."""
    first = several = lower = pointings = 0
    for one in made(tables):
        if not isinstance(one.answer, Pointing) or not one.works or one.question.kind is not Kind.SHOW:
            continue
        game, answer = one.game, one.answer
        named = [p for p in answer.players if game.characters[p].id == answer.character]
        if len(named) != 1:
            continue
        pointings += 1
        lower += named[0] == answer.players[0]
        kind = game.characters[named[0]].type
        others = [p for p in game.ring if game.characters[p].type is kind and p != one.question.player]
        if len(others) == 2:
            several += 1
            first += named[0] == min(others)
    assert 0.4 < lower / pointings < 0.6
    assert 0.3 < first / several < 0.7


def test_who_is_drunk_or_poisoned_hears_the_truth_now_and_then(tables: Sequence[Table]) -> None:
    """A drunk Fortune Teller was told the opposite every time once."""
    true: Counter[bool] = Counter()
    for one in made(tables):
        if (
            one.question.name == "fortuneteller.show"
            and one.works is False
            and one.question.truth is not None
        ):
            true[one.question.truth() == one.answer] += 1
    assert 0.1 < true[True] / true.total() < 0.5


def test_no_bluff_is_given_always_and_hardly_any_never(tables: Sequence[Table]) -> None:
    possible: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for one in made(tables):
        if one.question.name == "bluffs":
            possible.update(one.question.things)
            given.update(one.answer)
    often = [character for character, times in possible.items() if times > GAMES / 10]
    assert len(often) > 20
    assert all(given[character] < 0.85 * possible[character] for character in often)
    assert {character for character in often if not given[character]} <= {"drunk"}

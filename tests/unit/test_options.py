"""Sets of answers that are described agree with themselves: length, members, the n-th, iteration, drawing."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.characters.townsfolk._pointing import FalsePointings, Pointings, TruePointings
from knell.characters.townsfolk.amnesiac import HiddenAbilities
from knell.characters.townsfolk.grandmother import Identities
from knell.engine import Close, Execute, Exile, Identity, Introduction, Nominate, Pair, Pointing, Seat
from knell.engine.day import DayActions
from knell.engine.options import (
    Combinations,
    Described,
    NoSuchAnswer,
    Numbers,
    Orders,
    PlayerPairs,
    Product,
    Remaining,
    Shape,
    Subsets,
    sample,
    settle,
    shape_of,
)
from tables import next_day, seated

small = st.integers(0, 5)
pools = st.lists(st.integers(0, 30), max_size=6, unique=True)
ids = st.lists(st.sampled_from(["imp", "baron", "monk", "chef", "saint", "witch"]), max_size=4, unique=True)


def agree(options: Described[Any], *, chance: random.Random | None = None) -> list[Any]:
    """Everything that a set of answers says of itself fits together; returns the answers."""
    listed = [options.at(index) for index in range(len(options))]
    assert list(options) == listed
    assert len(set(listed)) == len(listed), "an answer is there twice"
    assert [options[index] for index in range(len(options))] == listed
    assert [options[index - len(listed)] for index in range(len(listed))] == listed
    assert list(options[1:-1]) == listed[1:-1]
    assert list(options[::-1]) == listed[::-1]
    assert all(answer in options for answer in listed)
    assert all(options.settle(answer) == answer for answer in listed)
    assert all(options.index(options.settle(answer)) == place for place, answer in enumerate(listed))
    assert options.shape in Shape
    assert object() not in options
    for beyond in (len(options), -len(options) - 1):
        with pytest.raises(IndexError):
            options[beyond]
    if listed:
        drawn = [sample(options, (chance or random.Random(1)).randrange) for _ in range(20)]
        assert all(answer in listed for answer in drawn)
    return listed


def chances(options: Sequence[Any]) -> dict[Any, Fraction]:
    """How likely every answer is to be drawn, found by drawing in every possible way."""
    found: dict[Any, Fraction] = Counter()  # type: ignore[assignment]
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        start = waiting.pop()
        sizes: list[int] = []
        answer = sample(options, _follow(start, sizes))
        if len(sizes) > len(start):
            waiting += [(*start, choice) for choice in range(sizes[len(start)])]
            continue
        weight = Fraction(1)
        for size in sizes:
            weight /= size
        found[answer] += weight
    return found


def _follow(start: tuple[int, ...], sizes: list[int]) -> Callable[[int], int]:
    def pick(size: int) -> int:
        sizes.append(size)
        return start[len(sizes) - 1] if len(sizes) <= len(start) else 0

    return pick


def even(options: Described[Any]) -> bool:
    """Whether every answer is as likely as every other."""
    listed = list(options)
    return chances(options) == {answer: Fraction(1, len(listed)) for answer in listed}


@given(pools, small, st.data())
def test_combinations(pool: list[int], size: int, data: st.DataObject) -> None:
    forced = data.draw(st.lists(st.sampled_from(pool), max_size=size, unique=True)) if pool else []
    options = Combinations(pool, size, forced)
    listed = agree(options)
    wanted = [c for c in combinations(pool, size) if set(forced) <= set(c)]
    assert sorted(listed) == sorted(wanted)
    for answer in product(pool, repeat=min(size, 3)):
        assert (answer in options) is (any(set(answer) == set(c) for c in wanted) and len(answer) == size)
    if listed:
        assert options.settle(tuple(reversed(listed[0]))) == listed[0]


def test_more_forced_than_there_is_room_leaves_no_combination() -> None:
    options = Combinations("abc", 1, "ab")
    assert len(options) == 0
    assert list(options) == []
    assert ("a", "b") not in options


@given(st.lists(st.sampled_from("abcd"), max_size=5, unique=True))
def test_orders(things: list[str]) -> None:
    options = Orders(things)
    assert agree(options) == list(permutations(things))
    assert tuple(things[1:]) not in options or not things
    assert tuple("xyz") not in options
    assert options.__contains__(things) is False


def test_orders_of_equal_things_are_orders_of_them() -> None:
    options = Orders(("a", "a", "b"))
    assert ("a", "b", "a") in options
    assert ("b", "b", "a") not in options


@given(pools)
def test_pairs_of_players(among: list[int]) -> None:
    options = PlayerPairs(among)
    listed = agree(options)
    assert listed == list(combinations(sorted(among), 2))
    for pair in permutations(range(8), 2):
        assert (pair in options) is (set(pair) <= set(among))
    assert not any((player, player) in options for player in among)
    with pytest.raises(IndexError):
        options.at(len(options))


@given(pools)
def test_any_number_of_players(players: list[int]) -> None:
    options = Subsets(players)
    listed = agree(options)
    assert {frozenset(answer) for answer in listed} == {
        frozenset(c) for size in range(len(players) + 1) for c in combinations(players, size)
    }
    assert (99,) not in options
    assert not any((player, player) in options for player in players)


@given(pools, ids)
def test_one_of_each(first: list[int], second: list[str]) -> None:
    options = Product(first, second)
    assert agree(options) == list(product(first, second))
    assert ("monk", 0) not in options
    assert options.__contains__(5) is False


@given(pools, ids)
def test_a_player_with_a_character(players: list[int], characters: list[str]) -> None:
    options = Identities(players, characters)
    assert agree(options) == [Identity(*pair) for pair in product(players, characters)]
    assert tuple(product(players, characters))[:1] == () or (players[0], characters[0]) not in options
    assert Identity(99, "imp") not in options


@given(ids)
def test_a_hidden_ability_is_a_character_or_any_text(characters: list[str]) -> None:
    options = HiddenAbilities(tuple(characters))
    assert agree(options) == characters
    assert "Knows when it rains." in options
    assert "  " not in options
    assert options.__contains__(3) is False


def test_a_hidden_ability_is_put_together_from_blocks_that_fit() -> None:
    options = HiddenAbilities(("imp", "monk"))
    assert [block.name for block in options.blocks] == ["when", "choose", "learn", "effect", "until"]
    poison = {"when": "once", "choose": "other_player", "effect": "poisoned", "until": "dusk"}
    assert (
        options.put_together(poison) == "compose: when=once; choose=other_player; effect=poisoned; until=dusk"
    )
    assert options.put_together(poison) in options
    assert options.needed(poison) == ("when", "choose", "learn", "effect", "until")
    assert options.needed(poison | {"effect": "dies"}) == ("when", "choose", "learn", "effect")
    assert options.needed({}) == ("when", "choose", "learn")
    nominated = options.put_together({"when": "nominated", "choose": "player", "effect": "drunk"})
    assert nominated == "compose: when=nominated; effect=drunk; until=dusk"
    assert options.why_not(nominated) is None
    empty = options.put_together({"when": "a lie", "other": "nothing"})
    assert empty == "compose: when=each_night"
    assert options.why_not(empty) is not None
    assert empty not in options
    assert options.why_not("any words") is None


@given(pools, ids, st.booleans())
def test_pointings(players: list[int], characters: list[str], none: bool) -> None:
    options = Pointings(players, characters, none=none)
    listed = agree(options)
    assert (None in options) is none
    assert len(listed) == len(PlayerPairs(players)) * len(characters) + none
    assert Pointing((1, 2), "nobody") not in options
    assert not any(Pointing((p, p), c) in options for p, c in product(players, characters))


@given(st.integers(2, 6), st.data())
def test_true_pointings(count: int, data: st.DataObject) -> None:
    players = range(count)
    characters = data.draw(st.permutations(["imp", "baron", "witch", "monk", "chef", "saint"]))
    holders = [(p, characters[p]) for p in data.draw(st.sets(st.sampled_from(players), min_size=1))]
    last = data.draw(st.sampled_from(players))
    options = TruePointings(holders, players, last)
    listed = agree(options)
    every = Pointings(players, characters, none=True)
    wanted = [
        answer for answer in every if answer is not None and (set(holders) & _said(answer))
    ]  # one of the two is what is said
    assert set(listed) == set(wanted)
    assert all((answer in options) is (answer in wanted) for answer in every)
    for holder, character in holders:
        own = [a for a in listed if a.character == character and holder in a.players]
        if last != holder and len(own) > 1:
            assert last in own[-1].players, "who is shown it comes last"


def _said(answer: Pointing) -> set[tuple[int, str]]:
    return {(player, answer.character) for player in answer.players}


@given(st.integers(2, 6), st.booleans(), st.data())
def test_false_pointings(count: int, none: bool, data: st.DataObject) -> None:
    characters = ("baron", "witch")
    masks = st.integers(0, (1 << count) - 1)
    way = st.dictionaries(st.sampled_from(characters), masks.filter(bool), max_size=2)
    ways = data.draw(st.lists(way, min_size=1, max_size=3))
    every = Pointings(range(count), characters, none=none)
    options = FalsePointings(every, ways)
    listed = agree(options)
    for answer in every:
        if answer is None:
            false = any(ways)
        else:
            one, other = answer.players
            false = any(not held.get(answer.character, 0) & (1 << one | 1 << other) for held in ways)
        assert (answer in options) is false
        assert (answer in listed) is false


@pytest.mark.parametrize(
    "options",
    [
        Combinations("abcde", 2),
        Combinations("abcde", 3, "b"),
        Combinations("ab", 0),
        Orders("abcd"),
        PlayerPairs(range(5)),
        Subsets(range(3)),
        Product("ab", "xyz"),
        Identities(range(3), ("imp", "monk")),
        Pointings(range(3), ("imp", "monk"), none=False),
        Pointings(range(3), ("imp", "monk"), none=True),
        TruePointings([(0, "imp"), (2, "witch")], range(4), 1),
    ],
    ids=lambda options: type(options).__name__ + str(len(options)),
)
def test_every_answer_is_as_likely_as_every_other(options: Described[Any]) -> None:
    assert even(options)


def test_plain_sequences_are_drawn_from_evenly_too() -> None:
    assert chances(("a", "b", "c")) == dict.fromkeys("abc", Fraction(1, 3))


@given(st.integers(0, 3), st.sets(st.integers(0, 6)), st.data())
def test_what_can_happen_today(nominations: int, dead: set[int], data: st.DataObject) -> None:
    thief = Seat("thief", None, evil=False)
    game = next_day(seated(["imp", "empath", "monk", "saint", "virgin", "chef", thief, thief]))
    for player in dead - {0}:
        game.dead |= 1 << player
    for _ in range(nominations):
        game.nominators &= ~(1 << data.draw(st.integers(0, 7)))
        game.nominees &= ~(1 << data.draw(st.integers(0, 7)))
    game.calls &= ~(1 << data.draw(st.integers(6, 9)))
    game.changed()
    options = DayActions(game)
    listed = agree(options)
    assert listed[0] == Close()
    shown = [repr(action) for action in listed]  # a nomination and an exile of the same two are equal tuples
    for one, other in product(range(8), repeat=2):
        assert (Nominate(one, other) in options) is (repr(Nominate(one, other)) in shown)
        assert (Exile(one, other) in options) is (repr(Exile(other, other)) in shown)
    assert Execute(1) in options
    assert even(options)


# -- shapes and the one form of an answer --------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ((True, False), Shape.YES_NO),
        ((None, 3, 4), Shape.PLAYER),
        (range(3), Shape.NUMBER),
        (Numbers((1, -1)), Shape.NUMBER),
        ((None, "imp"), Shape.CHARACTER),
        ((None,), Shape.CHARACTER),
        (((1, "imp"), (2, "imp")), Shape.PLAYER_AND_CHARACTER),
        ((("saint",), ()), Shape.SEVERAL),
        ((Pair((1, 2)),), Shape.PAIR),
        ((Pointing((1, 2), "imp"),), Shape.POINTING),
        ((Identity(1, "imp"),), Shape.IDENTITY),
        ((Introduction(),), Shape.INTRODUCTION),
        (Remaining(PlayerPairs((1, 2, 3)), ((1, 2),)), Shape.PLAYERS),
    ],
)
def test_option_sets_say_what_their_answers_look_like(options: Sequence[Any], shape: Shape) -> None:
    assert shape_of(options) is shape


@pytest.mark.parametrize(
    ("options", "answer", "settled"),
    [
        (PlayerPairs((1, 2, 3)), (3, 1), (1, 3)),
        (Combinations(("a", "b", "c"), 2), ("c", "a"), ("a", "c")),
        (Subsets((4, 2, 7)), (7, 4), (4, 7)),
        (Product(PlayerPairs((1, 2)), ("imp",)), ((2, 1), "imp"), ((1, 2), "imp")),
        ((Pair((1, 2)), Pair((1, 3))), Pair((3, 1)), Pair((1, 3))),
        ((Pointing((1, 2), "imp"),), Pointing((2, 1), "imp"), Pointing((1, 2), "imp")),
        ((("saint", "drunk"), ()), ("drunk", "saint"), ("saint", "drunk")),
        (Remaining(PlayerPairs((1, 2, 3)), ((1, 2),)), (3, 1), (1, 3)),
    ],
)
def test_what_is_named_in_another_order_is_the_same_answer(
    options: Sequence[Any], answer: Any, settled: Any
) -> None:
    assert settle(options, answer) == settled
    assert settle(options, settled) == settled


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ((0, 1), True),
        ((True, False), 1),
        (PlayerPairs((0, 1, 2)), (True, 2)),
        (PlayerPairs((0, 1, 2)), [0, 1]),
        (PlayerPairs((0, 1, 2)), (1, 1)),
        (Combinations((0, 1, 2), 2), (True, 2)),
        (Subsets((0, 1)), (True,)),
        (Orders((0, 1)), (1, False)),
        (((1, "imp"),), ("imp", 1)),
        ((Pair((1, 2)),), (1, 2)),
        (Remaining(PlayerPairs((1, 2, 3)), ((1, 2),)), (2, 1)),
        (Product((0, 1), ("imp",)), (True, "imp")),
    ],
)
def test_what_only_looks_like_an_answer_is_none(options: Sequence[Any], answer: Any) -> None:
    with pytest.raises(NoSuchAnswer):
        settle(options, answer)

"""Who is drunk, poisoned or safe: what switches what off, what comes back, and how loops are cut."""

from itertools import permutations

import pytest

from knell.engine import Effect, Game, Seat, Until
from knell.engine.force import source_works
from tables import Answers, next_dusk, override, play_to, seated, tokens


def table(*ids: str | Seat) -> Game:
    """A game at the start of its second night, so that everybody acts; nobody has done anything yet."""
    game = seated(ids, Answers())
    game.agenda = []
    for number in list(game.abilities):
        game.remember(game.abilities[number]._replace(due=False))
    return game


def mark(game: Game, source: int, target: int, effect: Effect = Effect.POISONED, short: str = "x") -> int:
    """A token of a player's own ability on another player, like what an ability places itself."""
    ability = next(a for a in game.abilities.values() if a.player == source)
    name = f"{ability.character.id}.{short}"
    token = game.place_token(name, target, effect=effect, source=ability.id, until=Until.SOURCE)
    game.settle()
    return token.number


def impaired(game: Game) -> list[int]:
    """The players who are drunk or poisoned now."""
    return [p for p in range(len(game.names)) if (game.drunk | game.poisoned) >> p & 1]


def in_force(game: Game) -> set[int]:
    """The numbers of the tokens in force that impair or protect."""
    return {t.number for t in game.all_tokens() if t.effect is not Effect.NOTE and game.in_force(t)}


MINIONS = ("poisoner", "witch", "baron", "scarletwoman", "organgrinder")


# -- one after the other -----------------------------------------------------------------------------


def test_nobody_is_impaired_by_nothing() -> None:
    game = table(*MINIONS)
    assert impaired(game) == []
    assert game.impaired == 0
    assert all(game.works(a) for a in game.abilities.values())


def test_a_chain_is_decided_from_its_source() -> None:
    game = table(*MINIONS)
    first = mark(game, 0, 1)
    second = mark(game, 1, 2)  # placed by somebody who doesn't work: no business of this function
    third = mark(game, 2, 3)
    assert impaired(game) == [1, 3]
    assert in_force(game) == {first, third}
    game.remove_tokens(lambda t: t.number == first)
    assert impaired(game) == [2]
    assert in_force(game) == {second}


def test_the_order_in_which_tokens_were_placed_does_not_matter_in_a_chain() -> None:
    for order in permutations([(0, 1), (1, 2), (2, 3), (3, 4)]):
        game = table(*MINIONS)
        for source, target in order:
            mark(game, source, target)
        assert impaired(game) == [1, 3], order


def test_drunk_and_poisoned_are_told_apart() -> None:
    game = table(*MINIONS)
    mark(game, 0, 2, Effect.DRUNK)
    mark(game, 1, 2, Effect.POISONED)
    assert game.drunk == game.poisoned == game.impaired == 0b100
    mark(game, 3, 1, Effect.DRUNK)
    assert game.drunk == 0b110
    assert game.poisoned == 0
    assert game.impaired == 0b110


def test_what_was_suspended_comes_back_with_its_source() -> None:
    game = table("poisoner", "imp", "empath", "monk", "saint")
    own = mark(game, 0, 2)
    assert impaired(game) == [2]
    override(game, "drunk", 0)
    assert impaired(game) == [0]
    assert own not in in_force(game)
    override(game, "sober", 0)
    assert impaired(game) == [2]
    assert own in in_force(game)


@pytest.mark.parametrize("cause", ["kill", "character"])
def test_what_hangs_from_a_source_that_is_gone_never_comes_back(cause: str) -> None:
    game = seated(["poisoner", "imp", "empath", "monk", "saint", "virgin", "chef"], script=["witch"])
    play_to(game, "morning")
    game.take_away(list(game.tokens))
    mark(game, 0, 2)
    assert impaired(game) == [2]
    override(game, cause, *((0, "witch") if cause == "character" else (0,)))
    assert impaired(game) == []
    override(game, *(("revive", 0) if cause == "kill" else ("character", 0, "poisoner")))
    assert impaired(game) == []


def test_what_nobody_stands_behind_stays() -> None:
    game = table(*MINIONS)
    override(game, "poison", 1)
    token = game.place_token("sweetheart.drunk", 2, effect=Effect.DRUNK, source=999, until=Until.FOREVER)
    assert impaired(game) == [1, 2]
    assert source_works(game, token)
    assert source_works(game, game.tokens[0])


def test_a_token_whose_source_does_not_exist_is_not_in_force() -> None:
    game = table(*MINIONS)
    token = game.place_token("poisoner.poisoned", 2, effect=Effect.POISONED, source=999, until=Until.DUSK)
    assert impaired(game) == []
    assert not game.in_force(token)
    assert not source_works(game, token)


def test_what_is_pretended_impairs_nobody() -> None:
    game = seated(["imp", Seat("drunk", "philosopher"), "empath", "monk", "saint"])
    acted = next(a for a in game.abilities.values() if a.pretended)
    game.place_token("philosopher.drunk", 2, effect=Effect.DRUNK, source=acted.id, until=Until.SOURCE)
    assert impaired(game) == [1]


def test_a_shielded_ability_works_whatever_happens_to_its_holder() -> None:
    game = table("poisoner", "imp", "empath", "monk", "saint")
    ability = game.abilities_of(0)[0]
    game.remember(ability._replace(shielded=True))
    override(game, "poison", 0)
    own = mark(game, 0, 2)
    assert impaired(game) == [0, 2]
    assert own in in_force(game)
    assert game.works(game.abilities[ability.id])


# -- one's own impairment ----------------------------------------------------------------------------


def test_an_ability_that_impairs_its_own_holder_does_not_switch_itself_off() -> None:
    game = table("poisoner", "imp", "empath", "monk", "saint")
    own = mark(game, 0, 0)
    other = mark(game, 0, 2)
    assert impaired(game) == [0]
    assert in_force(game) == {own}
    assert other not in in_force(game)
    game.remove_tokens(lambda t: t.number == own)
    assert impaired(game) == [2]


def test_another_poison_on_top_of_ones_own_changes_nothing() -> None:
    """Base-151 is about one's own impairment; another one on top changes nothing about it."""
    game = table("poisoner", "witch", "imp", "empath", "monk")
    mark(game, 0, 0)
    mark(game, 1, 0)
    assert impaired(game) == [0]
    override(game, "kill", 1)
    assert impaired(game) == [0]


# -- safe from the Demon -----------------------------------------------------------------------------


def test_safe_keeps_off_the_poison_of_a_demon_and_no_other() -> None:
    game = table("lleech", "poisoner", "monk", "empath", "saint")
    mark(game, 0, 3)
    mark(game, 1, 4)
    assert impaired(game) == [3, 4]
    safe = [mark(game, 2, player, Effect.SAFE) for player in (3, 4)]
    assert impaired(game) == [4]
    assert set(safe) <= in_force(game)
    assert game.is_safe(3)
    game.remove_tokens(lambda t: t.number == safe[0])
    assert impaired(game) == [3, 4]
    assert not game.is_safe(3)


def test_a_monk_who_is_poisoned_by_the_demon_keeps_nothing_off() -> None:
    game = table("lleech", "poisoner", "monk", "empath", "saint")
    mark(game, 0, 3)
    safe = mark(game, 2, 3, Effect.SAFE)
    assert impaired(game) == []
    mark(game, 0, 2)
    assert impaired(game) == [2, 3]
    assert safe not in in_force(game)
    assert not game.is_safe(3)


def test_two_monks_keep_the_demon_off_each_other() -> None:
    game = table("lleech", "monk", "monk", "empath", "saint")
    mark(game, 0, 1)
    first = mark(game, 2, 1, Effect.SAFE)
    second = mark(game, 1, 2, Effect.SAFE)
    assert impaired(game) == []
    mark(game, 0, 2)
    assert impaired(game) == []
    assert in_force(game) == {first, second}


def test_two_poisoned_monks_whom_nothing_protected_before_protect_nobody() -> None:
    """Each would be healthy only through the other; what was in force first, the poison, stays."""
    game = table("lleech", "monk", "monk", "empath", "saint")
    mark(game, 0, 1)
    mark(game, 0, 2)
    mark(game, 2, 1, Effect.SAFE)
    mark(game, 1, 2, Effect.SAFE)
    assert impaired(game) == [1, 2]
    assert not game.is_safe(1)
    assert not game.is_safe(2)


# -- loops -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_that_switch_each_other_off_the_older_one_stays(first: int) -> None:
    game = table(*MINIONS)
    other = 1 - first
    older = mark(game, first, other)
    assert impaired(game) == [other]
    younger = mark(game, other, first)
    assert impaired(game) == [other]
    assert in_force(game) == {older}
    game.changed()
    assert impaired(game) == [other], "looking again changes nothing"
    game.remove_tokens(lambda t: t.number == older)
    assert impaired(game) == [first], "the younger one takes hold when the older one ends"
    assert in_force(game) == {younger}


def test_what_counts_is_how_long_something_has_been_in_force_not_when_it_was_placed() -> None:
    game = table(*MINIONS)
    older = mark(game, 0, 1)
    override(game, "drunk", 0)
    assert impaired(game) == [0]
    younger = mark(game, 1, 2)
    assert younger in in_force(game)
    game.remove_tokens(lambda t: t.number == younger)
    back = mark(game, 1, 0)
    override(game, "sober", 0)
    assert impaired(game) == [0], "back, which was in force while the older one wasn't"
    assert in_force(game) == {back}
    assert older not in in_force(game)


def test_a_ring_of_three_is_cut_where_it_began() -> None:
    for order in permutations([(0, 1), (1, 2), (2, 0)]):
        game = table(*MINIONS)
        numbers = {pair: mark(game, *pair) for pair in order}
        # The first one is switched off again by a second one on its source, which is then the oldest.
        oldest = order[1] if order[1][1] == order[0][0] else order[0]
        assert numbers[oldest] in in_force(game), order
        # Behind the oldest, everything follows: its target doesn't work, so the next one's target does.
        after = next(pair for pair in numbers if pair[0] == oldest[1])
        assert numbers[after] not in in_force(game), order


def test_a_ring_of_four_is_two_and_two() -> None:
    game = table(*MINIONS)
    numbers = [mark(game, player, (player + 1) % 4) for player in range(4)]
    assert in_force(game) == {numbers[0], numbers[2]}
    assert impaired(game) == [1, 3]
    game.remove_tokens(lambda t: t.number == numbers[0])
    assert impaired(game) == [0, 2]


def test_what_hangs_from_a_loop_is_decided_after_it() -> None:
    game = table(*MINIONS, "imp")
    mark(game, 0, 1)
    mark(game, 1, 0)
    from_the_works = mark(game, 0, 3)
    from_the_works_not = mark(game, 1, 4)
    assert impaired(game) == [1, 3]
    assert from_the_works in in_force(game)
    assert from_the_works_not not in in_force(game)


def test_two_loops_are_cut_each_by_itself() -> None:
    game = table(*MINIONS, "imp")
    mark(game, 2, 3)
    mark(game, 0, 1)
    mark(game, 1, 0)
    mark(game, 3, 2)
    assert impaired(game) == [1, 3]


def test_a_loop_that_hangs_from_another_waits_for_it() -> None:
    game = table(*MINIONS, "imp")
    mark(game, 2, 3)
    mark(game, 3, 2)
    assert impaired(game) == [3]
    mark(game, 0, 1)
    mark(game, 1, 0)
    mark(game, 0, 2)
    assert impaired(game) == [1, 2], "the first loop poisons 2, and 3 recovers"


# -- in a game ---------------------------------------------------------------------------------------


def test_the_neighbours_of_a_no_dashii_are_found_anew_after_every_change() -> None:
    game = table("nodashii", "empath", "monk", "saint", "virgin", "chef")
    assert impaired(game) == [1, 5]
    override(game, "swap", 1, 3)
    assert impaired(game) == [2, 5]
    override(game, "character", 5, "saint")
    assert impaired(game) == [2, 4]
    override(game, "poison", 0)
    assert impaired(game) == [0]
    override(game, "heal", 0)
    assert impaired(game) == [2, 4]
    assert [t.name for t in game.continuous] == ["nodashii.poisoned"] * 2


def test_a_continuous_effect_keeps_its_number_while_it_lasts() -> None:
    game = table("nodashii", "empath", "monk", "saint", "virgin", "chef")
    game.settle()
    before = {(t.player, t.number) for t in game.continuous}
    assert {player for player, _ in before} == {1, 5}
    override(game, "rename", 1, "Ann")
    override(game, "swap", 3, 4)
    game.changed()
    game.settle()
    assert {(t.player, t.number) for t in game.continuous} == before


def test_tonights_and_tomorrows_poison_ends_at_dusk() -> None:
    game = seated(["poisoner", "imp", "empath", "monk", "saint"], Answers({"poisoner.choose": 2}))
    play_to(game, "morning")
    assert impaired(game) == [2]
    assert tokens(game, 2) == ["poisoner.poisoned"]
    next_dusk(game)
    assert impaired(game) == []
    assert tokens(game, 2) == []

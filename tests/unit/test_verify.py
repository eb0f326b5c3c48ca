"""What the character modules say agrees with the official facts; every official character can be seated."""

import pytest

from knell import facts
from knell.characters import JINXES, automated, cast, character
from knell.characters.by_hand import token_name
from knell.engine import Character, FieldShape, Game, Jinx, Phase, SetupRefused, Type, distribution
from knell.engine.bag import EVIL_MEETS_FROM
from knell.engine.events import Added
from knell.engine.night import sheet
from knell.engine.setup import BLUFFS
from tables import NAMES, Answers, Ear, cast_of, next_dusk, override, play_out, play_to, seated, tokens

AUTOMATED = automated()
SEATABLE = [i for i, fact in facts.FACTS.items() if fact.type not in ("fabled", "loric")]
OWN_OF_STORYTELLERS = [i for i, fact in facts.FACTS.items() if fact.type in ("fabled", "loric")]

every_automated = pytest.mark.parametrize("who", AUTOMATED.values(), ids=AUTOMATED)


def official_tokens(id_: str) -> set[str]:
    fact = facts.FACTS[id_]
    return {token_name(reminder) for reminder in (*fact.reminders, *fact.global_reminders)}


def changes_setup(who: Character) -> bool:
    """Whether the module does anything while the bag is put together."""
    wants = type(who).outsiders_wanted is not Character.outsiders_wanted
    return (
        bool(who.outsiders_added)
        or wants
        or who.stands_in is not None
        or bool(who.hooks & {"attaches", "copies"})
    )


# -- one by one --------------------------------------------------------------------------------------


@every_automated
def test_id_and_type_are_official(who: Character) -> None:
    assert who.id in facts.FACTS
    assert who.type is Type[facts.FACTS[who.id].type.upper()]


@every_automated
def test_module_is_named_after_its_character_and_stands_with_its_type(who: Character) -> None:
    folder, module = type(who).__module__.split(".")[-2:]
    assert module == who.id
    assert folder.removesuffix("s") == who.type.label


@every_automated
def test_tokens_are_the_official_ones(who: Character) -> None:
    ours = {name for name, kind in who.tokens.items() if not kind.own}
    assert ours <= official_tokens(who.id)


@every_automated
def test_every_official_token_is_there(who: Character) -> None:
    missing = official_tokens(who.id) - set(who.tokens)
    assert missing == official_tokens(who.id) & set(who.differs)


@every_automated
def test_tokens_of_our_own_are_not_official(who: Character) -> None:
    assert not {name for name, kind in who.tokens.items() if kind.own} & official_tokens(who.id)


@every_automated
def test_set_up_mark_means_something(who: Character) -> None:
    as_marked = facts.FACTS[who.id].changes_setup is changes_setup(who)
    assert as_marked is ("setup" not in who.differs)


@every_automated
def test_place_in_the_night_means_something(who: Character) -> None:
    placed = who.id in facts.FIRST_NIGHT or who.id in facts.OTHER_NIGHTS
    acts = "start" in who.hooks or "night" in who.hooks
    assert (placed is acts) is ("night" not in who.differs)
    assert "start" not in who.hooks or who.id in facts.FIRST_NIGHT
    assert "asleep" not in who.hooks or acts


@every_automated
def test_every_use_by_day_has_a_form(who: Character) -> None:
    uses = type(who).use is not Character.use
    assert uses is bool(who.form)
    assert {field.shape for field in who.form} <= set(FieldShape)


@every_automated
def test_rulings_at_any_time_are_made(who: Character) -> None:
    assert bool(who.rulings) is (type(who).ruled is not Character.ruled)
    assert bool(who.rulings) is (type(who).may_rule is not Character.may_rule)


@every_automated
def test_a_saving_ability_says_how_it_saves(who: Character) -> None:
    saves = type(who).saves is not Character.saves
    assert not saves or "protects" in who.hooks
    assert who.last_resort <= saves


@every_automated
def test_there_are_words_for_people(who: Character) -> None:
    assert who.summary.endswith(".")
    assert who.how_to_run
    assert who.notes
    assert (type(who).__doc__ or "").strip()


@every_automated
def test_a_difference_from_the_facts_has_its_reason(who: Character) -> None:
    jinxed = {i for pair in facts.JINXED_PAIRS if who.id in pair for i in pair} - {who.id}
    assert set(who.differs) <= official_tokens(who.id) | {"night", "setup"} | jinxed
    assert all(who.differs.values())


# -- jinxes, orders, set-up table --------------------------------------------------------------------


@pytest.mark.parametrize("jinx", JINXES, ids=lambda jinx: "-".join(sorted(jinx.pair)))
def test_a_jinx_is_of_an_official_pair(jinx: Jinx) -> None:
    assert tuple(sorted(jinx.pair)) in facts.JINXED_PAIRS
    assert jinx.summary.endswith(".")
    rules = [name for name, thing in vars(Jinx).items() if callable(thing) and not name.startswith("_")]
    assert jinx.apart or any(getattr(type(jinx), name) is not getattr(Jinx, name) for name in rules)


def test_a_pair_has_one_jinx() -> None:
    pairs = [frozenset(jinx.pair) for jinx in JINXES]
    assert len(pairs) == len(set(pairs))


def test_every_official_jinx_between_automated_characters_has_a_module() -> None:
    pairs = {frozenset(jinx.pair) for jinx in JINXES}
    official = {frozenset(pair) for pair in facts.JINXED_PAIRS if set(pair) <= set(AUTOMATED)}
    named = {frozenset((id_, other)) for id_, who in AUTOMATED.items() for other in who.differs}
    assert official - pairs == official & named


@pytest.mark.parametrize(
    ("first_night", "official"),
    [(True, facts.FIRST_NIGHT), (False, facts.OTHER_NIGHTS)],
    ids=["first", "other"],
)
def test_night_order_of_a_cast_is_the_official_one(first_night: bool, official: tuple[str, ...]) -> None:
    everybody = cast(list(facts.FACTS))
    order = [i for i in official if i in facts.FACTS]
    game = Game(everybody, (), Answers())
    assert sheet(game, first_night) == order


def test_evil_meets_between_the_places_that_the_sheet_gives() -> None:
    everybody = cast(list(facts.FACTS))
    places = everybody.first_place
    assert sorted(places, key=lambda name: places[name]) == list(facts.FIRST_NIGHT)
    assert places["philosopher"] < places["minioninfo"] < places["demoninfo"] < places["poisoner"]


def test_what_is_done_once_keeps_its_order_on_later_nights() -> None:
    everybody = cast(list(facts.FACTS))
    starts = ["washerwoman", "librarian", "investigator", "chef"]
    assert sorted(starts, key=lambda name: everybody.start_place[name]) == starts
    assert everybody.start_place["philosopher"] < everybody.start_place["washerwoman"]
    for name in facts.OTHER_NIGHTS:
        if name in facts.FIRST_NIGHT:
            assert everybody.start_place[name] == everybody.other_place[name]


@pytest.mark.parametrize("players", range(5, 16))
def test_composition_is_that_of_the_set_up_sheet(players: int) -> None:
    row = facts.SETUP_TABLE[players]
    assert distribution(players) == (row.townsfolk, row.outsiders, row.minions, row.demons)
    assert row.evil_introductions is (players >= EVIL_MEETS_FROM)
    assert row.demon_bluffs == (BLUFFS if players >= EVIL_MEETS_FROM else 0)


@pytest.mark.parametrize("players", [0, 1, 4, 16, 20])
def test_composition_for_too_few_and_too_many_is_refused(players: int) -> None:
    with pytest.raises(SetupRefused, match=str(players)):
        distribution(players)


# -- all of them -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", facts.FACTS)
def test_every_official_character_is_known(id_: str) -> None:
    who = character(id_)
    assert who.id == id_
    assert who.type is Type[facts.FACTS[id_].type.upper()]
    assert who.by_hand is (id_ not in AUTOMATED)
    assert {name for name, kind in who.tokens.items() if not kind.own} >= (
        official_tokens(id_) - set(who.differs)
    )
    assert cast([id_]).by_id[id_] is who


def test_an_unknown_character_is_an_error() -> None:
    with pytest.raises(KeyError, match="nobody"):
        character("nobody")


@pytest.mark.parametrize("id_", SEATABLE)
def test_every_player_character_can_be_seated_and_played_on(id_: str) -> None:
    others = [i for i in ("imp", "empath", "monk", "saint", "virgin", "chef", "poisoner") if i != id_]
    game = seated([id_, *others], Answers(seed=7))
    assert game.characters[0].id == id_
    assert [a.character.id for a in game.abilities_of(0)][:1] == [id_]
    play_out(game)
    assert game.phase is Phase.OVER
    assert game.outcome is not None


@pytest.mark.parametrize("id_", [i for i in SEATABLE if i not in AUTOMATED])
def test_a_character_run_by_hand_has_its_place_in_the_night(id_: str) -> None:
    answers = Answers(seed=3)
    game = seated([id_, "imp", "empath", "monk", "saint"], answers)
    play_to(game, "morning")
    next_dusk(game)
    play_to(game, "morning")
    asked = [q for q in answers.asked if q.name == f"{id_}.by_hand"]
    nights = (id_ in facts.FIRST_NIGHT) + (id_ in facts.OTHER_NIGHTS)
    alive = game.alive & 1
    assert len(asked) == nights or (not alive and len(asked) <= nights)
    assert all(q.options == ("done",) and q.default == "done" and q.allows("done") for q in asked)


@pytest.mark.parametrize("id_", SEATABLE)
def test_every_token_can_be_put_down_and_taken_off_by_hand(id_: str) -> None:
    game = seated([id_, "imp", "empath", "monk", "saint", "virgin"])
    for short, kind in character(id_).tokens.items():
        if kind.own:
            continue
        name = f"{id_}.{short}"
        before = game.copy()
        override(game, "token", 0, name)
        placed = [t for t in game.tokens if t.player == 0 and t.name == name]
        assert len(placed) == 1 + sum(t.player == 0 and t.name == name for t in before.tokens)
        assert placed[-1].effect is kind.effect
        override(game, "remove_token", 0, name)
        assert name not in [t.name for t in game.tokens if t.player == 0]
        game = before


def test_a_token_in_force_is_seen() -> None:
    game = seated(["empath", "imp", "monk", "saint", "virgin"])
    override(game, "token", 0, "angel.protect")
    assert tokens(game, 0) == ["angel.protect"]


def test_fabled_and_loric_are_listed_once_each() -> None:
    ear = Ear()
    game = seated(["imp", "empath", "monk", "saint", "virgin"], listen=ear)
    for id_ in (*OWN_OF_STORYTELLERS, "angel"):
        override(game, "add", id_)
    assert game.added == tuple(OWN_OF_STORYTELLERS)
    assert [added.character for added in ear.of(Added)] == OWN_OF_STORYTELLERS
    assert OWN_OF_STORYTELLERS


def test_a_table_of_characters_run_by_hand_plays_to_the_end() -> None:
    by_hand = [i for i in SEATABLE if i not in AUTOMATED][:6]
    ids = ["nodashii", *by_hand, "empath"]
    answers, ear = Answers(seed=11), Ear()
    game = seated(ids, answers, listen=ear)
    for id_ in ("angel", "djinn", "stormcatcher"):
        override(game, "add", id_)
    play_out(game)
    assert game.phase is Phase.OVER
    assert game.outcome is not None
    assert {f"{i}.by_hand" for i in by_hand if i in facts.FIRST_NIGHT} <= set(answers.names)
    assert game.added == ("angel", "djinn", "stormcatcher")
    assert [game.characters[p].id for p in range(len(ids))] == ids
    assert game.names == NAMES[: len(ids)]


def test_characters_of_a_persons_own_can_stand_beside_official_ones() -> None:
    from knell.characters import by_hand

    own = by_hand("lamplighter", Type.TOWNSFOLK, ("Lit",))
    made = cast(["imp", "lamplighter"], homebrew={"lamplighter": own}, other_nights=("lamplighter", "imp"))
    assert made.by_id["lamplighter"] is own
    assert made.other_place["lamplighter"] < made.other_place["imp"]
    assert list(own.tokens) == ["lit"]


@pytest.mark.parametrize("type_", ["fabled", "loric"])
def test_what_is_nobodys_is_never_dealt(type_: str) -> None:
    ids = [i for i, fact in facts.FACTS.items() if fact.type == type_]
    made = cast_of([*ids, "imp", "empath"])
    assert made.ids == ("imp", "empath")
    assert made.good_ids == ("empath",)

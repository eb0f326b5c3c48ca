"""Characters that are run by hand are counted when the bag is filled."""

import json
import pickle
from dataclasses import replace

import pytest

from knell.engine import Game, deal, distribution
from knell.engine.events import Warned
from knell.facts import FACTS, SetupChange
from knell.record import Deal, Header, ScriptPart
from knell.scripts import read_json_script
from knell.scripts.script import in_brackets
from tables import NAMES, Answers, Ear, set_up

PEOPLE = (
    *("empath", "chef", "monk", "washerwoman", "soldier", "slayer", "virgin", "undertaker", "fortuneteller"),
    *("saint", "recluse", "mutant", "sweetheart", "klutz", "poisoner", "scarletwoman", "witch", "imp"),
)


def part_with(*entries: object) -> ScriptPart:
    return ScriptPart.of(read_json_script(json.dumps([*PEOPLE, *entries])))


def dealt(
    part: ScriptPart, character: str, *, answers: dict[str, object] | None = None, ear: Ear | None = None
) -> Game:
    header = Header(part, NAMES[:9], deal=Deal())

    game = deal(header.cast(), NAMES[:9], Answers(answers), with_=(character,), listen=ear)
    return set_up(game)


def numbers(game: Game) -> list[int]:
    kinds = [one.type.label for one in game.characters]
    return [kinds.count(kind) for kind in ("townsfolk", "outsider", "minion", "demon")]


@pytest.mark.parametrize(
    ("character", "answers", "expected"),
    [
        ("fanggu", {}, [4, 3, 1, 1]),
        ("vigormortis", {}, [6, 1, 1, 1]),
        ("balloonist", {}, [5, 2, 1, 1]),
        ("balloonist", {"balloonist.outsiders": 1}, [4, 3, 1, 1]),
        ("hermit", {"hermit.outsiders": -1}, [6, 1, 1, 1]),
        ("lilmonsta", {}, [5, 2, 2, 0]),
        ("summoner", {}, [6, 2, 1, 0]),
        ("kazali", {"kazali.outsiders": 1}, [5, 3, 0, 1]),
        ("lordoftyphon", {"lordoftyphon.outsiders": -1}, [5, 1, 2, 1]),
        ("xaan", {"xaan.outsiders": 2}, [3, 4, 1, 1]),
    ],
)
def test_the_numbers_of_the_bag_are_as_its_brackets_say(
    character: str, answers: dict[str, object], expected: list[int]
) -> None:
    assert distribution(9) == (5, 2, 1, 1)
    game = dealt(part_with(character), character, answers=answers)
    assert numbers(game) == expected
    assert (character in [one.id for one in game.characters]) is (character != "lilmonsta")


def test_a_token_that_stays_out_of_the_bag_is_said() -> None:
    ear = Ear()
    dealt(part_with("lilmonsta"), "lilmonsta", ear=ear)
    (warning,) = ear.of(Warned)
    assert "stays out of the bag" in warning.warning.in_english


def test_a_record_from_before_is_dealt_as_it_was() -> None:
    part = part_with("fanggu")
    data = Header(part, NAMES[:9], deal=Deal()).to_plain()
    assert data["script"]["set_up"] == {"fanggu": {"outsiders": [1]}}
    assert Header.from_plain(data).script == part
    del data["script"]["set_up"]
    old = Header.from_plain(data).script
    assert old == replace(part, set_up=())
    assert numbers(dealt(old, "fanggu")) == [5, 2, 1, 1]


def test_such_a_game_can_be_copied() -> None:
    game = dealt(part_with("fanggu"), "fanggu")
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("ability", "expected"),
    [
        ("You know. [+1 Outsider]", SetupChange((1,))),
        ("You know. [−1 Outsider]", SetupChange((-1,))),
        ("You know. [+0 or +1 Outsider]", SetupChange((0, 1))),
        ("You know. [+1 or -1 Outsider]", SetupChange((1, -1))),
        ("You know. [+1 to +3 Outsiders]", SetupChange((1, 2, 3))),
        ("You know. [+1 Minion & -1 Outsider]", SetupChange((-1,), minions=1)),
        ("You know. [No Demon]", SetupChange(demons=-1)),
        ("You know. [+the Goose]", None),
        ("You know. [+1 Minion, which is a Goose]", None),
        ("You know nothing.", None),
    ],
)
def test_brackets_of_homebrew_are_read_where_they_are_numbers(
    ability: str, expected: SetupChange | None
) -> None:
    assert in_brackets(ability) == expected
    goose = {"id": "goose", "name": "Goose", "team": "minion", "ability": ability, "setup": True}
    part = part_with(goose)
    assert dict(part.set_up) == ({"goose": expected} if expected else {})
    assert not part_with({**goose, "setup": False}).set_up


def test_homebrew_that_brings_an_outsider_is_counted() -> None:
    goose = {"id": "goose", "name": "Goose", "team": "minion", "ability": "[+1 Outsider]", "setup": True}
    game = set_up(
        deal(Header(part_with(goose), NAMES[:9], deal=Deal()).cast(), NAMES[:9], Answers(), with_=("goose",))
    )
    assert numbers(game) == [4, 3, 1, 1]


def test_the_numbers_of_the_facts_are_those_of_the_marks() -> None:
    for one in FACTS.values():
        if one.setup_change is not None:
            assert one.changes_setup
        if one.setup_mark == "outsiders" and one.id != "choirboy":
            assert one.setup_change is not None
            assert one.setup_change.outsiders


@pytest.mark.parametrize(
    "damage",
    [[], {"fanggu": []}, {"fanggu": {"outsiders": "1"}}, {"fanggu": {"minions": 1.5}}, {"fanggu": None}],
)
def test_a_damaged_record_is_no_header(damage: object) -> None:
    data = Header(part_with("fanggu"), NAMES[:9], deal=Deal()).to_plain()
    data["script"]["set_up"] = damage
    with pytest.raises((KeyError, TypeError, ValueError)):
        Header.from_plain(data)

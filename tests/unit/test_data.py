"""The official facts that come with Knell are complete and agree with each other."""

import re
from collections import Counter
from datetime import date
from typing import get_args

import pytest

from knell.facts import (
    AS_OF,
    FACTS,
    FIRST_NIGHT,
    FORMER_IDS,
    JINXED_PAIRS,
    OTHER_NIGHTS,
    SETUP_TABLE,
    TYPE_NAMES,
    CharacterFacts,
    SetupMark,
    SetupRow,
)

STEPS_OF_NOBODY = {"dusk", "minioninfo", "demoninfo", "dawn"}


def test_every_official_character_is_there() -> None:
    assert Counter(character.type for character in FACTS.values()) == {
        "townsfolk": 69,
        "outsider": 23,
        "minion": 27,
        "demon": 19,
        "traveller": 18,
        "fabled": 14,
        "loric": 11,
    }


def test_every_type_has_a_name() -> None:
    assert {character.type for character in FACTS.values()} == set(TYPE_NAMES)


def test_characters_are_found_by_their_id_in_alphabetical_order() -> None:
    assert [character.id for character in FACTS.values()] == sorted(FACTS)
    assert all(character_id == character.id for character_id, character in FACTS.items())


@pytest.mark.parametrize("character", FACTS.values(), ids=FACTS)
def test_id_is_the_name_without_anything_but_letters(character: CharacterFacts) -> None:
    assert character.id == re.sub("[^a-z]", "", character.name.lower())


def test_names_are_unique() -> None:
    assert len({character.name for character in FACTS.values()}) == len(FACTS)


def test_a_character_as_it_is_printed() -> None:
    assert FACTS["fortuneteller"] == CharacterFacts(
        id="fortuneteller",
        name="Fortune Teller",
        type="townsfolk",
        edition="tb",
        reminders=("Red Herring",),
        global_reminders=(),
        changes_setup=False,
    )


def test_reminders_are_listed_as_often_as_they_are_in_the_box() -> None:
    assert FACTS["nodashii"].reminders.count("Poisoned") == 2


def test_global_reminders_are_those_used_without_the_character_in_play() -> None:
    assert FACTS["drunk"].global_reminders == ("Is The Drunk",)


def test_characters_that_change_the_set_up_are_marked() -> None:
    assert FACTS["baron"].changes_setup
    assert not FACTS["imp"].changes_setup


@pytest.mark.parametrize("night", [FIRST_NIGHT, OTHER_NIGHTS], ids=["first", "other"])
def test_night_order_names_characters_and_each_once(night: tuple[str, ...]) -> None:
    assert len(set(night)) == len(night)
    assert set(night) - STEPS_OF_NOBODY <= set(FACTS)
    assert night[0] == "dusk"
    assert "dawn" in night


def test_evil_players_meet_in_the_first_night_only() -> None:
    assert FIRST_NIGHT.index("minioninfo") < FIRST_NIGHT.index("demoninfo")
    assert not {"minioninfo", "demoninfo"} & set(OTHER_NIGHTS)


def test_night_order_of_some_who_depend_on_each_other() -> None:
    order = [OTHER_NIGHTS.index(who) for who in ("poisoner", "monk", "imp", "ravenkeeper", "empath")]
    assert order == sorted(order)


def test_jinxed_pairs_are_sorted_and_name_characters() -> None:
    assert list(JINXED_PAIRS) == sorted(set(JINXED_PAIRS))
    assert all(one < other and {one, other} <= set(FACTS) for one, other in JINXED_PAIRS)


def test_set_up_table_reaches_from_five_to_twenty_people() -> None:
    assert list(SETUP_TABLE) == list(range(5, 21))
    assert all(players == row.players for players, row in SETUP_TABLE.items())


@pytest.mark.parametrize("row", SETUP_TABLE.values(), ids=str)
def test_a_row_of_the_set_up_table_deals_to_everybody(row: SetupRow) -> None:
    assert row.townsfolk + row.outsiders + row.minions + row.demons + row.travellers == row.players
    assert row.demons == 1


def test_a_row_as_it_is_printed() -> None:
    assert SETUP_TABLE[10] == SetupRow(
        players=10,
        townsfolk=7,
        outsiders=0,
        minions=2,
        demons=1,
        travellers=0,
        evil_introductions=True,
        demon_bluffs=3,
    )


def test_evil_players_of_five_and_six_are_not_introduced() -> None:
    strangers = [players for players, row in SETUP_TABLE.items() if not row.evil_introductions]
    assert strangers == [5, 6]
    assert [row.demon_bluffs for row in SETUP_TABLE.values()] == [0, 0] + [3] * 14


def test_facts_say_when_they_were_taken_down() -> None:
    assert date.fromisoformat(AS_OF) <= date(2026, 12, 31)


def test_what_a_set_up_mark_does_is_said_of_characters_that_have_one() -> None:
    assert {one.id for one in FACTS.values() if one.setup_mark and not one.changes_setup} == set()
    assert {one.setup_mark for one in FACTS.values()} == set(get_args(SetupMark))


def test_ids_of_earlier_years_are_nobodys_today() -> None:
    assert not set(FORMER_IDS) & set(FACTS)
    assert set(FORMER_IDS.values()) <= set(FACTS)

"""What stands on show-cards, for the terminal and the browser alike."""

from typing import Any

import pytest

from knell.cli.cards import card_in_words
from knell.engine import Identity, Introduction, Pair, Pointing
from knell.record import Table
from knell.texts import use_language
from knell.words import Words
from knell.words.cards import Answer, Face, People, Sentence, Token, Tokens, faces
from records import seated

WORDS = Words(("Ada", "Bo", "Cy"))


@pytest.fixture(scope="module")
def table() -> Table:
    return seated("saint", "mutant", "fool", "slayer", "monk", "poisoner", "imp")


@pytest.mark.parametrize(
    ("value", "stands"),
    [
        (True, Answer(True, "Your answer", "Yes")),
        (False, Answer(False, "Your answer", "No")),
        (2, Answer(2, "Your number", "2")),
        (None, Sentence("There are none in play")),
        ("imp", Token("imp")),
        ("bureaucrat", Token("bureaucrat")),
        ("evil", Sentence("Evil", side="evil")),
        ("outsider", Sentence("Outsider")),
        (Pointing((0, 1), "imp"), People("One of these", (0, 1), "is the", "imp")),
        (Pointing((0,), "imp"), People("This player", (0,), "is the", "imp")),
        (Pair((0, 1)), People("One of these", (0, 1))),
        (Pair((2,)), People("This player", (2,))),
        (Identity(1, "fool"), People("", (1,), "is the", "fool")),
        ((), Sentence("None")),
        (("imp", "evil"), Token("imp", "You are the", "evil")),
        (("imp", "fool"), Tokens("", ("imp", "fool"))),
        (("Choose again", "imp"), Tokens("Choose again", ("imp",))),
        ((0, 1), People("These players", (0, 1))),
        (("You chose", 1), People("You chose", (1,))),
        (("imp", 1), Sentence("Imp, Bo")),
        (("outsider", "minion"), Sentence("Outsider, Minion")),
    ],
)
def test_every_shown_value_has_its_face(value: Any, stands: Face, table: Table) -> None:
    assert faces(value, WORDS, table.game.cast) == (stands,)


def test_an_introduction_has_a_face_for_each_thing_it_tells(table: Table) -> None:
    cast = table.game.cast
    of_minions = Introduction(demons=(0,), minions=(1, 2))
    assert faces(of_minions, WORDS, cast) == (
        People("This is the Demon", (0,)),
        People("These are the Minions", (1, 2)),
    )
    of_demon = Introduction(minions=(1,), bluffs=("fool", "monk", "slayer"))
    assert faces(of_demon, WORDS, cast) == (
        People("This is your Minion", (1,)),
        Tokens("These are not in play", ("fool", "monk", "slayer")),
    )
    alone = Introduction(demons=(0,), minions=())
    assert faces(alone, WORDS, cast) == (People("This is the Demon", (0,)),)
    assert faces(Introduction(minions=()), WORDS, cast) == (Sentence("There are none", "Your Minions"),)
    assert faces(Introduction(), WORDS, cast) == (Sentence("There are none"),)


def test_who_somebody_is_stands_there_with_the_side(table: Table) -> None:
    cast = table.game.cast
    assert faces("imp", WORDS, cast, name="you_are") == (Token("imp", "You are the"),)
    assert faces("imp", WORDS, cast, name="you_are", evil=False) == (Token("imp", "You are the", "good"),)
    assert faces("evil", WORDS, cast, name="you_are") == (Sentence("Evil", "You are now", "evil"),)


def test_by_hand_words_stay_and_two_players_are_two_players(table: Table) -> None:
    cast = table.game.cast
    assert faces("done", WORDS, cast, by_hand=True) == (Sentence("done"),)
    assert faces(Pair((0, 1)), WORDS, cast, by_hand=True) == (People("These players", (0, 1)),)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "✓  Yes"),
        (3, "3"),
        (Pointing((0, 1), "imp"), "One of these / Ada / Bo / is the / Imp"),
        (("imp", "evil"), "You are the / Imp / Evil"),
        ((0, 1), "These players / Ada / Bo"),
        (
            Introduction(minions=(1,), bluffs=("fool", "monk")),
            "This is your Minion / Bo / These are not in play / Fool / Monk",
        ),
    ],
)
def test_the_terminal_says_them_in_a_line(value: Any, said: str, table: Table) -> None:
    assert card_in_words(faces(value, WORDS, table.game.cast), WORDS) == said


def test_they_speak_korean(table: Table) -> None:
    with use_language("ko"):
        shown = faces(Pointing((0, 1), "imp"), WORDS, table.game.cast)
        assert card_in_words(shown, WORDS) == "이 가운데 한 명이 / Ada / Bo / 의 캐릭터는 / 임프"

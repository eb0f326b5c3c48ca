"""A character's module says by itself whatever people and files need to know of it."""

import pytest

from asked_in_code import asked_by, asked_for
from knell.characters import automated
from knell.engine import Character
from knell.facts import FACTS
from knell.words import Words
from knell.words.asking import RULINGS_OF_ALL
from knell.words.wording import counts, shows

every_character = pytest.mark.parametrize("who", automated().values(), ids=automated())


def short(name: str, who: Character) -> str:
    """A question's name as the module writes it: a clause's as it is, any other without the character."""
    return name.removeprefix(f"{who.id}.")


@every_character
def test_every_decision_is_put_in_a_sentence_and_no_other(who: Character) -> None:
    asked = {short(question.name, who) for question in asked_by(who) if question.kind == "ruling"}
    engine = {short(name, who) for name in asked_for(who)}
    assert asked - set(RULINGS_OF_ALL) <= set(who.asks)
    assert set(who.asks) <= asked | engine


@every_character
def test_what_is_counted_or_shown_is_asked_by_the_code(who: Character) -> None:
    asked = {question.name: question.kind for question in asked_by(who)}
    assert {f"{who.id}.{name}" for name in who.counts} <= set(asked)
    for name in who.shows:
        assert asked.get(f"{who.id}.{name}", "showing") == "showing"
    assert not who.lead or asked[f"{who.id}.show"] == "showing"


def test_a_word_that_is_an_answer_is_said_in_one_way_and_is_no_character() -> None:
    said: dict[str, str] = {}
    for who in automated().values():
        for word, sentence in who.says.items():
            assert said.setdefault(word, sentence) == sentence
            assert word not in FACTS
            assert Words(()).word(word) == sentence


@pytest.mark.parametrize(
    ("name", "is_count", "is_showing"),
    [
        ("empath.show", False, True),
        ("barista.tells", False, True),
        ("cannibal.told", False, True),
        ("demoninfo", False, True),
        ("godfather.outsiders", True, False),
        ("heretic.flips", True, False),
        ("legion.many", True, False),
        ("imp.successor", False, False),
        ("nobody.told", False, False),
        ("day", False, False),
    ],
)
def test_a_questions_name_says_how_its_answer_is_meant(name: str, is_count: bool, is_showing: bool) -> None:
    assert (counts(name), shows(name)) == (is_count, is_showing)

"""Names and texts of characters: in our own words, complete, and in Korean, too."""

import doctest
import re
from collections.abc import Iterator

import pytest

import knell.names
from knell.characters import JINXES, automated, token_types
from knell.engine import Type
from knell.facts import FACTS, TYPE_NAMES
from knell.names import character_name, reminder_name, type_name
from knell.texts import _, use_language

HANGUL = re.compile("[가-힣]")


def texts_of_characters() -> Iterator[tuple[str, str]]:
    for character in automated().values():
        for text in (character.summary, *character.how_to_run, *character.notes):
            yield character.id, text
    for jinx in JINXES:
        yield "+".join(jinx.pair), jinx.summary


@pytest.mark.parametrize("id_", sorted(automated()))
def test_every_automated_character_is_explained(id_: str) -> None:
    character = automated()[id_]
    assert character.summary
    assert 2 <= len(character.how_to_run) <= 6
    assert 2 <= len(character.notes) <= 6


def test_every_jinx_is_explained() -> None:
    assert all(jinx.summary for jinx in JINXES)


def test_texts_of_characters_are_sentences() -> None:
    for whose, text in texts_of_characters():
        assert re.fullmatch(r"[A-Z“].*[.]", text), (whose, text)
        assert "  " not in text, (whose, text)


def test_texts_of_characters_are_spoken_in_korean() -> None:
    with use_language("ko"):
        for whose, text in texts_of_characters():
            assert HANGUL.search(_(text)), (whose, text)


def test_every_character_has_its_printed_name_and_a_korean_one() -> None:
    for id_, fact in FACTS.items():
        assert character_name(id_) == fact.name
        with use_language("ko"):
            assert HANGUL.search(character_name(id_)), id_


def test_korean_names_of_characters_differ() -> None:
    with use_language("ko"):
        assert len({character_name(id_) for id_ in FACTS}) == len(FACTS)


def test_a_character_that_is_not_official_is_called_by_its_id() -> None:
    assert character_name("mymadeupone") == "mymadeupone"


def test_every_printed_token_has_its_name_and_a_korean_one() -> None:
    for fact in FACTS.values():
        for printed in (*fact.reminders, *fact.global_reminders):
            name = "_".join(printed.lower().replace("'", "").split())
            said = reminder_name(f"{fact.id}.{name}")
            assert said == reminder_name(name)
            assert said.lower().replace(" and ", " & ") == printed.lower()
            with use_language("ko"):
                assert HANGUL.search(reminder_name(name)) or not re.search("[a-wyz]", name), printed


def test_every_token_of_an_automated_character_has_a_korean_name() -> None:
    with use_language("ko"):
        for character in automated().values():
            for token in character.tokens:
                if token == "?":
                    continue  # the Amnesiac's tokens say nothing
                assert HANGUL.search(reminder_name(f"{character.id}.{token}")), (character.id, token)


def test_tokens_are_written_as_a_sentence_is() -> None:
    assert reminder_name("drunk.is_the_drunk") == "Is the Drunk"
    assert reminder_name("barista.sober_&_healthy") == "Sober and healthy"
    assert reminder_name("fortuneteller.red_herring") == "Red herring"
    assert reminder_name("minstrel.everyone_is_drunk") == "Everyone is drunk"
    assert reminder_name("flowergirl.demon_not_voted") == "Demon not voted"
    assert reminder_name("witness.blocks") == "Stops the Demon"


def test_a_token_that_nobody_knows_is_called_by_its_words() -> None:
    assert reminder_name("mymadeupone.under_the_bed") == "Under the bed"


@pytest.mark.parametrize("words", ["bluffs Saint, then Sage", "hello", "Fr. Monk TELLS", "v1.2 of it", "…"])
def test_words_of_ones_own_stay_as_they_were_typed(words: str) -> None:
    assert reminder_name(words) == words


def test_types_have_names() -> None:
    for label, printed in TYPE_NAMES.items():
        assert type_name(label) == type_name(Type[label.upper()].label) == printed
        with use_language("ko"):
            assert type_name(label) == _(printed)
            assert HANGUL.search(type_name(label))


def test_examples_in_the_documentation_hold() -> None:
    result = doctest.testmod(knell.names)
    assert result.attempted
    assert not result.failed


def test_a_token_of_knells_own_is_called_one_thing_only() -> None:
    said: dict[str, str] = {}
    for name, kind in token_types():
        assert not kind.says or said.setdefault(name, kind.says) == kind.says
    assert {"stays_evil", "organ_grinders_sleep", "used"} <= set(said)

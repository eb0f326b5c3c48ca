"""Words and data from outside are made fit to be kept, or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.outside import LONGEST, clean, cleaned, is_fit, is_name, one_line, read_json


@given(st.text(alphabet=st.characters()))
def test_clean_words_can_be_kept_and_are_clean_already(words: str) -> None:
    once = clean(words)
    assert once.encode().decode() == once
    assert clean(once) == once
    assert once.splitlines() == once.removesuffix("\n").split("\n") or not once


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_every_line_end_is_one_line_feed(end: str) -> None:
    assert clean(f"one{end}two") == "one\ntwo"
    assert one_line(f" one{end}  two ") == "one two"


def test_half_characters_nul_and_marks_that_turn_the_text_around_are_gone() -> None:
    assert clean("a\ud800b\x00c\u202ed\ufeffe") == "a?bcde"
    assert clean("tab\tand 한글 😀") == "tab\tand 한글 😀"


def test_what_is_fit() -> None:
    assert is_fit("a\nb")
    assert not is_fit("a\rb")
    assert not is_fit("a" * (LONGEST + 1))
    assert is_name("Ada  L")
    assert not any(is_name(words) for words in ("", "  ", "a\nb", "a\tb", "\ud800", "a\x00"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "Expecting value"),
        ("{", "property name"),
        ("NaN", "NaN"),
        ("[Infinity]", "Infinity"),
        ("[-Infinity]", "-Infinity"),
        ("1e999", "1e999"),
        ('{"a": 1, "a": 1}', "twice"),
        (r'"\ud800"', "half"),
        (r'{"\udfff": 1}', "half"),
        ("[" * 20 + "]" * 20, "deep"),
        ("[" * 100_000 + "]" * 100_000, "deep"),
        ("9" * 5000, "digits"),
    ],
)
def test_data_that_can_be_read_in_no_way_or_two_is_refused(words: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(words)


def test_data_is_cleaned_all_through() -> None:
    assert read_json(r'["\ud83d\ude00", 1.5, true, null]') == ["😀", 1.5, True, None]
    assert cleaned({"a\r": ["b\u2028", 1]}) == {"a\n": ["b\n", 1]}
    with pytest.raises(ValueError, match="twice"):
        cleaned({"a\x00": 1, "a": 2})

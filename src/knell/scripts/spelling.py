"""Which character a name or an id stands for, however it is spelt; and text made safe to show."""

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from knell import outside
from knell.facts import FACTS, FORMER_IDS

__all__ = [
    "STRAIGHT",
    "clean",
    "fold",
    "names_in",
    "nearest",
    "nearest_character",
    "one_line",
    "resolve",
    "shorten",
]

LONGEST_QUOTE: Final = 60

_NOT_ASCII_KEY = re.compile("[^a-z0-9]")
STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'"})

_OFFICIAL_NAMES: Final = {facts.name.casefold(): facts.id for facts in FACTS.values()}
_NAME = re.compile(
    r"(?<!\w)("
    + "|".join(sorted((re.escape(f.name) for f in FACTS.values()), key=len, reverse=True))
    + r")s?(?!\w)"
)


def fold(text: str) -> str:
    """Leave only letters and digits, in lower case: two spellings of one id come out the same."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return "".join(letter for letter in text if letter.isalnum())


def resolve(text: str) -> str | None:
    """Find the official character that an id or a name means, in any spelling; None when it means no one."""
    key = _NOT_ASCII_KEY.sub("", fold(text))
    key = FORMER_IDS.get(key, key)
    return key if key in FACTS else None


def nearest(text: str, words: Iterable[str]) -> str | None:
    """Find the word that somebody who wrote this probably had in mind, if one is near enough."""
    found = difflib.get_close_matches(text.casefold(), list(words), n=1, cutoff=0.8)
    return found[0] if found else None


def nearest_character(text: str) -> str | None:
    """Find the id of the official character whose name is nearest to what somebody wrote."""
    found = nearest(text, _OFFICIAL_NAMES)
    return _OFFICIAL_NAMES[found] if found else None


def names_in(text: str) -> list[str]:
    """List the ids of the official characters that a text names, as often as it names them.

    Names count where they are capitalised as printed: a drunk player is not the Drunk.
    """
    return [_OFFICIAL_NAMES[name.casefold()] for name in _NAME.findall(text.translate(STRAIGHT))]


def clean(text: str) -> str:
    """Take out what could garble a terminal or a page; letters, line breaks and tabs stay."""
    return outside.clean(unicodedata.normalize("NFC", text))


def one_line(text: str) -> str:
    return outside.one_line(unicodedata.normalize("NFC", text))


def shorten(text: str) -> str:
    """Cut a text that is quoted in a sentence to a length that leaves the sentence readable."""
    text = one_line(text)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rstrip() + "…"

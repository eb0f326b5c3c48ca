"""What characters, reminder tokens and types are called in the reader's language.

The names themselves stand in the official facts, where `tools/catalogs.py` collects them. Each kind has a
context of its own there: "Drunk" is a character and a token, and not every language has one word for both.

>>> from knell.texts import use_language
>>> with use_language("ko"):
...     character_name("imp"), reminder_name("imp.dead"), type_name("demon")
('임프', '사망', '악마')
"""

import re
from functools import cache
from typing import Final

from knell.characters import token_types
from knell.characters.by_hand import token_name
from knell.facts import FACTS, TYPE_NAMES
from knell.texts import _, pgettext

__all__ = ["character_name", "plural_of_type", "reminder_name", "type_name"]


def character_name(id_: str) -> str:
    """Return the name of an official character; any other id is returned as it is."""
    return pgettext("character", FACTS[id_].name) if id_ in FACTS else id_


def reminder_name(token: str) -> str:
    """Return what a reminder token says, whether it is asked for as `imp.dead` or as `dead`.

    A token that nobody knows is called by its own words, as they were typed.
    """
    written = _WRITTEN.fullmatch(token)
    if written is None:
        return token
    name = written["name"]
    if own := _own_reminders().get(name):
        return pgettext("reminder", own)
    if printed := _printed_reminders().get(name):
        said = pgettext("reminder", printed)
        return said if said != printed else _as_in_a_sentence(printed.replace(" & ", " and "))
    return _as_in_a_sentence(name.replace("_", " ").capitalize()) if written["owner"] else token


def type_name(label: str) -> str:
    """Return the name of a type in the singular; `label` is the type as files write it, like `demon`."""
    return pgettext("type", _printed_types()[label])


def plural_of_type(label: str) -> str:
    """Return what several characters of a type are called."""
    return {
        "townsfolk": _("Townsfolk"),
        "outsider": _("Outsiders"),
        "minion": _("Minions"),
        "demon": _("Demons"),
        "traveller": _("Travellers"),
        "fabled": _("Fabled"),
        "loric": _("Loric"),
    }[label]


_WRITTEN: Final = re.compile(r"(?:(?P<owner>[\w-]+)\.)?(?P<name>\S+)")
"""A token as files write it: whose it is, if anybody's, and its own name."""


def _as_in_a_sentence(printed: str) -> str:
    """Write a token's words as a sentence is written; only names of characters and of types stay large."""
    first, *words = printed.split()
    before = first
    for place, word in enumerate(words):
        named = word in TYPE_NAMES.values() or (before.lower() == "the" and word in _character_words())
        words[place] = word if named else word.lower()
        before = word
    return " ".join((first, *words))


@cache
def _character_words() -> frozenset[str]:
    return frozenset(word for character in FACTS.values() for word in character.name.split())


@cache
def _printed_types() -> dict[str, str]:
    return {str(label): printed for label, printed in TYPE_NAMES.items()}


@cache
def _own_reminders() -> dict[str, str]:
    """Give what is written on Knell's own tokens, for which the boxes have none."""
    return {name: kind.says for name, kind in token_types() if kind.says}


@cache
def _printed_reminders() -> dict[str, str]:
    return {
        token_name(reminder): reminder
        for character in FACTS.values()
        for reminder in (*character.reminders, *character.global_reminders)
    }

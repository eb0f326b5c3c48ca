"""What characters, reminder tokens and types are called in the reader's language.

The names themselves stand in the official facts, where `tools/catalogs.py` collects them. Each kind has a
context of its own there: "Drunk" is a character and a token, and not every language has one word for both.

>>> from knell.texts import use_language
>>> with use_language("ko"):
...     character_name("imp"), reminder_name("imp.dead"), type_name("demon")
('임프', '사망', '악마')
"""

from functools import cache

from knell.characters.by_hand import token_name
from knell.facts import FACTS, TYPE_NAMES
from knell.texts import pgettext

__all__ = ["character_name", "reminder_name", "type_name"]


def character_name(id_: str) -> str:
    """Return the name of an official character; any other id is returned as it is."""
    return pgettext("character", FACTS[id_].name) if id_ in FACTS else id_


def reminder_name(token: str) -> str:
    """Return what a reminder token says, whether it is asked for as `imp.dead` or as `dead`.

    A token that nobody knows is called by its own words.
    """
    name = token.rpartition(".")[2]
    own = _own_reminders().get(name)
    return own or pgettext("reminder", _printed_reminders().get(name) or name.replace("_", " ").title())


def type_name(label: str) -> str:
    """Return the name of a type in the singular; `label` is the type as files write it, like `demon`."""
    return pgettext("type", _printed_types()[label])


def _own_reminders() -> dict[str, str]:
    """Give what Knell marks with tokens of its own, for which the boxes have none."""
    return {
        "blocks": pgettext("reminder", "Stops The Demon"),
        "cannot_die": pgettext("reminder", "Cannot Die"),
        "first_death": pgettext("reminder", "First Death"),
        "has_chosen": pgettext("reminder", "Has Chosen"),
        "organ_grinders_sleep": pgettext("reminder", "Drunk By The Jinx"),
        "stays_evil": pgettext("reminder", "Stays Evil"),
        "used": pgettext("reminder", "Used"),
    }


@cache
def _printed_types() -> dict[str, str]:
    return {str(label): printed for label, printed in TYPE_NAMES.items()}


@cache
def _printed_reminders() -> dict[str, str]:
    return {
        token_name(reminder): reminder
        for character in FACTS.values()
        for reminder in (*character.reminders, *character.global_reminders)
    }

"""All characters and jinxes that Knell knows, and the casts made of them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType

from knell import facts
from knell.characters import composed, demons, jinxes, minions, outsiders, townsfolk, travellers
from knell.characters.by_hand import by_hand
from knell.engine import Cast, Character, Jinx, TokenType, Type

__all__ = ["JINXES", "automated", "by_hand", "cast", "character", "token_types"]


def _classes(package: ModuleType, base: type) -> list[type]:
    """The classes of ``base`` that the modules of a package define, in the order of their names."""
    found: list[type] = []
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda i: i.name):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        found += [
            thing
            for thing in vars(module).values()
            if isinstance(thing, type) and issubclass(thing, base) and thing.__module__ == module.__name__
        ]
    return found


@cache
def automated() -> Mapping[str, Character]:
    """The characters whose rules Knell runs, by id."""
    packages = (townsfolk, outsiders, minions, demons, travellers)
    made = [kind() for package in packages for kind in _classes(package, Character)]
    return {character.id: character for character in made}


def _jinxes() -> tuple[Jinx, ...]:
    return tuple(kind() for kind in _classes(jinxes, Jinx))


JINXES: tuple[Jinx, ...] = _jinxes()
"""The jinxes whose rules Knell runs."""


def token_types() -> Iterator[tuple[str, TokenType]]:
    """Every kind of token of characters, jinxes and composed abilities, with its name behind the owner's."""
    for one in automated().values():
        yield from one.tokens.items()
    for jinx in JINXES:
        for name, kind in jinx.tokens.items():
            yield name.rpartition(".")[2], kind
    yield from composed.TOKENS.items()


@cache
def character(id_: str) -> Character:
    """The character with that id: automated, or run by hand from the official facts.

    Raises ``KeyError`` for an id that nobody knows.
    """
    known = automated().get(id_)
    if known is not None:
        return known
    fact = facts.FACTS[id_]
    return by_hand(id_, Type[fact.type.upper()], (*fact.reminders, *fact.global_reminders))


def cast(
    ids: Sequence[str],
    *,
    others: Iterable[str] = (),
    homebrew: Mapping[str, Character] | None = None,
    jinxed: bool = True,
    first_night: Sequence[str] | None = None,
    other_nights: Sequence[str] | None = None,
) -> Cast:
    """The cast of a script, in the script's own order.

    ``others`` may be seated though they aren't on the script (Travellers); ``homebrew`` holds
    characters that aren't official. Raises ``KeyError`` for an unknown id.
    """
    own = homebrew or {}

    def find(id_: str) -> Character:
        return own[id_] if id_ in own else character(id_)

    return Cast(
        [find(i) for i in ids],
        facts.FIRST_NIGHT if first_night is None else first_night,
        facts.OTHER_NIGHTS if other_nights is None else other_nights,
        others=[find(i) for i in others],
        jinxes=JINXES if jinxed else (),
    )

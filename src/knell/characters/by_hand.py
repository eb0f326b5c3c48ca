"""Characters that Knell doesn't automate: they have their place and tokens, the Storyteller does the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from knell.engine import Character, Game, TokenType, Type
from knell.engine.options import Numbers
from knell.engine.seating import Distribution
from knell.facts import SetupChange
from knell.messages import N_


def token_name(reminder: str) -> str:
    """A reminder token's name as files write it: lower case with underscores."""
    return (
        "_".join(reminder.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "").split())
        or "token"
    )


def by_hand(
    id_: str, kind: Type, reminders: Iterable[str] = (), set_up: SetupChange | None = None
) -> Character:
    """A character run by hand, from what is known about it; the same one for the same facts.

    ``set_up`` is how it changes the bag; without it, that is done by hand as well.
    """
    return _made(id_, kind, tuple(reminders), set_up)


class ByHand(Character):
    """Run by hand."""

    by_hand = True
    reminders: tuple[str, ...]
    set_up: SetupChange | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return by_hand, (self.id, self.type, self.reminders, self.set_up)


class BringsOutsiders(ByHand):
    """Run by hand, and counted when the bag is filled: Outsiders come or go."""

    asks = {"outsiders": N_("How many Outsiders more, or fewer?")}
    counts = ("outsiders",)

    def outsiders_wanted(self, game: Game) -> int:
        assert self.set_up is not None
        numbers = self.set_up.outsiders
        return numbers[0] if len(numbers) == 1 else game.rule(f"{self.id}.outsiders", Numbers(numbers))


class ChangesRow(ByHand):
    """Run by hand, and counted when the bag is filled: there are more or fewer Minions or Demons."""

    def row(self, row: Distribution) -> Distribution:
        assert self.set_up is not None
        minions = max(0, row.minions + self.set_up.minions)
        demons = max(0, row.demons + self.set_up.demons)
        townsfolk = max(0, sum(row) - row.outsiders - minions - demons)
        return Distribution(townsfolk, row.outsiders, minions, demons)


@cache
def _made(id_: str, kind: Type, reminders: tuple[str, ...], set_up: SetupChange | None) -> Character:
    tokens = {token_name(reminder): TokenType() for reminder in reminders}
    facts = {"id": id_, "type": kind, "tokens": tokens, "reminders": reminders, "__doc__": ByHand.__doc__}
    bases: list[type[ByHand]] = []
    if set_up is not None:
        facts["set_up"] = set_up
        if set_up.outsiders:
            bases.append(BringsOutsiders)
        if set_up.minions or set_up.demons:
            bases.append(ChangesRow)
    made: Character = type("ByHand", (*bases,) or (ByHand,), facts)()
    return made

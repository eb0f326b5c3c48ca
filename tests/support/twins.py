"""Two games that differ only in whether somebody is a character or has borrowed its ability."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from gained import everybody
from knell.engine import (
    AT_RANDOM,
    NOBODY,
    Close,
    Game,
    Kind,
    Nominate,
    Question,
    Seat,
    clock,
    seat,
)
from knell.facts import FACTS
from tables import NAMES


@dataclass(frozen=True)
class Twin:
    """Two games that differ only in whether somebody is a character or has borrowed its ability."""

    CALM: ClassVar = (
        *("chef", "empath", "clockmaker", "undertaker", "saint"),
        *("mutant", "librarian", "investigator", "politician", "fool"),
    )
    """Characters who leave the others alone."""

    ability: str
    holder: str
    others: tuple[str, ...]
    seat: int
    seed: int

    @property
    def makes_sense(self) -> bool:
        """Whether that holder can have that ability."""
        kind = FACTS[self.ability].type
        good = kind in ("townsfolk", "outsider")
        can = {"amnesiac": True, "philosopher": good, "alchemist": kind == "minion"}[self.holder]
        return can and self.ability not in (self.holder, "drunk") and self.ability not in self.others


class Alike:
    """Answers both games of a :class:`Twin` as alike as can be, and keeps what the ability asked."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.counts: Counter[tuple[str, int, int]] = Counter()
        self.asked: list[tuple[int, str]] = []

    def __call__(self, game: Game, question: Question) -> Any:
        twin, ability = self.twin, question.ability
        if ability is not None and ability.player == twin.seat:
            if question.kind in (Kind.CHOICE, Kind.SHOW) and ability.character.id == twin.ability:
                self.asked.append((game.night, question.name))
            own = ability.parent == NOBODY and ability.character.id == twin.holder
            if own and question.allows(twin.ability):
                return twin.ability
        if question.kind in (Kind.VOTE, Kind.SUPPORT):
            return question.who % 3 > 0
        key = question.name, question.player, game.night
        self.counts[key] += 1
        chance = random.Random(f"{twin.seed} {key} {self.counts[key]}")
        if question.kind is Kind.DAY:
            people = len(game.names)
            action = Nominate(chance.randrange(people), chance.randrange(people))
            return action if self.counts[key] < 3 and question.allows(action) else Close()
        if question.kind is Kind.CHOICE:
            return self.choice(question, f"{twin.seed} {key} {self.counts[key]}")
        default = question.default
        return question.options[0] if default is AT_RANDOM else default

    def choice(self, question: Question, key: str) -> Any:
        """The same choice from options that may differ in who has which character."""
        wanted = ("imp", "chef", "monk", "baron", "witch")
        every = [o for o in question.options if o is not None and (not isinstance(o, str) or o in wanted)]
        return max(every or list(question.options), key=lambda o: random.Random(f"{key} {o!r}").random())


def watched(twin: Twin, character: str) -> list[tuple[int, Any, Any]]:
    """What the ability asked and did, dawn by dawn and dusk by dusk, as long as its holder lives."""
    demon = "imp" if twin.ability != "imp" else "ojo"
    minion = "poisoner" if twin.ability != "poisoner" else "witch"
    seats = [Seat(i) for i in (demon, minion, *twin.others)]
    seats.insert(twin.seat, Seat(character, None, False))
    decide = Alike(twin)
    game = seat(everybody(jinxed=False), NAMES[: len(seats)], seats, decide)
    seen: list[tuple[int, Any, Any]] = []
    while game.agenda and game.night <= 3:
        name = game.agenda[0][2]
        clock.step(game)
        if (
            game.outcome is not None
            or game.dead >> twin.seat & 1
            or game.characters[twin.seat].id != character
        ):
            break
        if name in ("dawn", "dusk"):
            mine = {
                a.id
                for a in game.abilities.values()
                if (a.player, a.character.id) == (twin.seat, twin.ability)
            }
            tokens = [(t.name, t.player) for t in game.all_tokens() if t.source in mine and game.in_force(t)]
            seen.append((game.dead, list(decide.asked), sorted(tokens)))
    return seen


def told_apart(twin: Twin) -> tuple[Any, Any] | None:
    """The first thing that the ability did otherwise for whoever borrowed it, or ``None``."""
    for own, borrowed in zip(watched(twin, twin.ability), watched(twin, twin.holder), strict=False):
        if own != borrowed:
            return own, borrowed
    return None

"""What the Investigator, the Librarian and the Washerwoman have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from knell.engine import Mask, Pointing, Townsfolk, Turn, Type, mask_of, members
from knell.engine.options import Described, NoSuchAnswer, Pick, PlayerPairs, Shape, sample, settle


class Pointings(Described[Pointing | None]):
    """Every two players with every character of one type, and "there is none" where that may be said."""

    shape = Shape.POINTING

    def __init__(self, players: Sequence[int], characters: Sequence[str], *, none: bool) -> None:
        self.pairs = PlayerPairs(players)
        self.characters = tuple(characters)
        self.none = none

    def __len__(self) -> int:
        return len(self.pairs) * len(self.characters) + self.none

    def at(self, index: int) -> Pointing | None:
        if index == len(self.pairs) * len(self.characters):
            return None
        pair, character = divmod(index, len(self.characters))
        return Pointing(self.pairs.at(pair), self.characters[character])

    def __iter__(self) -> Iterator[Pointing | None]:
        for pair in self.pairs:
            for character in self.characters:
                yield Pointing(pair, character)
        if self.none:
            yield None

    def settle(self, answer: Any) -> Pointing | None:
        if answer is None and self.none:
            return None
        if type(answer) is not Pointing:
            raise NoSuchAnswer(answer)
        return Pointing(self.pairs.settle(answer.players), settle(self.characters, answer.character))

    def sample(self, pick: Pick) -> Pointing | None:
        if self.none and pick(len(self)) == 0:
            return None
        return Pointing(sample(self.pairs, pick), self.characters[pick(len(self.characters))])


class TruePointings(Described[Pointing | None]):
    """Every true pointing: each holder with their character, beside each other player."""

    shape = Shape.POINTING

    def __init__(self, holders: Sequence[tuple[int, str]], players: Sequence[int], last: int) -> None:
        self.holders = holders
        self.players = tuple(players)
        self.last = last
        """Whom to name last as the other player: the one who is shown it."""

    def __len__(self) -> int:
        return len(self.holders) * (len(self.players) - 1)

    def at(self, index: int) -> Pointing | None:
        which, step = divmod(index, len(self.players) - 1)
        holder, character = self.holders[which]
        others = [p for p in self.players if p not in (holder, self.last)]
        if holder != self.last:
            others.append(self.last)
        other = others[step]
        return Pointing((holder, other) if holder < other else (other, holder), character)

    def settle(self, answer: Any) -> Pointing | None:
        if type(answer) is not Pointing:
            raise NoSuchAnswer(answer)
        pair = PlayerPairs(self.players).settle(answer.players)
        if not any(holder in pair and found == answer.character for holder, found in self.holders):
            raise NoSuchAnswer(answer)
        return Pointing(pair, answer.character)


class FalsePointings(Described[Pointing | None]):
    """Every answer that is false in at least one of several ways of registering.

    ``ways`` holds, for each way, who has which character.
    """

    shape = Shape.POINTING

    def __init__(self, every: Pointings, ways: Sequence[Mapping[str, Mask]]) -> None:
        self.every = every
        self.ways = ways

    @cached_property
    def listed(self) -> list[Pointing | None]:
        """All of them, when somebody wants to see them all."""
        return [answer for answer in self.every if self._is_false(answer)]

    def _is_false(self, answer: Pointing | None) -> bool:
        if answer is None:
            return any(self.ways)
        mask = mask_of(answer.players)
        return any(not held.get(answer.character, 0) & mask for held in self.ways)

    def __len__(self) -> int:
        return len(self.listed)

    def at(self, index: int) -> Pointing | None:
        return self.listed[index]

    def __iter__(self) -> Iterator[Pointing | None]:
        return iter(self.listed)

    def settle(self, answer: Any) -> Pointing | None:
        settled = self.every.settle(answer)
        if not self._is_false(settled):
            raise NoSuchAnswer(answer)
        return settled

    def sample(self, pick: Pick) -> Pointing | None:
        for _ in range(50):
            answer = self.every.sample(pick)
            if self._is_false(answer):
                return answer
        return self.listed[pick(len(self.listed))]


class PointsAtOneOfTwo(Townsfolk):
    """Starts knowing that one of two players is a particular character of one type."""

    only_learns = True
    looks_for: ClassVar[Type]
    may_say_none: ClassVar[bool] = False
    """"There is none" is an answer of its own, true or false."""

    def start(self, turn: Turn) -> None:
        none_there = not turn.could_be(self.looks_for)
        answer = turn.tell_one_of(
            lambda: self._true(turn, none_there),
            lambda: self._false(turn, none=self.may_say_none),
            lambda: self._domain(turn, none=self.may_say_none or none_there),
        )
        if answer is None:
            return
        one, other = answer.players
        if turn.reading.holds(other, answer.character):
            one, other = other, one
        turn.note(self.looks_for.label, one)
        turn.note("wrong", other)

    def _domain(self, turn: Turn, *, none: bool) -> Pointings:
        return Pointings(turn.everyone, turn.cast.ids_by_type[self.looks_for], none=none)

    def _true(self, turn: Turn, none_there: bool) -> Sequence[Pointing | None]:
        if none_there:
            return (None,) if self.may_say_none else (None, *self._domain(turn, none=False))
        ways = [[(p, way.characters[p].id) for p in members(way.types[self.looks_for])] for way in turn.ways]
        holders = list(dict.fromkeys(pair for way in ways for pair in way))
        holders.sort(key=lambda pair: pair[0] == turn.me)
        true = TruePointings(holders, turn.everyone, turn.me)
        if all(ways):
            return true
        # Somebody who might register otherwise is the only one of that type: "none" may be true as well.
        return (*true, None) if ways[0] else (None, *true)

    def _false(self, turn: Turn, *, none: bool) -> FalsePointings:
        ways: list[dict[str, Mask]] = []
        for way in turn.ways:
            held: dict[str, Mask] = {}
            for player in members(way.types[self.looks_for]):
                character = way.characters[player].id
                held[character] = held.get(character, 0) | 1 << player
            ways.append(held)
        return FalsePointings(self._domain(turn, none=none), ways)

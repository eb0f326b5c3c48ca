"""Sets of legal answers that are described instead of listed.

A plain tuple is the ordinary option set. Where there are hundreds of answers, the sequences here
know their length, test membership and make any one answer without building the others.
Each also has ``sample(pick)``, where ``pick(n)`` returns a whole number from 0 to ``n - 1``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, NamedTuple, TypeAlias, TypeVar, overload

from knell.engine.terms import PlayerId

T = TypeVar("T")
Pick: TypeAlias = Callable[[int], int]


def sample(options: Sequence[T], pick: Pick) -> T:
    """One of ``options``, chosen evenly by ``pick``."""
    own = getattr(options, "sample", None)
    if own is not None:
        drawn: T = own(pick)
        return drawn
    return options[pick(len(options))]


class Described(Sequence[T]):
    """A sequence given by its length and its n-th element."""

    def at(self, index: int) -> T:
        """The answer number ``index``, from 0."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.at(index)


class Block(NamedTuple):
    """One building block of an answer that is put together."""

    name: str
    label: str
    """What it is called: an untranslated message."""
    choices: Mapping[str, str]
    """What may stand there, each with an untranslated message; the first is what stands there at first."""


class OwnWords(Described[str]):
    """Some words, any other text of the Storyteller's own, and what they put together from blocks."""

    blocks: tuple[Block, ...] = ()

    def needed(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the blocks that matter beside what is chosen in the others."""
        return tuple(block.name for block in self.blocks)

    def put_together(self, chosen: Mapping[str, str]) -> str:
        """The answer for what is chosen in each block, legal or not."""
        raise NotImplementedError

    def why_not(self, answer: str) -> Any:
        """Why what was put together is no answer, as a :class:`~knell.engine.Text`; ``None`` if it is one."""
        return None


class Combinations(Described[tuple[T, ...]]):
    """Every choice of ``size`` different things from ``pool``, order left aside.

    ``forced`` things are in every choice.
    """

    def __init__(self, pool: Sequence[T], size: int, forced: Sequence[T] = ()) -> None:
        self.forced = tuple(forced)
        self.every = tuple(pool)
        self.pool = tuple(thing for thing in pool if thing not in self.forced) if forced else self.every
        self.free = size - len(self.forced)

    def __len__(self) -> int:
        return comb(len(self.pool), self.free) if self.free >= 0 else 0

    def _sorted(self, drawn: Sequence[T]) -> tuple[T, ...]:
        return self.sort((*self.forced, *drawn))

    def sort(self, things: Sequence[T]) -> tuple[T, ...]:
        """These things in the order of the pool, as every answer has them."""
        return tuple(sorted(things, key=self.every.index))

    def at(self, index: int) -> tuple[T, ...]:
        drawn: list[T] = []
        left, pool = self.free, self.pool
        for place, thing in enumerate(pool):
            if not left:
                break
            with_it = comb(len(pool) - place - 1, left - 1)
            if index < with_it:
                drawn.append(thing)
                left -= 1
            else:
                index -= with_it
        return self._sorted(drawn)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        return (
            (self._sorted(drawn) for drawn in combinations(self.pool, self.free)) if len(self) else iter(())
        )

    def __contains__(self, answer: object) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == len(set(answer)) == self.free + len(self.forced)
            and all(thing in answer for thing in self.forced)
            and all(thing in self.every for thing in answer)
        )

    def sample(self, pick: Pick) -> tuple[T, ...]:
        pool = list(self.pool)
        for place in range(self.free):
            other = place + pick(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return self._sorted(pool[: self.free])


class Orders(Described[tuple[T, ...]]):
    """Every order of ``things``."""

    def __init__(self, things: Sequence[T]) -> None:
        self.things = tuple(things)

    def __len__(self) -> int:
        return factorial(len(self.things))

    def at(self, index: int) -> tuple[T, ...]:
        left, drawn = list(self.things), []
        for remaining in range(len(left) - 1, -1, -1):
            place, index = divmod(index, factorial(remaining))
            drawn.append(left.pop(place))
        return tuple(drawn)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        return permutations(self.things)

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, tuple) or len(answer) != len(self.things):
            return False
        left = list(self.things)
        for thing in answer:
            if thing not in left:
                return False
            left.remove(thing)
        return True

    def sample(self, pick: Pick) -> tuple[T, ...]:
        things = list(self.things)
        for place in range(len(things) - 1, 0, -1):
            other = pick(place + 1)
            things[place], things[other] = things[other], things[place]
        return tuple(things)


class PlayerPairs(Described[tuple[PlayerId, PlayerId]]):
    """Every two different players of ``among``, the lower id first."""

    def __init__(self, among: Sequence[PlayerId]) -> None:
        self.among = tuple(sorted(among))

    def __len__(self) -> int:
        return comb(len(self.among), 2)

    def at(self, index: int) -> tuple[PlayerId, PlayerId]:
        for place in range(len(self.among)):
            row = len(self.among) - place - 1
            if index < row:
                return self.among[place], self.among[place + 1 + index]
            index -= row
        raise IndexError(index)

    def __iter__(self) -> Iterator[tuple[PlayerId, PlayerId]]:
        return combinations(self.among, 2)

    def __contains__(self, answer: object) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == 2
            and answer[0] != answer[1]
            and all(player in self.among for player in answer)
        )

    def sample(self, pick: Pick) -> tuple[PlayerId, PlayerId]:
        first, second = pick(len(self.among)), pick(len(self.among) - 1)
        second += second >= first
        a, b = self.among[first], self.among[second]
        return (a, b) if a < b else (b, a)


class Subsets(Described[tuple[PlayerId, ...]]):
    """Every choice of any number of players."""

    def __init__(self, players: Sequence[PlayerId]) -> None:
        self.players = tuple(players)

    def __len__(self) -> int:
        return 1 << len(self.players)

    def at(self, index: int) -> tuple[PlayerId, ...]:
        return tuple(p for place, p in enumerate(self.players) if index >> place & 1)

    def __contains__(self, answer: object) -> bool:
        return (
            isinstance(answer, tuple)
            and len(set(answer)) == len(answer)
            and all(p in self.players for p in answer)
        )

    def sample(self, pick: Pick) -> tuple[PlayerId, ...]:
        return self.at(pick(len(self)))


class Product(Described[tuple[Any, Any]]):
    """Every pair of one thing from each of two option sets."""

    def __init__(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        self.first, self.second = first, second

    def __len__(self) -> int:
        return len(self.first) * len(self.second)

    def at(self, index: int) -> tuple[Any, Any]:
        place, other = divmod(index, len(self.second))
        return self.first[place], self.second[other]

    def __contains__(self, answer: object) -> bool:
        return (
            isinstance(answer, tuple)
            and len(answer) == 2
            and answer[0] in self.first
            and answer[1] in self.second
        )

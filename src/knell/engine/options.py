"""Sets of legal answers: which form answers have, and which one form each of them takes.

A plain tuple is the ordinary option set, a ``range`` or :class:`Numbers` one of numbers that count. Where
there are hundreds of answers, the sequences here know their length, test membership and make any one answer
without building the others. Each also has ``sample(pick)``, where ``pick(n)`` returns a whole number from 0
to ``n - 1``.

:func:`shape_of` says what the answers of a set look like, and :func:`settle` brings an answer into the one
form in which it is stored and compared: whoever asks people goes by these two and tests no types.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar, overload

from knell.engine.terms import PlayerId
from knell.engine.values import Identity, Introduction, Pair, Pointing

T = TypeVar("T")
Pick: TypeAlias = Callable[[int], int]


class Shape(StrEnum):
    """What the answers of an option set look like, apart from ``None`` for "none of them"."""

    YES_NO = "yes_no"
    NUMBER = "number"
    """A whole number that counts something."""
    PLAYER = "player"
    PLAYERS = "players"
    """Two players; their order says nothing."""
    CHARACTER = "character"
    """A word: a character's id, a side, a type, or something of a character's own."""
    PLAYER_AND_CHARACTER = "player_and_character"
    SEVERAL = "several"
    """So many players or characters, whose order says nothing, or as many players as one likes."""
    ORDER = "order"
    """Certain things, each once, in an order that matters."""
    WORDS = "words"
    """Any words at all."""
    POINTING = "pointing"
    """One of these players is this character: :class:`~knell.engine.Pointing`."""
    PAIR = "pair"
    """Players as one showing: :class:`~knell.engine.Pair`."""
    IDENTITY = "identity"
    """A player with a character: :class:`~knell.engine.Identity`."""
    INTRODUCTION = "introduction"
    """What evil players are shown of each other: :class:`~knell.engine.Introduction`."""
    ACTION = "action"
    """What happens next by day."""


class NoSuchAnswer(ValueError):  # noqa: N818 - named for what it says
    """An answer that isn't among the legal ones."""


class Numbers(tuple[int, ...]):
    """Numbers to choose from that count something, where plain whole numbers would be players."""

    __slots__ = ()


_BY_TYPE: Final[Mapping[type, Shape]] = {
    bool: Shape.YES_NO,
    int: Shape.PLAYER,
    str: Shape.CHARACTER,
    Pointing: Shape.POINTING,
    Pair: Shape.PAIR,
    Identity: Shape.IDENTITY,
    Introduction: Shape.INTRODUCTION,
}


def shape_of(options: Sequence[Any]) -> Shape:
    """What the answers of an option set look like."""
    if isinstance(options, Described):
        return options.shape
    if isinstance(options, range | Numbers):
        return Shape.NUMBER
    some = next((option for option in options if option is not None), "")
    shape = _BY_TYPE.get(type(some))
    if shape is not None:
        return shape
    if len(some) == 2 and isinstance(some[1], str) and isinstance(some[0], int):
        return Shape.PLAYER_AND_CHARACTER
    return Shape.SEVERAL


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal and of the same types all through: ``True`` is no player and no number."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def settle(options: Sequence[Any], answer: Any) -> Any:
    """An answer in the one form that the option set has for it. Raises ``NoSuchAnswer``."""
    if isinstance(options, Described):
        return options.settle(answer)
    for option in options:
        if same(option, answer):
            return option
    unordered = _unordered(answer)
    if unordered is not None:
        for option in options:
            if type(option) is type(answer) and _unordered(option) == unordered:
                return option
    raise NoSuchAnswer(answer)


def put_together(shape: Shape, players: Sequence[PlayerId], characters: Sequence[str] = ()) -> Any:
    """The answer of that shape that names these players and characters, not yet settled.

    Raises ``NoSuchAnswer`` where they make none.
    """
    match shape, list(players), list(characters):
        case Shape.PLAYER, [player], []:
            return player
        case ((Shape.CHARACTER | Shape.WORDS), [], [character]):
            return character
        case Shape.PLAYER_AND_CHARACTER, [player], [character]:
            return player, character
        case Shape.IDENTITY, [player], [character]:
            return Identity(player, character)
        case Shape.POINTING, [_, _], [character]:
            return Pointing(tuple(players), character)
        case Shape.PAIR, [_, *_], []:
            return Pair(tuple(players))
        case Shape.PLAYERS, [_, _], []:
            return tuple(players)
        case ((Shape.SEVERAL | Shape.ORDER), named, []):
            return tuple(named)
        case ((Shape.SEVERAL | Shape.ORDER), [], named):
            return tuple(named)
    raise NoSuchAnswer((*players, *characters))


def _unordered(answer: Any) -> Any:
    """An answer as it is whatever the order of what it names; ``None`` where its order matters."""
    if isinstance(answer, Pointing):
        players = _unordered(answer.players)
        return None if players is None else (players, answer.character)
    if isinstance(answer, Pair):
        return _unordered(answer.players)
    if type(answer) is tuple and answer and all(type(part) in (int, str) for part in answer):
        alike = all(type(part) is type(answer[0]) for part in answer)
        return sorted(answer) if alike else None
    return None


def sample(options: Sequence[T], pick: Pick) -> T:
    """One of ``options``, chosen evenly by ``pick``."""
    own = getattr(options, "sample", None)
    if own is not None:
        drawn: T = own(pick)
        return drawn
    return options[pick(len(options))]


class Described(Sequence[T]):
    """A sequence given by its length and its n-th element."""

    shape: ClassVar[Shape]
    things: tuple[Any, ...] = ()
    """Where an answer names several things: which there are to be named."""
    sizes: range = range(1, 2)
    """How many of ``things`` an answer may name."""
    forced: tuple[Any, ...] = ()
    """Which of ``things`` every answer names."""
    parts: tuple[Sequence[Any], ...] = ()
    """Where an answer has parts of different sorts: what each may be."""

    @abstractmethod
    def settle(self, answer: Any) -> T:
        """The answer in the one form that it takes here. Raises ``NoSuchAnswer``."""

    def __contains__(self, answer: object) -> bool:
        try:
            self.settle(answer)
        except NoSuchAnswer:
            return False
        return True

    @abstractmethod
    def at(self, index: int) -> T:
        """The answer number ``index``, from 0."""

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


class Remaining(Described[T]):
    """An option set without those answers that were turned down."""

    def __init__(self, options: Sequence[T], gone: Sequence[T]) -> None:
        self.options = options
        self.gone = tuple(gone)
        self.shape = shape_of(options)  # type: ignore[misc] # as that of the whole set
        self._left = [option for option in options if option not in self.gone]
        if isinstance(options, Described):
            self.things, self.sizes, self.parts = options.things, options.sizes, options.parts
            self.forced = options.forced

    def __len__(self) -> int:
        return len(self._left)

    def at(self, index: int) -> T:
        return self._left[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._left)

    def settle(self, answer: Any) -> T:
        settled: T = settle(self.options, answer)
        if settled in self.gone:
            raise NoSuchAnswer(answer)
        return settled


class Block(NamedTuple):
    """One building block of an answer that is put together."""

    name: str
    label: str
    """What it is called: an untranslated message."""
    choices: Mapping[str, str]
    """What may stand there, each with an untranslated message; the first is what stands there at first."""


class OwnWords(Described[str]):
    """Some words, any other text of the Storyteller's own, and what they put together from blocks."""

    shape = Shape.WORDS
    blocks: tuple[Block, ...] = ()

    def needed(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """The names of the blocks that matter beside what is chosen in the others."""
        return tuple(block.name for block in self.blocks)

    @abstractmethod
    def put_together(self, chosen: Mapping[str, str]) -> str:
        """The answer for what is chosen in each block, legal or not."""

    def why_not(self, answer: str) -> Any:
        """Why what was put together is no answer, as a :class:`~knell.engine.Text`; ``None`` if it is one."""
        return None


def _different(answer: Any, among: Sequence[T]) -> tuple[T, ...]:
    """Several different things of ``among``, as they were given. Raises ``NoSuchAnswer``."""
    if type(answer) is not tuple:
        raise NoSuchAnswer(answer)
    things = tuple([settle(among, part) for part in answer])
    if any(thing in things[:place] for place, thing in enumerate(things)):
        raise NoSuchAnswer(answer)
    return things


class Combinations(Described[tuple[T, ...]]):
    """Every choice of ``size`` different things from ``pool``, order left aside.

    ``forced`` things are in every choice.
    """

    shape = Shape.SEVERAL

    def __init__(self, pool: Sequence[T], size: int, forced: Sequence[T] = ()) -> None:
        self.forced = tuple(forced)
        self.things = tuple(pool)
        self.sizes = range(size, size + 1)
        self.pool = tuple(thing for thing in pool if thing not in self.forced) if forced else self.things
        self.free = size - len(self.forced)

    def __len__(self) -> int:
        return comb(len(self.pool), self.free) if self.free >= 0 else 0

    def _sorted(self, drawn: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted((*self.forced, *drawn), key=self.things.index))

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

    def settle(self, answer: Any) -> tuple[T, ...]:
        things = _different(answer, self.things)
        if len(things) not in self.sizes or not all(thing in things for thing in self.forced):
            raise NoSuchAnswer(answer)
        return tuple(sorted(things, key=self.things.index))

    def sample(self, pick: Pick) -> tuple[T, ...]:
        pool = list(self.pool)
        for place in range(self.free):
            other = place + pick(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return self._sorted(pool[: self.free])


class Orders(Described[tuple[T, ...]]):
    """Every order of ``things``."""

    shape = Shape.ORDER

    def __init__(self, things: Sequence[T]) -> None:
        self.things = tuple(things)
        self.sizes = range(len(self.things), len(self.things) + 1)

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

    def settle(self, answer: Any) -> tuple[T, ...]:
        if type(answer) is not tuple or len(answer) != len(self.things):
            raise NoSuchAnswer(answer)
        left = list(self.things)
        for thing in answer:
            left.remove(settle(left, thing))
        return answer

    def sample(self, pick: Pick) -> tuple[T, ...]:
        things = list(self.things)
        for place in range(len(things) - 1, 0, -1):
            other = pick(place + 1)
            things[place], things[other] = things[other], things[place]
        return tuple(things)


class PlayerPairs(Described[tuple[PlayerId, PlayerId]]):
    """Every two different players of ``among``, the lower id first."""

    shape = Shape.PLAYERS
    sizes = range(2, 3)

    def __init__(self, among: Sequence[PlayerId]) -> None:
        self.things = tuple(sorted(among))

    def __len__(self) -> int:
        return comb(len(self.things), 2)

    def at(self, index: int) -> tuple[PlayerId, PlayerId]:
        for place in range(len(self.things)):
            row = len(self.things) - place - 1
            if index < row:
                return self.things[place], self.things[place + 1 + index]
            index -= row
        raise IndexError(index)

    def __iter__(self) -> Iterator[tuple[PlayerId, PlayerId]]:
        return combinations(self.things, 2)

    def settle(self, answer: Any) -> tuple[PlayerId, PlayerId]:
        players = _different(answer, self.things)
        if len(players) != 2:
            raise NoSuchAnswer(answer)
        a, b = players
        return (a, b) if a < b else (b, a)

    def sample(self, pick: Pick) -> tuple[PlayerId, PlayerId]:
        first, second = pick(len(self.things)), pick(len(self.things) - 1)
        second += second >= first
        a, b = self.things[first], self.things[second]
        return (a, b) if a < b else (b, a)


class Subsets(Described[tuple[PlayerId, ...]]):
    """Every choice of any number of players, in the order in which something happens to them."""

    shape = Shape.SEVERAL

    def __init__(self, players: Sequence[PlayerId]) -> None:
        self.things = tuple(players)
        self.sizes = range(len(self.things) + 1)

    def __len__(self) -> int:
        return 1 << len(self.things)

    def at(self, index: int) -> tuple[PlayerId, ...]:
        return tuple(p for place, p in enumerate(self.things) if index >> place & 1)

    def settle(self, answer: Any) -> tuple[PlayerId, ...]:
        return _different(answer, self.things)

    def sample(self, pick: Pick) -> tuple[PlayerId, ...]:
        return self.at(pick(len(self)))


class Product(Described[tuple[Any, Any]]):
    """Every pair of one thing from each of two option sets."""

    shape = Shape.PLAYER_AND_CHARACTER

    def __init__(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        self.first, self.second = first, second
        self.parts = (first, second)

    def __len__(self) -> int:
        return len(self.first) * len(self.second)

    def at(self, index: int) -> tuple[Any, Any]:
        place, other = divmod(index, len(self.second))
        return self.first[place], self.second[other]

    def settle(self, answer: Any) -> tuple[Any, Any]:
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise NoSuchAnswer(answer)
        return settle(self.first, answer[0]), settle(self.second, answer[1])

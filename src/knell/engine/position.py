"""A position of a game as a value: cheap to copy, compared by what it says, hashed by key, pickled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeAlias

from knell.engine.ability import Ability
from knell.engine.events import Event
from knell.engine.question import Question
from knell.engine.seating import FROM_THE_BEGINNING, Bag, Start, Wanted
from knell.engine.terms import NOBODY, SETUP, Mask, PlayerId
from knell.engine.tokens import Token

if TYPE_CHECKING:
    from knell.engine.actions import Use
    from knell.engine.cast import Cast
    from knell.engine.character import Character, Jinx
    from knell.engine.deaths import Death
    from knell.engine.endings import Claim, Outcome
    from knell.engine.registers import Reading

Step: TypeAlias = tuple[float, int, str, int]
"""A step of the agenda: its place in the night, its number, its name and its argument."""


class Execution(NamedTuple):
    """An execution: of whom, whether they died of it, and whether it was by day."""

    player: PlayerId
    died: bool
    by_day: bool


class Return(NamedTuple):
    """Somebody who was dead as night fell and is back tonight, which nobody has seen yet."""

    player: PlayerId
    had_vote: bool
    """Whether they had a vote left; nobody would know of a death that takes it back."""


Game: TypeAlias = Any
""":class:`knell.engine.Game`, which stands above this module."""
Decide: TypeAlias = Callable[[Game, Question], Any]
Listen: TypeAlias = Callable[[Event], None]


class DecidedDeaths(NamedTuple):
    """Who dies tonight, where an ability leaves that to the Storyteller: these and nobody else."""

    players: tuple[PlayerId, ...]
    by: Ability
    """The ability that kills whom nobody else does."""


class Position:
    """One position of a game as data. ``decide`` answers what is left open; ``listen`` hears what happens.

    Everything but those two is plain data. :meth:`copy` shares what cannot change and copies the
    rest, so a copy can be played on without touching the original.
    """

    __slots__ = (
        "_base",
        "_drunk",
        "_enlivened",
        "_holders",
        "_jinxes",
        "_poisoned",
        "_reading",
        "_settling",
        "_shifty",
        "_suspended",
        "_ways",
        "abilities",
        "about_to_die",
        "added",
        "agenda",
        "attached",
        "bag",
        "believed",
        "bluffs",
        "calls",
        "cast",
        "characters",
        "claims",
        "continuous",
        "counter",
        "day_over",
        "dead",
        "deaths",
        "deaths_decided",
        "decide",
        "declared",
        "demon_lost",
        "depth",
        "dirty",
        "everyone",
        "evil",
        "executions",
        "feigned",
        "ghost_votes",
        "hands",
        "highest",
        "impaired",
        "in_step",
        "introductions",
        "learned",
        "limits",
        "listen",
        "lively",
        "moved",
        "names",
        "night",
        "nominators",
        "nominees",
        "notices",
        "outcome",
        "phase",
        "pins",
        "place",
        "returned",
        "ring",
        "secret_mark",
        "secret_vote",
        "spent_secretly",
        "stamps",
        "start",
        "tallies",
        "tokens",
        "told",
        "tonight_deaths",
        "travellers",
        "travellers_to_meet",
        "uses",
        "wanted",
        "woke_by",
        "woke_for_ability",
        "woken",
    )  # fmt: skip

    def __init__(
        self, cast: Cast, names: Sequence[str], decide: Decide, listen: Listen | None = None
    ) -> None:
        count = len(names)
        self.cast = cast
        self.decide = decide
        self.listen = listen
        # how it begins
        self.start: Start = FROM_THE_BEGINNING
        self.wanted: Wanted | None = None
        """What it is to be dealt with; ``None`` for a game whose seats are given."""
        self.bag: Bag | None = None
        """What is to be drawn, between filling the bag and the draw."""
        self.attached: tuple[tuple[str, str], ...] = ()
        """Characters whose ability was chosen while the bag was filled, each with the character it is of."""
        self.bluffs: tuple[str, ...] = ()
        """The good characters not in play that the Demon learns (base-28)."""
        self.added: tuple[str, ...] = ()
        """The Fabled and Loric that the Storyteller has brought in."""
        # people
        self.names: tuple[str, ...] = tuple(names)
        self.ring: tuple[PlayerId, ...] = tuple(range(count))
        self.travellers: Mask = 0
        self.everyone: Mask = (1 << count) - 1
        """All players who are in the game, Travellers included."""
        # what is true of each player
        self.characters: list[Character] = []
        self.believed: list[Character | None] = [None] * count
        self.evil: Mask = 0
        self.dead: Mask = 0
        self.feigned: Mask = 0
        self.ghost_votes: Mask = 0
        self.lively: Mask = 0
        """Beside whom there is a token by which their abilities work even when they are dead."""
        # abilities and their tokens
        self.abilities: dict[int, Ability] = {}
        self.tokens: list[Token] = []
        self.continuous: tuple[Token, ...] = ()
        self.stamps: dict[int, int] = {}
        self.pins: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        self.counter = 0
        # the clock
        self.phase = SETUP
        self.night = 0
        self.place = 0.0
        self.agenda: list[Step] = []
        self.in_step = ""
        self.depth = 0
        self.moved = False
        # tonight, or the coming night
        self.introductions: tuple[float, ...] = ()
        """In which places of the coming night the evil players meet after all."""
        self.travellers_to_meet: tuple[PlayerId, ...] = ()
        """The evil Travellers who are to learn in the coming night who the Demon is (base-42)."""
        self.deaths_decided: DecidedDeaths | None = None
        self.woken: list[PlayerId | str] = []
        self.woke_for_ability: Mask = 0
        self.woke_by: list[tuple[PlayerId, str]] = []
        self.tonight_deaths: list[PlayerId] = []
        self.declared: Mask = 0
        self.returned: tuple[Return, ...] = ()
        self.learned: dict[PlayerId, Any] = {}
        self.told: dict[PlayerId, tuple[str, bool]] = {}
        self.notices: dict[PlayerId, float] = {}
        # today
        self.day_over = False
        self.about_to_die = NOBODY
        self.highest = 0
        self.hands: Mask = 0
        self.nominators: Mask = 0
        self.nominees: Mask = 0
        self.calls: Mask = 0
        self.tallies: dict[PlayerId, int] = {}
        self.secret_vote: bool | None = None
        self.secret_mark = 0
        self.spent_secretly: Mask = 0
        self.uses: list[Use] = []
        self.executions: list[Execution] = []
        self.limits: Mapping[str, int] = {}
        """How many players a day may use a character's public ability aloud, where the table limits it."""
        # what rules may look back on
        self.deaths: list[Death] = []
        self.claims: list[Claim] = []
        self.demon_lost = ""
        self.outcome: Outcome | None = None
        # derived
        self.dirty = False
        self.impaired: Mask = 0
        self._drunk: Mask = 0
        self._enlivened: Mask = 0
        self._poisoned: Mask = 0
        self._suspended: AbstractSet[int] = frozenset()
        self._settling = False
        self._shifty = True
        self._base: Reading | None = None
        self._reading: Reading | None = None
        self._ways: tuple[Reading, ...] | None = None
        self._holders: Mapping[str, Sequence[int]] | None = None
        self._jinxes: tuple[Jinx, ...] = ()

    def __repr__(self) -> str:
        if self.outcome is not None:
            return f"<Game: {self.outcome.winner} has won ({self.outcome.reason})>"
        moment = f"{self.phase.name.lower()} {self.night}" if self.night else self.phase.name.lower()
        return f"<Game: {moment}, {self.living.bit_count()} of {self.everyone.bit_count()} alive>"

    def key(self) -> tuple[Any, ...]:
        """The position as a hashable value: two positions with the same key go on alike, whoever answers.

        For memo tables and comparisons. What is worked out from the rest isn't part of it.
        """
        return tuple([_frozen(getattr(self, name)) for name in _DATA])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or self.key() == other.key()

    __hash__ = None  # type: ignore[assignment] # a position changes; its key() doesn't

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*_DATA, *_SETTLED)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name in _FORGOTTEN:
            setattr(self, name, None)
        self._settling, self._shifty, self._jinxes = False, True, ()
        self.decide, self.listen = _nobody_decides, None
        for name, value in state.items():
            setattr(self, name, value)

    def copy(self) -> Self:
        """A copy that can be played on by itself; it costs a few microseconds."""
        new = type(self).__new__(type(self))
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        for name in _COPIED:
            setattr(new, name, getattr(self, name).copy())
        return new

    @property
    def alive(self) -> Mask:
        """The players who are really alive (base-97)."""
        return self.everyone & ~self.dead

    @property
    def living(self) -> Mask:
        """The players who count as alive for abilities and votes: those who don't seem dead (zombuul-9)."""
        return self.everyone & ~(self.dead | self.feigned)

    @property
    def ordinary(self) -> Mask:
        """Everybody except Travellers."""
        return self.everyone & ~self.travellers


_COPIED: Final = (
    "believed",
    "characters",
    "abilities",
    "tokens",
    "stamps",
    "pins",
    "agenda",
    "woken",
    "woke_by",
    "tonight_deaths",
    "learned",
    "told",
    "notices",
    "tallies",
    "uses",
    "executions",
    "deaths",
    "claims",
)
_SHARED: Final = tuple(name for name in Position.__slots__ if name not in _COPIED)
_FORGOTTEN: Final = ("_base", "_reading", "_ways", "_holders")
"""What is worked out again when somebody asks for it."""
_SETTLED: Final = ("dirty", "impaired", "_drunk", "_enlivened", "_poisoned", "_suspended")
"""What settling has worked out, and whether it has to be done again."""
_DATA: Final = tuple(
    name
    for name in Position.__slots__
    if not name.startswith("_") and name not in (*_SETTLED, "decide", "listen")
)
"""Everything that a position says."""


def _frozen(value: Any) -> Any:
    """A part of a position as a hashable value; the order of a mapping says nothing."""
    if isinstance(value, list):
        return tuple(value)
    return frozenset(value.items()) if isinstance(value, dict) else value


def _nobody_decides(_game: Game, question: Question) -> Any:
    """Who answers in a position that comes out of a pickle, until somebody is put there."""
    raise LookupError(f"nobody is there to answer {question!r}: set the game's decide")

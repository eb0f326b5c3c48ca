"""Changes by hand: what the Storyteller may change in the Grimoire, one class for each kind.

An override is an entry of the record like an answer, never an edit behind its back; :func:`read` makes one
from its label and plain arguments, as records and forms hold them. :func:`knell.engine.hand.apply` carries
them out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import Any, ClassVar, Final, TypeAlias, get_args, get_type_hints

from knell.engine import values
from knell.engine.terms import PlayerId
from knell.messages import N_, Refused, text
from knell.outside import is_name


class OverrideRefused(Refused):
    """An override that makes no sense in this position; ``reason`` says why."""


# -- what can be changed -----------------------------------------------------------------------------


class _Override:
    """What every change by hand has."""

    __slots__ = ()

    label: ClassVar[str]
    """What records and scenario files call it."""
    asks_nothing: ClassVar[bool] = False
    """No question of a step that is running becomes another one by it."""
    before_the_deal: ClassVar[bool] = False
    """It can be made while nobody has a character yet."""

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What it is applied to, as records write it after its label."""
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Kill(_Override):
    """A player dies, whatever protects them."""

    player: PlayerId
    label: ClassVar[str] = "kill"


@dataclass(frozen=True, slots=True)
class WasDead(_Override):
    """A player has died before the game begins: nothing prevented it, and it triggers nothing."""

    player: PlayerId
    label: ClassVar[str] = "was_dead"


@dataclass(frozen=True, slots=True)
class Revive(_Override):
    """A player lives again."""

    player: PlayerId
    label: ClassVar[str] = "revive"


@dataclass(frozen=True, slots=True)
class MakeDrunk(_Override):
    """A player is drunk until it is taken away."""

    player: PlayerId
    label: ClassVar[str] = "drunk"


@dataclass(frozen=True, slots=True)
class Poison(_Override):
    """A player is poisoned until it is taken away."""

    player: PlayerId
    label: ClassVar[str] = "poison"


@dataclass(frozen=True, slots=True)
class Sober(_Override):
    """Whatever made a player drunk is taken away."""

    player: PlayerId
    label: ClassVar[str] = "sober"


@dataclass(frozen=True, slots=True)
class Heal(_Override):
    """Whatever poisoned a player is taken away."""

    player: PlayerId
    label: ClassVar[str] = "heal"


@dataclass(frozen=True, slots=True)
class MakeCharacter(_Override):
    """A player becomes another character."""

    player: PlayerId
    character: str
    label: ClassVar[str] = "character"


@dataclass(frozen=True, slots=True)
class TurnSide(_Override):
    """A player turns good or evil."""

    player: PlayerId
    evil: bool
    label: ClassVar[str] = "alignment"


@dataclass(frozen=True, slots=True)
class PutToken(_Override):
    """A reminder token is put beside a player; one that means something does it."""

    player: PlayerId
    name: str
    """``character.token``, or any words."""
    label: ClassVar[str] = "token"


@dataclass(frozen=True, slots=True)
class TakeToken(_Override):
    """A reminder token is taken from a player."""

    player: PlayerId
    name: str
    """``character.token``, or any words."""
    label: ClassVar[str] = "remove_token"


@dataclass(frozen=True, slots=True)
class SetGhostVote(_Override):
    """A dead player's vote is given or taken."""

    player: PlayerId
    has_one: bool
    label: ClassVar[str] = "ghost_vote"


@dataclass(frozen=True, slots=True)
class SeemDead(_Override):
    """A player is taken for dead and lives."""

    player: PlayerId
    label: ClassVar[str] = "registers_dead"


@dataclass(frozen=True, slots=True)
class Rename(_Override):
    """A player is called something else."""

    player: PlayerId
    name: str
    label: ClassVar[str] = "rename"
    asks_nothing: ClassVar[bool] = True
    before_the_deal: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class SwapSeats(_Override):
    """Two players change seats."""

    one: PlayerId
    other: PlayerId
    label: ClassVar[str] = "swap"
    before_the_deal: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reseat(_Override):
    """Everybody sits anew, clockwise in this order."""

    ring: tuple[PlayerId, ...]
    label: ClassVar[str] = "reseat"
    before_the_deal: ClassVar[bool] = True

    @property
    def arguments(self) -> tuple[Any, ...]:
        return self.ring


@dataclass(frozen=True, slots=True)
class MakeRuling(_Override):
    """A ruling that may be made at any time, like ``mutant.execute``."""

    name: str
    value: Any
    label: ClassVar[str] = "rule"


@dataclass(frozen=True, slots=True)
class Wake(_Override):
    """A player is woken, for whatever reason; it isn't due to an ability."""

    player: PlayerId
    label: ClassVar[str] = "wake"
    asks_nothing: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Show(_Override):
    """A player is shown something, woken for it at night."""

    player: PlayerId
    what: Any
    label: ClassVar[str] = "show"
    asks_nothing: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class EndGame(_Override):
    """The game ends."""

    evil_won: bool
    label: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class AddCharacter(_Override):
    """A Fabled or Loric comes in: public, nobody's, unaffected by everything (base-148, base-149)."""

    character: str
    label: ClassVar[str] = "add"
    asks_nothing: ClassVar[bool] = True
    before_the_deal: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class LimitUses(_Override):
    """At most so many players a day use a public ability, truly or not; ``None`` for as many as like."""

    character: str
    most: int | None
    label: ClassVar[str] = "limit"
    asks_nothing: ClassVar[bool] = True
    before_the_deal: ClassVar[bool] = True


Override: TypeAlias = (
    Kill
    | WasDead
    | Revive
    | MakeDrunk
    | Poison
    | Sober
    | Heal
    | MakeCharacter
    | TurnSide
    | PutToken
    | TakeToken
    | SetGhostVote
    | SeemDead
    | Rename
    | SwapSeats
    | Reseat
    | MakeRuling
    | Wake
    | Show
    | EndGame
    | AddCharacter
    | LimitUses
)
"""Any change by hand."""

KINDS: Final[dict[str, type[Override]]] = {kind.label: kind for kind in get_args(Override)}
"""Every kind of change by hand, by its label."""


# -- reading them ------------------------------------------------------------------------------------

UNFIT: Final = text(N_("Something is missing, or isn't what belongs there."))
"""What is said of anything sent that lacks a part, or has one of another kind."""


def read(label: str, arguments: Sequence[Any]) -> Override:
    """The change by hand of that label, applied to these arguments.

    Raises ``OverrideRefused`` for an unknown label and for arguments that aren't what belongs there.
    """
    kind = KINDS.get(label)
    if kind is None:
        raise OverrideRefused(text(N_("There is no override called {name}."), name=label))
    given = (tuple(arguments),) if kind is Reseat else tuple(arguments)
    try:
        override: Override = kind(*given)
    except TypeError as error:
        raise OverrideRefused(UNFIT) from error
    if not is_well_formed(override):
        raise OverrideRefused(UNFIT)
    return override


def is_well_formed(override: Override) -> bool:
    """Whether each of its arguments is of the type that belongs there."""
    fields_ = FIELDS[type(override)]
    if not all(_is_of(getattr(override, name), hint) for name, hint in fields_.items()):
        return False
    return not isinstance(override, Rename) or is_name(override.name)


def _is_of(value: Any, hint: Any) -> bool:
    if hint is Any or hint is str:
        return values.is_well_formed(value) and (hint is Any or type(value) is str)
    if isinstance(hint, UnionType):
        return any(_is_of(value, part) for part in get_args(hint))
    if get_args(hint):
        (part, _rest) = get_args(hint)
        return type(value) is tuple and all(_is_of(one, part) for one in value)
    return type(value) is hint


FIELDS: Final[Mapping[type, Mapping[str, Any]]] = {
    kind: {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__slots__}
    for kind in KINDS.values()
}
"""What each kind is applied to: the names and types of its arguments, in order."""

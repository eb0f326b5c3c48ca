"""What happens in a game, for whoever tells its story: one class for each kind of event.

An event says who learns of it at the table (``audience``): everybody, some players, or the Storyteller
alone. Whoever handles events does it with ``match``, so that mypy names every place that a new one needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from knell.engine.terms import NOBODY, Mask, PlayerId, mask_of
from knell.messages import Text

if TYPE_CHECKING:
    from knell.engine.overrides import Override

EVERYBODY: Final = None
"""The audience of what is said aloud."""
NO_PLAYER: Final[Mask] = 0
"""The audience of what only the Storyteller knows."""


class _Event:
    """What every event has."""

    __slots__ = ()

    label: ClassVar[str]
    """What kind of event it is, as views and exports write it."""

    @property
    def audience(self) -> Mask | None:
        """Who learns of it: ``EVERYBODY``, or the mask of the players who do."""
        return EVERYBODY


class _Secret(_Event):
    """Known to the Storyteller alone."""

    __slots__ = ()

    @property
    def audience(self) -> Mask | None:
        return NO_PLAYER


# -- the clock ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NightBegan(_Event):
    """Night falls."""

    number: int
    label: ClassVar[str] = "night"


@dataclass(frozen=True, slots=True)
class DayBegan(_Event):
    """Day begins."""

    number: int
    label: ClassVar[str] = "day"


@dataclass(frozen=True, slots=True)
class GameEnded(_Event):
    """Somebody has won, and why. The reason isn't said aloud."""

    winner: str
    """``good`` or ``evil``."""
    reason: str
    label: ClassVar[str] = "game over"


# -- at night ----------------------------------------------------------------------------------------


class _ToOne(_Event):
    """Known to the one player whom it is about."""

    __slots__ = ()

    player: PlayerId

    @property
    def audience(self) -> Mask | None:
        return 1 << self.player


@dataclass(frozen=True, slots=True)
class Woken(_ToOne):
    """A player is woken, for an ability or, where it is empty, for something else."""

    player: PlayerId
    ability: str = ""
    """The character's id."""
    by: PlayerId = NOBODY
    """Whose ability tells them something, where it is somebody else's."""
    label: ClassVar[str] = "woken"


@dataclass(frozen=True, slots=True)
class WokenTogether(_Event):
    """Evil players are woken to be shown each other."""

    players: tuple[PlayerId, ...]
    ability: str
    """``minioninfo`` or ``demoninfo``."""
    label: ClassVar[str] = "woken"

    @property
    def audience(self) -> Mask | None:
        return mask_of(self.players)


@dataclass(frozen=True, slots=True)
class Chose(_ToOne):
    """A player has chosen."""

    player: PlayerId
    ability: str
    answer: Any
    label: ClassVar[str] = "chose"


@dataclass(frozen=True, slots=True)
class Shown(_ToOne):
    """A player has been shown something."""

    player: PlayerId
    ability: str
    """The character's id, ``minioninfo``, ``demoninfo``, ``travellerinfo``, or ``storyteller`` by hand."""
    answer: Any
    by: PlayerId = NOBODY
    """Whose ability tells it, where it is somebody else's."""
    label: ClassVar[str] = "shown"


@dataclass(frozen=True, slots=True)
class Told(_ToOne):
    """A player has been told what they are now."""

    player: PlayerId
    character: str
    evil: bool
    label: ClassVar[str] = "told"


@dataclass(frozen=True, slots=True)
class Acted(_Secret):
    """An ability's step is done."""

    player: PlayerId
    ability: str
    label: ClassVar[str] = "acted"


@dataclass(frozen=True, slots=True)
class NotUsed(_Secret):
    """A player was woken, and the ability isn't used now."""

    player: PlayerId
    ability: str
    label: ClassVar[str] = "skipped"


@dataclass(frozen=True, slots=True)
class RunByHand(_Secret):
    """The Storyteller has run an ability's step."""

    player: PlayerId
    ability: str
    label: ClassVar[str] = "by hand"


# -- life and death ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Died(_Event):
    """It is said that a player has died."""

    player: PlayerId
    label: ClassVar[str] = "died"


@dataclass(frozen=True, slots=True)
class NobodyDied(_Event):
    """It is said at dawn that nobody has died."""

    label: ClassVar[str] = "nobody died"


@dataclass(frozen=True, slots=True)
class Revived(_Secret):
    """A player has come back to life at night."""

    player: PlayerId
    label: ClassVar[str] = "revived"


@dataclass(frozen=True, slots=True)
class FoundAlive(_Event):
    """It is said that a player who was dead is alive."""

    player: PlayerId
    label: ClassVar[str] = "alive"


# -- by day ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nominated(_Event):
    """Somebody has nominated somebody for execution."""

    nominator: PlayerId
    nominee: PlayerId
    label: ClassVar[str] = "nominated"


@dataclass(frozen=True, slots=True)
class VoteCounted(_Event):
    """A vote has been counted."""

    nominee: PlayerId
    hands: Mask
    tally: int
    half: int
    """How many votes are half of the living, rounded up."""
    highest: int
    """The highest tally today before this one."""
    secret: bool = False
    label: ClassVar[str] = "vote"

    @property
    def audience(self) -> Mask | None:
        return NO_PLAYER if self.secret else EVERYBODY


@dataclass(frozen=True, slots=True)
class SecretVote(_Event):
    """Everybody knows that there was a vote, and nothing of its result."""

    nominee: PlayerId
    label: ClassVar[str] = "secret vote"


@dataclass(frozen=True, slots=True)
class AboutToDie(_Event):
    """Who is about to die after a vote; ``NOBODY`` if nobody is."""

    player: PlayerId
    label: ClassVar[str] = "about to die"


@dataclass(frozen=True, slots=True)
class ExileCalled(_Event):
    """Somebody has called for the exile of a Traveller."""

    caller: PlayerId
    traveller: PlayerId
    label: ClassVar[str] = "exile called"


@dataclass(frozen=True, slots=True)
class SupportCounted(_Event):
    """The support for an exile has been counted."""

    traveller: PlayerId
    hands: Mask
    tally: int
    needed: int
    label: ClassVar[str] = "support"


@dataclass(frozen=True, slots=True)
class Exiled(_Event):
    """A Traveller is exiled."""

    player: PlayerId
    label: ClassVar[str] = "exiled"


@dataclass(frozen=True, slots=True)
class Executed(_Event):
    """A player is executed, whether or not they die of it."""

    player: PlayerId
    label: ClassVar[str] = "executed"


@dataclass(frozen=True, slots=True)
class Survived(_Event):
    """A player who was executed or exiled lives."""

    player: PlayerId
    label: ClassVar[str] = "survived"


@dataclass(frozen=True, slots=True)
class NobodyExecuted(_Event):
    """The day ends without an execution."""

    label: ClassVar[str] = "no execution"


@dataclass(frozen=True, slots=True)
class Used(_Event):
    """Somebody says that they use an ability of the day, truly or not."""

    player: PlayerId
    character: str
    details: tuple[tuple[str, Any], ...]
    private: bool = False
    label: ClassVar[str] = "used"

    @property
    def audience(self) -> Mask | None:
        return 1 << self.player if self.private else EVERYBODY


@dataclass(frozen=True, slots=True)
class Announced(_Event):
    """Everybody is told which character a player is, because of an ability."""

    player: PlayerId
    character: str
    label: ClassVar[str] = "announced"


# -- people ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined(_Event):
    """A Traveller has joined."""

    player: PlayerId
    character: str
    label: ClassVar[str] = "joined"


@dataclass(frozen=True, slots=True)
class Left(_Event):
    """A Traveller has left."""

    player: PlayerId
    label: ClassVar[str] = "left"


@dataclass(frozen=True, slots=True)
class Renamed(_Event):
    """A player is called something else."""

    player: PlayerId
    name: str
    before: str
    label: ClassVar[str] = "renamed"


@dataclass(frozen=True, slots=True)
class Seated(_Event):
    """Everybody sits anew, clockwise in this order."""

    ring: tuple[PlayerId, ...]
    label: ClassVar[str] = "seated"


@dataclass(frozen=True, slots=True)
class Added(_Event):
    """A Fabled or Loric has come into the game."""

    character: str
    label: ClassVar[str] = "added"


# -- what only the Storyteller sees ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Became(_Secret):
    """A player has become another character."""

    player: PlayerId
    old: str
    new: str
    by: str = ""
    """The character whose ability did it, if one did."""
    label: ClassVar[str] = "became"


@dataclass(frozen=True, slots=True)
class Warned(_Secret):
    """Something speaks against an answer that was given."""

    question: str
    """The name of the decision."""
    player: PlayerId
    warning: Text
    label: ClassVar[str] = "warned"


@dataclass(frozen=True, slots=True)
class Taken(_Secret):
    """A decision had one legal answer, which was taken without being asked."""

    question: str
    """The name of the decision."""
    player: PlayerId
    answer: Any
    label: ClassVar[str] = "taken"


@dataclass(frozen=True, slots=True)
class ChangedByHand(_Secret):
    """The Storyteller has changed something by hand."""

    override: Override
    label: ClassVar[str] = "override"


Event: TypeAlias = (
    NightBegan
    | DayBegan
    | GameEnded
    | Woken
    | WokenTogether
    | Chose
    | Shown
    | Told
    | Acted
    | NotUsed
    | RunByHand
    | Died
    | NobodyDied
    | Revived
    | FoundAlive
    | Nominated
    | VoteCounted
    | SecretVote
    | AboutToDie
    | ExileCalled
    | SupportCounted
    | Exiled
    | Executed
    | Survived
    | NobodyExecuted
    | Used
    | Announced
    | Joined
    | Left
    | Renamed
    | Seated
    | Added
    | Became
    | Warned
    | Taken
    | ChangedByHand
)
"""Anything that can happen."""

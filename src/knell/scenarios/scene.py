"""What the parts of a scenario share while it is played: the table, what has happened, what differed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from knell.engine import AT_RANDOM, Event, Game, PlayerId, Question
from knell.engine.events import (
    Died,
    Executed,
    Exiled,
    FoundAlive,
    GameEnded,
    Joined,
    NobodyDied,
    Survived,
    Taken,
    Warned,
)
from knell.engine.options import sample
from knell.scenarios.scenario import PlayBlock, Scenario, Where
from knell.scenarios.steps import Steps
from knell.scenarios.values import Players


@dataclass(frozen=True)
class Failure:
    """One thing that differed: where, what was expected and what was there.

    The last two may be, or hold, a :class:`~knell.messages.Text`, which whoever shows them translates.
    """

    where: Where
    expected: Any
    actual: Any


class Showing(NamedTuple):
    """What could be shown to a player, and what was suggested."""

    options: Sequence[Any]
    default: Any


@dataclass
class Seen:
    """What was said, asked and shown in the block that is being played."""

    announced: list[str] = field(default_factory=list)
    """What everybody heard, as ``announced:`` writes it."""
    warned: list[str] = field(default_factory=list)
    """The decisions at which the Storyteller was warned."""
    asked: dict[str, Any] = field(default_factory=dict)
    """What was suggested at each decision of the Storyteller."""
    shown: dict[PlayerId, Showing] = field(default_factory=dict)
    """The last showing to each player."""


class Scene:
    """A scenario that is being played."""

    game: Game
    """The table; there once it has been set."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.players = Players(scenario.names)
        self.chance = random.Random(scenario.seed)
        self.seen = Seen()
        self.where = Where(scenario.title)
        """Where we are, for failures that have no line of their own."""
        self.block: PlayBlock | None = None
        self.steps = Steps()
        self.failures: list[Failure] = []

    @property
    def next_step(self) -> str:
        """The name of the step that the game comes to next; empty when there is none any more."""
        return self.game.agenda[0][2] if self.game.agenda else ""

    def fail(self, where: Where, expected: Any, actual: Any) -> None:
        """Note a difference: what is said about it as texts, other values as they are."""
        self.failures.append(Failure(where, expected, actual))

    def by_chance(self, question: Question) -> Any:
        """An answer that is drawn."""
        return sample(question.options, self.chance.randrange)

    def default(self, question: Question) -> Any:
        """The answer that is suggested, drawn where any is as good."""
        default = question.default
        return self.by_chance(question) if default is AT_RANDOM else default

    def listening(self, taken: Callable[[Taken], None]) -> Callable[[Event], None]:
        """What keeps from each event what scenarios look at.

        ``taken`` is told of each decision that had one legal answer and wasn't asked.
        """

        def hear(event: Event) -> None:
            match event:
                case Taken():
                    taken(event)
                case Joined():
                    self.players.seat(self.game.names)
                case Warned(decision):
                    self.seen.warned.append(decision)
                case Died(player) | FoundAlive(player) | Executed(player) | Survived(player) | Exiled(player):
                    self.seen.announced.append(f"{event.label} {self.players.names[player]}")
                case NobodyDied():
                    self.seen.announced.append(event.label)
                case GameEnded(winner):
                    self.seen.announced.append(f"{event.label} {winner}")

        return hear

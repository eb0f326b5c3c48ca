"""What a scenario says, once its file has been read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from knell.scenarios.document import Block


@dataclass(frozen=True)
class SeatLine:
    """One line of ``players:``."""

    name: str
    character: str
    shown: str | None
    evil: bool | None


@dataclass(frozen=True)
class WantedDeal:
    """What ``deal:`` asks for."""

    names: tuple[str, ...]
    with_: tuple[str, ...]
    without: tuple[str, ...]
    travellers: int


class Where(NamedTuple):
    """A place in a scenario; ``str()`` writes it as programs read it: ``day 1, line 14, expect alive``."""

    part: str
    """``night`` or ``day``, ``expect`` or ``given``, or the title while the table is set."""
    number: int | None = None
    """Of the night or day."""
    line: int | None = None
    expectation: str = ""
    """The key of ``expect:``."""

    def __str__(self) -> str:
        parts = [self.part if self.number is None else f"{self.part} {self.number}"]
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.expectation:
            parts.append(f"expect {self.expectation}")
        return ", ".join(parts)


@dataclass(frozen=True)
class PlayBlock:
    """A night or a day with its steps, or an ``expect:`` between blocks."""

    phase: str
    """``night``, ``day`` or ``expect``."""
    number: int
    steps: tuple[Block, ...]
    line: int

    @property
    def where(self) -> Where:
        """The place of it."""
        return Where(self.phase, self.number)


@dataclass(frozen=True)
class Scenario:
    """One document of a scenario file."""

    file: str
    line: int
    title: str
    covers: tuple[str, ...]
    script: tuple[str, ...] | str | None
    named: tuple[str, ...]
    """Every character that the document names, in the order of naming."""
    seed: int
    jinxes: bool
    seats: tuple[SeatLine, ...]
    deal: WantedDeal | None
    setup: Block
    given: tuple[Block, ...]
    play: tuple[PlayBlock, ...]
    expect: Block | None
    refused: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return self.deal.names if self.deal is not None else tuple(seat.name for seat in self.seats)

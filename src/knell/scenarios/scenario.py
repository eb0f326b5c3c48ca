"""What a scenario says, once its file has been read."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True)
class PlayBlock:
    """A night or a day with its steps, or an ``expect:`` between blocks."""

    phase: str
    """``night``, ``day`` or ``expect``."""
    number: int
    steps: tuple[Block, ...]
    line: int

    @property
    def name(self) -> str:
        """What the file calls it, like ``night 2``."""
        return f"{self.phase} {self.number}"


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

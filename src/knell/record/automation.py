"""How much Knell does by itself, for each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

from knell.engine import Kind, Question

__all__ = ["KINDS", "Automation", "Level"]


class Level(StrEnum):
    """What Knell does when a question comes up."""

    BY_HAND = "by hand"
    """It asks and says nothing."""
    SUGGESTED = "suggested"
    """It asks and names the default."""
    AUTOMATIC = "automatic"
    """It answers by itself; the answer can be undone."""


KINDS: Final[Mapping[Kind, str]] = MappingProxyType({kind: kind.name.lower() for kind in Kind})
"""What each kind of question is called in settings: ``ruling``, ``show``, ``chance``, ``vote``…"""


class Automation:
    """A level for each question: by its own name (``imp.successor``), else by its kind, else ``default``.

    Without ``levels``, chance is answered automatically and everything else suggested.
    """

    __slots__ = ("default", "levels")

    def __init__(
        self, levels: Mapping[str, Level] | None = None, *, default: Level = Level.SUGGESTED
    ) -> None:
        self.levels: Mapping[str, Level] = MappingProxyType(
            {"chance": Level.AUTOMATIC} if levels is None else dict(levels)
        )
        self.default = default

    def level(self, question: Question) -> Level:
        """What is to be done about a question."""
        named = self.levels.get(question.name)
        return named or self.levels.get(KINDS[question.kind], self.default)

    def having(self, name: str, level: Level) -> Automation:
        """The same settings with another level for one question or kind."""
        return Automation({**self.levels, name: level}, default=self.default)

    def to_plain(self) -> dict[str, str]:
        """The settings as JSON-ready data; the key ``*`` is for everything else."""
        return {"*": str(self.default), **{name: str(level) for name, level in self.levels.items()}}

    @classmethod
    def from_plain(cls, data: Mapping[str, str]) -> Self:
        """The settings that :meth:`to_plain` wrote. Raises ``ValueError`` for an unknown level."""
        levels = {name: Level(level) for name, level in data.items()}
        default = levels.pop("*", Level.SUGGESTED)
        return cls(levels, default=default)

"""The steps of a block: which may be used now, and what of them is left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from knell.scenarios.document import Block
from knell.scenarios.scenario import PlayBlock
from knell.scenarios.values import Players

DAY_STEPS: Final = frozenset(("nominate", "exile", "execute", "join", "leave"))
"""Steps that are an action of the day by their key; a player's ``use:`` is one, too."""
_BESIDE: Final = frozenset(("votes", "refused"))
"""What stands beside another part of its step and says something about it."""


class Step:
    """One step of a block, and what of it has been used.

    Its parts are called as messages call them: ``Ada choose``, ``storyteller imp.successor``, ``expect``.
    """

    def __init__(self, content: Block, block: PlayBlock, players: Players) -> None:
        self.content = content
        self.line = content.line
        self.where = block.where._replace(line=content.line)
        self.used: set[str] = set()
        self._players = players

    @property
    def parts(self) -> Iterator[str]:
        """Everything in it that can be used."""
        for key, value in self.content.items():
            if key in _BESIDE:
                continue
            if key == "storyteller":
                yield from (f"storyteller {name}" for name in value)
            elif key in self._players.ids and isinstance(value, dict):
                first = "use" if "use" in value else "choose"
                yield from (f"{key} {part}" for part in (first, "learn") if part in value)
            else:
                yield key

    @property
    def left(self) -> list[str]:
        """The parts that haven't been used yet."""
        return [part for part in self.parts if part not in self.used]

    @property
    def action(self) -> str:
        """The key that stands for an action of the day: one of ``DAY_STEPS``, or who uses an ability."""
        for key, value in self.content.items():
            if key in DAY_STEPS or (key in self._players.ids and isinstance(value, dict) and "use" in value):
                return str(key)
        return ""

    @property
    def action_part(self) -> str:
        """The part that is used up by its action of the day."""
        return self.action if self.action in DAY_STEPS else f"{self.action} use"

    @property
    def refused(self) -> bool:
        """Whether it says, beside its key, that it must be turned down."""
        return bool(self.content.get("refused"))

    def refuses(self, key: str) -> bool:
        """Whether it says, beside ``key`` or in the map there, that this must be turned down."""
        value = self.content.get(key)
        return self.refused or (isinstance(value, dict) and bool(value.get("refused")))


class Steps:
    """The steps of the block that is being played, in order."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self._steps = tuple(steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    @property
    def available(self) -> Iterator[Step]:
        """The steps that may be used now: those before the first expectation that isn't due yet."""
        for step in self._steps:
            if "expect" in step.content and "expect" not in step.used:
                if len(step.content) > 1:
                    yield step
                return
            yield step

    def take(self, part: str) -> Step | None:
        """Use the first part of this name that may be used now, and return its step."""
        for step in self.available:
            if part in step.left:
                step.used.add(part)
                return step
        return None

    def take_showing(self, name: str) -> Step | None:
        """Use what a player is to learn; what an ability of the day tells comes after its use."""
        for step in self.available:
            left = step.left
            if f"{name} learn" in left and f"{name} use" not in left:
                step.used.add(f"{name} learn")
                return step
        return None

    def take_action(self) -> Step | None:
        """Use the next action of the day."""
        for step in self.available:
            if step.action and step.action_part not in step.used:
                step.used.add(step.action_part)
                return step
        return None

    def holds_back(self, part: str) -> bool:
        """Whether this part is only left behind an expectation that hasn't been checked yet."""
        return any(part in step.left for step in self) and not any(
            part in step.left for step in self.available
        )

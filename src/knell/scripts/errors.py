"""What is said when a script can't be read."""

from pathlib import Path

from knell.messages import Text
from knell.texts import _, fill

__all__ = ["ScriptError"]


class ScriptError(Exception):
    """A script could not be read: where, why, and what to do about it.

    Lines and entries are counted from 1. `str()` gives the whole of it in the present language.
    """

    def __init__(
        self,
        problem: Text,
        *,
        expected: Text | None = None,
        hint: Text | None = None,
        file: Path | None = None,
        line: int | None = None,
        entry: int | None = None,
        key: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.expected = expected
        self.hint = hint
        self.file = file
        self.line = line
        self.entry = entry
        self.key = key

    def __str__(self) -> str:
        place = []
        if self.file is not None:
            place.append(str(self.file))
        if self.entry is not None:
            place.append(fill(_("entry {number}"), number=self.entry))
        if self.line is not None:
            place.append(fill(_("line {number}"), number=self.line))
        told = f"{', '.join(place)}: {self.problem}" if place else str(self.problem)
        if self.hint is not None:
            return f"{told} {self.hint}"
        if self.expected is not None:
            expected = fill(_("Expected here: {what}."), what=self.expected)
            return f"{told} {expected}"
        return told

"""What is said when a file can't be read: where in it, why, what belongs there and what to do about it."""

from collections.abc import Iterator
from pathlib import Path

from knell.messages import N_, Text, text

__all__ = ["UnreadableError"]


class UnreadableError(Exception):
    """A file that can't be read: where, why, what was expected there, and what to do about it.

    Lines and entries are counted from 1. ``str()`` gives the whole of it in the language that is the
    present one at that moment.
    """

    def __init__(
        self,
        problem: Text,
        *,
        file: str | Path | None = None,
        entry: int | None = None,
        line: int | None = None,
        expected: Text | None = None,
        hint: Text | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.entry = entry
        self.line = line
        self.expected = expected
        self.hint = hint
        """What to do about it."""

    @property
    def reason(self) -> Text:
        """Where, why, and what to do, as one text."""
        place = self._place()
        told = (
            self.problem if place is None else text("{place}: {problem}", place=place, problem=self.problem)
        )
        for more in self._more():
            told = text("{told} {more}", told=told, more=more)
        return told

    def _place(self) -> Text | None:
        """The file, the entry and the line, as far as they are known."""
        place = None if self.file is None else text("{file}", file=self.file)
        for wording, number in ((N_("entry {number}"), self.entry), (N_("line {number}"), self.line)):
            if number is not None:
                part = text(wording, number=number)
                place = part if place is None else text("{place}, {part}", place=place, part=part)
        return place

    def _more(self) -> Iterator[Text]:
        """What is said after the problem: what to do, or at least what belongs there."""
        if self.hint is not None:
            yield self.hint
        elif self.expected is not None:
            yield text(N_("Expected here: {what}."), what=self.expected)

    def __str__(self) -> str:
        return str(self.reason)

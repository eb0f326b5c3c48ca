"""What is said when a script can't be read."""

from pathlib import Path

from knell.messages import Text
from knell.unreadable import UnreadableError

__all__ = ["ScriptError"]


class ScriptError(UnreadableError):
    """A script could not be read: where, why, and what to do about it."""

    def __init__(
        self,
        problem: Text,
        *,
        file: Path | None = None,
        entry: int | None = None,
        line: int | None = None,
        key: str | None = None,
        expected: Text | None = None,
        hint: Text | None = None,
    ) -> None:
        super().__init__(problem, file=file, entry=entry, line=line, expected=expected, hint=hint)
        self.key = key
        """Of the entry, what is wrong."""

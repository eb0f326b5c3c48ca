"""A line of the story as the terminal shows it."""

from __future__ import annotations

from rich.text import Text

from knell.words.telling import StoryLine

__all__ = ["styled"]


def styled(line: StoryLine, *, mark: bool = True) -> Text:
    """The line with its colours; with ``mark``, what is to be said aloud is marked at the beginning."""
    if line.heading:
        return Text(line.text, style="now")
    shown = Text.assemble(("» " if line.public and mark else "  " if mark else "", "key"))
    shown.append(line.text, style="say" if line.public else "")
    if line.note:
        shown.append(f" ({line.note})", style="muted")
    return shown

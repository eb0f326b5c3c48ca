"""The chapters of help, and how a function becomes a command in one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from knell.cli.sitting import Sitting
from knell.messages import N_

__all__ = [
    "BACK_AND_FORTH",
    "BY_DAY",
    "BY_HAND",
    "BY_ITSELF",
    "CHAPTERS",
    "LOOK",
    "Chapter",
    "Command",
    "Do",
    "command_for",
    "every_word",
]

Do = Callable[[Sitting, str], None]
"""What a command does, in a sitting, with the rest of the line."""


class Command(NamedTuple):
    """Something that can be typed."""

    words: tuple[str, ...]
    """What it is called in English, the main word first."""
    called: Callable[[], str]
    """What it is called in the reader's language, several words parted by slashes."""
    usage: str
    about: str
    run: Do

    @property
    def every_word(self) -> tuple[str, ...]:
        """Everything that it can be called."""
        local = [word.strip() for word in self.called().split("/")]
        return tuple(dict.fromkeys((*self.words, *local)))


class Chapter:
    """Commands that help shows below one title, in the order in which they were defined."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.commands: list[Command] = []

    def command(
        self, *words: str, called: Callable[[], str], about: str, usage: str = ""
    ) -> Callable[[Do], Do]:
        """Make a function a command of this chapter.

        ``words`` and ``called`` are what can be typed, in English and in the reader's language; ``usage``
        and ``about`` are marked texts: what follows the word, and what help says.
        """

        def registered(do: Do) -> Do:
            self.commands.append(Command(words, called, usage, about, do))
            return do

        return registered


LOOK: Final = Chapter(N_("Look"))
BACK_AND_FORTH: Final = Chapter(N_("Back and forth"))
BY_DAY: Final = Chapter(N_("By day"))
BY_HAND: Final = Chapter(N_("Change by hand, at any time"))
BY_ITSELF: Final = Chapter(N_("What Knell does by itself"))

CHAPTERS: Final = (LOOK, BACK_AND_FORTH, BY_DAY, BY_HAND, BY_ITSELF)
"""In the order in which help shows them. The modules of this package fill them."""


def command_for(word: str) -> Command | None:
    """The command that a word stands for."""
    key = word.casefold()
    commands = (command for chapter in CHAPTERS for command in chapter.commands)
    return next((command for command in commands if key in command.every_word), None)


def every_word() -> list[str]:
    """All words of commands, for completion."""
    return [w for chapter in CHAPTERS for c in chapter.commands for w in c.every_word if len(w) > 1]

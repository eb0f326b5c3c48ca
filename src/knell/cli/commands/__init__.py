"""What can be typed during a game besides an answer: a module for each chapter of help.

A command is a function with its registration above it; nothing else has to know of it.
"""

from knell.cli.commands import back_and_forth, by_day, by_hand, by_itself, looking
from knell.cli.commands.chapters import CHAPTERS, Chapter, Command, command_for, every_word

__all__ = [
    "CHAPTERS",
    "Chapter",
    "Command",
    "back_and_forth",
    "by_day",
    "by_hand",
    "by_itself",
    "command_for",
    "every_word",
    "looking",
]

"""What is said to people about a game, in their language: questions, answers, events, reasons.

The terminal and the browser both speak with these words; nothing below this package knows a language.
"""

from knell.words.asking import Asked, asked, support_needed, threshold
from knell.words.changes import change_in_words
from knell.words.story import sentence, story
from knell.words.wording import Words, explained

__all__ = [
    "Asked",
    "Words",
    "asked",
    "change_in_words",
    "explained",
    "sentence",
    "story",
    "support_needed",
    "threshold",
]

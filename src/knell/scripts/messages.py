"""Sentences that are put into the reader's language when they are shown, not when they are made."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knell.texts import _, fill

__all__ = ["Message", "say"]


@dataclass(frozen=True, slots=True)
class Message:
    """A text as it is written in the code, and what its places in braces stand for.

    What stands in a place may be a message itself.
    """

    text: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return fill(_(self.text), **self.params)


def say(text: str, /, **params: object) -> Message:
    """Make a message; mark the text with `N_`, so that it is found for translation."""
    return Message(text, params)

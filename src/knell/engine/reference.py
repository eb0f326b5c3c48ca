"""What the reference pages say of a character: how its questions are answered in files, and what was settled.

All of it is English, is made into tables when the documentation is built, and is never shown in a game.
"""

from __future__ import annotations

from typing import NamedTuple


class Decision(NamedTuple):
    """A decision that the Storyteller is asked for, or may make unasked."""

    answer: str
    """What an answer is, and its form where that isn't plain."""
    suggested: str
    why: str = ""
    """Why that is suggested, and where it comes from."""
    setup: bool = False
    """It may stand under ``setup:`` in a scenario."""


class YesOrNo(NamedTuple):
    """A decision between yes and no."""

    situation: str
    yes: str
    """What is so then."""
    no: str
    why: str
    """Which of the two is suggested, why, and where that comes from."""


class Settled(NamedTuple):
    """A point on which the rules are silent or disputed, and on which nobody is asked."""

    situation: str
    does: str
    """What Knell does."""
    why: str
    """Why, and where that comes from."""

"""Deaths as rules may read them: whose, why, when, and what the player was."""

from __future__ import annotations

from typing import NamedTuple

from knell.engine.ability import Ability
from knell.engine.terms import NOBODY, Mask, PlayerId


class Cause(NamedTuple):
    """Why somebody dies: what kind of cause, which ability, tied to whose death."""

    kind: str
    """``demon``, ``ability``, ``execution``, ``exile`` or ``storyteller``."""
    ability: Ability | None = None
    linked_to: PlayerId = NOBODY


class Death(NamedTuple):
    """A death, as rules may read it later, or the attempt at one."""

    player: PlayerId
    cause: Cause
    night: int
    by_day: bool
    character: str
    evil: bool
    living_before: Mask
    feigned: bool = False
    """The player only seems to have died (zombuul-5)."""

    @property
    def by_execution(self) -> bool:
        """Whether this is a death by execution."""
        return self.cause.kind == "execution"

    @property
    def by_demon(self) -> bool:
        """Whether a Demon's ability is the killer."""
        return self.cause.kind == "demon"

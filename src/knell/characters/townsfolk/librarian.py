"""The Librarian."""

from __future__ import annotations

from knell.characters.townsfolk._pointing import PointsAtOneOfTwo
from knell.engine import TokenType, Type, Until
from knell.engine.advice import RATHER
from knell.messages import N_


class Librarian(PointsAtOneOfTwo):
    """One of two players is a particular Outsider, or there is none."""

    id = "librarian"
    hides_failing = RATHER
    summary = N_(
        "On the first night the Librarian is shown an Outsider character and two players, one of whom has "
        "it, or learns that nobody is an Outsider."
    )
    how_to_run = (
        N_(
            "Before the first night, put the Outsider token beside an Outsider and the Wrong token beside "
            "another player."
        ),
        N_(
            "At this step, wake the Librarian, point at both players in any order and show the Outsider's "
            "character."
        ),
        N_("If there is no Outsider, form a zero with your hand instead. No tokens are needed then."),
        N_("Take the tokens off."),
    )
    notes = (
        N_("For the Drunk, show the Drunk, never the Townsfolk they believe to be."),
        N_("Zero is true only if there is no Outsider at all. The Drunk is one."),
        N_("The player with the Wrong token may be anybody else, even a second Outsider."),
        N_(
            "If the Librarian is drunk or poisoned, show any two players and any Outsider on the script, or "
            "zero."
        ),
        N_(
            "While the Vortox works, the answer has to be false. Zero is possible only if there is an "
            "Outsider."
        ),
    )
    looks_for = Type.OUTSIDER
    may_say_none = True
    tokens = {"outsider": TokenType(until=Until.DAWN), "wrong": TokenType(until=Until.DAWN)}
    answers = {"show": "`{players: [Bo, Cy], character: saint}` or `none`"}

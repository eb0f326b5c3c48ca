"""The Investigator."""

from __future__ import annotations

from knell.characters.townsfolk._pointing import PointsAtOneOfTwo
from knell.engine import TokenType, Type, Until
from knell.engine.advice import RATHER
from knell.messages import N_


class Investigator(PointsAtOneOfTwo):
    """One of two players is a particular Minion."""

    id = "investigator"
    hides_failing = RATHER
    summary = N_(
        "On the first night the Investigator is shown a Minion character and two players, one of whom has it."
    )
    how_to_run = (
        N_(
            "Before the first night, put the Minion token beside a Minion and the Wrong token beside another "
            "player."
        ),
        N_("At this step, wake the Investigator and point at both players, in any order."),
        N_("Show the character of the player with the Minion token."),
        N_("Take both tokens off."),
    )
    notes = (
        N_("The player with the Wrong token may be anybody else, even the Demon or a second Minion."),
        N_("With several Minions in play, you choose which one is shown."),
        N_("If there is no Minion at all, say so and place no tokens."),
        N_("Nothing is corrected when players die or change later."),
        N_("If the Investigator is drunk or poisoned, show any two players and any Minion on the script."),
        N_("While the Vortox works, neither of the two may have the character that you show."),
    )
    looks_for = Type.MINION
    tokens = {"minion": TokenType(until=Until.DAWN), "wrong": TokenType(until=Until.DAWN)}
    answers = {"show": "`{players: [Bo, Cy], character: baron}`; `none` where there is no Minion"}

"""The Washerwoman."""

from __future__ import annotations

from knell.characters.townsfolk._pointing import PointsAtOneOfTwo
from knell.engine import TokenType, Type, Until
from knell.engine.advice import RATHER
from knell.messages import N_


class Washerwoman(PointsAtOneOfTwo):
    """One of two players is a particular Townsfolk."""

    id = "washerwoman"
    hides_failing = RATHER
    summary = N_(
        "On the first night the Washerwoman is shown a Townsfolk character and two players, one of whom has "
        "it."
    )
    how_to_run = (
        N_(
            "Before the first night, put the Townsfolk token beside a Townsfolk and the Wrong token beside "
            "another player."
        ),
        N_(
            "At this step, wake the Washerwoman, point at both players in any order and show the Townsfolk's "
            "character."
        ),
        N_("Take both tokens off."),
    )
    notes = (
        N_("The Drunk isn't a Townsfolk and can only be the player with the Wrong token."),
        N_("The player with the Wrong token may be anybody else, even the Demon."),
        N_("Better not show the Washerwoman's own character, as she learns nothing from it."),
        N_("Nothing is corrected when players die or change later."),
        N_("If the Washerwoman is drunk or poisoned, show any two players and any Townsfolk on the script."),
        N_("While the Vortox works, neither of the two may have the character that you show."),
    )
    looks_for = Type.TOWNSFOLK
    tokens = {"townsfolk": TokenType(until=Until.DAWN), "wrong": TokenType(until=Until.DAWN)}
    answers = {"show": "`{players: [Bo, Cy], character: monk}`; `none` where there is no Townsfolk"}

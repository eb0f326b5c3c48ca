"""The Fortune Teller."""

from __future__ import annotations

from knell.engine import AT_RANDOM, YES_NO, Decision, TokenType, Townsfolk, Turn, Type, mask_of, members, text
from knell.messages import N_

SMALL_GAME = 7
"""Up to this many ordinary players, being one's own red herring makes for more useful answers."""


class FortuneTeller(Townsfolk):
    """Asks each night whether a Demon is among two players; one good player always looks like one."""

    id = "fortuneteller"
    only_learns = True
    summary = N_(
        "Every night the Fortune Teller picks two players and learns whether a Demon is among them. One good "
        "player, the red herring, counts as a Demon for this."
    )
    how_to_run = (
        N_("Before the first night, put the Red Herring token beside a good player."),
        N_("Each night, wake the Fortune Teller and let them point at two different players."),
        N_("Nod if a Demon or the red herring is among the two. Shake your head if neither is."),
    )
    notes = (
        N_("Dead players may be chosen, and a dead Demon is still a yes."),
        N_("The red herring never changes, even if that player dies, turns evil or gets another character."),
        N_("The Fortune Teller may be their own red herring, which suits small games."),
        N_("A yes doesn't say which of the two it was. A Minion alone is a no."),
        N_("If the Fortune Teller is drunk or poisoned, both answers are allowed."),
        N_("While the Vortox works, give the opposite of the true answer."),
    )
    tokens = {"red_herring": TokenType()}
    asks = {
        "red_herring": N_("Which good player looks like a Demon to {player}?"),
    }
    answers = {
        "choose": "two players",
        "show": "yes or no",
        "red_herring": Decision(
            "a good player",
            "up to seven players, the Fortune Teller; else at random",
            "more useful answers in a small game (almanac)",
            setup=True,
        ),
    }

    def setup(self, turn: Turn) -> None:
        good = members(turn.game.everyone & ~turn.game.evil)
        if not good:
            return
        small = turn.game.ordinary.bit_count() <= SMALL_GAME and turn.me in good
        herring = turn.rule(
            "red_herring",
            good,
            default=turn.me if small else AT_RANDOM,
            why=text(N_("Any good player may look like a Demon to the Fortune Teller.")),
        )
        turn.note("red_herring", herring)

    def night(self, turn: Turn) -> None:
        pair = mask_of(turn.choose_two(turn.everyone))
        herring = mask_of(turn.marked("red_herring"))
        turn.tell((bool(pair & (way.types[Type.DEMON] | herring)) for way in turn.ways), YES_NO)

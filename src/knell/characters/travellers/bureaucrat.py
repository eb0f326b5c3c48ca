"""The Bureaucrat."""

from __future__ import annotations

from knell.engine import Effect, Mask, TokenType, Traveller, Turn, Until
from knell.messages import N_


class Bureaucrat(Traveller):
    """Each night chooses another player, whose vote counts three times tomorrow."""

    id = "bureaucrat"
    tokens = {"3_votes": TokenType(Effect.OTHER, Until.DUSK)}
    summary = N_("Each night the Bureaucrat chooses another player, whose vote counts as three the next day.")
    how_to_run = (
        N_("Each night, wake the Bureaucrat, who points at another player. Put 3 VOTES beside them."),
        N_("Count that player's hand as three votes until dusk."),
    )
    notes = (
        N_("For an exile the player counts once, like everybody."),
        N_("The three votes end when the Bureaucrat is drunk, poisoned or dead."),
    )
    answers = {"choose": "another player"}

    def night(self, turn: Turn) -> None:
        turn.mark("3_votes", turn.choose_player(turn.others))

    def weighs(self, turn: Turn, voter: int, hands: Mask) -> int:
        return 3 if turn.afflicts("3_votes", voter) else 1

"""The Politician."""

from __future__ import annotations

from knell.engine import Ending, Outsider, TokenType, Turn, YesOrNo, text
from knell.messages import N_, NP_


class Politician(Outsider):
    """Most to blame for the defeat of its team, may win with the other one."""

    id = "politician"
    summary = N_(
        "If nobody is more to blame for the defeat of the Politician's team than the Politician, they change "
        "sides at the end and win with the others, even when dead."
    )
    how_to_run = (
        N_("When the Politician's team has lost, think about who brought this about."),
        N_("If it was above all the Politician, say that they change sides and win, too."),
        N_("If it wasn't, they lose with their team."),
    )
    notes = (
        N_(
            "They have to be more to blame than each of their team mates, and better than each single "
            "opponent, too."
        ),
        N_("A few lies or votes against good players are hardly ever enough."),
        N_("Only the Politician's own result changes. The winners stay the winners."),
        N_("A Politician who is drunk or poisoned at the end doesn't change sides."),
        N_("Until the game is over, their alignment is what it was."),
    )
    works_dead = True
    tokens = {"stays_evil": TokenType(own=True, says=NP_("reminder", "Stays evil"))}
    asks = {
        "turns": N_("Is {player} most to blame, changes sides and wins?"),
    }
    answers = {
        "turns": YesOrNo(
            "the Politician's side has lost",
            yes="the Politician is most to blame, changes sides and wins",
            no="they lose with their side",
            why="no: it takes a lot (politician-1; almanac)",
        ),
    }

    def turns(self, turn: Turn, ending: Ending) -> None:
        if turn.has_note("politician.stays_evil", turn.me) and not ending.evil_won:
            return
        if ending.lost(turn.me) and turn.may(
            "turns", why=text(N_("Only for a player more to blame than every other good player."))
        ):
            turn.turn_side(turn.me, ending.evil_won, tell=False)

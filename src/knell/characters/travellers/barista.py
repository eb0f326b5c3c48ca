"""The Barista."""

from __future__ import annotations

from knell.engine import AT_RANDOM, Decision, Effect, TokenType, Traveller, Turn, Until, text
from knell.messages import N_

SOBER = "sober"
TWICE = "twice"


class Barista(Traveller):
    """Each night, a player is sober and healthy until dusk, or acts twice; they learn which."""

    id = "barista"
    tokens = {
        "sober_&_healthy": TokenType(Effect.HEALTHY, Until.DUSK),
        "acts_twice": TokenType(Effect.TWICE, Until.DUSK),
        "?": TokenType(),
    }
    summary = N_(
        "Each night until dusk, one player is sober and healthy whatever happens, or uses their ability "
        "twice. That player learns which of the two it is."
    )
    how_to_run = (
        N_("Each night, choose a player and one of the two effects, and put the token down."),
        N_("Wake the player and show which effect it is."),
    )
    notes = (
        N_("Sober and healthy beats every drunkenness and poison."),
        N_("A once-per-game ability may be used twice."),
    )
    asks = {
        "who": N_("Whom does the Barista help?"),
        "what": N_("How does the Barista help?"),
    }
    says = {SOBER: N_("sober and healthy"), TWICE: N_("acts twice")}
    answers = {
        "tells": "to the player helped, `sober` or `twice`",
        "who": Decision("a player", "anybody", "the wording leaves it to you (official)"),
        "what": Decision("`sober` or `twice`", "made sober", "the wording leaves it to you (official)"),
    }

    def night(self, turn: Turn) -> None:
        if not turn.works:
            return
        who = turn.rule("who", turn.everyone, default=AT_RANDOM)
        what = turn.rule("what", (SOBER, TWICE), why=text(N_("The one that helps more tonight.")))
        if what == SOBER:
            turn.mark("sober_&_healthy", who)
        else:
            turn.mark("acts_twice", who)
            turn.again_tonight(who)
        turn.show_to(who, what)

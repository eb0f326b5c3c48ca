"""The Barista."""

from __future__ import annotations

from knell.engine import AT_RANDOM, Decision, Effect, PlayerId, TokenType, Traveller, Turn, Until, text
from knell.engine.advice import NEVER, ORDINARY, RATHER, Case, On, Weight, rule
from knell.engine.policy import not_dead, not_oneself, still_acts
from knell.messages import N_

SOBER = "sober"
TWICE = "twice"


@rule(N_("They have an ability that can be helped."), On.PLAYER)
def has_an_ability(case: Case, player: PlayerId) -> Weight:
    """Somebody whose ability does something from now on."""
    return ORDINARY if still_acts(case, player) else NEVER


@rule(N_("They are drunk or poisoned, which this undoes."), On.PLAYER)
def helped_most(case: Case, player: PlayerId) -> Weight:
    """Whose ability doesn't work at present."""
    return RATHER if (case.game.drunk | case.game.poisoned) >> player & 1 else ORDINARY


def _acts_tonight(turn: Turn, player: PlayerId) -> bool:
    """Whether an ability of that player has yet to act tonight."""
    own = {ability.id for ability in turn.game.abilities_of(player)}
    return any(name == "wake" and number in own for _, _, name, number in turn.game.agenda)


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
        "who": Decision(
            "a player",
            "somebody alive whose ability does something, rather one who is drunk or poisoned",
            "the wording leaves it to you (official)",
        ),
        "what": Decision(
            "`sober` or `twice`",
            "made sober, or acting twice where that helps more",
            "the wording leaves it to you (official)",
        ),
    }

    suggests = {"who": (not_dead, not_oneself, has_an_ability, helped_most), "what": ()}

    def night(self, turn: Turn) -> None:
        if not turn.works:
            return
        who = turn.rule(
            "who", turn.everyone, default=AT_RANDOM, why=text(N_("Somebody alive whom it can help."))
        )
        impaired = (turn.game.drunk | turn.game.poisoned) >> who & 1
        what = turn.rule(
            "what",
            (SOBER, TWICE),
            why=text(N_("The one that helps more tonight.")),
            candidates=lambda: (SOBER,) if impaired or not _acts_tonight(turn, who) else (TWICE,),
        )
        if what == SOBER:
            turn.mark("sober_&_healthy", who)
        else:
            turn.mark("acts_twice", who)
            turn.again_tonight(who)
        turn.show_to(who, what)

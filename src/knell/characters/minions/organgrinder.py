"""The Organ Grinder."""

from __future__ import annotations

from knell.engine import YES_NO, Effect, Minion, TokenType, Turn, Until
from knell.messages import N_


class OrganGrinder(Minion):
    """Has everybody vote with eyes closed, unless it chose to be drunk until dusk."""

    id = "organgrinder"
    summary = N_(
        "Votes are held with eyes closed, and their results stay secret. Each night the Organ Grinder "
        "decides whether to be drunk, which leaves the votes open."
    )
    how_to_run = (
        N_("Wake the Organ Grinder each night. If they nod, put the Drunk token beside them until dusk."),
        N_("If they are sober when a vote begins, have everybody close their eyes, and count in silence."),
        N_(
            "Don't say how many voted or whether anybody is about to die. Keep track with the About To Die "
            "token."
        ),
        N_("When there are no more nominations, say who is executed, or that nobody is."),
    )
    notes = (
        N_(
            "Each vote follows the state of the Organ Grinder at its start, so a day may have open and "
            "secret votes."
        ),
        N_("A drunk, poisoned or dead Organ Grinder leaves the votes open."),
        N_("If somebody asks why, just say that there is an Organ Grinder."),
        N_("A dead player's vote counts once. Take their vote token at the end of the day."),
        N_("Nobody may find out who votes by touching or listening."),
    )
    tokens = {"drunk": TokenType(Effect.DRUNK, Until.DUSK), "about_to_die": TokenType()}
    answers = {"choose": "yes or no"}

    def night(self, turn: Turn) -> None:
        if turn.choose(YES_NO):
            turn.mark("drunk", turn.me)

    def votes_secretly(self, turn: Turn) -> bool:
        return True

"""The Mutant."""

from __future__ import annotations

from typing import Any

from knell.engine import Decision, Outsider, Ruling, Settled, Text, Turn, text
from knell.engine.advice import SELDOM
from knell.messages import N_


class Mutant(Outsider):
    """May be executed by the Storyteller for wanting to be taken for an Outsider."""

    id = "mutant"
    claimed_easily = SELDOM
    summary = N_(
        "A Mutant who tries to be taken for an Outsider may be executed by the Storyteller at any time."
    )
    how_to_run = (
        N_("Watch what the Mutant says, hints at or doesn't deny."),
        N_(
            "If you think they want to pass for an Outsider, you may execute them at once, without "
            "nomination or vote."
        ),
        N_(
            "By day, say that they are executed, and let night fall. At night, say at once that they died, "
            "and go on with the night."
        ),
    )
    notes = (
        N_("You alone judge, and you never have to do it."),
        N_("Claiming any Outsider counts, not just the Mutant. So may keeping silent when asked."),
        N_(
            "By day this is the day's execution. After an execution at night, the next day has its own as "
            "usual."
        ),
        N_("A dead, drunk or poisoned Mutant isn't executed this way."),
        N_("Give neither the reason nor the character."),
    )
    answers = {
        "execute": Decision(
            "the Mutant, unasked",
            "nothing; it is never asked",
            "you alone judge, at any time (mutant-1, mutant-14; almanac)",
        ),
    }
    settled = (
        Settled(
            "the Mutant after the day's execution", "may still be executed", "mutant-1, mutant-15; almanac"
        ),
    )
    rulings = {
        "execute": Ruling(
            N_("{player} is executed for madness."),
            offered=N_("Execute {player} for madness ({character})"),
            offered_beside=N_("Execute for madness ({character})"),
            advice=N_(
                "For madness: without a vote, and the day ends. Give neither the reason nor the character."
            ),
            executes=True,
        )
    }

    def may_rule(self, turn: Turn, name: str, value: Any) -> Text | None:
        if name != "execute":
            return super().may_rule(turn, name, value)
        if not turn.alive:
            return text(N_("The Mutant is dead."))
        if not turn.works:
            return text(N_("The Mutant has no ability at the moment."))
        return None

    def ruled(self, turn: Turn, name: str, value: Any) -> None:
        turn.execute(turn.me)

"""The Virgin."""

from __future__ import annotations

from knell.engine import Decision, Effect, Nomination, TokenType, Townsfolk, Turn, Type
from knell.engine.advice import SELDOM
from knell.engine.registers import possible
from knell.messages import N_


class Virgin(Townsfolk):
    """The first to nominate her is executed on the spot, if they are a Townsfolk."""

    id = "virgin"
    hides_failing = SELDOM
    claimed_easily = SELDOM
    summary = N_(
        "If the first player who ever nominates the Virgin is a Townsfolk, that player is executed on the "
        "spot."
    )
    how_to_run = (
        N_("When the Virgin is nominated for the first time, check the true character of the nominator."),
        N_("If it is a Townsfolk, say that the nominator is executed. Nominations are over and night falls."),
        N_("If it isn't, hold the vote as always."),
        N_("In both cases, put the No Ability token beside the Virgin."),
    )
    notes = (
        N_("The type decides. An evil, drunk or poisoned Townsfolk is executed just the same."),
        N_("The Drunk is an Outsider, so nothing happens."),
        N_(
            "If the Virgin is drunk or poisoned at the first nomination, nothing happens and the ability is "
            "gone."
        ),
        N_("This is today's execution. Anybody who was about to die is spared."),
        N_("A Virgin who is the first to nominate herself is executed."),
        N_("The nominator may survive if something protects them. The day is over all the same."),
    )
    tokens = {"no_ability": TokenType(Effect.SPENT)}
    answers = {
        "cause": Decision(
            "`virgin` or `witch`",
            "the Virgin",
            (
                "a cursed Townsfolk nominates her: an execution or a curse (x001-37; ours). It is "
                "today's execution in both cases"
            ),
        ),
    }
    cause_question = "cause"

    def reacts(self, turn: Turn, nomination: Nomination) -> bool:
        return nomination.nominee == turn.me and not turn.spent

    def strikes(self, turn: Turn, nomination: Nomination) -> bool:
        return True in possible(turn.game, nomination.nominator, Type.TOWNSFOLK)

    def nominated(self, turn: Turn, nomination: Nomination) -> None:
        turn.spend()
        if turn.works and turn.registers(nomination.nominator, Type.TOWNSFOLK):
            turn.execute(nomination.nominator)

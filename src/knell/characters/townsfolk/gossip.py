"""The Gossip."""

from __future__ import annotations

from typing import Final

from knell.engine import (
    Decision,
    FieldShape,
    FormField,
    Settled,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Until,
    Use,
    text,
)
from knell.engine.advice import SELDOM
from knell.engine.policy import not_evil, not_known_to_all, not_oneself, not_safe
from knell.messages import N_

VERDICTS: Final = (True, False, "unknown")
"""What the Storyteller may say of a statement (gossip-18)."""


class Gossip(Townsfolk):
    """Makes one public statement a day; if it was true, a player dies that night."""

    id = "gossip"
    hides_failing = SELDOM
    claimed_easily = SELDOM
    summary = N_("By day may make one public statement. If it was true, a player dies that night.")
    how_to_run = (
        N_("When the Gossip declares a statement, decide whether you know it to be true."),
        N_("That night, after the Demon, choose a player who dies if the statement was true."),
    )
    notes = (
        N_("Only the first declared statement of the day counts."),
        N_("What you can't know doesn't count."),
        N_("What matters is being sober and alive at night, not when speaking."),
        N_("The Gossip isn't woken."),
    )
    tokens = {"dead": TokenType(until=Until.DUSK)}
    asks = {
        "true": N_("Is what {player} said true?"),
        "victim": N_("Who dies because the Gossip spoke the truth?"),
    }
    says = {"unknown": N_("can't be known")}
    answers = {
        "true": Decision(
            "yes, no or `unknown`",
            "no",
            (
                "only what you know to be true counts; judged when it is said. `unknown` is possible and "
                "kills nobody (gossip-18; ours)"
            ),
        ),
        "victim": Decision(
            "a living player",
            "a living good player other than the Gossip",
            "a loss that doesn't decide the game. Anybody alive is legal (gossip-11; official)",
        ),
    }
    settled = (
        Settled(
            "the Gossip's second statement",
            "is ignored; a new Gossip kills nobody tonight; a true one kills also under a Vortox",
            "gossip-4, gossip-17, x004-43, x004-47; ours",
        ),
    )
    suggests = {"victim": (not_oneself, not_evil, not_known_to_all, not_safe)}
    form = (FormField("statement", FieldShape.TEXT, N_("What do they say?")),)

    def use(self, turn: Turn, use: Use) -> None:
        spoken = sum(
            u.player == use.player and u.character == self.id and not u.private for u in turn.game.uses
        )
        if spoken != 1:
            return
        true = turn.rule(
            "true", VERDICTS, default=False, why=text(N_("Only what you know to be true counts."))
        )
        if true is True:
            turn.remember(turn.game.night)

    def asleep(self, turn: Turn) -> Text | None:
        if turn.ability.memory != turn.game.night - 1:
            return text(N_("No true statement was made today."))
        return None

    def night(self, turn: Turn) -> None:
        if not turn.works:
            return
        living = turn.living
        victim = turn.rule(
            "victim",
            living,
            why=text(N_("A good player whose loss does not decide the game.")),
        )
        turn.kill(victim)

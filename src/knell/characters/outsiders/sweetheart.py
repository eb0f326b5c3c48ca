"""The Sweetheart."""

from __future__ import annotations

from knell.engine import Death, Decision, Effect, Outsider, TokenType, Turn, Until, text
from knell.engine.policy import (
    fails_unnoticed,
    has_still_a_use,
    not_dead,
    not_evil,
    not_impaired_already,
    not_known_to_all,
)
from knell.messages import N_


class Sweetheart(Outsider):
    """When it dies, one player is drunk from then on."""

    id = "sweetheart"
    tokens = {"drunk": TokenType(Effect.DRUNK, Until.FOREVER)}
    works_dead = True
    summary = N_(
        "When the Sweetheart dies, one player of the Storyteller's choice is drunk for the rest of the game."
    )
    how_to_run = (
        N_("When the Sweetheart dies, put DRUNK on any player."),
        N_("Tell nobody; run that player as if nothing had happened."),
    )
    notes = (
        N_("The drunkenness stays to the end of the game."),
        N_("A Sweetheart who dies drunk or poisoned makes nobody drunk."),
    )
    asks = {
        "drunk": N_("Who is drunk from now on because the Sweetheart died?"),
    }
    answers = {
        "drunk": Decision(
            "a player", "a living good player whose ability still does something", "it is felt (official)"
        )
    }
    suggests = {
        "drunk": (
            not_dead,
            not_evil,
            not_known_to_all,
            not_impaired_already,
            has_still_a_use,
            fails_unnoticed,
        ),
    }
    differs = {"night": "who becomes drunk is decided when it dies; the sheet only reminds of it"}

    def died(self, turn: Turn, death: Death) -> None:
        if death.player != turn.me:
            return
        drunk = turn.rule(
            "drunk",
            turn.everyone,
            why=text(N_("A living good player feels it most.")),
        )
        turn.note("drunk", drunk)

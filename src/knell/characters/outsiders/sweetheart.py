"""The Sweetheart."""

from __future__ import annotations

from knell.engine import Death, Decision, Effect, Outsider, TokenType, Turn, Until, members, text
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
    answers = {"drunk": Decision("a player", "a living good player", "it is felt (official)")}
    differs = {"night": "who becomes drunk is decided when it dies; the sheet only reminds of it"}

    def died(self, turn: Turn, death: Death) -> None:
        if death.player != turn.me:
            return
        good = members(turn.game.living & ~turn.game.evil) or turn.everyone
        drunk = turn.rule(
            "drunk",
            turn.everyone,
            default=good[turn.me % len(good)],
            why=text(N_("A living good player feels it most.")),
        )
        turn.note("drunk", drunk)

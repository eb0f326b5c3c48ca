"""The Ojo."""

from __future__ import annotations

from knell.engine import Demon, TokenType, Turn, Until, members, text
from knell.messages import N_


class Ojo(Demon):
    """Names a character each night but the first: whoever has it dies, or anybody if nobody has it."""

    id = "ojo"
    tokens = {"dead": TokenType(until=Until.DUSK)}

    def night(self, turn: Turn) -> None:
        named = turn.choose(turn.cast.ids)
        game = turn.game
        if not turn.works or turn.demons_cannot_kill:
            return
        holders = tuple(p for p in turn.everyone if game.characters[p].id == named)
        if len(holders) == 1:
            turn.kill(holders[0])
            return
        if holders:
            living = [p for p in holders if game.alive >> p & 1]
            options, default = holders, (living or list(holders))[0]
            why = text(N_("Several have that character; one of them dies."))
        else:
            good = members(game.living & ~game.evil) or turn.everyone
            options, default = turn.everyone, good[(game.night + turn.me) % len(good)]
            why = text(N_("Nobody has that character, so you choose who dies."))
        turn.kill(turn.rule("victim", options, default=default, why=why))

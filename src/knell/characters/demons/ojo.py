"""The Ojo."""

from __future__ import annotations

from knell.engine import Decision, Demon, Settled, TokenType, Turn, Until, mask_of, members, text
from knell.engine.policy import not_dead, not_evil, not_known_to_all, not_safe
from knell.messages import N_


class Ojo(Demon):
    """Names a character each night but the first: whoever has it dies, or anybody if nobody has it."""

    id = "ojo"
    summary = N_(
        "Each night but the first, names a character: whoever has it dies. If nobody has "
        "it, the Storyteller chooses who dies."
    )
    how_to_run = (
        N_("Each night but the first, wake the Ojo, who points at a character on the sheet."),
        N_("If a player has it, that player dies."),
        N_("If nobody has it, choose a player who dies."),
    )
    notes = (
        N_("Protected players survive, and nobody dies in their place."),
        N_("A character that only a dead player has is in play, so nobody dies."),
        N_("A Recluse may be taken for the Minion or Demon that was named, or be missed when named."),
        N_("The Ojo isn't told whether the character was in play."),
    )
    tokens = {"dead": TokenType(until=Until.DUSK)}
    asks = {
        "victim": N_("Who dies by the Ojo?"),
    }
    answers = {
        "choose": "a character",
        "victim": Decision(
            "a player",
            "a living good player; of several holders a living one",
            "anybody is legal, also an evil or a dead player (ojo-3, ojo-4; almanac)",
        ),
    }
    settled = (Settled("the Ojo points at a player", "has to point at a character", "ojo-8; almanac"),)

    suggests = {"victim": (not_dead, not_evil, not_safe, not_known_to_all)}

    def night(self, turn: Turn) -> None:
        named = turn.choose(turn.cast.ids)
        if not turn.works or turn.demons_cannot_kill:
            return
        ways = [tuple(p for p in turn.everyone if way.holds(p, named)) for way in turn.ways]
        holders = ways[0]
        if holders:
            why = text(N_("Several have that character, or might register as it; one of them dies."))
        else:
            why = text(N_("Nobody has that character, so you choose who dies."))
        if () in ways:
            options = turn.everyone
            why = text(N_("Who has that character might register as another.")) if holders else why
        else:
            options = members(mask_of([p for way in ways for p in way]))
        if len(options) == 1:
            turn.kill(options[0])
            return
        likely = [p for p in holders if turn.game.alive >> p & 1] or holders or options
        turn.kill(turn.rule("victim", options, why=why, candidates=lambda: likely))

"""The Godfather."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from knell.engine import Death, Decision, Game, Minion, Text, TokenType, Turn, Type, Until, members, text
from knell.engine.advice import Advice
from knell.engine.options import Numbers
from knell.engine.registers import Reading
from knell.messages import N_

FEW: Final = 2
"""A list of so many Outsiders is always believable."""


def _in_play(way: Reading, outsiders: Sequence[str]) -> tuple[str, ...]:
    """The Outsiders in play in one way of registering, in the order of the script."""
    there = {way.characters[p].id for p in members(way.types[Type.OUTSIDER])}
    return tuple(i for i in outsiders if i in there)


class Godfather(Minion):
    """Knows the Outsiders in play, of whom there is one more or one fewer; an Outsider dying by day lets
    it kill at night.
    """

    id = "godfather"
    tokens = {"died_today": TokenType(until=Until.DAWN), "dead": TokenType(until=Until.DUSK)}
    summary = N_(
        "Starts knowing which Outsiders are in play. When an Outsider died today, the Godfather kills a "
        "player tonight. Set-up adds or removes one Outsider."
    )
    how_to_run = (
        N_("Put one Outsider more or one fewer into the bag."),
        N_("On the first night, show the Godfather the Outsiders in play."),
        N_("If an Outsider died today, wake the Godfather: the player it points at dies."),
    )
    notes = (
        N_("Only deaths by day count, by execution or otherwise."),
        N_("The kill is a Minion's, so the Monk doesn't stop it."),
    )
    asks = {
        "outsiders": N_("One Outsider more, or one fewer?"),
    }
    counts = ("outsiders",)
    lead = N_("In play")
    answers = {
        "choose": "a player",
        "show": "a list of characters, which may be empty: the Outsiders in play",
        "outsiders": Decision(
            "`1` or `-1`, when the bag is filled", "drawn", "either is allowed (official)", setup=True
        ),
    }
    differs = {"heretic": "the jinx is run by hand so far"}

    def outsiders_wanted(self, game: Game) -> int:
        why = text(N_("One Outsider more or one fewer, as you like."))
        return game.rule("godfather.outsiders", Numbers((1, -1)), advice=Advice(game, (), why))

    def start(self, turn: Turn) -> None:
        outsiders = turn.cast.ids_by_type[Type.OUTSIDER]
        true = list(dict.fromkeys(_in_play(way, outsiders) for way in turn.ways))
        most = max(FEW, *(len(ids) for ids in true))
        every = [ids for size in range(most + 1) for ids in combinations(outsiders, size)]
        false = every if len(true) > 1 else [ids for ids in every if ids != true[0]]
        turn.tell_one_of(lambda: true, lambda: false or every, lambda: every)

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.by_day and not death.feigned and turn.registers(death.player, Type.OUTSIDER):
            turn.note("died_today", death.player)

    def asleep(self, turn: Turn) -> Text | None:
        return None if turn.marked("died_today") else text(N_("No Outsider died today."))

    def night(self, turn: Turn) -> None:
        if turn.game.night > 1:
            turn.kill(turn.choose_player(turn.everyone))

"""The Godfather."""

from __future__ import annotations

from knell.engine import Death, Game, Minion, Text, TokenType, Turn, Type, Until, members, text
from knell.messages import N_


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

    def outsiders_wanted(self, game: Game) -> int:
        return game.rule(
            "godfather.outsiders", (1, -1), why=text(N_("One Outsider more or one fewer, as you like."))
        )

    def start(self, turn: Turn) -> None:
        game = turn.game
        ids = tuple(game.characters[p].id for p in members(turn.reading.types[Type.OUTSIDER]))
        outsiders = turn.cast.ids_by_type[Type.OUTSIDER]
        turn.show(
            (ids,) if turn.works else (ids, *((i,) for i in outsiders if (i,) != ids)), truth=lambda: ids
        )

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.by_day and not death.feigned and turn.registers(death.player, Type.OUTSIDER):
            turn.note("died_today", death.player)

    def asleep(self, turn: Turn) -> Text | None:
        return None if turn.marked("died_today") else text(N_("No Outsider died today."))

    def night(self, turn: Turn) -> None:
        if turn.game.night > 1:
            turn.kill(turn.choose_player(turn.everyone))

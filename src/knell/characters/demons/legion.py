"""The Legion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from knell.engine import Decision, Demon, Mask, Text, TokenType, Turn, Type, Until, members, text
from knell.messages import N_


class Legion(Demon):
    """Most players are Legion. Each night but the first a player might die; executions for which only
    evil voted fail; it registers as a Minion too.
    """

    id = "legion"
    disguised_besides = True
    tokens = {"dead": TokenType(until=Until.DUSK), "about_to_die": TokenType()}
    summary = N_(
        "Most players are Legion. A player might die each night, an execution for which only evil players "
        "voted fails, and each Legion also registers as a Minion."
    )
    how_to_run = (
        N_("Put more Legion than good characters into the bag, and no Minions."),
        N_("With seven or more players, wake all Legion together on the first night; they learn each other."),
        N_("Each night but the first, choose a player who dies, or nobody."),
        N_("When only evil players voted for whoever is about to die, nobody is executed."),
    )
    notes = (
        N_("Good wins when every Legion is dead."),
        N_("One death a night at the most, however many Legion there are."),
    )
    asks = {
        "victim": N_("Does anybody die tonight, and who?"),
    }
    answers = {
        "many": Decision(
            "how many tokens of it, when the bag is filled",
            "as many as there usually are good characters in a game of that size",
            (
                "the usual advice is to swap the numbers of good and evil. Any number from more than "
                "half of the ordinary players to all but one is legal, as far as what is forced in "
                "leaves room (official: most players are Legion; the rest ours)"
            ),
            setup=True,
        ),
        "victim": Decision(
            "a living player, or `none`",
            "nobody after a day on which somebody died; else somebody good and somebody evil by turns",
            (
                "it only might happen (official). When only evil players can vote, nobody is executed "
                "any more, and only these deaths bring the end (ours)"
            ),
        ),
    }
    differs = {"politician": "the jinx is run by hand so far"}

    def copies(self, players: int) -> Sequence[int]:
        """More than half of the players, and never all of them."""
        return range(players // 2 + 1, players)

    def disguises(self, turn: Turn) -> Iterable[tuple[bool, str]]:
        for minion in turn.cast.ids_by_type[Type.MINION]:
            yield True, minion

    def asleep(self, turn: Turn) -> Text | None:
        game = turn.game
        able = [a.id for a in game.abilities.values() if a.character.id == self.id and game.works(a)]
        if able and able[0] == turn.ability.id:
            return None
        return text(N_("One Legion that is able acts for all."))

    def night(self, turn: Turn) -> None:
        living = turn.living
        default = self._suggested(turn)
        why = (
            N_("It only might happen, and somebody died today.")
            if default is None
            else N_("Nobody died today, so somebody does tonight: good and evil by turns.")
        )
        victim = turn.rule("victim", (None, *living), default=default, why=text(why))
        if victim is not None:
            turn.kill(victim)

    def _suggested(self, turn: Turn) -> int | None:
        """Nobody after a day on which somebody died; else a Legion and a good player by turns, if there are.

        So a game comes to its end also when nobody can be executed any more, because only evil can vote.
        """
        game = turn.game
        if any(death.by_day and death.night == game.night - 1 and not death.feigned for death in game.deaths):
            return None
        legion, good = (members(game.living & side) for side in (game.evil, ~game.evil))
        likely = (good or legion) if game.night % 2 else (legion or good)
        return likely[(game.night * 5 + turn.me) % len(likely)]

    def spares(self, turn: Turn, nominee: int, hands: Mask) -> bool:
        return bool(hands) and turn.are_all_evil(hands)

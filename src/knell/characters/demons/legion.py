"""The Legion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from knell.engine import Decision, Demon, Mask, Text, TokenType, Turn, Type, Until, text
from knell.engine.advice import ORDINARY, SELDOM, Case, Weight, rule
from knell.messages import N_


@rule(N_("It only might happen; a night without a death is believed now and then."), share=80)
def somebody_dies(_case: Case, answer: Any) -> Weight:
    """Somebody, on four nights of five."""
    return answer is not None


@rule(N_("Evil outnumbers good as it is."))
def spares_the_few(case: Case, answer: Any) -> Weight:
    """Of the many evil players rather than of the few good ones, who have to vote."""
    return ORDINARY if answer is None or case.evil >> answer & 1 else SELDOM


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
            "on four nights of five somebody, rather evil than good",
            "it only might happen; the few good players have to vote (official; ours)",
        ),
    }
    suggests = {"victim": (somebody_dies, spares_the_few)}
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
        victim = turn.rule(
            "victim",
            (None, *living),
            why=text(N_("It only might happen; a good player brings the numbers down.")),
        )
        if victim is not None:
            turn.kill(victim)

    def spares(self, turn: Turn, nominee: int, hands: Mask) -> bool:
        return bool(hands) and turn.are_all_evil(hands)

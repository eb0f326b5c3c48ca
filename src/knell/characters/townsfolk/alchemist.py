"""The Alchemist."""

from __future__ import annotations

from typing import Any, Final

from knell.engine import (
    NOBODY,
    Ability,
    Decision,
    Game,
    Settled,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Type,
    YesOrNo,
    text,
)
from knell.engine.advice import ORDINARY, RARELY, SELDOM, Advice, Case, On, Rule, Weight, rule
from knell.engine.policy import does_something, not_in_play
from knell.messages import N_

ORGAN_JINX = ("alchemist", "organgrinder")


_FREE: Final = text(N_("A Minion that isn't in play confuses nobody."))


def _free_of(in_bag: tuple[str, ...]) -> Rule:
    """While the bag is filled, nobody has a character yet."""

    @rule(N_("It isn't in the bag."), On.CHARACTER)
    def not_in_the_bag(_case: Case, character: str) -> Weight:
        return RARELY if character in in_bag else ORDINARY

    return not_in_the_bag


class Alchemist(Townsfolk):
    """Holds a Minion's ability; the Storyteller may ask for another choice."""

    id = "alchemist"
    hides_failing = RARELY
    claimed_easily = SELDOM
    summary = N_(
        "Holds one Minion's ability and is still a good Townsfolk. After each choice, the"
        " Storyteller may ask for a different one."
    )
    how_to_run = (
        N_("Before the bag is finished, pick the Minion ability, best one whose Minion isn't in play."),
        N_("On the first night, wake the Alchemist and show the YOU ARE card and that Minion's token."),
        N_("From then on, wake the Alchemist whenever that Minion would act."),
        N_("After a choice you may shake your head: the Alchemist must choose something else."),
    )
    notes = (
        N_("It registers as a good Townsfolk called Alchemist, never as the Minion."),
        N_("It doesn't meet the evil team, and the Demon isn't shown it."),
        N_("A set-up mark of the Minion applies as if the Minion were in play."),
        N_("You can refuse again and again, but never the last legal choice."),
    )
    tokens = {"is_the_alchemist": TokenType()}
    asks = {
        "ability": N_("Which Minion's ability does the Alchemist have?"),
        "reject": N_("Do you want {player} to choose something else?"),
    }
    lead = N_("You have the ability of the")
    answers = {
        "show": "the Minion's id",
        "ability": Decision(
            "a Minion",
            "a Minion that isn't in play, drawn",
            (
                "nobody is confused with anybody (almanac). By the jinx, the Organ Grinder's only while "
                "there is a real one"
            ),
            setup=True,
        ),
        "reject": YesOrNo(
            "an Alchemist has chosen with the Minion's ability",
            yes="the choice is dropped and another one is due",
            no="it stands",
            why=(
                "no: the choice stands unless you say otherwise (alchemist-10, alchemist-11, x000-030; "
                "almanac). Never asked for the last possible choice"
            ),
        ),
    }
    settled = (
        Settled(
            "an Alchemist under a Vortox",
            "the real Minion is suggested, any may be shown",
            "it is like being told one's character (x000-042; ours)",
        ),
        Settled(
            "a drunk Alchemist is shown another Minion than the one held",
            "is still woken in the place of the one held",
            "the sentence speaks only of the showing; ours",
        ),
    )
    differs = {"setup": "the Minion's ability that it is given may have brackets"}
    suggests = {"ability": (not_in_play, does_something)}
    keeps_memory = True

    def attaches(self, game: Game, in_bag: tuple[str, ...]) -> str | None:
        options = self._minions(game, in_bag)
        if not options:
            return None
        advice = Advice(game, (_free_of(in_bag), does_something), _FREE)
        return game.rule("alchemist.ability", options, advice=advice)

    def _minions(self, game: Game, in_play: tuple[str, ...]) -> tuple[str, ...]:
        """The Minion abilities that may be given out; a jinx may keep one for when its Minion is in play."""
        minions = game.cast.ids_by_type[Type.MINION]
        jinxed = any(set(jinx.pair) == set(ORGAN_JINX) for jinx in game.cast.jinxes)
        return tuple(i for i in minions if not jinxed or i != ORGAN_JINX[1] or i in in_play)

    def setup(self, turn: Turn) -> None:
        held = turn.ability.memory
        if held is None and turn.ability.parent == NOBODY:
            held = turn.take_attached()
        if held is None:
            in_play = tuple(turn.game.in_play)
            options = self._minions(turn.game, in_play)
            if not options:
                return
            held = turn.rule("ability", options, why=_FREE)
        turn.remember(held)
        if not turn.ability.pretended:
            turn.grant(held)

    def asleep(self, turn: Turn) -> Text | None:
        return text(N_("Its Minion ability is known already."))

    def start(self, turn: Turn) -> None:
        held: str | None = turn.ability.memory
        if held is None:
            return
        every = turn.cast.ids_by_type[Type.MINION]
        free = turn.learns_falsely is True or not turn.works
        turn.show(every if free else (held,), default=held, truth=lambda: held)
        if turn.works and held not in turn.game.in_play:
            turn.note("is_the_alchemist", turn.me)

    def vets(self, turn: Turn, answer: Any) -> bool:
        return not turn.may("reject", why=text(N_("The choice may stand.")))

    def hand_over(self, turn: Turn, original: Ability) -> None:
        """The same Minion ability, untold (x004-88)."""
        turn.grant(self.id, due=False, memory=original.memory)

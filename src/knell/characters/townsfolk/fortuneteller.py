"""The Fortune Teller."""

from __future__ import annotations

from typing import Any

from knell.engine import (
    AT_RANDOM,
    YES_NO,
    Decision,
    PlayerId,
    TokenType,
    Townsfolk,
    Turn,
    Type,
    mask_of,
    members,
    text,
)
from knell.engine.advice import NEVER, ORDINARY, RARELY, RATHER, SELDOM, Case, On, Weight, rule
from knell.engine.policy import not_known_to_all, not_marked_already
from knell.messages import N_

SMALL_GAME = 7
"""Up to this many ordinary players, being one's own red herring makes for more useful answers."""


@rule(N_("In a small game, one's own red herring makes for more useful answers."), On.PLAYER)
def oneself_in_a_small_game(case: Case, player: PlayerId) -> Weight:
    """The holder: gladly up to seven players, else seldom."""
    if player != case.me:
        return ORDINARY
    return RATHER if case.game.ordinary.bit_count() <= SMALL_GAME else SELDOM


@rule(N_("They may register as a Demon as it is."), On.PLAYER)
def looks_like_no_demon(case: Case, player: PlayerId) -> Weight:
    """Somebody who may look like a Demon anyway makes no difference."""
    return RARELY if any(way.types[Type.DEMON] >> player & 1 for way in case.game.ways) else ORDINARY


@rule(N_("It fits the answers of earlier nights."))
def one_of_them_is_left(case: Case, answer: Any) -> Weight:
    """Whom a *no* has cleared, no later *yes* means, and of a pair with a *yes* one is left over."""
    if not case.lies or not isinstance(answer, bool):
        return ORDINARY
    cleared: set[PlayerId] = set()
    pairs: list[set[PlayerId]] = []
    for card in (*case.past.of(case.me, "fortuneteller"), None):
        chose, said = (case.about, answer) if card is None else (card.chose, card.answer)
        if isinstance(chose, tuple) and said is False:
            cleared |= set(chose)
        elif isinstance(chose, tuple) and said is True:
            pairs.append(set(chose))
    return NEVER if any(pair <= cleared for pair in pairs) else ORDINARY


class FortuneTeller(Townsfolk):
    """Asks each night whether a Demon is among two players; one good player always looks like one."""

    id = "fortuneteller"
    only_learns = True
    hides_failing = RATHER
    summary = N_(
        "Every night the Fortune Teller picks two players and learns whether a Demon is among them. One good "
        "player, the red herring, counts as a Demon for this."
    )
    how_to_run = (
        N_("Before the first night, put the Red Herring token beside a good player."),
        N_("Each night, wake the Fortune Teller and let them point at two different players."),
        N_("Nod if a Demon or the red herring is among the two. Shake your head if neither is."),
    )
    notes = (
        N_("Dead players may be chosen, and a dead Demon is still a yes."),
        N_("The red herring never changes, even if that player dies, turns evil or gets another character."),
        N_("The Fortune Teller may be their own red herring, which suits small games."),
        N_("A yes doesn't say which of the two it was. A Minion alone is a no."),
        N_("If the Fortune Teller is drunk or poisoned, both answers are allowed."),
        N_("While the Vortox works, give the opposite of the true answer."),
    )
    tokens = {"red_herring": TokenType()}
    asks = {
        "red_herring": N_("Which good player looks like a Demon to {player}?"),
    }
    answers = {
        "choose": "two players",
        "show": "yes or no",
        "red_herring": Decision(
            "a good player",
            "drawn; up to seven players rather the Fortune Teller, else seldom",
            "more useful answers in a small game (almanac); always the same would be a pattern",
            setup=True,
        ),
    }

    suggests = {
        "red_herring": (oneself_in_a_small_game, not_known_to_all, looks_like_no_demon, not_marked_already),
        "show": (one_of_them_is_left,),
    }

    def setup(self, turn: Turn) -> None:
        good = members(turn.game.everyone & ~turn.game.evil)
        if not good:
            return
        small = turn.game.ordinary.bit_count() <= SMALL_GAME and turn.me in good
        herring = turn.rule(
            "red_herring",
            good,
            default=turn.me if small else AT_RANDOM,
            why=text(N_("Any good player may look like a Demon to the Fortune Teller.")),
        )
        turn.note("red_herring", herring)

    def night(self, turn: Turn) -> None:
        chosen = turn.choose_two(turn.everyone)
        pair = mask_of(chosen)
        herring = mask_of(turn.marked("red_herring"))
        turn.tell((bool(pair & (way.types[Type.DEMON] | herring)) for way in turn.ways), YES_NO, about=chosen)

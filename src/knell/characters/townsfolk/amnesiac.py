"""The Amnesiac."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from knell.characters.composed import BLOCKS, PREFIX, composed, needed, parse, put_together, read, why_not
from knell.engine import (
    Ability,
    Decision,
    FieldShape,
    FormField,
    Settled,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Use,
    YesOrNo,
    text,
)
from knell.engine.advice import SELDOM
from knell.engine.options import NoSuchAnswer, OwnWords
from knell.engine.policy import does_something, not_in_play
from knell.messages import N_

ACCURACIES: Final = ("cold", "warm", "hot", "bingo")


class Hidden(NamedTuple):
    """What only the Storyteller knows."""

    ability: str
    """A character id, a composition (see :mod:`knell.characters.composed`), or a text."""
    passive: bool = False
    """The holder isn't woken for it."""


class HiddenAbilities(OwnWords):
    """Every character of the script, any text of the Storyteller's own, and every composition."""

    blocks = BLOCKS

    def __init__(self, characters: tuple[str, ...]) -> None:
        self.characters = characters

    def __len__(self) -> int:
        return len(self.characters)

    def at(self, index: int) -> str:
        return self.characters[index]

    def settle(self, answer: Any) -> str:
        if type(answer) is not str or not answer.strip():
            raise NoSuchAnswer(answer)
        if answer.startswith(PREFIX) and parse(answer) is None:
            raise NoSuchAnswer(answer)
        return answer

    def needed(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        return needed(put_together(chosen))

    def put_together(self, chosen: Mapping[str, str]) -> str:
        return str(put_together(chosen))

    def why_not(self, answer: str) -> Text | None:
        made = read(answer)
        return None if made is None else why_not(made)


class Amnesiac(Townsfolk):
    """Has an ability that only the Storyteller knows, and may guess at it once a day."""

    id = "amnesiac"
    hides_failing = SELDOM
    claimed_easily = SELDOM
    summary = N_(
        "Doesn't know its own ability. Once a day it may guess, and learns how close the guess came."
    )
    how_to_run = (
        N_(
            "Before the first night, decide what the ability is: another character's, or "
            "something of your own."
        ),
        N_("Run the ability at the time it needs, without saying what it is."),
        N_("When the Amnesiac guesses, answer cold, warm, hot or bingo, in private."),
    )
    notes = (
        N_("The player stays the Amnesiac, whatever the ability is."),
        N_("A character whose ability it has isn't in play because of it."),
        N_("The right guess changes nothing about the ability."),
    )
    tokens = {"?": TokenType()}
    asks = {
        "ability": N_("Which ability does {player} have? A character's, or any words of your own."),
        "accuracy": N_("How close is the guess?"),
        "5": N_("Does this ability work without waking {player}?"),
    }
    says = {"cold": N_("cold"), "warm": N_("warm"), "hot": N_("hot"), "bingo": N_("bingo")}
    answers = {
        "choose": "as the ability says",
        "show": "as the ability says; after a guess `cold`, `warm`, `hot` or `bingo`",
        "ability": Decision(
            "a character, `compose: …` from [building blocks](composed-abilities.md), or any text",
            "a good character that isn't in play",
            "asked at once, also in the middle of the game (amnesiac-2, amnesiac-17)",
            setup=True,
        ),
        "accuracy": Decision(
            "`cold`, `warm`, `hot` or `bingo`",
            "cold; you have to say how close it was",
            "only you know (almanac)",
        ),
        "5": YesOrNo(
            "the Amnesiac's ability is a text of the Storyteller's own",
            yes="it works without waking the player",
            no="there is a step by hand in the Amnesiac's place each night",
            why="no: a step too many is skipped, one too few is missed (amnesiac-2, amnesiac-5; almanac)",
        ),
    }
    settled = (
        Settled(
            "the Amnesiac",
            (
                "one guess a day, none is saved up; bingo changes nothing; the copied character isn't in "
                "play; its kills aren't the Demon's"
            ),
            (
                "amnesiac-8, amnesiac-9, amnesiac-11, amnesiac-16, amnesiac-18, amnesiac-19, x004-77, "
                "x004-78, x004-80; ours"
            ),
        ),
    )
    suggests = {"ability": (not_in_play, does_something)}
    keeps_memory = True
    form = (FormField("guess", FieldShape.TEXT, N_("What do they guess?")),)
    public = False

    def setup(self, turn: Turn) -> None:
        if turn.ability.memory is None:
            options = tuple(i for i in turn.cast.ids if i != self.id)
            if not options:
                return
            ability = turn.rule(
                "ability",
                HiddenAbilities(options),
                why=text(N_("A good character that isn't in play, whose ability does something by itself.")),
                candidates=lambda: [i for i in options if i in turn.cast.good_ids] or options,
            )
            turn.remember(Hidden(ability, self._is_passive(turn, ability)))
        hidden: Hidden = turn.ability.memory
        made = parse(hidden.ability)
        if turn.ability.pretended or hidden.ability == self.id:
            return
        if made is not None:
            turn.grant_ability(composed(made))
        elif hidden.ability in turn.cast.by_id and not turn.cast.by_id[hidden.ability].gives_nothing:
            turn.grant(hidden.ability)

    def reminds(self, turn: Turn) -> Text | None:
        hidden: Hidden | None = turn.ability.memory
        return None if hidden is None else text(N_("The hidden ability: {ability}"), ability=hidden.ability)

    def _is_passive(self, turn: Turn, ability: str) -> bool:
        """Whether an ability in the Storyteller's own words needs no waking (amnesiac-5)."""
        known = ability in turn.cast.by_id or parse(ability) is not None
        return not known and turn.may(
            "5", why=text(N_("An ability that needs its holder awake is run in the Amnesiac's place."))
        )

    def asleep(self, turn: Turn) -> Text | None:
        hidden: Hidden | None = turn.ability.memory
        if hidden is None or hidden.ability in turn.cast.by_id or parse(hidden.ability) is not None:
            return text(N_("Its ability has a place of its own."))
        return text(N_("Its ability needs no waking.")) if hidden.passive else None

    def night(self, turn: Turn) -> None:
        """An ability in the Storyteller's own words is run by hand."""
        turn.by_hand()

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        if earlier:
            return text(N_("One guess a day is answered."))
        if turn is not None and not turn.alive:
            return text(N_("The dead get no answer."))
        return None

    def use(self, turn: Turn, use: Use) -> None:
        accuracy = turn.rule("accuracy", ACCURACIES, why=text(N_("How near the guess really comes.")))
        turn.tell((accuracy,), ACCURACIES)

    def hand_over(self, turn: Turn, original: Ability) -> None:
        """The same hidden ability, untold (x004-79)."""
        turn.grant(self.id, memory=original.memory)

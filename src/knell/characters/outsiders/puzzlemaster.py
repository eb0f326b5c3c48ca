"""The Puzzlemaster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from knell.engine import (
    Decision,
    Effect,
    FieldShape,
    FormField,
    Outsider,
    Pair,
    PlayerId,
    Settled,
    Text,
    TokenType,
    Turn,
    Type,
    Use,
    members,
    text,
)
from knell.engine.policy import (
    fails_unnoticed,
    is_townsfolk,
    not_evil,
    not_impaired_already,
    not_known_to_all,
    not_marked_already,
    not_oneself,
)
from knell.messages import N_


class Puzzlemaster(Outsider):
    """Makes one player drunk, even when dead; guessing who it is, learns the Demon or somebody else."""

    id = "puzzlemaster"
    summary = N_(
        "One player is drunk because of it, even after its death. Guessing who it is, it "
        "learns the Demon; guessing wrong, it learns somebody else."
    )
    how_to_run = (
        N_("Before the first night, put the Puzzlemaster's DRUNK on a player."),
        N_("When the Puzzlemaster guesses, put GUESS USED down."),
        N_("In private, name the Demon for a right guess and somebody else for a wrong one."),
    )
    notes = (
        N_("There is one guess in the whole game."),
        N_("The answer has the same form whether the guess was right or wrong."),
        N_("The dead Puzzlemaster can't guess, but the player stays drunk."),
        N_("Players who are drunk for another reason are a wrong guess."),
    )
    tokens = {"drunk": TokenType(Effect.DRUNK), "guess_used": TokenType(Effect.SPENT)}
    asks = {
        "drunk": N_("Who is drunk because of the Puzzlemaster?"),
    }
    answers = {
        "show": "after a guess, a player",
        "drunk": Decision(
            "a player",
            "a Townsfolk, rather one whose failing goes unnoticed",
            "makes the best puzzle; evil players and the Puzzlemaster are warned of (almanac)",
            setup=True,
        ),
    }
    settled = (
        Settled(
            "the Puzzlemaster guesses when dead",
            "accepted, without an answer",
            "the almanac forbids it, and a refusal would tell; ours",
        ),
    )
    works_dead = True
    suggests = {
        "drunk": (
            not_oneself,
            not_evil,
            not_known_to_all,
            is_townsfolk,
            fails_unnoticed,
            not_impaired_already,
            not_marked_already,
        ),
    }
    form = (FormField("choose", FieldShape.PLAYER),)
    public = False

    def setup(self, turn: Turn) -> None:
        types = turn.reading.types

        def unwise(answer: Any) -> Text | None:
            if answer == turn.me:
                return text(N_("Marking the Puzzlemaster leaves it nothing to find out."))
            if (types[Type.MINION] | types[Type.DEMON]) >> answer & 1:
                return text(N_("Only with an excellent reason: {player} is evil."), player=answer)
            return None

        marked = turn.rule(
            "drunk",
            turn.everyone,
            why=text(N_("A Townsfolk makes the best puzzle.")),
            unwise=unwise,
        )
        turn.note("drunk", marked)

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        if not isinstance(use.detail("choose"), int):
            return text(N_("A guess names one player."))
        if turn is not None and turn.spent:
            return text(N_("The one guess of the game has been made."))
        return None

    def use(self, turn: Turn, use: Use) -> None:
        if not turn.alive:
            return
        right = use.detail("choose") in turn.marked("drunk")
        turn.spend("guess_used")
        demons = turn.reading.types[Type.DEMON]
        named = _each(members(demons & turn.game.alive) or members(demons))
        others = _each(p for p in turn.everyone if not demons >> p & 1)
        true = named if right and named else others
        turn.tell_one_of(lambda: true, lambda: others, lambda: _each(turn.everyone))


def _each(players: Iterable[PlayerId]) -> tuple[Pair, ...]:
    """Each player as an answer of its own."""
    return tuple(Pair((p,)) for p in players)

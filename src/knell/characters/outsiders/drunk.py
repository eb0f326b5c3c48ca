"""The Drunk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from knell.engine import AT_RANDOM, Decision, Effect, Outsider, TokenType, Turn, Type, text
from knell.engine.policy import mistaken_unnoticed, no_bluff
from knell.messages import N_

_FREE: Final = text(N_("A Townsfolk that isn't in play."))


class Drunk(Outsider):
    """Believes to be a Townsfolk and has no ability at all."""

    id = "drunk"
    summary = N_(
        "The Drunk takes themself for a certain Townsfolk, but is an Outsider without any ability. Only the "
        "Storyteller knows."
    )
    how_to_run = (
        N_("When you fill the bag, replace the Drunk with one more Townsfolk."),
        N_(
            "After the draw, pick a player with a Townsfolk character and put the Is The Drunk token beside "
            "them."
        ),
        N_("Treat that player as the Townsfolk they believe to be: wake them, let them choose, answer them."),
        N_("None of it has an effect. What they learn may be anything, and a lie is best."),
    )
    notes = (
        N_("Whoever looks for their character or type finds the Drunk, an Outsider."),
        N_("The Townsfolk they believe to be is not in play."),
        N_("They aren't told, not even when they die."),
        N_("It lasts all game and ends only if they become another character."),
        N_("The Vortox doesn't bind their information, as they are no Townsfolk."),
    )
    tokens = {"is_the_drunk": TokenType(Effect.DRUNK)}
    asks = {
        "shown": N_("Which Townsfolk does {player} think they are?"),
    }
    answers = {
        "who": Decision(
            "a player with a Townsfolk token",
            "drawn among those with a Townsfolk token, rather one whose failing goes unnoticed",
            "a Drunk who notices at once has no fun (official; the weights ours)",
            setup=True,
        ),
        "token": Decision("the token in the bag", "drawn"),
        "shown": Decision(
            "a Townsfolk",
            "a Townsfolk that isn't in play",
            "for one who is made the Drunk in the middle of the game; they aren't told (x000-128; almanac)",
        ),
    }
    suggests = {"shown": (mistaken_unnoticed, no_bluff)}
    works_dead = True
    stands_in = Type.TOWNSFOLK
    gives_nothing = True

    def believes(self, turn: Turn) -> str | None:
        in_play = set(turn.game.in_play)
        free = tuple(i for i in turn.cast.ids_by_type[Type.TOWNSFOLK] if i not in in_play)
        free = free or turn.cast.ids_by_type[Type.TOWNSFOLK]
        return turn.rule("shown", free, default=AT_RANDOM, why=_FREE) if free else None

    def continuous(self, turn: Turn) -> Iterable[tuple[str, int]]:
        yield "is_the_drunk", turn.me

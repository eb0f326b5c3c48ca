"""The Juggler."""

from __future__ import annotations

from typing import NamedTuple

from knell.engine import (
    FieldShape,
    FormField,
    Phase,
    Settled,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Use,
    YesOrNo,
    text,
)
from knell.messages import N_

MOST_GUESSES = 5


class Made(NamedTuple):
    """The guesses of a day."""

    number: int
    differences: tuple[int, ...]
    """How many more or fewer may count as right, as players registered; the plain truth, 0, first."""


class Juggler(Townsfolk):
    """Guesses up to five players' characters on its first day and learns that night how many were right."""

    id = "juggler"
    only_learns = True
    summary = N_(
        "On their first day the Juggler may say aloud, for up to five players, which character they think "
        "each has. That night they learn how many of these guesses were right."
    )
    how_to_run = (
        N_("Take the guesses one at a time, each a player and a character. Everybody has to hear them."),
        N_("For every right guess, put a Correct token beside the Juggler, without letting anybody see it."),
        N_("That night, wake the Juggler and show with your fingers how many Correct tokens there are."),
        N_("Take the tokens off."),
    )
    notes = (
        N_("A guess is right or wrong at the moment it is made. Later changes don't matter."),
        N_(
            "Place the tokens truthfully even when the Juggler is drunk or poisoned. Only their state at "
            "night decides whether you may lie."
        ),
        N_("For the Drunk, “Drunk” is right, and the Townsfolk they believe to be is wrong."),
        N_("The same player or the same character may be named more than once."),
        N_("A Juggler who is dead that night learns nothing. One who made no guesses isn't woken."),
        N_("Play along when somebody else claims to be the Juggler."),
    )
    tokens = {"correct": TokenType()}
    asks = {
        "22": N_("{player} has become the Juggler today. Is today their first day already?"),
        "23": N_("{player} has guessed today before. May they go on?"),
    }
    answers = {
        "show": "0 to 5",
        "22": YesOrNo(
            "somebody becomes the Juggler by day",
            yes="today is the first day",
            no="tomorrow is",
            why="no: then they have a whole day (juggler-22; ours)",
        ),
        "23": YesOrNo(
            "a Juggler adds guesses later on the same day",
            yes="they count, up to five in all",
            no="they don't",
            why="yes: only the total is limited (juggler-23; ours)",
        ),
    }
    settled = (
        Settled(
            "a guess is about the Recluse",
            "may count by what they register as, what they are is suggested; the tokens show what they are",
            "base-129; official",
        ),
    )
    form = (FormField("guesses", FieldShape.GUESSES, N_("Up to five guesses"), most=MOST_GUESSES),)

    def setup(self, turn: Turn) -> None:
        if turn.game.phase is Phase.DAY and turn.may("22", why=text(N_("Its first full day is tomorrow."))):
            turn.game.remember(turn.ability._replace(since=turn.game.night))

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        count = sum(len(u.detail("guesses") or ()) for u in (*earlier, use))
        if count > MOST_GUESSES:
            return text(N_("Five guesses are the most that a Juggler makes."))
        return None

    def use(self, turn: Turn, use: Use) -> None:
        if turn.ability.since != turn.game.night:
            return
        made: Made | None = turn.ability.memory
        if made is not None and not turn.may(
            "23", default=True, why=text(N_("The text limits only the total, and there are guesses left."))
        ):
            return
        guesses = use.detail("guesses") or ()
        right = [sum(way.holds(*guess) for guess in guesses) for way in turn.ways]
        before = made or Made(0, (0,))
        differences = [old + count - right[0] for old in before.differences for count in right]
        turn.remember(Made(before.number + len(guesses), tuple(dict.fromkeys(differences))))
        for _ in range(right[0]):
            turn.note("correct", turn.me)

    def asleep(self, turn: Turn) -> Text | None:
        if turn.ability.since < turn.game.night - 1:
            return text(N_("The first day is over."))
        if turn.ability.memory is None or turn.ability.since != turn.game.night - 1:
            return text(N_("No guesses were made on the first day."))
        return None

    def night(self, turn: Turn) -> None:
        made: Made = turn.ability.memory
        right = len(turn.marked("correct"))
        truths = [right + more for more in made.differences if 0 <= right + more <= MOST_GUESSES]
        turn.tell(truths, range(MOST_GUESSES + 1), likely=range(made.number + 1))
        turn.unmark("correct")
        turn.remember(None)

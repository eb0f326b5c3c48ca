"""The Alsaahir."""

from __future__ import annotations

from knell.engine import FieldShape, FormField, Text, Townsfolk, Turn, Type, Use, mask_of, text
from knell.messages import N_


class Alsaahir(Townsfolk):
    """Wins for good by naming aloud exactly the Minions and exactly the Demons, once a day."""

    id = "alsaahir"
    summary = N_(
        "Once a day, guesses aloud who the Minions and who the Demons are. If both lists "
        "are exactly right, good wins."
    )
    how_to_run = (
        N_("When somebody claims to use it, ask for two lists: the Demons and the Minions."),
        N_("If a working Alsaahir has both lists exactly right, declare that good wins."),
        N_("Otherwise go on, and say nothing about how close it was."),
    )
    notes = (
        N_("Dead Minions and Demons count too."),
        N_("Sides don't matter: a good Minion must be named, an evil Townsfolk must not."),
        N_("Travellers are left out; naming one makes the guess wrong."),
        N_("A whispered guess is no guess."),
    )
    form = (
        FormField("minions", FieldShape.PLAYERS, N_("As Minions")),
        FormField("demons", FieldShape.PLAYERS, N_("As Demons")),
    )

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        if any(not before.private for before in earlier):
            return text(N_("One guess a day, and the first one stands."))
        return None

    def use(self, turn: Turn, use: Use) -> None:
        types = turn.reading.types
        demons = types[Type.DEMON]
        minions = types[Type.MINION] & ~demons
        named = (mask_of(_players(use.detail("minions"))), mask_of(_players(use.detail("demons"))))
        if turn.works and named == (minions, demons):
            turn.win(evil=False)


def _players(value: object) -> tuple[int, ...]:
    """One player or several as a tuple."""
    if isinstance(value, int):
        return (value,)
    return tuple(p for p in value if isinstance(p, int)) if isinstance(value, tuple) else ()

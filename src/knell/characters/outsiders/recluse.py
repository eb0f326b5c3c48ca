"""The Recluse."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Outsider, Turn, Type
from knell.engine.advice import RATHER
from knell.messages import N_


class Recluse(Outsider):
    """Might look evil, or like a Minion or a Demon, even when dead."""

    id = "recluse"
    claimed_easily = RATHER
    summary = N_(
        "The Recluse is good, but abilities may take them for an evil player, for a Minion or for a Demon, "
        "even when they are dead."
    )
    how_to_run = (
        N_(
            "Whenever an ability asks who the Recluse is, decide what it sees: the Recluse, or something "
            "evil."
        ),
        N_("Decide anew each time. Two abilities may see two different things in the same night."),
        N_("Mislead the good team with it, but leave them a way to find out."),
    )
    notes = (
        N_("The Recluse stays good and stays the Recluse. Who wins never depends on what they seem to be."),
        N_("They may seem to be any Minion or Demon on the script."),
        N_("If the Slayer aims at the Recluse, you may let them die as a Demon would."),
        N_("Within one answer, the Recluse is seen in one way only."),
        N_("A drunk or poisoned Recluse is seen as what they are."),
    )
    works_dead = True

    def disguises(self, turn: Turn) -> Iterable[tuple[bool, str]]:
        yield True, self.id
        for kind in (Type.MINION, Type.DEMON):
            for character in turn.cast.ids_by_type[kind]:
                yield True, character

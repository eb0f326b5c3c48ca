"""The Baron."""

from __future__ import annotations

from knell.engine import Decision, Minion
from knell.messages import N_


class Baron(Minion):
    """Two Townsfolk give way to two Outsiders when the bag is put together."""

    id = "baron"
    summary = N_("With the Baron in the game, two players who would be Townsfolk are Outsiders instead.")
    how_to_run = (
        N_("When you fill the bag, take two Townsfolk out and put two more Outsiders in."),
        N_("If the Drunk is among them, swap the Drunk as well, as always."),
    )
    notes = (
        N_("The number of Minions and Demons stays the same."),
        N_("Nothing is undone if the Baron dies, is drunk or poisoned, or becomes somebody else."),
        N_("A Baron who comes into play later adds no Outsiders."),
    )
    answers = {
        "out": Decision("two Townsfolk", "at random", "any will do (baron-4; almanac)", setup=True),
        "in": Decision("two Outsiders", "at random", "any will do (baron-4; almanac)", setup=True),
    }
    outsiders_added = 2

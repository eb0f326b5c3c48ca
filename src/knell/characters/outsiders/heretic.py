"""The Heretic."""

from __future__ import annotations

from knell.engine import Outsider, Turn


class Heretic(Outsider):
    """Whoever wins, loses, and whoever loses, wins, even when it is dead."""

    id = "heretic"
    works_dead = True

    def reverses(self, turn: Turn) -> bool:
        return True

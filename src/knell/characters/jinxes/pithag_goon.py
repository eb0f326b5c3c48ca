"""The jinx of Pit-Hag and Goon."""

from __future__ import annotations

from knell.engine import Ability, Game, Jinx
from knell.messages import N_


class PitHagGoon(Jinx):
    """An evil player whom the Pit-Hag made the Goon can't turn good by it (x000-95)."""

    pair = ("pithag", "goon")
    summary = N_(
        "An evil player whom the Pit-Hag turned into the Goon can't become good through the Goon's ability."
    )

    def became(self, game: Game, player: int, by: Ability) -> None:
        if by.character.id == "pithag" and game.characters[player].id == "goon" and game.evil >> player & 1:
            held = next(a for a in game.abilities_of(player) if a.character.id == "goon")
            game.place_token("goon.stays_evil", player, source=held.id)

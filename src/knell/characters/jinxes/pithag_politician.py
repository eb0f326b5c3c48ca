"""The jinx of Pit-Hag and Politician."""

from __future__ import annotations

from knell.engine import Ability, Game, Jinx
from knell.messages import N_


class PitHagPolitician(Jinx):
    """An evil player whom the Pit-Hag made the Politician can't turn good by it (politician-14)."""

    pair = ("pithag", "politician")
    summary = N_(
        "An evil player whom the Pit-Hag turned into the Politician can't become good "
        "through the Politician's ability."
    )

    def became(self, game: Game, player: int, by: Ability) -> None:
        if (
            by.character.id == "pithag"
            and game.characters[player].id == "politician"
            and game.evil >> player & 1
        ):
            held = next(a for a in game.abilities_of(player) if a.character.id == "politician")
            game.place_token("politician.stays_evil", player, source=held.id)

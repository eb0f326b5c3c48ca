"""The jinx of Alchemist and Organ Grinder."""

from __future__ import annotations

from collections.abc import Iterable

from knell.engine import Effect, Game, Jinx, Phase, TokenType
from knell.messages import N_, NP_

ASLEEP = "alchemist.organ_grinders_sleep"


class AlchemistOrganGrinder(Jinx):
    """An Alchemist with the Organ Grinder's ability needs a real one in play; both sober, both are drunk."""

    pair = ("alchemist", "organgrinder")
    summary = N_(
        "The Alchemist has the Organ Grinder's ability only if a real Organ Grinder is in"
        " play, and when both would be sober, both are drunk."
    )
    tokens = {ASLEEP: TokenType(Effect.DRUNK, own=True, says=NP_("reminder", "Drunk by the jinx"))}

    def continuous(self, game: Game) -> Iterable[tuple[str, int]]:
        if game.phase is not Phase.DAY:
            return  # it is about votes, and the choices of the night must count
        organ = [a for a in game.abilities.values() if a.character.id == "organgrinder" and not a.pretended]
        through = [a for a in organ if self._is_alchemists(game, a.parent)]
        real = [a for a in organ if a not in through and game.characters[a.player].id == "organgrinder"]
        for one in through:
            for other in real:
                if self._sober(game, one.player) and self._sober(game, other.player):
                    yield ASLEEP, one.player
                    yield ASLEEP, other.player

    def _is_alchemists(self, game: Game, parent: int) -> bool:
        held = game.abilities.get(parent)
        return held is not None and held.character.id == "alchemist"

    def _sober(self, game: Game, player: int) -> bool:
        """Alive, and neither drunk nor poisoned by anything but this jinx."""
        if not game.alive >> player & 1:
            return False
        return not any(
            t.player == player
            and t.name != ASLEEP
            and t.effect in (Effect.DRUNK, Effect.POISONED)
            and game.in_force(t)
            for t in (*game.tokens, *game.continuous)
        )

"""The Pit-Hag."""

from __future__ import annotations

from collections.abc import Sequence

from knell.engine import Minion, Turn, Type, members, text
from knell.engine.death import decide_deaths
from knell.engine.options import Described, Pick
from knell.messages import N_


class Subsets(Described[tuple[int, ...]]):
    """Every choice of any number of players."""

    def __init__(self, players: Sequence[int]) -> None:
        self.players = tuple(players)

    def __len__(self) -> int:
        return 1 << len(self.players)

    def at(self, index: int) -> tuple[int, ...]:
        return tuple(p for place, p in enumerate(self.players) if index >> place & 1)

    def __contains__(self, answer: object) -> bool:
        return (
            isinstance(answer, tuple)
            and len(set(answer)) == len(answer)
            and all(p in self.players for p in answer)
        )

    def sample(self, pick: Pick) -> tuple[int, ...]:
        return self.at(pick(len(self)))


class PitHag(Minion):
    """Turns a player into a character not in play each night but the first; making a Demon, leaves
    tonight's deaths to the Storyteller.
    """

    id = "pithag"
    summary = N_(
        "Each night but the first, turns a player into a character that isn't in play. If"
        " that makes a Demon, tonight's deaths are up to the Storyteller."
    )
    how_to_run = (
        N_("Each night but the first, wake the Pit-Hag, who points at a player and a character."),
        N_("If nobody has that character, the player becomes it; wake them and show what they are."),
        N_("If a Demon was made, decide who dies tonight; nobody else does."),
    )
    notes = (
        N_("Sides don't change."),
        N_("A character that somebody has, even a dead player, can't be made."),
        N_("Deaths you add are the Pit-Hag's, not the Demon's."),
        N_("Good wins only when every Demon is dead."),
    )

    def night(self, turn: Turn) -> None:
        player, character = turn.choose_player_and_character(turn.everyone, turn.cast.ids)
        game = turn.game
        if not turn.works or character in game.in_play:
            return
        demons_before = game.reading.types[Type.DEMON] & game.alive
        ability = turn.ability
        if not turn.become(player, character) or turn.cast.by_id[character].type is not Type.DEMON:
            return
        deaths = turn.rule(
            "deaths",
            Subsets(members(game.alive)),
            default=lambda: _suggested(turn, player, demons_before),
            why=text(N_("A new Demon leaves tonight's deaths to you; these and no others will die.")),
        )
        decide_deaths(game, ability, deaths)


def _suggested(turn: Turn, player: int, demons_before: int) -> tuple[int, ...]:
    """Nobody if the Demon only changed or is good, else the old Demon and another (pithag-8 to -10)."""
    game = turn.game
    old = demons_before & game.alive & ~(1 << player)
    if not old or not game.evil >> player & 1:
        return ()
    good = list(members(game.alive & ~game.evil))
    return tuple(sorted({*members(old), *good[game.night % len(good) :][:1]})) if good else members(old)

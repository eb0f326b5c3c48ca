"""The Pit-Hag."""

from __future__ import annotations

from typing import Final

from knell.engine import Decision, Game, Minion, Settled, Text, Turn, Type, mask_of, members, text
from knell.engine.death import decide_deaths
from knell.engine.options import Subsets
from knell.engine.policy import not_known_to_all
from knell.messages import N_

PLAYERS_ON_THE_LAST_DAY: Final = 3


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
    asks = {
        "deaths": N_("A Demon was made. Who dies tonight?"),
    }
    answers = {
        "choose": "`[player, character]`",
        "deaths": Decision("all who die tonight", "see *The Pit-Hag's night*"),
    }
    suggests = {"deaths": (not_known_to_all,)}
    settled = (
        Settled(
            "the Pit-Hag names a character in play, or herself",
            "the first does nothing; the second is legal",
            "pithag-16; almanac",
        ),
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
        demons = game.reading.types[Type.DEMON] & game.alive
        deaths = turn.rule(
            "deaths",
            Subsets(members(game.alive)),
            candidates=lambda: _better(game, player, demons_before),
            why=text(N_("A new Demon leaves tonight's deaths to you; these and no others will die.")),
            unwise=lambda answer: _unwise(game, player, demons, answer),
        )
        decide_deaths(game, ability, deaths)


def _better(game: Game, new: int, demons_before: int) -> list[tuple[int, ...]]:
    """Who had better die when ``new`` has become a Demon (pithag-8 to pithag-10): one of these."""
    old = members(demons_before & game.alive & ~(1 << new))
    if not old or demons_before >> new & 1:
        return [()]
    if not game.evil >> new & 1:
        return [(p,) for p in old] if _is_last_night(game) else [()]
    good = members(game.alive & ~game.evil)
    return [tuple(sorted({*old, p})) for p in good] or [old]


def _unwise(game: Game, new: int, demons: int, deaths: tuple[int, ...]) -> Text | None:
    """With a good Demon about, one of two Demons had better die on the last night (pithag-10)."""
    spared = demons & ~mask_of(deaths)
    if game.evil >> new & 1 or not _is_last_night(game) or spared.bit_count() < 2:
        return None
    return text(N_("Good can't win before every Demon is dead."))


def _is_last_night(game: Game) -> bool:
    """Whether one more death leaves as few as the last day is played with."""
    return (game.living & game.ordinary).bit_count() == PLAYERS_ON_THE_LAST_DAY + 1

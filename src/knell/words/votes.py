"""Votes and exiles: how many hands it takes and why, who is who in them, what came of them."""

from __future__ import annotations

from collections.abc import Mapping

from knell.engine import NOBODY, Exile, Game, Nominate, PlayerId, day
from knell.engine.events import VoteCounted
from knell.texts import _, fill, ngettext
from knell.words.wording import Words

__all__ = [
    "about_to_die",
    "made_by",
    "needed_for_death",
    "needed_for_exile",
    "role_in_vote",
    "support_in_words",
    "support_needed",
    "threshold",
    "unknown_threshold",
    "vote_result",
    "vote_title",
    "votes_in_words",
]


# -- how many it takes -------------------------------------------------------------------------------


def threshold(game: Game, words: Words) -> str:
    """How many votes it takes now, and why."""
    needed, living = day.votes_needed(game), game.living.bit_count()
    about = day.freed_by_a_tie(game)
    if about != NOBODY:
        message = _("{needed} needed: more than {player}'s {highest}. {highest} is a tie, and nobody dies.")
        return fill(message, needed=needed, player=words.player(about), highest=game.highest)
    return needed_for_death(needed, living, game.tallies, words, highest=game.highest)


def needed_for_death(
    needed: int, living: int, tallies: Mapping[PlayerId, int], words: Words, *, highest: int
) -> str:
    """How many votes it takes and why, as far as it shows in the number of the living and today's tallies."""
    if needed < day.half_of(living):
        return fill(_("{needed} needed: whoever has the most votes is about to die."), needed=needed)
    if highest < day.half_of(living):
        message = _("{needed} needed: at least half of the {living} who are alive.")
        return fill(message, needed=needed, living=living)
    leaders = [player for player, tally in tallies.items() if tally == highest]
    if len(leaders) > 1:
        message = _("{needed} needed: more than the {highest} that {players} have.")
        return fill(message, needed=needed, highest=highest, players=words.people(leaders))
    whose = words.player(leaders[0] if leaders else NOBODY)
    message = _("{needed} needed: more than {player}'s {highest}.")
    return fill(message, needed=needed, highest=highest, player=whose)


def unknown_threshold() -> str:
    """What is said where a secret vote may have changed how many it takes."""
    return _("After today's secret vote nobody can know how many it takes.")


def support_needed(game: Game) -> str:
    """How much support an exile takes, and why."""
    return needed_for_exile(day.exile_needed(game), game.everyone.bit_count())


def needed_for_exile(needed: int, everybody: int) -> str:
    """How much support an exile takes of so many players, and why."""
    return fill(_("{needed} needed: at least half of all {count} players."), needed=needed, count=everybody)


# -- who and what ------------------------------------------------------------------------------------


def vote_title(about: PlayerId, by: PlayerId, words: Words, *, exile: bool) -> str:
    """What a vote is called: by whose nomination or call, where that is known."""
    if by == NOBODY:
        return fill(_("Exile of {player}") if exile else _("Vote on {player}"), player=words.player(about))
    return words.action(Exile(by, about) if exile else Nominate(by, about))


def role_in_vote(player: PlayerId, about: PlayerId, by: PlayerId, *, exile: bool) -> str:
    """What a player is in a vote; mostly nothing."""
    if player == about:
        return _("Traveller") if exile else _("Nominee")
    if player == by:
        return _("Caller") if exile else _("Nominator")
    return ""


def made_by(player: PlayerId, words: Words, *, exile: bool = False) -> str:
    """By whom somebody was nominated; with ``exile`` who called for it."""
    return fill(_("called by {player}") if exile else _("by {player}"), player=words.player(player))


def votes_in_words(tally: int) -> str:
    """So many votes."""
    return fill(ngettext("{count} vote", "{count} votes", tally), count=tally)


def support_in_words(tally: int, needed: int) -> str:
    """How many were for an exile."""
    return fill(_("{count} for it, {needed} needed"), count=tally, needed=needed)


def vote_result(vote: VoteCounted, about: PlayerId, words: Words) -> str:
    """What came of the last vote, after which ``about`` is about to die."""
    nominee, tally = words.player(vote.nominee), vote.tally
    if about == vote.nominee:
        message = _("{votes} for {player}, who is about to die.")
    elif tally and tally == vote.highest and tally >= vote.half:
        message = _("{votes} for {player}: a tie, nobody is about to die.")
    else:
        message = _("{votes} for {player}: not enough.")
    return fill(message, votes=votes_in_words(tally), player=nominee)


def about_to_die(player: PlayerId, words: Words) -> str:
    """Who is about to die; ``NOBODY`` for nobody."""
    if player == NOBODY:
        return _("Nobody is about to die.")
    return fill(_("{player} is about to die."), player=words.player(player))

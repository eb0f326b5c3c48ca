"""The end of a game: who has won, and why."""

from __future__ import annotations

from knell.engine import Game
from knell.engine.terms import STORYTELLER_BY_HAND
from knell.texts import _, fill
from knell.words.wording import Words

__all__ = ["ending", "why_it_ended", "winner"]


def ending(game: Game, words: Words) -> str:
    """Who has won, and why; empty while the game goes on."""
    outcome = game.outcome
    if outcome is None:
        return ""
    who = _("Evil wins.") if outcome.evil_won else _("Good wins.")
    return f"{who} {why_it_ended(outcome.reason, words)}"


def winner(evil_won: bool) -> str:
    """Who wins, as a title."""
    return _("Evil wins") if evil_won else _("Good wins")


def why_it_ended(reason: str, words: Words) -> str:
    """What ended the game, in one sentence."""
    known = {
        "demon_dead": _("The Demon is dead."),
        "no_demon": _("There is no Demon any more."),
        "two_alive": _("Only two players are alive."),
        STORYTELLER_BY_HAND: _("The Storyteller has ended the game."),
    }.get(reason)
    return known or fill(_("The {character} has brought it about."), character=words.character(reason))

"""What the Storyteller is asked, in a sentence: what :mod:`knell.record.asking` doesn't say yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from knell.engine import Game, Kind, Question, day
from knell.engine.options import Subsets
from knell.record import Words, asking
from knell.record.asking import Asked, support_needed
from knell.texts import _, fill

__all__ = ["SENTENCES", "Asked", "asked", "shape", "support_needed", "threshold"]


def asked(game: Game, question: Question, words: Words) -> Asked:
    """Put a question into words."""
    said = asking.asked(game, question, words)
    sentence = _sentence(question, words)
    return said if sentence is None else said._replace(sentence=sentence)


def shape(options: Sequence[Any]) -> str:
    """What the answers look like: ``player``, ``players``, ``character``, ``yes_no``, and so on."""
    if isinstance(options, Subsets):
        return "several"
    form = asking.shape(options)
    if form == "other" and len(options) and isinstance(options[0], tuple):
        # What is left after a choice was turned down is a plain list.
        return "player_and_character" if isinstance(options[0][1], str) else "players"
    return form


def threshold(game: Game, words: Words) -> str:
    """How many votes it takes now, and why."""
    needed = day.votes_needed(game)
    if needed < (game.living.bit_count() + 1) // 2:
        return fill(_("{needed} needed: whoever has the most votes is about to die."), needed=needed)
    return asking.threshold(game, words)


def _sentence(question: Question, words: Words) -> str | None:
    player = words.player(question.player)
    if question.kind is Kind.BY_HAND:
        message = _("Run the {character} by hand, with any changes that it needs, then say done.")
        return fill(message, character=words.character(question.name.partition(".")[0]))
    form = shape(question.options) if question.kind is Kind.CHOICE else ""
    if form == "player" and None in question.options:
        return fill(_("{player} points at a player, or shakes their head. Which?"), player=player)
    if form == "player_and_character":
        return fill(_("{player} points at a player and a character. Which?"), player=player)
    if form == "players":
        return fill(_("{player} points at two players. At whom?"), player=player)
    say = SENTENCES.get(question.name)
    return None if say is None else fill(say(), player=player)


SENTENCES: Final[Mapping[str, Callable[[], str]]] = {
    "alchemist.ability": lambda: _("Which Minion's ability does the Alchemist have?"),
    "alchemist.reject": lambda: _("Do you want {player} to choose something else?"),
    "amnesiac.ability": lambda: _(
        "Which ability does {player} have? A character's, or any words of your own."
    ),
    "amnesiac.accuracy": lambda: _("How close is the guess?"),
    "amnesiac.5": lambda: _("Does this ability work without waking {player}?"),
    "barista.who": lambda: _("Whom does the Barista help?"),
    "barista.what": lambda: _("How does the Barista help?"),
    "cannibal.apparent": lambda: _("Whose ability does {player} seem to have?"),
    "cannibal.21": lambda: _("Does whoever last died by execution count for the new Cannibal?"),
    "cannibal.22": lambda: _("The eaten player is another character now. Does the new one count?"),
    "chambermaid.22": lambda: _(
        "{player} asks about an Alchemist who was only told something. Does that count?"
    ),
    "clockmaker.demon": lambda: _("Several Demons are about. From which one is it counted?"),
    "godfather.outsiders": lambda: _("One Outsider more, or one fewer?"),
    "goon.12": lambda: _("Tonight's first choice of the Goon came to nothing. Does this one count instead?"),
    "x004.90": lambda: _(
        "The one who chose the Goon registers as evil, and is good. Does the Goon turn good?"
    ),
    "gossip.true": lambda: _("Is what {player} said true?"),
    "gossip.victim": lambda: _("Who dies because the Gossip spoke the truth?"),
    "grandmother.grandchild": lambda: _("Who is the Grandmother's grandchild?"),
    "legion.victim": lambda: _("Does anybody die tonight, and who?"),
    "lycanthrope.faux_paw": lambda: _("Which good player registers as evil because of the Lycanthrope?"),
    "lycanthrope.18": lambda: _("The Lycanthrope has killed itself. Is the Demon still kept from killing?"),
    "ojo.victim": lambda: _("Who dies by the Ojo?"),
    "pithag.deaths": lambda: _("A Demon was made. Who dies tonight?"),
    "poppygrower.introduce": lambda: _("The game is small. Are Minions and Demon introduced all the same?"),
    "puzzlemaster.drunk": lambda: _("Who is drunk because of the Puzzlemaster?"),
    "shabaloth.back": lambda: _("Does a player of last night come back to life?"),
    "sweetheart.drunk": lambda: _("Who is drunk from now on because the Sweetheart died?"),
    "x004.58": lambda: _("Another ability still keeps evil players apart. Are they introduced all the same?"),
    "x000.103": lambda: _(
        "{player} only seemed to be dead and is another character now. Do they live openly?"
    ),
}
"""Decisions of one character, by their names in ``docs``."""

"""What an entry of the record did: told as something that somebody did, or as a question with its answer."""

from __future__ import annotations

from knell.engine import NOBODY
from knell.engine.overrides import Rename
from knell.engine.terms import TRAVELLER_INFO, YOU_ARE
from knell.facts import FACTS
from knell.record import Entry, ReplayDiffers, Table
from knell.texts import _, fill
from knell.words.changes import change_in_words
from knell.words.tonight import step_name
from knell.words.wording import Words, counts, shows

__all__ = ["entry_as_answered", "entry_in_words"]


def entry_in_words(table: Table, entry: Entry, words: Words) -> str:
    """What somebody answered or changed, in a few words; ``table`` knows what was so before."""
    if entry.override is not None:
        if isinstance(entry.override, Rename):
            return _renamed(table, entry.parent, entry.override, words)
        return change_in_words(entry.override, words)
    answer = entry.answer
    if entry.asked == "day":
        said = words.action(answer)
        return said[:1].upper() + said[1:]
    if entry.is_hand:
        message = _("{player}'s hand is up") if answer else _("{player}'s hand is down")
        return fill(message, player=words.player(entry.of))
    said = _answer(entry, words)
    if shows(entry.asked):
        if entry.player == NOBODY:
            return fill(_("Shown: {answer}"), answer=said)
        return fill(_("{player} was shown {answer}"), player=words.player(entry.player), answer=said)
    if entry.of >= 0:
        if isinstance(answer, bool) or answer is None:
            return fill(_("{player}: {answer}"), player=words.player(entry.of), answer=said)
        return fill(_("{player} chose {answer}"), player=words.player(entry.of), answer=said)
    if entry.asked.endswith(".by_hand"):
        return _("A step by hand is done")
    return fill(_("You decided: {answer}"), answer=said)


def entry_as_answered(entry: Entry, words: Words) -> str:
    """A line of the history: what was asked, about whom, and what was answered."""
    if entry.override is not None:
        return change_in_words(entry.override, words)
    owner, _dot, last = entry.asked.partition(".")
    answer = _answer(entry, words)
    if entry.is_hand:
        voter, whom = words.player(entry.of), words.player(entry.player)
        return fill(_("Hand of {player} for {other}: {answer}"), player=voter, other=whom, answer=answer)
    if entry.asked == "day":
        return answer
    if owner in FACTS:
        what = words.character(owner)
        if entry.player != NOBODY:
            what = fill(_("{character} – {player}"), character=what, player=words.player(entry.player))
        if last not in ("show", "choose"):
            what = f"{what}, {last}"
        return f"{what}: {answer}"
    what = _of_the_table(entry.asked) or step_name(entry.asked, words)
    if entry.player != NOBODY:
        what = f"{what}, {words.player(entry.player)}"
    return f"{what}: {answer}"


def _answer(entry: Entry, words: Words) -> str:
    return words.answer(entry.answer, numbers=shows(entry.asked) or counts(entry.asked))


def _renamed(table: Table, at: int, change: Rename, words: Words) -> str:
    """Who is called what now, by the name that they had before, at that entry."""
    try:
        before = Words.of(table.fork(at).game).player(change.player)
    except (KeyError, ReplayDiffers):
        before = words.player(change.player)
    return fill(_("{player} is called {name} now"), player=before, name=change.name)


def _of_the_table(asked: str) -> str:
    """What a question that isn't a character's is called in the history."""
    return {
        TRAVELLER_INFO: _("Evil Traveller"),
        YOU_ARE: _("Told what they are"),
        "registers": _("Registers as"),
        "bluffs": _("Bluffs"),
        "tiebreak": _("What comes first"),
        "draw": _("The draw"),
    }.get(asked, "")

"""Games as they are played and kept: live tables, records on the disk, views and stories.

A game is its header and its entries, nothing else: everything that happened follows from running the
rules again. :class:`Table` plays one, :class:`GameStore` keeps them, :func:`public_view` and its kin
say what somebody may know, :func:`story` tells it.
"""

from knell.record.automation import Automation, Level
from knell.record.entries import KNELL, ROOT, Branch, Entry, Tree
from knell.record.header import Deal, Header, Homebrew, ScriptPart
from knell.record.legal import IllegalAnswer, why_illegal, why_no_override
from knell.record.record import RecordError, SavedGame, load, save
from knell.record.store import GameInfo, GameInUse, GameStore, OpenGame
from knell.record.story import change_in_words, sentence, story
from knell.record.table import BY_STORYTELLER, Heard, ReadOnly, ReplayDiffers, Table
from knell.record.views import player_view, public_view, reveal_view, storyteller_view, to_bytes
from knell.record.wording import Words

__all__ = [
    "BY_STORYTELLER",
    "KNELL",
    "ROOT",
    "Automation",
    "Branch",
    "Deal",
    "Entry",
    "GameInUse",
    "GameInfo",
    "GameStore",
    "Header",
    "Heard",
    "Homebrew",
    "IllegalAnswer",
    "Level",
    "OpenGame",
    "ReadOnly",
    "RecordError",
    "ReplayDiffers",
    "SavedGame",
    "ScriptPart",
    "Table",
    "Tree",
    "Words",
    "change_in_words",
    "load",
    "player_view",
    "public_view",
    "reveal_view",
    "save",
    "sentence",
    "story",
    "storyteller_view",
    "to_bytes",
    "why_illegal",
    "why_no_override",
]

"""Games as they are played and kept: live tables, and records on the disk.

A game is its header and its entries, nothing else: everything that happened follows from running the
rules again. :class:`Table` plays one, :class:`GameStore` keeps them.
"""

from knell.record.automation import Automation, Level
from knell.record.entries import KNELL, ROOT, Branch, Entry, Tree
from knell.record.file import RecordError, SavedGame, load, save
from knell.record.header import Deal, Header, Homebrew, ScriptPart
from knell.record.legal import IllegalAnswer, why_illegal, why_no_override
from knell.record.store import GameInfo, GameInUse, GameStore, OpenGame
from knell.record.table import BY_STORYTELLER, Heard, ReadOnly, ReplayDiffers, Table

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
    "load",
    "save",
    "why_illegal",
    "why_no_override",
]

"""Scripts: which characters may be in a game, read from script files, almanac documents, or bundled.

>>> from knell.scripts import load
>>> load("cheomseongdae").counts()["townsfolk"]
12
"""

from knell.scripts.almanac import read_almanac
from knell.scripts.bundled import bundled_namesake, bundled_script, bundled_scripts
from knell.scripts.completing import completed, missing
from knell.scripts.errors import ScriptError
from knell.scripts.json_script import read_json_script
from knell.scripts.loading import load, read
from knell.scripts.night import filled_up
from knell.scripts.script import (
    CharacterText,
    HomebrewCharacter,
    HomebrewJinx,
    Reason,
    Remark,
    Script,
    ScriptKind,
)
from knell.scripts.writing import write_json_script

__all__ = [
    "CharacterText",
    "HomebrewCharacter",
    "HomebrewJinx",
    "Reason",
    "Remark",
    "Script",
    "ScriptError",
    "ScriptKind",
    "bundled_namesake",
    "bundled_script",
    "bundled_scripts",
    "completed",
    "filled_up",
    "load",
    "missing",
    "read",
    "read_almanac",
    "read_json_script",
    "write_json_script",
]

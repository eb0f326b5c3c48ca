"""What a script lacks for a game, and the script with it."""

from dataclasses import replace
from typing import Final

from knell.characters import automated
from knell.facts import FACTS, SETUP_TABLE, CharacterType
from knell.messages import N_, text
from knell.scripts.script import Remark, Script

__all__ = ["completed", "missing"]

_EDITIONS: Final = ("tb", "bmr", "snv")
"""Whose characters come first: simple ones before those that ask more of a table."""


def missing(script: Script) -> tuple[str, ...]:
    """Name official characters that would let 5 to 15 people play; empty if nothing is missing.

    They are ones whose rules Knell runs and that change nothing about the bag, easy ones first. A script
    that can be played by some numbers of people as it is may be meant like that: nothing is named then.
    """
    if any(not script.why_not_playable(players) for players in SETUP_TABLE if players <= 15):
        return ()
    rows = [row for row in SETUP_TABLE.values() if not row.travellers]
    needed: dict[CharacterType, int] = {
        "townsfolk": max(row.townsfolk for row in rows),
        "outsider": max(row.outsiders for row in rows),
        "minion": max(row.minions for row in rows),
        "demon": max(row.demons for row in rows),
    }
    counts = script.counts()
    found: list[str] = []
    for kind, number in needed.items():
        there = [
            one.id
            for one in sorted(FACTS.values(), key=lambda one: (_rank(one.edition), one.id))
            if one.type == kind
            and one.id in automated()
            and not one.changes_setup
            and one.id not in script.characters
        ]
        found += there[: max(0, number - counts[kind])]
    return tuple(found)


def completed(script: Script) -> Script:
    """The script with what is missing; the same one if nothing is. A notice says what was put in."""
    added = missing(script)
    if not added:
        return script
    names = ", ".join(FACTS[one].name for one in added)
    message = text(N_("Added so that games can be dealt from it: {names}."), names=names)
    return replace(
        script,
        characters=(*script.characters, *added),
        entries=(*script.entries, *added) if script.entries else (),
        remarks=(*script.remarks, Remark("COMPLETED", message)),
    )


def _rank(edition: str) -> int:
    return _EDITIONS.index(edition) if edition in _EDITIONS else len(_EDITIONS)

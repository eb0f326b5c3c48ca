"""Reading scenario files and telling what is wrong with them.

A scenario sets a table, plays a few nights and days and says what must be true. This module turns
the YAML text into :class:`Scenario` values and refuses whatever the format doesn't have, with the
line and the reason; :mod:`knell.scenarios.blocks` reads what happens, :mod:`knell.scenarios.running`
runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from knell import facts
from knell.characters import automated
from knell.engine import FieldShape
from knell.engine.setup import MOST_SEATS
from knell.messages import N_, text
from knell.scenarios.blocks import BlockReader, is_evil, known_character
from knell.scenarios.document import Block, ScenarioError, documents, read_text
from knell.scenarios.scenario import Scenario, SeatLine, WantedDeal

MOST_TRAVELLERS: Final = 20
MOST_DEALT: Final = 50
"""Enough to show that so many are refused."""
TOP_KEYS: Final = frozenset(
    ("title", "covers", "script", "seed", "jinxes", "players", "deal", "setup", "given", "play", "expect")
) | {"refused"}
DEAL_KEYS: Final = frozenset(("players", "with", "without", "travellers"))
SEAT_KEYS: Final = frozenset(("character", "shown", "alignment"))
_TEXTS: Final = frozenset(("title", "covers"))
"""Where an id of a character is only a word."""


def read(path: str | Path) -> list[Scenario]:
    """All scenarios of a file. Raises ``ScenarioError`` naming the file, the line and the reason."""
    name = str(path)
    words = read_text(path)
    try:
        return list(parse(words, name))
    except ScenarioError as error:
        error.file = name
        raise


def parse(words: str, file: str = "") -> Iterator[Scenario]:
    """The scenarios in a text. Raises ``ScenarioError`` with the line and the reason."""
    found = False
    for document in documents(words):
        if document is not None:
            found = True
            yield _scenario(document, file)
    if not found:
        raise ScenarioError(text(N_("There is no scenario in this file.")), line=1)


def _scenario(document: Any, file: str) -> Scenario:
    if not isinstance(document, Block):
        raise ScenarioError(text(N_("A scenario is a map of keys, beginning with “title:”.")), line=1)
    document.allow_only(TOP_KEYS, N_("a scenario"))
    title = document.get("title")
    if not isinstance(title, str) or not title.strip():
        raise ScenarioError(text(N_("A scenario needs a “title:”.")), line=document.line)
    if ("players" in document) == ("deal" in document):
        raise ScenarioError(text(N_("A scenario has either “players:” or “deal:”.")), line=document.line)
    seats = _seats(document) if "players" in document else ()
    deal = _deal(document) if "deal" in document else None
    names = deal.names if deal is not None else tuple(seat.name for seat in seats)
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ScenarioError(text(N_("Two players are called {name}."), name=name), line=document.line)
    blocks = BlockReader({*names, *_joining(document)})
    script = document.get("script")
    if isinstance(script, list):
        script = tuple(known_character(character, document.lines["script"]) for character in script)
    elif script is not None and not isinstance(script, str):
        document.refuse("script", N_("a list of characters, a bundled name or a file"))
    seed = document.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool):
        document.refuse("seed", N_("a whole number"))
    for key in ("jinxes", "refused"):
        if type(document.get(key, False)) is not bool:
            document.refuse(key, N_("true or false"))
    covers = document.get("covers") or []
    if not isinstance(covers, list) or not all(isinstance(clause, str) for clause in covers):
        document.refuse("covers", N_("a list of clauses"))
    setup = document.get("setup") or Block()
    if not isinstance(setup, Block):
        document.refuse("setup", N_("a map of decisions"))
    expect = document.get("expect")
    if expect is not None:
        blocks.expect(expect, document.lines["expect"])
    return Scenario(
        file=file,
        line=document.line,
        title=title.strip(),
        covers=tuple(covers),
        script=script,
        named=tuple(dict.fromkeys(_named(document))),
        seed=seed,
        jinxes=document.get("jinxes", True),
        seats=seats,
        deal=deal,
        setup=setup,
        given=blocks.given(document),
        play=blocks.play(document),
        expect=expect,
        refused=document.get("refused", False),
    )


def _seats(document: Block) -> tuple[SeatLine, ...]:
    players = document["players"]
    line = document.lines["players"]
    if not isinstance(players, list) or not 1 <= len(players) <= MOST_SEATS:
        document.refuse("players", N_("a list of 1 to 20 players, clockwise"))
    seats = []
    for player in players:
        if not isinstance(player, Block) or len(player) != 1:
            raise ScenarioError(text(N_("Write each player as “- Name: character”.")), line=line)
        line = player.line
        ((name, value),) = player.items()
        if isinstance(value, str):
            seats.append(SeatLine(name, known_character(value, line), None, None))
        elif isinstance(value, Block):
            seats.append(_seat(name, value, line))
        else:
            raise ScenarioError(text(N_("Write each player as “- Name: character”.")), line=line)
    return tuple(seats)


def _seat(name: str, details: Block, line: int) -> SeatLine:
    details.allow_only(SEAT_KEYS, N_("a player"))
    character = known_character(details.get("character"), line)
    shown = known_character(details["shown"], line) if "shown" in details else None
    evil = None
    if "alignment" in details:
        evil = is_evil(details["alignment"], line)
    elif facts.FACTS[character].type == "traveller":
        raise ScenarioError(text(N_("A Traveller needs an alignment.")), line=line)
    return SeatLine(name, character, shown, evil)


def _deal(document: Block) -> WantedDeal:
    deal = document["deal"]
    if not isinstance(deal, Block):
        document.refuse("deal", N_("a map with “players:”"))
    deal.allow_only(DEAL_KEYS, N_("a deal"))
    players = deal.get("players")
    travellers = deal.get("travellers", 0)
    if type(travellers) is not int or not 0 <= travellers <= MOST_TRAVELLERS:
        deal.refuse("travellers", N_("a whole number"))
    if type(players) is int and 0 <= players <= MOST_DEALT:
        names = tuple(f"P{number}" for number in range(1, players + travellers + 1))
    elif isinstance(players, list) and len(players) <= MOST_DEALT:
        names = tuple(str(name) for name in players)
        names += tuple(f"T{number}" for number in range(1, travellers + 1))
    else:
        deal.refuse("players", N_("a number or a list of names"))
    for key in ("with", "without"):
        if not isinstance(deal.get(key) or [], list):
            deal.refuse(key, N_("a list of characters"))
    return WantedDeal(
        names,
        tuple(known_character(character, deal.line) for character in deal.get("with") or ()),
        tuple(known_character(character, deal.line) for character in deal.get("without") or ()),
        travellers,
    )


def _joining(document: Block) -> Iterator[str]:
    """The names of Travellers who join later; they are known everywhere in the document."""
    for block in document.get("play") or ():
        for steps in block.values() if isinstance(block, dict) else ():
            for step in steps if isinstance(steps, list) else ():
                joins = step.get("join") if isinstance(step, dict) else None
                if isinstance(joins, dict):
                    yield from joins


def _named(value: Any) -> Iterator[str]:
    """Every character id in a part of a document, also in front of a dot."""
    if isinstance(value, dict):
        words = _TEXTS | _said_with(value.get("use"))
        for key, part in value.items():
            if key not in words:
                yield from _named(key)
                yield from _named(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)
    elif isinstance(value, str):
        head = value.partition(".")[0]
        if value in facts.FACTS:
            yield value
        elif head in facts.FACTS and head != value:
            yield head


def _said_with(character: Any) -> set[str]:
    """What is just words when that character's ability is used by day."""
    used = automated().get(character) if isinstance(character, str) else None
    return set() if used is None else {field.name for field in used.form if field.shape is FieldShape.TEXT}

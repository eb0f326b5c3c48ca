"""Who sits at the table: from what was asked for on the command line to the header of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from knell.cli.finding import Names, NotFound, is_evil
from knell.engine import Seat, SetupRefused
from knell.engine.bag import FEWEST
from knell.engine.setup import MOST_SEATS
from knell.facts import FACTS
from knell.names import character_name
from knell.record import Deal, Header, ScriptPart
from knell.scripts import Script, ScriptError, bundled_namesake, load
from knell.scripts.spelling import one_line
from knell.seats.naming import distinct
from knell.texts import _, fill, pgettext
from knell.words import Words

__all__ = ["DEFAULT_SCRIPT", "CannotBegin", "header_for", "read_script", "stand_ins"]

DEFAULT_SCRIPT: Final = "cheomseongdae"
DEFAULT_PLAYERS: Final = 10


class CannotBegin(Exception):  # noqa: N818 - named for what happened
    """A game can't be begun like that; ``str()`` says why, a line for each reason."""


def stand_ins(count: int) -> tuple[str, ...]:
    """Names for people who haven't been named."""
    # Translators: twenty short first names, parted by spaces.
    names = pgettext(
        "stand-in names",
        "Ada Bo Cy Dot Eve Fay Gus Hal Ida Jo Kim Lou Max Nan Ode Pia Quin Ray Sol Tess",
    ).split()
    return tuple(names[:count])


def read_script(named: str) -> Script:
    """The script of that name or in that file. Raises ``CannotBegin``."""
    try:
        return load(named)
    except ScriptError as error:
        raise CannotBegin(str(error)) from error


def remarks(script: Script) -> list[str]:
    """What there is to be said of a script that was read from a file: each on a line."""
    told = [
        fill(_("Line {number}: {line}"), number=notice.line, line=notice) if notice.line else str(notice)
        for notice in script.remarks
    ]
    if script.kind != "bundled" and (short := bundled_namesake(script)) is not None:
        message = _("This is your own file. The script of the same name that comes with Knell is “{short}”.")
        told.append(fill(message, short=short))
    return told


def header_for(
    script: Script,
    *,
    players: str = "",
    travellers: str = "",
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    seed: int = 0,
) -> Header:
    """The header of a new game. Raises ``CannotBegin`` with every reason that can be given."""
    names = _people(players)
    joining = _travellers(travellers, script, names, seed)
    if len(names) + len(joining) > MOST_SEATS:
        message = _("{count} people are too many: {most} can sit down, Travellers included.")
        raise CannotBegin(fill(message, count=len(names) + len(joining), most=MOST_SEATS))
    reasons = script.why_not_playable(len(names))
    if reasons:
        raise CannotBegin("\n".join(str(reason) for reason in reasons))
    part = ScriptPart.of(script)
    header = Header(
        part,
        (*names, *(name for name, _seat in joining)),
        deal=Deal(
            tuple(seat for _name, seat in joining),
            _characters(with_, script),
            _characters(without, script),
        ),
        seed=seed,
        source=None if script.kind == "bundled" else script.to_data(),
    )
    try:
        header.begin()
    except SetupRefused as refusal:
        raise CannotBegin(refused(header, refusal)) from refusal
    return header


def refused(header: Header, refusal: SetupRefused) -> str:
    """Why a set-up is refused, in words."""
    return Words(header.players, header.character_names()).text(refusal.reason)


def _people(asked: str) -> tuple[str, ...]:
    asked = asked.strip()
    if not asked:
        return stand_ins(DEFAULT_PLAYERS)
    if asked.isascii() and asked.isdigit():
        count = int(asked)
        if count > MOST_SEATS:
            message = _("{count} people are too many: {most} can sit down, Travellers included.")
            raise CannotBegin(fill(message, count=count, most=MOST_SEATS))
        return stand_ins(count)
    parts = asked.replace("、", ",").split(",") if "," in asked or "、" in asked else asked.split()
    names = tuple(one_line(part) for part in parts if one_line(part))
    if len(names) < FEWEST:
        message = _("{count} names are too few: it takes at least {fewest} players.")
        raise CannotBegin(fill(message, count=len(names), fewest=FEWEST))
    return distinct(names)


def _travellers(asked: str, script: Script, names: Sequence[str], seed: int) -> list[tuple[str, Seat]]:
    """The Travellers: so many, or one by one as ``Name=character:evil``; what is left open is drawn."""
    chance = random.Random(f"{seed}/travellers")
    own = list(script.of_type("traveller"))
    known = own + [i for i, fact in FACTS.items() if fact.type == "traveller" and i not in own]
    pool = list(own or known)
    chance.shuffle(pool)
    free = [name for name in stand_ins(MOST_SEATS) if name not in names]
    asked = asked.strip()
    if not asked or asked == "0":
        return []
    if asked.isascii() and asked.isdigit():
        wanted = [""] * int(asked)
        if len(wanted) > len(pool):
            pool += [i for i in known if i not in pool]
    else:
        wanted = [part.strip() for part in asked.split(",") if part.strip()]
    called = Names(
        ((i, (script.name_of(i), i, character_name(i))) for i in known),
        lambda word: fill(_("There is no Traveller called “{name}”."), name=word),
    )
    found: list[tuple[str, Seat]] = []
    for part in wanted[:MOST_SEATS]:
        name, _equals, rest = part.partition("=")
        character, _colon, side = rest.partition(":")
        evil = chance.random() < 0.5
        try:
            id_ = called.find(character) if character.strip() else pool.pop(0)
            if side.strip():
                evil = is_evil(side)
        except NotFound as unknown:
            raise CannotBegin(str(unknown)) from unknown
        if id_ in pool:
            pool.remove(id_)
        found.append((one_line(name) or (free.pop(0) if free else _("Traveller")), Seat(id_, None, evil)))
    return found


def _characters(asked: Sequence[str], script: Script) -> tuple[str, ...]:
    """The ids of characters, however they were called."""
    called = Names(
        ((i, (script.name_of(i), i, character_name(i))) for i in script.characters),
        lambda word: fill(_("There is no character called “{name}” on the script."), name=word),
    )
    found = []
    for part in asked:
        words = part.split(",") if "," in part else [part]
        for word in words:
            if word.strip():
                try:
                    found.append(called.find(word))
                except NotFound as unknown:
                    raise CannotBegin(str(unknown)) from unknown
    return tuple(dict.fromkeys(found))

"""What one viewer may know: put together from what they were told, never cut out of the truth.

Every field of a view is listed in this module. A viewer's page is a fold over the events that they
heard, with the facts that lie open on the table; what no list names stays where it is.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final

from knell.engine import (
    AT_RANDOM,
    NOBODY,
    Ability,
    Game,
    PlayerId,
    Text,
    Token,
    members,
    night,
)
from knell.engine.events import (
    ChangedByHand,
    Chose,
    Shown,
    Told,
    Woken,
    WokenTogether,
)
from knell.engine.night import NightEntry
from knell.engine.plain import to_plain
from knell.record.table import Heard, Table
from knell.seats.known import Known, first_told
from knell.seats.naming import distinct
from knell.seats.public import public_view, town_of
from knell.seats.said import alone, aloud

__all__ = ["player_view", "public_view", "reveal_view", "storyteller_view", "to_bytes"]

View = dict[str, Any]

_STEPS: Final = ("minioninfo", "demoninfo", "travellerinfo")
_MOST_OPTIONS: Final = 200
"""Longer lists of options aren't written out; the question knows them."""


def to_bytes(view: View) -> bytes:
    """A view as JSON in one certain form: equal views are equal bytes."""
    return json.dumps(view, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def player_view(table: Table, player: PlayerId) -> View:
    """What one player may know: what everybody does, what they were told, and what they did themselves."""
    known = Known(table)
    view = town_of(table, known).to_plain()
    everybodys = {id(heard) for heard in known.heard}
    told = first_told(table, player)
    own: set[str] = set() if told is None else {told[0]}
    log: list[View] = []
    for heard in table.events():
        event = heard.event
        if id(heard) in everybodys:
            log.append(aloud(event) or {})
            continue
        if event.audience is None or not event.audience >> player & 1:
            continue
        entry = alone(event)
        if entry is None:
            continue
        match event:
            case Told(_, character, evil):
                told = (character, evil)
                own.add(character)
            case Chose(_, _, str(answer)):
                own.add(answer)
        if isinstance(event, Woken | WokenTogether | Chose | Shown) and (
            event.ability in own or event.ability in _STEPS
        ):
            entry["ability"] = event.ability
        log.append(entry)
    view["log"] = log
    names = distinct(known.facts.names)
    view["you"] = {
        "id": player,
        "name": names[player] if player < len(names) else "",
        "character": None if told is None else told[0],
        "evil": None if told is None else told[1],
    }
    return view


def storyteller_view(table: Table) -> View:
    """Everything: the Grimoire, the night list, the open question and all that has happened."""
    game = table.game
    view = _grimoire(game)
    question = table.question
    if question is not None:
        few = len(question.options) <= _MOST_OPTIONS
        view["question"] = {
            "name": question.name,
            "kind": question.kind.name.lower(),
            "who": question.who,
            "player": question.player,
            "players": list(question.players),
            "options": [to_plain(option) for option in question.options] if few else None,
            "default": "at random" if question.default is AT_RANDOM else to_plain(question.default),
            "why": _message(question.why),
            "level": str(table.level),
        }
    view["to_come"] = [_line(entry) for entry in night.to_come(game)]
    view["log"] = [_everything(heard) for heard in table.events()]
    view["undo"] = table.can_undo
    view["redo"] = table.can_redo
    return view


def reveal_view(table: Table) -> View:
    """What everybody may know after the end: everything that was true, and how it came about.

    Raises ``ValueError`` while the game goes on.
    """
    game = table.game
    outcome = table.outcome
    if outcome is None:
        raise ValueError("the game isn't over")
    view = _grimoire(game)
    view["winner"] = outcome.winner
    view["reason"] = outcome.reason
    view["winners"] = list(members(outcome.winners))
    view["log"] = [_everything(heard) for heard in table.events()]
    return view


def _grimoire(game: Game) -> View:
    names = distinct(game.names)
    dealt = bool(game.characters)
    return {
        "phase": game.phase.name.lower(),
        "number": game.night,
        "players": [_player(game, p, names[p]) for p in game.ring] if dealt else [],
        "names": list(names),
        "bluffs": list(game.bluffs),
        "added": list(game.added),
        "about_to_die": game.about_to_die if game.about_to_die >= 0 else None,
        "secret_vote": game.secret_vote,
        "tallies": {str(p): n for p, n in game.tallies.items()},
        "tonight_deaths": list(game.tonight_deaths),
    }


def _player(game: Game, player: PlayerId, name: str) -> View:
    bit = 1 << player
    believed = game.believed[player]
    told = game.told.get(player)
    return {
        "id": player,
        "name": name,
        "character": game.characters[player].id,
        "believed": None if believed is None else believed.id,
        "told": None if told is None else {"character": told[0], "evil": told[1]},
        "evil": bool(game.evil & bit),
        "dead": bool(game.dead & bit),
        "seems_dead": not game.living & bit,
        "ghost_vote": bool(game.ghost_votes & bit),
        "traveller": bool(game.travellers & bit),
        "drunk": bool(game.drunk & bit),
        "poisoned": bool(game.poisoned & bit),
        "abilities": [_ability(game, ability) for ability in game.abilities_of(player)],
        "tokens": [_token(game, token) for token in game.all_tokens() if token.player == player],
    }


def _ability(game: Game, ability: Ability) -> View:
    return {
        "id": ability.id,
        "character": ability.character.id,
        "pretended": ability.pretended,
        "works": game.works(ability),
        "spent": game.spent(ability),
    }


def _token(game: Game, token: Token) -> View:
    source = game.abilities.get(token.source)
    return {
        "number": token.number,
        "name": token.name,
        "effect": token.effect.name.lower(),
        "in_force": game.in_force(token),
        "until": token.until.name.lower(),
        "by": None if source is None else source.player,
        "continuous": token.continuous,
    }


def _line(entry: NightEntry) -> View:
    return {"player": entry.player, "name": entry.name, "why_not": _message(entry.why_not)}


def _everything(heard: Heard) -> View:
    event = heard.event
    audience = None if event.audience is None else list(members(event.audience))
    said: View = {
        "what": event.label,
        "audience": audience,
        "entry": heard.entry,
        "phase": heard.phase.name.lower(),
        "number": heard.night,
    }
    if isinstance(event, ChangedByHand):
        return said | {"name": event.override.label, "arguments": to_plain(event.override.arguments)}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "hands":
            said["hands"] = list(members(value))
        elif field.name == "details":
            said["details"] = {name: to_plain(part) for name, part in value}
        elif field.name == "by" and value == NOBODY:
            continue
        elif field.name not in ("secret", "private"):
            said[field.name] = _message(value) if isinstance(value, Text) else to_plain(value)
    return said


def _message(text: Text | None) -> View | None:
    if text is None:
        return None
    parameters = {k: _message(v) if isinstance(v, Text) else to_plain(v) for k, v in text.parameters}
    return {"message": text.message, "parameters": parameters}

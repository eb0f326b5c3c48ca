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
    Kind,
    Phase,
    PlayerId,
    Text,
    Token,
    day,
    members,
    night,
)
from knell.engine.events import (
    AboutToDie,
    ChangedByHand,
    Chose,
    DayBegan,
    Executed,
    ExileCalled,
    GameEnded,
    NightBegan,
    NobodyExecuted,
    Nominated,
    SecretVote,
    Shown,
    SupportCounted,
    Told,
    VoteCounted,
    Woken,
    WokenTogether,
)
from knell.engine.night import NightEntry
from knell.engine.plain import to_plain
from knell.record.table import Heard, Table, public_facts
from knell.seats.naming import distinct
from knell.seats.said import alone, aloud

__all__ = ["player_view", "public_view", "reveal_view", "storyteller_view", "to_bytes"]

View = dict[str, Any]

_STEPS: Final = ("minioninfo", "demoninfo", "travellerinfo")
_MOST_OPTIONS: Final = 200
"""Longer lists of options aren't written out; the question knows them."""


def to_bytes(view: View) -> bytes:
    """A view as JSON in one certain form: equal views are equal bytes."""
    return json.dumps(view, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


# -- what lies open ----------------------------------------------------------------------------------


class _Open:
    """What everybody knows at this moment: frozen from dusk to dawn."""

    def __init__(self, table: Table) -> None:
        events = table.events()
        game = table.game
        last = next((i for i in range(len(events) - 1, -1, -1) if events[i].public is not None), None)
        over = game.phase is Phase.OVER
        since = None if last is None else events[last]
        frozen = len(events)
        if since is None or since.public is None:
            self.phase, self.number = Phase.SETUP, 0
            self.facts = public_facts(game)
        else:
            at_night = isinstance(since.event, NightBegan)
            self.phase = Phase.NIGHT if at_night else Phase.DAY
            self.number = since.night
            self.facts = since.public if at_night else public_facts(game)
            if at_night and last is not None:
                frozen = last + 1
        self.over = over
        self.heard = [
            heard
            for place, heard in enumerate(events)
            if heard.event.audience is None
            and aloud(heard.event) is not None
            and (place < frozen or isinstance(heard.event, GameEnded))
        ]
        last_said = self.heard[-1].event if self.heard else None
        self.winner = last_said.winner if isinstance(last_said, GameEnded) else None


def _public(table: Table, known: _Open) -> View:
    facts = known.facts
    names = distinct(facts.names)
    view: View = {
        "phase": Phase.OVER.name.lower() if known.over else known.phase.name.lower(),
        "number": known.number,
        "players": [
            {
                "id": player,
                "name": names[player],
                "dead": not facts.living >> player & 1,
                "ghost_vote": None if facts.living >> player & 1 else bool(facts.ghost_votes >> player & 1),
                "traveller": facts.travellers.get(player),
            }
            for player in facts.ring
        ],
        "log": [aloud(heard.event) for heard in known.heard],
    }
    if known.over:
        view["winner"] = known.winner
    if known.phase is Phase.DAY:
        view["day"] = _day(table, known)
    return view


def _day(table: Table, known: _Open) -> View:
    """Today's nominations, votes and exiles, as the group saw them."""
    today: list[Heard] = []
    for heard in known.heard:
        if isinstance(heard.event, DayBegan):
            today = []
        today.append(heard)
    nominations: list[View] = []
    exiles: list[View] = []
    executed: list[PlayerId] = []
    about_to_die: PlayerId | None = None
    secret = False
    highest = 0
    closed = known.over
    for heard in today:
        match heard.event:
            case Nominated(nominator, nominee):
                nominations.append({"nominator": nominator, "nominee": nominee, "secret": False})
            case VoteCounted(_, hands, tally, half) if nominations:
                nominations[-1].update(votes=list(members(hands)), tally=tally, half=half)
                highest = max(highest, tally)
            case SecretVote() if nominations:
                nominations[-1]["secret"] = secret = True
                about_to_die = None
            case AboutToDie(player):
                about_to_die = None if player == NOBODY else player
            case ExileCalled(caller, traveller):
                exiles.append({"caller": caller, "traveller": traveller})
            case SupportCounted(_, hands, tally, needed) if exiles:
                exiles[-1].update(support=list(members(hands)), tally=tally, needed=needed)
            case Executed(player):
                executed.append(player)
                closed = True
            case NobodyExecuted():
                closed = True
    facts = known.facts
    living = facts.living.bit_count()
    nominators = [n["nominator"] for n in nominations]
    nominees = [n["nominee"] for n in nominations]
    return {
        "nominations": nominations,
        "exiles": exiles,
        "executed": executed,
        "about_to_die": None if closed else about_to_die,
        "secret": secret,
        "votes_needed": None if secret else max((living + 1) // 2, highest + 1),
        "open": not closed,
        "may_nominate": []
        if closed
        else [p for p in facts.ring if facts.living >> p & 1 and p not in nominators],
        "may_be_nominated": []
        if closed
        else [p for p in facts.ring if p not in facts.travellers and p not in nominees],
        "vote": _vote(table),
    }


def _vote(table: Table) -> View | None:
    """The vote or the support that is being counted at this moment."""
    question = table.question
    if question is None or question.kind not in (Kind.VOTE, Kind.SUPPORT):
        return None
    if question.kind is Kind.VOTE and table.game.secret_vote:
        return {"kind": "vote", "for": question.player, "secret": True}
    hands = [
        {"player": entry.of, "up": entry.answer}
        for entry in table.in_step
        if entry.override is None and entry.asked == question.name and entry.player == question.player
    ]
    support = question.kind is Kind.SUPPORT
    return {
        "kind": question.name,
        "for": question.player,
        "secret": False,
        "hands": hands,
        "next": question.who,
        "needed": day.exile_needed(table.game) if support else day.votes_needed(table.game),
    }


# -- the views ---------------------------------------------------------------------------------------


def public_view(table: Table) -> View:
    """What everybody may know: the town square. From dusk to dawn it stays as it is."""
    return _public(table, _Open(table))


def player_view(table: Table, player: PlayerId) -> View:
    """What one player may know: what everybody does, what they were told, and what they did themselves."""
    known = _Open(table)
    view = _public(table, known)
    everybodys = {id(heard) for heard in known.heard}
    told = _first_told(table, player)
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


def _first_told(table: Table, player: PlayerId) -> tuple[str, bool] | None:
    """What a player was told at the beginning, or when they joined."""
    for heard in table.events():
        if heard.public is not None and player in heard.public.told:
            return heard.public.told[player]
    return table.game.told.get(player)


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

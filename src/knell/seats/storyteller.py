"""The Storyteller's view, and what everybody may see of it after the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from knell.engine import (
    AT_RANDOM,
    NOBODY,
    Ability,
    Effect,
    Event,
    Game,
    Kind,
    Phase,
    PlayerId,
    Question,
    Text,
    Token,
    Until,
    members,
    night,
)
from knell.engine.events import ChangedByHand
from knell.engine.night import NightEntry
from knell.engine.overrides import (
    AddCharacter,
    EndGame,
    Heal,
    Kill,
    MakeCharacter,
    MakeDrunk,
    MakeRuling,
    Poison,
    Revive,
    Sober,
    TurnSide,
    WasDead,
)
from knell.engine.plain import to_plain
from knell.record.automation import Level
from knell.record.table import Heard, Table
from knell.seats.naming import distinct
from knell.seats.said import Said
from knell.seats.view import View

__all__ = [
    "AbilityHeld",
    "Grimoire",
    "OpenQuestion",
    "PlayerInTruth",
    "RevealView",
    "StorytellerView",
    "TokenPut",
    "reveal_view",
    "storyteller_view",
]

_MOST_OPTIONS: Final = 200
"""Longer lists of options aren't written out; the question knows them."""


@dataclass(frozen=True, slots=True)
class AbilityHeld:
    """An ability that a player holds or acts out."""

    id: int
    character: str
    pretended: bool
    works: bool
    spent: bool

    @classmethod
    def of(cls, game: Game, ability: Ability) -> AbilityHeld:
        """An ability as it stands."""
        return cls(
            ability.id,
            ability.character.id,
            ability.pretended,
            works=game.works(ability),
            spent=game.spent(ability),
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "id": self.id,
            "character": self.character,
            "pretended": self.pretended,
            "works": self.works,
            "spent": self.spent,
        }


@dataclass(frozen=True, slots=True)
class TokenPut:
    """A reminder token in the Grimoire."""

    number: int
    name: str
    effect: Effect
    in_force: bool
    until: Until
    by: PlayerId | None
    """Whose ability has put it there, if that ability is still held."""
    continuous: bool
    """It follows from the position, and goes with what it follows from."""

    @classmethod
    def of(cls, game: Game, token: Token) -> TokenPut:
        """A token as it lies there."""
        source = game.abilities.get(token.source)
        return cls(
            token.number,
            token.name,
            token.effect,
            game.in_force(token),
            token.until,
            None if source is None else source.player,
            token.continuous,
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "number": self.number,
            "name": self.name,
            "effect": self.effect.name.lower(),
            "in_force": self.in_force,
            "until": self.until.name.lower(),
            "by": self.by,
            "continuous": self.continuous,
        }


@dataclass(frozen=True, slots=True)
class PlayerInTruth:
    """A player as the Grimoire has them."""

    id: PlayerId
    name: str
    """Told apart from everybody else's."""
    character: str
    believed: str | None
    """What they believe to be, where that is something else."""
    told: tuple[str, bool] | None
    """Which character and side (evil or not) they were told last."""
    evil: bool
    dead: bool
    seems_dead: bool
    ghost_vote: bool
    traveller: bool
    drunk: bool
    poisoned: bool
    abilities: tuple[AbilityHeld, ...]
    tokens: tuple[TokenPut, ...]

    @classmethod
    def of(cls, game: Game, player: PlayerId, name: str) -> PlayerInTruth:
        """A player of a game, by that name."""
        bit = 1 << player
        believed = game.believed[player]
        return cls(
            id=player,
            name=name,
            character=game.characters[player].id,
            believed=None if believed is None else believed.id,
            told=game.told.get(player),
            evil=bool(game.evil & bit),
            dead=bool(game.dead & bit),
            seems_dead=not game.living & bit,
            ghost_vote=bool(game.ghost_votes & bit),
            traveller=bool(game.travellers & bit),
            drunk=bool(game.drunk & bit),
            poisoned=bool(game.poisoned & bit),
            abilities=tuple([AbilityHeld.of(game, ability) for ability in game.abilities_of(player)]),
            tokens=tuple([TokenPut.of(game, t) for t in game.all_tokens() if t.player == player]),
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        told = None if self.told is None else {"character": self.told[0], "evil": self.told[1]}
        return {
            "id": self.id,
            "name": self.name,
            "character": self.character,
            "believed": self.believed,
            "told": told,
            "evil": self.evil,
            "dead": self.dead,
            "seems_dead": self.seems_dead,
            "ghost_vote": self.ghost_vote,
            "traveller": self.traveller,
            "drunk": self.drunk,
            "poisoned": self.poisoned,
            "abilities": [ability.to_plain() for ability in self.abilities],
            "tokens": [token.to_plain() for token in self.tokens],
        }


@dataclass(frozen=True, slots=True)
class Grimoire:
    """Everything that is true at a moment."""

    phase: Phase
    number: int
    """Of the night or day."""
    players: tuple[PlayerInTruth, ...]
    """Clockwise; empty before the deal."""
    names: tuple[str, ...]
    bluffs: tuple[str, ...]
    added: tuple[str, ...]
    """Fabled and Loric that have come into the game."""
    about_to_die: PlayerId | None
    secret_vote: bool | None
    """Whether today's last vote was secret; ``None`` before the first."""
    tallies: Mapping[PlayerId, int]
    tonight_deaths: tuple[PlayerId, ...]

    @classmethod
    def of(cls, game: Game) -> Grimoire:
        """The Grimoire of a game."""
        names = distinct(game.names)
        seated = game.ring if game.characters else ()
        return cls(
            phase=game.phase,
            number=game.night,
            players=tuple([PlayerInTruth.of(game, player, names[player]) for player in seated]),
            names=names,
            bluffs=tuple(game.bluffs),
            added=tuple(game.added),
            about_to_die=game.about_to_die if game.about_to_die >= 0 else None,
            secret_vote=game.secret_vote,
            tallies=dict(game.tallies),
            tonight_deaths=tuple(game.tonight_deaths),
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "phase": self.phase.name.lower(),
            "number": self.number,
            "players": [player.to_plain() for player in self.players],
            "names": list(self.names),
            "bluffs": list(self.bluffs),
            "added": list(self.added),
            "about_to_die": self.about_to_die,
            "secret_vote": self.secret_vote,
            "tallies": {str(player): tally for player, tally in self.tallies.items()},
            "tonight_deaths": list(self.tonight_deaths),
        }


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """The question that is to be answered, with all that the Storyteller knows of it."""

    name: str
    kind: Kind
    who: int
    player: PlayerId
    players: tuple[PlayerId, ...]
    options: tuple[Any, ...] | None
    """Every legal answer; ``None`` where there are hundreds."""
    default: Any
    why: Text | None
    level: Level | None
    """How much Knell is to do about it."""

    @classmethod
    def of(cls, question: Question, level: Level | None) -> OpenQuestion:
        """A question as it stands."""
        few = len(question.options) <= _MOST_OPTIONS
        return cls(
            name=question.name,
            kind=question.kind,
            who=question.who,
            player=question.player,
            players=tuple(question.players),
            options=tuple(question.options) if few else None,
            default=question.default,
            why=question.why,
            level=level,
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "name": self.name,
            "kind": self.kind.name.lower(),
            "who": self.who,
            "player": self.player,
            "players": list(self.players),
            "options": None if self.options is None else [to_plain(option) for option in self.options],
            "default": "at random" if self.default is AT_RANDOM else to_plain(self.default),
            "why": _message(self.why),
            "level": str(self.level),
        }


@dataclass(frozen=True, slots=True)
class StorytellerView:
    """Everything: the Grimoire, the night list, the open question and all that has happened."""

    grimoire: Grimoire
    question: OpenQuestion | None
    """``None`` when the game is over."""
    to_come: tuple[NightEntry, ...]
    """What is still to come tonight."""
    log: tuple[Said, ...]
    undo: bool
    redo: bool

    @classmethod
    def of(cls, table: Table) -> StorytellerView:
        """The Storyteller's view of a game."""
        question = table.question
        return cls(
            grimoire=Grimoire.of(table.game),
            question=None if question is None else OpenQuestion.of(question, table.level),
            to_come=tuple(night.to_come(table.game)),
            log=_log(table),
            undo=table.can_undo,
            redo=table.can_redo,
        )

    def to_plain(self) -> View:
        """As JSON-ready data: what the Storyteller's page is told."""
        view = self.grimoire.to_plain()
        if self.question is not None:
            view["question"] = self.question.to_plain()
        view["to_come"] = [_line(entry) for entry in self.to_come]
        view["log"] = list(self.log)
        view["undo"] = self.undo
        view["redo"] = self.redo
        return view


@dataclass(frozen=True, slots=True)
class RevealView:
    """What everybody may know after the end: everything that was true, and how it came about."""

    grimoire: Grimoire
    winner: str
    """``good`` or ``evil``."""
    reason: str
    winners: tuple[PlayerId, ...]
    log: tuple[Said, ...]

    @classmethod
    def of(cls, table: Table) -> RevealView:
        """The reveal of a game. Raises ``ValueError`` while it goes on."""
        outcome = table.outcome
        if outcome is None:
            raise ValueError("the game isn't over")
        return cls(
            grimoire=Grimoire.of(table.game),
            winner=outcome.winner,
            reason=outcome.reason,
            winners=members(outcome.winners),
            log=tuple([_everything(heard) for heard in table.events() if _belongs_to_the_story(heard.event)]),
        )

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return self.grimoire.to_plain() | {
            "winner": self.winner,
            "reason": self.reason,
            "winners": list(self.winners),
            "log": list(self.log),
        }


def storyteller_view(table: Table) -> View:
    """Everything, as JSON-ready data: the Grimoire, the night list, the open question, what has happened."""
    return StorytellerView.of(table).to_plain()


def reveal_view(table: Table) -> View:
    """What everybody may know after the end, as JSON-ready data.

    That is everything that was true, and how it came about. Raises ``ValueError`` while the game goes on.
    """
    return RevealView.of(table).to_plain()


# -- all that has happened ---------------------------------------------------------------------------


def _log(table: Table) -> tuple[Said, ...]:
    return tuple([_everything(heard) for heard in table.events()])


_MADE_SO: Final = (
    *(Kill, WasDead, Revive, MakeDrunk, Poison, Sober, Heal),
    *(MakeCharacter, TurnSide, MakeRuling, EndGame, AddCharacter),
)
"""Changes by hand that made something true. All others are the Storyteller's bookkeeping."""


def _belongs_to_the_story(event: Event) -> bool:
    """Whether everybody is told of an event after the end."""
    return not isinstance(event, ChangedByHand) or isinstance(event.override, _MADE_SO)


def _line(entry: NightEntry) -> View:
    return {"player": entry.player, "name": entry.name, "why_not": _message(entry.why_not)}


def _everything(heard: Heard) -> Said:
    event = heard.event
    audience = None if event.audience is None else list(members(event.audience))
    said: Said = {
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

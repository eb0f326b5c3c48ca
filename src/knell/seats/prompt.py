"""What the player on one seat is being asked: the question without what only the Storyteller may know.

A prompt is put together from what that seat knows. Who has died this night, or whose hand was up in a secret
vote, isn't told by who can be chosen; the table may turn down a choice that somebody makes without knowing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from knell.engine import (
    Ability,
    Effect,
    Exile,
    FormField,
    Game,
    GameOver,
    Kind,
    Nominate,
    Phase,
    PlayerId,
    Question,
    StepOver,
    Use,
)
from knell.engine.form import are_pairs
from knell.engine.options import (
    Combinations,
    Described,
    NoSuchAnswer,
    Orders,
    PlayerPairs,
    Product,
    Remaining,
    Shape,
    same,
    settle,
    shape_of,
)
from knell.engine.plain import to_plain
from knell.record.table import Table
from knell.seats.known import Known, Own
from knell.seats.public import Today, TownView, town_of
from knell.seats.view import View

__all__ = ["Actions", "Choices", "DayAbility", "Prompt", "prompt", "prompts"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, in an order that tells nothing: by number, then by letter."""

    shape: Shape
    among: tuple[Any, ...] = ()
    """The answers themselves, or the things of which an answer names several."""
    characters: tuple[str, ...] = ()
    """The second part, where an answer is a player and a character."""
    least: int = 1
    most: int = 1
    """How many things an answer names."""
    always: tuple[Any, ...] = ()
    """What every answer must name."""
    gone: tuple[Any, ...] = ()
    """Answers that were turned down."""

    def to_plain(self) -> View:
        """As JSON-ready data, with the same keys for all."""
        return {
            "among": to_plain(self.among),
            "characters": list(self.characters),
            "least": self.least,
            "most": self.most,
            "always": to_plain(self.always),
            "gone": to_plain(self.gone),
        }

    def settle(self, answer: Any) -> Any:
        """The answer in its one form. Raises ``NoSuchAnswer``."""
        settled = self._settled(answer)
        if settled in self.gone:
            raise NoSuchAnswer(answer)
        return settled

    def _settled(self, answer: Any) -> Any:
        match self.shape:
            case Shape.PLAYERS:
                return PlayerPairs(self.among).settle(answer)
            case Shape.PLAYER_AND_CHARACTER if self.characters:
                return Product(self.among, self.characters).settle(answer)
            case Shape.ORDER:
                return Orders(self.among).settle(answer)
            case Shape.WORDS:
                if not isinstance(answer, str) or not answer.strip():
                    raise NoSuchAnswer(answer)
                return answer
            case Shape.SEVERAL if shape_of(self.among) is not Shape.SEVERAL:
                size = len(answer) if type(answer) is tuple else -1
                if not self.least <= size <= self.most:
                    raise NoSuchAnswer(answer)
                return Combinations(self.among, size, self.always).settle(answer)
            case _:
                return settle(self.among, answer)


@dataclass(frozen=True, slots=True)
class DayAbility:
    """An ability of the day that the player believes to have, and what its use asks for."""

    character: str
    fields: tuple[FormField, ...]

    def to_plain(self) -> View:
        """As JSON-ready data."""
        fields = [{"name": field.name, "shape": field.shape.value} for field in self.fields]
        return {"character": self.character, "fields": fields}


@dataclass(frozen=True, slots=True)
class Actions:
    """What a player may do by day: nominate, call for an exile, use an ability."""

    seat: PlayerId
    nominees: tuple[PlayerId, ...]
    """Whom they may nominate."""
    exiles: tuple[PlayerId, ...]
    """For whose exile they may call."""
    abilities: tuple[DayAbility, ...]
    players: tuple[PlayerId, ...]
    """Whom the use of an ability may name."""
    characters: tuple[str, ...]
    """Which characters it may name."""

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "nominees": list(self.nominees),
            "exiles": list(self.exiles),
            "abilities": [ability.to_plain() for ability in self.abilities],
            "players": list(self.players),
            "characters": list(self.characters),
        }

    def settle(self, answer: Any) -> Nominate | Exile | Use:
        """The action in its one form. Raises ``NoSuchAnswer``, for what another seat may do, too."""
        match answer:
            case Nominate(self.seat, nominee) if _among(nominee, self.nominees):
                return Nominate(self.seat, nominee)
            case Exile(self.seat, traveller) if _among(traveller, self.exiles):
                return Exile(self.seat, traveller)
            case Use(self.seat, character, details, bool(private)) if type(details) is tuple:
                ability = next((one for one in self.abilities if one.character == character), None)
                if ability is not None and self._fits(ability, details):
                    return Use(self.seat, ability.character, details, private)
        raise NoSuchAnswer(answer)

    def _fits(self, ability: DayAbility, details: tuple[Any, ...]) -> bool:
        fields = {field.name: field for field in ability.fields}
        if not are_pairs(details) or not all(isinstance(name, str) for name, _ in details):
            return False
        given = dict(details)
        needed = {field.name for field in ability.fields if field.is_needed}
        return (
            len(given) == len(details)
            and needed <= given.keys() <= fields.keys()
            and all(
                fields[name].fits(value, self.players, self.characters)
                and not fields[name].is_too_much(value)
                for name, value in details
            )
        )


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a player is being asked right now, as they may know it."""

    seat: PlayerId
    kind: Kind
    """``CHOICE``, ``DAY``, ``VOTE`` or ``SUPPORT``."""
    shape: Shape
    """What an answer looks like."""
    options: Choices | Actions
    optional: bool = False
    """Whether they may shake their head; the answer is ``None`` then."""
    about: tuple[PlayerId, ...] = ()
    """Whom it is about: who is nominated, or to be exiled."""
    ability: str | None = None
    """The character by whose ability they choose, where they know it to be theirs."""

    def settle(self, answer: Any) -> Any:
        """The seat's answer in the form in which the table takes it.

        Raises ``NoSuchAnswer`` for what isn't offered. The table has the last word: it may refuse, for a
        reason that the player doesn't know, what is offered here.
        """
        if answer is None and self.optional:
            return None
        return self.options.settle(answer)

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "seat": self.seat,
            "kind": self.kind.name.lower(),
            "shape": self.shape.value,
            "options": self.options.to_plain(),
            "optional": self.optional,
            "about": list(self.about),
            "ability": self.ability,
        }


def prompt(table: Table, seat: PlayerId) -> Prompt | None:
    """What the player on a seat is being asked right now, or ``None``: as in :func:`prompts`."""
    return next(prompts(table, (seat,)))


def prompts(table: Table, seats: Iterable[PlayerId]) -> Iterator[Prompt | None]:
    """What the players on these seats are being asked right now, one by one; ``None`` for nothing.

    A choice and a hand are asked of the one whose it is. By day everybody is asked what they do, until
    somebody is nominated or to be exiled, also while the Storyteller decides something that nobody hears of.
    What is shown to a player is no question to them: it is in their view once it has been shown.
    """
    question = table.question
    if question is None or question.kind in (Kind.VOTE, Kind.SUPPORT):
        for seat in seats:
            yield _hand(question, seat) if question is not None and question.who == seat else None
        return
    known = Known(table)
    by_day = not known.over and known.phase is Phase.DAY
    town = town_of(known) if by_day else None
    today = None if town is None or town.today is None or town.today.vote is not None else town.today
    for seat in seats:
        if question.kind is Kind.CHOICE and question.who == seat:
            yield _choice(table, question, Known(table, held=False), seat)
        elif town is not None and today is not None and seat in known.facts.ring:
            actions = _actions(table, town, today, known, seat)
            yield Prompt(seat, Kind.DAY, Shape.ACTION, actions)
        else:
            yield None


_HAND: Final = Choices(Shape.YES_NO, (False, True))


def _hand(question: Question, seat: PlayerId) -> Prompt:
    return Prompt(seat, question.kind, Shape.YES_NO, _HAND, about=(question.player,))


# -- choices -----------------------------------------------------------------------------------------


def _choice(table: Table, question: Question, known: Known, seat: PlayerId) -> Prompt:
    game = table.game
    options = question.options
    offered = _choices(options, _offer(game, known, seat, question))
    ability = question.ability
    own = Own.of(table, seat)
    return Prompt(
        seat,
        Kind.CHOICE,
        offered.shape,
        offered,
        optional=None in options,
        ability=None if ability is None else _believed(game, ability, own),
    )


Offer = Callable[[Sequence[PlayerId]], tuple[PlayerId, ...]]
"""Who is offered, where these can truly be chosen."""


class _Asked(Exception):  # noqa: N818 - not an error, it stops the step
    """What would be asked is known."""

    def __init__(self, options: Sequence[Any]) -> None:
        self.options = options


def _could_choose_themself(game: Game, question: Question) -> bool:
    """Whether a player who only seems dead to the rules could choose themself if they didn't.

    They don't know it, so what they are offered is what would be asked if they lived.
    """

    def stop(_game: Game, asked: Question) -> Any:
        raise _Asked(asked.options)

    seat, ability = question.who, question.ability
    if ability is None:
        return False
    supposed = game.copy()
    supposed.listen, supposed.decide = None, stop
    supposed.dead &= ~(1 << seat)
    supposed.feigned &= ~(1 << seat)
    supposed.changed()
    for act in (ability.character.night, ability.character.start):
        try:
            with suppress(GameOver, StepOver):
                act(supposed.turn(ability))
        except _Asked as asked:
            options = asked.options
            if isinstance(options, Described) and (options.parts or options.things):
                options = options.parts[0] if options.parts else options.things
            return seat in options
    return False


def _offer(game: Game, known: Known, seat: PlayerId, question: Question) -> Offer:
    def suits(true: Sequence[PlayerId], lives: bool) -> bool:
        """Whether somebody alive, or dead, is one to be chosen, where nobody else really is that."""
        return any(bool(game.living >> p & 1) == lives for p in true)

    def offered(true: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
        if game.phase is Phase.DAY and game.secret_vote:
            return _sorted(known.facts.ring)
        found = [seat] if seat in true else []
        if not found and known.lives(seat) and not game.living >> seat & 1:
            found = [seat] if _could_choose_themself(game, question) else []
        others = [player for player in known.facts.ring if player != seat]
        for player in others:
            lives = known.lives(player)
            if bool(game.living >> player & 1) == lives:
                like = [player]
            else:
                # What became of them is a secret still: they are offered as those are who are what they seem.
                like = [p for p in others if bool(game.living >> p & 1) == lives]
            if any(p in true for p in like) or (not like and suits(true, lives)):
                found.append(player)
        return _sorted(found)

    return offered


def _choices(options: Sequence[Any], offer: Offer) -> Choices:
    gone: list[Any] = []
    while isinstance(options, Remaining):
        gone += options.gone
        options = options.options
    return _of(options, offer, _sorted([answer for answer in gone if answer is not None]))


def _of(options: Sequence[Any], offer: Offer, gone: tuple[Any, ...]) -> Choices:
    shape = shape_of(options)
    if shape is Shape.WORDS:
        return Choices(shape)
    if isinstance(options, Described) and options.parts:
        players, characters = options.parts
        return Choices(shape, offer(players), characters=_sorted(characters), gone=gone)
    if isinstance(options, Described) and options.things:
        of_players = shape_of(options.things) is Shape.PLAYER
        among = offer(options.things) if of_players else _sorted(options.things)
        least, most = options.sizes[0], min(options.sizes[-1], len(among))
        return Choices(shape, among, (), least, most, _sorted(options.forced), gone)
    answers = [answer for answer in options if answer is not None]
    return Choices(shape, offer(answers) if shape is Shape.PLAYER else _sorted(answers), gone=gone)


def _believed(game: Game, ability: Ability, own: Own) -> str | None:
    """Which character's ability its holder takes it for; ``None`` where they don't know that they have it."""
    if ability.character.id == own.character:
        return own.character
    parent = game.abilities.get(ability.parent)
    through = None if parent is None else _believed(game, parent, own)
    return None if through is None else own.gains.get(through)


# -- the day -----------------------------------------------------------------------------------------


def _actions(table: Table, town: TownView, today: Today, known: Known, seat: PlayerId) -> Actions:
    game = table.game
    able = known.lives(seat) or _may_be_given_back(game)
    called = [exile.traveller for exile in today.exiles]
    travellers = [person.id for person in town.players if person.traveller is not None and not person.dead]
    return Actions(
        seat,
        nominees=_sorted(today.may_be_nominated) if seat in today.may_nominate else (),
        exiles=_sorted([player for player in travellers if player not in called]),
        abilities=_abilities(game, Own.of(table, seat), able, seat),
        players=_sorted(known.facts.ring),
        characters=_sorted({*game.cast.ids, *known.facts.travellers.values()}),
    )


def _may_be_given_back(game: Game) -> bool:
    """Whether a Traveller, known to all, may have given a dead player their ability back for today."""
    guests = [game.characters[p] for p in game.ring if game.travellers >> p & 1]
    return any(token.effect is Effect.LIVELY for guest in guests for token in guest.tokens.values())


def _abilities(game: Game, own: Own, lives: bool, seat: PlayerId) -> tuple[DayAbility, ...]:
    believed = {_believed(game, ability, own) for ability in game.abilities_of(seat)}
    believed.add(own.character)
    characters = [character for name, character in sorted(game.cast.by_id.items()) if name in believed]
    return tuple(
        [
            DayAbility(character.id, character.form)
            for character in characters
            if character.form and (lives or character.works_dead)
        ]
    )


def _among(thing: Any, things: Sequence[Any]) -> bool:
    return any(same(one, thing) for one in things)


def _sorted(things: Collection[Any]) -> tuple[Any, ...]:
    if all(type(thing) is int for thing in things) or all(type(thing) is str for thing in things):
        return tuple(sorted(things))
    return tuple(sorted(things, key=repr))

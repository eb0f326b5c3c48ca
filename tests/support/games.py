"""Whole games at random for tests: who answers, what every position must look like, what a game was."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from knell.characters import automated
from knell.engine import (
    AT_RANDOM,
    CHANCE,
    SKIP,
    STORYTELLER,
    Action,
    Close,
    Execute,
    Exile,
    FieldShape,
    Game,
    GameOver,
    Join,
    Kind,
    Leave,
    Nominate,
    Override,
    OverrideRefused,
    Phase,
    Question,
    Seat,
    Use,
    clock,
    deal,
    hand,
    members,
    overrides,
)
from knell.engine.clock import STEPS
from knell.engine.options import sample
from knell.engine.position import Position
from knell.facts import FACTS
from knell.words.wording import shows
from tables import NAMES, SCRIPT, TRAVELLERS, cast_of

EVERYBODY: Final = tuple(i for i in automated() if FACTS[i].type != "traveller")
LEGION: Final = (
    *("investigator", "clockmaker", "chef", "empath", "fortuneteller", "undertaker", "ravenkeeper"),
    *("monk", "slayer", "virgin", "lycanthrope", "godfather", "poisoner", "witch"),
    *("saint", "mutant", "drunk", "recluse", "poppygrower", "legion"),
)
"""A script whose only Demon is one that most players are."""
CASTS: Final = {
    "script": cast_of([*SCRIPT, *TRAVELLERS]),
    "everybody": cast_of([*EVERYBODY, *TRAVELLERS]),
    "legion": cast_of([*LEGION, *TRAVELLERS]),
}
DAYS: Final = 30
"""Games are left alone after so many."""

NOT_DATA: Final = frozenset(("cast", "decide", "listen", "dirty", "moved", "depth"))
"""What of a position says nothing about the game."""


@dataclass(frozen=True)
class Plan:
    """What kind of random game to play; the same plan gives the same game."""

    cast: str = "script"
    players: int = 7
    travellers: int = 0
    seed: int = 0
    nominate: float = 0.5
    vote: float = 0.45
    skip: float = 0.05
    default: float = 0.3
    use: float = 0.1
    change: float = 0.0
    """How often the Storyteller changes something by hand."""


@dataclass
class Played:
    """A game that was played, and everything that was answered or changed on the way."""

    plan: Plan
    game: Game
    entries: list[tuple[str, Any]] = field(default_factory=list)
    """``("answer", …)``, ``("change", …)`` in front of an answer, or ``("after 7", …)`` the seventh step."""
    copies: list[tuple[int, int, Game]] = field(default_factory=list)
    """Copies between the steps, each with how many steps and how many entries came before."""


class AtRandom:
    """Answers everything at random and legally, looks at every question, keeps every answer."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = random.Random(plan.seed)
        self.entries: list[tuple[str, Any]] = []

    def __call__(self, game: Game, question: Question) -> Any:
        look_at(game, question)
        if question.kind in (Kind.SHOW, Kind.CHOICE) and self.chance.random() < self.plan.change / 4:
            self.change(game, "change")
        answer = self.answer(game, question)
        self.entries.append(("answer", answer))
        return answer

    def answer(self, game: Game, question: Question) -> Any:
        chance, plan = self.chance, self.plan
        if question.kind is Kind.VOTE or question.kind is Kind.SUPPORT:
            return chance.random() < plan.vote
        if question.kind is Kind.DAY:
            return self.action(game, question)
        if question.kind is Kind.CHOICE and chance.random() < plan.skip:
            return SKIP
        if question.default is not AT_RANDOM and chance.random() < plan.default:
            return question.default
        answer = sample(question.options, chance.randrange)
        assert question.allows(answer), f"{question} doesn't allow its own {answer!r}"
        return answer

    def action(self, game: Game, question: Question) -> Action:
        """What happens next today: any of the actions there are, now and then an impossible one first."""
        chance, plan = self.chance, self.plan
        if chance.random() < plan.use:
            tried = self.some_action(game)
            if question.allows(tried):
                return tried
        if chance.random() < plan.nominate:
            action: Action = sample(question.options, chance.randrange)
            return action
        return Close()

    def some_action(self, game: Game) -> Action:
        chance = self.chance
        one, other = chance.randrange(len(game.names)), chance.randrange(len(game.names))
        kind = chance.randrange(12)
        if kind == 0:
            return Execute(one)
        if kind == 1:
            return Leave(one)
        if kind == 2 and len(game.names) < len(NAMES):
            return Join(NAMES[len(game.names)], chance.choice(TRAVELLERS), chance.random() < 0.5, other)
        if kind == 3:
            return Exile(one, other)
        if kind == 4:
            return Nominate(one, other)
        uses = [c for c in game.cast.by_id.values() if c.form]
        held = [a.character for a in game.abilities.values() if a.character.form and a.player == one]
        character = chance.choice(held or uses)
        details = tuple((f.name, self.detail(game, f.shape)) for f in character.form)
        return Use(one, character.id, details, private=chance.random() < 0.1)

    def detail(self, game: Game, shape: FieldShape) -> Any:
        chance = self.chance
        people = list(range(len(game.names)))
        if shape is FieldShape.PLAYER:
            return chance.choice(people)
        if shape is FieldShape.PLAYERS:
            return tuple(sorted(chance.sample(people, chance.randrange(len(people)))))
        if shape is FieldShape.GUESSES:
            ids = list(game.cast.by_id)
            return tuple((chance.choice(people), chance.choice(ids)) for _ in range(chance.randrange(7)))
        return "something"

    def between(self, game: Game, steps: int) -> None:
        """Perhaps something is changed by hand between two steps; nobody stops between dawn and morning."""
        at_rest = game.phase in (Phase.NIGHT, Phase.DAY) and game.agenda[0][2] != "morning"
        if at_rest and self.chance.random() < self.plan.change:
            self.change(game, f"after {steps}")

    def change(self, game: Game, when: str) -> None:
        override = self.some_change(game)
        before, entries = state(game), len(self.entries)
        self.entries.append((when, override))
        try:
            hand.apply(game, override)
        except OverrideRefused:
            self.entries.pop()
            assert len(self.entries) == entries, f"{override} was refused after something was asked"
            assert state(game) == before, f"{override} was refused and has changed something"

    def some_change(self, game: Game) -> Override:
        chance = self.chance
        player, other = chance.choice(game.ring), chance.choice(game.ring)
        seeming_dead = members((game.dead | game.feigned) & game.everyone)
        ring = list(game.ring)
        chance.shuffle(ring)
        owner = chance.choice([c for c in game.cast.by_id.values() if c.tokens])
        made = overrides.read
        kinds = [
            made("kill", (player,)),
            made("revive", (player,)),
            made(chance.choice(("drunk", "poison", "sober", "heal")), (player,)),
            made("alignment", (player, chance.random() < 0.5)),
            made("token", (player, f"{owner.id}.{chance.choice(list(owner.tokens))}")),
            made("remove_token", (player, chance.choice([t.name for t in game.tokens] or ["no.token"]))),
            made("swap", (player, other)),
            made("reseat", tuple(ring)),
            made("rename", (player, f"P{player}")),
            made("show", (player, "something")),
            made("add", ("angel",)),
            made("limit", (chance.choice(game.cast.ids), chance.choice((None, 1, 2)))),
            made("rule", ("mutant.execute", player)),
        ]
        if not game.feigned:
            kinds.append(made("registers_dead", (player,)))
        if seeming_dead:
            kinds.append(made("ghost_vote", (chance.choice(seeming_dead), chance.random() < 0.5)))
        if not game.travellers >> player & 1:
            kinds.append(made("character", (player, chance.choice(game.cast.ids))))
        return chance.choice(kinds)


class Again:
    """Gives the same answers once more, and makes the same changes by hand."""

    def __init__(self, entries: Sequence[tuple[str, Any]]) -> None:
        self.entries: Iterator[tuple[str, Any]] = iter(entries)
        self.ahead: tuple[str, Any] | None = next(self.entries, None)

    def take(self) -> Any:
        assert self.ahead is not None, "another question is asked than the first time"
        value, self.ahead = self.ahead[1], next(self.entries, None)
        return value

    def __call__(self, game: Game, question: Question) -> Any:
        while self.ahead is not None and self.ahead[0] == "change":
            hand.apply(game, self.take())
        return self.take()

    def between(self, game: Game, steps: int) -> None:
        if self.ahead is not None and self.ahead[0] == f"after {steps}":
            hand.apply(game, self.take())


def begin(plan: Plan, decide: AtRandom | Again) -> Game:
    """The start of the game of a plan."""
    chance = random.Random(-plan.seed - 1)
    travellers = [
        Seat(TRAVELLERS[n % len(TRAVELLERS)], None, chance.random() < 0.4) for n in range(plan.travellers)
    ]
    names = NAMES[: plan.players + plan.travellers]
    return deal(CASTS[plan.cast], names, decide, travellers=travellers)


def on(game: Game, decide: AtRandom | Again, steps: int = 0) -> Iterator[Game]:
    """Play on, step by step."""
    while game.agenda and game.night <= DAYS:
        steps += 1
        with suppress(GameOver):
            decide.between(game, steps)
        if game.agenda:
            clock.step(game)
        if game.phase is Phase.OVER and game.dirty:
            game.settle()  # the end of a game doesn't wait for it
        yield game


def play(plan: Plan, *, check: bool = True, keep: bool = False) -> Played:
    """Play the game of a plan, looking at every position and keeping copies if wanted."""
    decide = AtRandom(plan)
    played = Played(plan, begin(plan, decide), decide.entries)
    for steps, game in enumerate(on(played.game, decide), start=1):
        if check:
            check_position(game)
        if keep:
            played.copies.append((steps, len(decide.entries), game.copy()))
    return played


def play_again(played: Played) -> Game:
    """The same game from the same answers."""
    decide = Again(played.entries)
    game = begin(played.plan, decide)
    for _ in on(game, decide):
        pass
    assert decide.ahead is None, "an answer is left over"
    return game


def play_on(played: Played, place: int) -> Game:
    """The end of the game, from a copy that was made on the way and the answers since then."""
    steps, done, copy = played.copies[place]
    decide = Again(played.entries[done:])
    game = copy.copy()
    game.decide = decide
    for _ in on(game, decide, steps):
        pass
    assert decide.ahead is None, "an answer is left over"
    return game


def state(game: Game) -> dict[str, str]:
    """Everything that a position says, to be compared."""
    return {
        name: repr(getattr(game, name))
        for name in Position.__slots__
        if not name.startswith("_") and name not in NOT_DATA
    }


def digest(game: Game) -> str:
    """A short word for the whole position."""
    return sha256(repr(sorted(state(game).items())).encode()).hexdigest()


# -- questions ---------------------------------------------------------------------------------------


def look_at(game: Game, question: Question) -> None:
    """Whether a question is one that can be asked; looking at it changes nothing."""
    assert (question.kind is Kind.SHOW) is shows(question.name), question.name
    options, kind = question.options, question.kind
    assert len(options) > 0, f"{question} has no legal answer"
    default = question.default
    assert default is AT_RANDOM or question.allows(default), f"{question} suggests {default!r}"
    assert not question.allows(SKIP)
    assert not question.allows(AT_RANDOM)
    if kind in (Kind.CHOICE, Kind.VOTE, Kind.SUPPORT):
        assert game.everyone >> question.who & 1, f"{question} asks somebody who isn't there"
    elif kind is Kind.CHANCE:
        assert question.who == CHANCE
    else:
        assert question.who == STORYTELLER
    if kind in (Kind.CHOICE, Kind.SHOW):
        asked = question.players or (question.player,)
        assert all(game.everyone >> p & 1 for p in asked), f"{question} is about nobody"
    if kind is Kind.CHOICE:
        assert question.who == question.player
        assert game.phase in (Phase.NIGHT, Phase.DAY)
    if question.why is not None:
        assert question.why.message.format_map(dict(question.why.parameters))
    if default is not AT_RANDOM:
        question.unwise(default)
    if question.truth is not None:
        question.truth()
    head, dot, tail = question.name.partition(".")
    assert not dot or head in FACTS or head in ("x000", "x001", "x004", "bag", "base"), question.name
    assert bool(dot) is bool(tail)


# -- positions ---------------------------------------------------------------------------------------


def check_position(game: Game) -> None:
    """Whether a position between two steps holds together."""
    assert game.problems() == []
    if game.phase is Phase.SETUP:
        return
    assert {name for _, _, name, _ in game.agenda} <= set(STEPS)
    if game.outcome is not None:
        assert game.outcome.reason in FACTS or game.outcome.reason in (
            *("demon_dead", "no_demon", "two_alive", "storyteller"),
        )

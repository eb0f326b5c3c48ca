"""Whole games in which the Storyteller takes every suggestion, and what is absurd in them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from knell.characters import automated, cast
from knell.engine import (
    Close,
    Event,
    Game,
    Identity,
    Kind,
    Nominate,
    Pair,
    Pointing,
    Question,
    Seat,
    Type,
    Use,
    clock,
    deal,
    members,
)
from knell.engine.options import sample
from knell.engine.past import Past
from knell.facts import FACTS
from knell.record import ScriptPart
from knell.scripts import bundled_scripts
from tables import NAMES, TRAVELLERS

ORDINARY: Final = tuple(i for i in automated() if FACTS[i].type != "traveller")
MOST_NIGHTS: Final = 8
SEVERAL: Final = 400
"""Of longer lists of answers so many are looked at to see whether a better one was there."""


@dataclass
class Made:
    """One suggestion: what was asked, what was suggested, and what was so at that moment."""

    game: Game
    question: Question
    answer: Any
    why: str
    works: bool | None
    absurd: list[str]
    """What is absurd in it although something better was possible."""


@dataclass
class Table:
    """A game in which everything is answered as suggested, and players act at random."""

    seed: int
    made: list[Made] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    keep: bool = True

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.advice = random.Random(f"advice {self.seed}")
        self.left = 0
        self.day = -1

    def __call__(self, game: Game, question: Question) -> Any:
        match question.kind:
            case Kind.VOTE | Kind.SUPPORT:
                return self.chance.random() < 0.42
            case Kind.DAY:
                return self.action(game, question)
            case Kind.CHOICE | Kind.CHANCE:
                return sample(question.options, self.chance.randrange)
        if question.advice is None:
            default = question.default
            return default if question.allows(default) else sample(question.options, self.chance.randrange)
        past = Past(self.events)
        question.draw_from(lambda: (self.advice.randrange, past))
        answer = question.default
        if self.keep:
            ability = question.ability
            works = None if ability is None else game.works(ability)
            why = question.why
            found = absurdities(game, question, answer, past)
            if found:
                some = islice(iter(question.options), SEVERAL)
                least = min((absurdities(game, question, one, past) for one in some), key=len)
                found = found if len(least) < len(found) else []
            self.made.append(Made(game.copy(), question, answer, why.in_english if why else "", works, found))
        return answer

    def action(self, game: Game, question: Question) -> Any:
        chance = self.chance
        if self.day != game.night:
            self.day, self.left = game.night, chance.randrange(1, 5)
            self.using = [p for p in members(game.living) if chance.random() < 0.5]
        while self.using:
            use = self.use(game, self.using.pop())
            if use is not None and question.allows(use):
                return use
        if self.left:
            self.left -= 1
            tried = Nominate(chance.choice(game.ring), chance.choice(game.ring))
            if question.allows(tried):
                return tried
        return Close()

    def use(self, game: Game, player: int) -> Use | None:
        """What a player of such a character says, or an evil one pretends."""
        chance = self.chance
        believed = game.believed[player] or game.characters[player]
        character = believed
        if game.evil >> player & 1:
            claimable = [c for c in game.bluffs if game.cast.by_id[c].form]
            character = game.cast.by_id[chance.choice(claimable)] if claimable else believed
        if not character.form:
            return None
        people = list(game.ring)
        filled: list[tuple[str, Any]] = []
        for one in character.form:
            value: Any = "something"
            if one.shape == "player":
                value = chance.choice(people)
            elif one.shape == "players":
                value = tuple(sorted(chance.sample(people, 2)))
            elif one.shape == "guesses":
                value = tuple(
                    (p, chance.choice(game.cast.ids))
                    for p in chance.sample(people, min(len(people), chance.randrange(1, 6)))
                )
            filled.append((one.name, value))
        return Use(player, character.id, tuple(filled))


def scripts() -> list[tuple[str, ...]]:
    """The bundled scripts, as the ids on them."""
    return [ScriptPart.of(script).characters for script in bundled_scripts().values()]


def begin(seed: int, table: Table) -> Game:
    """A game on a bundled script, or on 25 characters drawn from all."""
    chance = random.Random(f"game {seed}")
    known = scripts()
    ids: Sequence[str] = known[seed % (len(known) + 2)] if seed % (len(known) + 2) < len(known) else ()
    if not ids:
        groups: dict[str, list[str]] = {}
        for one in ORDINARY:
            if one != "legion":
                groups.setdefault(FACTS[one].type, []).append(one)
        sizes = (("townsfolk", 14), ("outsider", 5), ("minion", 4), ("demon", 3))
        ids = [one for kind, count in sizes for one in chance.sample(groups[kind], count)]
    players = chance.randrange(5, 16)
    guests = chance.choice((0, 0, 0, 1, 2))
    travellers = [
        Seat(TRAVELLERS[(seed + n) % len(TRAVELLERS)], None, chance.random() < 0.4) for n in range(guests)
    ]
    on = cast([i for i in ids if i in ORDINARY], others=TRAVELLERS)
    return deal(on, NAMES[: players + guests], table, travellers=travellers, listen=table.events.append)


def play(seed: int, *, keep: bool = True, nights: int = MOST_NIGHTS) -> Table:
    """Play one game as suggested."""
    table = Table(seed, keep=keep)
    game = begin(seed, table)
    while game.agenda and game.night <= nights:
        clock.step(game)
    return table


# -- what is absurd, judged without the rules that suggest -------------------------------------------


def absurdities(game: Game, question: Question, answer: Any, past: Past) -> list[str]:
    """The kinds of absurdity in an answer, an entry for each."""
    warned = ["warned of"] if question.unwise(answer) is not None else []
    looks = _shown_absurdly if question.kind is Kind.SHOW else _decided_absurdly
    return [*warned, *looks(game, question, answer, past)]


def _players(answer: Any) -> tuple[int, ...]:
    if isinstance(answer, Pointing | Pair):
        return answer.players
    return (answer.player,) if isinstance(answer, Identity) else ()


def _characters(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, Pointing | Identity):
        return (answer.character,)
    if isinstance(answer, str):
        return (answer,)
    return tuple(p for p in answer if isinstance(p, str)) if type(answer) is tuple else ()


def _open(game: Game, past: Past) -> dict[int, str]:
    known = {p: game.characters[p].id for p in game.ring if game.travellers >> p & 1}
    announced = {p: c for p, c in past.announced.items() if game.characters[p].id == c}
    return known | announced


def _lies(game: Game, question: Question) -> bool:
    ability = question.ability
    assert ability is not None
    turn = game.turn(ability)
    return not game.works(ability) or turn.learns_falsely is True


def _shown_absurdly(game: Game, question: Question, answer: Any, past: Past) -> Iterator[str]:
    me, name = question.player, question.name
    opened = _open(game, past)
    players = _players(answer)
    characters = [one for one in _characters(answer) if one in game.cast.by_id]
    for player in players:
        if player == me:
            yield "points at who is shown it"
        if player in opened:
            yield "points at somebody known to all"
    if game.told.get(me, ("", False))[0] in characters:
        yield "their own character"
    for player in players:
        if name == "sage.show" and not game.living >> player & 1:
            yield "the Sage is pointed at the dead"
    if name == "juggler.show" and question.ability is not None and answer > question.ability.memory.number:
        yield "more than guesses"
    if not _lies(game, question):
        return
    for character in characters:
        if game.cast.by_id[character].type is Type.DEMON:
            yield "a Demon to no purpose"
    subject = players or _about(question)
    for character in characters:
        if any(c == character and p not in subject for p, c in opened.items()):
            yield "somebody else has it openly"
        if any(character in c and p not in subject for p, c in past.claims.items()):
            yield "somebody else claims it aloud"
    for card in past.cards:
        if card.ability in game.cast.by_id and card.ability != "alchemist":
            shared = set(characters) & set(_characters(card.answer))
            true = any(game.characters[p].id in shared for p in _players(card.answer))
            if shared and card.player == me:
                yield "shown already"
            elif shared and true:
                yield "somebody else truly learned it"


def _about(question: Question) -> tuple[int, ...]:
    """Whom an answer that names nobody is about."""
    about: tuple[int, ...] = getattr(question.advice, "about", ())
    return about


_MARKS: Final = {
    "fortuneteller.red_herring",
    "grandmother.grandchild",
    "puzzlemaster.drunk",
    "sweetheart.drunk",
    "lycanthrope.faux_paw",
}


def _decided_absurdly(game: Game, question: Question, answer: Any, past: Past) -> Iterator[str]:
    name, me = question.name, question.player
    if name == "bluffs":
        believed = {c.id for c in game.believed if c is not None}
        for bluff in answer:
            if bluff in believed:
                yield "a bluff that somebody believes to be"
            if bluff == "drunk":
                yield "nobody knows to be the Drunk"
        if sum(game.cast.by_id[bluff].type is Type.OUTSIDER for bluff in answer) > 1:
            yield "two Outsiders as bluffs"
    if name in _MARKS:
        if game.evil >> answer & 1:
            yield f"{name}: evil"
        if answer in _open(game, past):
            yield f"{name}: known to all"
        if answer == me and name in ("puzzlemaster.drunk", "lycanthrope.faux_paw"):
            yield f"{name}: themselves"
    if name in ("sweetheart.drunk", "barista.who", "ojo.victim") and not game.living >> answer & 1:
        yield f"{name}: dead"
    if name in ("ojo.victim", "gossip.victim") and game.evil >> answer & 1:
        yield f"{name}: evil"
    if name == "imp.successor" and not game.reading.types[Type.MINION] >> answer & 1:
        yield "imp.successor: no Minion"
    if name in ("amnesiac.ability", "alchemist.ability") and game.characters and answer in game.in_play:
        yield f"{name}: in play"


def counted(tables: Sequence[Table]) -> Counter[str]:
    """How often each kind of absurdity was suggested."""
    return Counter(kind for table in tables for made in table.made for kind in made.absurd)

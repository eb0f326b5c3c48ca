"""A game before it begins: who sits where, what is in the bag, and whether that can be dealt.

No rule stands here. What may be dealt is found out by dealing: the engine is asked its own questions,
and they are answered towards what the Storyteller wants in the bag.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, NamedTuple

from knell.engine import Cast, Character, Question, Seat, SetupRefused, Text, Type, distribution, seating
from knell.engine.options import sample
from knell.engine.overrides import Reseat
from knell.record import Automation, Deal, Header, Level, ScriptPart, Table
from knell.scripts import Script
from knell.web.games.chance import dice
from knell.words import Words

__all__ = [
    "BY_PERSON",
    "KINDS",
    "Person",
    "Trial",
    "TypeCounts",
    "WantedBag",
    "as_many",
    "deal_out",
    "distributions",
    "draw_bag",
    "header_of",
    "people_of",
    "try_bag",
    "why_not_these",
    "words_for",
]

KINDS: Final = (Type.TOWNSFOLK, Type.OUTSIDER, Type.MINION, Type.DEMON)
MOST_TRIES: Final = 64
BY_PERSON: Final = Automation({}, default=Level.SUGGESTED)
"""Nothing is answered automatically while a game is set up."""


class Person(NamedTuple):
    """Somebody at the table."""

    name: str
    traveller: str | None = None
    """Which Traveller they are; everybody else is dealt a token."""
    evil: bool | None = None
    """A Traveller's side; ``None`` for one at random."""


def people_of(data: Iterable[Mapping[str, Any]]) -> list[Person]:
    """The people that a draft keeps."""
    return [Person(one["name"], one.get("traveller"), one.get("evil")) for one in data]


@dataclass(frozen=True, slots=True)
class WantedBag:
    """What the Storyteller wants to be in play."""

    picked: tuple[str, ...] = ()
    """In play, whoever stays out of the bag because another token stands in for them included.

    A character that several players have is there as often.
    """
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    """Which token goes in for a character that stays out."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> WantedBag:
        """The bag that a draft keeps."""
        return cls(tuple(data.get("picked", ())), dict(data.get("stand_ins", {})))

    def to_plain(self) -> dict[str, Any]:
        """The bag as a draft keeps it."""
        return {"picked": list(self.picked), "stand_ins": dict(self.stand_ins)}


class TypeCounts(NamedTuple):
    """How many of each type, and what makes it so."""

    counts: tuple[int, int, int, int]
    changers: tuple[str, ...]
    """The characters in play that change the numbers; one that several players have is there as often."""
    moved: int
    """How many Outsiders more than the table's row."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How far towards a bag the engine could be led."""

    reached: bool
    answers: tuple[tuple[str, Any], ...] = ()
    """What to answer to get there."""
    in_play: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    """What people draw from."""
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Which tokens may stand in."""
    refusal: Text | None = None


def header_of(
    script: Script,
    people: Sequence[Person],
    *,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    seed: int = 0,
) -> Header:
    """What a game of these people begins with. Travellers come last among the names."""
    ordinary = [one for one in people if one.traveller is None]
    travellers = [one for one in people if one.traveller is not None]
    seats = tuple(
        Seat(one.traveller, None, dice.choice((True, False)) if one.evil is None else one.evil)
        for one in travellers
        if one.traveller is not None
    )
    return Header(
        ScriptPart.of(script),
        tuple(one.name for one in (*ordinary, *travellers)),
        deal=Deal(seats, tuple(with_), tuple(without)),
        seed=seed,
        source=script.to_data(),
    )


def ring_of(people: Sequence[Person]) -> tuple[int, ...]:
    """The ids of the people clockwise, as the header numbers them."""
    ordinary = sum(one.traveller is None for one in people)
    own, guest = iter(range(ordinary)), iter(range(ordinary, len(people)))
    return tuple(next(own if one.traveller is None else guest) for one in people)


# -- leading the engine to a bag -----------------------------------------------------------------------


class _Lead:
    """Answers the questions of the bag towards what is wanted, and whatever else by a list of choices."""

    def __init__(self, bag: WantedBag, choices: Sequence[int], chance: random.Random) -> None:
        self.wanted = Counter(bag.picked)
        self.bag = bag
        self.choices = list(choices)
        self.chance = chance
        self.sizes: list[int] = []
        """How many answers each of the other questions has."""
        self.may_stand_in: dict[str, tuple[str, ...]] = {}

    def answer(self, question: Question) -> Any:
        """An answer that leads on."""
        owner, _, short = question.name.rpartition(".")
        options = question.options
        if things := question.things:
            likes_out = short == "out"
            first = [i for i in things if (i in self.wanted) is not likes_out]
            then = [i for i in things if (i in self.wanted) is likes_out]
            self.chance.shuffle(then)
            rest = [i for i in (*first, *then) if i not in question.forced]
            return question.settle((*question.forced, *rest)[: question.sizes[-1]])
        if short == "token":
            may = tuple(str(i) for i in options if i not in self.wanted) or tuple(map(str, options))
            wish = self.bag.stand_ins.get(owner, "")
            chosen = wish if wish in may else self.chance.choice(may)
            self.may_stand_in[owner] = may
            return chosen
        if short == "many":
            if self.wanted[owner] in options:
                return self.wanted[owner]
            options = (question.default, *(n for n in options if n != question.default))
        place = len(self.sizes)
        self.sizes.append(min(len(options), 8))
        if place < len(self.choices):
            return options[self.choices[place]]
        return options[0]


def _led(header: Header, lead: _Lead) -> tuple[Table, list[tuple[str, Any]]]:
    table = Table(header.begin(), seed=header.seed, automation=BY_PERSON)
    answers: list[tuple[str, Any]] = []
    while (question := table.question) is not None and question.name != "draw":
        value = lead.answer(question)
        answers.append((question.name, value))
        table.answer(value)
    return table, answers


def _tries(header: Header, bag: WantedBag) -> Iterator[tuple[_Lead, Table, list[tuple[str, Any]]]]:
    """Every way through the questions that have nothing to do with single tokens."""
    waiting: list[list[int]] = [[]]
    for _ in range(MOST_TRIES):
        if not waiting:
            return
        choices = waiting.pop(0)
        lead = _Lead(bag, choices, random.Random(header.seed))
        table, answers = _led(header, lead)
        yield lead, table, answers
        for place in range(len(choices), len(lead.sizes)):
            waiting += [
                [*choices, *([0] * (place - len(choices))), other] for other in range(1, lead.sizes[place])
            ]


def _in_play(table: Table) -> list[str]:
    filled = _filled(table)
    tokens = Counter(filled.tokens)
    for hidden, token in filled.hidden:
        tokens[token] -= 1
        tokens[hidden] += 1
    return sorted(tokens.elements())


def try_bag(header: Header, bag: WantedBag) -> Trial:
    """See whether the engine can be led to a bag with exactly these characters in play."""
    last: Trial | None = None
    try:
        for lead, table, answers in _tries(header, bag):
            found = _in_play(table)
            trial = Trial(
                found == sorted(bag.picked),
                tuple(answers),
                tuple(found),
                _filled(table).tokens,
                dict(_filled(table).hidden),
                lead.may_stand_in,
            )
            if trial.reached:
                return trial
            last = last or trial
    except SetupRefused as refused:
        return Trial(False, refusal=refused.reason)
    assert last is not None
    return last


def _filled(table: Table) -> seating.Bag:
    """The bag of a game that waits for the draw."""
    assert table.game.bag is not None
    return table.game.bag


def draw_bag(script: Script, people: Sequence[Person], keep: Sequence[str] = ()) -> WantedBag:
    """Fill the bag by chance; ``keep`` is in it. Raises ``SetupRefused``."""
    kept = Counter(keep)
    header = header_of(script, people, with_=tuple(kept), seed=dice.getrandbits(32))
    table = Table(header.begin(), seed=header.seed, automation=BY_PERSON)
    chance = random.Random(header.seed)
    lead = _Lead(WantedBag(), (), chance)
    value: Any
    while (question := table.question) is not None and question.name != "draw":
        owner, _, short = question.name.rpartition(".")
        if short == "many":
            value = kept[owner] if kept[owner] in question.options else question.default
        elif short == "token":
            value = lead.answer(question)
        else:
            value = sample(question.options, chance.randrange)
        table.answer(value)
    in_play = _in_play(table)
    order = table.game.cast.ids
    return WantedBag(tuple(sorted(in_play, key=order.index)), dict(_filled(table).hidden))


# -- how many of each type -----------------------------------------------------------------------------


def _changers(cast: Cast) -> list[str]:
    """Characters that change how many there are of each type, as many as can be looked at together."""
    ordinary = [one for one in cast.characters if one.type <= Type.DEMON]
    brackets = [one.id for one in ordinary if one.changes_outsiders or one.fills_in(Character.row)]
    return [*brackets[:8], *(one.id for one in ordinary if one.id in cast.many)]


def as_many(
    script: Script, people: Sequence[Person], picked: Iterable[str], before: WantedBag
) -> tuple[str, ...]:
    """These characters, one that several players have as often as before, or as often as is usual."""
    rows: list[TypeCounts] | None = None
    many = header_of(script, people).cast().many
    found: list[str] = []
    for i in picked:
        copies = 1
        if i in many:
            copies = before.picked.count(i)
            if not copies:
                rows = distributions(script, people) if rows is None else rows
                copies = next((row.changers.count(i) for row in rows if i in row.changers), 1)
        found += [i] * copies
    return tuple(found)


def distributions(script: Script, people: Sequence[Person]) -> list[TypeCounts]:
    """Every allowed distribution with what makes it so, the table's row first.

    Raises ``SetupRefused`` when there is none for so many people.
    """
    count = sum(one.traveller is None for one in people)
    row = distribution(count)
    plain = header_of(script, people)
    cast = plain.cast()
    changers = _changers(cast)
    found: dict[tuple[tuple[int, ...], tuple[str, ...]], TypeCounts] = {}
    refusal: SetupRefused | None = None
    for size in range(min(2, len(changers)) + 1):
        for inside in combinations(changers, size):
            outside = [i for i in changers if i not in inside]
            header = header_of(script, people, with_=inside, without=outside)
            try:
                for _lead, table, _answers in _tries(header, WantedBag(inside)):
                    in_play = _in_play(table)
                    types = Counter(cast.by_id[i].type for i in in_play)
                    counts = (types[KINDS[0]], types[KINDS[1]], types[KINDS[2]], types[KINDS[3]])
                    through = tuple(i for i in in_play if i in inside)
                    one = TypeCounts(counts, through, counts[1] - row.outsiders)
                    found.setdefault((counts, through), one)
            except SetupRefused as refused:
                refusal = refusal or refused
    if not found and refusal is not None:
        raise refusal
    return list(found.values())


# -- dealing -------------------------------------------------------------------------------------------


def deal_out(script: Script, people: Sequence[Person], bag: WantedBag) -> tuple[Header, Table]:
    """A game with this bag that waits for the draw; kept nowhere so far. Raises ``SetupRefused``."""
    header = header_of(script, people, seed=dice.getrandbits(32))
    trial = try_bag(header, bag)
    if trial.refusal is not None:
        raise SetupRefused(trial.refusal)
    table = Table(header.begin(), seed=header.seed, automation=BY_PERSON)
    ring = ring_of(people)
    if ring != tuple(range(len(people))):
        table.override(Reseat(ring))
    for _name, value in trial.answers:
        table.answer(value)
    return header, table


def words_for(script: Script, people: Sequence[Person]) -> Words:
    """What people and characters are called before there is a game."""
    names = {i: script.name_of(i) for i in script.characters if i in script.homebrew or i in script.texts}
    return Words([one.name for one in people], {i: n for i, n in names.items() if n})


def why_not_these(script: Script, people: Sequence[Mapping[str, Any]]) -> str | None:
    """Why a game can't be dealt for people as a draft keeps them; ``None`` if it can."""
    seated = people_of(one for one in people if one["name"])
    ordinary = sum(one.traveller is None for one in seated)
    reasons = script.why_not_playable(ordinary)
    if reasons:
        return str(reasons[0])
    try:
        distributions(script, seated)
    except SetupRefused as refused:
        return words_for(script, seated).text(refused.reason)
    return None

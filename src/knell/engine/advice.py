"""Suggestions: what a good Storyteller would answer, by small rules that weigh every legal answer.

Whatever is legal is a candidate. Each :class:`Rule` says how gladly it sees one, or that it is better left
alone; :class:`Advice` multiplies what they say and draws. Where nothing is left, it draws from what the
fewest rules speak against. Nothing here decides anything: every legal answer stays legal, and no suggestion
is worked out before somebody looks. ``docs/explanation/suggestions.md`` is the policy in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from knell.engine.past import NO_PAST, Past
from knell.engine.terms import DRUNK, NOBODY, POISONED, Mask, PlayerId
from knell.engine.values import AT_RANDOM, Identity, Pair, Pointing
from knell.messages import N_, Text, text

if TYPE_CHECKING:
    from knell.engine.ability import Ability
    from knell.engine.character import Character
    from knell.engine.game import Game
    from knell.engine.question import Question

Pick: TypeAlias = Callable[[int], int]
"""Draws: ``pick(n)`` is a whole number from 0 to ``n - 1``."""
Weight: TypeAlias = int
"""How gladly a rule sees a candidate, with ``ORDINARY`` for one that it has nothing to say about."""

LAST: Final[Weight] = -1
"""Behind even what one rule says ``NEVER`` of."""
NEVER: Final[Weight] = 0
"""Only where every other candidate is spoken against as well."""
HARDLY: Final[Weight] = 1
RARELY: Final[Weight] = 2
SELDOM: Final[Weight] = 5
ORDINARY: Final[Weight] = 10
RATHER: Final[Weight] = 25
GLADLY: Final[Weight] = 60


class On(IntEnum):
    """What a rule looks at."""

    PLAYER = 0
    """Each player whom a candidate names."""
    CHARACTER = 1
    """Each character that it names."""
    ANSWER = 2
    """The candidate as a whole."""


class Rule(NamedTuple):
    """One thing that speaks for or against candidates."""

    name: str
    says: str
    """Why what it likes is suggested, or what it has against it, in one line: an untranslated message."""
    weigh: Callable[[Case, Any], Weight]
    on: On = On.ANSWER
    share: int = 0
    """For a rule that only says yes (``True``) or no: of all draws, how many in a hundred go to a yes."""

    def __call__(self, case: Case, thing: Any) -> Weight:
        return self.weigh(case, thing)


def rule(says: str, on: On = On.ANSWER, *, share: int = 0) -> Callable[[Callable[[Case, Any], Weight]], Rule]:
    """Make a rule of a function that weighs a candidate, or a player or character that one names."""

    def made(weigh: Callable[[Case, Any], Weight]) -> Rule:
        return Rule(weigh.__name__, says, weigh, on, share)

    return made


class Suggestion(NamedTuple):
    """What is suggested, and why."""

    answer: Any
    why: Text | None
    against: tuple[Rule, ...] = ()
    """The rules that speak against it, where nothing better is left."""


class Case:
    """What a candidate is weighed by: the position, whom it is about, what happened before."""

    def __init__(
        self,
        game: Game,
        question: Question,
        past: Past = NO_PAST,
        *,
        truths: Sequence[Any] = (),
        must_be_false: bool = False,
        lies: bool = False,
        about: tuple[PlayerId, ...] = (),
        likely: Sequence[Any] | None = None,
    ) -> None:
        self.game = game
        self.question = question
        self.past = past
        self.me: PlayerId = question.player
        """Who is shown it, or whose ability it is."""
        self.ability: Ability | None = question.ability
        self.truths = truths
        self.must_be_false = must_be_false
        self.lies = lies
        """Whether what is shown may be or must be false."""
        self.about = about
        """Whom it is about, where the answers don't name them."""
        self.likely = likely
        """What wouldn't surprise, where that is not everything."""
        self.taken: tuple[Any, ...] = ()
        """What has been drawn already, where several things are drawn one after the other."""

    @property
    def turn(self) -> Any:
        """The game as the ability that asks sees it (:class:`knell.engine.Turn`)."""
        assert self.ability is not None
        return self.game.turn(self.ability)

    @cached_property
    def own(self) -> str:
        """The character that the one who is shown it takes themselves for."""
        return self.game.told.get(self.me, ("", False))[0]

    @cached_property
    def open_characters(self) -> Mapping[PlayerId, str]:
        """Whose character everybody knows: Travellers', and those that were announced."""
        game = self.game
        found = {p: game.characters[p].id for p in game.ring if game.travellers >> p & 1}
        announced = self.past.announced.items()
        return found | {p: c for p, c in announced if game.everyone >> p & 1 and game.characters[p].id == c}

    @cached_property
    def others_learn(self) -> frozenset[PlayerId]:
        """Who they are, somebody else is going to be told truly."""
        game = self.game
        return frozenset(
            player
            for ability in game.working("will_learn")
            if ability.player != self.me
            for player in ability.character.will_learn(game.turn(ability))
        )

    @cached_property
    def usual_minions(self) -> int:
        """How many Minions there usually are in a game of that size."""
        return 1 + max(0, self.game.ordinary.bit_count() - 7) // 3

    @cached_property
    def usual_outsiders(self) -> int:
        """How many Outsiders there usually are in a game of that size."""
        players = self.game.ordinary.bit_count()
        return max(0, players - 5) if players < 7 else (players - 7) % 3

    @cached_property
    def evil(self) -> Mask:
        """The evil players."""
        return self.game.evil

    @cached_property
    def holders(self) -> Mapping[str, Mask]:
        """Which characters in play somebody has, or takes themselves for, and who."""
        found: dict[str, Mask] = {}
        for player in self.game.ring:
            for character in (self.game.characters[player], self.game.believed[player]):
                if character is not None:
                    found[character.id] = found.get(character.id, 0) | 1 << player
        return found

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The characters in play."""
        return frozenset(self.game.in_play)

    def character(self, id_: str) -> Character | None:
        """The character of that id, if it is one."""
        return self.game.cast.by_id.get(id_)

    def named(self, answer: Any) -> tuple[str, ...]:
        """The characters that a candidate names; other words are none."""
        by_id = self.game.cast.by_id
        return tuple([one for one in _words_of(answer) if one in by_id])

    def subject(self, answer: Any) -> tuple[PlayerId, ...]:
        """Whom a candidate speaks of."""
        return players_of(answer) or self.about

    def is_true(self, answer: Any) -> bool:
        """Whether a candidate happens to be true."""
        return answer in self.truths


def players_of(answer: Any) -> tuple[PlayerId, ...]:
    """The players whom something that is shown names."""
    if isinstance(answer, Pointing | Pair):
        return answer.players
    if isinstance(answer, Identity):
        return (answer.player,)
    if isinstance(answer, tuple):
        return tuple([part for part in answer if type(part) is int])
    return ()


def _words_of(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, Pointing | Identity):
        return (answer.character,)
    if isinstance(answer, str):
        return (answer,)
    if isinstance(answer, tuple) and not isinstance(answer, Pair):
        return tuple([part for part in answer if isinstance(part, str)])
    return ()


class _Weighed(NamedTuple):
    answer: Any
    against: tuple[Rule, ...]
    weight: int
    liked: Rule | None
    """Which rule sees it most gladly."""
    likes: Weight


class _Scales:
    """Weighs candidates by rules; what is said of one player or character is asked once."""

    def __init__(self, case: Case, rules: Iterable[Rule], *, players: bool) -> None:
        self.case = case
        self.rules: tuple[list[Rule], list[Rule], list[Rule]] = ([], [], [])
        self.shares: list[Rule] = []
        for one in rules:
            (self.shares if one.share else self.rules[one.on]).append(one)
        self.named = players
        """Whether a plain number among the candidates is a player."""
        self._known: dict[tuple[On, Any], _Weighed] = {}

    def of_part(self, on: On, thing: Any) -> _Weighed:
        """What the rules say of a player or a character."""
        known = self._known.get((on, thing))
        if known is None:
            known = self._known[on, thing] = self._ask(_Weighed(thing, (), 1, None, ORDINARY), on, thing)
        return known

    def _ask(self, before: _Weighed, on: On, thing: Any) -> _Weighed:
        _, against, weight, liked, likes = before
        for one in self.rules[on]:
            says = one.weigh(self.case, thing)
            if says <= NEVER:
                against += (one,) * (1 - says)
                continue
            weight *= says
            if says > likes:
                liked, likes = one, says
        return _Weighed(before.answer, against, weight, liked, likes)

    def parts(self, answer: Any) -> _Weighed:
        """What the rules say of those whom a candidate names."""
        players = players_of(answer)
        if self.named and type(answer) is int:
            players = (answer,)
        against: tuple[Rule, ...] = ()
        weight, liked, likes = 1, None, ORDINARY
        parts = [self.of_part(On.PLAYER, p) for p in players]
        parts += [self.of_part(On.CHARACTER, c) for c in self.case.named(answer)]
        for part in parts:
            against += part.against
            weight *= part.weight
            if part.likes > likes:
                liked, likes = part.liked, part.likes
        return _Weighed(answer, against, weight, liked, likes)

    def weighed(self, candidates: Iterable[Any]) -> list[_Weighed]:
        """The candidates against which the fewest rules speak, each with its weight."""
        found = _fewest([self.parts(answer) for answer in candidates])
        if self.rules[On.ANSWER]:
            found = _fewest([self._ask(one, On.ANSWER, one.answer) for one in found])
        return found


def _fewest(found: list[_Weighed]) -> list[_Weighed]:
    least = min([len(one.against) for one in found], default=0)
    return [one for one in found if len(one.against) == least]


def _shared(scales: _Scales, found: list[_Weighed]) -> list[_Weighed]:
    """The same, so that each kind of candidate that has a share gets its share of all draws."""
    for one in scales.shares:
        yes = [bool(one.weigh(scales.case, each.answer)) for each in found]
        inside = sum(each.weight for each, says in zip(found, yes, strict=True) if says)
        outside = sum(each.weight for each, says in zip(found, yes, strict=True) if not says)
        if not inside or not outside:
            continue
        found = [
            each._replace(weight=each.weight * (one.share * outside if says else (100 - one.share) * inside))
            for each, says in zip(found, yes, strict=True)
        ]
    return found


def _likeliest(scales: _Scales, found: list[_Weighed]) -> _Weighed:
    """What is suggested where nothing is drawn: of the kinds without a share of their own the heaviest."""
    usual = [one for one in found if not any(s.weigh(scales.case, one.answer) for s in scales.shares)]
    return max(usual or found, key=lambda one: one.weight)


def _drawn(scales: _Scales, found: list[_Weighed], pick: Pick) -> _Weighed:
    found = _shared(scales, found)
    at = pick(sum(one.weight for one in found))
    for one in found:
        at -= one.weight
        if at < 0:
            return one
    return found[-1]


def suggest(
    case: Case, rules: Sequence[Rule], candidates: Iterable[Any], pick: Pick | None, *, players: bool = False
) -> Suggestion:
    """One of the candidates, drawn by weight; without ``pick`` the heaviest, the first of several.

    ``players`` says that plain numbers among them are players. ``why`` is the reason of the rule that likes
    the answer most, or ``None`` where none likes it more than others.
    """
    scales = _Scales(case, rules, players=players)
    found = scales.weighed(candidates)
    one = _likeliest(scales, found) if pick is None else _drawn(scales, found, pick)
    shares = [share for share in scales.shares if share.weigh(case, one.answer)]
    liked = shares[0] if shares else one.liked
    why = text(liked.says) if liked is not None else None
    if one.against:
        why = text(N_("Nothing better is left: {reason}"), reason=text(one.against[0].says))
    return Suggestion(one.answer, why, one.against)


def suggest_several(
    case: Case, rules: Sequence[Rule], pool: Sequence[Any], size: int, pick: Pick | None
) -> Suggestion:
    """So many different things of ``pool``, drawn one after the other; rules see in ``case.taken`` which."""
    left = list(pool)
    against: tuple[Rule, ...] = ()
    for _ in range(size):
        one = suggest(case, rules, left, pick)
        left.remove(one.answer)
        against += one.against
        case.taken = (*case.taken, one.answer)
    return Suggestion(tuple(sorted(case.taken, key=pool.index)), None, against)


class Advice:
    """How an open question is best answered: rules for its candidates, asked only when somebody looks.

    ``candidates`` are those that come into question, if not all the options. ``fixed`` is what stands for
    the suggestion where nothing is drawn, like ``AT_RANDOM`` for one that only chance can make.
    """

    __slots__ = ("candidates", "fixed", "game", "rules", "why")

    def __init__(
        self,
        game: Game,
        rules: Sequence[Rule],
        why: Text | None = None,
        *,
        candidates: Callable[[], Sequence[Any]] | None = None,
        fixed: Any = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.why = why
        self.candidates = candidates
        self.fixed = fixed

    def suggest(self, question: Question, pick: Pick | None, past: Past) -> Suggestion:
        """What is suggested at this question."""
        if pick is None and self.fixed is not None:
            return Suggestion(self.fixed, self.why)
        candidates = question.options if self.candidates is None else self.candidates()
        found = suggest(Case(self.game, question, past), self.rules, candidates, pick, players=True)
        return found._replace(why=both(self.why, found.why))


class SeveralAdvice(Advice):
    """The same where an answer names several things of a pool."""

    __slots__ = ()

    def suggest(self, question: Question, pick: Pick | None, past: Past) -> Suggestion:
        if pick is None and self.fixed is not None:
            return Suggestion(self.fixed, self.why)
        case = Case(self.game, question, past)
        found = suggest_several(case, self.rules, question.things, question.sizes[-1], pick)
        return found._replace(why=self.why)


def both(first: Text | None, second: Text | None) -> Text | None:
    """Two reasons in one line."""
    if first is None or second is None or first == second:
        return first or second
    return text(N_("{first} {second}"), first=first, second=second)


def impaired_by(game: Game, player: PlayerId) -> str:
    """The character because of which a player is drunk or poisoned; empty where none is."""
    for token in game.all_tokens():
        if token.player == player and token.effect in (DRUNK, POISONED) and game.in_force(token):
            owner = token.name.partition(".")[0]
            return owner if owner in game.cast.by_id else ""
    return ""


def acted_out_for(game: Game, ability: Ability) -> str:
    """The character because of which an ability is only acted out; empty where it isn't."""
    parent = game.abilities.get(ability.parent)
    return parent.character.id if ability.pretended and parent is not None and parent.id != NOBODY else ""


__all__ = [
    "AT_RANDOM",
    "GLADLY",
    "HARDLY",
    "LAST",
    "NEVER",
    "ORDINARY",
    "RARELY",
    "RATHER",
    "SELDOM",
    "Advice",
    "Case",
    "On",
    "Pick",
    "Rule",
    "SeveralAdvice",
    "Suggestion",
    "both",
    "impaired_by",
    "players_of",
    "rule",
    "suggest",
    "suggest_several",
]

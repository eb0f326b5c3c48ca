"""A position with the questions one can ask it, and the one seam for what the rules leave open."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from knell.engine import force, registers, soundness
from knell.engine.ability import Ability
from knell.engine.endings import Claim
from knell.engine.events import Event, Taken, Warned
from knell.engine.position import Decide, DecidedDeaths, Execution, Listen, Position, Return, Step
from knell.engine.question import DRAW, RULING, Question
from knell.engine.terms import (
    CHANCE,
    FOREVER,
    LIVELY,
    NOBODY,
    SAFE,
    SPENT,
    STORYTELLER,
    SWITCHING,
    TWICE,
    Effect,
    Mask,
    PlayerId,
    Type,
    Until,
    mask_of,
    members,
)
from knell.engine.tokens import Token
from knell.engine.values import SKIP
from knell.messages import Text

if TYPE_CHECKING:
    from knell.engine.advice import Advice
    from knell.engine.character import Jinx
    from knell.engine.registers import Reading

__all__ = ["Decide", "DecidedDeaths", "Execution", "Game", "GameOver", "Listen", "Return", "Step", "StepOver"]

T = TypeVar("T")


class GameOver(Exception):  # noqa: N818 - not an error, it ends a step
    """The game has ended in the middle of a step."""


class StepOver(Exception):  # noqa: N818 - not an error, it ends a step
    """Something has happened that leaves nothing to do in this step."""


class Game(Position):
    """A position and everything that rules ask of it."""

    __slots__ = ()

    turn_type: ClassVar[type[Any]]
    """:class:`knell.engine.Turn`; its module puts it in, because it stands above this one."""

    def problems(self) -> list[str]:
        """What doesn't hold together in the position between two steps; empty for a sound one.

        In English, for whoever plays positions on by themselves. Asks nothing.
        """
        return soundness.problems(self)

    # -- the seam --------------------------------------------------------------------------------

    def ask(self, question: Question) -> Any:
        """Have a question answered: the only door for anything that the rules leave open.

        A ruling or a draw with one legal answer is taken without being asked.
        """
        kind = question.kind
        if (kind is RULING or kind is DRAW) and len(question.options) == 1:
            only = question.options[0]
            if self.listen is not None:
                self.emit(Taken(question.name, question.player, only))
            return only
        if self.dirty and not self._settling:
            self.settle()
        answer = self.decide(self, question)
        if self.listen is not None and question._unwise is not None and answer is not SKIP:
            warning = question.unwise(answer)
            if warning is not None:
                self.emit(Warned(question.warned_as, question.player, warning))
        return answer

    def rule(
        self,
        name: str,
        options: Sequence[T],
        *,
        default: Any = None,
        player: PlayerId = NOBODY,
        ability: Ability | None = None,
        why: Text | None = None,
        unwise: Callable[[Any], Text | None] | None = None,
        advice: Advice | None = None,
    ) -> T:
        """Ask the Storyteller for the decision called ``name``."""
        question = Question(RULING, name, options, STORYTELLER, player, ability, default, why, unwise)
        question.advice = advice
        answer: T = self.ask(question)
        return answer

    def draw(self, name: str, options: Sequence[T]) -> T:
        """Let chance pick one of ``options``."""
        answer: T = self.ask(Question(DRAW, name, options, CHANCE))
        return answer

    def emit(self, event: Event) -> None:
        """Tell the listener, if there is one, what has happened."""
        if self.listen is not None:
            self.listen(event)

    # -- who there is ----------------------------------------------------------------------------

    def of_type(self, kind: Type) -> Mask:
        """The players whose character is of a type, however they may register."""
        return self.reading.types[kind]

    def clockwise_from(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """Everybody else in the order of the seats, starting with the next one clockwise."""
        at = self.ring.index(player)
        return self.ring[at + 1 :] + self.ring[:at]

    def nearest(self, player: PlayerId, among: Mask, clockwise: bool) -> PlayerId:
        """The first player of ``among`` on one side of ``player``, or ``NOBODY``."""
        others = self.clockwise_from(player)
        for other in others if clockwise else reversed(others):
            if among >> other & 1:
                return other
        return NOBODY

    @property
    def in_play(self) -> list[str]:
        """The ids of the characters in play, in player order."""
        return [self.characters[p].id for p in members(self.everyone)]

    # -- abilities -------------------------------------------------------------------------------

    def holders(self, hook: str) -> Sequence[int]:
        """The ids of all abilities whose character has ``hook``, whether or not they work."""
        return (self._holders or self._index_hooks()).get(hook, ())

    def _index_hooks(self) -> Mapping[str, Sequence[int]]:
        index: defaultdict[str, list[int]] = defaultdict(list)
        for number, ability in self.abilities.items():
            for hook in ability.character.found_by:
                index[hook].append(number)
        self._holders = index
        if self.cast.continuous_jinxes:
            held = {ability.character.id for ability in self.abilities.values()}
            self._jinxes = tuple([jinx for jinx in self.cast.continuous_jinxes if held.issuperset(jinx.pair)])
        return index

    @property
    def continuous_jinxes(self) -> tuple[Jinx, ...]:
        """The jinxes with a continuous effect whose two abilities somebody has."""
        if self._holders is None:
            self._index_hooks()
        return self._jinxes

    def held(self, hook: str) -> list[Ability]:
        """All abilities with ``hook``, whether or not they work."""
        numbers = (self._holders or self._index_hooks()).get(hook)
        if not numbers:
            return []
        abilities = self.abilities
        return [abilities[number] for number in numbers]

    def working(self, hook: str) -> list[Ability]:
        """All abilities with ``hook`` that work now."""
        numbers = (self._holders or self._index_hooks()).get(hook)
        if not numbers:
            return []
        abilities = self.abilities
        return [a for number in numbers if self.works(a := abilities[number])]

    def abilities_of(self, player: PlayerId) -> list[Ability]:
        """The abilities that a player holds, pretended ones included."""
        return [a for a in self.abilities.values() if a.player == player]

    def is_silenced(self, ability: Ability) -> bool:
        """Whether the death of its holder has ended an ability (base-116)."""
        player = ability.player
        if not self.dead >> player & 1 or ability.character.works_dead:
            return False
        if not self.lively >> player & 1:
            return True
        if self.dirty and not self._settling:
            self.settle()
        return not self._enlivened >> player & 1

    def works(self, ability: Ability) -> bool:
        """Whether an ability works at this moment: the one test that every rule goes by (base-106)."""
        player = ability.player
        if ability.pretended or (self.dead >> player & 1 and self.is_silenced(ability)):
            return False
        if self.dirty and not self._settling:
            self.settle()
        return not self.impaired >> player & 1 or ability.shielded

    def turn(self, ability: Ability, worked: bool = False) -> Any:
        """The game as one ability sees it, which is what hooks are handed."""
        return self.turn_type(self, ability, worked)

    def goes_on(self, met: Claim) -> bool:
        """Whether an ability lets the game go on although a side's condition is met."""
        return any(a.character.delays_end(self.turn(a), met) for a in self.working("delays_end"))

    def remember(self, ability: Ability) -> None:
        """Put a changed version of an ability in the place of the old one."""
        self.abilities[ability.id] = ability

    # -- tokens ----------------------------------------------------------------------------------

    def place_token(
        self,
        name: str,
        player: PlayerId,
        effect: Effect = Effect.NOTE,
        source: int = NOBODY,
        until: Until = FOREVER,
        data: Any = None,
        kept_by: str = "",
    ) -> Token:
        """Put a reminder token beside a player."""
        self.counter += 1
        token = Token(self.counter, name, effect, player, source, until, False, data, kept_by)
        self.tokens.append(token)
        if effect is LIVELY:
            self.lively |= 1 << player
        if effect in SWITCHING or self._shifty:
            self.changed()
        return token

    def remove_tokens(self, which: Callable[[Token], bool]) -> None:
        """Take away every token for which ``which`` says so."""
        if self.tokens:
            self.take_away([token for token in self.tokens if which(token)])

    def take_away(self, gone: list[Token]) -> None:
        """Take away these tokens."""
        if not gone:
            return
        self.tokens = [token for token in self.tokens if token not in gone]
        if self.lively:
            self.lively = mask_of([token.player for token in self.tokens if token.effect is LIVELY])
        if self._shifty or any(token.effect in SWITCHING for token in gone):
            self.changed()

    def in_force(self, token: Token) -> bool:
        """Whether a token has its effect at this moment; a note always has."""
        if token.effect <= SPENT:
            return True
        if self.dirty and not self._settling:
            self.settle()
        if token.effect in SWITCHING:
            return token.number not in self._suspended
        return force.source_works(self, token)

    def all_tokens(self) -> Iterator[Token]:
        """Every token, continuous effects included."""
        if self.dirty and not self._settling:
            self.settle()
        yield from self.tokens
        yield from self.continuous

    def affected(self, player: PlayerId, effect: Effect) -> bool:
        """Whether a token with that effect is in force on a player."""
        for token in (*self.tokens, *self.continuous):
            if token.effect is effect and token.player == player and self.in_force(token):
                return True
        return False

    def is_safe(self, player: PlayerId) -> bool:
        """Whether a player is safe from the Demon now (base-127)."""
        return bool(self.tokens or self.continuous) and self.affected(player, SAFE)

    def spent(self, ability: Ability) -> bool:
        """Whether an ability has been used up."""
        number = ability.id
        uses = 0
        for token in self.tokens:
            if token.source == number and token.effect is SPENT:
                uses += 1
        if not uses:
            return False
        return uses > sum(
            t.effect is TWICE and t.player == ability.player and self.in_force(t) for t in self.tokens
        )

    @property
    def drunk(self) -> Mask:
        """Players who are drunk now, the Drunk included."""
        if self.dirty and not self._settling:
            self.settle()
        return self._drunk

    @property
    def poisoned(self) -> Mask:
        """Players who are poisoned now."""
        if self.dirty and not self._settling:
            self.settle()
        return self._poisoned

    # -- keeping up ------------------------------------------------------------------------------

    def changed(self) -> None:
        """Say that something has changed that derived facts may depend on."""
        self.dirty = self.moved = True
        if self._shifty:
            self._reading = self._ways = None

    def people_changed(self) -> None:
        """Say that somebody's character, side or presence has changed."""
        self._base = self._reading = self._ways = None
        self.changed()

    def abilities_changed(self) -> None:
        """Say that abilities came or went."""
        self._holders = self._reading = self._ways = None
        self._shifty = self.dirty = self.moved = True

    def settle(self) -> None:
        """Bring continuous effects and malfunction up to date (base-152, tealady-9)."""
        force.settle(self)

    # -- registration ----------------------------------------------------------------------------

    @property
    def reading(self) -> Reading:
        """How players register when nobody registers as anything else."""
        if self._reading is None:
            self._reading = registers.as_they_are(self)
        return self._reading

    @property
    def ways(self) -> tuple[Reading, ...]:
        """Every way in which the players might register, the plain truth first (base-129)."""
        if self._ways is None:
            self._ways = registers.ways(self)
        return self._ways

    # -- the agenda ------------------------------------------------------------------------------

    def next_number(self) -> int:
        """A fresh number, higher than any before."""
        self.counter += 1
        return self.counter

"""What an ability asks: its holder, or the Storyteller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from knell.engine.advice import Advice
from knell.engine.events import Chose, Woken
from knell.engine.options import PlayerPairs, Product, Remaining
from knell.engine.question import CHOICE, Kind, Question
from knell.engine.registers import possible
from knell.engine.terms import NIGHT, NOBODY, Mask, PlayerId, Type, alignment_label, members
from knell.engine.turn.knows import Knows
from knell.engine.values import SKIP
from knell.messages import N_, Text, text

T = TypeVar("T")

_AS_THEY_ARE: Final = text(N_("By default a player registers as what they are."))
YES_NO: Final = (True, False)


class Skipped(Exception):  # noqa: N818 - not an error, it ends a wake
    """The player was woken and the ability isn't used now."""


class Asks(Knows):
    """Wakes the holder, lets them choose, and puts to the Storyteller what the rules leave open."""

    __slots__ = ()

    def wake(self) -> None:
        """Wake the holder, once in a step, because of this ability."""
        game = self.game
        if self._awake or game.phase is not NIGHT:
            return
        self._awake = True
        game.woken.append(self.me)
        game.woke_for_ability |= 1 << self.me
        game.woke_by.append((self.me, self._ability.character.id))
        if game.listen is not None:
            game.emit(Woken(self.me, self.id))

    def choose(
        self,
        options: Sequence[T],
        *,
        name: str = "choose",
        unwise: Callable[[Any], Text | None] | None = None,
        warned_as: str = "",
    ) -> T:
        """The holder chooses, whether or not the ability works (base-145).

        ``unwise`` says what speaks against a legal choice; the warning has the name ``warned_as``.
        Raises ``Skipped`` when the Storyteller leaves the choice out, or has taken the ability away.
        """
        self.wake()
        game, ability = self.game, self.ability
        character, me = ability.character.id, self.me
        name = f"{character}.{name}"
        if warned_as:
            warned_as = f"{character}.{warned_as}"
        while True:
            answer: Any = game.ask(
                Question(CHOICE, name, options, me, me, ability, None, None, unwise, warned_as)
            )
            if answer is SKIP or self._ability.id not in game.abilities:
                raise Skipped
            if game.listen is not None:
                game.emit(Chose(self.me, self.id, answer))
            if ability.parent == NOBODY or len(options) == 1 or self.accepted(answer):
                break
            options = Remaining(options, (answer,))
        if game.phase is NIGHT and game.holders("chosen"):
            self._tell_chosen(answer)
        chosen: T = answer
        return chosen

    def accepted(self, answer: Any) -> bool:
        """Whether whatever the ability came through lets a choice stand (alchemist-10, alchemist-11)."""
        parent = self.game.abilities.get(self._ability.parent)
        while parent is not None:
            if "vets" in parent.character.hooks:
                return parent.character.vets(self.game.turn(parent), answer)
            parent = self.game.abilities.get(parent.parent)
        return True

    def _tell_chosen(self, answer: Any) -> None:
        """Let abilities react to whom this one has chosen, before it takes effect."""
        if isinstance(answer, str):
            self._tell_named(answer)
            return
        parts = answer if isinstance(answer, tuple) else (answer,)
        players = tuple(p for p in parts if isinstance(p, int) and not isinstance(p, bool))
        if players:
            for ability in self.game.held("chosen"):
                ability.character.chosen(self.game.turn(ability), self, players)

    def _tell_named(self, character: str) -> None:
        """Let abilities react to that the character of their holder was named (x000-093)."""
        for ability in self.game.held("chosen"):
            if self.reading.holds(ability.player, character):
                ability.character.named(self.game.turn(ability), self)

    def choose_or_skip(self, options: Sequence[T], *, name: str = "choose") -> T | None:
        """Like :meth:`choose` by day, where leaving the choice out is no more than ``None``."""
        try:
            return self.choose(options, name=name)
        except Skipped:
            return None

    def choose_player(self, among: Sequence[PlayerId]) -> PlayerId:
        """The holder chooses one of these players."""
        return self.choose(among)

    def choose_two(self, among: Sequence[PlayerId]) -> tuple[PlayerId, PlayerId]:
        """The holder chooses two different players."""
        return self.choose(PlayerPairs(among))

    def choose_player_and_character(
        self, among: Sequence[PlayerId], characters: Sequence[str]
    ) -> tuple[PlayerId, str]:
        """The holder chooses a player and a character."""
        return self.choose(Product(among, characters))

    def rule(
        self,
        name: str,
        options: Sequence[T],
        *,
        default: Any = None,
        why: Text | None = None,
        player: PlayerId = NOBODY,
        unwise: Callable[[Any], Text | None] | None = None,
        candidates: Callable[[], Sequence[T]] | None = None,
    ) -> T:
        """The Storyteller decides ``character.name``.

        Where the character ``suggests`` by rules of its own, that is drawn by them, from ``candidates``
        if not from all the options; ``default`` stands for it where nothing is drawn.
        """
        rules = self._ability.character.suggests.get(name)
        advice = (
            None if rules is None else Advice(self.game, rules, why, candidates=candidates, fixed=default)
        )
        return self.game.rule(
            f"{self.id}.{name}",
            options,
            default=default,
            why=why,
            player=self.me if player == NOBODY else player,
            ability=self.ability,
            unwise=unwise,
            advice=advice,
        )

    def may(self, name: str, *, default: bool = False, why: Text | None = None) -> bool:
        """The Storyteller decides between yes and no."""
        return self.rule(name, YES_NO, default=default, why=why)

    def clause(self, name: str, *, default: bool = False, why: Text | None = None) -> bool:
        """A yes or no that an interaction clause of the ledger leaves to the Storyteller."""
        return self.game.rule(name, YES_NO, default=default, player=self.me, ability=self.ability, why=why)

    def pin(self, name: str, options: Sequence[T], *, default: Any = None) -> T:
        """A ruling that stands until its options change."""
        key = (self._ability.id, name)
        listed = tuple(options)
        known = self.game.pins.get(key)
        if known is None or known[0] != listed:
            known = (listed, self.rule(name, listed, default=default))
            self.game.pins[key] = known
        answer: T = known[1]
        return answer

    def registers(self, player: PlayerId, kind: Type | None, *, pinned: bool = False) -> bool:
        """Whether a player registers as of that type, or as evil for ``None`` (base-129).

        The Storyteller is asked where there is something to decide; a ``pinned`` answer stands while
        nothing about it changes, for effects that go on.
        """
        ways = possible(self.game, player, kind)
        if len(ways) == 1:
            return ways[0]
        key = (self._ability.id, "registers", player, kind)
        if pinned and (known := self.game.pins.get(key)) is not None and known[0] == ways:
            return bool(known[1])
        if kind is None:
            labels = {plain: alignment_label(plain) for plain in ways}
        else:
            labels = {
                plain: kind.label if plain else self.reading.characters[player].type.label for plain in ways
            }
        answer = self.game.rule(
            "registers",
            tuple(labels.values()),
            player=player,
            ability=self.ability,
            why=_AS_THEY_ARE,
        )
        says = next(value for value, label in labels.items() if label == answer)
        if pinned:
            self.game.pins[key] = (ways, says)
        return says

    def are_all_evil(self, players: Mask) -> bool:
        """Whether all these players register as evil; where one surely doesn't, nothing is asked."""
        surely_good = players
        for way in self.ways:
            surely_good &= ~way.evil
        return not surely_good and all(self.registers(player, None) for player in members(players))

    def by_hand(self) -> None:
        """Leave this step to the Storyteller, who says when it is done."""
        self.wake()
        self.game.ask(
            Question(Kind.BY_HAND, f"{self.id}.by_hand", ("done",), player=self.me, ability=self.ability)
        )

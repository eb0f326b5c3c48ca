"""The game as one ability sees it: all that a character module ever touches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from knell.engine import change, clock, death, outcome
from knell.engine.ability import Ability, Token
from knell.engine.cast import Cast
from knell.engine.character import Character
from knell.engine.game import Game
from knell.engine.options import PlayerPairs, Product
from knell.engine.question import CHOICE, DRAW, SHOW, Kind, Question
from knell.engine.registers import Reading, could_be, possible
from knell.engine.terms import (
    CHANCE,
    FOREVER,
    HEALTHY,
    NIGHT,
    NOBODY,
    SOURCE,
    SPENT,
    STORYTELLER,
    Effect,
    Mask,
    PlayerId,
    Type,
    Until,
    alignment_label,
    members,
)
from knell.engine.values import SKIP
from knell.messages import N_, Text, text

T = TypeVar("T")

_MUST_BE_FALSE: Final = text(N_("What a Townsfolk learns must be false now."))
_TRUTH: Final = text(N_("This is the truth."))
_PROTECTED: Final = text(N_("Protected from the Demon: true and false are both allowed."))
_ANYTHING: Final = text(
    N_("The ability doesn't work, so this may be anything; a believable lie is suggested.")
)
_PLAINLY: Final = text(N_("By default a player registers as what they are."))
YES_NO: Final = (True, False)


class Skipped(Exception):  # noqa: N818 - not an error, it ends a wake
    """The player was woken and the ability isn't used now."""


class Turn:
    """What a hook of a character is handed.

    Choosing, marking, killing and showing take into account whether the ability works, so character
    code never asks for drunkenness itself.
    """

    __slots__ = ("_ability", "_awake", "_worked", "game", "me")

    def __init__(self, game: Game, ability: Ability, worked: bool = False) -> None:
        self.game = game
        self._ability = ability
        self._worked = worked
        self._awake = False
        self.me: PlayerId = ability.player

    # -- what it knows ---------------------------------------------------------------------------

    @property
    def ability(self) -> Ability:
        """The ability as it is now."""
        return self.game.abilities.get(self._ability.id, self._ability)

    @property
    def cast(self) -> Cast:
        """The script."""
        return self.game.cast

    @property
    def id(self) -> str:
        """The id of the character whose ability this is."""
        return self._ability.character.id

    @property
    def works(self) -> bool:
        """Whether the ability works now, or worked just before the death it hears of."""
        ability = self.game.abilities.get(self._ability.id)
        return self._worked or (ability is not None and self.game.works(ability))

    @property
    def spent(self) -> bool:
        """Whether the ability has been used up."""
        return self.game.spent(self._ability)

    @property
    def alive(self) -> bool:
        """Whether the holder is really alive."""
        return bool(self.game.alive >> self.me & 1)

    @property
    def is_night(self) -> bool:
        """Whether it is night."""
        return self.game.phase is NIGHT

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """All players, dead ones and Travellers included (base-119)."""
        return members(self.game.everyone)

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Everybody except the holder."""
        return members(self.game.everyone & ~(1 << self.me))

    @property
    def living(self) -> tuple[PlayerId, ...]:
        """Everybody who counts as alive."""
        return members(self.game.living)

    @property
    def reading(self) -> Reading:
        """How players register when none registers otherwise."""
        return self.game.reading

    @property
    def ways(self) -> tuple[Reading, ...]:
        """Every way in which players might register, the plain truth first."""
        return self.game.ways

    def living_neighbours(self) -> Mask:
        """The nearest living player on each side (empath-3)."""
        return self.neighbours(self.game.living)

    def neighbours(self, among: Mask) -> Mask:
        """The nearest player of ``among`` on each side."""
        mask = 0
        others = self.game.clockwise_from(self.me)
        for side in (others, reversed(others)):
            for player in side:
                if among >> player & 1:
                    mask |= 1 << player
                    break
        return mask

    def could_be(self, kind: Type) -> Mask:
        """Players who are, or might register as, characters of that type."""
        return could_be(self.game, kind)

    def marked(self, name: str) -> tuple[PlayerId, ...]:
        """The players who carry this ability's token called ``name``, in force or not."""
        return tuple([token.player for token in self.own_tokens(name)])

    def own_tokens(self, name: str) -> list[Token]:
        """This ability's tokens called ``name``."""
        number = self._ability.id
        full = f"{self._ability.character.id}.{name}"
        return [t for t in self.game.tokens if t.source == number and t.name == full]

    def afflicts(self, name: str, player: PlayerId) -> bool:
        """Whether this ability's token called ``name`` is in force on a player."""
        return any(t.player == player and self.game.in_force(t) for t in self.own_tokens(name))

    # -- asking ----------------------------------------------------------------------------------

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
            game.emit("woken", 1 << self.me, player=self.me, ability=self.id)

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
                game.emit("chose", 1 << self.me, player=self.me, ability=self.id, answer=answer)
            if ability.parent == NOBODY or len(options) == 1 or self.accepted(answer):
                break
            options = [option for option in options if option != answer]
        if game.phase is NIGHT and game.holders("chosen"):
            self._tell_chosen(answer)
        chosen: T = answer
        return chosen

    def accepted(self, answer: Any) -> bool:
        """Whether whatever the ability came through lets a choice stand (alchemist-10, alchemist-11)."""
        parent = self.game.abilities.get(self._ability.parent)
        while parent is not None:
            if "vets" in parent.character.hooks:
                return parent.character.vets(Turn(self.game, parent), answer)
            parent = self.game.abilities.get(parent.parent)
        return True

    def _tell_chosen(self, answer: Any) -> None:
        """Let abilities react to whom this one has chosen, before it takes effect."""
        parts = answer if isinstance(answer, tuple) else (answer,)
        players = tuple(p for p in parts if isinstance(p, int) and not isinstance(p, bool))
        if players:
            for ability in self.game.held("chosen"):
                ability.character.chosen(Turn(self.game, ability), self, players)

    def choose_or_skip(self, options: Sequence[T], *, name: str = "choose") -> T | None:
        """Like :meth:`choose` by day, where leaving the choice out is no more than ``None``."""
        try:
            return self.choose(options, name=name)
        except Skipped:
            return None

    def show_to(self, player: PlayerId, what: Any) -> None:
        """Wake somebody else and show them something that is true."""
        game = self.game
        if self.is_night:
            game.woken.append(player)
            game.emit("woken", 1 << player, player=player, ability=self.id, by=self.me)
        answer = game.ask(
            Question(
                SHOW, f"{self.id}.tells", (what,), player=player, players=(player,), ability=self.ability
            )
        )
        game.learned[player] = answer
        game.emit("shown", 1 << player, player=player, ability=self.id, answer=answer, by=self.me)

    def announce(self, what: str) -> None:
        """Tell everybody something about the holder."""
        self.game.emit("announced", None, player=self.me, what=what)

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
    ) -> T:
        """The Storyteller decides ``character.name``."""
        return self.game.rule(
            f"{self.id}.{name}",
            options,
            default=default,
            why=why,
            player=self.me if player == NOBODY else player,
            ability=self.ability,
            unwise=unwise,
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
            why=_PLAINLY,
        )
        says = next(value for value, label in labels.items() if label == answer)
        if pinned:
            self.game.pins[key] = (ways, says)
        return says

    # -- showing ---------------------------------------------------------------------------------

    def tell(self, truths: Iterable[T], domain: Sequence[T], *, likely: Sequence[T] | None = None) -> T:
        """Show the holder an answer.

        ``truths`` is the true answer for each way in which players might register; ``domain`` is
        every answer of a believable form (base-108); ``likely`` are those that would not surprise.
        """
        true = tuple(dict.fromkeys(truths))

        def false() -> Sequence[T]:
            return domain if len(true) > 1 else tuple(value for value in domain if value not in true)

        def lie() -> T:
            good_lies = [value for value in false() if likely is None or value in likely]
            if not good_lies:
                return next((value for value in domain if likely is not None and value in likely), false()[0])
            return self._believable(_nearest(good_lies, true[0]))

        return self.tell_one_of(lambda: true, false, lambda: domain, lie=lie)

    def tell_one_of(
        self,
        true: Callable[[], Sequence[T]],
        false: Callable[[], Sequence[T]],
        domain: Callable[[], Sequence[T]],
        *,
        lie: Callable[[], T] | None = None,
    ) -> T:
        """Show the holder one of the answers that may be shown now.

        A working ability shows something true, one that doesn't work anything; where the answer
        must be false (vortox-2) only false ones are offered.
        """
        self.wake()
        must_be_false = self._must_be_false()
        default: Any
        suggest = lie or (lambda: self._believable(false() or domain()))
        if must_be_false:
            options = false()
            default = lambda: answer if (answer := suggest()) in options else options[0]  # noqa: E731
            why = _MUST_BE_FALSE
        elif self.works:
            options, default, why = true(), None, _TRUTH
            if must_be_false is None:
                options = tuple(dict.fromkeys((*options, *domain())))
                why = _PROTECTED
        else:
            options, default = domain(), suggest
            why = _ANYTHING
        return self.show(options, default=default, why=why, truth=lambda: (true() or (None,))[0])

    def _believable(self, lies: Sequence[T]) -> T:
        """A lie that varies from night to night, so that lies form no pattern.

        Nobody would believe that somebody else is what they are themselves.
        """
        own = self.game.told.get(self.me, ("", False))[0]
        lies = [lie for lie in lies if own != getattr(lie, "character", None)] or lies
        return lies[(self.game.night * 5 + self.me * 3 + len(lies) // 2) % len(lies)]

    @property
    def learns_falsely(self) -> bool | None:
        """Whether what the holder learns must be false now; ``None`` when it only may be."""
        return self._must_be_false()

    def by_hand(self) -> None:
        """Leave this step to the Storyteller, who says when it is done."""
        self.wake()
        self.game.ask(
            Question(Kind.BY_HAND, f"{self.id}.by_hand", ("done",), player=self.me, ability=self.ability)
        )

    def _must_be_false(self) -> bool | None:
        answer: bool | None = False
        if self.game.holders("falsifies") and not self.game.affected(self.me, HEALTHY):
            for ability in self.game.working("falsifies"):
                says = ability.character.falsifies(Turn(self.game, ability), self.me)
                if says:
                    return True
                if says is None:
                    answer = None
        return answer

    def show(
        self,
        options: Sequence[T],
        *,
        name: str = "show",
        default: Any = None,
        why: Text | None = None,
        truth: Callable[[], Any] | None = None,
    ) -> T:
        """Show the holder one of ``options``, all of which are legal."""
        self.wake()
        game, ability, me = self.game, self.ability, self.me
        question = Question(
            SHOW, f"{ability.character.id}.{name}", options, STORYTELLER, me, ability, default, why
        )
        question.players, question.truth = (me,), truth
        answer: T = game.ask(question)
        game.learned[me] = answer
        if game.listen is not None:
            game.emit("shown", 1 << me, player=me, ability=self.id, answer=answer)
        return answer

    # -- acting ----------------------------------------------------------------------------------

    def mark(self, name: str, player: PlayerId, *, data: Any = None) -> bool:
        """Put this ability's token on a player; nothing happens if it doesn't work (base-110)."""
        if not self.works:
            return False
        self.note(name, player, data=data)
        return True

    def note(self, name: str, player: PlayerId, *, data: Any = None) -> None:
        """Put a token down whether or not the ability works: something to remember.

        An ability that is gone leaves nothing behind but what stays whatever becomes of its source,
        and the record of the death that ended it.
        """
        character = self._ability.character
        kind = character.tokens[name]
        source = self._ability.id
        if source not in self.game.abilities:
            stays = self._worked and kind.until is not SOURCE and kind.effect <= SPENT
            if kind.until is not FOREVER and not stays:
                return
            source = NOBODY
        full = f"{character.id}.{name}"
        self.game.place_token(full, player, kind.effect, source, kind.until, data, kind.kept_by)

    def unmark(self, name: str, player: PlayerId | None = None) -> None:
        """Take this ability's tokens called ``name`` off a player, or off everybody."""
        full = f"{self.id}.{name}"
        number = self._ability.id
        self.game.remove_tokens(
            lambda t: t.source == number and t.name == full and (player is None or t.player == player)
        )

    def spend(self, name: str = "no_ability") -> None:
        """Use the ability up, whether or not it works (base-111)."""
        self.note(name, self.me)

    def remember(self, memory: Any) -> None:
        """Keep something on the ability itself."""
        self.game.remember(self.ability._replace(memory=memory))

    def kill(self, player: PlayerId, *, linked_to: PlayerId = NOBODY) -> bool:
        """Kill a player by this ability; whether they died. Nothing happens if it doesn't work."""
        if not self.works:
            return False
        died = death.kill(self.game, player, death.by_ability(self.ability, linked_to))
        if died and "dead" in self._ability.character.tokens and self._ability.id in self.game.abilities:
            self.note("dead", player)
        return died

    def kill_surely(self, player: PlayerId) -> bool:
        """Kill a player whatever protects them; whether they died."""
        died = death.kill(self.game, player, death.by_ability(self.ability), surely=True)
        if died and "dead" in self._ability.character.tokens and self._ability.id in self.game.abilities:
            self.note("dead", player)
        return died

    def revive(self, player: PlayerId) -> None:
        """Bring a dead player back to life."""
        if self.works:
            death.revive(self.game, player)

    def refresh(self, player: PlayerId) -> None:
        """Give a player's own abilities back as new: unused, and what is done at the start due again."""
        death.refresh(self.game, player)

    def again_tonight(self, player: PlayerId) -> None:
        """Let a player's abilities that are still to act tonight act twice."""
        clock.double(self.game, player)

    def execute(self, player: PlayerId) -> bool:
        """Execute a player by this ability; whether they died."""
        return self.works and death.execute(self.game, player, self.ability)

    def become(self, player: PlayerId, character: str, *, notice_place: float | None = None) -> bool:
        """Make a player another character; whether it happened."""
        return change.become(
            self.game, player, self.cast.by_id[character], by=self.ability, notice_place=notice_place
        )

    def turn_side(self, player: PlayerId, evil: bool, *, tell: bool = True) -> None:
        """Put a player on a side."""
        change.set_alignment(self.game, player, evil, tell=tell)

    def grant(self, character: str, *, due: bool = True, memory: Any = None) -> Ability:
        """Give the holder another character's ability, which goes when this one goes."""
        return self.grant_ability(self.cast.by_id[character], due=due, memory=memory)

    def grant_ability(self, character: Character, *, due: bool = True, memory: Any = None) -> Ability:
        """Like :meth:`grant`, also for an ability that is no character of the script.

        What comes through an ability that is only pretended is pretended, too.
        """
        parent = self._ability
        return change.gain(
            self.game,
            self.me,
            character,
            parent=parent.id,
            pretended=parent.pretended,
            due=due,
            memory=memory,
        )

    def take_over(self, original: Ability) -> None:
        """Give the holder an ability that somebody else has or had, jinxes included."""
        before = {a.id for a in self.granted}
        original.character.hand_over(self, original)
        for taken in self.granted:
            if taken.id not in before:
                for jinx in self.cast.jinxes_of.get(taken.character.id, ()):
                    jinx.handed_over(self, original, taken)

    def swap_characters(self, other: PlayerId) -> None:
        """The holder and another player change characters and sides, each told what they are now."""
        change.swap(self.game, self.me, other)

    def introduce_evil(self) -> None:
        """Have the evil players learn who each other are, tonight or in the coming night."""
        introduce_evil(self.game, self.cast.other_place.get(self.id, 0.0))

    @property
    def demons_cannot_kill(self) -> bool:
        """Whether something keeps every Demon's ability from killing now."""
        return death.demons_are_stopped(self.game)

    def has_note(self, name: str, player: PlayerId) -> bool:
        """Whether a player carries a token called ``name``, whoever placed it."""
        return any(t.name == name and t.player == player for t in self.game.tokens)

    def pretend(self, character: str) -> Ability:
        """Let the holder act out another character's ability, which never works."""
        return change.gain(
            self.game, self.me, self.cast.by_id[character], parent=self._ability.id, pretended=True
        )

    def drop(self, ability: Ability) -> None:
        """Take an ability away."""
        change.lose(self.game, ability.id)

    @property
    def granted(self) -> list[Ability]:
        """The abilities that came through this one."""
        return [a for a in self.game.abilities.values() if a.parent == self._ability.id]

    def feign_death(self, attempt: death.Death) -> None:
        """The holder seems to die and lives."""
        death.feign(self.game, attempt)

    def stop_feigning(self) -> None:
        """The holder is seen to be alive again."""
        bit = 1 << self.me
        self.game.feigned &= ~bit
        self.game.ghost_votes &= ~bit
        self.game.changed()

    def wake_tonight(self) -> None:
        """Have the holder woken later tonight in this character's place."""
        if self.is_night:
            clock.wake_later(self.game, self.ability)

    def win(self, evil: bool) -> None:
        """This ability ends the game for one side (base-102)."""
        outcome.claim(self.game, evil, self.id)
        self.game.moved = True

    def draw(self, name: str, options: Sequence[T]) -> T:
        """Let chance decide for this ability."""
        answer: T = self.game.ask(
            Question(DRAW, f"{self.id}.{name}", options, who=CHANCE, ability=self.ability)
        )
        return answer

    def jinx_hits(self, target: PlayerId) -> bool:
        """Whether a jinx makes this ability hit a player whom it would otherwise miss."""
        return any(jinx.hit(self, target) for jinx in self.cast.jinxes_of.get(self.id, ()))


def introduce_evil(game: Game, place: float) -> None:
    """See :func:`knell.engine.night.introduce_evil`, which needs this module."""
    from knell.engine import night

    night.introduce_evil(game, place)


Game.turn_type = Turn


def _nearest(lies: Sequence[T], truth: T) -> Sequence[T]:
    """Of numbers, those that lie closest to the truth; of other things, all."""
    if isinstance(truth, bool) or not isinstance(truth, int):
        return lies
    numbers = [value for value in lies if isinstance(value, int)]
    closest = min(abs(value - truth) for value in numbers)
    return [value for value in numbers if abs(value - truth) == closest]


__all__ = ["CHANCE", "STORYTELLER", "Effect", "Skipped", "Turn", "Type", "Until"]

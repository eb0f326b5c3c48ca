"""What an ability shows its holder: something true, anything at all, or something false."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from knell.engine.events import Announced, Shown, Woken
from knell.engine.question import SHOW, Question
from knell.engine.terms import HEALTHY, STORYTELLER, PlayerId
from knell.engine.turn.asks import Asks
from knell.messages import N_, Text, text

T = TypeVar("T")

_MUST_BE_FALSE: Final = text(N_("What a Townsfolk learns must be false now."))
_TRUTH: Final = text(N_("This is the truth."))
_PROTECTED: Final = text(N_("Protected from the Demon: true and false are both allowed."))
_ANYTHING: Final = text(
    N_("The ability doesn't work, so this may be anything; a believable lie is suggested.")
)


class Shows(Asks):
    """Tells people things, and knows whether these have to be true."""

    __slots__ = ()

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

    def _must_be_false(self) -> bool | None:
        answer: bool | None = False
        if self.game.holders("falsifies") and not self.game.affected(self.me, HEALTHY):
            for ability in self.game.working("falsifies"):
                says = ability.character.falsifies(self.game.turn(ability), self.me)
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
            game.emit(Shown(me, self.id, answer))
        return answer

    def show_to(self, player: PlayerId, what: Any) -> None:
        """Wake somebody else and show them something that is true."""
        game = self.game
        if self.is_night:
            game.woken.append(player)
            game.emit(Woken(player, self.id, self.me))
        answer = game.ask(
            Question(
                SHOW, f"{self.id}.tells", (what,), player=player, players=(player,), ability=self.ability
            )
        )
        game.learned[player] = answer
        game.emit(Shown(player, self.id, answer, self.me))

    def announce(self, character: str) -> None:
        """Tell everybody that the holder is that character."""
        self.game.emit(Announced(self.me, character))


def _nearest(lies: Sequence[T], truth: T) -> Sequence[T]:
    """Of numbers, those that lie closest to the truth; of other things, all."""
    if isinstance(truth, bool) or not isinstance(truth, int):
        return lies
    numbers = [value for value in lies if isinstance(value, int)]
    closest = min(abs(value - truth) for value in numbers)
    return [value for value in numbers if abs(value - truth) == closest]

"""What an ability shows its holder: something true, anything at all, or something false."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from knell.engine.advice import Advice, Case, Pick, Suggestion, acted_out_for, both, impaired_by, suggest
from knell.engine.events import Announced, Shown, Woken
from knell.engine.past import Past
from knell.engine.policy import SHOWING
from knell.engine.question import SHOW, Question
from knell.engine.terms import HEALTHY, STORYTELLER, PlayerId
from knell.engine.turn.asks import Asks
from knell.messages import N_, Text, text

T = TypeVar("T")

_TRUTH: Final = text(N_("This is the truth."))
_PROTECTED: Final = text(N_("Protected from the Demon: true and false are both allowed."))
_ANYTHING: Final = text(N_("The ability doesn't work, so this may be anything."))


class Showing(Advice):
    """How a showing is suggested: by what is true, what has to be said, and the rules for lies."""

    __slots__ = ("about", "likely", "must_be_false", "true", "turn")

    def __init__(
        self,
        turn: Shows,
        true: Callable[[], Sequence[Any]],
        *,
        must_be_false: bool | None,
        likely: Sequence[Any] | None,
        about: tuple[PlayerId, ...],
    ) -> None:
        self.turn = turn
        self.true = true
        self.must_be_false = must_be_false
        self.likely = likely
        self.about = about

    def suggest(self, question: Question, pick: Pick | None, past: Past) -> Suggestion:
        """What is suggested, with its cause: a truth, or a lie that somebody could believe."""
        turn = self.turn
        truths = self.true()
        lies = self.must_be_false is True or not turn.works
        case = Case(
            turn.game,
            question,
            past,
            truths=truths,
            must_be_false=bool(self.must_be_false or turn.game.working("falsifies")),
            lies=lies,
            about=self.about,
            likely=self.likely,
        )
        own = turn.ability.character.suggests.get(question.name.rpartition(".")[2], ())
        candidates = question.options if lies else truths or question.options
        found = suggest(case, (*SHOWING, *own), candidates, pick)
        return found._replace(why=both(self._cause(lies), found.why))

    def _cause(self, lies: bool) -> Text:
        turn = self.turn
        if self.must_be_false:
            return text(N_("{character}: must be false."), character=turn.falsified_by)
        if not lies:
            return _TRUTH if self.must_be_false is False else _PROTECTED
        game, ability = turn.game, turn.ability
        if owner := acted_out_for(game, ability) or impaired_by(game, turn.me):
            return text(N_("{character}: may be anything."), character=owner)
        return _ANYTHING


class Shows(Asks):
    """Tells people things, and knows whether these have to be true."""

    __slots__ = ()

    def tell(
        self,
        truths: Iterable[T],
        domain: Sequence[T],
        *,
        likely: Sequence[T] | None = None,
        about: tuple[PlayerId, ...] = (),
    ) -> T:
        """Show the holder an answer.

        ``truths`` is the true answer for each way in which players might register; ``domain`` is
        every answer of a believable form (base-108). For suggestions: ``likely`` are those that would
        not surprise, ``about`` are the players whom the answer is about.
        """
        true = tuple(dict.fromkeys(truths))

        def false() -> Sequence[T]:
            return domain if len(true) > 1 else tuple(value for value in domain if value not in true)

        return self.tell_one_of(lambda: true, false, lambda: domain, likely=likely, about=about)

    def tell_one_of(
        self,
        true: Callable[[], Sequence[T]],
        false: Callable[[], Sequence[T]],
        domain: Callable[[], Sequence[T]],
        *,
        likely: Sequence[T] | None = None,
        about: tuple[PlayerId, ...] = (),
    ) -> T:
        """Show the holder one of the answers that may be shown now.

        A working ability shows something true, one that doesn't work anything; where the answer
        must be false (vortox-2) only false ones are offered.
        """
        self.wake()
        must_be_false = self._must_be_false()
        if must_be_false:
            options = false()
        elif self.works:
            options = true()
            if must_be_false is None:
                options = tuple(dict.fromkeys((*options, *domain())))
            elif len(options) == 1:
                return self.show(options, why=_TRUTH, truth=lambda: options[0])
        else:
            options = domain()
        advice = Showing(self, true, must_be_false=must_be_false, likely=likely, about=about)
        return self.show(options, truth=lambda: (true() or (None,))[0], advice=advice)

    @property
    def learns_falsely(self) -> bool | None:
        """Whether what the holder learns must be false now; ``None`` when it only may be."""
        return self._must_be_false()

    @property
    def falsified_by(self) -> str:
        """The character because of which what the holder learns must be false; empty where none is."""
        for ability in self.game.working("falsifies"):
            if ability.character.falsifies(self.game.turn(ability), self.me):
                return ability.character.id
        return ""

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
        advice: Advice | None = None,
    ) -> T:
        """Show the holder one of ``options``, all of which are legal."""
        self.wake()
        game, ability, me = self.game, self.ability, self.me
        question = Question(
            SHOW, f"{ability.character.id}.{name}", options, STORYTELLER, me, ability, default, why
        )
        question.players, question.truth, question.advice = (me,), truth, advice
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

"""The one seam: whatever the rules leave open is a :class:`Question` that somebody else answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from knell.engine.options import Described, NoSuchAnswer, OwnWords, Shape, settle, shape_of
from knell.engine.past import NO_PAST, Past
from knell.engine.terms import NOBODY, STORYTELLER, PlayerId
from knell.messages import Text

if TYPE_CHECKING:
    from knell.engine.ability import Ability
    from knell.engine.advice import Advice, Pick, Suggestion


class Kind(IntEnum):
    """What sort of question it is."""

    CHOICE = 0
    """A player's own choice; ``SKIP`` is always legal too."""
    SHOW = 1
    """What the Storyteller shows to a player."""
    RULING = 2
    """Something that the rules leave to the Storyteller."""
    CHANCE = 3
    """Something that is drawn at random."""
    DAY = 4
    """What happens next during the day: an action."""
    VOTE = 5
    """Whether a hand is up when the count passes it."""
    SUPPORT = 6
    """Whether a player supports an exile."""
    BY_HAND = 7
    """A step that Knell doesn't automate; the Storyteller says when it is done."""


CHOICE: Final = Kind.CHOICE
SHOW: Final = Kind.SHOW
RULING: Final = Kind.RULING
DRAW: Final = Kind.CHANCE
DAY_ACTION: Final = Kind.DAY
VOTE: Final = Kind.VOTE


def _likeliest() -> tuple[None, Past]:
    """Nothing is drawn, and nobody remembers anything."""
    return None, NO_PAST


class Question:
    """Something to be answered before the game can go on.

    ``who`` answers: a player id, ``STORYTELLER`` or ``CHANCE``. ``name`` is the public name of the
    decision (``imp.successor``, ``monk.choose``, ``empath.show``, ``vote``). ``player`` is whom it is
    about, ``ability`` on behalf of which ability it is asked. ``options`` holds every legal answer.
    """

    __slots__ = (
        "_chance",
        "_default",
        "_suggestion",
        "_unwise",
        "_why",
        "ability",
        "advice",
        "kind",
        "name",
        "options",
        "player",
        "players",
        "truth",
        "warned_as",
        "who",
    )
    _chance: Callable[[], tuple[Pick | None, Past]]
    _suggestion: Suggestion | None

    def __init__(
        self,
        kind: Kind,
        name: str,
        options: Sequence[Any],
        who: int = STORYTELLER,
        player: PlayerId = NOBODY,
        ability: Ability | None = None,
        default: Any = None,
        why: Text | Callable[[Any], Text | None] | None = None,
        unwise: Callable[[Any], Text | None] | None = None,
        warned_as: str = "",
        players: tuple[PlayerId, ...] = (),
        truth: Callable[[], Any] | None = None,
        advice: Advice | None = None,
    ) -> None:
        # The inner loop hands these over by position: by name they cost more than all the rest.
        self.kind = kind
        self.name = name
        self.options = options
        self.who = who
        self.player = player
        self.players = players
        self.ability = ability
        self.truth = truth
        self.warned_as = warned_as or name
        self.advice = advice
        self._default = default
        self._why = why
        self._unwise = unwise

    @property
    def default(self) -> Any:
        """What is suggested: by the rules ledger or by ``advice``, ``AT_RANDOM``, or the first option.

        Advice is drawn from where :meth:`draw_from` says, and is the likeliest answer until then.
        """
        if self.advice is not None:
            return self.suggestion.answer
        if callable(self._default):
            self._default = self._default()
        return self.options[0] if self._default is None and None not in self.options else self._default

    @property
    def why(self) -> Text | None:
        """Why that answer is suggested, in one line."""
        if self.advice is not None:
            return self.suggestion.why
        return self._why(self.default) if callable(self._why) else self._why

    @property
    def suggestion(self) -> Suggestion:
        """What is suggested by ``advice``, worked out once, when somebody looks."""
        assert self.advice is not None
        known = getattr(self, "_suggestion", None)
        if known is None:
            pick, past = getattr(self, "_chance", _likeliest)()
            known = self._suggestion = self.advice.suggest(self, pick, past)
        return known

    @property
    def is_drawn(self) -> bool:
        """Whether somebody has said where advice is drawn from."""
        return hasattr(self, "_chance")

    def draw_from(self, chance: Callable[[], tuple[Pick | None, Past]]) -> None:
        """Let what is suggested be drawn, and fit what has happened before.

        ``chance`` is called when somebody looks, and gives what draws and what has happened.
        """
        self._chance = chance
        self._suggestion = None

    def unwise(self, answer: Any) -> Text | None:
        """What speaks against a legal answer, if anything does."""
        return self._unwise(answer) if self._unwise is not None else None

    @property
    def shape(self) -> Shape:
        """What the answers look like."""
        shape = shape_of(self.options)
        # A player is shown as a Pair, so a plain number that is shown counts something.
        return Shape.NUMBER if shape is Shape.PLAYER and self.kind is SHOW else shape

    @property
    def things(self) -> tuple[Any, ...]:
        """Where an answer names several things: which there are to be named, once each."""
        return tuple(dict.fromkeys(self.options.things)) if isinstance(self.options, Described) else ()

    @property
    def sizes(self) -> range:
        """How many of ``things`` an answer names."""
        return self.options.sizes if isinstance(self.options, Described) else range(1, 2)

    @property
    def forced(self) -> tuple[Any, ...]:
        """Which of ``things`` every answer names."""
        return self.options.forced if isinstance(self.options, Described) else ()

    @property
    def shape_of_things(self) -> Shape | None:
        """Where an answer names several things: what each of them is; ``None`` where there are none."""
        named = self.things
        if not named and self.shape is Shape.SEVERAL:
            named = next(filter(None, self.options), ())
        return shape_of(named) if named else None

    @property
    def parts(self) -> tuple[Sequence[Any], ...]:
        """Where an answer has parts of different sorts: what each may be."""
        return self.options.parts if isinstance(self.options, Described) else ()

    @property
    def own_words(self) -> OwnWords | None:
        """Where any words at all are an answer: what puts such words together, and judges them."""
        return self.options if isinstance(self.options, OwnWords) else None

    def settle(self, answer: Any) -> Any:
        """A legal answer in the one form that it takes; two in another order are the same.

        Raises ``NoSuchAnswer`` for one that isn't legal. ``SKIP`` is none of them.
        """
        return settle(self.options, answer)

    def allows(self, answer: Any) -> bool:
        """Whether ``answer`` is one of the legal ones."""
        try:
            settle(self.options, answer)
        except NoSuchAnswer:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Question {self.name} to {self.who} about {self.player}>"

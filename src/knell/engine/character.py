"""The base classes of characters and jinxes: what a character module fills in.

A character says its type, its texts and its tokens, and fills in the hooks it needs
(:mod:`knell.engine.hooks` lists them by moment).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from knell.engine.advice import ORDINARY, Rule, Weight
from knell.engine.form import FormField
from knell.engine.hooks import (
    ChangeHooks,
    DayHooks,
    DeathHooks,
    EffectHooks,
    EndingHooks,
    Game,
    InformationHooks,
    NightHooks,
    SetupHooks,
    Turn,
)
from knell.engine.reference import Decision, Settled, YesOrNo
from knell.engine.terms import PlayerId, Type
from knell.engine.tokens import TokenType

if TYPE_CHECKING:
    from knell.engine.ability import Ability

WAKES: Final = "wakes"
"""Finds the abilities of characters that may have a place in the order of a night."""
VOTING: Final = "voting"
"""Finds the abilities of characters that have a say in how votes go."""


HOOKS: Final[Mapping[str, Any]] = {
    name: function
    for moment in (
        *(SetupHooks, NightHooks, InformationHooks, EffectHooks),
        *(DeathHooks, ChangeHooks, DayHooks, EndingHooks),
    )
    for name, function in vars(moment).items()
    if callable(function) and not name.startswith("_")
}
"""Every hook by its name, as it is where a character doesn't fill it in."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is said of a ruling that the Storyteller may make at any time; translated where it is shown."""

    told: str
    """The sentence that tells of it, about ``{player}``."""
    offered: str = ""
    """What there is to do, about ``{player}`` and ``{character}``."""
    offered_beside: str = ""
    """The same where the player stands beside it, about ``{character}``."""
    advice: str = ""
    """What the Storyteller heeds."""
    executes: bool = False
    """By day it is made like an execution, and ends the day."""


class Character(
    SetupHooks, NightHooks, InformationHooks, EffectHooks, DeathHooks, ChangeHooks, DayHooks, EndingHooks
):
    """What one character does. The one instance of each class serves every game; it holds no state."""

    id: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What the ability is, in one or two sentences of our own; translated where it is shown."""
    how_to_run: ClassVar[tuple[str, ...]] = ()
    """What the Storyteller does, step by step; translated where it is shown."""
    notes: ClassVar[tuple[str, ...]] = ()
    """Rulings that trip people up; translated where they are shown."""
    asks: ClassVar[Mapping[str, str]] = {}
    """In what sentence each of its decisions is put to the Storyteller; translated where it is shown.

    By the decision's name behind the character's, or by the whole name where that is a clause's, like
    ``x001.75``. The sentences may speak of ``{player}``, ``{character}`` and ``{count}``.
    """
    says: ClassVar[Mapping[str, str]] = {}
    """Words of its own that are answers, and how people say them; translated where they are shown."""
    counts: ClassVar[tuple[str, ...]] = ()
    """Those of its questions whose answer counts something, instead of being a player's number."""
    shows: ClassVar[tuple[str, ...]] = ()
    """Those of its questions, besides ``show`` and ``tells``, that show somebody something."""
    lead: ClassVar[str] = ""
    """What stands above a character on the card of ``show``, where the character alone could be misread."""
    answers: ClassVar[Mapping[str, str | Decision | YesOrNo]] = {}
    """For the reference: how each of its questions is answered in files, by the same names as in ``asks``."""
    settled: ClassVar[tuple[Settled, ...]] = ()
    """For the reference: what it does where the rules are silent and nobody is asked."""
    differs: ClassVar[Mapping[str, str]] = {}
    """Where it isn't what the official facts let one expect, each with the reason.

    By the name of a token that it leaves out, by ``night`` where it has a place and does nothing there, by
    ``setup`` where its mark, or that it has none, isn't what it does to the bag, or by the other character
    of a jinx that has no module.
    """
    type: ClassVar[Type]
    tokens: ClassVar[Mapping[str, TokenType]] = {}
    works_dead: ClassVar[bool] = False
    """The ability works even if its holder is dead, or is triggered by that death (base-117)."""
    last_resort: ClassVar[bool] = False
    """Protecting somebody costs the ability something, so others go first."""
    succession: ClassVar[int] = 9
    """Who takes over first when a Demon dies: the lowest number."""
    form: ClassVar[tuple[FormField, ...]] = ()
    """What is filled in when the ability is used by day; empty when it isn't a day ability."""
    public: ClassVar[bool] = True
    """A use by day counts only when everybody can hear it."""
    stands_in: ClassVar[Type | None] = None
    """Its own token stays out of the bag and one of this type goes in instead (base-22)."""
    disguised_besides: ClassVar[bool] = False
    """What else it might register as comes on top: it is always of its own type, too."""
    named_is_chosen: ClassVar[bool] = True
    """Naming a character with this ability usually counts as choosing whoever has it (x000-093)."""
    only_learns: ClassVar[bool] = False
    """Its step at night changes nothing for anybody else, so it doesn't matter what comes first."""
    suggests: ClassVar[Mapping[str, tuple[Rule, ...]]] = {}
    """Rules for what is suggested at its questions, by their names as in ``asks``.

    For ``show`` they come on top of those that every showing goes by (``knell.engine.policy``).
    """
    hides_failing: ClassVar[Weight] = ORDINARY
    """How long it goes unnoticed that the ability doesn't work: how gladly its holder is made drunk."""
    claimed_easily: ClassVar[Weight] = ORDINARY
    """How easily an evil player claims to be it: how gladly it is given as a bluff."""
    gives_nothing: ClassVar[bool] = False
    """There is no ability in it that another player could gain (philosopher-20)."""
    cause_question: ClassVar[str] = ""
    """What to ask when this ability and another one answer the same nomination."""
    rulings: ClassVar[Mapping[str, Ruling]] = {}
    """Rulings of its own that the Storyteller may make at any time, like the Mutant's ``execute``."""
    by_hand: ClassVar[bool] = False
    """Knell doesn't automate this character."""
    _only: ClassVar[Any] = None
    hooks: ClassVar[frozenset[str]] = frozenset()
    """The hooks it fills in."""
    found_by: ClassVar[frozenset[str]] = frozenset()
    """By which hooks the kernel looks for its abilities among all; ``WAKES`` and ``VOTING`` among them."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.hooks = frozenset([name for name, kept in HOOKS.items() if getattr(cls, name) is not kept])
        found_by = {name for name in cls.hooks if not hasattr(HOOKS[name], "of_one")}
        if cls.by_hand or cls.hooks & {"start", "night"}:
            found_by.add(WAKES)
        if cls.hooks & {"votes_secretly", "restricts_votes", "weighs", "voted"}:
            found_by.add(VOTING)
        cls.found_by = frozenset(found_by)

    def __new__(cls) -> Self:
        only: Self | None = cls.__dict__.get("_only")
        if only is None:
            only = super().__new__(cls)
            cls._only = only
        return only

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), ()

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def fills_in(self, hook: Callable[..., Any]) -> bool:
        """Whether it fills in a hook, which is given as ``Character`` has it: ``Character.night``."""
        return hook.__name__ in self.hooks

    @property
    def changes_outsiders(self) -> bool:
        """Whether it may change how many Outsiders there are (base-17)."""
        return bool(self.outsiders_added) or self.fills_in(Character.outsiders_wanted)


class Townsfolk(Character):
    """Base of the Townsfolk."""

    type = Type.TOWNSFOLK


class Outsider(Character):
    """Base of the Outsiders."""

    type = Type.OUTSIDER


class Minion(Character):
    """Base of the Minions."""

    type = Type.MINION


class Demon(Character):
    """Base of the Demons."""

    type = Type.DEMON


class Traveller(Character):
    """Base of the Travellers."""

    type = Type.TRAVELLER


class Jinx:
    """What changes when two characters are on the same script (base-147)."""

    pair: ClassVar[tuple[str, str]] = ("", "")
    summary: ClassVar[str] = ""
    """What changes, in our own words; translated where it is shown."""
    tokens: ClassVar[Mapping[str, TokenType]] = {}
    """Tokens that only the jinx puts down, by their whole names."""
    apart: ClassVar[bool] = False
    """These two may not be in play together."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.pair)

    def hit(self, turn: Turn, target: PlayerId) -> bool:
        """Whether an ability of the pair also hits ``target``."""
        return False

    def continuous(self, game: Game) -> Iterable[tuple[str, PlayerId]]:
        """Players who are drunk because of the jinx, with the token that says so."""
        return ()

    def became(self, game: Game, player: PlayerId, by: Ability) -> None:
        """An ability has made a player another character."""

    def handed_over(self, turn: Turn, original: Ability, taken: Ability) -> None:
        """``turn``'s holder has taken over an ability of the pair from somebody else."""

    def setup_refuses(self, characters: tuple[str, ...]) -> bool:
        """Whether these characters can't be in play like this."""
        return self.apart and all(i in characters for i in self.pair)

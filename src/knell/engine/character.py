"""The base classes of characters and jinxes: what a character module fills in.

A character says its type and its tokens, and overrides the hooks it needs. The kernel calls a hook
with a :class:`~knell.engine.turn.Turn`, the game as that one ability sees it. Hooks marked *working
only* are called for an ability that works at that moment; the others are called for everyone who
holds the ability, and the :class:`Turn` takes care that nothing of an ability that doesn't work
takes effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from knell.engine.ability import Ability, TokenType
from knell.engine.reference import Decision, Settled, YesOrNo
from knell.engine.terms import Mask, PlayerId, Type
from knell.messages import N_, Text, text

if TYPE_CHECKING:
    from knell.engine.actions import Use
    from knell.engine.day import Nomination
    from knell.engine.death import Death
    from knell.engine.game import Game
    from knell.engine.outcome import Ending
    from knell.engine.turn import Turn

HOOKS: Final = (
    "attaches",
    "copies",
    "setup",
    "asleep",
    "start",
    "night",
    "continuous",
    "upkeep",
    "protects",
    "died",
    "saw_death",
    "inherits",
    "reacts",
    "dusk",
    "morning",
    "voted",
    "restricts_votes",
    "weighs",
    "spares",
    "outsiders_wanted",
    "votes_secretly",
    "falsifies",
    "disguises",
    "looks_evil",
    "chosen",
    "vets",
    "changed",
    "changed_side",
    "revived",
    "leaving",
    "lost",
    "nightfall",
    "hides_evil",
    "reverses",
    "turns",
)

WAKES: Final = "wakes"
"""Stands among the hooks of a character that may have a place in the order of a night."""
VOTING: Final = "voting"
"""Stands among the hooks of a character that has a say in how votes go."""


class FormField:
    """One thing to be filled in when a public ability is used: its name and what belongs there."""

    __slots__ = ("asks", "name", "shape")

    def __init__(self, name: str, shape: str, asks: str = "") -> None:
        self.name = name
        self.shape = shape
        """``player``, ``players``, ``guesses`` (players with characters) or ``text``."""
        self.asks = asks
        """What is asked for, where the shape doesn't say it; translated where it is shown."""


class Character:
    """What one character does. One instance serves every game; it holds no state."""

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
    outsiders_added: ClassVar[int] = 0
    """The set-up mark in brackets: how many Townsfolk give way to Outsiders (base-17)."""
    keeps_memory: ClassVar[bool] = False
    """What it remembers says what the ability is, so it outlasts a return to life."""
    spends: ClassVar[bool] = False
    """Saving somebody uses the ability up, so others go first."""
    succession: ClassVar[int] = 9
    """Who takes over first when a Demon dies: the lowest number."""
    form: ClassVar[tuple[FormField, ...]] = ()
    """What is filled in when the ability is used by day; empty when it isn't a day ability."""
    public: ClassVar[bool] = True
    """A use by day counts only when everybody can hear it."""
    stands_in: ClassVar[Type | None] = None
    """Its own token stays out of the bag and one of this type goes in instead (base-22)."""
    gives_nothing: ClassVar[bool] = False
    """There is no ability in it that another player could gain (philosopher-20)."""
    cause_question: ClassVar[str] = ""
    """What to ask when this ability and another one answer the same nomination."""
    rulings: ClassVar[Mapping[str, str]] = {}
    """Rulings of its own that the Storyteller may make at any time, like the Mutant's ``execute``.

    Each with the untranslated sentence that tells of it, about ``{player}``.
    """
    by_hand: ClassVar[bool] = False
    """Knell doesn't automate this character."""
    hooks: ClassVar[frozenset[str]] = frozenset()
    """The hooks it fills in, and ``WAKES`` and ``VOTING`` where they fit."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        hooks = {hook for hook in HOOKS if getattr(cls, hook) is not getattr(Character, hook)}
        if cls.by_hand or hooks & {"start", "night"}:
            hooks.add(WAKES)
        if hooks & {"votes_secretly", "restricts_votes", "weighs", "voted"}:
            hooks.add(VOTING)
        cls.hooks = frozenset(hooks)

    def __repr__(self) -> str:
        return f"<{self.id}>"

    # -- before the first night, or when the ability is gained -----------------------------------

    def attaches(self, game: Game, in_bag: tuple[str, ...]) -> str | None:
        """The character whose ability this one is given while the bag is put together (base-20)."""
        return None

    def copies(self, players: int) -> Sequence[int]:
        """How many of its tokens may go into the bag for so many ordinary players.

        A Demon that fills this in has no Minions beside it; those who hold it know each other.
        """
        return (1,)

    def outsiders_wanted(self, game: Game) -> int:
        """Like ``outsiders_added``, where the Storyteller has a choice."""
        return self.outsiders_added

    def setup(self, turn: Turn) -> None:
        """Ask for what the Storyteller has to decide before the ability can be used (base-26)."""

    def believes(self, turn: Turn) -> str | None:
        """The character that a player made into this one believes to be, if not this one."""
        return None

    def reminds(self, turn: Turn) -> Text | None:
        """What the Storyteller should have before their eyes whenever this ability is in question.

        It says what only the Storyteller knows and no token shows. Asks nothing and changes nothing.
        """
        return None

    # -- at night --------------------------------------------------------------------------------

    def start(self, turn: Turn) -> None:
        """What is done once, on the first night or the night the ability is gained (base-118)."""

    def night(self, turn: Turn) -> None:
        """What is done each night in this character's place."""

    def asleep(self, turn: Turn) -> Text | None:
        """Why the holder isn't woken for ``night`` now, or ``None`` when they are. Asks nothing."""
        return None

    def nightfall(self, turn: Turn) -> None:
        """Night falls, before anybody is woken."""

    def chosen(self, turn: Turn, chooser: Turn, players: tuple[PlayerId, ...]) -> None:
        """Somebody's ability has chosen ``players`` at night, before it takes effect."""

    def vets(self, turn: Turn, answer: Any) -> bool:
        """Whether a choice made with an ability that came through this one is accepted."""
        return True

    # -- all the time ----------------------------------------------------------------------------

    def continuous(self, turn: Turn) -> Iterable[tuple[str, PlayerId]]:
        """Tokens (name, player) that follow from the position as it is. Recomputed after every change."""
        return ()

    def upkeep(self, turn: Turn) -> None:
        """After every change. Working only."""

    def falsifies(self, turn: Turn, player: PlayerId) -> bool | None:
        """Whether what ``player`` learns must be false; ``None`` when it may be. Working only."""
        return False

    def disguises(self, turn: Turn) -> Iterable[tuple[bool, str]]:
        """Other ways (evil, character) in which the holder might register. Working only."""
        return ()

    def looks_evil(self, turn: Turn) -> PlayerId:
        """A player who registers as evil to every ability, or ``NOBODY``. Working only."""
        return -1

    def votes_secretly(self, turn: Turn) -> bool:
        """Whether votes are held with eyes closed. Working only."""
        return False

    def hides_evil(self, turn: Turn) -> bool:
        """Whether evil players don't learn who each other are. Working only."""
        return False

    # -- deaths ----------------------------------------------------------------------------------

    def protects(self, turn: Turn, death: Death) -> bool:
        """Whether this ability would stop that death; does nothing yet. Working only."""
        return False

    def saves(self, turn: Turn, death: Death) -> None:
        """This ability is the one that stops the death."""

    def died(self, turn: Turn, death: Death) -> None:
        """Somebody has died. Called for abilities that worked just before the death."""

    def saw_death(self, turn: Turn, death: Death) -> None:
        """Somebody has died, or seems to have: book-keeping, also for abilities that don't work."""

    def could_inherit(self, turn: Turn, death: Death) -> bool:
        """A Demon has died: whether this ability makes somebody the Demon in its place."""
        return True

    def inherits(self, turn: Turn, death: Death) -> bool:
        """Let somebody become the Demon through this ability; whether it happened.

        Called, in the order of ``succession``, for abilities that worked just before the death and
        could do so. Where several copies of one character could, the Storyteller picks.
        """
        return False

    def renewed(self, turn: Turn) -> None:
        """The ability is the holder's again, as new, after a death (base-139)."""
        if self.keeps_memory and not turn.granted:
            self.setup(turn)

    def revived(self, turn: Turn, player: PlayerId) -> None:
        """A dead player has come back to life."""

    def leaving(self, turn: Turn) -> None:
        """The holder is about to become another character."""

    def lost(self, turn: Turn) -> None:
        """The ability is about to be taken away. Working only."""

    def hand_over(self, turn: Turn, original: Ability) -> None:
        """Give ``turn``'s holder, who takes it over from somebody else, the ability ``original``."""
        turn.grant(self.id)

    def changed(self, turn: Turn, player: PlayerId, old: Character) -> None:
        """A player has become another character."""

    def changed_side(self, turn: Turn, player: PlayerId) -> None:
        """A player has turned good or evil."""

    # -- by day ----------------------------------------------------------------------------------

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        """Why this use is turned down, or ``None``. ``turn`` is ``None`` for somebody who bluffs.

        ``earlier`` are the uses of this ability by the same player that were accepted today.
        """
        return None

    def use(self, turn: Turn, use: Use) -> None:
        """The holder uses the ability by day."""

    def ruled(self, turn: Turn, name: str, value: Any) -> None:
        """The Storyteller makes a ruling of this character's that may be made at any time."""

    def may_rule(self, turn: Turn, name: str, value: Any) -> Text | None:
        """Why the Storyteller can't make that ruling now, or ``None``."""
        return text(N_("There is no such ruling."))

    def reacts(self, turn: Turn, nomination: Nomination) -> bool:
        """Whether the ability has something to do with this nomination."""
        return False

    def nominated(self, turn: Turn, nomination: Nomination) -> None:
        """Answer the nomination, before the vote."""

    def strikes(self, turn: Turn, nomination: Nomination) -> bool:
        """Whether the answer is aimed at the nominator, so that the order may matter."""
        return True

    def morning(self, turn: Turn) -> None:
        """Dawn has been announced and the day begins. Also for the dead and for abilities that don't work."""

    def voted(self, turn: Turn, nominee: PlayerId, hands: Mask) -> None:
        """A vote has been counted. Working only."""

    def restricts_votes(self, turn: Turn) -> Mask:
        """Who may vote, nobody else and without a vote token; no majority is needed. Working only."""
        return 0

    def weighs(self, turn: Turn, voter: PlayerId) -> int:
        """How much a player's vote counts for an execution. Working only."""
        return 1

    def spares(self, turn: Turn, nominee: PlayerId, hands: Mask) -> bool:
        """Whether the execution of ``nominee``, for whom ``hands`` voted, fails. Working only."""
        return False

    def dusk(self, turn: Turn) -> None:
        """The day ends, after the execution and before effects run out. Working only."""

    # -- the end ---------------------------------------------------------------------------------

    def reverses(self, turn: Turn) -> bool:
        """Whether the result of the game is the other way round. Working only."""
        return False

    def turns(self, turn: Turn, ending: Ending) -> None:
        """The result stands: whether a player's own result changes. Working only."""


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

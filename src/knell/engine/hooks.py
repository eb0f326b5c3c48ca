"""The hooks of a character, by moment: what its module may fill in, and when it is called.

The kernel calls a hook with a :class:`~knell.engine.Turn`, the game as that one ability sees it. Hooks marked
*working only* are called for an ability that works at that moment; the others are called for everyone who
holds the ability, and the turn takes care that nothing of an ability that doesn't work takes effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from knell.engine.terms import NOBODY, Mask, PlayerId
from knell.messages import N_, Text, text

if TYPE_CHECKING:
    from knell.engine.ability import Ability
    from knell.engine.actions import Nominate, Use
    from knell.engine.character import Character
    from knell.engine.deaths import Death
    from knell.engine.endings import Claim, Ending
    from knell.engine.seating import Distribution

Hook = TypeVar("Hook", bound=Callable[..., Any])
Game: TypeAlias = Any
""":class:`knell.engine.Game`, which stands above this module."""
Turn: TypeAlias = Any
""":class:`knell.engine.Turn`, likewise. Who fills in a hook writes the real types."""


def of_one(hook: Hook) -> Hook:
    """Mark a hook that is called for one certain ability, so that nobody has to look for all who have it."""
    hook.__dict__["of_one"] = True
    return hook


class SetupHooks:
    """Before the first night, or when the ability is gained."""

    outsiders_added: ClassVar[int] = 0
    """The set-up mark in brackets: how many Townsfolk give way to Outsiders (base-17)."""

    @of_one
    def attaches(self, game: Game, in_bag: tuple[str, ...]) -> str | None:
        """The character whose ability this one is given while the bag is put together (base-20)."""
        return None

    @of_one
    def copies(self, players: int) -> Sequence[int]:
        """How many of its tokens may go into the bag for so many ordinary players.

        A Demon that fills this in has no Minions beside it; those who hold it know each other.
        """
        return (1,)

    @of_one
    def outsiders_wanted(self, game: Game) -> int:
        """Like ``outsiders_added``, where the Storyteller has a choice."""
        return self.outsiders_added

    @of_one
    def row(self, row: Distribution) -> Distribution:
        """The numbers of each type with this character in the bag, where its set-up mark changes them.

        A row without a Demon leaves the Demon's token out of the bag (base-17).
        """
        return row

    def setup(self, turn: Turn) -> None:
        """Ask for what the Storyteller has to decide before the ability can be used (base-26)."""

    @of_one
    def believes(self, turn: Turn) -> str | None:
        """The character that a player made into this one believes to be, if not this one."""
        return None

    @of_one
    def reminds(self, turn: Turn) -> Text | None:
        """What the Storyteller should have before their eyes whenever this ability is in question.

        It says what only the Storyteller knows and no token shows. Asks nothing and changes nothing.
        """
        return None


class NightHooks:
    """At night."""

    def nightfall(self, turn: Turn) -> None:
        """Night falls, before anybody is woken."""

    @of_one
    def start(self, turn: Turn) -> None:
        """What is done once, on the first night or the night the ability is gained (base-118)."""

    @of_one
    def night(self, turn: Turn) -> None:
        """What is done each night in this character's place."""

    @of_one
    def asleep(self, turn: Turn) -> Text | None:
        """Why the holder isn't woken for ``night`` now, or ``None`` when they are. Asks nothing."""
        return None

    def chosen(self, turn: Turn, chooser: Turn, players: tuple[PlayerId, ...]) -> None:
        """Somebody's ability has chosen ``players`` at night, before it takes effect."""

    @of_one
    def named(self, turn: Turn, chooser: Turn) -> None:
        """Somebody's ability has named the holder's character at night, before it takes effect.

        Asked of abilities that have :meth:`chosen`.
        """

    @of_one
    def vets(self, turn: Turn, answer: Any) -> bool:
        """Whether a choice made with an ability that came through this one is accepted."""
        return True


class InformationHooks:
    """How players look to abilities, and what those learn."""

    def falsifies(self, turn: Turn, player: PlayerId) -> bool | None:
        """Whether what ``player`` learns must be false; ``None`` when it may be. Working only."""
        return False

    def disguises(self, turn: Turn) -> Iterable[tuple[bool, str]]:
        """Other ways (evil, character) in which the holder might register. Working only."""
        return ()

    def looks_evil(self, turn: Turn) -> PlayerId:
        """A player who registers as evil to every ability, or ``NOBODY``. Working only."""
        return NOBODY

    def will_learn(self, turn: Turn) -> Iterable[PlayerId]:
        """Players of whom the holder is going to be told what they are. Asks nothing. Working only."""
        return ()

    def hides_evil(self, turn: Turn) -> bool:
        """Whether evil players don't learn who each other are. Working only."""
        return False


class EffectHooks:
    """What is so all the time."""

    def continuous(self, turn: Turn) -> Iterable[tuple[str, PlayerId]]:
        """Tokens (name, player) that follow from the position as it is. Recomputed after every change."""
        return ()

    def upkeep(self, turn: Turn) -> None:
        """After every change. Working only."""


class DeathHooks:
    """Deaths, and coming back."""

    keeps_memory: ClassVar[bool] = False
    """What it remembers says what the ability is, so it outlasts a return to life."""

    def protects(self, turn: Turn, death: Death) -> bool | None:
        """Whether this ability would stop that death; ``None`` where the Storyteller decides. Working only.

        Asks nothing and does nothing yet.
        """
        return False

    @of_one
    def protection_ruled(self, turn: Turn, death: Death) -> bool:
        """Decide whether the ability stops a death, where ``protects`` leaves that to the Storyteller."""
        return False

    @of_one
    def saves(self, turn: Turn, death: Death) -> None:
        """This ability is the one that stops the death."""

    def turns_aside(self, turn: Turn, death: Death) -> PlayerId:
        """Whom a death that nothing prevents strikes instead, or ``NOBODY``. Working only.

        Who is struck instead may be protected like anybody.
        """
        return NOBODY

    def died(self, turn: Turn, death: Death) -> None:
        """Somebody has died. Called for abilities that worked just before the death."""

    def saw_death(self, turn: Turn, death: Death) -> None:
        """Somebody has died, or seems to have: book-keeping, also for abilities that don't work."""

    @of_one
    def could_inherit(self, turn: Turn, death: Death) -> bool:
        """A Demon has died: whether this ability makes somebody the Demon in its place."""
        return True

    def inherits(self, turn: Turn, death: Death) -> bool:
        """Let somebody become the Demon through this ability; whether it happened.

        Called, in the order of ``succession``, for abilities that worked just before the death and
        could do so. Where several copies of one character could, the Storyteller picks.
        """
        return False

    def revived(self, turn: Turn, player: PlayerId) -> None:
        """A dead player has come back to life."""

    @of_one
    def renewed(self, turn: Turn) -> None:
        """The ability is the holder's again, as new, after a death (base-139)."""
        if self.keeps_memory and not turn.granted:
            turn.ability.character.setup(turn)


class ChangeHooks:
    """Players become others, abilities come and go."""

    id: ClassVar[str]

    def changed(self, turn: Turn, player: PlayerId, old: Character) -> None:
        """A player has become another character."""

    def changed_side(self, turn: Turn, player: PlayerId) -> None:
        """A player has turned good or evil."""

    def leaving(self, turn: Turn) -> None:
        """The holder is about to become another character."""

    def lost(self, turn: Turn) -> None:
        """The ability is about to be taken away. Working only."""

    @of_one
    def hand_over(self, turn: Turn, original: Ability) -> None:
        """Give ``turn``'s holder, who takes it over from somebody else, the ability ``original``."""
        turn.grant(self.id)


class DayHooks:
    """By day: abilities used aloud, nominations, votes, dusk."""

    def morning(self, turn: Turn) -> None:
        """Dawn has been announced and the day begins. Also for the dead and for abilities that don't work."""

    @of_one
    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        """Why this use is turned down, or ``None``. ``turn`` is ``None`` for somebody who bluffs.

        ``earlier`` are the uses of this ability by the same player that were accepted today.
        """
        return None

    @of_one
    def use(self, turn: Turn, use: Use) -> None:
        """The holder uses the ability by day."""

    @of_one
    def may_rule(self, turn: Turn, name: str, value: Any) -> Text | None:
        """Why the Storyteller can't make that ruling now, or ``None``."""
        return text(N_("There is no such ruling."))

    @of_one
    def ruled(self, turn: Turn, name: str, value: Any) -> None:
        """The Storyteller makes a ruling of this character's that may be made at any time."""

    def reacts(self, turn: Turn, nomination: Nominate) -> bool:
        """Whether the ability has something to do with this nomination."""
        return False

    @of_one
    def strikes(self, turn: Turn, nomination: Nominate) -> bool:
        """Whether the answer is aimed at the nominator, so that the order may matter."""
        return True

    @of_one
    def nominated(self, turn: Turn, nomination: Nominate) -> None:
        """Answer the nomination, before the vote."""

    def votes_secretly(self, turn: Turn) -> bool:
        """Whether votes are held with eyes closed. Working only."""
        return False

    def restricts_votes(self, turn: Turn) -> Mask:
        """Who may vote, nobody else and without a vote token; no majority is needed. Working only."""
        return 0

    def weighs(self, turn: Turn, voter: PlayerId, hands: Mask) -> int:
        """How much a player's vote counts for an execution, of all who vote (``hands``). Working only."""
        return 1

    def voted(self, turn: Turn, nominee: PlayerId, hands: Mask) -> None:
        """A vote has been counted. Called whether or not the ability works, not for the silenced dead."""

    def spares(self, turn: Turn, nominee: PlayerId, hands: Mask) -> bool:
        """Whether the execution of ``nominee``, for whom ``hands`` voted, fails. Working only."""
        return False

    def dusk(self, turn: Turn) -> None:
        """The day ends, after the execution and before effects run out. Working only."""


class EndingHooks:
    """The end of the game."""

    def delays_end(self, turn: Turn, claim: Claim) -> bool:
        """Whether the game goes on although a side's condition is met. Asks nothing. Working only.

        It is asked anew whenever somebody might have won.
        """
        return False

    def reverses(self, turn: Turn) -> bool:
        """Whether the result of the game is the other way round. Working only."""
        return False

    def turns(self, turn: Turn, ending: Ending) -> None:
        """The result stands: whether a player's own result changes. Working only."""

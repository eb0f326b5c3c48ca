"""The town square: what everybody may know, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from knell.engine import NOBODY, Kind, Phase, PlayerId, day, members
from knell.engine.events import (
    AboutToDie,
    DayBegan,
    Executed,
    ExileCalled,
    NobodyExecuted,
    Nominated,
    SecretVote,
    SupportCounted,
    VoteCounted,
)
from knell.record.table import Heard, Table
from knell.seats.known import Known
from knell.seats.naming import distinct
from knell.seats.said import Said, aloud
from knell.seats.view import View

__all__ = [
    "Count",
    "ExileSeen",
    "NominationSeen",
    "PersonSeen",
    "Today",
    "TownView",
    "public_view",
    "town_of",
]


@dataclass(frozen=True, slots=True)
class PersonSeen:
    """A player as everybody sees them."""

    id: PlayerId
    name: str
    """Told apart from everybody else's."""
    dead: bool
    ghost_vote: bool | None
    """Whether a dead player has their last vote left; ``None`` for the living."""
    traveller: str | None
    """Which Traveller they are, if they are one."""

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "id": self.id,
            "name": self.name,
            "dead": self.dead,
            "ghost_vote": self.ghost_vote,
            "traveller": self.traveller,
        }


@dataclass(frozen=True, slots=True)
class NominationSeen:
    """A nomination of today, with its vote once it has been counted for everybody to see."""

    nominator: PlayerId
    nominee: PlayerId
    secret: bool = False
    """The vote was held with eyes closed."""
    votes: tuple[PlayerId, ...] | None = None
    """Whose hands were up; ``None`` before the count, and after a secret one."""
    tally: int = 0
    half: int = 0

    @property
    def counted(self) -> bool:
        """Whether its vote is over."""
        return self.secret or self.votes is not None

    def to_plain(self) -> View:
        """As JSON-ready data."""
        plain: View = {"nominator": self.nominator, "nominee": self.nominee, "secret": self.secret}
        if self.votes is not None:
            plain.update(votes=list(self.votes), tally=self.tally, half=self.half)
        return plain


@dataclass(frozen=True, slots=True)
class ExileSeen:
    """A call for an exile today, with the support that it found once that has been counted."""

    caller: PlayerId
    traveller: PlayerId
    support: tuple[PlayerId, ...] | None = None
    tally: int = 0
    needed: int = 0

    def to_plain(self) -> View:
        """As JSON-ready data."""
        plain: View = {"caller": self.caller, "traveller": self.traveller}
        if self.support is not None:
            plain.update(support=list(self.support), tally=self.tally, needed=self.needed)
        return plain


@dataclass(frozen=True, slots=True)
class Count:
    """A vote or the support for an exile, while it is counted."""

    kind: Kind
    """``VOTE`` or ``SUPPORT``."""
    player: PlayerId
    """Who is nominated, or to be exiled."""
    secret: bool
    """Eyes are closed; then nothing else is seen."""
    hands: tuple[tuple[PlayerId, bool], ...] = ()
    """Who has been passed, and whether their hand was up."""
    next: PlayerId = NOBODY
    needed: int | None = 0
    """How many it takes; ``None`` where a secret vote of today may have changed that."""

    def to_plain(self) -> View:
        """As JSON-ready data."""
        plain: View = {"kind": self.kind.name.lower(), "for": self.player, "secret": self.secret}
        if not self.secret:
            hands = [{"player": player, "up": up} for player, up in self.hands]
            plain.update(hands=hands, next=self.next, needed=self.needed)
        return plain


@dataclass(frozen=True, slots=True)
class Today:
    """Today's nominations, votes and exiles, as the group saw them."""

    nominations: tuple[NominationSeen, ...]
    exiles: tuple[ExileSeen, ...]
    executed: tuple[PlayerId, ...]
    about_to_die: PlayerId | None
    secret: bool
    """There was a secret vote, so that nobody knows how things stand."""
    votes_needed: int | None
    open: bool
    """Whether there are nominations still."""
    may_nominate: tuple[PlayerId, ...]
    may_be_nominated: tuple[PlayerId, ...]
    vote: Count | None

    def to_plain(self) -> View:
        """As JSON-ready data."""
        return {
            "nominations": [nomination.to_plain() for nomination in self.nominations],
            "exiles": [exile.to_plain() for exile in self.exiles],
            "executed": list(self.executed),
            "about_to_die": self.about_to_die,
            "secret": self.secret,
            "votes_needed": self.votes_needed,
            "open": self.open,
            "may_nominate": list(self.may_nominate),
            "may_be_nominated": list(self.may_be_nominated),
            "vote": None if self.vote is None else self.vote.to_plain(),
        }


@dataclass(frozen=True, slots=True)
class TownView:
    """What everybody may know: the town square. From dusk to dawn it stays as it is."""

    phase: Phase
    number: int
    """Of the night or day."""
    players: tuple[PersonSeen, ...]
    """Clockwise."""
    names: tuple[str, ...]
    """What everybody is called, by player id, whoever has left among them. It isn't written out."""
    log: tuple[Said, ...]
    """What was said aloud, oldest first."""
    today: Today | None
    """By day, and after a game that ended by day."""
    winner: str | None
    """Once it has been said."""

    @classmethod
    def of(cls, table: Table, said: int | None = None) -> TownView:
        """The town square of a game.

        ``said`` is the last dusk or dawn that has been said aloud, as :func:`knell.seats.moment_of` numbers
        them: what came after it doesn't stand there yet. Without it everything has been said.
        """
        return town_of(Known(table, said))

    @property
    def living(self) -> int:
        """How many live."""
        return sum(not person.dead for person in self.players)

    @property
    def votes(self) -> int:
        """How many have a vote: the living, and the dead with theirs left."""
        return self.living + sum(bool(person.ghost_vote) for person in self.players)

    def to_plain(self) -> View:
        """As JSON-ready data: what the town square's page is told."""
        plain: View = {
            "phase": self.phase.name.lower(),
            "number": self.number,
            "players": [person.to_plain() for person in self.players],
            "log": list(self.log),
        }
        if self.phase is Phase.OVER:
            plain["winner"] = self.winner
        if self.today is not None:
            plain["day"] = self.today.to_plain()
        return plain


def public_view(table: Table, said: int | None = None) -> View:
    """What everybody may know, as JSON-ready data. From dusk to dawn it stays as it is.

    ``said`` is the last dusk or dawn that has been said aloud (see :meth:`TownView.of`).
    """
    return TownView.of(table, said).to_plain()


def town_of(known: Known) -> TownView:
    """The town square, from what everybody knows."""
    facts = known.facts
    names = distinct(facts.names)
    return TownView(
        phase=Phase.OVER if known.over else known.phase,
        number=known.number,
        players=tuple(
            [
                PersonSeen(
                    player,
                    names[player],
                    dead=not known.lives(player),
                    ghost_vote=None if known.lives(player) else bool(facts.ghost_votes >> player & 1),
                    traveller=facts.travellers.get(player),
                )
                for player in facts.ring
            ]
        ),
        names=names,
        log=tuple([said for heard in known.heard if (said := aloud(heard.event)) is not None]),
        today=_today(known) if known.phase is Phase.DAY else None,
        winner=known.winner,
    )


def _today(known: Known) -> Today:
    today: list[Heard] = []
    for heard in known.heard:
        if isinstance(heard.event, DayBegan):
            today = []
        today.append(heard)
    nominations: list[NominationSeen] = []
    exiles: list[ExileSeen] = []
    executed: list[PlayerId] = []
    about_to_die: PlayerId | None = None
    secret = False
    highest = 0
    closed = known.over
    for heard in today:
        match heard.event:
            case Nominated(nominator, nominee):
                nominations.append(NominationSeen(nominator, nominee))
            case VoteCounted(_, hands, tally, half) if nominations:
                last = nominations[-1]
                nominations[-1] = NominationSeen(
                    last.nominator, last.nominee, last.secret, members(hands), tally, half
                )
                highest = max(highest, tally)
            case SecretVote() if nominations:
                last = nominations[-1]
                nominations[-1] = NominationSeen(last.nominator, last.nominee, secret=True)
                secret = True
                about_to_die = None
            case AboutToDie(player):
                about_to_die = None if player == NOBODY else player
            case ExileCalled(caller, traveller):
                exiles.append(ExileSeen(caller, traveller))
            case SupportCounted(_, hands, tally, needed) if exiles:
                called = exiles[-1]
                exiles[-1] = ExileSeen(called.caller, called.traveller, members(hands), tally, needed)
            case Executed(player):
                executed.append(player)
                closed = True
            case NobodyExecuted():
                closed = True
    facts = known.facts
    living = facts.living.bit_count()
    nominators = [nomination.nominator for nomination in nominations]
    nominees = [nomination.nominee for nomination in nominations]
    votes_needed = None if secret else max(day.half_of(living), highest + 1)
    return Today(
        nominations=tuple(nominations),
        exiles=tuple(exiles),
        executed=tuple(executed),
        about_to_die=None if closed else about_to_die,
        secret=secret,
        votes_needed=votes_needed,
        open=not closed,
        may_nominate=()
        if closed
        else tuple([p for p in facts.ring if known.lives(p) and p not in nominators]),
        may_be_nominated=()
        if closed
        else tuple([p for p in facts.ring if p not in facts.travellers and p not in nominees]),
        vote=_count(known.table, secret=secret) if known.counts else None,
    )


def _count(table: Table, *, secret: bool) -> Count | None:
    """The vote or the support that is being counted; after a ``secret`` vote nobody knows what it takes."""
    question = table.question
    if question is None or question.kind not in (Kind.VOTE, Kind.SUPPORT):
        return None
    if question.kind is Kind.VOTE and table.game.secret_vote:
        return Count(question.kind, question.player, secret=True)
    support = question.kind is Kind.SUPPORT
    return Count(
        question.kind,
        question.player,
        secret=False,
        hands=tuple(
            [
                (entry.of, bool(entry.answer))
                for entry in table.in_step
                if entry.override is None and entry.asked == question.name and entry.player == question.player
            ]
        ),
        next=question.who,
        needed=day.exile_needed(table.game) if support else None if secret else day.votes_needed(table.game),
    )

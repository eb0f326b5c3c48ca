"""The story of a game, line by line: who did and learned what, and what everybody heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from knell.engine import (
    Event,
    Game,
    Kind,
    OverrideRefused,
    Pair,
    Phase,
    PlayerId,
    Pointing,
    Question,
    SetupRefused,
)
from knell.engine.events import (
    AboutToDie,
    ChangedByHand,
    Chose,
    DayBegan,
    Died,
    Executed,
    NightBegan,
    NobodyDied,
    Nominated,
    NotUsed,
    SecretVote,
    Shown,
    Survived,
    Taken,
    Told,
    VoteCounted,
    Warned,
    Woken,
    WokenTogether,
)
from knell.engine.overrides import Show, Wake
from knell.engine.terms import INTRODUCTIONS, STORYTELLER_BY_HAND
from knell.record import Entry, Header, Heard, IllegalAnswer, ReplayDiffers, Table
from knell.record.automation import Automation
from knell.texts import _, fill, ngettext
from knell.words.changes import is_said_by_events
from knell.words.moments import phase_name
from knell.words.story import sentence
from knell.words.votes import about_to_die
from knell.words.why import short_reason
from knell.words.wording import Words

__all__ = ["Aside", "StoryLine", "aside", "asides_of", "chronicle", "tell"]


class Aside(NamedTuple):
    """What the Storyteller knew when something was chosen or shown."""

    reason: str = ""
    """Why the ability didn't work, if it didn't."""
    truth: str = ""
    """The true answer, where another one was shown."""


class StoryLine(NamedTuple):
    """One line of the story."""

    text: str
    public: bool = False
    """Everybody hears it: say it aloud."""
    heading: str = ""
    """``night``, ``dawn`` or ``day`` for a line that begins one."""
    note: str = ""
    """An aside for the Storyteller."""


def aside(game: Game, question: Question, answer: Any, words: Words) -> Aside:
    """What is to be noted about an answer, before it is given."""
    if question.kind not in (Kind.CHOICE, Kind.SHOW) or question.ability is None:
        return Aside()
    truth = ""
    if question.kind is Kind.SHOW and question.truth is not None:
        true = question.truth()
        may_differ = not game.works(question.ability) or not question.allows(true)
        if true != answer and may_differ:
            truth = words.answer_to(question, true)
    return Aside(short_reason(game, question.ability), truth)


def chronicle(header: Header, table: Table, words: Words) -> tuple[list[Heard], dict[int, Aside]]:
    """Everything that has happened in a game, and what was true at every answer.

    The events are as if nothing had ever been undone, with the entries counted anew.
    """
    try:
        again, asides = _played_again(header, table.line, words)
    except _NOT_AGAIN:
        return table.events(), {}
    numbers = {old.id: new.id for new, old in zip(again.line, table.line, strict=True)}
    return again.events(), {numbers[old]: noted for old, noted in asides.items()}


def asides_of(header: Header, table: Table, words: Words) -> dict[int, Aside]:
    """What was true at every answer of a game so far, by the ids of its entries."""
    try:
        return _played_again(header, table.line, words)[1]
    except _NOT_AGAIN:
        return {}


_NOT_AGAIN: Final = (IllegalAnswer, OverrideRefused, SetupRefused, ReplayDiffers)
"""A record from other rules may not play again as it stands; then the story has no asides."""


def _played_again(header: Header, line: Sequence[Entry], words: Words) -> tuple[Table, dict[int, Aside]]:
    table = Table(header.begin(), seed=header.seed, automation=Automation({}))
    asides: dict[int, Aside] = {}
    for entry in line:
        if entry.override is not None:
            table.override(entry.override, who=entry.who)
            continue
        if table.question is not None:
            asides[entry.id] = aside(table.game, table.question, entry.answer, words)
        table.answer(entry.answer, who=entry.who)
    return table, asides


# -- telling -----------------------------------------------------------------------------------------


def tell(
    events: Sequence[Heard],
    words: Words,
    asides: Mapping[int, Aside] | None = None,
    *,
    reveals: Game | None = None,
) -> list[StoryLine]:
    """Tell what has happened: what belongs to one wake or one vote stands in one line.

    With ``reveals``, the position to look things up in, it is also said what the dead were.
    """
    lines: list[StoryLine] = []
    at = 0
    while at < len(events):
        group = _group(events, at)
        told = _told(group, words, asides or {})
        if reveals is not None and told:
            told[0] = _revealing(told[0], group, reveals, words)
        lines += told
        at += len(group)
    return lines


def _revealing(line: StoryLine, group: Sequence[Heard], reveals: Game, words: Words) -> StoryLine:
    """The line of a death with what the dead player was."""
    first = group[0].event
    if not isinstance(first, Died | Executed):
        return line
    died = any(isinstance(heard.event, Died) for heard in group)
    return line._replace(note=words.character(reveals.characters[first.player].id) if died else "")


_Wake: TypeAlias = Woken | WokenTogether | Chose | Shown | Told | NotUsed


def _group(events: Sequence[Heard], at: int) -> Sequence[Heard]:
    """The events that are told together with the one at ``at``."""
    first = events[at]
    end = at + 1
    match first.event:
        case Woken() | WokenTogether() | Chose() | Shown() | Told() | NotUsed():
            while end < len(events) and _belongs(first.event, first.step, events[end]):
                end += 1
        case VoteCounted() | Nominated():
            while end < len(events) and _of_one_vote(first.event, events[end].event):
                end += 1
        case Executed(player):
            while end < len(events) and events[end].event in (Died(player), Survived(player)):
                end += 1
    return events[at:end]


def _of_one_vote(first: VoteCounted | Nominated, other: Event) -> bool:
    if isinstance(other, VoteCounted):
        return isinstance(first, Nominated) and other.nominee == first.nominee
    return isinstance(other, AboutToDie | SecretVote)


def _belongs(first: _Wake, step: int, other: Heard) -> bool:
    if not isinstance(other.event, _Wake) or other.step != step:
        return False
    mine = _ability(first)
    if mine in INTRODUCTIONS:
        return mine == _ability(other.event)
    return _player(first) == _player(other.event)


def _ability(wake: _Wake) -> str | None:
    return None if isinstance(wake, Told) else wake.ability


def _player(wake: _Wake) -> PlayerId | None:
    return None if isinstance(wake, WokenTogether) else wake.player


def _told(group: Sequence[Heard], words: Words, asides: Mapping[int, Aside]) -> list[StoryLine]:
    first = group[0].event
    match first:
        case NightBegan(number):
            return [StoryLine(phase_name(Phase.NIGHT, number), heading="night", public=True)]
        case DayBegan(number):
            return [StoryLine(phase_name(Phase.DAY, number), heading="day", public=True)]
        case VoteCounted() | Nominated() if (vote := _vote_in(group)) is not None:
            return [_vote(first, vote, group, words)]
        case Died(player) if group[0].name == "dawn":
            message = _("At dawn, {player} is found dead.")
            return [StoryLine(fill(message, player=words.player(player)), public=True)]
        case NobodyDied():
            return [StoryLine(_("At dawn, nobody has died."), public=True)]
        case SecretVote() | AboutToDie() | Taken():
            return []
        case Executed(player) if len(group) > 1:
            return [_executed(player, group, words)]
        case Warned(_, _, warning):
            return [StoryLine(words.text(warning))]
        case ChangedByHand(override) if isinstance(override, Show | Wake) or is_said_by_events(override):
            return []
        case Woken() | WokenTogether() | Chose() | Shown() | Told() | NotUsed():
            return _wake(
                [(heard, heard.event) for heard in group if isinstance(heard.event, _Wake)], words, asides
            )
    told = sentence(first, words)
    return [] if told is None else [StoryLine(told, public=first.audience is None)]


def _wake(group: Sequence[tuple[Heard, _Wake]], words: Words, asides: Mapping[int, Aside]) -> list[StoryLine]:
    """A wake in one line: who, as what, what they chose and what they learned."""
    ability = next((found for _heard, event in group if (found := _ability(event))), "")
    if ability in INTRODUCTIONS:
        return [_introduced(event, words) for _heard, event in group if isinstance(event, Shown)]
    last = group[-1][1]
    player = words.player(_player(last) or 0)
    parts, notes = [], []
    for heard, event in group:
        noted = asides.get(heard.entry, Aside())
        match event:
            case Chose(_, _, answer):
                parts.append(_chose(answer, words))
            case Shown(_, _, answer):
                parts.append(_learned(answer, words))
            case Told():
                parts.append(sentence(event, words) or "")
            case NotUsed():
                parts.append(_("doesn't use it now"))
            case _:
                continue
        if noted.truth:
            notes.append(fill(_("the truth is {answer}"), answer=noted.truth))
        if noted.reason:
            notes.insert(0, noted.reason)
    if not parts:
        return []
    note = ", ".join(dict.fromkeys(notes))
    if isinstance(last, Told):
        return [StoryLine(parts[-1], note=note)]
    if ability in ("", STORYTELLER_BY_HAND):
        return [StoryLine(fill(_("{player} {what}."), player=player, what="; ".join(parts)), note=note)]
    message = _("{player}, {character}, {what}.")
    whole = fill(message, player=player, character=words.character(ability), what="; ".join(parts))
    return [StoryLine(whole, note=note)]


def _chose(answer: Any, words: Words) -> str:
    if answer is None:
        return _("declines")
    if isinstance(answer, bool):
        return _("nods") if answer else _("shakes their head")
    return fill(_("chooses {answer}"), answer=words.answer(answer))


def _learned(answer: Any, words: Words) -> str:
    match answer:
        case None:
            return _("learns that there are none")
        case Pointing((one, other), character):
            message = _("learns that {player} or {other} is the {character}")
            return fill(
                message,
                player=words.player(one),
                other=words.player(other),
                character=words.character(character),
            )
        case Pair((one, other)):
            return fill(_("learns: {player} or {other}"), player=words.player(one), other=words.player(other))
        case _:
            return fill(_("learns: {answer}"), answer=words.answer(answer, numbers=True))


def _introduced(shown: Shown, words: Words) -> StoryLine:
    message = _("{player} learns: {answer}.")
    return StoryLine(fill(message, player=words.player(shown.player), answer=words.answer(shown.answer)))


def _vote_in(group: Sequence[Heard]) -> VoteCounted | None:
    return next((heard.event for heard in group if isinstance(heard.event, VoteCounted)), None)


def _vote(
    first: VoteCounted | Nominated, vote: VoteCounted, group: Sequence[Heard], words: Words
) -> StoryLine:
    """A nomination with its vote: who against whom, how many hands, what follows."""
    nominee = words.player(vote.nominee)
    tally, needed = vote.tally, max(vote.half, vote.highest + 1)
    votes = fill(
        ngettext("{count} vote, {needed} needed", "{count} votes, {needed} needed", tally),
        count=tally,
        needed=needed,
    )
    if isinstance(first, Nominated):
        message = _("{player} nominates {other}: {votes}.")
        parts = [fill(message, player=words.player(first.nominator), other=nominee, votes=votes)]
    else:
        parts = [fill(_("Vote on {player}: {votes}."), player=nominee, votes=votes)]
    secret = any(isinstance(heard.event, SecretVote) for heard in group)
    if tally >= needed:
        parts.append(about_to_die(vote.nominee, words))
    elif vote.half <= tally == vote.highest:
        parts.append(_("That is a tie: nobody is about to die."))
    if secret:
        parts.append(_("The vote is secret."))
    return StoryLine(" ".join(parts), public=not secret, note=words.players(vote.hands) if tally else "")


def _executed(player: PlayerId, group: Sequence[Heard], words: Words) -> StoryLine:
    """An execution with what came of it."""
    if Died(player) in [heard.event for heard in group]:
        message = _("{player} is executed and dies.")
    else:
        message = _("{player} is executed and lives.")
    return StoryLine(fill(message, player=words.player(player)), public=True)

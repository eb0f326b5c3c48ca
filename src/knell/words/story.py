"""Events as sentences in the reader's language, for the terminal and for the export of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, assert_never

from knell.engine import Event, Phase
from knell.engine.events import (
    AboutToDie,
    Acted,
    Added,
    Announced,
    Became,
    ChangedByHand,
    Chose,
    DayBegan,
    Died,
    Executed,
    ExileCalled,
    Exiled,
    FoundAlive,
    GameEnded,
    Joined,
    Left,
    NightBegan,
    NobodyDied,
    NobodyExecuted,
    Nominated,
    NotUsed,
    Renamed,
    Revived,
    RunByHand,
    Seated,
    SecretVote,
    Shown,
    SupportCounted,
    Survived,
    Taken,
    Told,
    Used,
    VoteCounted,
    Warned,
    Woken,
    WokenTogether,
)
from knell.engine.overrides import AddCharacter, Reseat
from knell.record.table import Heard
from knell.texts import _, fill, ngettext
from knell.words.changes import change_in_words, is_said_by_events
from knell.words.votes import about_to_die
from knell.words.wording import Words

__all__ = ["Part", "causes_first", "in_parts", "sentence", "story"]


def story(events: Iterable[Heard], words: Words, *, everything: bool = True) -> Iterator[str]:
    """Tell what has happened, one sentence an event; without ``everything`` only what all have heard."""
    for heard in causes_first(events):
        if everything or heard.event.audience is None:
            told = sentence(heard.event, words)
            if told is not None:
                yield told


def causes_first(events: Iterable[Heard]) -> list[Heard]:
    """The events with each change by hand before what it brought about, though it is heard last."""
    found: list[Heard] = []
    for heard in events:
        place = len(found)
        if isinstance(heard.event, ChangedByHand):
            while place and found[place - 1].entry == heard.entry:
                place -= 1
        found.insert(place, heard)
    return found


class Part(NamedTuple):
    """A night or a day of the story."""

    phase: Phase
    number: int
    told: list[str]


_QUIET: Final = (Woken, WokenTogether, Taken, Warned)


def in_parts(events: Iterable[Event | None], words: Words) -> list[Part]:
    """The story by nights and days, once all is over: without wakes and warnings, and what can't be told."""
    parts: list[Part] = []
    for event in events:
        match event:
            case NightBegan(number):
                parts.append(Part(Phase.NIGHT, number, []))
            case DayBegan(number):
                parts.append(Part(Phase.DAY, number, []))
            case _ if event is not None and parts and not isinstance(event, _QUIET):
                if told := sentence(event, words):
                    parts[-1].told.append(told)
    return parts


def sentence(event: Event, words: Words) -> str | None:
    """One event as a sentence, or ``None`` for one that makes no story."""
    match event:
        case NightBegan(number):
            return fill(_("Night {number} falls."), number=number)
        case DayBegan(number):
            return fill(_("Day {number} begins."), number=number)
        case Woken(player, ""):
            return fill(_("{player} wakes."), player=words.player(player))
        case Woken(player, ability):
            message = _("{player} wakes as the {character}.")
            return fill(message, player=words.player(player), character=words.character(ability))
        case Chose(player, _ability, answer):
            message = _("{player} chooses: {answer}.")
            return fill(message, player=words.player(player), answer=words.answer(answer))
        case NotUsed(player, ability):
            message = _("{player} doesn't use the ability of the {character} now.")
            return fill(message, player=words.player(player), character=words.character(ability))
        case RunByHand(player, ability):
            message = _("The {character} of {player} is run by hand.")
            return fill(message, player=words.player(player), character=words.character(ability))
        case Shown(player, _ability, answer):
            message = _("{player} is shown: {answer}.")
            return fill(message, player=words.player(player), answer=words.answer(answer, numbers=True))
        case Told(player, character, evil):
            message = (
                _("{player} learns that they are the {character} and evil.")
                if evil
                else _("{player} learns that they are the {character} and good.")
            )
            return fill(message, player=words.player(player), character=words.character(character))
        case Died(player):
            return fill(_("{player} dies."), player=words.player(player))
        case NobodyDied():
            return _("Nobody has died.")
        case Nominated(nominator, nominee):
            message = _("{player} nominates {other}.")
            return fill(message, player=words.player(nominator), other=words.player(nominee))
        case VoteCounted():
            return _vote(event, words)
        case SecretVote(nominee):
            return fill(_("The vote for {player} is secret."), player=words.player(nominee))
        case AboutToDie(player):
            return about_to_die(player, words)
        case ExileCalled(caller, traveller):
            message = _("{player} calls for the exile of {other}.")
            return fill(message, player=words.player(caller), other=words.player(traveller))
        case SupportCounted(traveller, _hands, tally, needed):
            message = _("Support for the exile of {player}: {count} of {needed} needed.")
            return fill(message, player=words.player(traveller), count=tally, needed=needed)
        case Exiled(player):
            return fill(_("{player} is exiled."), player=words.player(player))
        case Executed(player):
            return fill(_("{player} is executed."), player=words.player(player))
        case Survived(player):
            return fill(_("{player} lives."), player=words.player(player))
        case NobodyExecuted():
            return _("Nobody is executed.")
        case Used():
            return _used(event, words)
        case Became(player, old, new):
            message = _("{player} was the {other} and becomes the {character}.")
            before, after = words.character(old), words.character(new)
            return fill(message, player=words.player(player), other=before, character=after)
        case Announced(player, character):
            message = _("Everybody is told that {player} is the {character}.")
            return fill(message, player=words.player(player), character=words.character(character))
        case Revived(player):
            return fill(_("{player} comes back to life."), player=words.player(player))
        case FoundAlive(player):
            return fill(_("{player} is alive."), player=words.player(player))
        case Joined(player, character):
            message = _("{player} joins as the {character}.")
            return fill(message, player=words.player(player), character=words.character(character))
        case Left(player):
            return fill(_("{player} leaves."), player=words.player(player))
        case Renamed(_player, name, before):
            return fill(_("{player} is called {name} now."), player=before, name=name)
        case Seated(ring):
            return change_in_words(Reseat(ring), words)
        case Added(character):
            return change_in_words(AddCharacter(character), words)
        case Warned(_question, _player, warning):
            return words.warning(warning)
        case ChangedByHand(override):
            return None if is_said_by_events(override) else change_in_words(override, words)
        case GameEnded(winner):
            won = winner == "evil"
            return _("The game is over: evil wins.") if won else _("The game is over: good wins.")
        case WokenTogether() | Acted() | Taken():
            return None  # what is shown, or asked about, tells it
        case _:
            assert_never(event)


def _vote(vote: VoteCounted, words: Words) -> str:
    if not vote.tally:
        return fill(_("Nobody votes for {player}."), player=words.player(vote.nominee))
    message = ngettext(
        "{count} vote for {player}, from {players}.",
        "{count} votes for {player}, from {players}.",
        vote.tally,
    )
    whom, whose = words.player(vote.nominee), words.players(vote.hands)
    return fill(message, count=vote.tally, player=whom, players=whose)


def _used(use: Used, words: Words) -> str:
    who, what = words.player(use.player), words.character(use.character)
    details = words.details(use.details)
    if not details:
        return fill(
            _("{player} says that they use the ability of the {character}."), player=who, character=what
        )
    message = _("{player} says that they use the ability of the {character}: {details}.")
    return fill(message, player=who, character=what, details=details)

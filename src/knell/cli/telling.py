"""The story of a game, line by line: who did and learned what, and what everybody heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.text import Text

from knell.engine import Game, Kind, OverrideRefused, Pair, PlayerId, Pointing, Question, SetupRefused
from knell.record import Entry, Header, Heard, IllegalAnswer, ReplayDiffers, Table
from knell.record.automation import Automation
from knell.texts import _, fill, ngettext
from knell.words import Words, sentence
from knell.words.why import short_reason

__all__ = ["Aside", "Line", "aside", "asides_of", "chronicle", "died_when", "ending", "tell"]


class Aside(NamedTuple):
    """What the Storyteller knew when something was chosen or shown."""

    reason: str = ""
    """Why the ability didn't work, if it didn't."""
    truth: str = ""
    """The true answer, where another one was shown."""


class Line(NamedTuple):
    """One line of the story."""

    text: str
    public: bool = False
    """Everybody hears it: say it aloud."""
    heading: str = ""
    """``night``, ``dawn`` or ``day`` for a line that begins one."""
    note: str = ""
    """An aside for the Storyteller."""

    def styled(self, *, mark: bool = True) -> Text:
        """The line as it is shown."""
        if self.heading:
            return Text(self.text, style="now")
        line = Text.assemble(("» " if self.public and mark else "  " if mark else "", "key"))
        line.append(self.text, style="say" if self.public else "")
        if self.note:
            line.append(f" ({self.note})", style="muted")
        return line


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
) -> list[Line]:
    """Tell what has happened: what belongs to one wake or one vote stands in one line.

    With ``reveals``, the position to look things up in, it is also said what the dead were.
    """
    lines: list[Line] = []
    at = 0
    while at < len(events):
        group = _group(events, at)
        told = _told(group, words, asides or {})
        first = group[0].event
        if reveals is not None and told and first.name in ("died", "executed"):
            died = any(h.event.name == "died" for h in group)
            note = words.character(reveals.characters[first.data["player"]].id) if died else ""
            told = [told[0]._replace(note=note), *told[1:]]
        lines += told
        at += len(group)
    return lines


_WAKE: Final = ("woken", "chose", "shown", "told", "skipped")
_INTRODUCTIONS: Final = ("minioninfo", "demoninfo", "travellerinfo")


def _group(events: Sequence[Heard], at: int) -> Sequence[Heard]:
    """The events that are told together with the one at ``at``."""
    first = events[at]
    end = at + 1
    if first.event.name in _WAKE:
        while end < len(events) and _belongs(first, events[end]):
            end += 1
    elif first.event.name in ("vote", "nominated"):
        while end < len(events) and _of_one_vote(first, events[end]):
            end += 1
    elif first.event.name == "executed":
        same = first.event.data["player"]
        while end < len(events) and events[end].event.name in ("died", "survived"):
            if events[end].event.data["player"] != same:
                break
            end += 1
    return events[at:end]


def _of_one_vote(first: Heard, other: Heard) -> bool:
    name = other.event.name
    if name == "vote":
        return bool(
            first.event.name == "nominated" and other.event.data["nominee"] == first.event.data["nominee"]
        )
    return name in ("about to die", "secret vote")


def _belongs(first: Heard, other: Heard) -> bool:
    if other.event.name not in _WAKE or other.step != first.step:
        return False
    mine, yours = first.event.data, other.event.data
    if mine.get("ability") in _INTRODUCTIONS:
        return bool(mine.get("ability") == yours.get("ability"))
    return bool(mine.get("player") == yours.get("player"))


def _told(group: Sequence[Heard], words: Words, asides: Mapping[int, Aside]) -> list[Line]:
    first = group[0].event
    data = first.data
    match first.name:
        case "night":
            return [Line(fill(_("Night {number}"), number=data["number"]), heading="night", public=True)]
        case "day":
            return [Line(fill(_("Day {number}"), number=data["number"]), heading="day", public=True)]
        case "vote" | "nominated" if any(h.event.name == "vote" for h in group):
            return [_vote(group, words)]
        case "died" if group[0].name == "dawn":
            return [
                Line(
                    fill(_("At dawn, {player} is found dead."), player=words.player(data["player"])),
                    public=True,
                )
            ]
        case "nobody died":
            return [Line(_("At dawn, nobody has died."), public=True)]
        case "secret vote" | "about to die" | "taken":
            return []
        case "executed":
            return [_executed(group, words)]
        case "survived":
            return [Line(fill(_("{player} lives."), player=words.player(data["player"])), public=True)]
        case "warned":
            return [Line(words.text(data["warning"]))]
        case "override" if data["name"] in ("show", "wake", "rename", "swap", "reseat", "add"):
            return []
        case name if name in _WAKE:
            return _wake(group, words, asides)
    told = sentence(first, words)
    return [] if told is None else [Line(told, public=first.audience is None)]


def _wake(group: Sequence[Heard], words: Words, asides: Mapping[int, Aside]) -> list[Line]:
    """A wake in one line: who, as what, what they chose and what they learned."""
    data = group[-1].event.data
    ability = next((h.event.data["ability"] for h in group if h.event.data.get("ability")), "")
    if ability in _INTRODUCTIONS:
        return [_introduced(h, words) for h in group if h.event.name == "shown"]
    player = words.player(data["player"])
    parts, notes = [], []
    for heard in group:
        event = heard.event
        noted = asides.get(heard.entry, Aside())
        if event.name == "chose":
            parts.append(_chose(event.data["answer"], words))
        elif event.name == "shown":
            parts.append(_learned(event.data["answer"], words))
        elif event.name == "told":
            parts.append(sentence(event, words) or "")
        elif event.name == "skipped":
            parts.append(_("doesn't use it now"))
        else:
            continue
        if noted.truth:
            notes.append(fill(_("the truth is {answer}"), answer=noted.truth))
        if noted.reason:
            notes.insert(0, noted.reason)
    if not parts:
        return []
    note = ", ".join(dict.fromkeys(notes))
    if group[-1].event.name == "told":
        return [Line(parts[-1], note=note)]
    if ability in ("", "storyteller"):
        return [Line(fill(_("{player} {what}."), player=player, what="; ".join(parts)), note=note)]
    message = _("{player}, {character}, {what}.")
    whole = fill(message, player=player, character=words.character(ability), what="; ".join(parts))
    return [Line(whole, note=note)]


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


def _introduced(heard: Heard, words: Words) -> Line:
    data = heard.event.data
    message = _("{player} learns: {answer}.")
    return Line(fill(message, player=words.player(data["player"]), answer=words.answer(data["answer"])))


def _vote(group: Sequence[Heard], words: Words) -> Line:
    """A nomination with its vote: who against whom, how many hands, what follows."""
    vote = next(h.event.data for h in group if h.event.name == "vote")
    first = group[0].event
    nominee = words.player(vote["nominee"])
    tally, needed = vote["tally"], max(vote["half"], vote["highest"] + 1)
    votes = fill(
        ngettext("{count} vote, {needed} needed", "{count} votes, {needed} needed", tally),
        count=tally,
        needed=needed,
    )
    if first.name == "nominated":
        message = _("{player} nominates {other}: {votes}.")
        parts = [fill(message, player=words.player(first.data["nominator"]), other=nominee, votes=votes)]
    else:
        parts = [fill(_("Vote on {player}: {votes}."), player=nominee, votes=votes)]
    secret = any(h.event.name == "secret vote" for h in group)
    if tally >= needed:
        parts.append(fill(_("{player} is about to die."), player=nominee))
    elif vote["half"] <= tally == vote["highest"]:
        parts.append(_("That is a tie: nobody is about to die."))
    if secret:
        parts.append(_("The vote is secret."))
    return Line(" ".join(parts), public=not secret, note=words.players(vote["hands"]) if tally else "")


def _executed(group: Sequence[Heard], words: Words) -> Line:
    player = words.player(group[0].event.data["player"])
    if any(h.event.name == "died" for h in group):
        message = _("{player} is executed and dies.")
    elif any(h.event.name == "survived" for h in group):
        message = _("{player} is executed and lives.")
    else:
        message = _("{player} is executed.")
    return Line(fill(message, player=player), public=True)


# -- the end -----------------------------------------------------------------------------------------


def ending(game: Game, words: Words) -> str:
    """Who has won, and why."""
    outcome = game.outcome
    if outcome is None:
        return ""
    who = _("Evil wins.") if outcome.evil_won else _("Good wins.")
    why = {
        "demon_dead": _("The Demon is dead."),
        "no_demon": _("There is no Demon any more."),
        "two_alive": _("Only two players are alive."),
        "storyteller": _("The Storyteller has ended the game."),
    }.get(outcome.reason) or fill(
        _("The {character} has brought it about."), character=words.character(outcome.reason)
    )
    return f"{who} {why}"


def died_when(game: Game, player: PlayerId) -> str:
    """When somebody died; empty for the living."""
    if not game.dead >> player & 1:
        return ""
    death = next((d for d in reversed(game.deaths) if d.player == player and not d.feigned), None)
    if death is None:
        return _("dead")
    return (
        fill(_("day {number}"), number=death.night)
        if death.by_day
        else fill(_("night {number}"), number=death.night)
    )

"""Back and forth: undoing, doing again, every answer with its number, stopping for now."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from knell.cli.commands.chapters import BACK_AND_FORTH
from knell.cli.finding import NotFound, number_of
from knell.cli.sitting import Quit, Sitting
from knell.cli.terminal import Hanging
from knell.engine import NOBODY
from knell.engine.events import Shown, Told
from knell.facts import FACTS
from knell.messages import N_
from knell.record import Entry
from knell.texts import _, fill, pgettext
from knell.words import Words, change_in_words
from knell.words.tonight import step_name


@BACK_AND_FORTH.command(
    "undo",
    "u",
    called=lambda: pgettext("command", "undo"),
    usage=N_("[HOW OFTEN]"),
    about=N_("take the last answer back"),
)
def _undo(sitting: Sitting, rest: str) -> None:
    table = sitting.table
    entries = [entry for entry in table.line if not entry.automatic]
    if not entries:
        raise NotFound(_("There is nothing to undo."))
    times = number_of(rest) or 1
    first = entries[-1]
    for _turn in range(times):
        entries = [e for e in entries if e.id < first.id] if _turn else entries
        if not entries:
            break
        first = _whole_vote(entries)
    _back_to(sitting, first)


@BACK_AND_FORTH.command(
    "redo", "r", called=lambda: pgettext("command", "redo"), about=N_("do it again after all")
)
def _redo(sitting: Sitting, _rest: str) -> None:
    entry = sitting.table.redo()
    if entry is None:
        raise NotFound(_("There is nothing to redo."))
    sitting.cards.all_seen()
    first = entry
    while entry is not None and entry.asked in ("vote", "support"):
        question = sitting.table.question
        if question is None or (question.name, question.player) != (entry.asked, entry.player):
            break
        entry = sitting.table.redo()
        sitting.cards.all_seen()
    sitting.note(fill(_("Done again: {what}"), what=entry_in_words(first, sitting.words)))


@BACK_AND_FORTH.command(
    "history", "h", called=lambda: pgettext("command", "history"), about=N_("every answer, with its number")
)
def _history(sitting: Sitting, _rest: str) -> None:
    words = sitting.words
    lines: list[RenderableType] = []
    for entry in sitting.table.line:
        line = Text.assemble((f"{entry.id:5} ", "key"))
        line.append(entry_in_words(entry, words))
        if entry.automatic:
            line.append("  (" + _("by Knell") + ")", style="muted")
        lines.append(Hanging(line, rest=6))
    lines.append(
        Text(_("back 12 goes back to before number 12. What was undone stays in the file."), style="muted")
    )
    sitting.terminal.page(*lines)


@BACK_AND_FORTH.command(
    "back",
    called=lambda: pgettext("command", "back"),
    usage=N_("NUMBER"),
    about=N_("go back to before that answer"),
)
def _back(sitting: Sitting, rest: str) -> None:
    number = number_of(rest or sitting.need(_("Back to which number? history shows them.")))
    entry = next((e for e in sitting.table.line if e.id == number), None)
    if entry is None:
        raise NotFound(_("There is no such number in the history."))
    _back_to(sitting, entry)


@BACK_AND_FORTH.command(
    "quit", "q", called=lambda: pgettext("command", "quit"), about=N_("stop for now; everything is saved")
)
def _quit(_sitting: Sitting, _rest: str) -> None:
    raise Quit


def _whole_vote(entries: list[Entry]) -> Entry:
    """The entry to go back to: hands of one vote are one thing."""
    first = entries[-1]
    if first.asked not in ("vote", "support"):
        return first
    for entry in reversed(entries):
        if (entry.asked, entry.player, entry.override) != (first.asked, first.player, None):
            break
        first = entry
    return first


def _back_to(sitting: Sitting, entry: Entry) -> None:
    words = sitting.words
    before = sitting.table.events()
    sitting.table.undo_to(entry.id)
    sitting.note(fill(_("Undone: {what}"), what=entry_in_words(entry, words)))
    lost = before[len(sitting.table.events()) :]
    sitting.cards.all_seen()
    for heard in lost:
        match heard.event:
            case Shown(player, _, seen) | Told(player, seen):
                message = _("{player} has already seen: {answer}.")
                told = sitting.words.answer(seen, numbers=True)
                sitting.note(fill(message, player=words.player(player), answer=told), trouble=True)


def entry_in_words(entry: Entry, words: Words) -> str:
    """One entry of the history in words."""
    if entry.override is not None:
        return change_in_words(entry.override, words)
    owner, _dot, last = entry.asked.partition(".")
    numbers = last in ("show", "flips") or entry.asked in ("minioninfo", "demoninfo")
    answer = words.answer(entry.answer, numbers=numbers)
    if entry.asked in ("vote", "support"):
        voter, whom = words.player(entry.of), words.player(entry.player)
        return fill(_("Hand of {player} for {other}: {answer}"), player=voter, other=whom, answer=answer)
    if entry.asked == "day":
        return answer
    if owner in FACTS:
        what = words.character(owner)
        if entry.player != NOBODY:
            what = fill(_("{character} – {player}"), character=what, player=words.player(entry.player))
        if last not in ("show", "choose"):
            what = f"{what}, {last}"
        return f"{what}: {answer}"
    what = _of_the_table(entry.asked) or step_name(entry.asked, words)
    if entry.player != NOBODY:
        what = f"{what}, {words.player(entry.player)}"
    return f"{what}: {answer}"


def _of_the_table(asked: str) -> str:
    """What a question that isn't a character's is called in the history."""
    return {
        "travellerinfo": _("Evil Traveller"),
        "you_are": _("Told what they are"),
        "registers": _("Registers as"),
        "bluffs": _("Bluffs"),
        "tiebreak": _("What comes first"),
        "draw": _("The draw"),
    }.get(asked, "")

"""Back and forth: undoing, doing again, every answer with its number, stopping for now."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from knell.cli.commands.chapters import BACK_AND_FORTH
from knell.cli.finding import NotFound, number_of
from knell.cli.sitting import Quit, Sitting
from knell.cli.terminal import Hanging
from knell.engine.events import Shown, Told
from knell.messages import N_
from knell.record import Entry
from knell.texts import _, fill, pgettext
from knell.words.entries import entry_as_answered


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
    while entry is not None and entry.is_hand:
        question = sitting.table.question
        if question is None or (question.name, question.player) != (entry.asked, entry.player):
            break
        entry = sitting.table.redo()
        sitting.cards.all_seen()
    sitting.note(fill(_("Done again: {what}"), what=entry_as_answered(first, sitting.words)))


@BACK_AND_FORTH.command(
    "history", "h", called=lambda: pgettext("command", "history"), about=N_("every answer, with its number")
)
def _history(sitting: Sitting, _rest: str) -> None:
    words = sitting.words
    lines: list[RenderableType] = []
    for entry in sitting.table.line:
        line = Text.assemble((f"{entry.id:5} ", "key"))
        line.append(entry_as_answered(entry, words))
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
    if not first.is_hand:
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
    sitting.note(fill(_("Undone: {what}"), what=entry_as_answered(entry, words)))
    lost = before[len(sitting.table.events()) :]
    sitting.cards.all_seen()
    for heard in lost:
        match heard.event:
            case Shown(player, _, seen) | Told(player, seen):
                message = _("{player} has already seen: {answer}.")
                told = sitting.words.answer(seen, numbers=True)
                sitting.note(fill(message, player=words.player(player), answer=told), trouble=True)

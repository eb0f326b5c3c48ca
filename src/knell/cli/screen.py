"""What the Storyteller sees while the game goes on: the ring, what is going on, and the one open question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from knell.cli.answers import default_in_words, options_shown
from knell.cli.finding import Finder
from knell.cli.ring import ring
from knell.cli.telling import styled
from knell.cli.terminal import fitted, joined
from knell.engine import (
    AT_RANDOM,
    NOBODY,
    Game,
    Kind,
    Phase,
    PlayerId,
    Question,
    Type,
    day,
    members,
)
from knell.engine.options import Shape
from knell.names import plural_of_type, type_name
from knell.record import Level, Table
from knell.texts import _, fill
from knell.words import Words
from knell.words.asking import asked
from knell.words.moments import phase_name
from knell.words.telling import StoryLine
from knell.words.tonight import Item, State, step_name, tonight
from knell.words.votes import about_to_die, support_needed, threshold
from knell.words.why import ability_in_words, reasons

__all__ = ["day_board", "frame", "night_lines", "question_lines", "status_line"]

MARKS: Final = {State.DONE: "✓", State.NOW: "❯", State.LATER: " ", State.NOT: "-"}
STYLES: Final = {State.DONE: "muted", State.NOW: "now", State.LATER: "", State.NOT: "muted"}


def status_line(game: Game, title: str, width: int) -> Text:
    """The top line: script, phase, who is alive; and on the right how to get help."""
    line = Text.assemble((f"{title}  ", "bold"))
    aside_from_play = {Phase.SETUP: _("set-up"), Phase.OVER: _("the end")}
    phase = aside_from_play.get(game.phase) or phase_name(game.phase, game.night)
    line.append(phase, style="now")
    if game.characters:
        message = _("{living} of {count} alive")
        count = game.everyone.bit_count()
        line.append("  " + fill(message, living=game.living.bit_count(), count=count))
    keys = _("u undo  ? help")
    room = width - line.cell_len - Text(keys).cell_len - 1
    if room >= 0:
        line.append(" " * room)
        line.append(keys, style="muted")
    return line


# -- the middle of the table -------------------------------------------------------------------------


def middle_lines(table: Table, words: Words, room: int, width: int) -> list[Text]:
    """What stands in the middle of the ring: tonight's list, today's nominations, or what was dealt."""
    game = table.game
    if game.phase is Phase.NIGHT:
        return night_lines(tonight(table, words), words, room=room)
    if game.phase is Phase.DAY:
        return day_board(game, words, width=width)[:room]
    return _dealt(game, words)


def night_lines(
    items: Sequence[Item], words: Words, *, room: int = 1000, written: Callable[[str], str] | None = None
) -> list[Text]:
    """Tonight's list, with what matters now in sight.

    ``written`` gives what the script's author wrote for a step; it stands below what is still to be done.
    """
    done = [i for i in items if i.state is State.DONE]
    ahead = [i for i in items if i.state in (State.NOW, State.LATER)]
    never = [i for i in items if i.state is State.NOT]
    lines: list[Text] = []
    left = room - len(ahead)
    shown_done = done[len(done) - max(0, min(len(done), left)) :]
    if len(shown_done) < len(done):
        shown_done = shown_done[1:]
        earlier = fill(_("{count} done"), count=len(done) - len(shown_done))
        lines.append(Text(f"{MARKS[State.DONE]} {earlier}", style="muted"))
    for item in (*shown_done, *ahead):
        lines.append(_item(item, words))
        said = written(item.name) if written is not None and item.state is not State.DONE else ""
        if said:
            lines.append(Text(f"    {said}", style="muted"))
    rest = room - len(lines)
    if rest > 0:
        lines += [_item(item, words) for item in never[: rest if len(never) <= rest else rest - 1]]
        if len(never) > rest:
            lines.append(Text(fill(_("- {count} not tonight"), count=len(never) - rest + 1), style="muted"))
    return lines


def _item(item: Item, words: Words) -> Text:
    line = Text.assemble((f"{MARKS[item.state]} ", STYLES[item.state] or "muted"))
    line.append(step_name(item.name, words), style=STYLES[item.state])
    named = item.player != NOBODY and words.player(item.player) not in item.note
    if named:
        line.append(f"  {words.player(item.player)}", style=STYLES[item.state] or "bold")
    if item.note:
        line.append(f"{':' if named else ' '} {item.note}", style="muted")
    return line


def day_board(game: Game, words: Words, *, width: int = 100) -> list[Text]:
    """Nominations and their votes, who is about to die, and who may still nominate and be nominated."""
    lines: list[Text] = []
    if game.about_to_die != NOBODY:
        message = _("About to die: {player}, {count} votes")
        tally = game.tallies.get(game.about_to_die, 0)
        told = fill(message, player=words.player(game.about_to_die), count=tally)
        lines.append(Text(told, style="trouble"))
    elif game.day_over:
        lines.append(Text(_("The day is over."), style="muted"))
    else:
        lines.append(Text(about_to_die(NOBODY, words), style="muted"))
    if not game.day_over:
        lines.append(Text(threshold(game, words)))
    for nominee, tally in game.tallies.items():
        lines.append(Text(f"  {words.player(nominee)}: {tally}", style="muted"))
    if not game.day_over and game.tallies:
        lines.append(_who(_("May nominate:"), day.may_nominate(game), game, words))
        lines.append(_who(_("May be nominated:"), day.may_be_nominated(game), game, words))
    ghosts = game.everyone & ~game.living & game.ghost_votes & ~game.spent_secretly
    if ghosts:
        lines.append(_who(_("Dead with a vote:"), ghosts, game, words))
    return [piece for line in lines for piece in wrapped(line, width)]


def _who(label: str, players: int, game: Game, words: Words) -> Text:
    line = Text.assemble((f"{label} ", "muted"))
    line.append(words.players(p for p in game.ring if players >> p & 1))
    return line


def _dealt(game: Game, words: Words) -> list[Text]:
    if not game.characters:
        return [Text(_("The bag is being filled."), style="muted")]
    lines = []
    for kind in (Type.TOWNSFOLK, Type.OUTSIDER, Type.MINION, Type.DEMON):
        ids = [game.characters[p].id for p in members(game.everyone) if game.characters[p].type == kind]
        if ids:
            label = type_name(kind.label) if kind is Type.DEMON else plural_of_type(kind.label)
            lines.append(Text(f"{label}: {words.characters(ids)}"))
    bluffs = game.bluffs
    if bluffs:
        lines.append(
            Text(fill(_("Bluffs: {characters}"), characters=words.characters(bluffs)), style="muted")
        )
    return lines


# -- the question ------------------------------------------------------------------------------------


def question_lines(
    table: Table,
    question: Question,
    finder: Finder,
    *,
    width: int,
    hints: bool = True,
    how: Sequence[str] = (),
) -> list[Text]:
    """The open question: what it belongs to, the question, what can be answered, what is suggested."""
    game, words = table.game, finder.words
    said = asked(game, question, words)
    lines = [Text(f"❯ {said.heading}", style="now")]
    ability = question.ability
    if ability is not None and question.kind in (Kind.CHOICE, Kind.SHOW) and reasons(game, ability, words):
        lines.append(Text(ability_in_words(game, ability, words), style="trouble"))
    if hints and how:
        lines += wrapped(Text(how[0], style="muted"), width)
    lines.append(Text(said.sentence, style="ask"))
    if question.kind is Kind.DAY:
        lines += _day_choices(game, words)
    elif question.kind is Kind.VOTE:
        lines.append(Text(threshold(game, words)))
        lines += _hands(table, question, words)
    elif question.kind is Kind.SUPPORT:
        lines.append(Text(support_needed(game)))
        lines += _hands(table, question, words)
    else:
        lines += _answers(table, question, finder, width)
    return [piece for line in lines for piece in wrapped(line, width)]


def _answers(table: Table, question: Question, finder: Finder, width: int) -> list[Text]:
    lines: list[Text] = []
    words = finder.words
    suggested = suggestion(table)
    only = question.kind is Kind.BY_HAND or (question.kind is Kind.SHOW and len(question.options) == 1)
    if not only:
        shown = options_shown(question, finder, default=suggested)
        listed = in_columns(shown, width) if shown else [_described(question, finder)]
        if question.kind is Kind.CHOICE:
            skip = _skip()
            if len(listed) == 1 and listed[0].cell_len + 3 + skip.cell_len <= width:
                listed = [joined([listed[0], skip], "   ")]
            else:
                listed.append(skip)
        lines += listed
        if question.shape is Shape.SEVERAL and question.things:
            least, most = question.sizes[0], question.sizes[-1]
            message = _("Name as many as you like, or none.")
            if least == most:
                message = fill(_("Name {wanted} of these, by name or number."), wanted=least)
            lines.append(Text(message, style="muted"))
    if suggested is not NOTHING or only:
        line = Text()
        line.append(_("Enter"), style="key")
        value = suggested if suggested is not NOTHING else question.default
        line.append(": ")
        line.append(default_in_words(question, value, words), style="bold")
        if question.why is not None and not only:
            line.append(f" – {words.text(question.why)}", style="muted")
        lines.append(line)
    return lines


def _described(question: Question, finder: Finder) -> Text:
    """What can be typed where there are too many answers to list them."""
    words = finder.words
    message = _("{count} answers are possible. Type any of them, like: {example}")
    example = ""
    some: Any = next((option for option in question.options if option is not None), None)
    match question.shape:
        case Shape.POINTING:
            seats = " ".join(str(finder.seat(p)) for p in some.players)
            example = f"{words.character(some.character)} {seats}"
        case Shape.PAIR:
            example = " ".join(str(finder.seat(p)) for p in some.players)
        case Shape.PLAYER_AND_CHARACTER:
            example = f"{finder.seat(some[0])} {words.character(some[1])}"
        case _:
            message = _("{count} answers are possible. Type the name of any.")
    return Text(fill(message, count=len(question.options), example=example), style="muted")


def _skip() -> Text:
    text = Text.assemble((_("skip"), "key"))
    text.append(" " + _("not used now"), style="muted")
    return text


def in_columns(parts: Sequence[Text], width: int) -> list[Text]:
    """Texts side by side, none of them broken; in columns where they take several lines."""
    gap = 3
    if sum(part.cell_len + gap for part in parts) - gap <= width:
        return [joined(parts, " " * gap)]
    widest = max(part.cell_len for part in parts)
    across = max(1, (width + gap) // (widest + gap))
    lines = []
    for start in range(0, len(parts), across):
        line = joined([fitted(part, widest) for part in parts[start : start + across]], " " * gap)
        line.rstrip()
        lines.append(line)
    return lines


def _day_choices(game: Game, words: Words) -> list[Text]:
    close = _("the day ends, nobody is executed")
    if game.about_to_die != NOBODY:
        close = fill(_("the day ends, {player} is executed"), player=words.player(game.about_to_die))
    choices = [("n 1 2", _("1 nominates 2")), ("use 3", _("3 uses an ability of the day"))]
    if game.travellers & game.living:
        choices.append(("exile 4", _("call for an exile")))
    choices.append((_("close"), close))
    widest = max(cell_len(typed) for typed, _meaning in choices)
    lines = []
    for typed, meaning in choices:
        line = fitted(Text(typed, style="key"), widest + 2)
        line.append(meaning)
        lines.append(line)
    return lines


def _hands(table: Table, question: Question, words: Words) -> list[Text]:
    counted = [e for e in table.in_step if e.override is None and e.asked == question.name]
    lines = []
    if counted:
        up = words.players(e.of for e in counted if e.answer)
        lines.append(Text(fill(_("Counted so far, from the left of the nominee: {players}."), players=up)))
    else:
        order = (*table.game.clockwise_from(question.player), question.player)
        message = _("Count from {player} round to {other}.")
        lines.append(Text(fill(message, player=words.player(order[0]), other=words.player(question.player))))
    hint = _("Names or numbers (1 3 5-7), all, none, all but 2; or y and n one by one.")
    lines.append(Text(hint, style="muted"))
    return lines


NOTHING: Final = object()
"""Enter answers nothing; "none" would be an answer."""


def suggestion(table: Table) -> Any:
    """What Enter answers, or ``NOTHING``."""
    question = table.question
    if question is None or table.read_only or table.level is Level.BY_HAND:
        return NOTHING
    if question.kind not in (Kind.SHOW, Kind.RULING, Kind.CHANCE):
        return NOTHING
    return table.default() if question.default is not AT_RANDOM or question.kind is Kind.CHANCE else AT_RANDOM


def ring_height(height: int) -> int:
    """How many lines of a page the ring takes: always the same, so that nobody changes places."""
    return max(12, min(26, height * 11 // 20))


# -- the page ----------------------------------------------------------------------------------------


def frame(
    table: Table,
    finder: Finder,
    *,
    title: str,
    width: int,
    height: int,
    happened: Sequence[StoryLine] = (),
    fresh: int = 0,
    notes: Sequence[Text] = (),
    how: Sequence[str] = (),
    below: Sequence[Text] | None = None,
) -> list[Text]:
    """A whole page: the ring above, what has just happened, the question (or ``below``) below."""
    game, words = table.game, finder.words
    question = table.question
    if below is None and question is not None:
        below = question_lines(table, question, finder, width=width, how=how, hints=height > 28)
    below = [piece for line in below or () for piece in wrapped(line, width)]
    said = [piece for note in notes for piece in wrapped(note, width)]
    lines = [status_line(game, title, width)]
    lines += ring(
        game,
        words,
        width=width,
        height=ring_height(height),
        middle=lambda room, across: middle_lines(table, words, room, across),
        acting=_acting(question),
    )
    room = height - len(lines) - len(below) - len(said) - 2
    news = _latest(happened, fresh, min(room, 9), width)
    # The question is always at the bottom, where the eyes find it.
    lines += [Text()] * max(0, height - len(lines) - len(news) - len(below) - len(said) - 1)
    lines += [*news, Text("─" * width, style="muted"), *below, *said]
    return lines


def _acting(question: Question | None) -> tuple[PlayerId, ...]:
    if question is None:
        return ()
    if question.kind is Kind.SHOW:
        return question.players
    return (question.player,) if question.player != NOBODY else ()


def _latest(happened: Sequence[StoryLine], fresh: int, room: int, width: int) -> list[Text]:
    """The end of what has happened; what isn't new any more stands back."""
    if room < 1:
        return []
    lines: list[Text] = []
    for place in range(len(happened) - 1, -1, -1):
        told = styled(happened[place])
        if place < len(happened) - fresh:
            told = Text(told.plain, style="muted")
        pieces = wrapped(told, width, indent=2)
        if lines and len(lines) + len(pieces) > room:
            break
        lines = [*pieces, *lines]
    return lines[:room]


def wrapped(text: Text, width: int, *, indent: int = 0) -> list[Text]:
    """A text in lines of at most so many cells; those after the first stand in by ``indent``."""
    if text.cell_len <= width:
        return [text]
    console = Console(width=width, file=None, color_system=None)
    first, *rest = text.wrap(console, width - indent)
    return [first, *(_indented(line, indent) for line in rest)]


def _indented(line: Text, indent: int) -> Text:
    whole = Text(" " * indent)
    whole.append_text(line)
    return whole

"""The reveal: who was who, and what really happened, night by night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from knell.cli.telling import styled
from knell.cli.terminal import Terminal, fitted
from knell.engine import Game, PlayerId
from knell.record import Header, Table
from knell.texts import _
from knell.words import Words
from knell.words.ending import ending
from knell.words.moments import died_when, moment_in_a_line
from knell.words.telling import StoryLine, chronicle, tell

__all__ = ["reveal", "story_pages", "who_was_who"]


def reveal(terminal: Terminal, header: Header, table: Table, words: Words) -> None:
    """Reveal everything, a page at a time, as fast as the Storyteller wants."""
    events, asides = chronicle(header, table, words)
    pages: list[list[Text]] = [
        [Text(ending(table.game, words), style="now"), Text(), *who_was_who(table.game, words)]
    ]
    pages += [
        [styled(line, mark=False) for line in page]
        for page in story_pages(tell(events, words, asides, reveals=table.game))
    ]
    for place, page in enumerate(pages):
        if not terminal.page(*page, Text(), more=place < len(pages) - 1):
            return


def story_pages(lines: Sequence[StoryLine]) -> Iterator[list[StoryLine]]:
    """The story in pages: one for each night, one for each day."""
    page: list[StoryLine] = []
    for line in lines:
        if line.heading and page:
            yield page
            page = []
        page.append(line)
    if page:
        yield page


def who_was_who(game: Game, words: Words, *, fate: bool = True) -> list[Text]:
    """Everybody with their character, their side and their fate, in columns that line up."""
    rows = [_row(game, words, player)[: 5 if fate else 3] for player in game.ring]
    widths = [max(row[column].cell_len for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        line = Text("  ")
        for column, cell in enumerate(row):
            line.append_text(fitted(cell, widths[column]))
            line.append("  ")
        line.rstrip()
        lines.append(line)
    return lines


def _row(game: Game, words: Words, player: PlayerId) -> list[Text]:
    character, believed = game.characters[player], game.believed[player]
    evil = bool(game.evil >> player & 1)
    token = Text.assemble((words.character(character.id), character.type.label))
    if believed is not None:
        token.append(f" ({words.character(believed.id)})", style="muted")
    won = game.outcome is not None and bool(game.outcome.winners >> player & 1)
    died = died_when(game, player, moment_in_a_line)
    return [
        Text(words.player(player), style="bold" if not died else "muted"),
        token,
        Text(words.side(evil), style="evil" if evil else "good"),
        Text(f"✗ {died}" if died else _("alive"), style="muted"),
        Text(_("has won") if won else "", style="muted"),
    ]

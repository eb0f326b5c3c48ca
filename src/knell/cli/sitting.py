"""One sitting with one game: what the walk through it and the commands in between act upon."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from knell.cli.finding import Finder, NotFound
from knell.cli.ring import ring
from knell.cli.screen import middle_lines, status_line
from knell.cli.showing import Card, Cards
from knell.cli.terminal import Terminal
from knell.engine import STORYTELLER, Kind, Override, PlayerId
from knell.engine.terms import YOU_ARE
from knell.record import OpenGame
from knell.scripts import CharacterText, Script
from knell.scripts.spelling import one_line
from knell.texts import _
from knell.words import Words
from knell.words.telling import Aside, aside, asides_of

__all__ = ["Quit", "Sitting"]


class Quit(Exception):  # noqa: N818 - named for what happened
    """The Storyteller stops for now."""


class Sitting:
    """One sitting with one game.

    ``notes`` wait for the next question, below which they are said. ``asides`` holds what was true at
    each answer, by the ids of the entries.
    """

    def __init__(self, terminal: Terminal, opened: OpenGame, *, cards: bool = True) -> None:
        self.terminal = terminal
        self.table = opened.table
        self.header = opened.header
        self.title = opened.header.script.name
        self.cards = Cards(terminal, opened.table, wanted=cards)
        self.notes: list[Text] = []
        self._script = None if opened.header.source is None else Script.from_data(opened.header.source)
        self._names = opened.header.character_names()
        self.asides: dict[int, Aside] = asides_of(opened.header, opened.table, self.words)
        for notice in opened.notices:
            self.note(self.words.text(notice))

    # -- what is there ---------------------------------------------------------------------------

    @property
    def words(self) -> Words:
        """What everybody is called now."""
        return Words(self.table.game.names, self._names)

    @property
    def finder(self) -> Finder:
        """Finds players and characters by what is typed."""
        return Finder(self.table.game, self.words)

    def own_text(self, character: str) -> CharacterText | None:
        """What the user's own document says about a character."""
        return None if self._script is None else self._script.texts.get(character)

    def words_tonight(self, character: str) -> str:
        """What the script's author wrote for a character's step of this night, on one line."""
        own = self.own_text(character)
        return one_line(own.tonight(self.table.game.night)) if own is not None else ""

    # -- asking for more -------------------------------------------------------------------------

    def whom(self, rest: str, prompt: str = "") -> PlayerId:
        """The player whom a line names; asked for where it names none."""
        line = rest or self.need(prompt or _("Who?"))
        return self.finder.player(line)

    def need(self, prompt: str) -> str:
        """Ask for something that is missing. Nothing typed takes the command back."""
        line = self.terminal.ask(f"  {prompt} ").strip()
        if not line:
            raise NotFound(_("Nothing was changed."))
        return line

    # -- playing ---------------------------------------------------------------------------------

    def give(self, value: Any) -> None:
        """Answer the open question, and show the card that belongs to it."""
        question = self.table.question
        assert question is not None
        game, words = self.table.game, self.words
        unwise = (
            question.unwise(value) if question.who == STORYTELLER or question.kind is Kind.CHOICE else None
        )
        noted = aside(game, question, value, words)
        entry = self.table.answer(value)
        self.asides[entry.id] = noted
        if unwise is not None:
            self.note(words.warning(unwise))
        if question.kind is Kind.SHOW:
            self.cards.belongs_to(entry)
            evil = bool(game.evil >> question.player & 1) if question.name == YOU_ARE else None
            self.show_card(question.players, Card(value, question.name, evil))

    def override(self, change: Override) -> None:
        """Change something by hand."""
        self.table.override(change)

    # -- saying and showing ----------------------------------------------------------------------

    def note(self, sentence: str, *, trouble: bool = False) -> None:
        """Say something below the next question, or at once where pages scroll by."""
        self.notes.append(Text(sentence, style="trouble" if trouble else "fine"))

    def show_card(self, players: tuple[PlayerId, ...], card: Card) -> None:
        """Show players a card, if cards are wanted; it is the last one from now on."""
        self.cards.show(players, card, self.words)

    def print_ring(self) -> None:
        """Print the ring by itself."""
        game, words, width = self.table.game, self.words, self.terminal.width
        drawn = ring(
            game,
            words,
            width=width,
            height=24,
            middle=lambda room, across: middle_lines(self.table, words, room, across),
        )
        for line in (Text(), status_line(game, self.title, width), Text(), *drawn):
            line.rstrip()
            self.terminal.print(line)

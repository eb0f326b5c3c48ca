"""The Storyteller's walk through a game: one open question at a time, and anything else in between."""

from __future__ import annotations

from rich.text import Text

from knell.cli.commands import every_word
from knell.cli.news import heard_since
from knell.cli.reveal import reveal
from knell.cli.screen import frame, question_lines
from knell.cli.sitting import Sitting
from knell.cli.telling import styled
from knell.cli.typed import refusals_noted, run_command, take_in
from knell.engine import Kind, Phase, Question
from knell.texts import _
from knell.words.ending import ending
from knell.words.telling import StoryLine, tell

__all__ = ["Walk"]


class Walk:
    """The loop of one sitting: tell what is new, ask what is open, take in what is typed."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._heard = sitting.table.events()
        self._news: list[StoryLine] = []
        self._fresh = 0
        self._moment: tuple[Phase, int] | None = None
        self._asked: list[str] = []

    def run(self) -> None:
        """Walk through the game until it has been revealed.

        Raises ``Quit`` or ``InputEnded`` when it isn't to be finished now.
        """
        sitting = self._sitting
        while True:
            for sentence in sitting.cards.offer(sitting.words):
                sitting.note(sentence)
            self._tell_news()
            question = sitting.table.question
            if question is not None:
                self._ask(question)
                take_in(sitting, sitting.terminal.ask("› "), question)
            elif self._confirm_end():
                reveal(sitting.terminal, sitting.header, sitting.table, sitting.words)
                return

    def _tell_news(self) -> None:
        """Tell what has happened since the last question."""
        sitting = self._sitting
        events = sitting.table.events()
        fresh = tell(heard_since(events, self._heard), sitting.words, sitting.asides)
        self._heard = events
        self._fresh = len(fresh)
        if sitting.terminal.full_screen:
            self._news = tell(events, sitting.words, sitting.asides)
            return
        for line in fresh:
            sitting.terminal.print(styled(line))

    # -- the open question -----------------------------------------------------------------------

    def _ask(self, question: Question) -> None:
        """Show the open question, with the notes that have been waiting for it."""
        sitting = self._sitting
        terminal, ring = sitting.terminal, sitting.table.game.ring
        how = self._how(question)
        terminal.suggest([*(sitting.words.player(p) for p in ring), *every_word()])
        if terminal.full_screen:
            terminal.draw(self._page(how))
        else:
            self._scroll(question, how)
        sitting.notes.clear()

    def _how(self, question: Question) -> tuple[str, ...]:
        """The first hint for whoever runs the step."""
        ability = question.ability
        if ability is None or question.kind not in (Kind.CHOICE, Kind.SHOW, Kind.BY_HAND):
            return ()
        own = self._sitting.own_text(ability.character.id)
        tonight = self._sitting.words_tonight(ability.character.id)
        if tonight and self._sitting.table.game.phase is Phase.NIGHT:
            return (tonight,)
        if own is not None and own.ability:
            return (own.ability,)
        return (_(ability.character.summary),) if ability.character.summary else ()

    def _page(self, how: tuple[str, ...] = (), *, below: list[Text] | None = None) -> list[Text]:
        """A whole page for the full screen."""
        sitting = self._sitting
        return frame(
            sitting.table,
            sitting.finder,
            title=sitting.title,
            width=sitting.terminal.width,
            height=sitting.terminal.height - 1,
            happened=self._news,
            fresh=self._fresh,
            notes=sitting.notes,
            how=how,
            below=below,
        )

    def _scroll(self, question: Question, how: tuple[str, ...]) -> None:
        """Print the question below what is there: in full when it is a new one."""
        sitting = self._sitting
        terminal, game = sitting.terminal, sitting.table.game
        moment = (game.phase, game.night)
        if moment != self._moment and game.characters:
            sitting.print_ring()
        self._moment = moment
        for note in sitting.notes:
            terminal.print(note)
        lines = question_lines(sitting.table, question, sitting.finder, width=terminal.width, how=how)
        shown = [line.plain for line in lines]
        if shown != self._asked:
            terminal.print(Text(), *lines)
        self._asked = shown

    # -- the end ---------------------------------------------------------------------------------

    def _confirm_end(self) -> bool:
        """Whether the Storyteller says that this is the end; commands work as before."""
        sitting = self._sitting
        terminal = sitting.terminal
        below = [
            Text(ending(sitting.table.game, sitting.words), style="now"),
            Text(
                _("Enter: that is the end, reveal everything.   u: undo.   q: stop here for now."),
                style="muted",
            ),
        ]
        if terminal.full_screen:
            terminal.draw(self._page(below=below))
        else:
            terminal.print(*below, *sitting.notes)
        sitting.notes.clear()
        typed = terminal.ask("› ").strip()
        if not typed:
            return True
        with refusals_noted(sitting):
            if not run_command(sitting, typed.lstrip("/:")):
                sitting.note(_("Enter, u or q."), trouble=True)
        return False

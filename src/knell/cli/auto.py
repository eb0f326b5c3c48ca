"""``knell play --auto``: bots play, Knell tells the story."""

from __future__ import annotations

from rich.text import Text

from knell.bots import BY_BOT, Village
from knell.cli.reveal import who_was_who
from knell.cli.telling import styled
from knell.cli.terminal import Hanging, Terminal
from knell.engine import Kind
from knell.facts import TYPE_NAMES
from knell.messages import N_
from knell.names import type_name
from knell.record import GameStore, Header, OpenGame, Table
from knell.texts import _, fill
from knell.words import Words
from knell.words.ending import ending
from knell.words.telling import Aside, StoryLine, aside, tell

__all__ = ["watch"]

MOST_DAYS = 60
_KEPT_UNFINISHED = N_("The game isn't over and is kept as {name}. Go on with: knell play --resume {name}")
MOMENT = 0.35
"""How long a line stays alone in a terminal, in seconds."""


def watch(terminal: Terminal, header: Header, store: GameStore, *, pace: float | None, keep: bool) -> int:
    """Let a whole game play itself. Interrupted, it is kept, so that a person may go on with it."""
    moment = pace if pace is not None else (MOMENT if terminal.is_real else 0.0)
    table = Table(header.begin(), seed=header.seed)
    show = _Show(terminal, header, table, moment)
    try:
        show.run()
    except KeyboardInterrupt:
        terminal.print()
        with _kept(store, header, table) as opened:
            terminal.print(Text(_("Everything is saved. You can take over from here.")))
            terminal.print(
                Text(fill(_("Go on with: knell play --resume {name}"), name=opened.name), style="key")
            )
        return 130
    if keep:
        with _kept(store, header, table) as opened:
            message = _("The game is over and kept as {name}.") if table.over else _(_KEPT_UNFINISHED)
            terminal.print(Text(fill(message, name=opened.name)))
    return 0


def _kept(store: GameStore, header: Header, table: Table) -> OpenGame:
    """The same game among those that are kept."""
    opened = store.create(header)
    line = table.line
    while opened.table.question is not None and len(opened.table.line) < len(line):
        entry = line[len(opened.table.line)]
        opened.table.answer(entry.answer, who=entry.who)
    return opened


class _Show:
    """One game being told."""

    def __init__(self, terminal: Terminal, header: Header, table: Table, moment: float) -> None:
        self._terminal = terminal
        self._header = header
        self._table = table
        self._moment = moment
        self._village = Village(table, header.seed)
        self._asides: dict[int, Aside] = {}
        self._told = 0
        self._introduced = False

    def run(self) -> None:
        """Play and tell, to the end."""
        table = self._table
        while (question := table.question) is not None and table.game.night <= MOST_DAYS:
            game = table.game
            answer = self._village.answer()
            noted = aside(game, question, answer, self._words())
            step = table.game.in_step
            entry = table.answer(answer, who=BY_BOT)
            self._asides[entry.id] = noted
            counting = table.question is not None and table.question.kind in (Kind.VOTE, Kind.SUPPORT)
            if not counting and (step != table.game.in_step or not table.in_step):
                self._tell()
        self._tell()
        self._end()

    def _words(self) -> Words:
        return Words.of(self._table.game, self._header.character_names())

    def _tell(self) -> None:
        """Tell what has happened since, as far as the steps are over."""
        game = self._table.game
        if not self._introduced and game.night > 0:
            self._introduced = True
            self._introduce()
        events = self._table.events()
        fresh = events[self._told :]
        if not fresh or not self._introduced:
            return
        self._told = len(events)
        for line in tell(fresh, self._words(), self._asides, reveals=game):
            self._say(line)

    def _introduce(self) -> None:
        """Who sits at the table, with what."""
        game, words, header = self._table.game, self._words(), self._header
        self._terminal.print(Text(header.script.name, style="now"))
        counts = [
            f"{type_name(label)} {sum(1 for p in game.ring if game.characters[p].type.label == label)}"
            for label in TYPE_NAMES
            if any(game.characters[p].type.label == label for p in game.ring)
        ]
        message = _("{count} people at the table: {characters}")
        self._terminal.print(Text(fill(message, count=len(game.ring), characters=", ".join(counts))))
        self._terminal.print()
        for line in who_was_who(game, words, fate=False):
            self._terminal.print(line)
            self._terminal.wait(self._moment / 4)
        self._terminal.wait(self._moment * 4)

    def _say(self, line: StoryLine) -> None:
        if line.heading:
            self._terminal.print()
            living = self._table.game.living.bit_count()
            head = styled(line)
            if line.heading == "day":
                head.append("  " + fill(_("{count} alive"), count=living), style="muted")
            self._terminal.print(head)
            self._terminal.wait(self._moment * 2)
            return
        self._terminal.print(Hanging(styled(line, mark=False), first=2, rest=4))
        self._terminal.wait(self._moment)

    def _end(self) -> None:
        game, words, terminal = self._table.game, self._words(), self._terminal
        terminal.print()
        if self._table.over:
            terminal.print(Text(ending(game, words), style="now"))
        else:
            message = _("Stopped here: after {count} days nobody has won.")
            terminal.print(Text(fill(message, count=MOST_DAYS), style="now"))
        terminal.print()
        for line in who_was_who(game, words):
            terminal.print(line)
            terminal.wait(self._moment / 4)
        terminal.print()
        again = _("The same game again: knell play --auto --seed {seed}    One of your own: knell play")
        terminal.print(Text(fill(again, seed=self._header.seed), style="muted"))

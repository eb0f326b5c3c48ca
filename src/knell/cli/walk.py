"""The Storyteller's walk through a game: one open question at a time, and anything else in between."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from knell.cli.answers import read_answer
from knell.cli.cards import card, card_in_words
from knell.cli.commands import Command, command_for, every_word
from knell.cli.finding import Finder, NotFound, latin, yes_or_no
from knell.cli.reveal import reveal
from knell.cli.ring import ring
from knell.cli.screen import (
    NOTHING,
    frame,
    middle_lines,
    question_lines,
    status_line,
    suggestion,
    wrapped,
)
from knell.cli.telling import Aside, Line, aside, asides_of, ending, tell
from knell.cli.terminal import Terminal
from knell.engine import (
    AT_RANDOM,
    STORYTELLER,
    Event,
    Introduction,
    Kind,
    Override,
    OverrideRefused,
    Phase,
    PlayerId,
    Question,
    SetupRefused,
    day,
)
from knell.record import Heard, IllegalAnswer, OpenGame, ReadOnly, ReplayDiffers
from knell.scripts import CharacterText, Script
from knell.texts import _, fill
from knell.words import Words
from knell.words.asking import shape

__all__ = ["Quit", "Walk"]


class Quit(Exception):  # noqa: N818 - named for what happened
    """The Storyteller stops for now."""


class Walk:
    """One sitting with one game."""

    def __init__(self, terminal: Terminal, opened: OpenGame, *, cards: bool = True) -> None:
        self.terminal = terminal
        self.opened = opened
        self.table = opened.table
        self.header = opened.header
        self.cards = cards
        self.title = opened.header.script.name
        self.script = None if opened.header.source is None else Script.from_data(opened.header.source)
        self._names = opened.header.character_names()
        self._notes: list[Text] = []
        self._news: list[Line] = []
        self._fresh = 0
        self.asides: dict[int, Aside] = asides_of(opened.header, opened.table, self.words)
        self._heard = self.table.events()
        self._phase: tuple[Phase, int] | None = None
        self._asked: list[str] = []
        self._on_cards: set[int] = set()
        begun = any(not entry.automatic for entry in self.table.line)
        self._offered = self.table.events() if begun else []
        self.last_card: tuple[Any, str, bool | None] | None = None

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
        return None if self.script is None else self.script.texts.get(character)

    def note(self, sentence: str, *, trouble: bool = False) -> None:
        """Say something below the next question, or at once where pages scroll by."""
        self._notes.append(Text(sentence, style="trouble" if trouble else "fine"))

    # -- the loop --------------------------------------------------------------------------------

    def run(self) -> None:
        """Walk through the game until it has been revealed.

        Raises ``Quit`` or ``InputEnded`` when it isn't to be finished now.
        """
        for notice in self.opened.notices:
            self.note(self.words.text(notice))
        while True:
            self._offer_cards()
            self._tell_news()
            question = self.table.question
            if question is None:
                if self._confirm_end():
                    reveal(self.terminal, self.header, self.table, self.words)
                    return
                continue
            self._show(question)
            self._handle(self.terminal.ask("› "), question)

    def _tell_news(self) -> None:
        """What has happened since the last question."""
        events = self.table.events()
        fresh = tell(_new_among(events, self._heard), self.words, self.asides)
        self._heard = events
        self._fresh = len(fresh)
        if self.terminal.full_screen:
            self._news = tell(events, self.words, self.asides)
            return
        for line in fresh:
            self.terminal.print(line.styled())

    def _show(self, question: Question) -> None:
        terminal, table = self.terminal, self.table
        how = self._how(question)
        terminal.suggest([*(self.words.player(p) for p in table.game.ring), *every_word()])
        if terminal.full_screen:
            terminal.draw(self._page(how))
        else:
            self._scroll(question, how)
        self._notes = []

    def _page(self, how: tuple[str, ...] = (), *, below: list[Text] | None = None) -> list[Text]:
        """A whole page for the full screen."""
        terminal = self.terminal
        return frame(
            self.table,
            self.finder,
            title=self.title,
            width=terminal.width,
            height=terminal.height - 1,
            happened=self._news,
            fresh=self._fresh,
            notes=self._notes,
            how=how,
            below=below,
        )

    def _scroll(self, question: Question, how: tuple[str, ...]) -> None:
        """Print the question below what is there: in full when it is a new one."""
        terminal, game = self.terminal, self.table.game
        moment = (game.phase, game.night)
        if moment != self._phase and game.characters:
            self.print_ring()
        self._phase = moment
        for note in self._notes:
            terminal.print(note)
        lines = question_lines(self.table, question, self.finder, width=terminal.width, how=how)
        shown = [line.plain for line in lines]
        if shown != self._asked:
            terminal.print(Text(), *lines)
        self._asked = shown

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

    def _how(self, question: Question) -> tuple[str, ...]:
        """The first hint for whoever runs the step."""
        ability = question.ability
        if ability is None or question.kind not in (Kind.CHOICE, Kind.SHOW, Kind.BY_HAND):
            return ()
        own = self.own_text(ability.character.id)
        if own is not None and own.ability:
            return (own.ability,)
        return (_(ability.character.summary),) if ability.character.summary else ()

    # -- one line --------------------------------------------------------------------------------

    def _handle(self, line: str, question: Question) -> None:
        """Take in one line: an answer, or a command."""
        line = line.strip()
        try:
            if line[:1] in ("/", ":") and len(line) > 1:
                self._command(line[1:], forced=True)
            elif not line:
                self._enter(question)
            elif self._is_plain_answer(line, question) or not self._command(line):
                self._answer(line, question)
        except NotFound as unclear:
            self.note(str(unclear), trouble=True)
        except (IllegalAnswer, OverrideRefused, SetupRefused, ReplayDiffers) as refusal:
            self.note(self.words.text(refusal.reason), trouble=True)
        except ReadOnly:
            self.note(_("This game can only be looked at."), trouble=True)
        except OSError as error:
            message = _("That couldn't be saved, so it hasn't been done: {reason}. Make room and try again.")
            self.note(fill(message, reason=error.strerror or str(error)), trouble=True)

    def _is_plain_answer(self, line: str, question: Question) -> bool:
        """Whether a line that might be a command is the answer all the same."""
        if question.kind is Kind.DAY:
            return False
        if question.kind in (Kind.VOTE, Kind.SUPPORT) or shape(question.options) == "yes_no":
            return yes_or_no(line) is not None
        return self.finder.players.exactly(line) is not None

    def _command(self, line: str, *, forced: bool = False) -> bool:
        word, _space, rest = line.partition(" ")
        found: Command | None = command_for(word) or command_for(latin(word))
        if found is not None:
            found.run(self, rest.strip())
            return True
        owner, dot, _ruling = word.partition(".")
        if (
            dot
            and owner in self.table.game.cast.by_id
            and _ruling in self.table.game.cast.by_id[owner].rulings
        ):
            self.override("rule", word, self.finder.player(rest) if rest.strip() else self.whom(rest))
            return True
        if forced:
            raise NotFound(fill(_("There is no command “{word}”. ? lists them."), word=word))
        return False

    def _enter(self, question: Question) -> None:
        """Nothing was typed: take what is suggested, where something is."""
        value = suggestion(self.table)
        if value is not NOTHING:
            self.give(self.table.default() if value is AT_RANDOM else value)
        elif question.kind is Kind.BY_HAND or (question.kind is Kind.SHOW and len(question.options) == 1):
            self.give(question.options[0])
        elif question.kind is Kind.DAY:
            self.note(_("n is for a nomination, close ends the day, ? shows everything else."))
        elif question.kind in (Kind.VOTE, Kind.SUPPORT):
            self.note(_("Say whose hands are up, or none."))
        else:
            self.note(_("An answer is needed here: a name or a number."))

    def _answer(self, line: str, question: Question) -> None:
        if question.kind is Kind.DAY:
            word = line.split(maxsplit=1)[0]
            raise NotFound(fill(_("“{word}” is nothing that Knell knows. ? shows what there is."), word=word))
        if question.kind in (Kind.VOTE, Kind.SUPPORT):
            self._hands(line, question)
        elif question.kind is Kind.BY_HAND:
            if line.casefold() not in ("done", _("done").casefold(), "d"):
                raise NotFound(
                    _("Say done when the step is done; everything can be changed by hand before that.")
                )
            self.give("done")
        else:
            self.give(read_answer(line, question, self.finder))

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
            self.note(fill(_("Mind: {warning}"), warning=words.text(unwise)))
        if question.kind is Kind.SHOW:
            self._on_cards.add(entry.id)
            evil = None
            if question.name == "you_are":
                evil = bool(game.evil >> question.player & 1)
            self.show_card(question.players, value, question.name, evil=evil)

    def _hands(self, line: str, question: Question) -> None:
        """A whole vote at once: whose hands are up. With y and n, one by one."""
        one = yes_or_no(line)
        if one is not None and self.finder.players.exactly(line) is None:
            self.give(one)
            return
        game = self.table.game
        voters = game.everyone
        if question.kind is Kind.VOTE:
            voters = day.may_vote(game)
        among = [p for p in (*game.clockwise_from(question.player), question.player) if voters >> p & 1]
        left = among[among.index(question.who) :]
        up = self.finder.several(line, among=left)
        self._check_hands(up, left, among, question)
        nominee, kind = question.player, question.kind
        while (now := self.table.question) is not None and now.kind is kind and now.player == nominee:
            self.table.answer(now.who in up)

    def _check_hands(
        self, up: list[PlayerId], left: list[PlayerId], among: list[PlayerId], asked: Question
    ) -> None:
        words = self.words
        for player in up:
            if player in left:
                continue
            if player in among:
                message = _("{player} has been counted already; undo to count again.")
            elif not self.table.game.everyone >> player & 1:
                message = _("{player} isn't in the game.")
            else:
                message = _("{player} is dead and has no vote left.")
            raise NotFound(fill(message, player=words.player(player)))

    # -- changing by hand ------------------------------------------------------------------------

    def override(self, name: str, *arguments: Any) -> None:
        """Change something by hand."""
        self.table.override(Override(name, arguments))

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

    # -- cards -----------------------------------------------------------------------------------

    def show_card(
        self, players: tuple[PlayerId, ...], value: Any, name: str = "", *, evil: bool | None = None
    ) -> None:
        """Put a card over everything, until it is put away."""
        words = self.words
        if isinstance(value, Introduction) and len(players) == 1:
            value = value.seen_by(players[0])
        self.last_card = (value, name, evil)
        if not self.cards:
            return
        if self.terminal.covers:
            self.terminal.cover(card(value, words, name=name, evil=evil, width=self.terminal.width))
        else:
            message = _("[card for {players}] {words}")
            told = card_in_words(value, words, name=name, evil=evil)
            self.terminal.print(Text(fill(message, players=words.players(players), words=told)))

    def _offer_cards(self) -> None:
        """Put up a card for whatever was answered automatically and still has to be shown to somebody."""
        events = self.table.events()
        fresh, self._offered = _new_among(events, self._offered), events
        for heard in fresh:
            by_hand = heard.event.data.get("ability") == "storyteller" or heard.entry in self._on_cards
            if heard.event.name in ("shown", "told") and not by_hand:
                self._offer_card(heard.event)

    def no_cards_for_what_is_there(self) -> None:
        """What has happened by now has been seen by those whom it concerns."""
        self._offered = self.table.events()

    def _offer_card(self, event: Event) -> None:
        """Say what a player is to be shown, and put up the card."""
        data = event.data
        told = event.name == "told"
        value = data["character"] if told else data["answer"]
        words = self.words
        evil = bool(data["evil"]) if told else None
        name = "you_are" if told else ""
        message = _("Show to {player}: {words}. Enter: card. n: without.")
        sentence = fill(
            message,
            player=words.player(data["player"]),
            words=card_in_words(value, words, name=name, evil=evil),
        )
        self.last_card = (value, name, evil)
        if not self.cards or not self.terminal.covers:
            self.note(
                fill(
                    _("Show to {player}: {words}."),
                    player=words.player(data["player"]),
                    words=card_in_words(value, words, name=name, evil=evil),
                )
            )
            return
        self.terminal.draw([Text(), *wrapped(Text(sentence, style="ask"), self.terminal.width)])
        if yes_or_no(self.terminal.ask("› ")) is not False:
            self.show_card((data["player"],), value, name, evil=evil)

    # -- the end ---------------------------------------------------------------------------------

    def _confirm_end(self) -> bool:
        """Whether the Storyteller says that this is the end; commands work as before."""
        terminal, table = self.terminal, self.table
        below = [
            Text(ending(table.game, self.words), style="now"),
            Text(
                _("Enter: that is the end, reveal everything.   u: undo.   q: stop here for now."),
                style="muted",
            ),
        ]
        if terminal.full_screen:
            terminal.draw(self._page(below=below))
        else:
            terminal.print(*below, *self._notes)
        self._notes = []
        typed = terminal.ask("› ").strip()
        if not typed:
            return True
        try:
            if not self._command(typed.lstrip("/:")):
                self.note(_("Enter, u or q."), trouble=True)
        except NotFound as unclear:
            self.note(str(unclear), trouble=True)
        except (IllegalAnswer, OverrideRefused, SetupRefused, ReplayDiffers) as refusal:
            self.note(self.words.text(refusal.reason), trouble=True)
        return False


def _new_among(now: list[Heard], before: list[Heard]) -> list[Heard]:
    """What has been heard since: a change by hand may come before what a running step has said already."""
    same = 0
    for one, other in zip(now, before, strict=False):
        if one.event != other.event:
            break
        same += 1
    said = [heard.event for heard in before[same:]]
    fresh = []
    for heard in now[same:]:
        if heard.event in said:
            said.remove(heard.event)
        else:
            fresh.append(heard)
    return fresh

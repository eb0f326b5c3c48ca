"""The cards of a sitting: what is shown to players, put over everything until it is put away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.text import Text

from knell.cli.cards import card, card_in_words
from knell.cli.finding import yes_or_no
from knell.cli.news import heard_since
from knell.cli.screen import wrapped
from knell.cli.terminal import Terminal
from knell.engine import Cast, Introduction, PlayerId
from knell.engine.events import Shown, Told
from knell.engine.terms import STORYTELLER_BY_HAND, YOU_ARE
from knell.record import Entry, Table
from knell.texts import _, fill
from knell.words import Words
from knell.words.cards import Face, faces

__all__ = ["Card", "Cards"]


class Card(NamedTuple):
    """What a card shows."""

    value: Any
    name: str = ""
    """``you_are`` where the card says who somebody is."""
    evil: bool | None = None
    """The side that such a card names."""
    by_hand: bool = False
    """Whether the Storyteller shows it in their own words."""

    def faces(self, words: Words, cast: Cast) -> tuple[Face, ...]:
        """What stands on it, face by face."""
        return faces(self.value, words, cast, name=self.name, evil=self.evil, by_hand=self.by_hand)


class Cards:
    """The cards of one sitting: whether they are wanted, the last one, and what still has to be shown."""

    def __init__(self, terminal: Terminal, table: Table, *, wanted: bool) -> None:
        self.wanted = wanted
        self.last: Card | None = None
        self._terminal = terminal
        self._table = table
        self._shown_by_hand: set[int] = set()
        begun = any(not entry.automatic for entry in table.line)
        self._heard = table.events() if begun else []

    def show(self, players: tuple[PlayerId, ...], shown: Card, words: Words) -> None:
        """Keep a card as the last one, and put it up if cards are wanted."""
        if isinstance(shown.value, Introduction) and len(players) == 1:
            shown = shown._replace(value=shown.value.seen_by(players[0]))
        self.last = shown
        if self.wanted:
            self.put_up(players, shown, words)

    def put_up(self, players: tuple[PlayerId, ...], shown: Card, words: Words) -> None:
        """Put a card over everything, until it is put away."""
        stands = shown.faces(words, self._table.game.cast)
        if self._terminal.covers:
            self._terminal.cover(card(stands, words, width=self._terminal.width))
        else:
            message = _("[card for {players}] {words}")
            line = fill(message, players=words.players(players), words=card_in_words(stands, words))
            self._terminal.print(Text(line))

    def belongs_to(self, entry: Entry) -> None:
        """An answer has its card already: it needn't be offered."""
        self._shown_by_hand.add(entry.id)

    def all_seen(self) -> None:
        """What has happened by now has been seen by those whom it concerns."""
        self._heard = self._table.events()

    def offer(self, words: Words) -> Iterator[str]:
        """Put up a card for whatever was answered automatically and still has to be shown to somebody.

        Yields what the Storyteller is to be told where no card was offered.
        """
        events = self._table.events()
        fresh, self._heard = heard_since(events, self._heard), events
        for heard in fresh:
            if heard.entry in self._shown_by_hand:
                continue
            match heard.event:
                case Told(player, character, evil):
                    yield from self._offer(player, Card(character, YOU_ARE, evil), words)
                case Shown(player, ability, answer) if ability != STORYTELLER_BY_HAND:
                    yield from self._offer(player, Card(answer), words)

    def _offer(self, whom: PlayerId, offered: Card, words: Words) -> Iterator[str]:
        self.last = offered
        player, said = words.player(whom), card_in_words(offered.faces(words, self._table.game.cast), words)
        if not self.wanted or not self._terminal.covers:
            yield fill(_("Show to {player}: {words}."), player=player, words=said)
            return
        sentence = fill(_("Show to {player}: {words}. Enter: card. n: without."), player=player, words=said)
        self._terminal.draw([Text(), *wrapped(Text(sentence, style="ask"), self._terminal.width)])
        if yes_or_no(self._terminal.ask("› ")) is not False:
            self.show((whom,), offered, words)

"""A whole table of bots, and a game that they play."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from knell.bots.bot import Bot
from knell.bots.talk import Talk
from knell.engine import Close, Kind, PlayerId, Question
from knell.record import Entry, Heard, Table
from knell.record.legal import why_illegal
from knell.seats import PlayerView, TownView, prompt, prompts

__all__ = ["BY_BOT", "Village"]

BY_BOT: Final = "bot"
"""Who has given an answer, in the record."""


class Village:
    """The players of one table. Each is told what their seat knows, and they talk with each other by day.

    ``seed`` says what they do by chance: the same seed, the same game. ``bots`` seats other players than
    :class:`Bot`, by their seats. What isn't a player's to answer is answered as the table suggests.
    """

    def __init__(self, table: Table, seed: int = 0, bots: Mapping[PlayerId, type[Bot]] | None = None) -> None:
        self.table = table
        self.talk = Talk(random.Random(f"{seed}/talk"))
        self._chance = random.Random(f"{seed}/village")
        self._seed = seed
        self._kinds = {} if bots is None else dict(bots)
        self._bots: dict[PlayerId, Bot] = {}
        self._views: dict[PlayerId, tuple[Heard | None, PlayerView]] = {}

    def answer(self) -> Any:
        """What the open question is answered with. Raises ``ValueError`` when the game is over."""
        question = self.table.question
        if question is None:
            raise ValueError("the game is over")
        match question.kind:
            case Kind.CHOICE | Kind.VOTE | Kind.SUPPORT:
                return self._asked(question)
            case Kind.DAY:
                return self._by_day(question)
            case Kind.BY_HAND:
                return question.options[0]
            case _:
                return self.table.default()

    def step(self) -> Entry:
        """Answer the open question."""
        return self.table.answer(self.answer(), who=BY_BOT)

    def play(self, until: Callable[[Question], bool] | None = None) -> None:
        """Go on to the end, or until a question is one of those that ``until`` names."""
        while (question := self.table.question) is not None:
            if until is not None and until(question):
                return
            self.step()

    # -- one player ------------------------------------------------------------------------------

    def _asked(self, question: Question) -> Any:
        seat = question.who
        asked = prompt(self.table, seat)
        assert asked is not None
        answer = self._bot(seat).answer(asked, self._view(seat))
        # A player may point at somebody who, for all they know, could be chosen; then at somebody else.
        if why_illegal(self.table.game, question, answer) is None:
            return answer
        return self.table.draw()

    def _bot(self, seat: PlayerId) -> Bot:
        if seat not in self._bots:
            kind = self._kinds.get(seat, Bot)
            chance = random.Random(f"{self._seed}/{seat}")
            self._bots[seat] = kind(seat, self.table.game.cast, self.talk, chance)
        return self._bots[seat]

    def _view(self, seat: PlayerId) -> PlayerView:
        heard = self.table.events()
        now = heard[-1] if heard else None
        known = self._views.get(seat)
        if known is None or known[0] is not now:
            known = now, PlayerView.of(self.table, seat)
            self._views[seat] = known
        return known[1]

    # -- the day ---------------------------------------------------------------------------------

    def _by_day(self, question: Question) -> Any:
        town = TownView.of(self.table)
        seats = [person.id for person in town.players]
        if self.talk.begins(town):
            self.talk.hear(
                [opinion for seat in seats for opinion in self._bot(seat).opinions(self._view(seat))]
            )
        self.talk.settles_on(town)
        self._chance.shuffle(seats)
        for seat, asked in zip(seats, prompts(self.table, seats), strict=True):
            if asked is None:
                continue
            action = self._bot(seat).answer(asked, self._view(seat))
            if action is not None and why_illegal(self.table.game, question, action) is None:
                return action
        return Close()

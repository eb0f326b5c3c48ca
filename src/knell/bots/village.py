"""Simple bots: what players do when nobody plays them, with a seed and without looking at hidden things.

They know what a player would know: their own side, what they were shown, and what the village says.
Good players tell what they learned, and the village puts it together into one picture of who looks
evil; evil players know each other, vote the other way and never for their Demon.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from knell.engine import (
    SKIP,
    Action,
    Close,
    Event,
    Game,
    Kind,
    Nominate,
    Pair,
    Phase,
    PlayerId,
    Pointing,
    Question,
    Type,
    Use,
    day,
    members,
)
from knell.engine.events import Chose, Shown
from knell.engine.options import sample

__all__ = ["Bots"]

_EVIL_TYPES: Final = (Type.MINION, Type.DEMON)


class Bots:
    """Answers for all players of one game. Hand it every event, then let it answer."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"{seed}/bots")
        self._suspicion: dict[PlayerId, float] = {}
        self._planned = 0
        self._today = -1
        self._nights: dict[PlayerId, list[tuple[PlayerId, ...]]] = {}

    # -- hearing ---------------------------------------------------------------------------------

    def hear(self, game: Game, event: Event) -> None:
        """Take in what has happened: the village learns what good players were shown."""
        match event:
            case Chose(player, _, answer):
                chosen = answer if isinstance(answer, tuple) else (answer,)
                players = tuple(p for p in chosen if type(p) is int)
                self._nights.setdefault(player, []).append(players)
            case Shown(player, ability, answer) if not game.evil >> player & 1:
                self._learn(game, player, ability, answer)

    def _learn(self, game: Game, player: PlayerId, ability: str, answer: Any) -> None:
        kind = game.cast.by_id[answer.character].type if isinstance(answer, Pointing) else None
        if isinstance(answer, Pointing):
            for other in answer.players:
                self._add(other, 1.4 if kind in _EVIL_TYPES else -0.7)
        elif isinstance(answer, Pair):
            for other in answer.players:
                self._add(other, 2.0)
        elif isinstance(answer, bool):
            for other in (self._nights.get(player) or [()])[-1]:
                self._add(other, 0.9 if answer else -1.2)
        elif type(answer) is int and ability in game.cast.by_id and game.phase is Phase.NIGHT:
            neighbours = [game.nearest(player, game.living, clockwise) for clockwise in (True, False)]
            for other in neighbours:
                if other >= 0 and answer <= 2:
                    self._add(other, (answer - 0.7) * 0.8)

    def _add(self, player: PlayerId, weight: float) -> None:
        self._suspicion[player] = self._suspicion.get(player, 0.0) + weight

    # -- answering -------------------------------------------------------------------------------

    def answer(self, game: Game, question: Question) -> Any:
        """What a player or the group answers to a ``CHOICE``, ``DAY``, ``VOTE`` or ``SUPPORT``."""
        match question.kind:
            case Kind.CHOICE:
                return self._choice(game, question)
            case Kind.DAY:
                return self._day(game)
            case Kind.VOTE:
                return self._vote(game, question.who, question.player)
            case Kind.SUPPORT:
                return self._chance.random() < 0.4
            case _:
                raise ValueError(f"bots don't answer {question!r}")

    def _pick(self, options: Sequence[Any]) -> Any:
        return sample(options, self._chance.randrange)

    def _choice(self, game: Game, question: Question) -> Any:
        options = question.options
        if not len(options):
            return SKIP
        me = question.player
        first = options[0] if options[0] is not None or len(options) == 1 else options[1]
        if type(first) is int:
            return self._choose_player(game, me, question)
        if isinstance(first, tuple) and all(type(p) is int for p in first):
            wanted = [p for p in members(game.living) if p != me]
            for _attempt in range(12):
                answer = self._pick(options)
                if all(p in wanted for p in answer):
                    return answer
        if None in options and self._chance.random() < 0.4:
            return None
        for _attempt in range(12):
            answer = self._pick(options)
            if answer is not None and question.unwise(answer) is None:
                return answer
        return self._pick(options)

    def _choose_player(self, game: Game, me: PlayerId, question: Question) -> Any:
        """Somebody alive and not oneself; evil players leave each other alone."""
        every: list[PlayerId] = [p for p in question.options if type(p) is int]
        likely = [p for p in every if p != me and game.living >> p & 1 and question.unwise(p) is None]
        if game.evil >> me & 1:
            good = [p for p in likely if not game.evil >> p & 1]
            if self._passes_on(game, me, every):
                return me
            likely = good or likely
        else:
            trusted = [p for p in likely if self._suspicion.get(p, 0.0) <= 0.5]
            likely = trusted or likely
        return self._chance.choice(likely or every)

    def _passes_on(self, game: Game, me: PlayerId, every: Sequence[PlayerId]) -> bool:
        """Whether a Demon under pressure tries to hand its part to a Minion, as some can."""
        minions = members(game.living & game.evil & ~(1 << me))
        pressed = self._suspicion.get(me, 0.0) > 1.5
        able = any(
            "inherits" in a.character.hooks and a.character.type is Type.DEMON for a in game.abilities_of(me)
        )
        return bool(me in every and able and pressed and minions and self._chance.random() < 0.5)

    # -- by day ----------------------------------------------------------------------------------

    def _day(self, game: Game) -> Action:
        if self._today != game.night:
            self._today = game.night
            self._planned = 1 + (self._chance.random() < 0.6) + (self._chance.random() < 0.35)
            if not self._suspicion or game.night == 1:
                self._claims(game)
            for player in members(game.everyone):
                self._add(player, self._chance.gauss(0.0, 0.6))
        use = self._use(game)
        if use is not None:
            return use
        if self._planned <= 0 and (game.about_to_die >= 0 or self._chance.random() < 0.3):
            return Close()
        self._planned -= 1
        nominee = self._suspect(game)
        nominators = [p for p in members(day.may_nominate(game)) if self._would_nominate(game, p, nominee)]
        if nominee is None or not nominators:
            return Close()
        return Nominate(self._chance.choice(nominators), nominee)

    def _claims(self, game: Game) -> None:
        """Outsiders ask to be left alone, and now and then an evil player does the same."""
        for player in members(game.ordinary):
            believed = game.believed[player] or game.characters[player]
            bluffs = bool(game.evil >> player & 1) and self._chance.random() < 0.3
            if believed.type is Type.OUTSIDER or bluffs:
                self._add(player, -1.5)

    def _suspect(self, game: Game) -> PlayerId | None:
        may = [p for p in members(day.may_be_nominated(game)) if game.living >> p & 1]
        if not may:
            return None
        if self._chance.random() < 0.2:
            return self._chance.choice(may)
        # The village is unsure at first and puts things together as days go by.
        doubt = 3.0 / max(1, game.night)
        return max(may, key=lambda p: self._suspicion.get(p, 0.0) + self._chance.random() * doubt)

    def _would_nominate(self, game: Game, player: PlayerId, nominee: PlayerId | None) -> bool:
        return nominee is not None and player != nominee and not self._shields(game, player, nominee)

    def _shields(self, game: Game, player: PlayerId, nominee: PlayerId) -> bool:
        """Whether an evil player keeps a hand down for one of their own."""
        if not game.evil >> player & 1:
            return False
        demon = game.characters[nominee].type is Type.DEMON
        return demon or (bool(game.evil >> nominee & 1) and self._chance.random() < 0.6)

    def _vote(self, game: Game, voter: PlayerId, nominee: PlayerId) -> bool:
        if voter == nominee:
            return False
        if self._shields(game, voter, nominee):
            return False
        living = game.living.bit_count()
        if not game.living >> voter & 1 and living > 4:
            return self._chance.random() < 0.06
        suspicion = self._suspicion.get(nominee, 0.0)
        eager = suspicion * 0.7 - 0.05 + (0.7 if living <= 4 else 0.0)
        if game.evil >> voter & 1:
            eager += 0.7
        if game.about_to_die >= 0:
            eager -= 0.8
        return self._chance.random() < 1 / (1 + math.exp(-1.7 * eager))

    def _use(self, game: Game) -> Use | None:
        """Now and then somebody uses, or pretends to use, an ability of the day."""
        for ability in list(game.abilities.values()):
            character = ability.character
            if not character.form or not game.living >> ability.player & 1:
                continue
            if any(u.player == ability.player for u in game.uses) or game.spent(ability):
                continue
            first_day = any(f.shape == "guesses" for f in character.form)
            if first_day and ability.since != game.night:
                continue
            if not first_day and self._chance.random() > 0.2:
                continue
            use = Use(ability.player, character.id, self._details(game, ability.player, character.form))
            if day.why_not(game, use) is None:
                return use
        return None

    def _details(self, game: Game, me: PlayerId, form: Sequence[Any]) -> tuple[tuple[str, Any], ...]:
        others = [p for p in members(game.living) if p != me]
        by_suspicion = sorted(others, key=lambda p: -self._suspicion.get(p, 0.0))
        details: list[tuple[str, Any]] = []
        for field in form:
            if field.shape == "player":
                details.append((field.name, self._chance.choice(by_suspicion[:3] or [me])))
            elif field.shape == "players":
                details.append((field.name, tuple(sorted(by_suspicion[:1]))))
            elif field.shape == "guesses":
                guessed = self._chance.sample(others, min(3, len(others)))
                details.append((field.name, tuple((p, self._chance.choice(game.cast.ids)) for p in guessed)))
            else:
                details.append((field.name, "…"))
        return tuple(details)

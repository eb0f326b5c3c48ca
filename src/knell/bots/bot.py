"""One simple player, who is told what their seat knows and nothing else."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from knell.bots.talk import Opinion, Talk
from knell.engine import (
    SKIP,
    Cast,
    Character,
    Event,
    Exile,
    FieldShape,
    Identity,
    Introduction,
    Kind,
    Nominate,
    Pair,
    PlayerId,
    Pointing,
    Type,
    Use,
)
from knell.engine.events import Chose, DayBegan, NightBegan, Shown, Told, Used
from knell.engine.options import Shape, shape_of
from knell.seats import Actions, Choices, DayAbility, PlayerView, Prompt
from knell.seats.said import event_of

__all__ = ["Bot"]

_EVIL_TYPES: Final = (Type.MINION, Type.DEMON)
_USUAL_DEMONS: Final = 2
_LONG: Final = 6
"""After so many days people are tired, and hands go up more easily."""


class Bot:
    """A player who votes by what the village says, and a little by chance.

    Good ones tell what they learn. Evil ones keep it to themselves, know each other as far as they were
    shown, and keep their hands down for their own. Fill in :meth:`choose`, :meth:`vote`, :meth:`support` or
    :meth:`act` for other players; each is told the question and what the player knows.

    ``cast`` is the script, which lies open on the table. ``talk`` is what has been said aloud in the village.
    """

    def __init__(self, seat: PlayerId, cast: Cast, talk: Talk, chance: random.Random) -> None:
        self.seat = seat
        self.cast = cast
        self.talk = talk
        self.chance = chance
        self._seen: _Seen | None = None

    def answer(self, prompt: Prompt, view: PlayerView) -> Any:
        """The answer to a prompt: by its kind, one of the four below."""
        match prompt.kind:
            case Kind.VOTE:
                return self.vote(prompt, view)
            case Kind.SUPPORT:
                return self.support(prompt, view)
            case Kind.DAY:
                return self.act(prompt, view)
            case _:
                return self.choose(prompt, view)

    # -- at night --------------------------------------------------------------------------------

    def choose(self, prompt: Prompt, view: PlayerView) -> Any:
        """What this player chooses with their ability; ``None`` where they shake their head."""
        options = prompt.options
        assert isinstance(options, Choices)
        if prompt.optional and not (options.among or prompt.shape is Shape.WORDS):
            return None
        if prompt.optional and prompt.shape is not Shape.PLAYER and self.chance.random() < 0.4:
            return None
        match prompt.shape:
            case Shape.PLAYER:
                return self._player(options.among, view)
            case Shape.PLAYERS | Shape.SEVERAL if shape_of(options.among) is Shape.PLAYER:
                return self._some(options, self._others_alive(view))
            case Shape.PLAYERS | Shape.SEVERAL | Shape.ORDER:
                return self._some(options, options.among)
            case Shape.PLAYER_AND_CHARACTER if options.characters:
                return self._player(options.among, view), self.chance.choice(options.characters)
            case Shape.WORDS:
                return "…"
        return self.chance.choice(options.among) if options.among else SKIP

    def _some(self, options: Choices, wanted: Collection[Any]) -> tuple[Any, ...]:
        count = self.chance.randint(options.least, options.most)
        free = [thing for thing in options.among if thing not in options.always]
        self.chance.shuffle(free)
        free.sort(key=lambda thing: thing not in wanted)
        return (*options.always, *free)[:count]

    def _player(self, among: Sequence[PlayerId], view: PlayerView) -> PlayerId:
        """Somebody alive and not oneself; evil players leave each other alone."""
        if not among:
            return SKIP  # type: ignore[return-value]
        alive = self._others_alive(view)
        likely = [player for player in among if player in alive]
        if view.you.evil:
            friends = self._friends(view)
            if self._passes_on(view, among):
                return self.seat
            likely = [player for player in likely if player not in friends] or likely
        else:
            likely = [player for player in likely if self.talk.suspicion(player) <= 0.5] or likely
        return self.chance.choice(likely or list(among))

    def _passes_on(self, view: PlayerView, among: Sequence[PlayerId]) -> bool:
        """Whether a Demon under pressure tries to hand its part to a Minion, as some can."""
        me = self._character(view)
        able = me is not None and me.type is Type.DEMON and me.fills_in(Character.inherits)
        heirs = self._friends(view) & self._others_alive(view)
        pressed = self.talk.suspicion(self.seat) > 1.5
        return bool(self.seat in among and able and heirs and pressed) and self.chance.random() < 0.5

    # -- by day ----------------------------------------------------------------------------------

    def act(self, prompt: Prompt, view: PlayerView) -> Nominate | Exile | Use | None:
        """What this player does by day, or ``None`` for nothing at this moment."""
        actions = prompt.options
        assert isinstance(actions, Actions)
        for ability in actions.abilities:
            if self._would_use(ability, view):
                return Use(self.seat, ability.character, self._details(ability, view))
        for traveller in actions.exiles:
            doubted = self.talk.suspicion(traveller) > 0.5 and not self._shields(traveller, view)
            if traveller != self.seat and doubted and self.chance.random() < 0.1:
                return Exile(self.seat, traveller)
        suspect = self.talk.suspect
        if suspect is None or suspect == self.seat or suspect not in actions.nominees:
            return None
        return None if self._shields(suspect, view) else Nominate(self.seat, suspect)

    def vote(self, prompt: Prompt, view: PlayerView) -> bool:
        """Whether the hand is up when the count passes it."""
        nominee = prompt.about[0]
        if nominee == self.seat or self._shields(nominee, view):
            return False
        living, today = view.town.living, view.town.today
        if self.seat not in self._look_at(view).alive and living > 4:
            return self.chance.random() < 0.06
        eager = self.talk.suspicion(nominee) * 0.7 - 0.05 + (0.7 if living <= 4 else 0.0)
        eager += 0.2 * max(0, view.town.number - _LONG)
        if view.you.evil:
            eager += 0.7
        if today is not None and today.about_to_die is not None:
            eager -= 0.8
        return self.chance.random() < 1 / (1 + math.exp(-1.7 * eager))

    def support(self, _prompt: Prompt, _view: PlayerView) -> bool:
        """Whether they are for an exile."""
        return self.chance.random() < 0.4

    def _shields(self, player: PlayerId, view: PlayerView) -> bool:
        """Whether an evil player keeps a hand down for one of their own, and always for a Demon."""
        if not view.you.evil:
            return False
        demons, friends = self._look_at(view).demons, self._friends(view)
        if len(demons) > _USUAL_DEMONS:
            # Most players are the Demon: hands that stay down for all of them would give that away.
            return player in friends and self.chance.random() < 0.3
        return player in demons or (player in friends and self.chance.random() < 0.6)

    # -- abilities of the day --------------------------------------------------------------------

    def _would_use(self, ability: DayAbility, view: PlayerView) -> bool:
        """Now and then, and never twice a day; what is guessed about others, on the first day."""
        used, days = False, 0
        for event in reversed(self.heard(view)):
            match event:
                case DayBegan():
                    days += 1
                case Used(self.seat) if days == 0:
                    used = True
                case Told():
                    break
        if used or self.seat not in self._look_at(view).alive:
            return False
        if any(field.shape is FieldShape.GUESSES for field in ability.fields):
            return days == 1
        return self.chance.random() < 0.2 / max(1, len(view.town.players) // 3)

    def _details(self, ability: DayAbility, view: PlayerView) -> tuple[tuple[str, Any], ...]:
        others = sorted(self._others_alive(view), key=lambda player: -self.talk.suspicion(player))
        filled: list[tuple[str, Any]] = []
        for field in ability.fields:
            value: Any = "…"
            if field.shape is FieldShape.PLAYER:
                value = self.chance.choice(others[:3] or [self.seat])
            elif field.shape is FieldShape.PLAYERS:
                value = tuple(sorted(others[:1]))
            elif field.shape is FieldShape.GUESSES:
                guessed = self.chance.sample(others, min(3, len(others)))
                value = tuple((player, self.chance.choice(self.cast.ids)) for player in guessed)
            filled.append((field.name, value))
        return tuple(filled)

    # -- what the player knows -------------------------------------------------------------------

    def opinions(self, view: PlayerView) -> list[Opinion]:
        """Whom this player speaks for or against, by all that they have learned; evil ones say nothing."""
        if view.you.evil:
            return []
        me = self._character(view)
        outsider = me is not None and me.type is Type.OUTSIDER
        found = [Opinion(self.seat, -1.5)] if outsider else []
        last: tuple[PlayerId, ...] = ()
        at_night = False
        for event in self.heard(view):
            match event:
                case NightBegan():
                    at_night = True
                case DayBegan():
                    at_night = False
                case Chose(_, _, answer):
                    chosen = answer if isinstance(answer, tuple) else (answer,)
                    last = tuple(player for player in chosen if type(player) is int)
                case Shown(_, ability, answer) if not isinstance(answer, Introduction):
                    found += self._means(answer, last, view, counts=at_night and bool(ability))
        return found

    def _means(
        self, answer: Any, chosen: Sequence[PlayerId], view: PlayerView, *, counts: bool
    ) -> list[Opinion]:
        """What the village makes of something that was shown."""
        match answer:
            case Pointing(players, id_) | Identity(players, id_):
                several = players if isinstance(players, tuple) else (players,)
                evil = self.cast.by_id[id_].type in _EVIL_TYPES
                return [Opinion(player, 1.4 if evil else -0.7) for player in several]
            case Pair(players):
                return [Opinion(player, 2.0) for player in players]
            case bool():
                return [Opinion(player, 0.9 if answer else -1.2) for player in chosen]
            case int() if counts and answer <= 2:
                return [Opinion(player, (answer - 0.7) * 0.8) for player in self._neighbours(view)]
        return []

    def heard(self, view: PlayerView) -> list[Event]:
        """What this player has heard and done, as events, oldest first."""
        return self._look_at(view).events

    def _look_at(self, view: PlayerView) -> _Seen:
        if self._seen is None or self._seen.view is not view:
            self._seen = _Seen.of(view)
        return self._seen

    def _character(self, view: PlayerView) -> Character | None:
        """What they take themselves for."""
        return None if view.you.character is None else self.cast.by_id.get(view.you.character)

    def _others_alive(self, view: PlayerView) -> set[PlayerId]:
        return self._look_at(view).alive - {self.seat}

    def _neighbours(self, view: PlayerView) -> list[PlayerId]:
        """The nearest living ones on both sides."""
        ring = [person.id for person in view.town.players if not person.dead or person.id == self.seat]
        place = ring.index(self.seat)
        return [player for player in (ring[place - 1], ring[(place + 1) % len(ring)]) if player != self.seat]

    def _friends(self, view: PlayerView) -> set[PlayerId]:
        seen = self._look_at(view)
        return (seen.minions | seen.demons) - {self.seat}


class _Seen(NamedTuple):
    """What a player makes of one view, worked out once."""

    view: PlayerView
    events: list[Event]
    alive: set[PlayerId]
    demons: set[PlayerId]
    """The Demons that they were shown."""
    minions: set[PlayerId]
    """The Minions that they were shown."""

    @classmethod
    def of(cls, view: PlayerView) -> _Seen:
        events = [event for event in map(event_of, view.log) if event is not None]
        answers = [event.answer for event in events if isinstance(event, Shown)]
        shown = [answer for answer in answers if isinstance(answer, Introduction)]
        return cls(
            view,
            events,
            {person.id for person in view.town.players if not person.dead},
            {player for one in shown for player in one.demons or ()},
            {player for one in shown for player in one.minions or ()},
        )

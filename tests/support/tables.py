"""Tables for tests: seating people, answering by defaults or from a list, playing on to a certain step."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from knell.characters import cast
from knell.engine import (
    AT_RANDOM,
    Cast,
    Event,
    Game,
    Kind,
    OverrideRefused,
    Question,
    Seat,
    Start,
    clock,
    deal,
    hand,
    overrides,
    seat,
)
from knell.engine.options import sample
from knell.facts import FACTS

NAMES: Final = (
    *("Ada", "Bo", "Cy", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"),
    *("Kit", "Lou", "Moe", "Nan", "Oz", "Pam", "Quin", "Ros", "Sid", "Tom"),
)

SCRIPT: Final = (
    *("investigator", "washerwoman", "librarian", "empath", "fortuneteller", "undertaker"),
    *("monk", "slayer", "juggler", "tealady", "fool", "virgin"),
    *("drunk", "saint", "mutant", "politician"),
    *("poisoner", "witch", "scarletwoman", "baron"),
    *("nodashii", "imp", "vortox", "lleech"),
)
"""The twenty-four characters of the script that Knell starts from."""

TRAVELLERS: Final = ("beggar", "bureaucrat", "gunslinger", "scapegoat", "thief")

E = TypeVar("E")
Decide = Callable[[Game, Question], Any]


def cast_of(ids: Iterable[str], **options: Any) -> Cast:
    """A cast of these characters; Travellers among them may be seated without being on the script."""
    every = tuple(dict.fromkeys(ids))
    travellers = [i for i in every if FACTS[i].type == "traveller"]
    return cast([i for i in every if i not in travellers], others=travellers, **options)


class Answers:
    """Answers questions: by name from a list, else with the default; draws with its own chance.

    ``given`` holds, for a question's name, the answers in turn (a list) or the answer to all (anything
    else); the name may have whom it is about behind a colon. Everything that was asked is kept.
    """

    def __init__(self, given: Mapping[str, Any] | None = None, *, seed: int = 0) -> None:
        self.given = {name: list(v) if isinstance(v, list) else v for name, v in (given or {}).items()}
        self.chance = random.Random(seed)
        self.asked: list[Question] = []

    def __call__(self, game: Game, question: Question) -> Any:
        self.asked.append(question)
        whose = f"{question.name}:{game.names[question.player]}" if question.player >= 0 else question.name
        for name in (whose, question.name):
            if name in self.given:
                given = self.given[name]
                if not isinstance(given, list):
                    return given(game, question) if callable(given) else given
                if given:
                    return given.pop(0)
        return by_default(question, self.chance)

    @property
    def names(self) -> list[str]:
        """The names of the questions so far."""
        return [question.name for question in self.asked]

    def last(self, name: str) -> Question:
        """The last question of that name."""
        return next(q for q in reversed(self.asked) if q.name == name)


def by_default(question: Question, chance: random.Random) -> Any:
    """The default, or one at random where chance decides or a player would choose."""
    if question.kind in (Kind.CHANCE, Kind.CHOICE):
        return sample(question.options, chance.randrange)
    default = question.default
    return sample(question.options, chance.randrange) if default is AT_RANDOM else default


class Ear(list[Event]):
    """Hears what happens."""

    def __call__(self, event: Event) -> None:
        self.append(event)

    def of(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for event in self if isinstance(event, kind)]

    @property
    def public(self) -> list[str]:
        """The names of what everybody heard, in order."""
        return [event.label for event in self if event.audience is None]


def seated(
    seats: Sequence[str | Seat],
    decide: Decide | None = None,
    *,
    script: Sequence[str] | None = None,
    listen: Ear | None = None,
    start: Start | None = None,
    jinxed: bool = True,
) -> Game:
    """A game with these characters clockwise, set up and about to begin its first phase."""
    chairs = [Seat(s) if isinstance(s, str) else s for s in seats]
    named = [i for s in chairs for i in (s.character, s.believed) if i is not None]
    game = seat(
        cast_of([*(script if script is not None else named), *named], jinxed=jinxed),
        NAMES[: len(chairs)],
        chairs,
        decide or Answers(),
        listen=listen,
        start=start,
    )
    return set_up(game)


def dealt(
    players: int,
    decide: Decide | None = None,
    *,
    script: Sequence[str] = SCRIPT,
    travellers: Sequence[Seat] = (),
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    listen: Ear | None = None,
) -> Game:
    """A game for so many ordinary players, dealt from a script and about to begin its first night."""
    game = deal(
        cast_of([*script, *(t.character for t in travellers)]),
        NAMES[: players + len(travellers)],
        decide or Answers(),
        travellers=travellers,
        with_=with_,
        without=without,
        listen=listen,
    )
    return set_up(game)


def set_up(game: Game) -> Game:
    """Play the set-up."""
    return play_to(game, "nightfall", "morning")


def play_to(game: Game, *steps: str) -> Game:
    """Play on until one of these steps comes next, or until the game is over."""
    while game.agenda and game.agenda[0][2] not in steps:
        clock.step(game)
    return game


def next_day(game: Game) -> Game:
    """Play on until the next day has begun and the first question about it would be asked."""
    play_to(game, "morning")
    return play_to(game, "day")


def next_dusk(game: Game) -> Game:
    """Play the day that is going on, or comes next, to its end."""
    if game.agenda and game.agenda[0][2] != "day":
        next_day(game)
    return play_to(game, "nightfall")


def override(game: Game, name: str, *arguments: Any) -> None:
    """Change something by hand."""
    hand.apply(game, overrides.read(name, arguments))


def refused(game: Game, name: str, *arguments: Any) -> bool:
    """Whether a change by hand is turned down."""
    try:
        override(game, name, *arguments)
    except OverrideRefused:
        return True
    return False


def tokens(game: Game, player: int) -> list[str]:
    """The tokens in force beside a player, as the Grimoire shows them."""
    return sorted(t.name for t in game.all_tokens() if t.player == player and game.in_force(t))


def play_out(game: Game, *, nights: int = 40) -> Game:
    """Play to the end of the game, or until so many nights have passed."""
    while game.agenda and game.night <= nights:
        clock.step(game)
    return game

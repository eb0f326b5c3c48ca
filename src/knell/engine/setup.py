"""Set-up: from a script and a number of players to characters at seats (base-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from knell.engine import change
from knell.engine.advice import Advice, Case, On, Rule, SeveralAdvice, Weight, rule
from knell.engine.bag import EVIL_MEETS_FROM, SetupRefused, distribution, kept_apart
from knell.engine.cast import Cast
from knell.engine.clock import plan, step_named
from knell.engine.events import Warned
from knell.engine.game import Decide, Game, Listen
from knell.engine.options import Combinations, Orders
from knell.engine.policy import BLUFFS_FIT
from knell.engine.seating import FROM_THE_BEGINNING, Seat, Start, Wanted
from knell.engine.terms import (
    DEMON,
    MINION,
    NOBODY,
    TRAVELLER,
    Mask,
    Phase,
    PlayerId,
    Type,
    members,
)
from knell.engine.turn import Turn
from knell.engine.values import AT_RANDOM
from knell.messages import N_, Text, text

MOST_SEATS: Final = 20
BLUFFS: Final = 3

_ANY_TOKEN: Final = text(N_("Any Townsfolk token may be the one."))
_SAFE_TO_CLAIM: Final = text(
    N_("Good characters that nobody has or thinks they have, easy to claim and not all of one sort.")
)


def seat(
    cast: Cast,
    names: Sequence[str],
    seats: Sequence[Seat],
    decide: Decide,
    *,
    listen: Listen | None = None,
    start: Start | None = None,
) -> Game:
    """A game whose characters are given, seat by seat. The player-count table isn't applied.

    Raises ``SetupRefused`` when two characters may not be in play together (base-147).
    """
    ids = tuple(s.character for s in seats)
    for jinx in cast.jinxes:
        if jinx.setup_refuses(ids):
            raise kept_apart(*jinx.pair)
    game = Game(cast, names, decide, listen)
    _sit_down(game, seats)
    game.start = start or FROM_THE_BEGINNING
    plan(game, 4.0, "assign")
    return game


def deal(
    cast: Cast,
    names: Sequence[str],
    decide: Decide,
    *,
    travellers: Sequence[Seat] = (),
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    listen: Listen | None = None,
    start: Start | None = None,
) -> Game:
    """A game whose characters are drawn; the last ``len(travellers)`` names are the Travellers'.

    ``with_`` forces characters in, ``without`` keeps them out.
    Raises ``SetupRefused``, also while the first steps are run, when no such game can be dealt.
    """
    ordinary = len(names) - len(travellers)
    distribution(ordinary)
    game = Game(cast, names, decide, listen)
    game.start = start or FROM_THE_BEGINNING
    game.wanted = Wanted(ordinary, tuple(travellers), tuple(with_), tuple(without))
    _check_forced(cast, with_, without)
    plan(game, 1.0, "bag")
    return game


def _check_forced(cast: Cast, with_: Sequence[str], without: Sequence[str]) -> None:
    for wanted in with_:
        if wanted not in cast.by_id:
            raise SetupRefused(text(N_("{character} isn't on the script."), character=wanted))
        if wanted in without:
            raise SetupRefused(text(N_("{character} can't be forced in and kept out."), character=wanted))
    for jinx in cast.jinxes:
        if jinx.setup_refuses(tuple(with_)):
            raise kept_apart(*jinx.pair)


def _sit_down(game: Game, seats: Sequence[Seat]) -> None:
    by_id = game.cast.by_id
    game.characters = [by_id[chair.character] for chair in seats]
    for player, (_, believed, evil) in enumerate(seats):
        kind = game.characters[player].type
        if believed is not None:
            game.believed[player] = by_id[believed]
        if (kind is MINION or kind is DEMON) if evil is None else evil:
            game.evil |= 1 << player
        if kind is TRAVELLER:
            game.travellers |= 1 << player


def _token_hides_failing(seats: Sequence[Seat], cast: Cast) -> Rule:
    """Whoever has drawn a character whose failing goes unnoticed is gladly made to fail."""

    @rule(N_("It goes unnoticed for long that the ability fails."), On.PLAYER)
    def drawn_hides_failing(_case: Case, player: PlayerId) -> Weight:
        return cast.by_id[seats[player].character].hides_failing

    return drawn_hides_failing


@step_named("draw")
def draw(game: Game, _: int) -> None:
    """Everybody draws a token; then it is settled whose token isn't what it seems (base-23, drunk-2)."""
    cast = game.cast
    assert game.bag is not None
    assert game.wanted is not None
    tokens = game.draw("draw", Orders(game.bag.tokens))
    seats = [Seat(i) for i in tokens] + list(game.wanted.travellers)
    for hidden, _token in game.bag.hidden:
        kind = cast.by_id[hidden].stands_in
        certain = (*game.bag.brought_by, *game.wanted.with_)
        may = tuple(
            p
            for p, s in enumerate(seats)
            if s.believed is None and cast.by_id[s.character].type is kind and s.character not in certain
        )
        who = game.rule(
            f"{hidden}.who",
            may,
            default=AT_RANDOM,
            advice=Advice(game, (_token_hides_failing(seats, cast),), _ANY_TOKEN, fixed=AT_RANDOM),
        )
        seats[who] = Seat(hidden, seats[who].character)
    drawn = [chair.character for chair in seats]
    game.attached = tuple([pair for pair in game.attached if pair[0] in drawn])
    _sit_down(game, seats)
    game.people_changed()
    plan(game, 4.0, "assign")


@step_named("assign")
def assign(game: Game, _: int) -> None:
    """Everybody has the ability of their character now; decisions for it come next."""
    for player in range(len(game.names)):
        change.take_on(game, player)
        believed = game.believed[player]
        shown = believed or game.characters[player]
        evil = (
            bool(game.evil >> player & 1) if believed is None else believed.type in (Type.MINION, Type.DEMON)
        )
        game.told[player] = (shown.id, evil)
    for number in game.holders("setup"):
        plan(game, 5.0, "prepare", number)
    plan(game, 6.0, "bluffs")
    plan(game, 7.0, "begin")


@step_named("prepare")
def prepare(game: Game, number: int) -> None:
    """What the Storyteller has to decide about one ability before anybody wakes (base-26)."""
    ability = game.abilities.get(number)
    if ability is not None:
        ability.character.setup(Turn(game, ability))


def bluff_pool(game: Game) -> list[str]:
    """The good characters of the script that are not in play (base-28)."""
    in_play = set(game.in_play)
    return [i for i in game.cast.good_ids if i not in in_play]


@step_named("bluffs")
def bluffs(game: Game, _: int) -> None:
    """Three good characters not in play, for the Demon (base-28 to base-31)."""
    has_demon = bool(game.reading.types[DEMON])
    if game.ordinary.bit_count() < EVIL_MEETS_FROM or not has_demon or not game.start.is_first_night:
        return
    pool = bluff_pool(game)
    believed = {c.id for c in game.believed if c is not None}
    size = min(BLUFFS, len(pool))
    if size < BLUFFS:
        few = text(N_("Only {count} good characters are out of play."), count=size)
        game.emit(Warned("bluffs", NOBODY, few))

    def unwise(answer: Any) -> Text | None:
        for bluff in answer:
            if bluff in believed:
                return text(
                    N_("Somebody thinks they are the {character}, so it is unsafe to claim."), character=bluff
                )
        return None

    game.bluffs = game.rule(
        "bluffs",
        Combinations(pool, size),
        unwise=unwise,
        advice=SeveralAdvice(game, BLUFFS_FIT, _SAFE_TO_CLAIM),
    )


@step_named("begin")
def begin(game: Game, _: int) -> None:
    """Set the clock to where the game starts."""
    start = game.start
    game.ghost_votes = 0
    evil: Mask = game.evil & game.travellers
    game.travellers_to_meet = members(evil) if start.is_first_night else ()
    if not start.is_first_night:
        for ability in list(game.abilities.values()):
            game.remember(ability._replace(due=False))
    if start.phase is Phase.DAY:
        game.night = start.number
        plan(game, 8.0, "morning")
    else:
        game.night = start.number - 1
        plan(game, 8.0, "nightfall")


__all__ = ["SetupRefused", "bluff_pool", "deal", "distribution", "seat"]

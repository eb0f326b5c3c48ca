"""Set-up: from a script and a number of players to characters at seats (base-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from knell.engine import change
from knell.engine.cast import Cast
from knell.engine.character import Character
from knell.engine.clock import plan, step_named
from knell.engine.game import Decide, Game, Listen
from knell.engine.options import Combinations, Orders
from knell.engine.terms import (
    DEMON,
    MINION,
    NOBODY,
    OUTSIDER,
    TOWNSFOLK,
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

FEWEST: Final = 5
MOST: Final = 15
MOST_SEATS: Final = 20
BLUFFS: Final = 3

_SWAPPED: Final = text(N_("As many as there usually are good characters: good and evil swap their numbers."))
_SAFE_TO_CLAIM: Final = text(N_("Good characters that nobody has or thinks they have."))


class SetupRefused(Exception):  # noqa: N818 - named for what happened
    """A set-up that the rules don't allow; ``reason`` says why in words for people."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.in_english)
        self.reason = reason


class Seat(NamedTuple):
    """Who sits where in a set-up made by hand: the true character, and what the player believes."""

    character: str
    believed: str | None = None
    evil: bool | None = None
    """``None`` for the side that the character starts on (base-25)."""


class Composition(NamedTuple):
    """How many characters of each type are in play, Travellers aside."""

    townsfolk: int
    outsiders: int
    minions: int
    demons: int


class Start(NamedTuple):
    """Where a game begins: the first night unless the past is to be taken as uneventful."""

    phase: Phase = Phase.NIGHT
    number: int = 1


FIRST_NIGHT: Final = Start()


def composition(players: int) -> Composition:
    """The row of the player-count table for that many ordinary players (base-2 to base-12).

    Raises ``SetupRefused`` for fewer than 5 or more than 15 (base-1).
    """
    if not FEWEST <= players <= MOST:
        raise SetupRefused(
            text(
                N_("A game needs {fewest} to {most} players, Travellers aside; {players} is not possible."),
                fewest=FEWEST,
                most=MOST,
                players=players,
            )
        )
    if players < 7:
        return Composition(3, players - 5, 1, 1)
    row, outsiders = divmod(players - 7, 3)
    return Composition(5 + 2 * row, outsiders, 1 + row, 1)


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
            raise _apart(*jinx.pair)
    game = Game(cast, names, decide, listen)
    _sit_down(game, seats)
    game.setup["start"] = start or FIRST_NIGHT
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
    composition(ordinary)
    game = Game(cast, names, decide, listen)
    game.setup["start"] = start or FIRST_NIGHT
    game.setup["with"] = tuple(with_)
    game.setup["without"] = tuple(without)
    game.setup["ordinary"] = ordinary
    game.setup["travellers"] = tuple(travellers)
    _check_forced(cast, with_, without)
    plan(game, 1.0, "bag")
    return game


def _apart(one: str, other: str) -> SetupRefused:
    return SetupRefused(
        text(
            N_("A jinx keeps {character} and {other} from being in play together."),
            character=one,
            other=other,
        )
    )


def _check_forced(cast: Cast, with_: Sequence[str], without: Sequence[str]) -> None:
    for wanted in with_:
        if wanted not in cast.by_id:
            raise SetupRefused(text(N_("{character} isn't on the script."), character=wanted))
        if wanted in without:
            raise SetupRefused(text(N_("{character} can't be forced in and kept out."), character=wanted))
    for jinx in cast.jinxes:
        if jinx.setup_refuses(tuple(with_)):
            raise _apart(*jinx.pair)


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


class _Bag:
    """The characters of a game while it is being put together."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cast = game.cast
        self.forced: tuple[str, ...] = game.setup["with"]
        self.barred = set(game.setup["without"])
        self.counts = list(composition(game.setup["ordinary"]))
        self.stand_ins: dict[str, str] = {}
        """Which token is in the bag in place of which character."""
        self.short = 0
        """Townsfolk that the script hasn't got, to be made up for by Outsiders that come in."""
        self.drawn: dict[Type, list[str]] = {kind: [] for kind in (TOWNSFOLK, OUTSIDER, MINION, DEMON)}

    @property
    def all(self) -> list[str]:
        """Everything in the bag."""
        return [i for group in self.drawn.values() for i in group]

    def pool(self, kind: Type) -> Sequence[str]:
        """What may still be put in of a type."""
        if not self.cast.apart:
            if not self.barred and not self.drawn[kind]:
                return self.cast.ids_by_type[kind]
            return [
                i for i in self.cast.ids_by_type[kind] if i not in self.barred and i not in self.drawn[kind]
            ]
        held = [*self.all, *self.forced]
        return [
            i
            for i in self.cast.ids_by_type[kind]
            if i not in self.barred
            and i not in self.drawn[kind]
            and (i not in self.cast.apart or i in self.forced or self.cast.apart_from(i, held) is None)
        ]

    def demons(self) -> Sequence[str]:
        """The Demons that may be drawn: one that many have only where what is forced in leaves room."""
        pool = self.pool(DEMON)
        many = self.cast.many
        if not many or not many.intersection(pool):
            return pool
        fitting = [i for i in pool if i not in many or i in self.forced or self.rows_with(i)]
        return fitting or pool

    def rows_with(self, demon: str) -> list[Composition]:
        """The rows that there may be with that many tokens of a Demon, and no Minions (base-2 to base-12)."""
        if self.forced_of(MINION):
            return []
        players = sum(self.counts)
        forced = {kind: len(self.forced_of(kind)) for kind in (TOWNSFOLK, OUTSIDER)}
        there = {kind: len(self.pool(kind)) for kind in (TOWNSFOLK, OUTSIDER)}
        rows = []
        for copies in self.cast.by_id[demon].copies(players):
            good = players - copies
            outsiders = max(0, min(self.counts[OUTSIDER], good - 1, there[OUTSIDER]))
            townsfolk = good - outsiders
            if forced[OUTSIDER] <= outsiders and forced[TOWNSFOLK] <= townsfolk <= there[TOWNSFOLK]:
                rows.append(Composition(townsfolk, outsiders, 0, copies))
        return rows

    def make_many(self) -> None:
        """Where the Demon that was drawn is one that many players have, put in all its tokens."""
        (demon,) = self.drawn[DEMON]
        if demon not in self.cast.many:
            return
        rows = self.rows_with(demon)
        if not rows:
            raise self._no_room(demon)
        good = self.counts[TOWNSFOLK] + self.counts[OUTSIDER]
        usual = min(rows, key=lambda row: abs(row.demons - good)).demons
        copies = self.game.rule(
            f"{demon}.many", tuple([row.demons for row in rows]), default=usual, why=_SWAPPED
        )
        self.counts = list(next(row for row in rows if row.demons == copies))
        self.drawn[DEMON] = [demon] * copies

    def _no_room(self, demon: str) -> SetupRefused:
        minions = self.forced_of(MINION)
        if minions:
            return SetupRefused(
                text(
                    N_("There are no Minions beside the {character}, so the {other} can't be in play."),
                    character=demon,
                    other=minions[0],
                )
            )
        return SetupRefused(
            text(
                N_("Most players are the {character}, which leaves no room for what else was asked for."),
                character=demon,
            )
        )

    def forced_of(self, kind: Type) -> list[str]:
        """Characters of a type that must be in and aren't yet."""
        if not self.forced:
            return []
        return [i for i in self.forced if self.cast.by_id[i].type is kind and i not in self.drawn[kind]]

    def fill(self, kind: Type) -> None:
        """Draw as many of a type as the row says."""
        wanted = self.counts[kind]
        pool = self.pool(kind) if kind is not DEMON else self.demons()
        forced = self.forced_of(kind)
        if kind is not OUTSIDER and len(forced) > wanted:
            raise _too_many(kind, len(forced), wanted)
        if len(pool) < wanted:
            leaving = sum(self.cast.by_id[i].outsiders_added for i in self.all)
            short = wanted - len(pool)
            if kind is not TOWNSFOLK or short > leaving:
                needed = wanted - max(0, leaving) if kind is TOWNSFOLK else wanted
                raise _too_few(kind, len(pool), needed)
            self.short = short
            wanted = len(pool)
        options = Combinations(pool, wanted, forced[:wanted])
        self.drawn[kind] = list(self.game.draw(f"bag.{kind.label}", options))

    def settle_brackets(self) -> None:
        """Swaps like the Drunk's, abilities that are handed out beforehand, and set-up marks in brackets."""
        concerned = self.cast.bag_changers
        seen: set[str] = set()
        while waiting := [
            i for i in (*self.all, *self.stand_ins.values()) if i in concerned and i not in seen
        ]:
            # Brackets first: they may free the token that a swap needs.
            drawn = next((i for i in waiting if self.cast.by_id[i].stands_in is None), waiting[0])
            seen.add(drawn)
            character = self.cast.by_id[drawn]
            if character.stands_in is not None and drawn in self.all:
                self._stand_in(drawn, character.stands_in)
                continue
            if "attaches" in character.hooks:
                attached = character.attaches(self.game, tuple(self.all))
                if attached is not None:
                    self.game.setup[f"{drawn}.ability"] = attached
                    character = self.cast.by_id[attached]
            added = character.outsiders_wanted(self.game)
            if added:
                self.game.setup["brought_by"] = (*self.game.setup.get("brought_by", ()), drawn)
                self.bring_in(character, added, drawn)

    def _stand_in(self, drawn: str, kind: Type) -> None:
        """Put another token into the bag in place of one that stays out (base-22)."""
        pool = [i for i in self.pool(kind) if i not in self.stand_ins.values() and i not in self.forced]
        if not pool:
            raise _too_few(kind, len(self.drawn[kind]), len(self.drawn[kind]) + 1)
        self.stand_ins[drawn] = self.game.draw(f"{drawn}.token", tuple(pool))

    def bring_in(self, character: Character, added: int, bringer: str) -> None:
        """Let Outsiders take the place of Townsfolk, or the other way round (baron-4, base-17)."""
        if added > 0:
            leaving, coming = TOWNSFOLK, OUTSIDER
        else:
            leaving, coming, added = OUTSIDER, TOWNSFOLK, -added
        pool = [i for i in self.pool(coming) if i not in self.stand_ins.values()]
        stay = [i for i in self.drawn[leaving] if i in self.forced or i == bringer]
        count = min(added, len(pool), len(self.drawn[leaving]) - len(stay) + self.short)
        if count < added:
            self.game.emit(
                "warned",
                0,
                question=f"{character.id}.in",
                player=NOBODY,
                warning=text(N_("Only {count} of {added} could be exchanged."), count=count, added=added),
            )
        may_leave = [i for i in self.drawn[leaving] if i not in stay]
        missing = min(self.short, count) if leaving is TOWNSFOLK else 0
        self.short -= missing
        out = self.game.rule(
            f"{character.id}.out", Combinations(may_leave, count - missing), default=AT_RANDOM
        )
        into = self.game.rule(
            f"{character.id}.in", Combinations(pool, count, self.forced_of(coming)[:count]), default=AT_RANDOM
        )
        self.drawn[leaving] = [i for i in self.drawn[leaving] if i not in out]
        self.drawn[coming] += into
        for left in out:
            self.stand_ins.pop(left, None)


def _too_few(kind: Type, have: int, need: int) -> SetupRefused:
    return SetupRefused(
        text(
            N_("The script has too few characters of type {type}: {have}, and {need} are needed."),
            type=kind.label,
            have=have,
            need=need,
        )
    )


def _too_many(kind: Type, have: int, room: int) -> SetupRefused:
    return SetupRefused(
        text(
            N_("Too many characters of type {type} were asked for: {have}, and there is room for {room}."),
            type=kind.label,
            have=have,
            room=room,
        )
    )


@step_named("bag")
def bag(game: Game, _: int) -> None:
    """Put the bag together: Demon and Minions, the rest of the row, brackets, swaps (base-21)."""
    contents = _Bag(game)
    cast = game.cast
    outsiders = len(contents.forced_of(OUTSIDER))
    brought = sum(max(0, cast.by_id[i].outsiders_added) for i in contents.forced)
    if outsiders > contents.counts[OUTSIDER] + brought:
        bringers = [
            i
            for i in cast.ids
            if cast.by_id[i].outsiders_added > 0 and i not in contents.barred | set(contents.forced)
        ]
        if (
            bringers
            and not cast.many.intersection(contents.forced)
            and len(contents.forced_of(MINION)) < contents.counts[MINION]
        ):
            contents.forced += (bringers[0],)
    contents.fill(DEMON)
    contents.make_many()
    for kind in (MINION, OUTSIDER, TOWNSFOLK):
        contents.fill(kind)
    contents.settle_brackets()
    left = contents.forced_of(OUTSIDER)
    if contents.short:
        have = len(contents.drawn[TOWNSFOLK])
        raise _too_few(TOWNSFOLK, have, have + contents.short)
    if left:
        raise _too_many(OUTSIDER, len(left) + len(contents.drawn[OUTSIDER]), len(contents.drawn[OUTSIDER]))
    everything = tuple(contents.all)
    for jinx in cast.jinxes:
        if jinx.setup_refuses(everything):
            raise _apart(*jinx.pair)
    stand_ins = contents.stand_ins
    game.setup["hidden"] = tuple([(drawn, stand_ins[drawn]) for drawn in everything if drawn in stand_ins])
    game.setup["bag"] = tuple([stand_ins.get(drawn, drawn) for drawn in everything])
    plan(game, 2.0, "draw")


@step_named("draw")
def draw(game: Game, _: int) -> None:
    """Everybody draws a token; then it is settled whose token isn't what it seems (base-23, drunk-2)."""
    cast = game.cast
    tokens = game.draw("draw", Orders(game.setup["bag"]))
    seats = [Seat(i) for i in tokens] + list(game.setup["travellers"])
    for hidden, _token in game.setup["hidden"]:
        kind = cast.by_id[hidden].stands_in
        brought_by = game.setup.get("brought_by", ())
        may = tuple(
            p
            for p, s in enumerate(seats)
            if s.believed is None and cast.by_id[s.character].type is kind and s.character not in brought_by
        )
        who = game.rule(f"{hidden}.who", may, default=AT_RANDOM)
        seats[who] = Seat(hidden, seats[who].character)
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
    if game.ordinary.bit_count() < 7 or not has_demon or game.setup["start"] != FIRST_NIGHT:
        return
    pool = bluff_pool(game)
    believed = {c.id for c in game.believed if c is not None}
    size = min(BLUFFS, len(pool))
    if size < BLUFFS:
        few = text(N_("Only {count} good characters are out of play."), count=size)
        game.emit("warned", 0, question="bluffs", player=NOBODY, warning=few)

    def unwise(answer: Any) -> Text | None:
        for bluff in answer:
            if bluff in believed:
                return text(
                    N_("Somebody thinks they are the {character}, so it is unsafe to claim."), character=bluff
                )
        return None

    def suggested() -> tuple[str, ...]:
        """Two Townsfolk and an Outsider that nobody believes to be, as far as there are any."""
        safe = [i for i in pool if i not in believed]
        outsiders = [i for i in safe if game.cast.by_id[i].type is OUTSIDER]
        townsfolk = [i for i in safe if i not in outsiders]
        unsafe = [i for i in pool if i in believed]
        picked = (townsfolk[:2] + outsiders[:1] + townsfolk[2:] + outsiders[1:] + unsafe)[:size]
        return tuple(sorted(picked, key=pool.index))

    game.setup["bluffs"] = game.rule(
        "bluffs",
        Combinations(pool, size),
        default=suggested,
        why=_SAFE_TO_CLAIM,
        unwise=unwise,
    )


@step_named("begin")
def begin(game: Game, _: int) -> None:
    """Set the clock to where the game starts."""
    start: Start = game.setup["start"]
    game.ghost_votes = 0
    evil: Mask = game.evil & game.travellers
    game.setup["travellers_to_meet"] = list(members(evil)) if start == FIRST_NIGHT else []
    if start != FIRST_NIGHT:
        for ability in list(game.abilities.values()):
            game.remember(ability._replace(due=False))
    if start.phase is Phase.DAY:
        game.night = start.number
        plan(game, 8.0, "morning")
    else:
        game.night = start.number - 1
        plan(game, 8.0, "nightfall")


__all__ = [
    "Composition",
    "PlayerId",
    "Seat",
    "SetupRefused",
    "Start",
    "bluff_pool",
    "composition",
    "deal",
    "seat",
]

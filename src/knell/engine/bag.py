"""The bag: which characters are in a game, drawn and exchanged until they fit together (base-21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from knell.engine.character import Character
from knell.engine.clock import plan, step_named
from knell.engine.events import Warned
from knell.engine.game import Game
from knell.engine.options import Combinations, Numbers
from knell.engine.seating import Bag, Distribution, Wanted
from knell.engine.terms import DEMON, MINION, NOBODY, OUTSIDER, TOWNSFOLK, Type
from knell.engine.values import AT_RANDOM
from knell.messages import N_, Refused, text

FEWEST: Final = 5
MOST: Final = 15
EVIL_MEETS_FROM: Final = 7
"""With fewer ordinary players the evil team isn't introduced, and the Demon has no bluffs (base-31)."""

_SWAPPED: Final = text(N_("As many as there usually are good characters: good and evil swap their numbers."))


class SetupRefused(Refused):
    """A set-up that the rules don't allow; ``reason`` says why in words for people."""


def distribution(players: int) -> Distribution:
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
        return Distribution(3, players - 5, 1, 1)
    row, outsiders = divmod(players - 7, 3)
    return Distribution(5 + 2 * row, outsiders, 1 + row, 1)


def kept_apart(one: str, other: str) -> SetupRefused:
    return SetupRefused(
        text(
            N_("A jinx keeps {character} and {other} from being in play together."),
            character=one,
            other=other,
        )
    )


class _Exchange(NamedTuple):
    """What came into the bag through one of its tokens, and what left it for that."""

    bringer: str
    leaving: Type
    out: tuple[str, ...]
    coming: Type
    into: tuple[str, ...]


class _Filling:
    """The characters of a game while the bag is being filled."""

    def __init__(self, game: Game, wanted: Wanted) -> None:
        self.game = game
        self.cast = game.cast
        self.forced = wanted.with_
        self.barred = set(wanted.without)
        self.counts = list(distribution(wanted.players))
        self.attached: list[tuple[str, str]] = []
        """Characters whose ability has been chosen, each with the character it is of."""
        self.exchanges: list[_Exchange] = []
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

    def rows_with(self, demon: str) -> list[Distribution]:
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
                rows.append(Distribution(townsfolk, outsiders, 0, copies))
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
            f"{demon}.many", Numbers([row.demons for row in rows]), default=usual, why=_SWAPPED
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

    def change_row(self, kind: Type) -> None:
        """Let those of a type that were drawn change how many of the others there are."""
        for drawn in tuple(self.drawn[kind]):
            character = self.cast.by_id[drawn]
            if "row" not in character.hooks:
                continue
            self.counts = list(character.row(Distribution(*self.counts)))
            if not self.counts[DEMON] and self.drawn[DEMON]:
                (demon,) = self.drawn[DEMON]
                self.drawn[DEMON] = []
                gone = text(N_("The token of the {character} stays out of the bag."), character=demon)
                self.game.emit(Warned(f"{drawn}.row", NOBODY, gone))

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
                    self.attached.append((drawn, attached))
                    character = self.cast.by_id[attached]
            added = character.outsiders_wanted(self.game)
            if added:
                self.bring_in(character, added, drawn)
            seen.intersection_update((*self.all, *self.stand_ins.values()))

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
        if leaving is TOWNSFOLK:
            count = min(count, self._to_spare(bringer) + self.short)
        if count < added:
            few = text(N_("Only {count} of {added} could be exchanged."), count=count, added=added)
            self.game.emit(Warned(f"{character.id}.in", NOBODY, few))
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
        if count:
            self.exchanges.append(_Exchange(bringer, leaving, tuple(out), coming, tuple(into)))
        self._have_left(out)

    @property
    def brought_by(self) -> tuple[str, ...]:
        """Tokens through which others were exchanged; whoever draws one is what it says."""
        return tuple([exchange.bringer for exchange in self.exchanges])

    def _to_spare(self, bringer: str) -> int:
        """How many Townsfolk may leave so that somebody is left for each character whose token stays out."""
        tokens = [i for i in (*self.drawn[TOWNSFOLK], *self.stand_ins.values()) if i not in self.forced]
        able = [i for i in tokens if i != bringer and i not in self.brought_by]
        return max(0, len(able) - len(self.stand_ins))

    def _have_left(self, gone: Sequence[str]) -> None:
        """With tokens that are not in the bag any more goes what they have brought about."""
        gone = [*gone, *[self.stand_ins.pop(left) for left in gone if left in self.stand_ins]]
        self.attached = [pair for pair in self.attached if pair[0] not in gone]
        undone = [exchange for exchange in self.exchanges if exchange.bringer in gone]
        self.exchanges = [exchange for exchange in self.exchanges if exchange not in undone]
        for _, leaving, out, coming, into in undone:
            there = self.drawn[coming]
            # What came in first; where some of it has left since, as many others.
            leave = [i for i in (*into, *there) if i in there and i not in self.forced]
            leave = list(dict.fromkeys(leave))[: len(into)]
            back = [i for i in (*out, *self.pool(leaving)) if i not in self.drawn[leaving] and i not in gone]
            back = [i for i in dict.fromkeys(back) if i not in self.stand_ins.values()][: len(leave)]
            self.drawn[coming] = [i for i in there if i not in leave[: len(back)]]
            self.drawn[leaving] += back
            self._have_left(leave[: len(back)])


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
    assert game.wanted is not None, "only a game that is dealt has a bag"
    contents = _Filling(game, game.wanted)
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
    contents.change_row(DEMON)
    contents.fill(MINION)
    contents.change_row(MINION)
    for kind in (OUTSIDER, TOWNSFOLK):
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
            raise kept_apart(*jinx.pair)
    stand_ins = contents.stand_ins
    game.attached = tuple(contents.attached)
    game.bag = Bag(
        tuple([stand_ins.get(drawn, drawn) for drawn in everything]),
        tuple([(drawn, stand_ins[drawn]) for drawn in everything if drawn in stand_ins]),
        contents.brought_by,
    )
    plan(game, 2.0, "draw")

"""The characters of one script, with everything about them that can be looked up in advance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from knell.engine.character import Character, Jinx
from knell.engine.terms import Type

NEVER: Final = 0.0
"""The night place of a character that isn't in the night order."""
DUSK_PLACE: Final = 0.5
DAWN_PLACE: Final = 1e9


def _changes_bag(character: Character) -> bool:
    return (
        character.stands_in is not None
        or character.changes_outsiders
        or character.fills_in(Character.attaches)
    )


class Cast:
    """A script as the engine uses it; made once and shared by every game on that script.

    ``characters`` are those of the script in its own order; ``others`` may be seated or joined
    (Travellers) though they aren't on it. The night orders are lists of character ids that may also
    hold ``minioninfo`` and ``demoninfo`` (base-37, base-38).
    """

    def __init__(
        self,
        characters: Sequence[Character],
        first_night: Sequence[str],
        other_nights: Sequence[str],
        *,
        others: Iterable[Character] = (),
        jinxes: Sequence[Jinx] = (),
    ) -> None:
        self.characters = tuple(characters)
        self.orders = (tuple(first_night), tuple(other_nights))
        self.by_id: dict[str, Character] = {c.id: c for c in (*others, *characters)}
        self.jinxes = tuple(j for j in jinxes if all(i in self.by_id for i in j.pair))
        self.first_place: Mapping[str, float] = {name: float(i + 1) for i, name in enumerate(first_night)}
        self.other_place: Mapping[str, float] = {name: float(i + 1) for i, name in enumerate(other_nights)}
        self.start_place: Mapping[str, float] = self._start_places(first_night)
        self.by_type: tuple[tuple[Character, ...], ...] = tuple(
            tuple(c for c in self.characters if c.type is kind) for kind in Type
        )
        self.ids: tuple[str, ...] = tuple(c.id for c in self.characters if c.type <= Type.DEMON)
        self.good_ids: tuple[str, ...] = tuple(c.id for c in self.characters if c.type <= Type.OUTSIDER)
        self.ids_by_type: tuple[tuple[str, ...], ...] = tuple(
            tuple(c.id for c in group) for group in self.by_type
        )
        self.jinxes_of: Mapping[str, tuple[Jinx, ...]] = {
            i: found for i in self.by_id if (found := tuple(j for j in self.jinxes if i in j.pair))
        }
        self.continuous_jinxes = tuple(j for j in self.jinxes if type(j).continuous is not Jinx.continuous)
        self.bag_changers = frozenset(c.id for c in self.by_id.values() if _changes_bag(c))
        """Whoever does something to the bag while it is put together."""
        self.many = frozenset(c.id for c in self.by_id.values() if "copies" in c.hooks)
        """Whoever may have several tokens in the bag."""
        self.apart: dict[str, tuple[str, ...]] = {}
        """Whom a jinx keeps a character away from, for each that there is such a jinx for."""
        for jinx in self.jinxes:
            if jinx.apart:
                for one, other in (jinx.pair, jinx.pair[::-1]):
                    self.apart[one] = (*self.apart.get(one, ()), other)

    @property
    def _content(self) -> tuple[Any, ...]:
        return (self.characters, tuple(self.by_id.values()), self.orders, self.jinxes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cast):
            return NotImplemented
        return self is other or self._content == other._content

    def __hash__(self) -> int:
        return hash(self.characters)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.characters, *self.orders, tuple(self.by_id.values()), self.jinxes)

    def _start_places(self, first_night: Sequence[str]) -> dict[str, float]:
        """Where what is done once at the start comes on a later night (base-136).

        A character that is only in the first night's order comes behind the nearest one before it
        that is in both orders.
        """
        places: dict[str, float] = {}
        anchor = DUSK_PLACE
        for step, name in enumerate(first_night):
            if name in self.other_place:
                anchor = self.other_place[name]
                places[name] = anchor
            else:
                places[name] = anchor + (step + 1) / 1000
        return places

    def apart_from(self, character: str, in_play: Iterable[str]) -> str | None:
        """A character in play that a jinx keeps ``character`` away from, if there is one (base-147)."""
        others = self.apart.get(character)
        if others is None:
            return None
        held = set(in_play)
        return next((other for other in others if other in held), None)


def _again(
    characters: tuple[Character, ...],
    first_night: tuple[str, ...],
    other_nights: tuple[str, ...],
    everybody: tuple[Character, ...],
    jinxes: tuple[Jinx, ...],
) -> Cast:
    """The cast that a pickle was made of."""
    return Cast(characters, first_night, other_nights, others=everybody, jinxes=jinxes)

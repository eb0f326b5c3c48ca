"""What an ability knows of the game."""

from __future__ import annotations

from knell.engine import death
from knell.engine.ability import Ability
from knell.engine.cast import Cast
from knell.engine.game import Game
from knell.engine.registers import Reading, could_be
from knell.engine.terms import NIGHT, Mask, PlayerId, Type, members
from knell.engine.tokens import Token


class Knows:
    """The game as one ability sees it: who there is, how they register, what the ability has left behind."""

    __slots__ = ("_ability", "_awake", "_worked", "game", "me")

    def __init__(self, game: Game, ability: Ability, worked: bool = False) -> None:
        self.game = game
        self._ability = ability
        self._worked = worked
        self._awake = False
        self.me: PlayerId = ability.player

    @property
    def ability(self) -> Ability:
        """The ability as it is now."""
        return self.game.abilities.get(self._ability.id, self._ability)

    @property
    def cast(self) -> Cast:
        """The script."""
        return self.game.cast

    @property
    def id(self) -> str:
        """The id of the character whose ability this is."""
        return self._ability.character.id

    @property
    def works(self) -> bool:
        """Whether the ability works now, or worked just before the death it hears of."""
        ability = self.game.abilities.get(self._ability.id)
        return self._worked or (ability is not None and self.game.works(ability))

    @property
    def spent(self) -> bool:
        """Whether the ability has been used up."""
        return self.game.spent(self._ability)

    @property
    def alive(self) -> bool:
        """Whether the holder is really alive."""
        return bool(self.game.alive >> self.me & 1)

    @property
    def is_night(self) -> bool:
        """Whether it is night."""
        return self.game.phase is NIGHT

    @property
    def everyone(self) -> tuple[PlayerId, ...]:
        """All players, dead ones and Travellers included (base-119)."""
        return members(self.game.everyone)

    @property
    def others(self) -> tuple[PlayerId, ...]:
        """Everybody except the holder."""
        return members(self.game.everyone & ~(1 << self.me))

    @property
    def living(self) -> tuple[PlayerId, ...]:
        """Everybody who counts as alive."""
        return members(self.game.living)

    @property
    def reading(self) -> Reading:
        """How players register when none registers otherwise."""
        return self.game.reading

    @property
    def ways(self) -> tuple[Reading, ...]:
        """Every way in which players might register, the plain truth first."""
        return self.game.ways

    def living_neighbours(self) -> Mask:
        """The nearest living player on each side (empath-3)."""
        return self.neighbours(self.game.living)

    def neighbours(self, among: Mask) -> Mask:
        """The nearest player of ``among`` on each side."""
        mask = 0
        others = self.game.clockwise_from(self.me)
        for side in (others, reversed(others)):
            for player in side:
                if among >> player & 1:
                    mask |= 1 << player
                    break
        return mask

    def could_be(self, kind: Type) -> Mask:
        """Players who are, or might register as, characters of that type."""
        return could_be(self.game, kind)

    def marked(self, name: str) -> tuple[PlayerId, ...]:
        """The players who carry this ability's token called ``name``, in force or not."""
        return tuple([token.player for token in self.own_tokens(name)])

    def own_tokens(self, name: str) -> list[Token]:
        """This ability's tokens called ``name``."""
        number = self._ability.id
        full = f"{self._ability.character.id}.{name}"
        return [t for t in self.game.tokens if t.source == number and t.name == full]

    def afflicts(self, name: str, player: PlayerId) -> bool:
        """Whether this ability's token called ``name`` is in force on a player."""
        return any(t.player == player and self.game.in_force(t) for t in self.own_tokens(name))

    def has_note(self, name: str, player: PlayerId) -> bool:
        """Whether a player carries a token called ``name``, whoever placed it."""
        return any(t.name == name and t.player == player for t in self.game.tokens)

    @property
    def granted(self) -> list[Ability]:
        """The abilities that came through this one."""
        return [a for a in self.game.abilities.values() if a.parent == self._ability.id]

    @property
    def demons_cannot_kill(self) -> bool:
        """Whether something keeps every Demon's ability from killing now."""
        return death.demons_are_stopped(self.game)

    def jinx_hits(self, target: PlayerId) -> bool:
        """Whether a jinx makes this ability hit a player whom it would otherwise miss."""
        return any(jinx.hit(self, target) for jinx in self.cast.jinxes_of.get(self.id, ()))

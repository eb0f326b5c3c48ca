"""What an ability does: mark, kill, revive, change players, give and take abilities, win."""

from __future__ import annotations

from typing import Any

from knell.engine import change, clock, death, outcome
from knell.engine.ability import Ability
from knell.engine.character import Character
from knell.engine.deaths import Death
from knell.engine.terms import FOREVER, NOBODY, SOURCE, SPENT, PlayerId
from knell.engine.turn.shows import Shows


class Acts(Shows):
    """Changes the game as far as the ability works."""

    __slots__ = ()

    def mark(self, name: str, player: PlayerId, *, data: Any = None) -> bool:
        """Put this ability's token on a player; nothing happens if it doesn't work (base-110)."""
        if not self.works:
            return False
        self.note(name, player, data=data)
        return True

    def note(self, name: str, player: PlayerId, *, data: Any = None) -> None:
        """Put a token down whether or not the ability works: something to remember.

        An ability that is gone leaves nothing behind but what stays whatever becomes of its source,
        and the record of the death that ended it.
        """
        character = self._ability.character
        kind = character.tokens[name]
        source = self._ability.id
        if source not in self.game.abilities:
            stays = self._worked and kind.until is not SOURCE and kind.effect <= SPENT
            if kind.until is not FOREVER and not stays:
                return
            source = NOBODY
        full = f"{character.id}.{name}"
        self.game.place_token(full, player, kind.effect, source, kind.until, data, kind.kept_by)

    def unmark(self, name: str, player: PlayerId | None = None) -> None:
        """Take this ability's tokens called ``name`` off a player, or off everybody."""
        full = f"{self.id}.{name}"
        number = self._ability.id
        self.game.remove_tokens(
            lambda t: t.source == number and t.name == full and (player is None or t.player == player)
        )

    def spend(self, name: str = "no_ability") -> None:
        """Use the ability up, whether or not it works (base-111)."""
        self.note(name, self.me)

    def remember(self, memory: Any) -> None:
        """Keep something on the ability itself."""
        self.game.remember(self.ability._replace(memory=memory))

    def kill(self, player: PlayerId, *, linked_to: PlayerId = NOBODY) -> bool:
        """Kill a player by this ability; whether they died. Nothing happens if it doesn't work."""
        if not self.works:
            return False
        died = death.kill(self.game, player, death.by_ability(self.ability, linked_to))
        return self._killed(player, died)

    def kill_surely(self, player: PlayerId) -> bool:
        """Kill a player whatever protects them; whether they died."""
        died = death.kill(self.game, player, death.by_ability(self.ability), surely=True)
        return self._killed(player, died)

    def _killed(self, player: PlayerId, died: Death | None) -> bool:
        """Put this ability's token on whoever has died by it; whether that is ``player``."""
        if died is None:
            return False
        if "dead" in self._ability.character.tokens and self._ability.id in self.game.abilities:
            self.note("dead", died.player)
        return died.player == player

    def revive(self, player: PlayerId) -> None:
        """Bring a dead player back to life."""
        if self.works:
            death.revive(self.game, player)

    def refresh(self, player: PlayerId) -> None:
        """Give a player's own abilities back as new: unused, and what is done at the start due again."""
        death.refresh(self.game, player)

    def again_tonight(self, player: PlayerId) -> None:
        """Let a player's abilities that are still to act tonight act twice."""
        clock.double(self.game, player)

    def execute(self, player: PlayerId) -> bool:
        """Execute a player by this ability; whether they died."""
        return self.works and death.execute(self.game, player, self.ability)

    def become(self, player: PlayerId, character: str, *, notice_place: float | None = None) -> bool:
        """Make a player another character; whether it happened."""
        return change.become(
            self.game, player, self.cast.by_id[character], by=self.ability, notice_place=notice_place
        )

    def turn_side(self, player: PlayerId, evil: bool, *, tell: bool = True) -> None:
        """Put a player on a side."""
        change.set_alignment(self.game, player, evil, tell=tell)

    def grant(self, character: str, *, due: bool = True, memory: Any = None) -> Ability:
        """Give the holder another character's ability, which goes when this one goes."""
        return self.grant_ability(self.cast.by_id[character], due=due, memory=memory)

    def grant_ability(self, character: Character, *, due: bool = True, memory: Any = None) -> Ability:
        """Like :meth:`grant`, also for an ability that is no character of the script.

        What comes through an ability that is only pretended is pretended, too.
        """
        parent = self._ability
        return change.gain(
            self.game,
            self.me,
            character,
            parent=parent.id,
            pretended=parent.pretended,
            due=due,
            memory=memory,
        )

    def take_attached(self) -> str | None:
        """The character whose ability was chosen for this one while the bag was filled; once only."""
        chosen = dict(self.game.attached).get(self.id)
        self.game.attached = tuple([pair for pair in self.game.attached if pair[0] != self.id])
        return chosen

    def take_over(self, original: Ability) -> None:
        """Give the holder an ability that somebody else has or had, jinxes included."""
        before = {a.id for a in self.granted}
        original.character.hand_over(self, original)
        for taken in self.granted:
            if taken.id not in before:
                for jinx in self.cast.jinxes_of.get(taken.character.id, ()):
                    jinx.handed_over(self, original, taken)

    def swap_characters(self, other: PlayerId) -> None:
        """The holder and another player change characters and sides, each told what they are now."""
        change.swap(self.game, self.me, other)

    def introduce_evil(self) -> None:
        """Have the evil players learn who each other are, tonight or in the coming night."""
        clock.introduce_evil(self.game, self.cast.other_place.get(self.id, 0.0))

    def pretend(self, character: str) -> Ability:
        """Let the holder act out another character's ability, which never works."""
        return change.gain(
            self.game, self.me, self.cast.by_id[character], parent=self._ability.id, pretended=True
        )

    def drop(self, ability: Ability) -> None:
        """Take an ability away."""
        change.lose(self.game, ability.id)

    def feign_death(self, attempt: Death) -> None:
        """The holder seems to die and lives."""
        death.feign(self.game, attempt)

    def stop_feigning(self) -> None:
        """The holder is seen to be alive again."""
        death.be_seen_alive(self.game, self.me)
        self.game.changed()

    def wake_tonight(self) -> None:
        """Have the holder woken later tonight in this character's place."""
        if self.is_night:
            clock.wake_later(self.game, self.ability)

    def win(self, evil: bool) -> None:
        """This ability ends the game for one side (base-102)."""
        outcome.claim(self.game, evil, self.id)
        self.game.moved = True

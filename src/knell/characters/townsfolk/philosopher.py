"""The Philosopher."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from knell.engine import Character, Effect, Settled, Text, TokenType, Townsfolk, Turn, YesOrNo, text
from knell.engine.advice import SELDOM
from knell.messages import N_, NP_


class Philosopher(Townsfolk):
    """Once per game takes on a good character's ability; whoever has that character is drunk meanwhile."""

    id = "philosopher"
    hides_failing = SELDOM
    summary = N_(
        "Once per game, at night, the Philosopher picks a good character and has its ability from then on. "
        "Whoever has that character is drunk meanwhile."
    )
    how_to_run = (
        N_(
            "Each night until the choice is made, wake the Philosopher. They shake their head or point at a "
            "good character."
        ),
        N_("If nobody has that character, put the Is The Philosopher token beside the Philosopher."),
        N_("If somebody has it, put the Drunk token beside that player."),
        N_(
            "From now on, wake the Philosopher whenever the chosen character would wake, also later in this "
            "same night."
        ),
    )
    notes = (
        N_(
            "The Philosopher stays the Philosopher. The chosen character doesn't come into play through this."
        ),
        N_("What is done only once, at the start, is done on the night of the choice."),
        N_(
            "If the Philosopher dies, the other player is sober again. While the Philosopher is drunk or "
            "poisoned, they are sober, too."
        ),
        N_("If the chosen character comes into play later, its player is drunk from that moment."),
        N_("A choice made while drunk or poisoned is used up and gains nothing. Play along with it."),
        N_("The Drunk and the Philosopher may be picked, but there is nothing to gain from them."),
    )
    tokens = {
        "drunk": TokenType(Effect.DRUNK),
        "is_the_philosopher": TokenType(),
        "has_chosen": TokenType(Effect.SPENT, own=True, says=NP_("reminder", "Has chosen")),
    }
    asks = {
        "stays_drunk": N_("{player} is another character now. Do they stay drunk?"),
    }
    answers = {
        "choose": "a good character, or `none`",
        "stays_drunk": YesOrNo(
            "somebody who is drunk because of the Philosopher becomes another character",
            yes="they stay drunk",
            no="they are sober",
            why="no: the text ties it to the character (philosopher-19; almanac)",
        ),
    }
    settled = (
        Settled(
            "the Philosopher picks the Drunk or the Philosopher",
            "spent, nothing gained, with a warning",
            "philosopher-20; almanac",
        ),
    )

    named_is_chosen = False

    def asleep(self, turn: Turn) -> Text | None:
        return text(N_("The choice has been made.")) if turn.spent else None

    def night(self, turn: Turn) -> None:
        picked = turn.choose((None, *turn.cast.good_ids), unwise=lambda answer: self._unwise(turn, answer))
        if picked is None:
            return
        turn.spend("has_chosen")
        if self._gives_nothing(turn, picked):
            return
        if not turn.works:
            turn.pretend(picked)
            return
        if picked not in turn.game.in_play:
            turn.note("is_the_philosopher", turn.me)
        turn.grant(picked)

    def _chosen(self, turn: Turn) -> set[str]:
        """The characters whose abilities it has gained; two, if it was allowed to choose twice."""
        return {ability.character.id for ability in turn.granted if not ability.pretended}

    def _gives_nothing(self, turn: Turn, picked: str) -> bool:
        return picked == self.id or turn.cast.by_id[picked].gives_nothing

    def _unwise(self, turn: Turn, answer: Any) -> Text | None:
        if answer is not None and self._gives_nothing(turn, answer):
            return text(
                N_("The {character} has nothing to give; the choice would be spent."), character=answer
            )
        return None

    def continuous(self, turn: Turn) -> Iterable[tuple[str, int]]:
        chosen = self._chosen(turn)
        if chosen:
            for player in turn.others:
                if turn.game.characters[player].id in chosen:
                    yield "drunk", player

    def changed(self, turn: Turn, player: int, old: Character) -> None:
        """Somebody who was drunk because of the choice is another character now (philosopher-19)."""
        leaves = old.id in self._chosen(turn) and turn.game.characters[player] is not old and turn.works
        if leaves and turn.may("stays_drunk", why=text(N_("The drunkenness belongs to the character."))):
            turn.mark("drunk", player)

    def renewed(self, turn: Turn) -> None:
        """The choice is open again, and what was gained by the old one is gone (philosopher-13)."""
        turn.unmark("is_the_philosopher")
        for ability in turn.granted:
            turn.drop(ability)

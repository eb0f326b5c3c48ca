"""The Grandmother."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from knell.engine import (
    Death,
    Decision,
    Identity,
    PlayerId,
    Settled,
    TokenType,
    Townsfolk,
    Turn,
    Until,
    members,
    text,
)
from knell.engine.advice import RATHER
from knell.engine.options import Described, NoSuchAnswer, Shape, settle
from knell.engine.policy import not_impaired_already, not_marked_already
from knell.messages import N_


class Identities(Described[Identity]):
    """Every player of some with every character of some."""

    shape = Shape.IDENTITY

    def __init__(self, players: Sequence[int], characters: Sequence[str]) -> None:
        self.players, self.characters = tuple(players), tuple(characters)

    def __len__(self) -> int:
        return len(self.players) * len(self.characters)

    def at(self, index: int) -> Identity:
        player, character = divmod(index, len(self.characters))
        return Identity(self.players[player], self.characters[character])

    def settle(self, answer: Any) -> Identity:
        if type(answer) is not Identity:
            raise NoSuchAnswer(answer)
        return Identity(settle(self.players, answer.player), settle(self.characters, answer.character))


class Grandmother(Townsfolk):
    """Starts knowing a good player and their character; if the Demon kills them, she dies too."""

    id = "grandmother"
    only_learns = True
    hides_failing = RATHER
    claimed_easily = RATHER
    summary = N_(
        "Starts knowing one good player and that player's character. If the Demon kills "
        "them, the Grandmother dies as well."
    )
    how_to_run = (
        N_("Before the first night, mark a good Townsfolk or Outsider as the Grandchild."),
        N_("On the first night, show the Grandmother that character and point at the player."),
        N_("If the Demon is the Grandchild's killer, the Grandmother falls at the same moment."),
    )
    notes = (
        N_("Only a kill by the Demon counts, not an execution or any other death."),
        N_("What kills her is her own ability, so the Monk's protection doesn't help."),
        N_("The Grandchild isn't told. The mark stays on the player whatever they become."),
    )
    tokens = {"grandchild": TokenType(), "dead": TokenType(until=Until.DUSK)}
    asks = {
        "grandchild": N_("Who is the Grandmother's grandchild?"),
    }
    answers = {
        "show": "`{player: Bo, character: monk}`",
        "grandchild": Decision(
            "a good player", "any good Townsfolk or Outsider", "all are alike (almanac)", setup=True
        ),
    }
    settled = (
        Settled(
            "a Grandmother poisoned on the first night",
            "may be shown somebody else; later the death follows the mark",
            "x000-121; ours",
        ),
    )

    suggests = {"grandchild": (not_impaired_already, not_marked_already)}

    def will_learn(self, turn: Turn) -> Iterable[PlayerId]:
        return turn.marked("grandchild") if turn.ability.due else ()

    def setup(self, turn: Turn) -> None:
        game = turn.game
        good = game.ordinary & ~game.evil & ~(1 << turn.me)
        options = tuple(p for p in members(good) if game.characters[p].id in turn.cast.good_ids)
        if options:
            grandchild = turn.rule(
                "grandchild",
                options,
                why=text(N_("Any good Townsfolk or Outsider.")),
            )
            turn.note("grandchild", grandchild)

    def start(self, turn: Turn) -> None:
        marked = turn.marked("grandchild")
        if not marked:
            return
        true = list(dict.fromkeys(Identity(marked[0], way.characters[marked[0]].id) for way in turn.ways))
        every = Identities(turn.others, turn.cast.good_ids)
        turn.tell_one_of(lambda: true, lambda: self._false(turn), lambda: every)

    def _false(self, turn: Turn) -> list[Identity]:
        """Every player with every character that they aren't in at least one way of registering."""
        found: list[Identity] = []
        for player in turn.others:
            seen = {way.characters[player].id for way in turn.ways}
            found += [Identity(player, i) for i in turn.cast.good_ids if len(seen) > 1 or i not in seen]
        return found

    def died(self, turn: Turn, death: Death) -> None:
        if death.by_demon and death.player in turn.marked("grandchild"):
            turn.kill(turn.me, linked_to=death.player)

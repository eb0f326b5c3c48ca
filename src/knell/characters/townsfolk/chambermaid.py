"""The Chambermaid."""

from __future__ import annotations

from knell.engine import Settled, Text, Townsfolk, Turn, YesOrNo, mask_of, text
from knell.engine.advice import RATHER
from knell.messages import N_


class Chambermaid(Townsfolk):
    """Learns each night how many of two other living players woke for their own ability."""

    id = "chambermaid"
    hides_failing = RATHER
    summary = N_(
        "Each night chooses two other living players and learns how many of them woke for their own ability."
    )
    how_to_run = (
        N_("Near the end of the night, wake the Chambermaid, who points at two other living players."),
        N_("Show how many of the two woke tonight because of their own ability."),
    )
    notes = (
        N_("Meeting the evil team or being told of a change is not waking for an ability."),
        N_("A drunk or poisoned player who was woken counts."),
        N_("Declining an ability after being woken still counts."),
        N_("Players are counted, not the times they woke."),
    )
    asks = {
        "22": N_("{player} asks about an Alchemist who was only told something. Does that count?"),
    }
    answers = {
        "choose": "two other living players",
        "show": "0 to 2",
        "22": YesOrNo(
            "the chosen Alchemist was woken tonight only to be shown the Minion's ability",
            yes="it counts",
            no="it doesn't",
            why="yes: it was the Alchemist's own ability that woke them (chambermaid-22; ours)",
        ),
    }
    settled = (
        Settled(
            "the Chambermaid",
            (
                "two different players; a drunk or poisoned one who woke counts, being shown bluffs "
                "doesn't; players are counted, not wakes"
            ),
            "chambermaid-4, chambermaid-11, chambermaid-21, chambermaid-23, x004-65; ours",
        ),
    )

    def _others(self, turn: Turn) -> tuple[int, ...]:
        return tuple(p for p in turn.living if p != turn.me)

    def asleep(self, turn: Turn) -> Text | None:
        return text(N_("There aren't two others alive.")) if len(self._others(turn)) < 2 else None

    def night(self, turn: Turn) -> None:
        pair = turn.choose_two(self._others(turn))
        woke = turn.game.woke_for_ability
        for player in pair:
            only_told = [name for who, name in turn.game.woke_by if who == player] == ["alchemist"]
            if only_told and not turn.may("22", default=True, why=text(N_("Its own ability woke it."))):
                woke &= ~(1 << player)
            if turn.jinx_hits(player):
                woke |= 1 << player
        turn.tell(((mask_of(pair) & woke).bit_count(),), range(3), about=pair)

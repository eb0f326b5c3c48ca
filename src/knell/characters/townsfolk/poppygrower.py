"""The Poppy Grower."""

from __future__ import annotations

from knell.engine import Death, Settled, TokenType, Townsfolk, Turn, Until, YesOrNo, text
from knell.engine.advice import RARELY
from knell.engine.bag import EVIL_MEETS_FROM
from knell.messages import N_

OWED = "introduction owed"


class PoppyGrower(Townsfolk):
    """Keeps Minions and Demon from meeting until it dies; that night they are introduced."""

    id = "poppygrower"
    hides_failing = RARELY
    claimed_easily = RARELY
    summary = N_(
        "While it lives, Minions and Demon don't know each other. The night it dies they are introduced."
    )
    how_to_run = (
        N_(
            "On the first night, leave out the Minion and Demon introductions; show the "
            "Demon only three characters not in play."
        ),
        N_("When the Poppy Grower dies, put EVIL WAKES beside it."),
        N_(
            "That night, wake the Minions and show them each other and the Demon, then "
            "show the Demon its Minions."
        ),
    )
    notes = (
        N_("Being drunk or poisoned for a while introduces nobody."),
        N_("Dying drunk or poisoned introduces nobody either, now or later."),
        N_("The bluffs aren't shown again."),
    )
    tokens = {"evil_wakes": TokenType(until=Until.DAWN)}
    asks = {
        "introduce": N_("The game is small. Are Minions and Demon introduced all the same?"),
        "x004.58": N_("Another ability still keeps evil players apart. Are they introduced all the same?"),
    }
    answers = {
        "introduce": YesOrNo(
            "the Poppy Grower dies in a game of five or six",
            yes="evil is introduced",
            no="it isn't",
            why="yes: the text sets no such limit (poppygrower-12; almanac)",
        ),
        "x004.58": YesOrNo(
            "the Poppy Grower dies while somebody else's ability keeps evil apart, too",
            yes="evil is introduced tonight",
            no="it is put off until that other ability is gone",
            why="yes: the text waits for this death (x004-58; ours)",
        ),
    }
    settled = (Settled("the Poppy Grower's death", "only the death is said", "poppygrower-11; almanac"),)
    differs = {"night": "in its place the evil players meet whom it kept apart, which are steps of their own"}

    def hides_evil(self, turn: Turn) -> bool:
        return True

    def died(self, turn: Turn, death: Death) -> None:
        if death.player != turn.me:
            return
        small = turn.game.ordinary.bit_count() < EVIL_MEETS_FROM
        if small and not turn.may("introduce", default=True, why=text(N_("The text sets no such limit."))):
            return
        others = [a for a in turn.game.working("hides_evil") if a.player != turn.me]
        if others and not turn.clause(
            "x004.58", default=True, why=text(N_("Its death is what the introduction waits for."))
        ):
            turn.game.remember(others[0]._replace(memory=OWED))
            return
        self._introduce(turn)

    def lost(self, turn: Turn) -> None:
        """An introduction that was put off comes when the ability goes (x004-58)."""
        if turn.ability.memory == OWED:
            self._introduce(turn)

    def _introduce(self, turn: Turn) -> None:
        turn.note("evil_wakes", turn.me)
        turn.introduce_evil()

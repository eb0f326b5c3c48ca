"""The Sage."""

from __future__ import annotations

from knell.engine import Death, Pair, Settled, Text, Townsfolk, Turn, text
from knell.engine.advice import RATHER
from knell.engine.options import PlayerPairs
from knell.messages import N_


class Sage(Townsfolk):
    """Killed by the Demon, learns that its killer is one of two players."""

    id = "sage"
    only_learns = True
    claimed_easily = RATHER
    summary = N_(
        "When the Demon kills the Sage, the Sage is shown two players that night. One of them is the killer."
    )
    how_to_run = (
        N_("If a Demon's attack killed the Sage tonight, wake them at this step."),
        N_("Point at two players in any order: the Demon that made this kill, and somebody else."),
        N_("Put the Sage back to sleep."),
    )
    notes = (
        N_("An execution or any other death, even at night, gives nothing."),
        N_("If there are several Demons, only the one that made the kill will do."),
        N_(
            "Early on, point at two living players, so that evil keeps a chance. Near the end, one of them "
            "may be dead."
        ),
        N_("If the Sage is drunk or poisoned, any two players are allowed."),
        N_("While the Vortox works, the killer must not be one of the two."),
    )
    answers = {"show": "`{players: [Bo, Cy]}`"}
    settled = (
        Settled(
            "the Sage's second player",
            "anybody; suggested is somebody alive, not the Sage and no Traveller",
            "sage-7; almanac",
        ),
    )
    differs = {"recluse": "the Sage's pair is the real killer's; the Recluse isn't offered yet"}
    works_dead = True

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.player == turn.me and death.by_demon and turn.is_night and death.cause.ability is not None:
            turn.remember(death.cause.ability.player)
            turn.wake_tonight()

    def asleep(self, turn: Turn) -> Text | None:
        if turn.ability.memory is None:
            return text(N_("The Demon hasn't killed it tonight."))
        return None

    def night(self, turn: Turn) -> None:
        killer: int = turn.ability.memory
        turn.remember(None)
        every = [Pair(pair) for pair in PlayerPairs(turn.everyone)]
        living = turn.game.living
        every.sort(key=lambda pair: (turn.me in pair.players, sum(not living >> p & 1 for p in pair.players)))
        true = [pair for pair in every if killer in pair.players]
        false = [pair for pair in every if killer not in pair.players]
        turn.tell_one_of(lambda: true, lambda: false, lambda: every)

"""The Vortox."""

from __future__ import annotations

from knell.engine import Demon, Settled, TokenType, Turn, Type, Until, YesOrNo, text
from knell.messages import N_


class Vortox(Demon):
    """Kills a player each night but the first; Townsfolk learn only what is false; a day without
    an execution is evil's win.
    """

    id = "vortox"
    summary = N_(
        "The Vortox kills a player every night but the first. Townsfolk learn only what is false, and evil "
        "wins if a day passes without an execution."
    )
    how_to_run = (
        N_(
            "Whenever a Townsfolk learns something through their ability, make it false, drunk or poisoned "
            "players included."
        ),
        N_(
            "Each night but the first, wake the Vortox and let it point at a player, who dies. Put the Dead "
            "token beside them."
        ),
        N_("When a day ends without an execution, say that evil wins."),
    )
    notes = (
        N_(
            "It is enough that somebody is executed, even if they survive or were dead. An exile doesn't "
            "count."
        ),
        N_("Abilities that tell nothing, like those of the Monk and the Slayer, work as always."),
        N_(
            "What players learn in other ways is true: the rules, a new character, who the Demon and the "
            "Minions are."
        ),
        N_("The Drunk isn't a Townsfolk and may learn something true."),
        N_(
            "While the Vortox is drunk or poisoned, nothing has to be false, and a day may end without an "
            "execution."
        ),
        N_("Don't let on that a Vortox is in play."),
    )
    tokens = {"dead": TokenType(until=Until.DUSK)}
    asks = {
        "x001.163": N_("Does the execution of last night count as one of today's?"),
    }
    answers = {
        "choose": "a player",
        "x001.163": YesOrNo(
            "the Vortox lives, somebody was executed at night, and nobody by day",
            yes="the night's execution is enough",
            no="evil wins",
            why="no: the night belongs to no day (x001-163; ours)",
        ),
    }
    settled = (
        Settled(
            "a Vortox, false answers",
            "any false one (vortox-13); it isn't announced that there is one (vortox-12)",
            "almanac",
        ),
    )

    def night(self, turn: Turn) -> None:
        turn.kill(turn.choose_player(turn.everyone))

    def falsifies(self, turn: Turn, player: int) -> bool | None:
        if not turn.reading.types[Type.TOWNSFOLK] >> player & 1:
            return False
        return None if turn.game.is_safe(player) else True

    def dusk(self, turn: Turn) -> None:
        executions = turn.game.executions
        if any(e.by_day for e in executions):
            return
        if executions and turn.clause("x001.163", why=text(N_("The night belongs to no day."))):
            return
        turn.win(evil=True)

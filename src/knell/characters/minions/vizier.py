"""The Vizier."""

from __future__ import annotations

from knell.engine import YES_NO, Death, Mask, Minion, Turn
from knell.messages import N_


class Vizier(Minion):
    """Known to everybody, can't die by day, and may have a nominee executed if a good player voted."""

    id = "vizier"
    summary = N_(
        "Everybody knows who the Vizier is. It can't die by day. If a good player voted for a nominee, "
        "the Vizier may have that nominee executed at once."
    )
    how_to_run = (
        N_("At the first dawn, tell everybody who the Vizier is."),
        N_(
            "After each vote in which a good player took part, ask the Vizier whether to execute the nominee."
        ),
    )
    notes = (
        N_("An execution by the Vizier is the day's execution."),
        N_("At night the Vizier dies like anyone."),
        N_("A drunk or poisoned Vizier is asked all the same, and nobody is executed by it."),
        N_("When the only good player who voted is a Recluse, you decide whether that is enough."),
    )
    answers = {"execute": "yes or no, after a vote of somebody who is good or might register as good"}
    differs = {
        "night": "is made known in the morning, not at night",
        "alsaahir": "the jinx is run by hand so far",
        "investigator": "the jinx is run by hand so far",
        "politician": "the jinx is run by hand so far",
    }

    def morning(self, turn: Turn) -> None:
        if turn.ability.memory is None and not turn.ability.pretended and turn.ability.parent < 0:
            turn.remember("known")
            turn.announce("vizier")

    def protects(self, turn: Turn, death: Death) -> bool:
        return death.player == turn.me and death.by_day

    def voted(self, turn: Turn, nominee: int, hands: Mask) -> None:
        if not turn.game.living >> turn.me & 1 or not any(hands & ~way.evil for way in turn.ways):
            return
        if turn.works and turn.are_all_evil(hands):
            return
        if turn.choose_or_skip(YES_NO, name="execute"):
            turn.execute(nominee)

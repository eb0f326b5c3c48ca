"""The Clockmaker."""

from __future__ import annotations

from knell.engine import Decision, Mask, Settled, Townsfolk, Turn, Type, mask_of, members, text
from knell.engine.advice import RATHER
from knell.messages import N_


class Clockmaker(Townsfolk):
    """Starts knowing how many steps the Demon sits from the nearest Minion."""

    id = "clockmaker"
    only_learns = True
    hides_failing = RATHER
    summary = N_("Starts knowing how many steps lie between the Demon and the nearest Minion.")
    how_to_run = (
        N_("On the first night, count seats from the Demon to the nearest Minion, both ways round."),
        N_("Show the smaller number with your fingers."),
    )
    notes = (
        N_("The neighbouring seat is one step."),
        N_("Every occupied seat counts, dead players and Travellers too."),
        N_("What matters is the character type, not who is evil."),
        N_("With several Demons, choose which living one is measured."),
    )
    asks = {
        "demon": N_("Several Demons are about. From which one is it counted?"),
    }
    answers = {
        "show": "0 to half of the seats",
        "demon": Decision(
            "a Demon",
            "the living Demon nearest to a Minion",
            "the smaller number (clockmaker-16; ours). Dead ones only when all are dead",
        ),
    }
    settled = (
        Settled(
            "the Clockmaker",
            (
                "every occupied seat is a step; the type counts, not the side; dead Minions count, "
                "Travellers don't"
            ),
            "clockmaker-5, clockmaker-10, clockmaker-12, clockmaker-15; ours",
        ),
        Settled(
            "the Clockmaker, no Minion at all",
            "any number may be shown, 0 is suggested",
            "clockmaker-17; ours",
        ),
    )

    def start(self, turn: Turn) -> None:
        domain = range(len(turn.game.ring) // 2 + 1)
        measured = self._measured(turn)
        truths: dict[int, None] = {}
        for way in turn.ways:
            minions = way.types[Type.MINION]
            demons = self._candidates(turn, way.types[Type.DEMON])
            if minions and demons:
                plain = turn.reading.types[Type.DEMON]
                for demon in members(demons):
                    if demon == measured or not plain >> demon & 1:
                        truths[_steps(turn, demon, minions & ~(1 << demon))] = None
        if truths:
            turn.tell(truths, domain, likely=domain[1:])
        else:
            turn.show(tuple(domain), default=0, why=text(N_("There is no true distance; 0 says so.")))

    def _candidates(self, turn: Turn, demons: Mask) -> Mask:
        """The living Demons, else the dead ones (clockmaker-16), else whom a jinx puts in their place."""
        return demons & turn.game.alive or demons or mask_of([p for p in turn.everyone if turn.jinx_hits(p)])

    def _measured(self, turn: Turn) -> int:
        reading = turn.reading
        demons = members(self._candidates(turn, reading.types[Type.DEMON]))
        minions = reading.types[Type.MINION]
        if not demons or not minions:
            return -1
        nearest = min(demons, key=lambda demon: _steps(turn, demon, minions))
        return turn.rule("demon", demons, default=nearest, why=text(N_("The one nearest to a Minion.")))


def _steps(turn: Turn, demon: int, minions: Mask) -> int:
    """How many seats away the nearest of ``minions`` is, every occupied seat counted (clockmaker-4, -5)."""
    ring = turn.game.clockwise_from(demon)
    found = [place + 1 for place, player in enumerate(ring) if minions >> player & 1]
    size = len(ring) + 1
    return min((min(place, size - place) for place in found), default=0)

"""The Lycanthrope."""

from __future__ import annotations

from typing import Any

from knell.engine import (
    NOBODY,
    Decision,
    Effect,
    Settled,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Until,
    YesOrNo,
    members,
    text,
)
from knell.engine.advice import RARELY
from knell.engine.policy import not_known_to_all, not_marked_already, not_oneself
from knell.messages import N_, NP_


class Lycanthrope(Townsfolk):
    """Attacks each night but the first; killing a good player, keeps the Demon from killing. One good
    player registers as evil.
    """

    id = "lycanthrope"
    hides_failing = RARELY
    claimed_easily = RARELY
    summary = N_(
        "Each night but the first, attacks a living player. If a good player dies of it, "
        "the Demon kills nobody. One good player registers as evil."
    )
    how_to_run = (
        N_("Before the first night, put FAUX PAW on a good player."),
        N_("Each night but the first, wake the Lycanthrope, who points at a living player."),
        N_("If that player registers as good, they die, and the Demon's attack fails tonight."),
    )
    notes = (
        N_("The FAUX PAW player always registers as evil while the Lycanthrope works."),
        N_("If the target survives, the Demon may still kill."),
        N_("Deaths that aren't the Demon's still happen."),
        N_("Registering as evil never changes who wins."),
    )
    tokens = {
        "faux_paw": TokenType(Effect.OTHER),
        "dead": TokenType(until=Until.DUSK),
        "blocks": TokenType(
            Effect.NO_DEMON_KILL,
            Until.DAWN,
            own=True,
            kept_by="lycanthrope.21",
            says=NP_("reminder", "Stops the Demon"),
        ),
    }
    asks = {
        "faux_paw": N_("Which good player registers as evil because of the Lycanthrope?"),
        "18": N_("The Lycanthrope has killed itself. Is the Demon still kept from killing?"),
        "21": N_("The Lycanthrope has lost its ability. Is the Demon still kept from killing?"),
    }
    answers = {
        "choose": "a living player",
        "faux_paw": Decision(
            "a good player",
            "a good player who is neither the Lycanthrope nor a Traveller",
            (
                "these two are legal and warned of (lycanthrope-16; ours). A gained ability gets one of "
                "its own (x004-33, x004-61)"
            ),
            setup=True,
        ),
        "18": YesOrNo(
            "a Lycanthrope has chosen itself and died of it",
            yes="the Demon still can't kill tonight",
            no="it can",
            why="yes: the effect was complete already (lycanthrope-18; ours)",
        ),
        "21": YesOrNo(
            "a Lycanthrope killed somebody good, and lost the ability before the Demon acts",
            yes="the Demon still can't kill",
            no="it can",
            why="no: effects end with their source (lycanthrope-21; ours)",
        ),
    }
    settled = (
        Settled("an evil Lycanthrope", "works all the same; evil targets survive", "lycanthrope-19; ours"),
    )

    suggests = {"faux_paw": (not_oneself, not_known_to_all, not_marked_already)}

    def setup(self, turn: Turn) -> None:
        game = turn.game
        good = members(game.everyone & ~game.evil)
        if not good:
            return

        def unwise(answer: Any) -> Text | None:
            if answer == turn.me:
                return text(N_("Then the Lycanthrope can never be killed by its own choice."))
            if game.travellers >> answer & 1:
                return text(N_("{player} is a Traveller."), player=answer)
            return None

        paw = turn.rule(
            "faux_paw",
            good,
            why=text(N_("Any good player may register as evil.")),
            unwise=unwise,
        )
        turn.note("faux_paw", paw)

    def renewed(self, turn: Turn) -> None:
        """Alive again, it has a faux paw again."""
        if not turn.marked("faux_paw"):
            self.setup(turn)

    def looks_evil(self, turn: Turn) -> int:
        return next(iter(turn.marked("faux_paw")), NOBODY)

    def night(self, turn: Turn) -> None:
        chosen = turn.choose_player(turn.living)
        if not turn.works or turn.registers(chosen, None):
            return
        itself = chosen == turn.me
        if not turn.kill(chosen):
            return
        if not itself:
            turn.note("blocks", NOBODY)
        elif turn.may("18", default=True, why=text(N_("The effect was complete already."))):
            turn.game.place_token("lycanthrope.blocks", NOBODY, effect=Effect.NO_DEMON_KILL, until=Until.DAWN)

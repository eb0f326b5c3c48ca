"""The Imp."""

from __future__ import annotations

from knell.engine import Death, Decision, Demon, TokenType, Turn, Type, Until, members, text
from knell.engine.policy import is_minion, not_known_to_all
from knell.messages import N_


class Imp(Demon):
    """Kills a player each night but the first; killing itself, passes on to a Minion."""

    id = "imp"
    summary = N_(
        "The Imp kills a player every night but the first. If it kills itself, a living Minion becomes the "
        "new Imp."
    )
    how_to_run = (
        N_("Each night but the first, wake the Imp and let it point at a player."),
        N_("That player dies. Put the Dead token beside them."),
        N_(
            "If the Imp killed itself, pick a living Minion, who is the Imp from now on. Wake them and tell "
            "them so."
        ),
        N_("At dawn, say who died, but not how."),
    )
    notes = (
        N_("The Imp may choose a dead player, and then nobody dies."),
        N_("The new Imp doesn't attack until the next night."),
        N_("If the Scarlet Woman can take over, it has to be her."),
        N_("A drunk or poisoned Imp kills nobody, and can't pass on to a Minion either."),
        N_("If no Minion is alive to take over, good wins."),
        N_("A poisoned Minion can become the Imp and stays poisoned."),
    )
    tokens = {"dead": TokenType(until=Until.DUSK)}
    asks = {
        "successor": N_("Which Minion becomes the Imp?"),
    }
    answers = {
        "choose": "a player",
        "successor": Decision(
            "who could be a Minion",
            "any living Minion, drawn; not one whom everybody knows",
            (
                "all living Minions are possible (imp-7), also a Scarlet Woman whose own ability can't "
                "act (x001-2, x001-3)"
            ),
        ),
    }
    suggests = {"successor": (is_minion, not_known_to_all)}
    succession = 2

    def night(self, turn: Turn) -> None:
        turn.kill(turn.choose_player(turn.everyone))

    def could_inherit(self, turn: Turn, death: Death) -> bool:
        by = death.cause.ability
        return death.player == turn.me and by is not None and by.id == turn.ability.id

    def inherits(self, turn: Turn, death: Death) -> bool:
        heirs = members(turn.could_be(Type.MINION) & turn.game.living)
        if not heirs:
            return False
        minions = turn.reading.types[Type.MINION]
        if not any(minions >> p & 1 for p in heirs) and not turn.registers(heirs[0], Type.MINION):
            return False
        heir = turn.rule(
            "successor",
            heirs,
            why=text(N_("A living Minion becomes the Imp.")),
        )
        return turn.become(heir, self.id)

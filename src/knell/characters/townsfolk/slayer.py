"""The Slayer."""

from __future__ import annotations

from knell.engine import Effect, FieldShape, FormField, Text, TokenType, Townsfolk, Turn, Type, Use, text
from knell.engine.advice import SELDOM
from knell.messages import N_


class Slayer(Townsfolk):
    """Shoots at one player once per game, by day and aloud; only a Demon dies of it."""

    id = "slayer"
    claimed_easily = SELDOM
    summary = N_(
        "Once per game, by day, the Slayer aims at a player for all to hear. If that player is a living "
        "Demon, they die at once."
    )
    how_to_run = (
        N_(
            "Make sure that everybody hears whom the Slayer aims at. You may give the group a minute to talk "
            "first."
        ),
        N_("If the target is a living Demon, say that this player dies. If not, say that nothing happens."),
        N_("In both cases, put the No Ability token beside the Slayer."),
        N_("Do the same for a player who only claims to be the Slayer, with no effect."),
    )
    notes = (
        N_("Announce the death, but never the character."),
        N_("A shot fired while drunk or poisoned does nothing and is used up."),
        N_("A shot isn't an execution. Nominations go on, unless the game is over."),
        N_("A player who might register as a Demon, like the Recluse, may die. You decide."),
        N_("A shot at a dead Demon does nothing."),
    )
    tokens = {"no_ability": TokenType(Effect.SPENT)}
    form = (FormField("choose", FieldShape.PLAYER),)

    def refuses(self, turn: Turn | None, use: Use, earlier: tuple[Use, ...]) -> Text | None:
        if not isinstance(use.detail("choose"), int):
            return text(N_("A shot needs one player to aim at."))
        return None

    def use(self, turn: Turn, use: Use) -> None:
        if turn.spent:
            return
        turn.spend()
        target: int = use.detail("choose")
        if not turn.works or not turn.game.alive >> target & 1:
            return
        if turn.jinx_hits(target) or turn.registers(target, Type.DEMON):
            turn.kill(target)

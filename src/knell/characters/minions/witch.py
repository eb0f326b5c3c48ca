"""The Witch."""

from __future__ import annotations

from knell.engine import Effect, Minion, Nomination, Text, TokenType, Turn, Until, YesOrNo, text
from knell.messages import N_

TOO_FEW = 3


class Witch(Minion):
    """Curses a player each night: nominating the next day, they die. No ability with three alive."""

    id = "witch"
    summary = N_(
        "Every night the Witch curses a player, who dies if they nominate on the next day. When only three "
        "players are alive, the Witch loses this ability."
    )
    how_to_run = (
        N_("Wake the Witch, let them point at a player and put the Cursed token beside that player."),
        N_("If the cursed player nominates, say at once that they die. Their nomination stands."),
        N_("Take the token off at dusk."),
        N_("As soon as only three players live, take the token off and let the Witch sleep."),
    )
    notes = (
        N_("Voting, being nominated and calling for an exile are harmless."),
        N_("This death is not an execution."),
        N_("Travellers count among the three."),
        N_("The curse does nothing while the Witch is drunk or poisoned, and ends when the Witch dies."),
        N_("If the cursed player is protected, they live and the nomination stands."),
    )
    tokens = {
        "cursed": TokenType(Effect.OTHER, Until.DUSK),
        "no_ability": TokenType(Effect.SPENT, own=True),
    }
    asks = {
        "19": N_("Four players are alive again. Does the Witch get her ability back?"),
    }
    answers = {
        "choose": "a player",
        "19": YesOrNo(
            "the Witch lost her ability with three alive, and somebody comes back to life",
            yes="she has it again",
            no="it is gone for good",
            why="no: the almanac says that she loses it (witch-19)",
        ),
    }

    def asleep(self, turn: Turn) -> Text | None:
        if turn.spent or len(turn.living) <= TOO_FEW:
            return text(N_("Only three players are alive."))
        return None

    def night(self, turn: Turn) -> None:
        turn.mark("cursed", turn.choose_player(turn.everyone))

    def upkeep(self, turn: Turn) -> None:
        if len(turn.living) <= TOO_FEW and not turn.spent:
            turn.unmark("cursed")
            turn.spend()

    def reacts(self, turn: Turn, nomination: Nomination) -> bool:
        return turn.afflicts("cursed", nomination.nominator)

    def nominated(self, turn: Turn, nomination: Nomination) -> None:
        turn.kill(nomination.nominator)

    def revived(self, turn: Turn, player: int) -> None:
        enough = turn.spent and len(turn.living) > TOO_FEW
        if enough and turn.may("19", why=text(N_("The ability was lost for good."))):
            turn.unmark("no_ability")

"""The Undertaker."""

from __future__ import annotations

from knell.engine import Death, Decision, TokenType, Townsfolk, Turn, Until, YesOrNo, text
from knell.engine.advice import RATHER
from knell.messages import N_


class Undertaker(Townsfolk):
    """Learns each night the character of whoever died by execution that day."""

    id = "undertaker"
    only_learns = True
    hides_failing = RATHER
    summary = N_(
        "Every night but the first, the Undertaker is shown the character of a player who was executed that "
        "day and died of it."
    )
    how_to_run = (
        N_("When a player dies of an execution, put the Died Today token beside them."),
        N_("That night, wake the Undertaker and show them the character of that player."),
        N_("If nobody died of an execution, let the Undertaker sleep."),
        N_("Take the token off at dawn."),
    )
    notes = (
        N_("A shot, a curse or an exile doesn't count."),
        N_("An executed player who lives on doesn't count, nor does one who was dead before."),
        N_("For the Drunk, show the Drunk."),
        N_("If several players died of executions, you choose whose character is shown."),
        N_("If the Undertaker is drunk or poisoned, show any character on the script."),
        N_("While the Vortox works, show any character but the right one."),
    )
    tokens = {"died_today": TokenType(until=Until.DAWN)}
    asks = {
        "which": N_("Several players died by execution. Whose character does {player} learn?"),
        "4": N_("Nobody died by execution. Is {player} woken all the same?"),
        "x001.75": N_("Does an execution at night count for the Undertaker?"),
    }
    lead = N_("Executed today")
    answers = {
        "show": "a character",
        "which": Decision(
            "one of several", "the last", "one of several who died by execution (undertaker-9; almanac)"
        ),
        "4": YesOrNo(
            "nobody died by execution",
            yes="the Undertaker is woken, and learns nothing",
            no="they sleep",
            why="no: the almanac lets them sleep (undertaker-4)",
        ),
        "x001.75": YesOrNo(
            "somebody died by an execution at night",
            yes="the Undertaker may learn of it",
            no="only executions by day count",
            why="no: the night belongs to no day (x001-75; ours)",
        ),
    }

    def setup(self, turn: Turn) -> None:
        """Gained on the day or in the night after an execution, the ability knows of it (x004-60)."""
        today = turn.game.night - 1 if turn.is_night else turn.game.night
        for death in turn.game.deaths:
            if death.by_execution and death.by_day and not death.feigned and death.night == today:
                turn.note("died_today", death.player, data=death.character)

    def saw_death(self, turn: Turn, death: Death) -> None:
        if not death.by_execution or death.feigned:
            return
        if death.by_day or turn.clause("x001.75", why=text(N_("The night belongs to no day."))):
            turn.note("died_today", death.player, data=death.character)

    def night(self, turn: Turn) -> None:
        died = turn.own_tokens("died_today")
        if not died:
            if turn.may("4", why=text(N_("Nobody died by execution, so there is nothing to learn."))):
                self._wake_for_nothing(turn)
            return
        players = tuple(dict.fromkeys(token.player for token in died))
        which = turn.rule("which", players, default=players[-1])
        character = next(
            token.data or turn.reading.characters[which].id for token in died if token.player == which
        )
        truths = [character, *(way.characters[which].id for way in turn.ways[1:])]
        turn.tell(truths, tuple(dict.fromkeys((*turn.cast.ids, character))), about=(which,))

    def _wake_for_nothing(self, turn: Turn) -> None:
        """Woken without a death: a token is shown only when the ability doesn't work."""
        turn.wake()
        if not turn.works:
            turn.show((None, *turn.cast.ids))

"""The Zombuul."""

from __future__ import annotations

from knell.engine import Death, Demon, Effect, Text, TokenType, Turn, Until, YesOrNo, text
from knell.messages import N_, NP_


class Zombuul(Demon):
    """Only seems to die the first time; kills a player at night after a day on which nobody died."""

    id = "zombuul"
    summary = N_(
        "The Zombuul kills at night only if nobody died that day. The first time it would die, it only seems "
        "to, and secretly lives on."
    )
    how_to_run = (
        N_("When a player dies by day, put the Died Today token beside them."),
        N_(
            "Each night but the first, if nobody has that token, wake the Zombuul and let it point at a "
            "player, who dies."
        ),
        N_(
            "When the Zombuul would die for the first time, say that it died. Treat it as dead, but leave it "
            "alive in the Grimoire."
        ),
        N_("When it dies again, it is really dead."),
    )
    notes = (
        N_("While it seems dead, it still wakes and attacks."),
        N_(
            "It votes like a dead player, can't nominate, and is passed over where living players are looked "
            "for."
        ),
        N_("Only when you check whether two players are left does it count as alive."),
        N_("If it seems to die by day, it doesn't wake that night."),
        N_("A drunk or poisoned Zombuul really dies, even the first time."),
        N_("Deaths at night, and executions that kill nobody, don't keep it from waking."),
    )
    tokens = {
        "died_today": TokenType(until=Until.DAWN),
        "dead": TokenType(until=Until.DUSK),
        "first_death": TokenType(Effect.SPENT, own=True, says=NP_("reminder", "First death")),
    }
    asks = {
        "x000.103": N_("{player} only seemed to be dead and is another character now. Do they live openly?"),
    }
    answers = {
        "choose": "a player",
        "x000.103": YesOrNo(
            "a Zombuul that only seems dead becomes another character",
            yes="they live openly from now on",
            no="they are still taken for dead",
            why="no: nothing has told the group otherwise (x000-103; ours)",
        ),
    }
    last_resort = True

    def setup(self, turn: Turn) -> None:
        """Made at night or by day, it knows who died in the day that is over or going on."""
        game = turn.game
        today = game.night - 1 if turn.is_night else game.night
        for death in game.deaths:
            if death.by_day and death.night == today:
                turn.note("died_today", death.player)

    def protects(self, turn: Turn, death: Death) -> bool:
        return death.player == turn.me and not turn.spent and not turn.game.feigned >> turn.me & 1

    def saves(self, turn: Turn, death: Death) -> None:
        turn.spend("first_death")
        turn.feign_death(death)

    def saw_death(self, turn: Turn, death: Death) -> None:
        if death.by_day:
            turn.note("died_today", death.player)

    def leaving(self, turn: Turn) -> None:
        """Seemingly dead, it is still taken for dead as somebody else (x000-103)."""
        if turn.game.feigned >> turn.me & 1 and turn.clause(
            "x000.103", why=text(N_("The group still takes the player for dead."))
        ):
            turn.stop_feigning()

    def asleep(self, turn: Turn) -> Text | None:
        return text(N_("Somebody died today.")) if turn.marked("died_today") else None

    def night(self, turn: Turn) -> None:
        turn.kill(turn.choose_player(turn.everyone))

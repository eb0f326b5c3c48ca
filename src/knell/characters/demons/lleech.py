"""The Lleech."""

from __future__ import annotations

from typing import Any

from knell.engine import YES_NO, Death, Demon, Effect, Settled, Text, TokenType, Turn, Until, YesOrNo, text
from knell.messages import N_


class Lleech(Demon):
    """Poisons a host and can't die while the host lives, but dies with it; kills each night but the first."""

    id = "lleech"
    summary = N_(
        "The Lleech poisons a host for good and kills a player every night but the first. It can't die while "
        "the host lives, and when the host dies, it dies, too."
    )
    how_to_run = (
        N_(
            "On the first night, wake the Lleech and let it choose a living player as its host. Put the "
            "Poisoned token beside them."
        ),
        N_(
            "On every later night, wake it and let it point at a player, who dies. Put the Dead token beside "
            "them."
        ),
        N_(
            "If the Lleech is executed while the host lives, say that the player was executed and lives. "
            "Give no reason."
        ),
        N_("If the host dies, the Lleech dies in the same moment."),
    )
    notes = (
        N_("If the Lleech dies with its host, good wins, however few are left."),
        N_(
            "A drunk or poisoned Lleech can die, kills nobody, and its host is healthy meanwhile. If the "
            "host is dead when it recovers, it dies then."
        ),
        N_(
            "A Lleech that comes into play later chooses a living host on that night. Better not let it "
            "attack as well."
        ),
        N_(
            "Give a good host information that they will believe. A host who sees through it will want to be "
            "executed."
        ),
        N_("The host remains the host, even as another character or on another side."),
        N_("As its own host, the Lleech is poisoned for good and has no ability."),
    )
    tokens = {"dead": TokenType(until=Until.DUSK), "poisoned": TokenType(Effect.POISONED)}
    asks = {
        "attacks_now": N_("Does the new Lleech also attack tonight?"),
        "22": N_("The Lleech has no host yet. Does it live all the same?"),
        "24": N_("The host is dead, the Lleech is protected. Does it live for now?"),
    }
    answers = {
        "choose": "a living player as host (warning `lleech.21` for itself), later a player",
        "22": YesOrNo(
            "something would kill a new Lleech that has no host yet",
            yes="it is spared",
            no="it dies like anyone",
            why="no: without a host, nothing ties its life to one (lleech-22; ours)",
        ),
        "24": YesOrNo(
            "the host dies while the Lleech itself is safe from the Demon",
            yes="the Lleech lives until the protection ends, and dies then",
            no="it dies with its host",
            why="no: its death is no attack (lleech-24; ours)",
        ),
        "attacks_now": YesOrNo(
            "somebody becomes the Lleech in the middle of the game",
            yes="after choosing a host, it attacks in the same night",
            no="it only chooses",
            why="no: only the host is certain for that night (lleech-20; almanac)",
        ),
    }
    settled = (
        Settled(
            "the Lleech chooses itself",
            "legal after the warning `lleech.21`; poisoned for good, it has no ability",
            "lleech-21; ours",
        ),
    )

    def start(self, turn: Turn) -> None:
        host = turn.choose(turn.living, unwise=lambda answer: self._unwise(turn, answer), warned_as="21")
        turn.mark("poisoned", host)
        if turn.game.night > 1 and turn.may(
            "attacks_now", why=text(N_("Only the choice of a host is certain for a new Lleech."))
        ):
            self.night(turn)

    def _unwise(self, turn: Turn, answer: Any) -> Text | None:
        if answer == turn.me:
            return text(N_("As its own host the Lleech is poisoned for good and has no ability."))
        return None

    def night(self, turn: Turn) -> None:
        turn.kill(turn.choose_player(turn.everyone))

    def protects(self, turn: Turn, death: Death) -> bool | None:
        if death.player != turn.me:
            return False
        hosts = turn.marked("poisoned")
        return not all(turn.game.dead >> host & 1 for host in hosts) if hosts else None

    def protection_ruled(self, turn: Turn, death: Death) -> bool:
        return turn.may("22", why=text(N_("Without a host it dies like anyone.")))

    def upkeep(self, turn: Turn) -> None:
        """Dies with its host, or as soon as it is able again with a dead host (lleech-4, lleech-13)."""
        if not turn.alive:
            return
        for host in turn.marked("poisoned"):
            if not turn.game.dead >> host & 1:
                continue
            if turn.game.is_safe(turn.me) and turn.pin("24", YES_NO, default=False):
                continue
            turn.kill(turn.me, linked_to=host)
            return

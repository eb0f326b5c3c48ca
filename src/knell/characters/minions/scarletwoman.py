"""The Scarlet Woman."""

from __future__ import annotations

from knell.engine import NOBODY, Death, Decision, Minion, TokenType, Turn, YesOrNo, text
from knell.engine.outcome import living_demons
from knell.messages import N_

ENOUGH = 5


class ScarletWoman(Minion):
    """Becomes the Demon when the Demon dies with five or more players alive, Travellers aside."""

    id = "scarletwoman"
    summary = N_(
        "If the Demon dies while five or more players live, not counting Travellers, the Scarlet Woman "
        "becomes that Demon at once."
    )
    how_to_run = (
        N_(
            "When the Demon dies, count who was alive just before, without Travellers. Were there at least "
            "five, she takes over."
        ),
        N_("Put the Is The Demon token beside her and run her as that Demon from now on."),
        N_("That night, wake her and show her that she is now the Demon."),
        N_("Announce the Demon's death like any other, and say nothing about her."),
    )
    notes = (
        N_("Five players before the death are four after it, and that is enough."),
        N_("If the Imp kills itself and she can take over, she and no other Minion becomes the Imp."),
        N_(
            "After taking over by day, she attacks that same night. After the Imp's own kill, she waits for "
            "the next night."
        ),
        N_("A dead, drunk or poisoned Scarlet Woman doesn't take over, and can't make up for it later."),
        N_("A Demon that is executed but lives changes nothing."),
        N_("While a second Demon is alive, she had better not take over. You decide."),
    )
    tokens = {"is_the_demon": TokenType()}
    asks = {
        "19": N_("Another Demon is alive. Does {player} take over all the same?"),
        "counts": N_("Does the host still count among the five who were alive?"),
        "who": N_("Several could take over. Who becomes the Demon?"),
    }
    answers = {
        "who": Decision(
            "one of several who could take over", "the real one", "several could take over (x000-129; ours)"
        ),
        "19": YesOrNo(
            "a Demon dies while another Demon lives",
            yes="the Scarlet Woman takes over all the same",
            no="she doesn't",
            why="no: the text thinks of one Demon, and the game goes on anyway (scarletwoman-19; ours)",
        ),
        "counts": YesOrNo(
            "the Lleech dies with its host, five were alive with the host and four without",
            yes="the host still counts, she takes over",
            no="the host is dead first",
            why="no: the host's death comes first (x001-13; ours)",
        ),
    }
    differs = {"night": "woken only to be told that she is the Demon, which is a notice put into her place"}
    succession = 1

    def could_inherit(self, turn: Turn, death: Death) -> bool:
        if not turn.game.living >> turn.me & 1 or not self._enough_alive(turn, death):
            return False
        return not living_demons(turn.game) or turn.may("19", why=text(N_("Another Demon is alive.")))

    def inherits(self, turn: Turn, death: Death) -> bool:
        place = turn.cast.other_place.get(self.id)
        if not turn.become(turn.me, death.character, notice_place=place):
            return False
        turn.game.place_token(f"{self.id}.is_the_demon", turn.me)
        return True

    def _enough_alive(self, turn: Turn, death: Death) -> bool:
        count = (death.living_before & ~turn.game.travellers).bit_count()
        if count >= ENOUGH:
            return True
        tied = death.cause.linked_to
        return (
            tied != NOBODY
            and not turn.game.travellers >> tied & 1
            and count + 1 >= ENOUGH
            and turn.may("counts", why=text(N_("The host is dead first.")))
        )

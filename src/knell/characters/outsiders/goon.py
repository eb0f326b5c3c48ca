"""The Goon."""

from __future__ import annotations

from typing import NamedTuple

from knell.engine import Decision, Effect, Outsider, TokenType, Turn, Until, YesOrNo, text
from knell.messages import N_, NP_


class FirstChoice(NamedTuple):
    """The first choice of the Goon in a night."""

    night: int
    answered: bool
    """Whether the Goon was able to answer it."""


class Goon(Outsider):
    """The first to choose it each night is drunk until dusk, and it changes to their side."""

    id = "goon"
    summary = N_(
        "The first player to choose it each night is drunk until dusk, and the Goon takes that player's side."
    )
    how_to_run = (
        N_("When a player's ability first chooses the Goon at night, put DRUNK on that player at once."),
        N_("If the Goon's side changes, wake it and show a thumb up or down."),
    )
    notes = (
        N_("The chooser's ability already fails on the Goon itself."),
        N_("The second chooser of a night is not affected."),
        N_("Your own choices and choices by day don't count."),
        N_("An ability that names the character instead of the player counts, unless you decide otherwise."),
    )
    tokens = {
        "drunk": TokenType(Effect.DRUNK, Until.DUSK),
        "stays_evil": TokenType(own=True, says=NP_("reminder", "Stays evil")),
    }
    asks = {
        "named": N_("The Goon was named as a character. Does that count as choosing {player}?"),
        "12": N_("Tonight's first choice of the Goon came to nothing. Does this one count instead?"),
        "x004.90": N_("The one who chose the Goon registers as evil, and is good. Does the Goon turn good?"),
    }
    answers = {
        "named": Decision(
            "`yes` or `no`, whether it counts as choosing the Goon that an ability names it as a character",
            "`no` for the Philosopher, else `yes`",
            (
                "an example with the Courtier on the Goon's official page: the Courtier is drunk by it. The "
                "Philosopher only takes the ability (x000-023, x000-093)"
            ),
        ),
        "12": YesOrNo(
            (
                "tonight's first choice of the Goon was made while the Goon couldn't answer it; now "
                "somebody else chooses"
            ),
            yes="this one counts as the first",
            no="it is the second",
            why="no: a choice is a choice (goon-12; ours)",
        ),
        "x004.90": YesOrNo(
            "the first to choose the Goon tonight is good and registers as evil because of the Lycanthrope",
            yes="the Goon goes by what they are, and is good",
            no="it goes by what they register as, and is evil",
            why="no: to every ability they are evil (x004-90; ours)",
        ),
    }

    def chosen(self, turn: Turn, chooser: Turn, players: tuple[int, ...]) -> None:
        if turn.me not in players or not turn.alive or not self._counts(turn):
            return
        turn.remember(FirstChoice(turn.game.night, turn.works))
        if not turn.works:
            return
        evil = self._side(turn, chooser.me)
        turn.note("drunk", chooser.me)
        if evil or not turn.has_note("goon.stays_evil", turn.me):
            turn.turn_side(turn.me, evil)

    def named(self, turn: Turn, chooser: Turn) -> None:
        usual = chooser.ability.character.named_is_chosen
        first: FirstChoice | None = turn.ability.memory
        over = first is not None and first.night == turn.game.night and first.answered
        if not turn.alive or over:
            return
        why = text(
            N_("Whoever has the character is meant by it.")
            if usual
            else N_("The ability is meant, and not whoever has the character.")
        )
        if turn.rule("named", (usual, not usual), why=why) if turn.works else usual:
            self.chosen(turn, chooser, (turn.me,))

    def _counts(self, turn: Turn) -> bool:
        """Whether a choice is tonight's first; the Storyteller may pass over one made in vain (goon-12)."""
        first: FirstChoice | None = turn.ability.memory
        if first is None or first.night != turn.game.night:
            return True
        if first.answered or not turn.works:
            return False
        return turn.may("12", why=text(N_("Tonight's first choice was made while the Goon was impaired.")))

    def _side(self, turn: Turn, chooser: int) -> bool:
        real = bool(turn.game.evil >> chooser & 1)
        registered = turn.registers(chooser, None)
        if registered is real:
            return real
        if turn.reading.evil >> chooser & 1 and turn.clause(
            "x004.90", why=text(N_("To every ability they register as evil."))
        ):
            return real
        return registered

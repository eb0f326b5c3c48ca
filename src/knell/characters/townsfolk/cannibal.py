"""The Cannibal."""

from __future__ import annotations

from knell.engine import (
    Ability,
    Character,
    Death,
    Decision,
    Effect,
    Phase,
    PlayerId,
    Settled,
    TokenType,
    Townsfolk,
    Turn,
    YesOrNo,
    text,
)
from knell.engine.advice import GLADLY, NEVER, ORDINARY, RARELY, RATHER, SELDOM, Case, On, Weight, rule
from knell.engine.policy import does_something, not_in_play
from knell.messages import N_


@rule(N_("It has seemed so before."), On.CHARACTER)
def as_last_night(case: Case, character: str) -> Weight:
    """What it seems to have stays as it is."""
    seemed = case.ability.memory if case.ability is not None else None
    return NEVER if seemed is not None and character != seemed else ORDINARY


@rule(N_("The executed player claimed it, or was given it as a bluff."), On.CHARACTER)
def was_claimed(case: Case, character: str) -> Weight:
    """What the one who was eaten has said of themselves, or may have said."""
    eaten = case.turn.marked("lunch")
    if any(character in case.past.claims.get(player, ()) for player in eaten):
        return GLADLY
    if any(character in claimed for player, claimed in case.past.claims.items() if player not in eaten):
        return RARELY
    believed = [case.game.believed[player] for player in eaten]
    if any(one is not None and one.id == character for one in believed):
        return GLADLY
    evil = any(case.evil >> player & 1 for player in eaten)
    return RATHER if evil and character in case.game.bluffs else ORDINARY


class Cannibal(Townsfolk):
    """Has the ability of whoever last died by execution; an evil one poisons it until a good one dies."""

    id = "cannibal"
    hides_failing = SELDOM
    summary = N_(
        "Has the ability of whoever last died by execution. An evil one poisons the "
        "Cannibal until a good player dies by execution."
    )
    how_to_run = (
        N_("When a player dies by execution, move LUNCH to them."),
        N_("If they were good, the Cannibal has their ability from now on; don't say which."),
        N_("If they were evil, put POISONED on the Cannibal and let it act out an ability of your choice."),
    )
    notes = (
        N_("Exiles and other deaths by day are no meal."),
        N_("An execution that nobody dies of changes nothing."),
        N_("A once-per-game ability comes fresh, even if the owner had used it."),
        N_("The Cannibal stays a Townsfolk of its own side."),
    )
    tokens = {"lunch": TokenType(), "poisoned": TokenType(Effect.POISONED)}
    asks = {
        "apparent": N_("Whose ability does {player} seem to have?"),
        "21": N_("Does whoever last died by execution count for the new Cannibal?"),
        "22": N_("The eaten player has changed since. Does what they are now count?"),
    }
    shows = ("told",)
    answers = {
        "told": "the character's id, where a jinx says so",
        "apparent": Decision(
            "a good character",
            "what it seemed to have last night, else one not in play, rather what the executed player used "
            "aloud or was given as a bluff",
            (
                "what the executed player claimed is better still, but Knell doesn't hear it "
                "(cannibal-5; almanac). The same after a Drunk was eaten (x004-50; ours)"
            ),
        ),
        "21": YesOrNo(
            "somebody becomes the Cannibal after a death by execution",
            yes="that meal counts at once",
            no="the next one will be the first",
            why="yes: the ability speaks of whoever died last, without a beginning (cannibal-21; ours)",
        ),
        "22": YesOrNo(
            "the eaten player becomes another character, or changes sides, while dead",
            yes="what they are now counts",
            no="what they were when they died",
            why="no: it was eaten as it was (cannibal-22; ours)",
        ),
    }
    settled = (
        Settled(
            "a Drunk who believes to be the Cannibal",
            "never eats",
            "a pretended ability reacts to nothing; ours",
        ),
    )

    suggests = {"apparent": (as_last_night, was_claimed, not_in_play, does_something)}

    def setup(self, turn: Turn) -> None:
        """Made in mid-game, it has the latest who died by execution, unless the Storyteller waits."""
        if turn.game.phase is Phase.SETUP or turn.ability.pretended:
            return
        last = next((d for d in reversed(turn.game.deaths) if d.by_execution and not d.feigned), None)
        if last is None or last.player == turn.me or self._is_being_eaten(turn, last.player):
            return
        if turn.may("21", default=True, why=text(N_("The latest execution counts."))):
            self._eat(turn, last.player, last.character, evil=last.evil)

    def _is_being_eaten(self, turn: Turn, player: int) -> bool:
        """Whether this ability itself came by eating that player, a Cannibal, too."""
        game, number = turn.game, turn.ability.parent
        while (through := game.abilities.get(number)) is not None:
            if any(
                t.source == number and t.player == player and t.name == "cannibal.lunch" for t in game.tokens
            ):
                return True
            number = through.parent
        return False

    def renewed(self, turn: Turn) -> None:
        """Alive again, it has the latest who died by execution, like a new one."""
        for ability in turn.granted:
            turn.drop(ability)
        turn.unmark("lunch")
        self.setup(turn)

    def saw_death(self, turn: Turn, death: Death) -> None:
        if not death.by_execution or death.feigned or not turn.alive or turn.ability.pretended:
            return
        self._eat(turn, death.player, death.character, evil=turn.registers(death.player, None))

    def changed(self, turn: Turn, player: PlayerId, old: Character) -> None:
        self._has_changed(turn, player)

    def changed_side(self, turn: Turn, player: PlayerId) -> None:
        self._has_changed(turn, player)

    def _has_changed(self, turn: Turn, player: PlayerId) -> None:
        """The meal was what it was when it died; the Storyteller may go by what it becomes (cannibal-22)."""
        if not turn.alive or turn.ability.pretended or player not in turn.marked("lunch"):
            return
        game = turn.game
        if game.dead >> player & 1 and turn.may("22", why=text(N_("What they were when they died counts."))):
            self._eat(turn, player, game.characters[player].id, evil=turn.registers(player, None))

    def _eat(self, turn: Turn, player: int, character: str, *, evil: bool) -> None:
        turn.unmark("lunch")
        turn.unmark("poisoned")
        for ability in turn.granted:
            turn.drop(ability)
        turn.note("lunch", player)
        turn.remember(None)
        if evil:
            turn.note("poisoned", turn.me)
            return
        eaten = self._ability(turn, player, character)
        if not eaten.character.gives_nothing:
            turn.take_over(eaten)

    def _ability(self, turn: Turn, player: int, character: str) -> Ability:
        """The ability that was eaten, as its owner held it."""
        held = [a for a in turn.game.abilities_of(player) if a.character.id == character and not a.pretended]
        return held[0] if held else Ability(-1, turn.cast.by_id[character], player, turn.game.night)

    def nightfall(self, turn: Turn) -> None:
        """Without a real ability, the Storyteller lets it act out one (cannibal-5, x004-50)."""
        if turn.ability.pretended or not turn.marked("lunch"):
            return
        if any(not ability.pretended for ability in turn.granted):
            return
        seemed: str | None = turn.ability.memory
        options = tuple(
            i for i in turn.cast.good_ids if i != self.id and not turn.cast.by_id[i].gives_nothing
        )
        if not options:
            return
        apparent = turn.rule(
            "apparent",
            options,
            why=text(N_("What the executed player claimed to be is a good choice.")),
        )
        if apparent != seemed:
            for ability in turn.granted:
                turn.drop(ability)
            turn.remember(apparent)
            turn.pretend(apparent)

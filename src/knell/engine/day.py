"""The day: public abilities, nominations and votes, exiles, the execution, dusk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from knell.engine import clock, death, outcome, people
from knell.engine.ability import Ability
from knell.engine.actions import Action, Close, Execute, Exile, Join, Leave, Nominate, Use
from knell.engine.character import VOTING, Character
from knell.engine.clock import plan, plan_only, step_named
from knell.engine.events import (
    AboutToDie,
    DayBegan,
    ExileCalled,
    NobodyExecuted,
    Nominated,
    SecretVote,
    SupportCounted,
    Used,
    VoteCounted,
)
from knell.engine.game import Game
from knell.engine.options import Described, NoSuchAnswer, Pick, Shape
from knell.engine.question import DAY_ACTION, VOTE, Kind, Question
from knell.engine.terms import (
    DAY,
    DUSK,
    NOBODY,
    OVER,
    STORYTELLER,
    Mask,
    PlayerId,
    Type,
    members,
)
from knell.engine.turn import Turn
from knell.messages import N_, Text, text

Nomination: TypeAlias = Nominate
"""Who has nominated whom, for those who hear of it."""


@step_named("morning")
def morning(game: Game, _: int) -> None:
    """Day begins."""
    game.phase = DAY
    game.place = 0.0
    game.day_over = False
    game.about_to_die = NOBODY
    game.highest = 0
    game.hands = 0
    game.nominators = game.nominees = game.everyone
    game.calls = game.travellers & game.everyone
    game.tallies = {}
    game.secret_vote = None
    game.spent_secretly = 0
    game.uses = []
    if game.continuous_jinxes:
        game.changed()
    if game.listen is not None:
        game.emit(DayBegan(game.night))
    for ability in game.held("morning"):
        ability.character.morning(Turn(game, ability))
    plan(game, 0.0, "day")


def half_of(people: int) -> int:
    """Half of so many people, an odd one included."""
    return (people + 1) // 2


def votes_needed(game: Game) -> int:
    """How many votes make the next nominee about to die.

    Half of the living, and more than the highest tally today;
    base-63 to base-69: an equal tally of at least half only frees whoever was about to die.
    """
    half = 1 if _only_voters(game) else half_of(game.living.bit_count())
    return max(half, game.highest + 1)


def exile_needed(game: Game) -> int:
    """How much support exiles a Traveller: half of all players, dead or alive (base-85)."""
    return half_of(game.everyone.bit_count())


def may_nominate(game: Game) -> Mask:
    """Who may nominate now: the living who haven't today (base-56, base-57)."""
    if game.day_over or game.phase is not DAY:
        return 0
    return game.living & game.nominators


def may_be_nominated(game: Game) -> Mask:
    """Who may be nominated now: anybody who hasn't been today, except Travellers (base-58 to base-60)."""
    if game.day_over or game.phase is not DAY:
        return 0
    return game.ordinary & game.nominees


def _only_voters(game: Game) -> Mask:
    """Those who alone may vote because an ability says so, or nobody."""
    allowed = 0
    for ability in game.working("restricts_votes"):
        allowed |= ability.character.restricts_votes(Turn(game, ability))
    return allowed


def may_be_exiled(game: Game) -> Mask:
    """Whose exile may be called for now: living Travellers who haven't been called for today (base-84)."""
    return game.calls & game.living & game.travellers & game.everyone


def may_support(game: Game) -> Mask:
    """Whose hand is counted for an exile: everybody's, the dead's for free (base-84)."""
    return game.everyone


def may_join(game: Game) -> tuple[Character, ...]:
    """Which Travellers are offered to whoever comes: those whom nobody is yet."""
    held = game.in_play
    return tuple(c for c in game.cast.by_id.values() if c.type is Type.TRAVELLER and c.id not in held)


def order_of_hands(game: Game, about: PlayerId) -> tuple[PlayerId, ...]:
    """In what order hands are counted: clockwise, ending with whom it is about (base-61)."""
    return (*game.clockwise_from(about), about)


def votes_left(game: Game) -> int:
    """How many still have a vote: the living, and the dead who haven't spent theirs openly (base-62)."""
    return game.living.bit_count() + (game.ghost_votes & game.everyone & ~game.living).bit_count()


def freed_by_a_tie(game: Game) -> PlayerId:
    """Who isn't about to die any more if the next nominee gets as many votes; ``NOBODY`` for nobody."""
    return game.about_to_die if game.highest >= half_of(game.living.bit_count()) else NOBODY


def may_vote(game: Game) -> Mask:
    """Whose hand is counted in a vote now: the living, and the dead with a vote left (base-62)."""
    if game.phase is OVER:
        return 0
    allowed = _only_voters(game) & game.everyone
    return allowed or game.living | game.everyone & game.ghost_votes & ~game.spent_secretly


def why_not(game: Game, action: Action) -> Text | None:
    """Why an action isn't possible now, or ``None`` when it is."""
    if game.phase is not DAY:
        return text(N_("That is only possible by day."))
    if isinstance(action, Nominate):
        return _why_no_nomination(game, action)
    if isinstance(action, Exile):
        return _why_no_exile(game, action)
    if isinstance(action, Use):
        return _why_no_use(game, action)
    if isinstance(action, Execute):
        if game.day_over:
            return text(N_("There has been an execution today already."))
        if not game.everyone >> action.player & 1:
            return text(N_("{player} isn't in the game."), player=action.player)
        return None
    if isinstance(action, Join):
        if action.character not in game.cast.by_id:
            return text(
                N_("{character} can't join: Knell doesn't know that Traveller."), character=action.character
            )
        if game.cast.by_id[action.character].type is not Type.TRAVELLER:
            return text(
                N_("Only Travellers join a game; the {character} is none."), character=action.character
            )
        return None
    if isinstance(action, Leave) and not game.travellers & game.everyone & 1 << action.player:
        return text(N_("Only Travellers leave the game."))
    return None


def _why_no_nomination(game: Game, action: Nominate) -> Text | None:
    nominator, nominee = action
    if game.day_over:
        return text(N_("Nominations are closed for today."))
    if not game.everyone >> nominator & 1 or not game.everyone >> nominee & 1:
        return text(N_("Both players must be in the game."))
    if not game.living >> nominator & 1:
        return text(N_("{player} is dead, and the dead don't nominate."), player=nominator)
    if not game.nominators >> nominator & 1:
        return text(N_("{player} has already nominated today."), player=nominator)
    if game.travellers >> nominee & 1:
        return text(N_("{player} is a Traveller; Travellers are exiled instead."), player=nominee)
    if not game.nominees >> nominee & 1:
        return text(N_("{player} has already been nominated today."), player=nominee)
    return None


def _why_no_exile(game: Game, action: Exile) -> Text | None:
    bit = 1 << action.traveller
    if not game.travellers & game.everyone & bit:
        return text(N_("{player} is no Traveller; only Travellers are exiled."), player=action.traveller)
    if not game.living & bit:
        return text(N_("{player} is dead already."), player=action.traveller)
    if not game.calls & bit:
        return text(N_("The exile of {player} has been called for today already."), player=action.traveller)
    return None


def _held(game: Game, use: Use) -> Ability | None:
    """The ability that a player really has, or acts out, of the one that they say they use.

    Of several the first that isn't used up.
    """
    found = [a for a in game.abilities.values() if (a.player, a.character.id) == (use.player, use.character)]
    return min(found, key=lambda a: (a.pretended, game.spent(a)), default=None)


def _why_no_use(game: Game, use: Use) -> Text | None:
    character = game.cast.by_id.get(use.character)
    if character is None or not character.form:
        return text(N_("{character} has no ability that is used by day."), character=use.character)
    names = [field.name for field in character.form]
    for name, _ in use.details:
        if name not in names:
            return text(N_("The {character} isn't asked for “{name}”."), character=use.character, name=name)
    if use.character in game.limits and not use.private and claims_left(game, use) < 1:
        return text(
            N_("No more of these today: by hand, the {character}'s ability is limited to {count} a day."),
            count=game.limits[use.character],
            character=use.character,
        )
    ability = _held(game, use)
    earlier = tuple(u for u in game.uses if u.player == use.player and u.character == use.character)
    return character.refuses(Turn(game, ability) if ability is not None else None, use, earlier)


def claims_left(game: Game, use: Use) -> int:
    """How many players may use a limited ability aloud today; whoever has used it isn't counted again."""
    return game.limits[use.character] - len(claimants(game, use.character) - {use.player})


def claimants(game: Game, character: str) -> set[PlayerId]:
    """Who has used an ability of that character aloud today, truly or not."""
    return {use.player for use in game.uses if use.character == character and not use.private}


class DayActions(Described[Action]):
    """Everything that can happen next today: nominations, exiles, and closing, listed; the rest tested."""

    shape = Shape.ACTION

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def nominators(self) -> tuple[PlayerId, ...]:
        """Who may nominate."""
        return members(may_nominate(self.game))

    @property
    def nominees(self) -> tuple[PlayerId, ...]:
        """Who may be nominated."""
        return members(may_be_nominated(self.game))

    @property
    def exiles(self) -> tuple[PlayerId, ...]:
        """Whose exile may be called for."""
        return members(may_be_exiled(self.game))

    def __len__(self) -> int:
        return 1 + len(self.nominators) * len(self.nominees) + len(self.exiles)

    def at(self, index: int) -> Action:
        if index == 0:
            return Close()
        index -= 1
        exiles, nominees = self.exiles, self.nominees
        if index < len(exiles):
            return Exile(exiles[index], exiles[index])
        nominator, nominee = divmod(index - len(exiles), len(nominees))
        return Nominate(self.nominators[nominator], nominees[nominee])

    def __iter__(self) -> Iterator[Action]:
        return (self.at(index) for index in range(len(self)))

    def settle(self, answer: Any) -> Action:
        if not isinstance(answer, Action) or why_not(self.game, answer) is not None:
            raise NoSuchAnswer(answer)
        return answer

    def sample(self, pick: Pick) -> Action:
        return self.at(pick(len(self)))


_CLOSE: Final = Close()
_HAND: Final = (False, True)


@step_named("day")
def day(game: Game, _: int) -> None:
    """Ask what happens next, and do it."""
    question = Question(DAY_ACTION, "day", DayActions(game), STORYTELLER, NOBODY, None, _CLOSE)
    action: Action = game.ask(question)
    if isinstance(action, Close):
        plan(game, 0.0, "dusk")
        return
    plan(game, 0.0, "day")
    _DO[type(action)](game, action)


def _nominate(game: Game, action: Nominate) -> None:
    nominator, nominee = action
    game.nominators &= ~(1 << nominator)
    game.nominees &= ~(1 << nominee)
    if game.listen is not None:
        game.emit(Nominated(nominator, nominee))
    if game.holders("reacts"):
        _react(game, action)
    if not game.day_over:
        plan(game, 0.0, "vote", nominee, first=True)


def _react(game: Game, nomination: Nomination) -> None:
    """Let abilities answer the nomination; the Storyteller orders those that both strike (x001-37)."""
    struck: list[Turn] = []
    for ability in game.held("reacts"):
        if game.is_silenced(ability):
            continue
        turn = Turn(game, ability)
        if ability.character.reacts(turn, nomination):
            struck.append(turn)
    if len(struck) > 1:
        aimed = [t for t in struck if t.works and t.ability.character.strikes(t, nomination)]
        asked = next((t for t in aimed if t.ability.character.cause_question), None)
        if asked is not None and len(aimed) > 1:
            ids = tuple(dict.fromkeys(t.id for t in aimed))
            first = asked.rule(asked.ability.character.cause_question, ids, default=asked.id)
            struck.sort(key=lambda t: t.id != first)
    if not struck:
        return
    game.depth += 1
    for turn in struck:
        turn.ability.character.nominated(turn, nomination)
    game.depth -= 1
    outcome.check(game)


@step_named("vote")
def vote(game: Game, nominee: PlayerId) -> None:
    """Hands are counted clockwise, ending with the nominee (base-61)."""
    secret = bool(game.holders(VOTING)) and _is_secret(game)
    game.secret_vote = secret
    if game.dirty:
        game.settle()
    allowed = may_vote(game)
    living = game.living
    hands: Mask = 0
    decide = game.decide
    question = Question(VOTE, "vote", _HAND, NOBODY, nominee, None, False)
    for player in order_of_hands(game, nominee):
        if allowed >> player & 1:
            question.who = player
            if decide(game, question):
                hands |= 1 << player
    special = bool(game.holders(VOTING))
    tally = _weigh(game, hands) if special else hands.bit_count()
    free_votes = special and bool(_only_voters(game))
    dead_hands = 0 if free_votes else hands & ~living
    if secret:
        game.spent_secretly |= dead_hands
    else:
        game.ghost_votes &= ~dead_hands
    game.tallies[nominee] = tally
    half = 1 if free_votes else half_of(living.bit_count())
    highest = game.highest
    if tally >= half and tally > highest:
        game.about_to_die = nominee
    elif tally >= half and tally == highest:
        game.about_to_die = NOBODY
    game.highest = max(highest, tally)
    if secret or game.secret_mark:
        _mark_about_to_die(game, secret)
    if game.listen is not None:
        game.emit(VoteCounted(nominee, hands, tally, half, highest, secret))
        if secret:
            game.emit(SecretVote(nominee))
        else:
            game.emit(AboutToDie(game.about_to_die))
    game.hands = hands if game.about_to_die == nominee else game.hands
    for ability in game.held("voted") if special else ():
        if not game.day_over and not game.is_silenced(ability):
            ability.character.voted(Turn(game, ability), nominee, hands)


def _is_secret(game: Game) -> bool:
    """Whether an ability has everybody vote with their eyes closed."""
    return any(a.character.votes_secretly(Turn(game, a)) for a in game.working("votes_secretly"))


def _weigh(game: Game, hands: Mask) -> int:
    """The tally where some votes count more or less than one."""
    total = 0
    turns = [game.turn(a) for a in game.working("weighs")]
    for voter in members(hands):
        weight = 1
        for turn in turns:
            weight *= turn.ability.character.weighs(turn, voter, hands)
        total += weight
    return total


def _mark_about_to_die(game: Game, secret: bool) -> None:
    """Only the Grimoire shows who is about to die after a secret vote (organgrinder-7)."""
    _unmark_about_to_die(game)
    if secret and game.about_to_die != NOBODY:
        holder = game.working("votes_secretly")[0]
        Turn(game, holder).note("about_to_die", game.about_to_die)
        game.secret_mark = game.tokens[-1].number


def _unmark_about_to_die(game: Game) -> None:
    if game.secret_mark:
        mark, game.secret_mark = game.secret_mark, 0
        game.remove_tokens(lambda t: t.number == mark)


def _exile(game: Game, action: Exile) -> None:
    """Everybody may support, the dead for free; abilities have no say (base-84, base-87)."""
    traveller = action.traveller
    game.calls &= ~(1 << traveller)
    game.emit(ExileCalled(action.caller, traveller))
    plan(game, 0.0, "support", traveller, first=True)


@step_named("support")
def support(game: Game, traveller: PlayerId) -> None:
    """Count the support for an exile."""
    hands: Mask = 0
    game.secret_vote = False
    for player in order_of_hands(game, traveller):
        question = Question(Kind.SUPPORT, "support", _HAND, who=player, player=traveller, default=False)
        if game.ask(question):
            hands |= 1 << player
    needed = exile_needed(game)
    game.emit(SupportCounted(traveller, hands, hands.bit_count(), needed))
    if hands.bit_count() >= needed:
        death.exile(game, traveller)


def _use(game: Game, use: Use) -> None:
    """Somebody says they use an ability; for a bluffer nothing happens (base-146)."""
    character = game.cast.by_id[use.character]
    game.emit(Used(use.player, use.character, use.details, use.private))
    ability = _held(game, use)
    if ability is None or (use.private and character.public):
        game.uses.append(use)
        return
    turn = Turn(game, ability)
    silenced = game.is_silenced(ability)
    if use.details and not silenced and not turn.accepted(use.details):
        return
    game.uses.append(use)
    if not silenced:
        character.use(turn, use)


def _execute(game: Game, action: Execute) -> None:
    death.execute(game, action.player)


def _join(game: Game, action: Join) -> None:
    people.join(game, action)


def _leave(game: Game, action: Leave) -> None:
    people.leave(game, action.player)


_DO: dict[type[Any], Any] = {
    Nominate: _nominate,
    Exile: _exile,
    Use: _use,
    Execute: _execute,
    Join: _join,
    Leave: _leave,
}


def _is_spared(game: Game, nominee: PlayerId) -> bool:
    """Whether an ability makes the execution fail."""
    return any(a.character.spares(Turn(game, a), nominee, game.hands) for a in game.working("spares"))


@step_named("dusk")
def dusk(game: Game, _: int) -> None:
    """The execution, end-of-day checks with today's effects still in force, then dusk (x000-003)."""
    nominee = game.about_to_die
    if not game.day_over and nominee != NOBODY and _is_spared(game, nominee):
        game.emit(NobodyExecuted())
    elif not game.day_over and nominee != NOBODY:
        death.execute(game, nominee)
    elif game.listen is not None and not any(e.by_day for e in game.executions):
        game.emit(NobodyExecuted())
    game.day_over = True
    game.about_to_die = NOBODY
    for ability in game.working("dusk"):
        ability.character.dusk(Turn(game, ability))
    if game.claims:
        outcome.check(game)
    game.ghost_votes &= ~game.spent_secretly
    game.spent_secretly = 0
    _unmark_about_to_die(game)
    lively = game.lively
    clock.expire(game, DUSK)
    for player in members(lively & ~game.lively & game.dead):
        death.end_effects(game, player)
    plan_only(game, "nightfall")


__all__ = [
    "DayActions",
    "Nomination",
    "exile_needed",
    "may_be_nominated",
    "may_nominate",
    "may_vote",
]

"""A judge of random games that knows the rule book by itself and takes nothing for granted from the engine.

It reads what is said aloud and what the Grimoire shows (who is who, dead, drunk or poisoned, and the tokens),
and works out by its own arithmetic what must follow. The engine's rules are called nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from knell.engine import Event, Game, Kind, Phase, Question, Use
from knell.engine.events import (
    AboutToDie,
    Chose,
    DayBegan,
    Died,
    Executed,
    Exiled,
    FoundAlive,
    GameEnded,
    Left,
    NightBegan,
    NobodyDied,
    Nominated,
    SecretVote,
    SupportCounted,
    Used,
    VoteCounted,
    Woken,
    WokenTogether,
)
from knell.facts import FACTS

ACT_WHEN_DEAD: Final = frozenset(("ravenkeeper", "sage"))
"""Whose ability wakes them because they have died."""
NOT_WEIGHED: Final = frozenset(("bureaucrat", "thief", "voudon"))
"""With these at the table, hands don't count one each."""
STANDS: Final = frozenset(("pithag",))
"""By whom somebody may die though the ability fails by then: the deaths were settled before."""
PUTS_OFF: Final = frozenset(("pithag",))
"""What may let the game go on for the rest of a night though an end is reached."""
GUESSED: Final = frozenset(("recluse", "lycanthrope"))
"""Who may make somebody look otherwise to those who learn something."""


class Person(NamedTuple):
    """A seat of the Grimoire."""

    character: str
    believed: str | None
    evil: bool
    dead: bool
    seems_dead: bool
    impaired: bool
    traveller: bool

    @property
    def type(self) -> str:
        return FACTS[self.character].type


class Grimoire:
    """What the Grimoire shows at one moment."""

    def __init__(self, game: Game) -> None:
        self.ring = tuple(game.ring)
        self.people = {
            p: Person(
                game.characters[p].id,
                None if (b := game.believed[p]) is None else b.id,
                bool(game.evil >> p & 1),
                bool(game.dead >> p & 1),
                bool((game.dead | game.feigned) >> p & 1),
                bool((game.drunk | game.poisoned) >> p & 1),
                bool(game.travellers >> p & 1),
            )
            for p in game.ring
        }
        self.tokens = Counter((t.name, t.player) for t in game.all_tokens() if game.in_force(t))
        self.abilities = {(a.player, a.character.id): a.pretended for a in game.abilities.values()}

    def those(self, which: Callable[[Person], bool]) -> set[int]:
        return {p for p, person in self.people.items() if which(person)}

    def in_play(self, *characters: str) -> bool:
        return any(person.character in characters for person in self.people.values())

    def held(self, character: str) -> bool:
        """Whether anybody has that ability, whatever they are."""
        return any(c == character for _, c in self.abilities)

    def has(self, player: int, token: str) -> bool:
        return (token, player) in self.tokens

    def neighbours(self, player: int) -> list[int]:
        """The nearest living player on each side, without who only seems alive."""
        place = self.ring.index(player)
        others = self.ring[place + 1 :] + self.ring[:place]
        living = [p for p in others if not self.people[p].seems_dead]
        return list(dict.fromkeys([living[0], living[-1]])) if living else []


class Judge:
    """Hears a game and looks at it between its steps; ``faults`` says what can't be."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        """How often each thing was judged."""
        self.before: Grimoire | None = None
        self.dusk: Grimoire | None = None
        self.votes: set[int] = set()
        """Who has a vote as a dead player: one for each death that was said aloud."""
        self.secretly_spent: set[int] = set()
        self.declared: set[int] = set()
        """Who has been executed tonight, which is said at once."""
        self.heard: list[Event] = []
        self.chosen: dict[int, tuple[int, ...]] = {}
        self.woke: set[int] = set()
        """Who has woken tonight because of their own ability."""
        self.guessed: dict[int, list[int]] = {}
        """How many guesses of each use were right, for each Juggler, today and in the night that follows."""
        self.highest = 0
        self.about_to_die: int | None = None
        self.phase = Phase.SETUP
        self.deaths = 0
        self.asked_to_show: tuple[Question, Grimoire] | None = None
        self.ended: GameEnded | None = None
        self.game: Game | None = None

    def blame(self, fault: str) -> None:
        where = "" if self.game is None else f"{self.game.phase.name} {self.game.night}: "
        self.faults.append(where + fault)

    def expect(self, holds: bool, kind: str, fault: str) -> None:
        self.counts[kind] += 1
        if not holds:
            self.blame(f"{kind}: {fault}")

    # -- what is heard -----------------------------------------------------------------------------------

    def asks(self, game: Game, question: Question, answer: Any) -> None:
        """A question and what it is answered with, in the position in which it is asked."""
        self.game = game
        if question.kind is Kind.SHOW and question.player >= 0 and not isinstance(answer, str):
            self.learns(Grimoire(game), question, answer)
        if isinstance(answer, Use) and answer.character == "juggler" and not answer.private:
            people = Grimoire(game).people
            guesses = answer.detail("guesses") or ()
            right = sum(p in people and people[p].character == character for p, character in guesses)
            self.guessed.setdefault(answer.player, []).append(right)
        if question.kind is Kind.VOTE:
            who = question.who
            there = Grimoire(game)
            alone = there.held("voudon")
            if there.people[who].seems_dead and not alone:
                able = who in self.votes - self.secretly_spent
                self.expect(able, "dead votes", f"{who} is dead, has no vote left and is asked")

    def hears(self, event: Event) -> None:
        self.heard.append(event)
        match event:
            case NightBegan():
                self.phase = Phase.NIGHT
                self.votes -= self.secretly_spent
                self.secretly_spent, self.declared, self.woke = set(), set(), set()
            case DayBegan():
                self.phase, self.highest, self.about_to_die = Phase.DAY, 0, None
                self.guessed = {}
            case Woken(player, ability, by) if ability and by < 0:
                self.woke.add(player)
            case Died(player):
                self.votes.add(player)
                if any(isinstance(e, Executed) and e.player == player for e in self.heard):
                    self.declared.add(player)
            case FoundAlive(player) | Left(player):
                self.votes.discard(player)
            case Chose(player, _, answer):
                parts = answer if isinstance(answer, tuple) else (answer,)
                self.chosen[player] = tuple(p for p in parts if type(p) is int)
            case VoteCounted():
                self.counts_hands(event)
            case SupportCounted(_, hands, tally, needed):
                people = () if self.before is None else self.before.ring
                self.expect(tally == hands.bit_count(), "support", f"{tally} of {hands:b}")
                self.expect(
                    self.game is None or needed == -(-len(self.game.ring) // 2),
                    "support",
                    f"{needed} of {len(people)}",
                )
            case GameEnded():
                self.ended = event

    def counts_hands(self, event: VoteCounted) -> None:
        """The vote's arithmetic: one each, half of the living, more than anybody before."""
        assert self.game is not None
        there = Grimoire(self.game)
        living = there.those(lambda person: not person.seems_dead)
        hands = {p for p in there.ring if event.hands >> p & 1}
        dead = hands - living
        if not there.held("voudon"):
            self.expect(dead <= self.votes - self.secretly_spent, "dead votes", f"{dead} without a vote")
            self.expect(event.half == -(-len(living) // 2), "thresholds", f"{event.half} of {len(living)}")
            if event.secret:
                self.secretly_spent |= dead
            else:
                self.votes -= dead
        if not any(there.held(i) for i in NOT_WEIGHED):
            self.expect(event.tally == len(hands), "tallies", f"{event.tally} of {hands}")
        if event.tally >= event.half and event.tally > self.highest:
            self.about_to_die = event.nominee
        elif event.tally >= event.half and event.tally == self.highest:
            self.about_to_die = None
        self.highest = max(self.highest, event.tally)

    # -- between the steps -------------------------------------------------------------------------------

    def looks(self, game: Game) -> None:
        """Look at the position after a step."""
        self.game = game
        if game.phase is Phase.SETUP:
            return
        now, heard = Grimoire(game), self.heard
        self.heard = []
        before = self.before or now
        if self.dusk is None:
            self.dusk = now
        self.about(now, heard)
        self.wakes(before, now, heard)
        self.deaths_of(game, before, now, heard)
        self.ends(game, now, heard)
        if self.phase is Phase.NIGHT and game.agenda and game.agenda[0][2] == "morning":
            self.dawn(now, heard)
        if any(isinstance(e, NightBegan) for e in heard):
            self.dusk = now
        self.ledger(now)
        self.before = now

    def about(self, now: Grimoire, heard: list[Event]) -> None:
        """Who is about to die is whoever had the most hands, and nobody on a tie."""
        said = [e for e in heard if isinstance(e, AboutToDie)]
        if said and not any(isinstance(e, SecretVote) for e in heard):
            player = said[-1].player
            wanted = -1 if self.about_to_die is None else self.about_to_die
            self.expect(player == wanted, "about to die", f"{player} instead of {wanted}")

    def wakes(self, before: Grimoire, now: Grimoire, heard: list[Event]) -> None:
        """Nobody dead is woken for an ability, unless it is one that acts then."""
        for event in heard:
            if not isinstance(event, Woken) or not event.ability or event.by >= 0:
                continue
            person = before.people.get(event.player)
            if person is None:
                continue
            allowed = (
                not person.dead
                or event.ability in ACT_WHEN_DEAD
                or before.has(event.player, "bonecollector.has_ability")
            )
            self.expect(allowed, "wakes", f"{event.player} is dead and wakes as {event.ability}")
        for event in heard:
            if isinstance(event, WokenTogether) and event.ability == "minioninfo":
                every = all(
                    now.people[p].type == "minion" or now.people[p].character == "legion"
                    for p in event.players
                    if p in now.people
                )
                self.expect(every, "wakes", f"{event.players} as Minions")

    def deaths_of(self, game: Game, before: Grimoire, now: Grimoire, heard: list[Event]) -> None:
        """Every death has a cause that the rules know, and nothing that forbids it."""
        fallen = {
            p for p in now.people if now.people[p].dead and not before.people.get(p, now.people[p]).dead
        }
        fresh = [death for death in game.deaths[self.deaths :] if not death.feigned]
        self.deaths = len(game.deaths)
        self.expect(fallen <= {death.player for death in fresh}, "deaths", f"{fallen} without a cause")
        for death in fresh:
            player, cause = death.player, death.cause
            was = before.people.get(player)
            if was is None:
                continue
            kind = cause.kind
            if kind == "execution":
                executed = any(isinstance(e, Executed) and e.player == player for e in heard)
                self.expect(executed, "deaths", f"{player} dies by an execution that isn't said")
                continue
            if kind == "exile":
                exiled = any(isinstance(e, Exiled) and e.player == player for e in heard)
                self.expect(exiled and was.traveller, "deaths", f"{player} dies by an exile")
                continue
            ability = cause.ability
            if ability is None:
                self.expect(kind == "storyteller", "deaths", f"{player} dies of {kind}")
                continue
            by = ability.character.id
            holder = before.people.get(ability.player)
            if holder is None:
                continue
            self.expect(not ability.pretended, "deaths", f"{player} dies by an ability only acted out, {by}")
            after = now.people.get(ability.player)
            sober = not holder.impaired or after is None or not after.impaired
            shielded = ability.shielded or by in STANDS
            self.expect(
                sober or shielded, "deaths", f"{player} dies by a drunk or poisoned {by}, {ability.player}"
            )
            if kind == "demon":
                self.expect(FACTS[by].type == "demon", "deaths", f"{player} dies by a Demon, {by}")
                self.expect(game.phase is not Phase.DAY or not death.by_day, "deaths", f"{by} kills by day")
                safe = before.has(player, "monk.safe") and now.has(player, "monk.safe")
                self.expect(not safe, "deaths", f"{player} is safe and dies by {by}")
                soldier = was.character == "soldier" and not was.impaired
                soldier = soldier and player in now.people and not now.people[player].impaired
                self.expect(not soldier, "deaths", f"the Soldier {player} dies by {by}")
            if death.by_day:
                said = any(isinstance(e, Used | Nominated | Executed | VoteCounted | Died) for e in heard)
                self.expect(said, "deaths", f"{player} dies by day by {by} and nothing is heard")

    def ends(self, game: Game, now: Grimoire, heard: list[Event]) -> None:
        """The game is over when and only when one side has what it needs."""
        demons = now.those(lambda person: person.type == "demon" and not person.dead)
        alive = now.those(lambda person: not person.dead and not person.traveller)
        reached = not demons or (len(alive) <= 2 and bool(game.deaths))
        if game.outcome is None:
            put_off = any(now.held(i) for i in PUTS_OFF)
            self.expect(not reached or put_off, "ends", f"{demons} and {alive} live and the game goes on")
            return
        reason = game.outcome.reason
        turned = now.held("heretic")
        if reason in ("demon_dead", "no_demon"):
            self.expect(not demons, "ends", f"good wins though {demons} live")
            self.expect(turned or not game.outcome.evil_won, "ends", f"evil wins by {reason}")
        elif reason == "two_alive":
            self.expect(bool(demons) and len(alive) <= 2, "ends", f"evil wins though {alive} live")
            self.expect(turned or game.outcome.evil_won, "ends", "good wins by two alive")
        elif reason != "storyteller":
            self.expect(now.held(reason) or reason in FACTS, "ends", f"{reason} ends the game")
        side = now.those(lambda person: person.evil is game.outcome.evil_won if game.outcome else False)
        winners = {p for p in now.ring if game.outcome.winners >> p & 1}
        self.expect(side == winners, "ends", f"{winners} win instead of {side}")

    def dawn(self, now: Grimoire, heard: list[Event]) -> None:
        """The dead who are announced are the dead, and nobody else; who is alive is said to be."""
        assert self.dusk is not None
        named = {e.player for e in heard if isinstance(e, Died)}
        public = self.declared
        seen_dead = self.dusk.those(lambda person: person.seems_dead)
        dead = now.those(lambda person: person.seems_dead)
        died = dead - seen_dead - public
        self.expect(named == died, "dawn", f"{named} are named and {died} have died")
        nobody = any(isinstance(e, NobodyDied) for e in heard)
        self.expect(nobody is not bool(named), "dawn", f"nobody died is said: {nobody}, named: {named}")
        back = {e.player for e in heard if isinstance(e, FoundAlive)}
        returned = {p for p in (seen_dead | public) - dead if p in now.people}
        self.expect(back == returned, "dawn", f"{back} are said to be back, {returned} are")

    def ledger(self, now: Grimoire) -> None:
        """One vote for each announced death that hasn't been used."""
        assert self.game is not None
        if self.phase is not Phase.DAY or self.game.outcome is not None:
            return
        has = {p for p in now.ring if self.game.ghost_votes >> p & 1}
        mine = {p for p in self.votes if p in now.people}
        # What was used in a secret vote is taken at dusk, before the night is said to begin.
        right = has in (mine, mine - self.secretly_spent)
        self.expect(right, "ledger", f"{has} have a dead vote, and {mine} should")

    # -- what is learned ---------------------------------------------------------------------------------

    def learns(self, there: Grimoire, question: Question, answer: Any) -> None:
        """Whoever is sober learns a true number, and under a Vortox a false one."""
        player, name = question.player, question.name
        character, _, what = name.partition(".")
        if what != "show" or player not in there.people or any(there.held(i) for i in GUESSED):
            return
        person = there.people[player]
        real = there.abilities.get((player, character)) is False
        if not real or person.impaired or person.dead:
            return
        if any(there.held(i) for i in ("barista", "monk")) and there.held("vortox"):
            return
        truths = self.truths(there, player, character)
        if truths is None:
            return
        vortox = any(p.character == "vortox" and not p.impaired and not p.dead for p in there.people.values())
        if vortox:
            if person.type == "townsfolk":
                self.expect(
                    answer not in truths, "truths", f"{character} {player} learns {answer}, which is so"
                )
        else:
            self.expect(answer in truths, "truths", f"{character} {player} learns {answer}, not {truths}")

    def truths(self, there: Grimoire, player: int, character: str) -> set[Any] | None:
        _people, ring = there.people, there.ring
        evil = there.those(lambda person: person.evil)
        if character == "chef":
            pairs = zip(ring, ring[1:] + ring[:1], strict=True)
            return {sum(a in evil and b in evil for a, b in pairs)}
        if character == "empath":
            return {len(evil & set(there.neighbours(player)))}
        if character == "fortuneteller":
            pair = self.chosen.get(player, ())
            herring = {p for (token, p) in there.tokens if token == "fortuneteller.red_herring"}
            demons = there.those(lambda person: person.type == "demon")
            herrings = [n for (token, _), n in there.tokens.items() if token == "fortuneteller.red_herring"]
            return {bool(set(pair) & (demons | herring))} if sum(herrings) <= 1 else None
        if character == "juggler":
            uses = self.guessed.get(player, [])
            return {uses[0]} if len(uses) == 1 else None
        if character == "chambermaid" and not there.held("alchemist"):
            return {len(self.woke & set(self.chosen.get(player, ())))}
        if character == "clockmaker" and not there.in_play("legion", "summoner"):
            demons = there.those(lambda person: person.type == "demon")
            minions = there.those(lambda person: person.type == "minion")
            if len(demons) != 1 or not minions:
                return None
            (demon,) = demons
            far = {abs(ring.index(demon) - ring.index(m)) for m in minions}
            return {min(min(steps, len(ring) - steps) for steps in far)}
        return None

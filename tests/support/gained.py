"""Tables full of borrowed abilities for tests, and what holds at every step of a game at such a table."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from asked_in_code import may_be_silent
from held import HOLDERS, leads_on, look_at
from knell.characters import automated
from knell.characters.composed import CHOOSE, EFFECT, LEARN, UNTIL, WHEN, Composition, parse
from knell.engine import (
    AT_RANDOM,
    NOBODY,
    SKIP,
    Ability,
    Cast,
    Close,
    Death,
    Effect,
    Event,
    Execute,
    FieldShape,
    Game,
    GameOver,
    Kind,
    Nominate,
    OverrideRefused,
    Phase,
    Question,
    Seat,
    Token,
    Turn,
    Type,
    Until,
    Use,
    clock,
    hand,
    members,
    overrides,
    seat,
)
from knell.engine.events import Became, Chose, FoundAlive, Nominated, Revived, Used
from knell.engine.options import sample
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS
from tables import NAMES, cast_of

EVERYBODY: Final = tuple(i for i in automated() if FACTS[i].type != "traveller")
TRAVELLERS: Final = tuple(i for i in automated() if FACTS[i].type == "traveller")
COMPOSED: Final = tuple(
    str(made)
    for when in WHEN
    for choose in CHOOSE
    for learn in LEARN
    for effect in EFFECT
    for until in UNTIL
    if parse(str(made := Composition(when, choose, learn, effect, until))) is not None
)
"""Everything that can be put together from the building blocks."""

FIRST: Final = {name: float(place) for place, name in enumerate(FIRST_NIGHT, start=1)}
OTHER: Final = {name: float(place) for place, name in enumerate(OTHER_NIGHTS, start=1)}
QUIET: Final = frozenset(i for i, who in automated().items() if may_be_silent(who)) - frozenset(HOLDERS)
"""Who may have a step without being asked or shown anything in it."""


@cache
def everybody(jinxed: bool) -> Cast:
    """A script with every character that Knell runs."""
    return cast_of([*EVERYBODY, *TRAVELLERS], jinxed=jinxed)


@dataclass(frozen=True)
class Plan:
    """What kind of game to play; the same plan gives the same game."""

    seats: tuple[str, ...]
    """The characters clockwise."""
    hidden: tuple[str, ...] = ()
    """What the Amnesiacs have, in turn; after that anything."""
    jinxed: bool = True
    nights: int = 4
    seed: int = 0
    random: int = 1000
    """How many answers are random; all after that are defaults."""
    change: float = 0.0
    """How often the Storyteller changes something by hand."""
    borrow: float = 0.5
    """How often a character is chosen that has others' abilities, where one can be chosen."""


class Answers:
    """Answers at random and legally, likes borrowed abilities, and lets the watch look at everything."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = random.Random(plan.seed)
        self.hidden = list(plan.hidden)
        self.left = plan.random
        self.watch = Watch()
        self.log: list[str] = []
        """What was answered, for people who look into a failure."""

    def __call__(self, game: Game, question: Question) -> Any:
        self.watch.asked(game, question)
        if question.kind in (Kind.SHOW, Kind.CHOICE):
            self.perhaps_change(game, self.plan.change / 4)
        answer = self.answer(game, question)
        if question.kind is not Kind.VOTE:
            self.log.append(f"{game.night} {question.name} {question.player} {answer!r}")
        return answer

    def answer(self, game: Game, question: Question) -> Any:
        if question.name == "amnesiac.ability" and self.hidden:
            return self.hidden.pop(0)
        if self.left:
            self.left -= 1
            answer = self.by_chance(game, question)
            assert answer is SKIP or question.allows(answer), f"{question} doesn't allow {answer!r}"
            return answer
        if question.default is AT_RANDOM:
            return sample(question.options, self.chance.randrange)
        return question.default

    def by_chance(self, game: Game, question: Question) -> Any:
        chance, kind = self.chance, question.kind
        if kind is Kind.DAY:
            return self.action(game, question)
        if kind in (Kind.VOTE, Kind.SUPPORT):
            return self.lucky(0.6)
        if kind is Kind.CHOICE and self.lucky(0.03):
            return SKIP
        if question.name == "alchemist.reject":
            return self.lucky(0.2)
        if question.name == "amnesiac.ability" and self.lucky(0.3):
            return chance.choice(COMPOSED)
        if self.lucky(self.plan.borrow):
            borrowing = [i for i in HOLDERS if question.allows(i)]
            if borrowing:
                return chance.choice(borrowing)
        return sample(question.options, chance.randrange)

    def lucky(self, often: float) -> bool:
        return self.chance.random() < often

    def action(self, game: Game, question: Question) -> Any:
        """What happens next today."""
        chance = self.chance
        one, other = chance.choice(game.ring), chance.choice(game.ring)
        action: Any = chance.choice(
            (
                Close(),
                Execute(one),
                Nominate(one, other),
                Nominate(one, other),
                self.use(game),
                self.use(game),
            )
        )
        return action if question.allows(action) else Close()

    def use(self, game: Game) -> Any:
        """Somebody uses an ability of theirs by day."""
        held = [a for a in game.abilities.values() if a.character.form]
        if not held:
            return Close()
        ability = self.chance.choice(held)
        details = tuple((f.name, self.detail(game, f.shape)) for f in ability.character.form)
        return Use(ability.player, ability.character.id, details)

    def detail(self, game: Game, shape: FieldShape) -> Any:
        people = list(game.ring)
        if shape is FieldShape.PLAYER:
            return self.chance.choice(people)
        some = sorted(self.chance.sample(people, self.chance.randrange(1, 4)))
        if shape is FieldShape.PLAYERS:
            return tuple(some)
        if shape is FieldShape.GUESSES:
            return tuple((p, game.characters[p].id) for p in some)
        return "something"

    def perhaps_change(self, game: Game, often: float) -> None:
        """Perhaps the Storyteller changes something by hand."""
        if not self.left or not self.lucky(often):
            return
        chance = self.chance
        player = chance.choice(game.ring)
        mine = [t.name for t in game.tokens if t.player == player and t.effect is not Effect.SPENT]
        changes = [
            ("kill", player),
            ("kill", player),
            ("revive", player),
            (chance.choice(("drunk", "poison", "sober", "heal")), player),
            ("alignment", player, self.lucky(0.5)),
            ("remove_token", player, chance.choice(mine or ["no.token"])),
        ]
        if not game.travellers >> player & 1:
            which = HOLDERS if self.lucky(self.plan.borrow) else EVERYBODY
            changes += [("character", player, chance.choice(which))]
        name, *arguments = chance.choice(changes)
        self.watch.before_change(game)
        self.log.append(f"{game.night} by hand {name} {arguments}")
        try:
            hand.apply(game, overrides.read(str(name), tuple(arguments)))
        except OverrideRefused:
            self.log.pop()
        self.watch.after_change(game)


def begin(plan: Plan) -> tuple[Game, Answers]:
    """The start of the game of a plan. Raises ``SetupRefused`` if a jinx keeps two of it apart."""
    answers = Answers(plan)
    seats = [Seat(i, None, n % 2 == 0 if i in TRAVELLERS else None) for n, i in enumerate(plan.seats)]
    names = NAMES[: len(seats)]
    return seat(everybody(plan.jinxed), names, seats, answers, listen=answers.watch.hear), answers


def play(plan: Plan) -> Game:
    """Play the game of a plan and look at everything that happens in it."""
    game, answers = begin(plan)
    watch = answers.watch
    try:
        while game.agenda and game.night <= plan.nights:
            at_rest = game.phase in (Phase.NIGHT, Phase.DAY) and game.agenda[0][2] != "morning"
            if at_rest:
                with suppress(GameOver):
                    answers.perhaps_change(game, plan.change)
            if game.agenda:
                watch.before_step(game)
                clock.step(game)
                watch.after_step(game)
    except Exception as error:
        error.add_note("\n".join(answers.log[-60:]))
        raise
    return game


@dataclass
class Before:
    """What a position was before something happened."""

    abilities: dict[int, Ability] = field(default_factory=dict)
    tokens: tuple[Token, ...] = ()
    deaths: int = 0


HEARS: Final = {
    "death": {"died", "saw_death", "inherits", "protects"},
    "became": {"changed", "leaving"},
    "chose": {"chosen"},
    "back": {"revived"},
    "nightfall": {"nightfall"},
    "morning": {"morning"},
    "dusk": {"dusk"},
    "vote": {"voted", "votes_secretly"},
    "nominated": {"reacts"},
}
"""Which hooks may be called when something of that kind has happened."""


class Watch:
    """Looks at every step: who acts, where in the night, and what becomes of all abilities and tokens."""

    def __init__(self) -> None:
        self.before = Before()
        self.night = 0
        # the step that is going on
        self.step: tuple[float, int, str, int] = (0.0, 0, "", NOBODY)
        self.actors: dict[int, Ability] = {}
        self.spoke: set[int] = set()
        """Abilities on whose behalf something was asked or shown."""
        self.happened: set[str] = set()
        self.fallen: set[int] = set()
        self.renewed: set[int] = set()
        """Players whose abilities are as new."""
        self.used: Use | None = None
        self.meal: Death | None = None
        """The latest who died by execution in this step."""
        self.hungry: set[int] = set()
        """The abilities of those who lived when the step began."""
        self.may_act: dict[int, bool] = {}
        self.waiting: Counter[int] = Counter()
        """Who has a step at this place, and how many."""
        # the night that is going on
        self.listed: dict[int, Ability] = {}
        self.gained: dict[int, float] = {}
        self.stepped: Counter[int] = Counter()
        self.twice: set[int] = set()
        self.events: set[float] = set()
        """The places at which somebody died, or had an ability back."""

    # -- what is heard and asked -----------------------------------------------------------------

    def hear(self, event: Event) -> None:
        match event:
            case Became():
                self.happened.add("became")
            case Chose():
                self.happened.add("chose")
            case Revived(player) | FoundAlive(player):
                self.happened.add("back")
                self.renewed.add(player)
            case Nominated():
                self.happened.add("nominated")
            case Used(player, character):
                self.used = Use(player, character)

    def asked(self, game: Game, question: Question) -> None:
        """A question on behalf of an ability is its holder's, who has it at this moment."""
        ability = question.ability
        if question.name == "tiebreak":
            return
        if ability is None or ability.id == NOBODY:
            return
        if question.kind is Kind.BY_HAND:
            self.spoke.add(ability.id)
        if question.kind in (Kind.CHOICE, Kind.SHOW):
            self.spoke.add(ability.id)
            owner = question.name.partition(".")[0]
            assert owner == ability.character.id, f"{question} on behalf of {ability}"
            if question.kind is Kind.SHOW and must_be_false(game, ability):
                truth = question.truth() if question.truth is not None else None
                free = truth is None or owner in ("alchemist", "puzzlemaster")
                assert free or not question.allows(truth), f"{question} may be the truth {truth}"
            told = question.name.endswith(".tells")
            assert told or question.player == ability.player, f"{question} on behalf of {ability}"

    # -- steps -----------------------------------------------------------------------------------

    def before_step(self, game: Game) -> None:
        self.step = game.agenda[0]
        place, _, name, _ = self.step
        self.actors, self.spoke, self.happened = {}, set(), set()
        self.fallen, self.renewed, self.used = set(), set(), None
        self.meal = None
        self.hungry = {a.id for a in game.abilities.values() if game.alive >> a.player & 1}
        self.may_act = {}
        if name in HEARS:
            self.happened.add(name)
        self.waiting = Counter(n for p, _, which, n in game.agenda if which == "wake" and p == place)
        if name == "wake":
            for rival in self.waiting:
                if rival in game.abilities:
                    self.expect_wake(game, place, game.abilities[rival])
        if name == "dawn":
            self.whole_night(game)
        self.remember(game)

    def after_step(self, game: Game) -> None:
        name = self.step[2]
        self.nothing_else(game)
        if name == "nightfall":
            self.night_falls(game)
        if game.phase not in (Phase.SETUP, Phase.OVER):
            look_at(game)
            self.ended(game)
            self.eaten(game)
        if name == "wake" and game.phase is not Phase.OVER:
            self.woke(game)
        self.remember(game)

    def before_change(self, game: Game) -> None:
        self.nothing_else(game)

    def after_change(self, game: Game) -> None:
        self.note(game)
        self.hungry = set()
        self.remember(game)

    def remember(self, game: Game) -> None:
        self.before = Before(dict(game.abilities), tuple(game.tokens), len(game.deaths))

    # -- the order of the night ------------------------------------------------------------------

    def night_falls(self, game: Game) -> None:
        """Who has a place tonight: whoever holds an ability that acts, by themselves or through another."""
        self.gained, self.stepped, self.twice, self.events = {}, Counter(), set(), set()
        self.listed = {
            a.id: a
            for a in game.abilities.values()
            if a.since <= game.night and place_of(game, a) and not game.is_silenced(a)
        }

    def expect_wake(self, game: Game, place: float, ability: Ability) -> None:
        """An ability comes in its own place, or at once where its cause came too late for that."""
        own = place_of(game, ability)
        if ability.due and game.night > 1:
            assert own <= place, f"{ability} acts before its place"
            at_its_place = place < own + 1
        else:
            at_its_place = place == own
        if game.night == 1 and "saw_death" in ability.character.hooks:
            at_its_place = at_its_place or place == OTHER.get(ability.character.id)
        late = own < place and (place in self.events or self.gained.get(ability.id) == place)
        assert at_its_place or late, f"{ability} acts at {place}, not {own}"
        asleep = "asleep" in ability.character.hooks and not ability.due
        self.actors[ability.id] = ability
        self.may_act[ability.id] = not game.is_silenced(ability) and not (
            asleep and ability.character.asleep(Turn(game, ability)) is not None
        )

    def woke(self, game: Game) -> None:
        """One of those whose place it was has acted, if it could."""
        place, _, _, head = self.step
        left = Counter(number for p, _, name, number in game.agenda if name == "wake" and p == place)
        acted = [number for number in self.waiting if left[number] < self.waiting[number]]
        assert len(acted) == 1, f"{acted} had their step at once"
        number = acted[0]
        if number not in self.actors:
            assert not self.spoke, f"{self.spoke} acted out of turn"
            return
        ability = self.actors[number]
        assert number == head or self.may_act[number]
        self.stepped[number] += 1
        quiet = ability.character.id in QUIET or not ability.character.hooks & {"night", "start"}
        if self.may_act[number]:
            assert quiet or number in self.spoke, f"{ability} did nothing in its place"
        others = set(self.actors) - {number} if self.may_act[number] else set(self.actors)
        assert not self.spoke & others, f"{self.spoke & others} acted out of turn or while unable"

    def whole_night(self, game: Game) -> None:
        """Everybody who had a place tonight had their step, once."""
        for ability in game.abilities.values():
            number = ability.id
            times = self.stepped[number]
            if ability.since > game.night:
                assert not times, f"{ability} acts before it can"
                continue
            listed = self.listed.get(number)
            if listed is not None:
                assert times, f"{listed} never had its place"
            since = self.gained.get(number)
            if since is not None and not game.is_silenced(ability):
                own = place_of(game, ability)
                assert times or not own or own <= since, f"{ability} never had its place after {since}"
            again = number in self.twice or ability.due or ability.character.works_dead
            assert times <= 1 or again, f"{ability} had {times} steps"

    # -- what ends, and what is eaten ------------------------------------------------------------

    def ended(self, game: Game) -> None:
        """What the dead had from others is gone, unless it works for the dead; tokens go when it is time."""
        for ability in self.before.abilities.values():
            if ability.id in game.abilities and ability.parent != NOBODY and not ability.pretended:
                lost = ability.player in self.fallen and game.is_silenced(ability)
                assert not lost or leads_on(game, ability), f"{ability} has outlived its holder"
        until = {"dawn": Until.DAWN, "dusk": Until.DUSK}.get(self.step[2])
        late = [t for t in self.before.tokens if t.until is until and t in game.tokens]
        assert not late, f"{late} stays"

    def eaten(self, game: Game) -> None:
        """A Cannibal who was there has the ability of the latest who died by execution, or is poisoned."""
        if self.meal is None:
            return
        by_id = game.cast.by_id
        for ability in game.abilities.values():
            lives = game.alive >> ability.player & 1
            if ability.character.id != "cannibal" or ability.pretended or not lives:
                continue
            if ability.id not in self.hungry:
                continue
            tokens = [t for t in game.tokens if t.source == ability.id]
            assert [t.player for t in tokens if t.name == "cannibal.lunch"] == [self.meal.player]
            got = [a.character for a in game.abilities.values() if a.parent == ability.id]
            if any(t.name == "cannibal.poisoned" for t in tokens):
                assert not got, f"{got} from an evil meal"
            elif by_id[self.meal.character].gives_nothing:
                assert not got, f"{got} from {self.meal}"
            else:
                assert got == [by_id[self.meal.character]], f"{got} from {self.meal}"

    # -- nobody else's ---------------------------------------------------------------------------

    def note(self, game: Game) -> None:
        """Take down what has happened since the last look."""
        fresh = game.deaths[self.before.deaths :]
        if fresh:
            self.happened.add("death")
            self.events.add(game.place)
            self.fallen |= {d.player for d in fresh if not d.feigned}
        for death in fresh:
            if death.by_execution and not death.feigned:
                self.meal = death
        if self.renewed:
            self.events.add(game.place)
        for number, ability in game.abilities.items():
            if number not in self.before.abilities:
                self.gained[number] = game.place
            if ability.player in self.renewed:
                if "start" in ability.character.hooks:
                    self.twice.add(number)
                self.gained[number] = game.place

    def nothing_else(self, game: Game) -> None:
        """Only the ability that acts, and those that heard of what happened, have changed anything."""
        before = self.before
        name = self.step[2]
        for actor in self.actors:
            character = self.actors[actor].character.id
            if character == "bonecollector":
                self.renewed |= set(members(game.dead | game.feigned))
            if character == "barista":
                self.twice |= set(game.abilities)
        self.note(game)
        mine = set(self.actors)
        if self.used is not None:
            mine |= {
                a.id
                for a in (*before.abilities.values(), *game.abilities.values())
                if (a.player, a.character.id) == (self.used.player, self.used.character)
            }
        hears: set[str] = {"upkeep"}.union(*(HEARS[what] for what in self.happened))
        for number, ability in (before.abilities | game.abilities).items():
            again = ability.player in self.renewed
            if number not in before.abilities or again or ability.character.hooks & hears:
                mine.add(number)
        if name in ("prepare", "assign", "begin") or game.phase is Phase.OVER:
            return
        for number, ability in before.abilities.items():
            now = game.abilities.get(number, ability)
            keeps = ability.character.keeps_memory and ability.memory is not None
            assert not keeps or now.memory == ability.memory, f"{ability} has become {now}"
            assert number in mine or now == ability, f"{name} {self.actors} changed {ability} to {now}"
        kept = set(game.tokens)
        for token in before.tokens:
            assert token in kept or self.may_go(game, token, mine), f"{name} {self.actors} took {token}"
        known = set(before.tokens)
        for token in game.tokens:
            if token not in known:
                assert self.may_come(game, token, mine), f"{name} {self.actors} put down {token}"

    def may_go(self, game: Game, token: Token, mine: set[int]) -> bool:
        name = self.step[2]
        source = self.before.abilities.get(token.source)
        if token.source in mine or token.until is (Until.DAWN if name == "dawn" else NOBODY):
            return True
        if name == "dusk" and token.until is Until.DUSK:
            return True
        if token.until is Until.FOREVER or token.kept_by:
            return False
        if source is None or source.id not in game.abilities:
            return True
        fallen = (source.player in self.fallen or name == "dusk") and game.dead >> source.player & 1
        fallen = fallen and not source.character.works_dead
        return bool(token.effect > Effect.SPENT and fallen) or token.name.endswith(".about_to_die")

    def may_come(self, game: Game, token: Token, mine: set[int]) -> bool:
        if token.source == NOBODY:
            return token.name in ("scarletwoman.is_the_demon", "lycanthrope.blocks", "poppygrower.evil_wakes")
        ability = game.abilities.get(token.source) or self.before.abilities.get(token.source)
        assert ability is not None, f"{token} comes from nowhere"
        if token.effect is Effect.SPENT:
            assert token.player == ability.player, f"{token} is somebody else's spending"
            return token.source in mine or "protects" in ability.character.hooks
        return token.source in mine


def must_be_false(game: Game, ability: Ability) -> bool:
    """Whether what an ability tells has to be false, as its holder is a Townsfolk and a Vortox works."""
    player = ability.player
    if game.holders("disguises") or game.characters[player].type is not Type.TOWNSFOLK:
        return False
    if game.is_safe(player) or game.affected(player, Effect.HEALTHY):
        return False
    return any(a.character.id == "vortox" and game.works(a) for a in game.abilities.values())


def place_of(game: Game, ability: Ability) -> float:
    """Where an ability belongs in tonight's order by the official sheets, or 0."""
    character, id_ = ability.character, ability.character.id
    if game.night <= 1:
        acts = ability.due or "night" in character.hooks
        return FIRST.get(id_, 0.0) if acts else 0.0
    if not ability.due:
        return OTHER.get(id_, 0.0) if "night" in character.hooks else 0.0
    if id_ in OTHER:
        return OTHER[id_]
    earlier = [name for name in FIRST_NIGHT[: int(FIRST[id_]) - 1] if name in OTHER]
    return OTHER[earlier[-1]] if earlier else 0.5

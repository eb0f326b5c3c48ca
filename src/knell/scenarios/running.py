"""Running scenarios: the scenario file answers the engine's questions and says what must be true."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from knell import facts
from knell.characters import cast as make_cast
from knell.engine import (
    AT_RANDOM,
    NOBODY,
    SKIP,
    Action,
    Cast,
    Close,
    Event,
    Execute,
    Exile,
    Game,
    GameOver,
    Identity,
    Introduction,
    Join,
    Kind,
    Leave,
    Nominate,
    Override,
    OverrideRefused,
    Pair,
    Phase,
    Pointing,
    Question,
    Seat,
    SetupRefused,
    Start,
    StepOver,
    Type,
    Use,
    clock,
    day,
    deal,
    members,
    overrides,
    seat,
)
from knell.engine.options import Combinations, sample
from knell.messages import N_
from knell.scenarios.document import Block, ScenarioError
from knell.scenarios.scenario import PlayBlock, Scenario
from knell.texts import _

END_BY_HAND: Final = "base.103"
"""The Storyteller ends the game because good has no way left to win (base-103)."""


@dataclass
class Step:
    """One step of a block, and what of it has been used."""

    content: Block
    line: int
    used: set[str] = dataclasses.field(default_factory=set)


@dataclass(frozen=True)
class Failure:
    """One thing that differed: where, what was expected and what was there."""

    where: str
    expected: Any
    actual: Any


@dataclass(frozen=True)
class Result:
    """What became of one scenario."""

    scenario: Scenario
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failures


def check(scenario: Scenario, scripts: Mapping[str, Sequence[str]] | None = None) -> Result:
    """Run one scenario. ``scripts`` holds the characters of scripts that are named, not listed.

    Raises ``ScenarioError`` for what only running can show to be wrong with the file itself.
    """
    return Result(scenario, tuple(_Run(scenario, scripts or {}).play()))


class _SetupWrong(Exception):  # noqa: N818 - ends the set-up
    """A decision under ``setup:`` that isn't legal."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario, scripts: Mapping[str, Sequence[str]]) -> None:
        self.scenario = scenario
        self.failures: list[Failure] = []
        self.chance = random.Random(scenario.seed)
        self.ids = {name: place for place, name in enumerate(scenario.names)}
        self.where = scenario.title
        self.cast = self._cast(scripts)
        self.game: Game | None = None
        self.setup_left = dict(scenario.setup)
        self.in_setup = True
        self.steps: list[Step] = []
        self.block: PlayBlock | None = None
        self.hands: set[str] = set()
        self.played = False
        self.said: dict[int, Any] = {}
        self._clear_block()

    def _clear_block(self) -> None:
        self.events: list[Event] = []
        self.shown: dict[int, tuple[Any, Any]] = {}
        self.asked: dict[str, Any] = {}

    # -- the table -------------------------------------------------------------------------------

    def _cast(self, scripts: Mapping[str, Sequence[str]]) -> Cast:
        scenario = self.scenario
        if isinstance(scenario.script, str):
            if scenario.script not in scripts:
                raise ScenarioError(
                    N_("There is no script “{name}”."), line=scenario.line, name=scenario.script
                )
            ids = tuple(scripts[scenario.script])
        else:
            ids = scenario.named if scenario.script is None else scenario.script
        travellers = {i for i in (*ids, *scenario.named) if facts.FACTS[i].type == "traveller"}
        on_script = [i for i in dict.fromkeys(ids) if i not in travellers]
        for line in scenario.seats:
            for character in (line.character, line.shown):
                if character is not None and character not in on_script and character not in travellers:
                    raise ScenarioError(
                        N_("{name} has the {character}, which isn't on the script."),
                        line=scenario.line,
                        name=line.name,
                        character=character,
                    )
        return make_cast(on_script, others=sorted(travellers), jinxed=scenario.jinxes)

    def _start(self) -> Start:
        for block in self.scenario.play:
            if block.phase == "night":
                return Start(Phase.NIGHT, block.number)
            if block.phase == "day":
                return Start(Phase.DAY, block.number)
        return Start()

    def _new_game(self) -> Game:
        scenario = self.scenario
        start = self._start()
        if scenario.deal is None:
            seats = [Seat(s.character, s.shown, s.evil) for s in scenario.seats]
            return seat(self.cast, scenario.names, seats, self.decide, listen=self.hear, start=start)
        wanted = scenario.deal
        pool = sorted(i for i in self.cast.by_id if self.cast.by_id[i].type is Type.TRAVELLER)
        if wanted.travellers > len(pool):
            raise ScenarioError(N_("The script has too few Travellers."), line=scenario.line)
        if wanted.travellers > 5:
            self.events.append(Event("warned", 0, {"question": "travellers"}))
        chosen = self.chance.sample(pool, wanted.travellers)
        travellers = [Seat(i, None, self.chance.random() < 0.5) for i in chosen]
        return deal(
            self.cast,
            wanted.names,
            self.decide,
            travellers=travellers,
            with_=wanted.with_,
            without=wanted.without,
            listen=self.hear,
            start=start,
        )

    # -- playing ---------------------------------------------------------------------------------

    def play(self) -> list[Failure]:
        """Play everything and return what differed."""
        scenario = self.scenario
        try:
            game = self._set_up()
        except SetupRefused as refusal:
            if not scenario.refused:
                self.fail(scenario.title, N_("a set-up that is accepted"), str(refusal))
            return self.failures
        except _SetupWrong as wrong:
            if not scenario.refused:
                self.fail(scenario.title, N_("legal decisions under setup:"), wrong.name)
            return self.failures
        if scenario.refused:
            self.fail(scenario.title, N_("a set-up that is turned down"), N_("it was accepted"))
            return self.failures
        for name in self.setup_left:
            raise ScenarioError(
                N_("Nobody is asked for “{name}” in this set-up."),
                line=scenario.setup.lines.get(name, scenario.line),
                name=name,
            )
        self.in_setup = False
        self._given(game)
        if scenario.expect is not None:
            self.where = "expect"
            self._expect(scenario.expect)
        for block in scenario.play:
            self._block(game, block)
        return self.failures

    def _set_up(self) -> Game:
        """Set the table. A deal is drawn again until the decisions under ``setup:`` fit it."""
        draws = 1 if self.scenario.deal is None or not self.scenario.setup else _DRAWS
        while True:
            self.setup_left = dict(self.scenario.setup)
            self._clear_block()
            draws -= 1
            try:
                game = self.game = self._new_game()
                while game.agenda and game.agenda[0][2] not in ("nightfall", "morning"):
                    clock.step(game)
            except _SetupWrong:
                if draws == 0:
                    raise
            else:
                return game

    def _given(self, game: Game) -> None:
        try:
            overrides.apply_as_past(
                game, [o for block in self.scenario.given for o in self._overrides(block)]
            )
        except OverrideRefused as refusal:
            self.fail("given", N_("overrides that can be applied"), str(refusal))

    def _block(self, game: Game, block: PlayBlock) -> None:
        if block.phase == "expect":
            self.where = "expect"
            self._expect(block.steps[0])
            return
        self._skip_to(game, block)
        self.block = block
        self.where = f"{block.phase} {block.number}"
        if self.played:
            self._clear_block()
        self.played = True
        self.steps = [Step(content, content.line) for content in block.steps]
        if game.phase is Phase.OVER:
            self._unused()
            return
        self._run_phase(game)
        self.flush(game, at_end=True)
        self._unused()
        self.steps = []

    def _skip_to(self, game: Game, block: PlayBlock) -> None:
        """Play the blocks that aren't listed with no steps in them."""
        for _attempt in range(2 * block.number + 2):
            if not game.agenda:
                return
            top = game.agenda[0][2]
            at = (block.phase == "night" and top == "nightfall" and game.night + 1 == block.number) or (
                block.phase == "day" and top == "morning" and (game.night == block.number)
            )
            if at:
                return
            self.steps = []
            self._clear_block()
            self._run_phase(game)

    def _run_phase(self, game: Game) -> None:
        """One night or one day, to its end."""
        last = "morning" if game.agenda[0][2] == "nightfall" else "nightfall"
        clock.step(game)
        while game.agenda and game.agenda[0][2] != last:
            if game.agenda[0][2] not in _PARTS:
                self.flush(game)
            if not game.agenda or game.agenda[0][2] == last:
                break
            clock.step(game)

    def _unused(self) -> None:
        for step in self.steps:
            left = self._left(step)
            if left:
                self.fail(
                    f"{self.where}, line {step.line}", N_("this step is used"), N_("never asked"), step=left
                )

    # -- steps -----------------------------------------------------------------------------------

    def _left(self, step: Step) -> list[str]:
        """The parts of a step that haven't been used yet."""
        left: list[str] = []
        for key, value in step.content.items():
            if key in ("votes", "refused"):
                continue
            if key == "storyteller":
                left += [f"storyteller {name}" for name in value if f"storyteller {name}" not in step.used]
            elif key in self.ids and isinstance(value, dict) and "use" not in value:
                left += [
                    f"{key} {part}"
                    for part in ("choose", "learn")
                    if part in value and f"{key} {part}" not in step.used
                ]
            elif key in self.ids and isinstance(value, dict):
                if f"{key} use" not in step.used:
                    left.append(f"{key} use")
                if "learn" in value and f"{key} learn" not in step.used:
                    left.append(f"{key} learn")
            elif key not in step.used:
                left.append(key)
        return left

    def _available(self) -> Iterator[Step]:
        """The steps that may be used now: those before the first expectation that isn't due yet."""
        for step in self.steps:
            if "expect" in step.content and "expect" not in step.used:
                if len(step.content) == 1:
                    return
                yield step
                return
            yield step

    def flush(self, game: Game, *, at_end: bool = False) -> None:
        """Do what is due at the front: expectations, overrides, things that must be refused."""
        for step in self.steps:
            left = self._left(step)
            if not left:
                continue
            if left == ["expect"]:
                step.used.add("expect")
                self.where = self._place(step)
                self._expect(step.content["expect"])
                continue
            if "grimoire" in left:
                step.used.add("grimoire")
                self._override(game, step)
                continue
            if self._by_itself(game, step, left):
                continue
            if self._refusal_due(game, step, at_end):
                continue
            return

    def _place(self, step: Step) -> str:
        block = self.block
        return f"{block.phase} {block.number}, line {step.line}" if block is not None else f"line {step.line}"

    def _by_itself(self, game: Game, step: Step, left: list[str]) -> bool:
        """A ruling that the Storyteller makes unasked, like the Mutant's execution."""
        if left[0] == "expect" or not left[0].startswith("storyteller "):
            return False
        name = left[0].removeprefix("storyteller ")
        value = step.content["storyteller"][name]
        owner, _dot, short = name.partition(".")
        character = self.cast.by_id.get(owner)
        override: Override
        if name == END_BY_HAND:
            override = Override("end", (True,))
        elif name == "wake":
            person = self.ids[value["player"]]
            shown = (person, self.learned_value(value["show"])) if "show" in value else (person,)
            override = Override("show" if "show" in value else "wake", shown)
        elif character is not None and short in character.rulings:
            override = Override("rule", (name, self.value(value)))
        else:
            return False
        step.used.add(left[0])
        self._apply(game, override, step)
        return True

    def _override(self, game: Game, step: Step) -> None:
        for override in self._overrides(step.content["grimoire"]):
            self._apply(game, override, step)

    def _apply(self, game: Game, override: Override, step: Step) -> None:
        refused = bool(step.content.get("refused"))
        try:
            overrides.apply(game, override)
        except OverrideRefused as refusal:
            if not refused:
                self.fail(self._place(step), N_("an override that can be applied"), str(refusal))
            return
        except (GameOver, StepOver):
            if game.in_step:
                raise
            return
        if refused:
            self.fail(self._place(step), N_("this is refused"), N_("it was accepted"))

    def _overrides(self, block: Mapping[str, Any]) -> Iterator[Override]:
        """The overrides that a ``grimoire:`` map stands for."""
        for key, value in block.items():
            if isinstance(value, dict):
                for name, part in value.items():
                    yield Override(key, (self.ids[name], self._override_value(key, part)))
            elif isinstance(value, list):
                for name in value:
                    yield Override(key, (self.ids[name],))
            else:
                yield Override(key, (self.ids[value],))

    def _override_value(self, key: str, part: Any) -> Any:
        if key == "alignment":
            return part == "evil"
        return part

    def _refusal_due(self, game: Game, step: Step, at_end: bool) -> bool:
        """A day step that must be refused, tried while no question about the day is open."""
        if not _is_refused(step) or game.in_step == "day":
            return False
        closed = game.phase is not Phase.DAY or game.day_over or at_end
        actions = self._actions(step) if closed else []
        for key, action in actions:
            step.used.add(key)
            if day.why_not(game, action) is None:
                self.fail(self._place(step), N_("this is refused"), N_("it was accepted"))
        return bool(actions)

    def _actions(self, step: Step) -> list[tuple[str, Action]]:
        """The day action that a step stands for, with the key that it uses up."""
        content = step.content
        for key, value in content.items():
            if key == "nominate":
                return [(key, Nominate(self.ids[value[0]], self.ids[value[1]]))]
            if key == "exile":
                return [(key, Exile(self.ids[value[0]], self.ids[value[1]]))]
            if key == "execute":
                return [(key, Execute(self.ids[value]))]
            if key == "leave":
                return [(key, Leave(self.ids[value]))]
            if key == "join":
                ((name, details),) = value.items()
                after = self.ids[details["after"]]
                return [(key, Join(name, details["character"], details["alignment"] == "evil", after))]
            if key in self.ids and isinstance(value, dict) and "use" in value:
                return [(f"{key} use", self._use(key, value, step))]
        return []

    def _use(self, name: str, value: Mapping[str, Any], step: Step) -> Use:
        details: list[tuple[str, Any]] = []
        for field, part in value.items():
            if field in ("use", "learn", "private", "refused"):
                continue
            if field == "guesses":
                pairs = part.items() if isinstance(part, dict) else part
                details.append((field, tuple((self.ids[str(p)], str(c)) for p, c in pairs)))
            elif isinstance(part, str) and field in ("statement", "guess"):
                details.append((field, part))
            else:
                details.append((field, self.value(part)))
        return Use(self.ids[name], value["use"], tuple(details), bool(value.get("private")))

    # -- answering -------------------------------------------------------------------------------

    def decide(self, game: Game, question: Question) -> Any:
        """Answer a question of the engine from the file."""
        if self.in_setup:
            return self._decide_setup(game, question)
        kind = question.kind
        if kind is Kind.VOTE or kind is Kind.SUPPORT:
            return game.names[question.who] in self.hands
        if kind is Kind.RULING:
            self.asked[self._key(question)] = question.default
        elif kind is Kind.SHOW:
            for player in question.players:
                self.shown[player] = (question.options, question.default)
        if kind is Kind.RULING:
            if self._answered_later(self._key(question)):
                self.flush(game)
            return self._ruling(question)
        if kind is Kind.CHANCE:
            return self._by_chance(question)
        # A ruling belongs to what is just taking effect, and so does an answer by day; the rest comes after.
        if kind is not Kind.SHOW or game.phase is Phase.NIGHT:
            self.flush(game)
        if kind is Kind.CHOICE:
            return self._choice(question)
        if kind is Kind.SHOW:
            return self._showing(question)
        if kind is Kind.DAY:
            return self._day(game)
        return "done"

    def _by_chance(self, question: Question) -> Any:
        return sample(question.options, self.chance.randrange)

    def _default(self, question: Question) -> Any:
        default = question.default
        return self._by_chance(question) if default is AT_RANDOM else default

    def _key(self, question: Question) -> str:
        """The name of a decision as scenario files write it."""
        if question.name == "registers":
            assert self.game is not None
            return f"registers.{self.game.names[question.player]}"
        return question.name

    def _decide_setup(self, game: Game, question: Question) -> Any:
        self.game = game
        if question.kind is Kind.RULING:
            self.asked[self._key(question)] = question.default
            if question.name in self.setup_left:
                return self._legal_setup(question, self.setup_left.pop(question.name))
            return self._default(question)
        return self._by_chance(question)

    def _legal_setup(self, question: Question, value: Any) -> Any:
        answer = self.value(value)
        if isinstance(answer, tuple):
            answer = next((o for o in (answer,) if question.allows(o)), tuple(sorted(answer, key=str)))
            answer = self._same_members(question, answer)
        if not question.allows(answer):
            raise _SetupWrong(question.name)
        return answer

    def _same_members(self, question: Question, answer: tuple[Any, ...]) -> Any:
        """The option with the same members, whatever their order."""
        options = question.options
        if isinstance(options, Combinations) and all(part in options.every for part in answer):
            return options.sort(answer)
        return answer

    def hear(self, event: Event) -> None:
        """Keep an event of the block."""
        if event.name == "taken":
            self._taken(event.data["question"], event.data["answer"])
            return
        if event.name == "joined":
            assert self.game is not None
            self.ids = {name: place for place, name in enumerate(self.game.names)}
        self.events.append(event)

    def _taken(self, question: Question, answer: Any) -> None:
        """A decision with one legal answer: a step that names it must agree."""
        key = self._key(question)
        if self.in_setup:
            if key in self.setup_left and self._legal_setup(question, self.setup_left.pop(key)) != answer:
                raise _SetupWrong(key)
            return
        found = self._find_ruling(key)
        if found is not None:
            step, value = found
            given = self._ruling_value(question, value)
            if given != answer:
                self.fail(self._place(step), {key: value}, answer)

    def _choice(self, question: Question) -> Any:
        name = self._player(question.player)
        part = f"{name} choose"
        for step in self._available():
            content = step.content.get(name)
            if (
                not isinstance(content, dict)
                or "choose" not in content
                or "use" in content
                or part in step.used
            ):
                continue
            step.used.add(part)
            answer = self._shape_choice(question, content["choose"])
            legal = question.allows(answer)
            if content.get("refused") or step.content.get("refused"):
                if legal:
                    self.fail(self._place(step), N_("this choice is refused"), N_("it was accepted"))
                self.flush_quietly()
                continue
            if legal:
                return answer
            self.fail(self._place(step), N_("a legal choice"), content["choose"])
            return SKIP
        return SKIP

    def flush_quietly(self) -> None:
        """After a refused step, whatever was waiting behind it may be due."""
        if self.game is not None:
            self.flush(self.game)

    def _shape_choice(self, question: Question, value: Any) -> Any:
        answer = self.value(value)
        if isinstance(answer, tuple) and all(isinstance(p, int) and not isinstance(p, bool) for p in answer):
            answer = tuple(sorted(answer))
        return answer

    def _player(self, player: int) -> str:
        assert self.game is not None
        return self.game.names[player] if player != NOBODY else ""

    def _showing(self, question: Question) -> Any:
        if question.player in self.said:
            said = self.said.pop(question.player)
            if question.allows(said):
                return said
            self.fail(self.where, said, self.plain_all(question.options))
        answer: Any = None
        chosen = False
        for player in question.players:
            name = self._player(player)
            part = f"{name} learn"
            for step in self._available():
                content = step.content.get(name)
                if not isinstance(content, dict) or "learn" not in content or part in step.used:
                    continue
                if "use" in content and f"{name} use" not in step.used:
                    continue
                step.used.add(part)
                value = self.learned_value(content["learn"])
                legal = self._may_show(question, player, value)
                if content.get("refused") or step.content.get("refused"):
                    if legal:
                        self.fail(self._place(step), N_("this can't be shown"), N_("it was accepted"))
                    continue
                if legal:
                    if not isinstance(value, Introduction):
                        answer, chosen = value, True
                else:
                    self.fail(self._place(step), {name: content["learn"]}, self.plain_all(question.options))
                break
        return answer if chosen else self._default(question)

    def _may_show(self, question: Question, player: int, value: Any) -> bool:
        if isinstance(value, Introduction):
            return any(_own_introduction(option, player) == value for option in question.options)
        return question.allows(value)

    def _find_ruling(self, key: str) -> tuple[Step, Any] | None:
        for step in self._available():
            decisions = step.content.get("storyteller")
            part = f"storyteller {key}"
            if isinstance(decisions, dict) and key in decisions and part not in step.used:
                step.used.add(part)
                return step, decisions[key]
        return None

    def _answered_later(self, key: str) -> bool:
        """Whether a step that answers a decision stands behind an expectation that is due by now."""
        part = f"storyteller {key}"
        available = list(self._available())
        return any(
            key in (step.content.get("storyteller") or ()) and part not in step.used
            for step in self.steps
            if step not in available
        ) and self._find_open(part, available)

    def _find_open(self, part: str, available: list[Step]) -> bool:
        return not any(part in self._left(step) for step in available)

    def _ruling(self, question: Question) -> Any:
        key = self._key(question)
        while (found := self._find_ruling(key)) is not None:
            step, value = found
            if isinstance(value, dict) and "said" in value:
                self.said[question.player] = self.value(value["said"])
                value = value.get("True", value.get("true"))
            answer = self._ruling_value(question, value)
            legal = question.allows(answer)
            if step.content.get("refused"):
                if legal:
                    self.fail(self._place(step), N_("this decision is refused"), N_("it was accepted"))
                continue
            if legal:
                return answer
            self.fail(self._place(step), N_("a legal decision"), {key: value})
            break
        return self._default(question)

    def _ruling_value(self, question: Question, value: Any) -> Any:
        answer = self.value(value)
        if question.name == "registers":
            if isinstance(answer, str) and answer in self.cast.by_id:
                answer = self.cast.by_id[answer].type.label
            elif isinstance(answer, bool):
                answer = question.options[1] if answer else question.options[0]
        if isinstance(answer, tuple):
            answer = self._same_members(question, answer)
        return answer

    def _day(self, game: Game) -> Any:
        self.hands = set()
        for step in self._available():
            actions = self._actions(step)
            if not actions or actions[0][0] in step.used:
                continue
            key, action = actions[0]
            step.used.add(key)
            refusal = day.why_not(game, action)
            if _is_refused(step):
                if refusal is None:
                    self.fail(self._place(step), N_("this is refused"), N_("it was accepted"))
                return self._day_again(game)
            if refusal is not None:
                words = _(refusal.message).format_map(_Names(dict(refusal.parameters), game))
                self.fail(self._place(step), N_("this is possible"), words)
                return self._day_again(game)
            self.hands = set(step.content.get("votes") or ())
            return action
        return Close()

    def _day_again(self, game: Game) -> Any:
        self.flush(game)
        return self._day(game)

    # -- values ----------------------------------------------------------------------------------

    def value(self, value: Any) -> Any:
        """A value of the file as the engine knows it."""
        if isinstance(value, bool) or value is None or isinstance(value, int):
            return value
        if isinstance(value, list):
            return tuple(self.value(part) for part in value)
        if isinstance(value, dict):
            return {key: self.value(part) for key, part in value.items()}
        if value in self.ids:
            return self.ids[value]
        if value in _WORDS:
            return _WORDS[value]
        return value

    def learned_value(self, value: Any) -> Any:
        """What ``learn:`` writes, as the engine knows it."""
        if not isinstance(value, dict):
            known = self.value(value)
            return Pair((known,)) if isinstance(value, str) and value in self.ids else known
        parts = {key: self.value(part) for key, part in value.items()}
        if "demon" in parts or "minions" in parts or "bluffs" in parts:
            demons = parts.get("demon")
            if demons is not None and not isinstance(demons, tuple):
                demons = (demons,)
            minions = parts.get("minions")
            bluffs = parts.get("bluffs")
            return Introduction(
                tuple(sorted(demons)) if demons is not None else None,
                tuple(sorted(minions)) if minions is not None else None,
                tuple(sorted(bluffs)) if bluffs is not None else None,
            )
        if "players" in parts and "character" in parts:
            return Pointing(tuple(sorted(parts["players"])), parts["character"])
        if "players" in parts:
            return Pair(tuple(sorted(parts["players"])))
        if "player" in parts and "character" in parts:
            return Identity(parts["player"], parts["character"])
        return parts

    def plain(self, value: Any) -> Any:
        """A value of the engine as the file writes it."""
        game = self.game
        assert game is not None
        if isinstance(value, Pointing):
            return {"players": [game.names[p] for p in value.players], "character": value.character}
        if isinstance(value, Pair) and len(value.players) == 1:
            return game.names[value.players[0]]
        if isinstance(value, Pair):
            return {"players": [game.names[p] for p in value.players]}
        if isinstance(value, Identity):
            return {"player": game.names[value.player], "character": value.character}
        if isinstance(value, Introduction):
            plain: dict[str, Any] = {}
            if value.demons is not None:
                plain["demon"] = [game.names[p] for p in value.demons]
            if value.minions is not None:
                plain["minions"] = [game.names[p] for p in value.minions]
            if value.bluffs is not None:
                plain["bluffs"] = list(value.bluffs)
            return plain
        if value is None:
            return "none"
        return value

    def plain_all(self, options: Sequence[Any]) -> list[Any]:
        """Some of many values, for a message."""
        return [self.plain(option) for option in list(options)[:12]]

    # -- expectations ----------------------------------------------------------------------------

    def fail(self, where: str, expected: Any, actual: Any, *, step: Any = None) -> None:
        """Note a difference."""
        expected = _(expected) if isinstance(expected, str) else expected
        actual = _(actual) if isinstance(actual, str) else actual
        if step is not None:
            expected = f"{expected}: {', '.join(step)}"
        self.failures.append(Failure(where, expected, actual))

    def _expect(self, expect: Block) -> None:
        game = self.game
        assert game is not None
        if game.dirty and game.phase is not Phase.OVER:
            game.settle()
        for key, value in expect.items():
            actual = getattr(self, f"_see_{key}")(game, value)
            if actual is not _FINE:
                where = f"{self.where}, expect {key}"
                self.failures.append(Failure(where, value, actual))

    def _names(self, game: Game, mask: int) -> list[str]:
        return [game.names[p] for p in members(mask)]

    def _all_in(self, game: Game, names: list[str], mask: int) -> Any:
        return _FINE if all(mask >> self.ids[n] & 1 for n in names) else self._names(game, mask)

    def _exactly(self, game: Game, names: list[str], mask: int) -> Any:
        actual = self._names(game, mask)
        return _FINE if sorted(names) == sorted(actual) else actual

    def _see_alive(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.alive)

    def _see_dead(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.dead)

    def _see_registers_dead(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.dead | game.feigned)

    def _see_drunk(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.drunk)

    def _see_poisoned(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.poisoned)

    def _see_healthy(self, game: Game, names: list[str]) -> Any:
        return self._all_in(game, names, game.everyone & ~game.drunk & ~game.poisoned)

    def _each(self, value: Mapping[str, Any], actual: Mapping[str, Any]) -> Any:
        return _FINE if all(actual[name] == part for name, part in value.items()) else dict(actual)

    def _see_character(self, game: Game, value: Mapping[str, str]) -> Any:
        return self._each(value, {n: game.characters[self.ids[n]].id for n in value})

    def _see_alignment(self, game: Game, value: Mapping[str, str]) -> Any:
        return self._each(value, {n: "evil" if game.evil >> self.ids[n] & 1 else "good" for n in value})

    def _see_shown(self, game: Game, value: Mapping[str, str]) -> Any:
        believed = {n: game.believed[self.ids[n]] or game.characters[self.ids[n]] for n in value}
        return self._each(value, {n: c.id for n, c in believed.items()})

    def _held(self, game: Game, name: str) -> list[str]:
        player = self.ids[name]
        dead = game.dead >> player & 1
        return [
            a.character.id
            for a in game.abilities_of(player)
            if not a.pretended and (not dead or a.character.works_dead)
        ]

    def _see_abilities(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual = {n: self._held(game, n) for n in value}
        return _FINE if all(c in actual[n] for n, part in value.items() for c in _listed(part)) else actual

    def _see_no_abilities(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual = {n: self._held(game, n) for n in value}
        return (
            _FINE if not any(c in actual[n] for n, part in value.items() for c in _listed(part)) else actual
        )

    def _tokens(self, game: Game, name: str) -> list[str]:
        player = self.ids[name]
        return sorted(t.name for t in game.all_tokens() if t.player == player and game.in_force(t))

    def _see_tokens(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual = {n: self._tokens(game, n) for n in value}
        fine = all(
            _listed(part).count(t) <= actual[n].count(t) for n, part in value.items() for t in _listed(part)
        )
        return _FINE if fine else actual

    def _see_no_tokens(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual = {n: self._tokens(game, n) for n in value}
        return (
            _FINE if not any(t in actual[n] for n, part in value.items() for t in _listed(part)) else actual
        )

    def _woken(self, game: Game) -> list[str]:
        if self.block is not None and self.block.phase == "day":
            return []
        return [w if isinstance(w, str) else game.names[w] for w in game.woken]

    def _see_woken(self, game: Game, value: list[str]) -> Any:
        actual = self._woken(game)
        return _FINE if actual == value else actual

    def _see_woke_for_ability(self, game: Game, value: list[str]) -> Any:
        return self._exactly(game, value, game.woke_for_ability)

    def _see_not_woken(self, game: Game, value: list[str]) -> Any:
        actual = self._woken(game)
        return _FINE if not any(n in actual for n in value) else actual

    def _see_options(self, game: Game, value: Mapping[str, list[Any]]) -> Any:
        actual = {}
        fine = True
        for name, wanted in value.items():
            options = list(self.shown[self.ids[name]][0]) if self.ids[name] in self.shown else []
            actual[name] = [self.plain(option) for option in options[:40]]
            expected = [self.learned_value(part) for part in _listed(wanted)]
            fine = fine and len(expected) == len(options) and all(_has(options, part) for part in expected)
        return _FINE if fine else actual

    def _legality(self, value: Mapping[str, Any], *, legal: bool) -> Any:
        wrong: dict[str, list[Any]] = {}
        for name, parts in value.items():
            options = self.shown[self.ids[name]][0] if self.ids[name] in self.shown else ()
            for part in parts if isinstance(parts, list) else [parts]:
                if self._option_there(options, self.ids[name], self.learned_value(part)) is not legal:
                    wrong.setdefault(name, []).append(part)
            if self.ids[name] not in self.shown:
                wrong[name] = [_("nothing was shown")]
        return wrong or _FINE

    def _option_there(self, options: Sequence[Any], player: int, value: Any) -> bool:
        if isinstance(value, Introduction):
            return any(_own_introduction(option, player) == value for option in options)
        return _has(options, value)

    def _see_legal(self, game: Game, value: Mapping[str, Any]) -> Any:
        return self._legality(value, legal=True)

    def _see_illegal(self, game: Game, value: Mapping[str, Any]) -> Any:
        return self._legality(value, legal=False)

    def _see_learned(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual = {n: game.learned.get(self.ids[n], _NOTHING) for n in value}
        fine = all(
            _same(_sorted_introduction(actual[n]), self.learned_value(part)) for n, part in value.items()
        )
        return _FINE if fine else {n: self.plain(v) for n, v in actual.items()}

    def _see_suggested(self, game: Game, value: Mapping[str, Any]) -> Any:
        actual: dict[str, Any] = {}
        fine = True
        for name, part in value.items():
            if name in self.ids:
                default = self.shown.get(self.ids[name], (None, _NOTHING))[1]
                same = _same(default, self.learned_value(part))
            else:
                default = self.asked.get(name, _NOTHING)
                wanted = self.value(part)
                same = _same(default, wanted) or (
                    isinstance(default, tuple)
                    and isinstance(wanted, tuple)
                    and sorted(default) == sorted(wanted)
                )
            actual[name] = self.plain(default)
            fine = fine and same
        return _FINE if fine else actual

    def _see_warned(self, game: Game, value: list[str]) -> Any:
        actual = [e.data["question"] for e in self.events if e.name == "warned"]
        return _FINE if all(w in actual for w in value) else actual

    def _see_asked(self, game: Game, value: list[str]) -> Any:
        return _FINE if all(a in self.asked for a in value) else list(self.asked)

    def _see_not_asked(self, game: Game, value: list[str]) -> Any:
        return _FINE if not any(a in self.asked for a in value) else list(self.asked)

    def _see_about_to_die(self, game: Game, value: str | None) -> Any:
        actual = None if game.about_to_die == NOBODY else game.names[game.about_to_die]
        return _FINE if actual == value else actual

    def _see_votes(self, game: Game, value: Mapping[str, int]) -> Any:
        return self._each(value, {n: game.tallies.get(self.ids[n]) for n in value})

    def _see_ghost_vote(self, game: Game, value: Mapping[str, bool]) -> Any:
        return self._each(value, {n: bool(game.ghost_votes >> self.ids[n] & 1) for n in value})

    def _announced(self, game: Game) -> list[str]:
        said = []
        for event in self.events:
            if event.audience is not None:
                continue
            if event.name in ("died", "executed", "survived", "exiled"):
                said.append(f"{event.name} {game.names[event.data['player']]}")
            elif event.name == "nobody died":
                said.append("nobody died")
            elif event.name == "game over":
                said.append(f"game over {event.data['winner']}")
        return said

    def _see_announced(self, game: Game, value: list[str]) -> Any:
        actual = self._announced(game)
        return _FINE if all(a in actual for a in value) else actual

    def _see_not_announced(self, game: Game, value: list[str]) -> Any:
        actual = self._announced(game)
        return _FINE if not any(a in actual for a in value) else actual

    def _see_may_nominate(self, game: Game, value: list[str]) -> Any:
        return self._exactly(game, value, day.may_nominate(game))

    def _see_may_be_nominated(self, game: Game, value: list[str]) -> Any:
        return self._exactly(game, value, day.may_be_nominated(game))

    def _see_may_vote(self, game: Game, value: list[str]) -> Any:
        return self._exactly(game, value, day.may_vote(game))

    def _see_executed_today(self, game: Game, value: str | None) -> Any:
        by_day = [game.names[e.player] for e in game.executions if e.by_day]
        actual = by_day[-1] if by_day else None
        return _FINE if actual == value else actual

    def _see_secret_vote(self, game: Game, value: bool) -> Any:
        return _FINE if game.secret_vote is value else game.secret_vote

    def _see_types(self, game: Game, value: Mapping[str, int]) -> Any:
        ordinary = members(game.ordinary)
        actual = {
            kind.label: sum(game.characters[p].type is kind for p in ordinary)
            for kind in (Type.TOWNSFOLK, Type.OUTSIDER, Type.MINION, Type.DEMON)
        }
        return _FINE if all(actual.get(kind) == count for kind, count in value.items()) else actual

    def _see_in_play(self, game: Game, value: list[str]) -> Any:
        return _FINE if all(c in game.in_play for c in value) else game.in_play

    def _see_not_in_play(self, game: Game, value: list[str]) -> Any:
        return _FINE if not any(c in game.in_play for c in value) else game.in_play

    def _see_winner(self, game: Game, value: str | None) -> Any:
        actual = game.outcome.winner if game.outcome is not None else None
        return _FINE if actual == value else actual

    def _see_winners(self, game: Game, value: list[str]) -> Any:
        return self._exactly(game, value, game.outcome.winners if game.outcome is not None else 0)

    def _see_reason(self, game: Game, value: str) -> Any:
        actual = game.outcome.reason if game.outcome is not None else None
        return _FINE if actual == value else actual


class _Names(dict[str, Any]):
    """Parameters of a message with the players' names put in."""

    def __init__(self, parameters: dict[str, Any], game: Game) -> None:
        super().__init__(parameters)
        for key, value in parameters.items():
            if key == "player" and isinstance(value, int):
                self[key] = game.names[value]


_DRAWS: Final = 200
"""How many deals are drawn to find one that the decisions under ``setup:`` fit."""
_PARTS: Final = ("vote", "support")
"""Steps that belong to the action before them, which has not taken full effect until then."""
_FINE: Final = object()
_NOTHING: Final = "nothing"
_WORDS: Final[dict[str, Any]] = {"yes": True, "no": False, "none": None}


def _is_refused(step: Step) -> bool:
    """Whether a step says that it must be turned down, beside its key or inside a player's map."""
    content = step.content
    return bool(content.get("refused")) or any(
        isinstance(v, dict) and v.get("refused") for v in content.values()
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _has(options: Sequence[Any], value: Any) -> bool:
    return any(_same(option, value) for option in options)


def _sorted_introduction(value: Any) -> Any:
    if not isinstance(value, Introduction):
        return value
    return Introduction(
        None if value.demons is None else tuple(sorted(value.demons)),
        None if value.minions is None else tuple(sorted(value.minions)),
        None if value.bluffs is None else tuple(sorted(value.bluffs)),
    )


def _own_introduction(value: Any, player: int) -> Any:
    """What one of several players learns from a common introduction."""
    if isinstance(value, Introduction):
        value = value.seen_by(player)
    return _sorted_introduction(value)

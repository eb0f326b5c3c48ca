"""Setting the table of a scenario: its script, its seats or its deal, and the decisions under ``setup:``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from knell import facts
from knell.characters import cast as make_cast
from knell.engine import Cast, Event, Game, Kind, Phase, Question, Seat, Start, Type, clock, deal, seat
from knell.engine.events import Taken
from knell.messages import N_, text
from knell.scenarios.document import ScenarioError
from knell.scenarios.scenario import Scenario, WantedDeal
from knell.scenarios.scene import Scene, Seen
from knell.scenarios.values import agrees, settled

_DRAWS: Final = 200
"""How many deals are drawn to find one that the decisions under ``setup:`` fit."""


class DecisionRefused(Exception):  # noqa: N818 - ends the set-up
    """A decision under ``setup:`` that isn't legal."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def cast_of(scenario: Scenario, scripts: Mapping[str, Sequence[str]]) -> Cast:
    """The characters of a scenario. Raises ``ScenarioError`` if the script lacks some, or isn't there."""
    if isinstance(scenario.script, str):
        if scenario.script not in scripts:
            raise ScenarioError(
                text(N_("There is no script “{name}”."), name=scenario.script), line=scenario.line
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
                    text(
                        N_("{name} has the {character}, which isn't on the script."),
                        name=line.name,
                        character=character,
                    ),
                    line=scenario.line,
                )
    return make_cast(on_script, others=sorted(travellers), jinxed=scenario.jinxes)


def set_the_table(scene: Scene, cast: Cast) -> list[str]:
    """Bring a scene's game to its first night or day; a deal is drawn again until ``setup:`` fits it.

    Returns the decisions under ``setup:`` that nobody was asked for. Raises ``SetupRefused`` or
    ``DecisionRefused`` if there is no such table.
    """
    scenario = scene.scenario
    draws = 1 if scenario.deal is None or not scenario.setup else _DRAWS
    while True:
        draws -= 1
        scene.seen = Seen()
        setup = _SetUp(scene)
        try:
            scene.game = setup.game(cast)
            while scene.next_step not in ("", "nightfall", "morning"):
                clock.step(scene.game)
        except DecisionRefused:
            if draws == 0:
                raise
        else:
            return list(setup.left)


class _SetUp:
    """One try at setting the table: what it answers and what it still waits to answer."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.left = dict(scene.scenario.setup)

    def game(self, cast: Cast) -> Game:
        """The table before its first step."""
        scenario = self.scene.scenario
        start = _start(scenario)
        listen = self.scene.listening(self.taken)
        if scenario.deal is not None:
            return self.dealt(cast, scenario.deal, listen, start)
        seats = [Seat(line.character, line.shown, line.evil) for line in scenario.seats]
        return seat(cast, scenario.names, seats, self.decide, listen=listen, start=start)

    def dealt(self, cast: Cast, wanted: WantedDeal, listen: Callable[[Event], None], start: Start) -> Game:
        chance = self.scene.chance
        pool = sorted(i for i in cast.by_id if cast.by_id[i].type is Type.TRAVELLER)
        if wanted.travellers > len(pool):
            raise ScenarioError(text(N_("The script has too few Travellers.")), line=self.scene.scenario.line)
        if wanted.travellers > 5:
            self.scene.seen.warned.append("travellers")
        chosen = chance.sample(pool, wanted.travellers)
        return deal(
            cast,
            wanted.names,
            self.decide,
            travellers=[Seat(i, None, chance.random() < 0.5) for i in chosen],
            with_=wanted.with_,
            without=wanted.without,
            listen=listen,
            start=start,
        )

    def decide(self, game: Game, question: Question) -> Any:
        """Answer a question of the set-up."""
        if question.kind is not Kind.RULING:
            return self.scene.by_chance(question)
        self.scene.seen.asked[self.scene.players.decision(question)] = question.default
        if question.name in self.left:
            return self.legal(question, self.left.pop(question.name))
        return self.scene.default(question)

    def taken(self, decision: Taken) -> None:
        """A decision had one legal answer: what stands under ``setup:`` must agree."""
        name = decision.question
        if name in self.left and not agrees(self.scene.players.value(self.left.pop(name)), decision):
            raise DecisionRefused(name)

    def legal(self, question: Question, words: Any) -> Any:
        answer = settled(question, self.scene.players.value(words))
        if not question.allows(answer):
            raise DecisionRefused(question.name)
        return answer


def _start(scenario: Scenario) -> Start:
    for block in scenario.play:
        if block.phase != "expect":
            return Start(Phase.NIGHT if block.phase == "night" else Phase.DAY, block.number)
    return Start()

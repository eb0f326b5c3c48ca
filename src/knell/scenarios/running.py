"""Running a scenario: its table is set, its blocks are played, and what differed makes the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from knell.engine import OverrideRefused, Phase, SetupRefused, clock, hand
from knell.messages import N_, text
from knell.scenarios.answering import Answers
from knell.scenarios.document import ScenarioError
from knell.scenarios.due import do_what_is_due
from knell.scenarios.expecting import check_expectations
from knell.scenarios.overriding import overrides_of
from knell.scenarios.scenario import PlayBlock, Scenario, Where
from knell.scenarios.scene import Failure, Scene, Seen
from knell.scenarios.setting import DecisionRefused, cast_of, set_the_table
from knell.scenarios.steps import Step, Steps

_PARTS: Final = ("vote", "support")
"""Steps that belong to the action before them, which has not taken full effect until then."""


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
    scene = Scene(scenario)
    try:
        return _checked(scene, scripts or {})
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # What a file says can be wrong in more ways than reading it finds.
        line = scenario.line if scene.block is None else scene.block.line
        problem = text(N_("What stands here can't be played: {problem}."), problem=f"{error!r:.200}")
        raise ScenarioError(problem, line=line) from error


def _checked(scene: Scene, scripts: Mapping[str, Sequence[str]]) -> Result:
    scenario = scene.scenario
    cast = cast_of(scenario, scripts)
    try:
        unasked = set_the_table(scene, cast)
    except SetupRefused as refusal:
        if not scenario.refused:
            scene.fail(scene.where, text(N_("a set-up that is accepted")), refusal.reason)
    except DecisionRefused as refusal:
        if not scenario.refused:
            scene.fail(scene.where, text(N_("legal decisions under setup:")), refusal.name)
    else:
        if scenario.refused:
            scene.fail(scene.where, text(N_("a set-up that is turned down")), text(N_("it was accepted")))
        else:
            _play(scene, unasked)
    return Result(scenario, tuple(scene.failures))


def _play(scene: Scene, unasked: Sequence[str]) -> None:
    """Play the blocks at a table that is set."""
    scenario, game = scene.scenario, scene.game
    if unasked:
        raise ScenarioError(
            text(N_("Nobody is asked for “{name}” in this set-up."), name=unasked[0]),
            line=scenario.setup.lines.get(unasked[0], scenario.line),
        )
    answers = Answers(scene)
    game.decide, game.listen = answers.decide, scene.listening(answers.taken)
    _change_the_past(scene)
    if scenario.expect is not None:
        scene.where = Where("expect")
        check_expectations(scene, scenario.expect)
    for block in scenario.play:
        if block.phase == "expect":
            scene.where = Where("expect")
            check_expectations(scene, block.steps[0])
        else:
            _play_block(scene, block)


def _change_the_past(scene: Scene) -> None:
    """Make true what stands under ``given:``."""
    changes = [change for block in scene.scenario.given for change in overrides_of(block, scene.players)]
    try:
        hand.apply_as_past(scene.game, changes)
    except OverrideRefused as refusal:
        scene.fail(Where("given"), text(N_("overrides that can be applied")), refusal.reason)


def _play_block(scene: Scene, block: PlayBlock) -> None:
    _skip_to(scene, block)
    if scene.block is not None:
        scene.seen = Seen()
    scene.block = block
    scene.where = block.where
    scene.steps = Steps(Step(content, block, scene.players) for content in block.steps)
    if scene.game.phase is not Phase.OVER:
        _run_phase(scene)
        do_what_is_due(scene, at_end=True)
    for step in scene.steps:
        if left := step.left:
            used = text("{used}: {parts}", used=text(N_("this step is used")), parts=", ".join(left))
            scene.fail(step.where, used, text(N_("never asked")))
    scene.steps = Steps()


def _skip_to(scene: Scene, block: PlayBlock) -> None:
    """Play the nights and days that aren't listed, with no steps in them."""
    game = scene.game
    for _attempt in range(2 * block.number + 2):
        match scene.next_step:
            case "":
                return
            case "nightfall" if block.phase == "night" and block.number == game.night + 1:
                return
            case "morning" if block.phase == "day" and block.number == game.night:
                return
        scene.seen = Seen()
        _run_phase(scene)


def _run_phase(scene: Scene) -> None:
    """One night or one day, to its end."""
    last = "morning" if scene.next_step == "nightfall" else "nightfall"
    clock.step(scene.game)
    while scene.next_step not in ("", last):
        if scene.next_step not in _PARTS:
            do_what_is_due(scene)
        if scene.next_step not in ("", last):
            clock.step(scene.game)

"""What a block does without being asked: expectations, changes by hand, and actions that must be refused."""

from __future__ import annotations

from knell.engine import GameOver, Override, OverrideRefused, Phase, StepOver, day, hand
from knell.messages import N_, text
from knell.scenarios.actions import action_of
from knell.scenarios.expecting import check_expectations
from knell.scenarios.overriding import overrides_of, unasked
from knell.scenarios.scene import Scene
from knell.scenarios.steps import Step


def do_what_is_due(scene: Scene, *, at_end: bool = False) -> None:
    """Use what stands in front and waits for no question, up to the first step that does."""
    for step in scene.steps:
        left = step.left
        if not left:
            continue
        if left == ["expect"]:
            step.used.add("expect")
            scene.where = step.where
            check_expectations(scene, step.content["expect"])
        elif "grimoire" in left:
            step.used.add("grimoire")
            for override in overrides_of(step.content["grimoire"], scene.players):
                _apply(scene, override, step)
        elif not _ruled_unasked(scene, step, left[0]) and not _refused_action(scene, step, at_end=at_end):
            return


def _ruled_unasked(scene: Scene, step: Step, part: str) -> bool:
    """Make a ruling that the Storyteller makes unasked, like the Mutant's execution."""
    decision = part.removeprefix("storyteller ")
    if decision == part:
        return False
    value = step.content["storyteller"][decision]
    override = unasked(decision, value, scene.players, scene.game.cast)
    if override is None:
        return False
    step.used.add(part)
    _apply(scene, override, step)
    return True


def _apply(scene: Scene, override: Override, step: Step) -> None:
    game = scene.game
    try:
        hand.apply(game, override)
    except OverrideRefused as refusal:
        if not step.refused:
            scene.fail(step.where, text(N_("an override that can be applied")), refusal.reason)
        return
    except (GameOver, StepOver):
        if game.in_step:
            raise
        return
    if step.refused:
        scene.fail(step.where, text(N_("this is refused")), text(N_("it was accepted")))


def _refused_action(scene: Scene, step: Step, *, at_end: bool) -> bool:
    """Try an action of the day that must be refused, while nobody can be asked for an action any more."""
    game = scene.game
    if not step.action or not step.refuses(step.action) or game.in_step == "day":
        return False
    if game.phase is Phase.DAY and not game.day_over and not at_end:
        return False
    step.used.add(step.action_part)
    if day.why_not(game, action_of(step, scene.players)) is None:
        scene.fail(step.where, text(N_("this is refused")), text(N_("it was accepted")))
    return True

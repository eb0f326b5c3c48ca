"""The answers that a scenario's steps give to the engine's questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knell.engine import SKIP, Action, Close, Game, Introduction, Kind, Phase, PlayerId, Question, day
from knell.engine.events import Taken
from knell.messages import N_, text
from knell.scenarios.actions import action_of
from knell.scenarios.due import do_what_is_due
from knell.scenarios.scene import Scene, Showing
from knell.scenarios.values import agrees, introduces, settled


class Answers:
    """Answers from the steps of whichever block is being played; what no step answers gets the default."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._players = scene.players
        self._hands: frozenset[str] = frozenset()
        """Who raises a hand for the action that is going on."""
        self._said: dict[PlayerId, Any] = {}
        """What players are told instead of what was ruled to be right."""

    def decide(self, game: Game, question: Question) -> Any:
        """Answer a question of the engine."""
        scene = self._scene
        match question.kind:
            case Kind.VOTE | Kind.SUPPORT:
                return game.names[question.who] in self._hands
            case Kind.CHANCE:
                return scene.by_chance(question)
            case Kind.RULING:
                return self._ruling(question)
            case Kind.SHOW:
                return self._showing(question)
        do_what_is_due(scene)
        match question.kind:
            case Kind.CHOICE:
                return self._choice(question)
            case Kind.DAY:
                return self._action()
        return "done"

    def taken(self, decision: Taken) -> None:
        """A decision had one legal answer: a step that names it must agree."""
        name = decision.question
        step = self._scene.steps.take(f"storyteller {name}")
        if step is None:
            return
        words = step.content["storyteller"][name]
        if not agrees(self._players.value(words), decision):
            self._scene.fail(step.where, {name: words}, decision.answer)

    def _choice(self, question: Question) -> Any:
        scene = self._scene
        name = self._players.name(question.player)
        while (step := scene.steps.take(f"{name} choose")) is not None:
            answer = settled(question, self._players.value(step.content[name]["choose"]))
            is_legal = question.allows(answer)
            if step.refuses(name):
                if is_legal:
                    scene.fail(step.where, text(N_("this choice is refused")), text(N_("it was accepted")))
                do_what_is_due(scene)
                continue
            if is_legal:
                return answer
            scene.fail(step.where, text(N_("a legal choice")), step.content[name]["choose"])
            return SKIP
        return SKIP

    def _showing(self, question: Question) -> Any:
        scene = self._scene
        for player in question.players:
            scene.seen.shown[player] = Showing(question.options, question.default)
        if scene.game.phase is Phase.NIGHT:
            # By day it belongs to the action that is just taking effect, and what is due comes after that.
            do_what_is_due(scene)
        if question.player in self._said:
            said = self._said.pop(question.player)
            if question.allows(said):
                return said
            scene.fail(scene.where, said, self._players.some_written(question.options))
        answers = [shown for player in question.players for shown in self._shown(question, player)]
        return answers[-1] if answers else scene.default(question)

    def _shown(self, question: Question, player: PlayerId) -> Iterator[Any]:
        """What a step shows to one of the players, if that alone is what all of them are shown."""
        scene = self._scene
        name = self._players.name(player)
        while (step := scene.steps.take_showing(name)) is not None:
            words = step.content[name]["learn"]
            value = self._players.learned(words)
            is_part = isinstance(value, Introduction)
            is_legal = introduces(question.options, player, value) if is_part else question.allows(value)
            if step.refuses(name):
                if is_legal:
                    scene.fail(step.where, text(N_("this can't be shown")), text(N_("it was accepted")))
                continue
            if not is_legal:
                scene.fail(step.where, {name: words}, self._players.some_written(question.options))
            elif not is_part:
                yield value
            return

    def _ruling(self, question: Question) -> Any:
        scene = self._scene
        decision = self._players.decision(question)
        scene.seen.asked[decision] = question.default
        if scene.steps.holds_back(f"storyteller {decision}"):
            # Otherwise it belongs to what is just taking effect, and what is due comes after that.
            do_what_is_due(scene)
        while (step := scene.steps.take(f"storyteller {decision}")) is not None:
            words = step.content["storyteller"][decision]
            if isinstance(words, dict) and "said" in words:
                self._said[question.player] = self._players.value(words["said"])
                words = words.get("True", words.get("true"))
            answer = self._ruled(question, words)
            is_legal = question.allows(answer)
            if step.refused:
                if is_legal:
                    scene.fail(step.where, text(N_("this decision is refused")), text(N_("it was accepted")))
                continue
            if is_legal:
                return answer
            scene.fail(step.where, text(N_("a legal decision")), {decision: words})
            break
        return scene.default(question)

    def _ruled(self, question: Question, words: Any) -> Any:
        """The answer that a file gives to a decision; how somebody registers can be said in several ways."""
        answer = self._players.value(words)
        if question.name == "registers":
            by_id = self._scene.game.cast.by_id
            if isinstance(answer, str) and answer in by_id:
                answer = by_id[answer].type.label
            elif isinstance(answer, bool):
                answer = question.options[1] if answer else question.options[0]
        return settled(question, answer)

    def _action(self) -> Action:
        scene = self._scene
        self._hands = frozenset()
        while (step := scene.steps.take_action()) is not None:
            action = action_of(step, self._players)
            reason = day.why_not(scene.game, action)
            if step.refuses(step.action):
                if reason is None:
                    scene.fail(step.where, text(N_("this is refused")), text(N_("it was accepted")))
            elif reason is None:
                self._hands = frozenset(step.content.get("votes") or ())
                return action
            else:
                scene.fail(step.where, text(N_("this is possible")), self._players.told(reason))
            do_what_is_due(scene)
        return Close()

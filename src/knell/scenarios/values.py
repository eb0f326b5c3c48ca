"""From the words of a scenario file to values of the engine, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from knell.engine import NOBODY, Identity, Introduction, Pair, PlayerId, Pointing, Question, Text
from knell.engine.events import Taken
from knell.engine.options import NoSuchAnswer, Remaining

_WORDS: Final[dict[str, Any]] = {"yes": True, "no": False, "none": None}


class Players:
    """Who sits at the table of a scenario: what makes a word of the file a player, and a player a word."""

    def __init__(self, names: Sequence[str]) -> None:
        self.seat(names)

    def seat(self, names: Sequence[str]) -> None:
        """Let these be the players, in the order of their ids."""
        self.names = tuple(names)
        self.ids: dict[str, PlayerId] = {name: player for player, name in enumerate(names)}

    def name(self, player: PlayerId) -> str:
        """A player's name; nobody has none."""
        return self.names[player] if player != NOBODY else ""

    def value(self, words: Any) -> Any:
        """A value of the file as the engine knows it."""
        if isinstance(words, bool) or words is None or isinstance(words, int):
            return words
        if isinstance(words, list):
            return tuple(self.value(part) for part in words)
        if isinstance(words, dict):
            return {key: self.value(part) for key, part in words.items()}
        if words in self.ids:
            return self.ids[words]
        return _WORDS.get(words, words)

    def learned(self, words: Any) -> Any:
        """What ``learn:`` writes, as the engine knows it."""
        if not isinstance(words, dict):
            known = self.value(words)
            return Pair((known,)) if isinstance(words, str) and words in self.ids else known
        parts = {key: self.value(part) for key, part in words.items()}
        if "demon" in parts or "minions" in parts or "bluffs" in parts:
            return _introduction(parts)
        if "players" in parts and "character" in parts:
            return Pointing(tuple(sorted(parts["players"])), parts["character"])
        if "players" in parts:
            return Pair(tuple(sorted(parts["players"])))
        if "player" in parts and "character" in parts:
            return Identity(parts["player"], parts["character"])
        return parts

    def written(self, value: Any) -> Any:
        """A value of the engine as the file writes it."""
        match value:
            case Pointing():
                return {"players": self._names(value.players), "character": value.character}
            case Pair(players=(only,)):
                return self.names[only]
            case Pair():
                return {"players": self._names(value.players)}
            case Identity():
                return {"player": self.names[value.player], "character": value.character}
            case Introduction():
                parts: dict[str, Any] = {}
                if value.demons is not None:
                    parts["demon"] = self._names(value.demons)
                if value.minions is not None:
                    parts["minions"] = self._names(value.minions)
                if value.bluffs is not None:
                    parts["bluffs"] = list(value.bluffs)
                return parts
            case None:
                return "none"
        return value

    def some_written(self, options: Sequence[Any]) -> list[Any]:
        """Some of many values, for a message."""
        return [self.written(option) for option in list(options)[:12]]

    def decision(self, question: Question) -> str:
        """The name of a Storyteller decision as scenario files write it."""
        return f"registers.{self.names[question.player]}" if question.name == "registers" else question.name

    def told(self, reason: Text) -> Text:
        """A message of the engine with the name of the player in it."""
        return reason.filled(
            lambda key, value: self.names[value] if key == "player" and isinstance(value, int) else value
        )

    def _names(self, players: Sequence[PlayerId]) -> list[str]:
        return [self.names[player] for player in players]


def _introduction(parts: Mapping[str, Any]) -> Introduction:
    demons = parts.get("demon")
    if demons is not None and not isinstance(demons, tuple):
        demons = (demons,)
    return in_order(Introduction(demons, parts.get("minions"), parts.get("bluffs")))


def in_order(introduction: Introduction) -> Introduction:
    """An introduction with its players and characters in the order in which two are compared."""
    demons, minions, bluffs = introduction
    return Introduction(
        None if demons is None else tuple(sorted(demons)),
        None if minions is None else tuple(sorted(minions)),
        None if bluffs is None else tuple(sorted(bluffs)),
    )


def settled(question: Question, answer: Any) -> Any:
    """An answer in the form that it takes among the options, or as it is where it is none of them."""
    try:
        return question.settle(answer)
    except NoSuchAnswer:
        return answer


def agrees(answer: Any, decision: Taken) -> bool:
    """Whether an answer is the one that was taken without being asked for."""
    return answer in Remaining((decision.answer,), ())


def introduces(options: Sequence[Any], player: PlayerId, value: Introduction) -> bool:
    """Whether one of several common introductions tells this player just that."""
    return any(
        isinstance(option, Introduction) and in_order(option.seen_by(player)) == value for option in options
    )


def listed(words: Any) -> list[Any]:
    """What stands in a list, or the one thing that stands there without one."""
    return words if isinstance(words, list) else [words]

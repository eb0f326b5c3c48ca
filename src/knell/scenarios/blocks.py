"""Reading what happens in a scenario: overrides, nights and days with their steps, and expectations."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import Any, Final

from knell import facts
from knell.engine.terms import DEMON_INFO, MINION_INFO
from knell.messages import N_, text
from knell.scenarios.document import Block, ScenarioError
from knell.scenarios.expecting import EXPECTATIONS, Form
from knell.scenarios.overriding import GRIMOIRE_KEYS, OF_PLAYERS
from knell.scenarios.scenario import PlayBlock
from knell.scenarios.steps import DAY_STEPS
from knell.scenarios.values import listed

PLAYER_STEP_KEYS: Final = frozenset(("choose", "learn", "use", "private", "refused"))
STEP_KEYS: Final = DAY_STEPS | {"votes", "refused", "storyteller", "grimoire", "expect"}
JOIN_KEYS: Final = frozenset(("character", "alignment", "after"))
EXPECT_KEYS: Final = frozenset(EXPECTATIONS)
_BLOCK: Final = re.compile(r"(night|day) ([1-9][0-9]?)")
_SHOWN_PLAYERS: Final = frozenset(("players", "demon", "minions"))
"""Where something that is shown names players."""


def known_character(character: Any, line: int) -> str:
    """A character's id. Raises ``ScenarioError`` if there is none of that name."""
    if not isinstance(character, str) or character not in facts.FACTS:
        raise ScenarioError(text(N_("There is no character called “{name}”."), name=character), line=line)
    return character


def is_evil(alignment: Any, line: int) -> bool:
    """What ``good`` and ``evil`` stand for. Raises ``ScenarioError`` for anything else."""
    if alignment not in ("good", "evil"):
        raise ScenarioError(
            text(N_("An alignment is “good” or “evil”, not “{value}”."), value=alignment), line=line
        )
    return bool(alignment == "evil")


class BlockReader:
    """Reads what happens at one table; ``names`` are all who ever sit there."""

    def __init__(self, names: AbstractSet[str]) -> None:
        self._known_names = names

    def given(self, document: Block) -> tuple[Block, ...]:
        """The overrides under ``given:``."""
        given = document.get("given") or []
        if not isinstance(given, list) or not all(isinstance(change, Block) for change in given):
            document.refuse("given", N_("a list of Grimoire overrides"))
        for override in given:
            self._grimoire(override, override.line)
        return tuple(given)

    def play(self, document: Block) -> tuple[PlayBlock, ...]:
        """The blocks under ``play:``."""
        play = document.get("play") or []
        if not isinstance(play, list):
            document.refuse("play", N_("a list of nights, days and expectations"))
        blocks: list[PlayBlock] = []
        last = (0, "")
        for entry in play:
            if not isinstance(entry, Block) or len(entry) != 1:
                raise ScenarioError(
                    text(N_("Each entry of “play:” is one “night N:”, “day N:” or “expect:”.")),
                    line=getattr(entry, "line", document.lines["play"]),
                )
            ((key, steps),) = entry.items()
            if key == "expect":
                self.expect(steps, entry.line)
                blocks.append(PlayBlock("expect", 0, (steps,), entry.line))
                continue
            match = _BLOCK.fullmatch(key)
            if match is None:
                raise ScenarioError(
                    text(N_("“{key}” is no “night N:”, “day N:” or “expect:”."), key=key), line=entry.line
                )
            phase, number = match[1], int(match[2])
            order = (number, "b" if phase == "day" else "a")
            if order <= last:
                raise ScenarioError(
                    text(N_("“{key}” can't come after the block before it."), key=key), line=entry.line
                )
            last = order
            steps = steps or []
            if not isinstance(steps, list):
                raise ScenarioError(text(N_("“{key}” must hold a list of steps."), key=key), line=entry.line)
            for step in steps:
                self._step(step, entry.line)
            blocks.append(PlayBlock(phase, number, tuple(steps), entry.line))
        return tuple(blocks)

    def expect(self, expect: Any, line: int) -> None:
        """Complain about what an ``expect:`` can't hold."""
        if not isinstance(expect, Block) or not expect:
            raise ScenarioError(text(N_("“expect:” holds a map of what must be true.")), line=line)
        expect.allow_only(EXPECT_KEYS, N_("an expectation"))
        for key, value in expect.items():
            line = expect.lines[key]
            match EXPECTATIONS[key].form:
                case Form.LIST | Form.PLAYERS | Form.WAKES as form:
                    if not isinstance(value, list):
                        expect.refuse(key, N_("a list"))
                    if form is not Form.LIST:
                        known = (MINION_INFO, DEMON_INFO) if form is Form.WAKES else ()
                        self._names([name for name in value if name not in known], line)
                case Form.BY_PLAYER | Form.CHARACTERS_BY_PLAYER as form:
                    if not isinstance(value, Block):
                        expect.refuse(key, N_("a map of players"))
                    for name, part in value.items():
                        self._name(name, line)
                        self._shown(part, line)
                        if form is Form.CHARACTERS_BY_PLAYER:
                            _characters(listed(part), line)
                case Form.PLAYER if value is not None:
                    self._name(value, line)
                case Form.CHARACTERS:
                    _characters(value, line)

    def _name(self, name: Any, line: int) -> None:
        if str(name) not in self._known_names:
            raise ScenarioError(text(N_("There is no player called {name}."), name=name), line=line)

    def _names(self, names: Any, line: int) -> None:
        for name in names:
            self._name(name, line)

    def _shown(self, value: Any, line: int) -> None:
        """Complain about something shown, or a list of it, that names nobody who sits there."""
        for shown in value if isinstance(value, list) else (value,):
            if not isinstance(shown, Block):
                continue
            for key in _SHOWN_PLAYERS & shown.keys():
                self._names(listed(shown[key]), shown.lines[key])
            if "player" in shown:
                self._name(shown["player"], shown.lines["player"])
            if "character" in shown:
                known_character(shown["character"], shown.lines["character"])

    def _grimoire(self, override: Any, line: int) -> None:
        if not isinstance(override, Block) or len(override) != 1:
            raise ScenarioError(
                text(N_("An override is one key with what it applies to, like “kill: Ada”.")), line=line
            )
        override.allow_only(GRIMOIRE_KEYS, N_("an override"))
        ((key, value),) = override.items()
        if key in OF_PLAYERS:
            self._names(listed(value), line)
            return
        if not isinstance(value, Block) or not value:
            raise ScenarioError(
                text(N_("“{key}” needs a player and a value, like “Ada: …”."), key=key), line=line
            )
        for name, part in value.items():
            self._name(name, line)
            if key == "character":
                known_character(part, line)
            elif key == "alignment":
                is_evil(part, line)

    def _step(self, step: Any, line: int) -> None:
        if not isinstance(step, Block) or not step:
            raise ScenarioError(
                text(N_("A step is a map, like “Ada: {{choose: Bo}}” or “expect: {{…}}”.")), line=line
            )
        first = next(iter(step))
        line = step.line
        if first not in STEP_KEYS:
            if first not in self._known_names:
                raise ScenarioError(
                    text(
                        N_("“{key}” is neither a player nor a step; steps are {known}."),
                        key=first,
                        known=", ".join(sorted(STEP_KEYS - {"votes", "refused"})),
                    ),
                    line=line,
                )
            _player_step(step, first)
            self._shown(step[first].get("learn"), line)
            return
        step.allow_only(STEP_KEYS, N_("a step"))
        if "expect" in step:
            self.expect(step["expect"], line)
        if "grimoire" in step:
            self._grimoire(step["grimoire"], line)
        if "storyteller" in step and (not isinstance(step["storyteller"], Block) or not step["storyteller"]):
            step.refuse("storyteller", N_("a map of decisions"))
        for key in ("nominate", "exile"):
            if key in step:
                pair = step[key]
                if not isinstance(pair, list) or len(pair) != 2:
                    step.refuse(key, N_("a list of two players"))
                self._names(pair, line)
        self._names(step.get("votes") or (), line)
        for key in ("execute", "leave"):
            if key in step:
                self._name(step[key], line)
        if "join" in step:
            self._join(step, line)

    def _join(self, step: Block, line: int) -> None:
        joins = step["join"]
        if (
            not isinstance(joins, Block)
            or len(joins) != 1
            or not isinstance(next(iter(joins.values())), Block)
        ):
            step.refuse("join", N_("like “Hal: {{character: thief, alignment: evil, after: Gus}}”"))
        for details in joins.values():
            details.allow_only(JOIN_KEYS, N_("a joining player"))
            known_character(details.get("character"), line)
            is_evil(details.get("alignment"), line)
            self._name(details.get("after"), line)


def _characters(characters: Any, line: int) -> None:
    for character in characters:
        known_character(character, line)


def _player_step(step: Block, name: str) -> None:
    for key in step:
        if key not in (name, "refused", "storyteller"):
            raise ScenarioError(
                text(N_("“{key}” doesn't belong beside {name}."), key=key, name=name), line=step.line
            )
    value = step[name]
    if not isinstance(value, Block) or not value:
        raise ScenarioError(
            text(N_("Say what {name} does, like “choose:”, “learn:” or “use:”."), name=name), line=step.line
        )
    if "use" in value:
        known_character(value["use"], step.line)
    else:
        value.allow_only(PLAYER_STEP_KEYS, N_("a player's step"))

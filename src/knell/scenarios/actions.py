"""Steps as actions of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from knell.characters import automated
from knell.engine import Action, Execute, Exile, FieldShape, Join, Leave, Nominate, Use
from knell.scenarios.steps import Step
from knell.scenarios.values import Players

_ABOUT_THE_USE: Final = frozenset(("use", "learn", "private", "refused"))


def action_of(step: Step, players: Players) -> Action:
    """The action of the day that a step stands for; ``step.action`` says that it is one."""
    ids, key = players.ids, step.action
    value = step.content[key]
    match key:
        case "nominate":
            return Nominate(ids[value[0]], ids[value[1]])
        case "exile":
            return Exile(ids[value[0]], ids[value[1]])
        case "execute":
            return Execute(ids[value])
        case "leave":
            return Leave(ids[value])
        case "join":
            ((name, details),) = value.items()
            return Join(name, details["character"], details["alignment"] == "evil", ids[details["after"]])
        case _:
            return _use(key, value, players)


def _use(name: str, value: Mapping[str, Any], players: Players) -> Use:
    used = automated().get(value["use"])
    shapes = {field.name: field.shape for field in used.form} if used is not None else {}
    details: list[tuple[str, Any]] = []
    for field, part in value.items():
        if field in _ABOUT_THE_USE:
            continue
        if shapes.get(field) is FieldShape.GUESSES:
            pairs = part.items() if isinstance(part, dict) else part
            details.append((field, tuple((players.ids[str(p)], str(c)) for p, c in pairs)))
        elif isinstance(part, str) and shapes.get(field) is FieldShape.TEXT:
            details.append((field, part))
        else:
            details.append((field, players.value(part)))
    return Use(players.ids[name], value["use"], tuple(details), bool(value.get("private")))

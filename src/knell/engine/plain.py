"""Answers as plain data: what a record stores of them, readable years later."""

from __future__ import annotations

from typing import Any, Final

from knell.engine.actions import Action, Close, Execute, Exile, Join, Leave, Nominate, Use
from knell.engine.values import SKIP, Identity, Introduction, Pair, Pointing, is_well_formed

_ACTIONS: Final[dict[str, type[Any]]] = {
    "nominate": Nominate,
    "exile": Exile,
    "use": Use,
    "execute": Execute,
    "join": Join,
    "leave": Leave,
    "close": Close,
}
_NAMES: Final = {kind: name for name, kind in _ACTIONS.items()}
_OF_INTRODUCTION: Final = frozenset(Introduction._fields)


def to_plain(value: Any) -> Any:
    """Write an answer as JSON-ready data; :func:`from_plain` reads it back."""
    if value is SKIP:
        return {"skip": True}
    if type(value) in _NAMES:
        return _action_to_plain(value)
    if isinstance(value, Pointing):
        return {"players": list(value.players), "character": value.character}
    if isinstance(value, Pair):
        return {"pair": list(value.players)}
    if isinstance(value, Identity):
        return {"player": value.player, "is": value.character}
    if isinstance(value, Introduction):
        parts = value._asdict().items()
        return {"introduction": {key: list(part) for key, part in parts if part is not None}}
    if isinstance(value, tuple | list):
        return [to_plain(part) for part in value]
    return value


def from_plain(data: Any) -> Any:
    """The answer that :func:`to_plain` wrote as ``data``.

    Raises ``ValueError`` for data that no answer is written as: of an unknown shape, with more in it than
    belongs there, or of the wrong types.
    """
    value = _value(data)
    if not isinstance(value, Action) and not is_well_formed(value):
        raise _written_nowhere(data)
    return value


def _value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(_value(part) for part in data)
    if not isinstance(data, dict):
        return data
    if "act" in data:
        return _action_from_plain(data)
    match data:
        case {"skip": True, **more} if not more:
            return SKIP
        case {"pair": [*players], **more} if not more:
            return Pair(tuple(players))
        case {"players": [*players], "character": character, **more} if not more:
            return Pointing(tuple(players), character)
        case {"player": player, "is": character, **more} if not more:
            return Identity(player, character)
        case {"introduction": dict(parts), **more} if not more and parts.keys() <= _OF_INTRODUCTION:
            if all(isinstance(part, list) for part in parts.values()):
                return Introduction(**{str(key): tuple(part) for key, part in parts.items()})
    raise _written_nowhere(data)


def _written_nowhere(data: Any) -> ValueError:
    return ValueError(f"no answer is written as {data!r:.80}")


def _action_to_plain(action: Action) -> dict[str, Any]:
    data: dict[str, Any] = {"act": _NAMES[type(action)]}
    for field, value in action._asdict().items():
        data[field] = {key: to_plain(part) for key, part in value} if field == "details" else value
    return data


def _action_from_plain(data: dict[str, Any]) -> Action:
    fields = dict(data)
    kind = _ACTIONS.get(fields.pop("act")) if isinstance(data["act"], str) else None
    if kind is None:
        raise _written_nowhere(data)
    if "details" in fields:
        details = fields["details"]
        if not isinstance(details, dict):
            raise _written_nowhere(data)
        fields["details"] = tuple((key, from_plain(part)) for key, part in details.items())
    if not all(is_well_formed(value) for value in fields.values() if not isinstance(value, Action)):
        raise _written_nowhere(data)
    try:
        action: Action = kind(**fields)
    except TypeError as error:
        raise _written_nowhere(data) from error
    return action

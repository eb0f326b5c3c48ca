"""Answers as plain data: what a record stores of them, readable years later."""

from __future__ import annotations

from typing import Any, Final

from knell.engine.actions import Action, Close, Execute, Exile, Join, Leave, Nominate, Use
from knell.engine.values import SKIP, Identity, Introduction, Pair, Pointing

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

    Raises ``ValueError`` for data that no answer is written as.
    """
    if isinstance(data, list):
        return tuple(from_plain(part) for part in data)
    if not isinstance(data, dict):
        return data
    if data.get("skip") is True:
        return SKIP
    if "act" in data:
        return _action_from_plain(data)
    if "pair" in data:
        return Pair(tuple(data["pair"]))
    if "players" in data and "character" in data:
        return Pointing(tuple(data["players"]), data["character"])
    if "player" in data and "is" in data:
        return Identity(data["player"], data["is"])
    if "introduction" in data:
        return Introduction(**{key: tuple(part) for key, part in data["introduction"].items()})
    raise ValueError(f"no answer is written as {data!r}")


def _action_to_plain(action: Action) -> dict[str, Any]:
    data: dict[str, Any] = {"act": _NAMES[type(action)]}
    for field, value in action._asdict().items():
        data[field] = {key: to_plain(part) for key, part in value} if field == "details" else value
    return data


def _action_from_plain(data: dict[str, Any]) -> Action:
    fields = dict(data)
    kind = _ACTIONS.get(fields.pop("act"))
    if kind is None:
        raise ValueError(f"no action is written as {data!r}")
    if "details" in fields:
        fields["details"] = tuple((key, from_plain(part)) for key, part in fields["details"].items())
    try:
        action: Action = kind(**fields)
    except TypeError as error:
        raise ValueError(f"no action is written as {data!r}") from error
    return action

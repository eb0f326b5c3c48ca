"""What is heard of each event: the one list of what may get into anybody's view.

An event that isn't in these lists stays with the Storyteller, and so does every field that isn't named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final, get_args

from knell.engine import NOBODY, Event, PlayerId, Text, mask_of, members, overrides, text
from knell.engine.events import (
    AboutToDie,
    Added,
    Announced,
    ChangedByHand,
    Chose,
    DayBegan,
    Died,
    Executed,
    ExileCalled,
    Exiled,
    FoundAlive,
    GameEnded,
    Joined,
    Left,
    NightBegan,
    NobodyDied,
    NobodyExecuted,
    Nominated,
    Renamed,
    Seated,
    SecretVote,
    Shown,
    SupportCounted,
    Survived,
    Told,
    Used,
    VoteCounted,
    Woken,
    WokenTogether,
)
from knell.engine.plain import from_plain, to_plain

__all__ = ["Said", "alone", "aloud", "event_of"]

Said = dict[str, Any]
"""An event as somebody hears it, JSON-ready; ``what`` says which kind it is."""


def aloud(event: Event) -> Said | None:
    """What everybody hears of an event that is said aloud; ``None`` for all others."""
    said: Said = {"what": event.label}
    match event:
        case NightBegan(number) | DayBegan(number):
            return said | {"number": number}
        case (
            Died(player)
            | Exiled(player)
            | Executed(player)
            | Survived(player)
            | Left(player)
            | FoundAlive(player)
        ):
            return said | {"player": player}
        case NobodyDied() | NobodyExecuted():
            return said
        case Nominated(nominator, nominee):
            return said | {"nominator": nominator, "nominee": nominee}
        case VoteCounted(nominee, hands, tally, half, secret=False):
            return said | {"nominee": nominee, "hands": list(members(hands)), "tally": tally, "half": half}
        case SecretVote(nominee):
            return said | {"nominee": nominee}
        case AboutToDie(player):
            return said | {"player": _or_none(player)}
        case ExileCalled(caller, traveller):
            return said | {"caller": caller, "traveller": traveller}
        case SupportCounted(traveller, hands, tally, needed):
            support = list(members(hands))
            return said | {"traveller": traveller, "hands": support, "tally": tally, "needed": needed}
        case Used(private=False):
            return said | _use(event)
        case Joined(player, character) | Announced(player, character):
            return said | {"player": player, "character": character}
        case Renamed(player, name, before):
            return said | {"player": player, "name": name, "before": before}
        case Seated(ring):
            return said | {"ring": list(ring)}
        case Added(character):
            return said | {"character": character}
        case GameEnded(winner):
            return said | {"winner": winner}
        case _:
            return None


def alone(event: Event) -> Said | None:
    """What those hear who learn of an event alone or with a few others; ``None`` if no player does."""
    said: Said = {"what": event.label}
    match event:
        case Woken() | WokenTogether():
            return said
        case Chose(_, _, answer) | Shown(_, _, answer):
            return said | {"answer": to_plain(answer)}
        case Told(_, character, evil):
            return said | {"character": character, "evil": evil}
        case Used():
            return said | _use(event)
        case _:
            return None


def event_of(said: Mapping[str, Any]) -> Event | None:
    """The event that was heard like that, as far as it was heard; ``None`` for what can't be told."""
    kind = _BY_LABEL.get((said["what"], "players" in said))
    if kind is None:
        return None
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in said:
            values[field.name] = _again(field.name, said[field.name])
        elif field.default is MISSING:
            values[field.name] = _UNHEARD.get(field.name)
    if kind is ChangedByHand:
        return ChangedByHand(overrides.read(said["name"], from_plain(said["arguments"])))
    event: Event = kind(**values)
    return event


_BY_LABEL: Final = {(kind.label, kind is WokenTogether): kind for kind in get_args(Event)}
_UNHEARD: Final = {"half": 0, "highest": 0, "reason": ""}
"""What stands in an event for something that wasn't heard, and isn't told."""


def _again(name: str, value: Any) -> Any:
    if name == "details":
        return tuple((key, from_plain(part)) for key, part in value.items())
    if name == "hands":
        return mask_of(value)
    if name == "player" and value is None:
        return NOBODY
    if name == "warning":
        return _text(value)
    return from_plain(value) if name in ("answer", "ring", "players") else value


def _text(message: Mapping[str, Any]) -> Text:
    return text(
        message["message"],
        **{
            key: _text(part) if isinstance(part, dict) and "message" in part else from_plain(part)
            for key, part in message["parameters"].items()
        },
    )


def _use(use: Used) -> Said:
    details = {name: to_plain(part) for name, part in use.details}
    return {"player": use.player, "character": use.character, "details": details}


def _or_none(player: PlayerId) -> PlayerId | None:
    return None if player == NOBODY else player

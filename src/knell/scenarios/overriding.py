"""Changes by hand: the keys of ``grimoire:``, and the decisions that the Storyteller makes unasked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knell.engine import Cast, Override, overrides
from knell.engine.overrides import (
    EndGame,
    Heal,
    Kill,
    MakeCharacter,
    MakeDrunk,
    MakeRuling,
    Poison,
    PutToken,
    Revive,
    SeemDead,
    SetGhostVote,
    Show,
    Sober,
    TakeToken,
    TurnSide,
    Wake,
)
from knell.scenarios.values import Players, listed

OF_PLAYERS: Final = frozenset(kind.label for kind in (Kill, Revive, MakeDrunk, Poison, Sober, Heal, SeemDead))
"""Changes that apply to a player or a list of players."""
BY_PLAYER: Final = frozenset(
    kind.label for kind in (MakeCharacter, TurnSide, PutToken, TakeToken, SetGhostVote)
)
"""Changes that give something to a player: a map."""
GRIMOIRE_KEYS: Final = OF_PLAYERS | BY_PLAYER
_END_BY_HAND: Final = "base.103"
"""The Storyteller ends the game because good has no way left to win (base-103)."""


def overrides_of(block: Mapping[str, Any], players: Players) -> Iterator[Override]:
    """The overrides that a ``grimoire:`` map stands for."""
    for key, value in block.items():
        if key in OF_PLAYERS:
            for name in listed(value):
                yield overrides.read(key, (players.ids[name],))
        else:
            for name, part in value.items():
                given = part == "evil" if key == TurnSide.label else part
                yield overrides.read(key, (players.ids[name], given))


def unasked(name: str, value: Any, players: Players, cast: Cast) -> Override | None:
    """A ruling that the Storyteller makes by themselves, like the Mutant's execution.

    ``None`` if the decision of this name is only made where it is asked for.
    """
    if name == _END_BY_HAND:
        return EndGame(True)
    if name == "wake":
        player = players.ids[value["player"]]
        if "show" in value:
            return Show(player, players.learned(value["show"]))
        return Wake(player)
    owner, _dot, short = name.partition(".")
    character = cast.by_id.get(owner)
    if character is not None and short in character.rulings:
        return MakeRuling(name, players.value(value))
    return None

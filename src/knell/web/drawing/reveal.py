"""How a game is shown once it is over: who everybody was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from knell.engine import PlayerId
from knell.texts import _, fill
from knell.web.drawing.lettering import is_korean
from knell.web.drawing.symbols import LETTERS, SIDES, token_svg
from knell.words import Words

__all__ = ["revealed_player", "won_and_lost"]


def revealed_player(
    words: Words,
    player: PlayerId,
    name: str,
    character: str,
    kind: str,
    *,
    evil: bool,
    believed: str = "",
    died: str = "",
    dead: bool = False,
) -> dict[str, Any]:
    """A player as the reveal shows them."""
    turned = kind in LETTERS and kind != "traveller" and evil != (kind in SIDES)
    shown = token_svg(
        character,
        words.character(character),
        kind,
        evil=evil if turned or kind == "traveller" else None,
        plain=True,
    )
    whole = token_svg(
        character,
        words.character(character),
        kind,
        evil=evil if turned or kind == "traveller" else None,
        shroud="worn" if died or dead else "",
    )
    return {
        "player": player,
        "name": name,
        "korean": is_korean(name),
        "character": words.character(character),
        "kind": kind,
        "side": "evil" if evil else "good",
        "svg": shown,
        "token": whole,
        "what": words.type_and_side(kind, evil),
        "believed": fill(_("thought they were the {character}"), character=words.character(believed))
        if believed
        else "",
        "died": died,
    }


def won_and_lost(players: Sequence[dict[str, Any]], winners: Collection[PlayerId]) -> list[dict[str, Any]]:
    """Revealed players by side: who has won, and who has lost."""
    return [
        {"title": title, "won": won, "players": [p for p in players if (p["player"] in winners) is won]}
        for title, won in ((_("Won"), True), (_("Lost"), False))
    ]

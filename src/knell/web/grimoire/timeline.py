"""Going back and forth: what undo would undo and who has seen it, the phases, and any earlier moment."""

from __future__ import annotations

from typing import Any, Final

from knell.engine import NOBODY, Phase, PlayerId
from knell.engine.events import (
    AboutToDie,
    DayBegan,
    Died,
    Executed,
    ExileCalled,
    Exiled,
    GameEnded,
    Joined,
    Left,
    NightBegan,
    NobodyDied,
    NobodyExecuted,
    Nominated,
    SecretVote,
    Shown,
    SupportCounted,
    Survived,
    Taken,
    Told,
    Used,
    VoteCounted,
    Woken,
    WokenTogether,
)
from knell.record import ROOT, Entry, Heard
from knell.seats import PlayerView
from knell.texts import _, fill, ngettext
from knell.web.drawing.symbols import icon
from knell.web.grimoire.known import known_lines, known_ring
from knell.web.grimoire.ring import ring
from knell.web.grimoire.scene import Scene
from knell.words import Words, sentence
from knell.words.entries import entry_in_words
from knell.words.moments import phase_name

__all__ = ["log", "looking_back", "phases", "undo_bar"]

_MOST_LINES: Final = 400


# -- undo --------------------------------------------------------------------------------------------


def undo_bar(scene: Scene) -> dict[str, Any]:
    """What undo and redo would do."""
    table = scene.table
    last = next((entry for entry in table.line[::-1] if not entry.automatic), None)
    again = table.tree.after(table.head)
    return {
        "can_undo": last is not None and not table.read_only,
        "undo": entry_in_words(scene.table, last, scene.words) if last is not None else "",
        "seen": _who_has_seen(scene, last) if last is not None else "",
        "can_redo": again is not None and not table.read_only,
        "redo": entry_in_words(scene.table, table.tree[again], scene.words) if again is not None else "",
        "phases": phases(scene),
        "link": scene.link(panel="timeline", seat=None, at=None),
    }


_ALOUD: Final = (
    *(Died, NobodyDied, Executed, Survived, VoteCounted, SecretVote, AboutToDie, Nominated, Used),
    *(ExileCalled, SupportCounted, Exiled, Joined, Left, NobodyExecuted, GameEnded),
)


def _who_has_seen(scene: Scene, last: Entry) -> str:
    """Who knows already what would be undone."""
    line = scene.table.line
    undone = {entry.id for entry in line[line.index(last) :]}
    players: list[PlayerId] = []
    town = False
    for heard in scene.events:
        if heard.entry not in undone:
            continue
        event = heard.event
        if event.audience is None and isinstance(event, _ALOUD):
            town = True
        elif event.audience and isinstance(event, Shown | Told):
            players += [p for p in scene.game.ring if event.audience >> p & 1 and p not in players]
    if scene.playing.to_say is not None or (scene.table.over and not scene.playing.confirmed):
        return _("The town hasn't been told")
    if town:
        return _("The town has heard it")
    if players:
        message = ngettext("{players} has seen it", "{players} have seen it", len(players))
        return fill(message, players=scene.words.players(players))
    if last.is_hand:
        return fill(_("The hand goes back to {player}"), player=scene.words.player(last.of))
    return _("Nobody has seen it yet")


# -- phases ------------------------------------------------------------------------------------------


def phases(scene: Scene) -> list[dict[str, Any]]:
    """The nights and days so far, each with how much was answered in it."""
    found: list[dict[str, Any]] = []
    starts: list[tuple[int, Heard]] = [
        (place, heard)
        for place, heard in enumerate(scene.events)
        if isinstance(heard.event, NightBegan | DayBegan)
    ]
    places = {entry.id: place + 1 for place, entry in enumerate(scene.table.line)}
    total = len(scene.table.line)
    for number, (_place, heard) in enumerate(starts):
        first = places.get(heard.entry, 0)
        last = places.get(starts[number + 1][1].entry, 0) if number + 1 < len(starts) else total
        at_night = isinstance(heard.event, NightBegan)
        found.append(
            {
                "title": phase_name(Phase.NIGHT if at_night else Phase.DAY, heard.night),
                "night": at_night,
                "events": max(1, last - first),
                "entry": heard.entry,
                "link": scene.link(at=heard.entry, seat=None, panel=None),
                "here": number == len(starts) - 1,
            }
        )
    return found


# -- looking back ------------------------------------------------------------------------------------


def looking_back(scene: Scene) -> dict[str, Any] | None:
    """An earlier moment, drawn as it was; ``None`` if the address names none."""
    given = scene.params.get("at", "")
    table = scene.table
    line = [ROOT, *(entry.id for entry in table.line)]
    drawn_at = next((number for number, entry in enumerate(table.line) if entry.asked == "draw"), -1)
    if not given.isdigit() or len(given) > 9 or int(given) not in table.tree:
        return None
    at = int(given)
    aside = at not in line
    line = line[drawn_at + 1 :]  # before the draw there is nothing to look at
    past = table.fork(at)
    game = past.game
    words = Words.of(game, scene.playing.header.character_names())
    whose = scene.params.get("as", "")
    player = int(whose) if whose.isdigit() and len(whose) < 4 else NOBODY
    as_player = player in game.ring
    view = PlayerView.of(past, player) if as_player else None
    if view is not None:
        drawn, told = known_ring(scene, view), known_lines(scene, view)
    else:
        drawn, told = ring(scene, game=game), _lines(past.events(), words)
    entry = table.tree[at] if at != ROOT else None
    return {
        "at": at,
        "place": line.index(at) if at in line else 0,
        "last": len(line) - 1,
        "line": ",".join(map(str, line)),
        "aside": aside,
        "is_now": at == table.head,
        "title": phase_name(game.phase, game.night),
        "entry": entry_in_words(scene.table, entry, scene.words)
        if entry is not None
        else _("The start of the game"),
        "when": entry.at if entry is not None else "",
        "ring": drawn if game.characters else None,
        "as": player if as_player else None,
        "as_name": words.player(player) if as_player else "",
        "viewers": [
            {"player": p, "name": words.player(p), "link": scene.link(**{"as": p}), "on": p == player}
            for p in game.ring
        ],
        "all_link": scene.link(**{"as": None}),
        "told": told[-_MOST_LINES:],
        "back": scene.link(at=None, panel=None, **{"as": None}),
        "branches": branches(scene),
    }


def _lines(events: list[Heard], words: Words) -> list[dict[str, Any]]:
    """What has happened, as sentences."""
    lines: list[dict[str, Any]] = []
    for heard in events:
        event = heard.event
        if isinstance(event, Woken | WokenTogether | Taken):
            continue
        said = sentence(event, words)
        if said is None:
            continue
        heading = isinstance(event, NightBegan | DayBegan)
        lines.append(
            {
                "text": phase_name(heard.phase, heard.night) if heading else said,
                "heading": heading,
                "icon": icon("moon" if heard.phase is Phase.NIGHT else "sun"),
                "public": event.audience is None,
                "entry": heard.entry,
            }
        )
    return lines


def log(scene: Scene, *, since_phase: bool = False) -> list[dict[str, Any]]:
    """What has happened, oldest first; with ``since_phase`` only in this night or day."""
    events = scene.events
    if since_phase:
        starts = [
            place for place, heard in enumerate(events) if isinstance(heard.event, NightBegan | DayBegan)
        ]
        events = events[starts[-1] + 1 :] if starts else events
    lines = _lines(events, scene.words)
    for line in lines:
        line["link"] = scene.link(at=line["entry"], panel=None, seat=None)
    return lines


def branches(scene: Scene) -> list[dict[str, Any]]:
    """The ways that were left, newest first."""
    tree = scene.table.tree
    found = []
    for branch in reversed(scene.table.branches()[-12:]):
        parted = tree.path(branch.tip)
        first = next((entry for entry in parted if entry.parent == branch.parted), None)
        found.append(
            {
                "tip": branch.tip,
                "text": entry_in_words(scene.table, first, scene.words) if first is not None else "",
                "length": branch.length,
                "count": fill(
                    ngettext("{count} answer", "{count} answers", branch.length), count=branch.length
                ),
                "link": scene.link(at=branch.tip, panel=None, seat=None),
            }
        )
    return found

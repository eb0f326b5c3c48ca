"""Tonight's list: what is done, what is now, what comes later, and who isn't woken and why."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from knell.engine import NOBODY, Ability, Character, Game, Phase
from knell.engine import night as night_rules
from knell.engine.events import NightBegan
from knell.engine.terms import DEMON_INFO, MINION_INFO, TRAVELLER_INFO
from knell.record import ROOT, Table
from knell.texts import _, fill
from knell.web.drawing.symbols import face, icon
from knell.web.grimoire.scene import Scene, kind_of
from knell.words import sentence
from knell.words.tonight import Item, State, step_name

__all__ = ["tonight_list"]

_STATES: Final = {State.DONE: "done", State.NOW: "now", State.LATER: "later", State.NOT: "out"}
_ICONS: Final = {"dawn": "sun", MINION_INFO: "seats", "notice": "card", TRAVELLER_INFO: "person"}
_KINDS: Final = {MINION_INFO: "minion", DEMON_INFO: "demon"}


def tonight_list(scene: Scene) -> dict[str, Any]:
    """The list as it stands."""
    lines: list[dict[str, Any]] = []
    out: list[dict[str, Any]] = []
    came = _newcomers(scene)
    place = done = 0
    for item in scene.tonight:
        if item.state is State.NOT:
            out.append(_line(scene, item, ""))
            continue
        place += 1
        done += item.state is State.DONE
        line = _line(scene, item, str(place))
        line["why"] = came.get((item.name, item.player), "") if item.state is not State.DONE else ""
        lines.append(line)
    listed = {(item.name, item.player) for item in scene.tonight}
    out += _never(scene, listed)
    steps = sum(line["name"] != "dawn" for line in lines)
    return {
        "lines": lines,
        "out": out,
        "done": done,
        "steps": steps,
        "now": done + 1 if any(line["state"] == "now" for line in lines) else done,
    }


def _line(scene: Scene, item: Item, place: str) -> dict[str, Any]:
    state = _STATES[item.state]
    kind = _KINDS.get(item.name) or kind_of(scene.game, item.name)
    note = item.note
    if item.name == "dawn":
        dead = scene.game.tonight_deaths
        note = (
            fill(_("announce {players}"), players=scene.words.players(dead)) if dead else _("nobody has died")
        )
    elif item.state is State.DONE and _acts_it_out(scene.game, item):
        note = fill(_("{what}; no effect"), what=note) if note else _("no effect")
    pictures = {"done": icon("check"), "now": icon("play")}
    return {
        "name": item.name,
        "player": item.player if item.player != NOBODY else None,
        "state": state,
        "mark": pictures.get(state, place),
        "kind": kind,
        "face": icon(_ICONS[item.name], "face") if item.name in _ICONS else face(item.name, kind),
        "title": step_name(item.name, scene.words),
        "who": scene.words.player(item.player) if item.player != NOBODY else "",
        "note": note,
        "words": _words(scene, item),
        "why": "",
        "link": scene.link(seat=item.player, panel=None, at=None) if item.player != NOBODY else "",
    }


def _words(scene: Scene, item: Item) -> str:
    """What the script's author wrote for this step, while it is still to be done."""
    if item.state not in (State.NOW, State.LATER):
        return ""
    written = scene.playing.script.texts.get(item.name)
    return written.tonight(scene.game.night) if written is not None else ""


def _acts_it_out(game: Game, item: Item) -> bool:
    held = [a for a in game.abilities.values() if a.player == item.player and a.character.id == item.name]
    return bool(held) and all(ability.pretended for ability in held)


def _never(scene: Scene, listed: set[tuple[str, int]]) -> list[dict[str, Any]]:
    """Everybody whose ability has nothing to do with this night."""
    game = scene.game
    found = []
    for player in game.ring:
        for ability in game.abilities_of(player):
            if (ability.character.id, player) in listed or ability.pretended:
                continue
            item = Item(State.NOT, ability.character.id, player, _never_woken(game, ability))
            found.append(_line(scene, item, ""))
    return found


def _never_woken(game: Game, ability: Ability) -> str:
    character = ability.character
    if character.form:
        return _("acts by day")
    once, each_night = character.fills_in(Character.start), character.fills_in(Character.night)
    if once and game.night > 1:
        return _("only the first night")
    if each_night and (ability.since > game.night or character.id in game.cast.other_place):
        return _("from the next night on")
    if character.outsiders_added and not (once or each_night):
        return _("changed the set-up, nothing more")
    return _("isn't woken")


# -- what is new on the list -------------------------------------------------------------------------


def _newcomers(scene: Scene) -> dict[tuple[str, int], str]:
    """The lines that weren't there when night fell, each with what brought it."""
    table, game = scene.table, scene.game
    if game.phase is not Phase.NIGHT or not table.line:
        return {}
    fell = next(
        (heard.entry for heard in reversed(scene.events) if isinstance(heard.event, NightBegan)), None
    )
    if fell is None or fell == table.head:
        return {}
    now = _woken_for(game)
    first = _at(scene, fell)
    if first is None:
        return {}
    new = now - first
    if not new:
        return {}
    found: dict[tuple[str, int], str] = {}
    entries = [entry.id for entry in table.line]
    after = entries[entries.index(fell) + 1 :] if fell != ROOT and fell in entries else entries
    for entry in after:
        if not new:
            break
        there = _at(scene, entry) or set()
        for line in new & there:
            found[line] = _because(scene, entry)
        new -= there
    return found


def _at(scene: Scene, entry: int) -> set[tuple[str, int]] | None:
    """The lines that stood open after an entry; kept, because entries never change."""
    kept = _lists.setdefault(scene.table, {})
    if entry not in kept:
        try:
            kept[entry] = _woken_for(scene.table.fork(entry).game)
        except Exception:  # noqa: BLE001 - a branch that other rules made; then nothing is said about it
            return None
    return kept[entry]


_lists: WeakKeyDictionary[Table, dict[int, set[tuple[str, int]]]] = WeakKeyDictionary()


def _woken_for(game: Game) -> set[tuple[str, int]]:
    return {
        (entry.name, entry.player)
        for entry in night_rules.to_come(game)
        if entry.why_not is None and entry.name != "dawn"
    }


def _because(scene: Scene, entry: int) -> str:
    told = [sentence(heard.event, scene.words) for heard in scene.events if heard.entry == entry]
    said = [text for text in told if text]
    return fill(_("New on the list: {what}"), what=said[-1]) if said else _("New on the list")

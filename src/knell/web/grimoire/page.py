"""The Storyteller's page as a whole: which panels are open, and what stands in each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.urls import reverse

from knell.engine import NOBODY, Kind, Phase, PlayerId, Question
from knell.facts import FACTS
from knell.record import Level
from knell.record.automation import KINDS
from knell.texts import _, fill
from knell.web.base.notices import Notice
from knell.web.drawing.symbols import icons, sprite
from knell.web.games.registry import Playing
from knell.web.grimoire.cards import by_hand_form, card, resolve
from knell.web.grimoire.day import day_panel, today
from knell.web.grimoire.ending import ending
from knell.web.grimoire.inspector import inspector
from knell.web.grimoire.ring import numbers_of, ring
from knell.web.grimoire.saying import saying
from knell.web.grimoire.scene import Scene
from knell.web.grimoire.step import step
from knell.web.grimoire.timeline import branches, log, looking_back, undo_bar
from knell.web.grimoire.tonight import tonight_list
from knell.web.grimoire.vote import vote

__all__ = ["game_page"]

_MARKS: Final = ("poisoned", "drunk-mark")
_PANELS: Final = ("hand", "automation", "timeline", "notes", "people")


def game_page(playing: Playing, params: Mapping[str, str], notice: Notice | None) -> dict[str, Any]:
    """Everything that ``grimoire/page.html`` and ``grimoire/_game.html`` show."""
    scene = Scene(playing, params, notice)
    game = {
        "id": playing.id,
        "state": playing.state,
        "title": playing.title,
        "script": playing.header.script.name,
        "town": playing.town,
        "read_only": playing.table.read_only,
        "version": playing.version,
    }
    context: dict[str, Any] = {
        "game": game,
        "i": icons,
        "u": _addresses(playing.id),
        "notice": _notice(notice),
        "sprite": sprite((*playing.table.game.cast.by_id, *_MARKS)),
        "scope": "mine",
        "view": "night",
        "url": scene.link(),
        "phase": scene.phase_name,
        "phase_icon": icons[_phase_icon(scene)],
        "night": scene.game.phase is Phase.NIGHT,
    }
    entry = resolve(scene)
    if entry is not None:
        shown = card(scene, entry)
        context.update(
            view="card", scope="card", card=shown, url=shown["url"], sprite=sprite(shown["characters"])
        )
        return context
    scene.params.pop("card", None)
    context["url"] = scene.link()
    context.update(_opened(scene, params.get("try", "")))
    return context


_DONE_HERE: Final = (
    "answer", "blocks", "default", "skip", "votes", "act", "override", "undo", "redo", "goto", "automation",
    "note", "confirm", "say", "cover", "reveal", "timer", "live", "story", "record", "town",
)  # fmt: skip


@lru_cache(maxsize=512)
def _addresses(game: str) -> dict[str, str]:
    """Where the forms and links of a game's page go."""
    here = reverse("game", args=[game])
    made = {name: f"{here}{name}" for name in _DONE_HERE}
    made["town"] += "/"
    return {**made, "home": reverse("home"), "settings": reverse("settings")}


def _phase_icon(scene: Scene) -> str:
    return {Phase.NIGHT: "moon", Phase.DAY: "sun", Phase.OVER: "bell"}.get(scene.game.phase, "seats")


def _notice(notice: Notice | None) -> dict[str, Any] | None:
    if notice is None:
        return None
    return {
        "kind": notice.kind,
        "text": notice.text,
        "changed": list(notice.changed),
        "role": "status" if notice.kind == "done" else "alert",
    }


def _opened(scene: Scene, tried: str) -> dict[str, Any]:
    """The view that the address and the open question ask for."""
    question = scene.question
    if "at" in scene.params:
        past = looking_back(scene)
        if past is not None:
            return {
                "view": "past",
                "past": past,
                "ring": past["ring"],
                "undo": undo_bar(scene),
                "phase": _("Looking back"),
                "phase_icon": icons["branch"],
            }
        scene.params.pop("at")
    player = scene.player_param("seat")
    panel = scene.params.get("panel", "")
    if player != NOBODY and panel != "hand" and scene.game.characters:
        return {
            "view": "seat",
            "seat": inspector(scene, player),
            "ring": ring(scene, selected=player, numbers=numbers_of(scene), now=_now(question)),
            "undo": undo_bar(scene),
            "step_place": _step_place(scene),
        }
    if panel in _PANELS:
        return _with_panel(scene, panel)
    if question is None:
        return {"view": "end", "end": ending(scene), "ring": ring(scene), "undo": undo_bar(scene)}
    if (moment := scene.playing.to_say) is not None:
        shared = {"ring": ring(scene), "undo": undo_bar(scene), "today": today(scene)}
        return {
            **shared,
            "view": "saying",
            "say": saying(scene, moment),
            "phase": _("Dusk") if moment % 2 == 0 else _("Dawn"),
        }
    if question.kind in (Kind.VOTE, Kind.SUPPORT):
        counted = vote(scene, question)
        scope = "mine" if counted["secret"] else "town"
        return {"view": "vote", "scope": scope, "vote": counted, "undo": undo_bar(scene)}
    return _table(scene, question, tried)


def _table(scene: Scene, question: Question, tried: str = "") -> dict[str, Any]:
    """List, ring and step; by day the day's list and what may happen."""
    shared = {"undo": undo_bar(scene)}
    if question.kind is Kind.DAY:
        return {
            **shared,
            "view": "day",
            "today": today(scene),
            "day": day_panel(scene),
            "ring": ring(scene, now=_about_to_die(scene)),
        }
    opened: dict[str, Any] = {
        **shared,
        "view": "night" if scene.game.phase is Phase.NIGHT else "dusk",
        "step": step(scene, question, tried=tried),
        "ring": ring(scene, now=_now(question), numbers=numbers_of(scene), picked=_picked(scene)),
        "step_place": _step_place(scene),
    }
    if scene.game.phase is Phase.NIGHT:
        opened["tonight"] = tonight_list(scene)
    else:
        opened["today"] = today(scene)
    return opened


def _about_to_die(scene: Scene) -> tuple[PlayerId, ...]:
    return (scene.game.about_to_die,) if scene.game.about_to_die >= 0 else ()


def _now(question: Question | None) -> tuple[PlayerId, ...]:
    """Whose step it is."""
    if question is None:
        return ()
    if question.players:
        return question.players
    if question.ability is not None and question.name != "registers":
        return (question.ability.player,)
    return (question.player,) if question.player != NOBODY else ()


def _picked(scene: Scene) -> dict[PlayerId, str]:
    """Whom the player has chosen in this step already."""
    found: dict[PlayerId, str] = {}
    for entry in scene.table.in_step:
        if entry.override is not None or entry.of < 0:
            continue
        parts = entry.answer if isinstance(entry.answer, tuple) else (entry.answer,)
        for part in parts:
            if isinstance(part, int) and not isinstance(part, bool):
                found[part] = str(len(found) + 1)
    return found


def _step_place(scene: Scene) -> str:
    if scene.game.phase is not Phase.NIGHT:
        return ""
    listed = tonight_list(scene)
    if not listed["steps"]:
        return ""
    return fill(_("{number} of {count}"), number=min(listed["now"], listed["steps"]), count=listed["steps"])


def _with_panel(scene: Scene, panel: str) -> dict[str, Any]:
    """One of the panels that are opened from the menu."""
    question = scene.question
    opened: dict[str, Any] = {
        "view": "panel",
        "panel": panel,
        "back": scene.link(panel=None, seat=None, act=None),
        "ring": ring(scene, now=_now(question), numbers=numbers_of(scene)),
        "undo": undo_bar(scene),
        "step_place": _step_place(scene),
    }
    if panel == "hand":
        opened["hand"] = by_hand_form(scene)
    elif panel == "automation":
        opened["automation"] = _automation(scene)
    elif panel == "timeline":
        opened["timeline"] = {"lines": log(scene), "branches": branches(scene)}
    elif panel == "notes":
        opened["notes"] = [
            {
                "id": note.id,
                "text": note.text,
                "who": scene.words.player(note.player) if note.player >= 0 else "",
                "link": scene.link(at=note.entry, panel=None) if note.entry in scene.table.tree else "",
            }
            for note in reversed(scene.playing.notes)
        ]
        opened["players"] = [{"player": p, "name": scene.words.player(p)} for p in scene.game.ring]
    elif panel == "people":
        opened["own"] = _storytellers_own(scene)
        opened["people"] = [
            {
                "player": p,
                "name": scene.words.player(p),
                "seat": place + 1,
                "link": scene.link(seat=p, panel=None),
            }
            for place, p in enumerate(scene.game.ring)
        ]
    return opened


def _storytellers_own(scene: Scene) -> dict[str, Any]:
    """The Fabled and Loric that are in the game, and those that may come in."""
    added = scene.game.added
    others = [i for i, fact in FACTS.items() if fact.type in ("fabled", "loric") and i not in added]
    return {
        "added": [scene.character_chip(i) for i in added],
        "others": sorted(((i, scene.words.character(i)) for i in others), key=lambda one: one[1]),
    }


def _automation(scene: Scene) -> dict[str, Any]:
    """How much Knell does by itself, by kind of question and for single ones."""
    automation = scene.table.automation
    levels = {
        Level.BY_HAND: _("By hand"),
        Level.SUGGESTED: _("Suggested"),
        Level.AUTOMATIC: _("Automatic"),
    }
    kinds = {
        Kind.SHOW: (_("What players are shown"), _("Information, true or false")),
        Kind.RULING: (_("Rulings"), _("What the rules leave to the Storyteller")),
        Kind.CHANCE: (_("Chance"), _("What is drawn at random")),
        Kind.CHOICE: (_("Players' choices"), _("Automatic only to try something out")),
        Kind.VOTE: (_("Votes"), _("Automatic means that nobody votes")),
    }
    rows = []
    for kind, (title, about) in kinds.items():
        name = KINDS[kind]
        level = automation.levels.get(name, automation.default)
        rows.append(_automation_row(name, title, about, level, levels))
    single = [
        _automation_row(name, name.replace(".", ": ").replace("_", " "), "", level, levels)
        for name, level in automation.levels.items()
        if name not in KINDS.values() and name.replace(".", "").replace("_", "").isalnum()
    ]
    question = scene.question
    if (
        question is not None
        and question.kind in (Kind.SHOW, Kind.RULING)
        and question.name not in automation.levels
    ):
        level = automation.level(question)
        title = fill(_("This question: {name}"), name=question.name.replace(".", ": ").replace("_", " "))
        single.insert(0, _automation_row(question.name, title, "", level, levels))
    return {"kinds": rows, "single": single}


def _automation_row(
    name: str, title: str, about: str, level: Level, levels: dict[Level, str]
) -> dict[str, Any]:
    return {
        "name": name,
        "title": title,
        "about": about,
        "levels": [{"value": str(one), "label": label, "on": one is level} for one, label in levels.items()],
    }

"""The day: what may happen next, what has happened today, and everything that anybody may say or do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from knell.engine import NOBODY, Close, FieldShape, FormField, Kind, Phase, PlayerId
from knell.engine import day as rules
from knell.engine.events import (
    ChangedByHand,
    DayBegan,
    Died,
    Executed,
    ExileCalled,
    Exiled,
    Joined,
    Left,
    NightBegan,
    Nominated,
    SupportCounted,
    Used,
    VoteCounted,
)
from knell.engine.hand import rulings_now
from knell.engine.overrides import Show
from knell.texts import _, fill, ngettext
from knell.web.drawing.symbols import face, icon
from knell.web.grimoire.choices import group_of_characters, group_of_players
from knell.web.grimoire.saying import of_the_night
from knell.web.grimoire.scene import Scene, kind_of
from knell.web.grimoire.step import what_comes_of
from knell.words import change_in_words
from knell.words.ending import ending, winner
from knell.words.votes import made_by, support_in_words, threshold, vote_result, votes_in_words

__all__ = ["day_panel", "today"]

PANELS: Final = ("dusk", "nominate", "use", "exile", "execute", "traveller", "leave", "visit")


def day_panel(scene: Scene) -> dict[str, Any]:
    """What the Storyteller may do now, by day."""
    game, words = scene.game, scene.words
    panel = scene.params.get("panel", "")
    about = game.about_to_die
    mode = panel if panel in PANELS else ""
    return {
        "title": scene.phase_name,
        "living": game.living.bit_count(),
        "votes": rules.votes_left(game),
        "threshold": threshold(game, words),
        "about": words.player(about) if about >= 0 else "",
        "about_votes": game.tallies.get(about, 0),
        "last": _last_result(scene),
        "dusk": _dusk(scene),
        "mode": mode,
        "links": {name: scene.link(panel=name, act=None, seat=None) for name in PANELS},
        "back": scene.link(panel=None, act=None, seat=None, **{"as": None}),
        "may_nominate": bool(rules.may_nominate(game)) and bool(rules.may_be_nominated(game)),
        "may_exile": bool(rules.may_be_exiled(game)),
        "has_uses": any(c.form for c in game.cast.by_id.values()),
        "has_travellers": mode in ("traveller", "leave") and bool(game.travellers & game.everyone),
        "rulings": _rulings(scene),
        "form": _FORMS[mode](scene) if mode in _FORMS else None,
        "timer": scene.playing.timer or 0,
    }


def _dusk(scene: Scene) -> dict[str, Any]:
    """What closing the nominations brings about: it is tried on a copy of the table."""
    game, words = scene.game, scene.words
    about = NOBODY if game.day_over else game.about_to_die
    if game.day_over:
        what = _("The day is over")
    elif about != NOBODY:
        what = fill(_("Execute {player}"), player=words.player(about))
    else:
        what = _("Nobody is executed")
    tried = scene.table.fork()
    tried.answer(Close())
    for _step in range(_MOST_DECIDED):
        if tried.question is None or tried.game.phase is Phase.NIGHT:
            break
        tried.answer_default()
    outcome = tried.outcome
    label = what
    if outcome is not None:
        label = fill(_("{what}: {outcome}"), what=what, outcome=winner(outcome.evil_won))
    return {
        "label": label,
        "ends": ending(tried.game, words),
        "lines": what_comes_of(scene, tried) if scene.params.get("panel") == "dusk" else [],
        "link": scene.link(panel="dusk", act=None, seat=None, **{"as": None}),
    }


_MOST_DECIDED: Final = 40
"""So many decisions of a dusk are taken as suggested when its consequences are looked at."""


def _outcome(scene: Scene, used: Used, place: int) -> str:
    """What came of an ability that somebody used aloud on a player, as everybody could see it."""
    character = scene.game.cast.by_id.get(used.character)
    if (
        character is None
        or not character.public
        or all(f.shape is not FieldShape.PLAYER for f in character.form)
    ):
        return ""
    for heard in scene.events[place + 1 :]:
        match heard.event:
            case Nominated() | Used() | ExileCalled() | Executed() | ChangedByHand() | NightBegan():
                return _("nothing happens")
            case Died(player):
                return fill(_("{player} dies"), player=scene.words.player(player))
    question = scene.question
    return _("nothing happens") if question is not None and question.kind is Kind.DAY else ""


def _last_result(scene: Scene) -> dict[str, Any] | None:
    """What came of the vote that was counted last today, or of an ability that was used on somebody."""
    game, words = scene.game, scene.words
    for place in range(len(scene.events) - 1, -1, -1):
        event = scene.events[place].event
        if isinstance(event, DayBegan):
            return None
        if isinstance(event, Used) and (outcome := _outcome(scene, event, place)):
            whom = words.details(event.details)
            message = _("{player} uses the ability of the {character} on {whom}: {outcome}.")
            who, what = words.player(event.player), words.character(event.character)
            text = fill(message, player=who, character=what, whom=whom, outcome=outcome)
            return {"text": text, "player": event.player, "icon": icon("speak")}
        if isinstance(event, VoteCounted):
            said = vote_result(event, game.about_to_die, words)
            return {"text": said, "player": event.nominee, "icon": icon("hand")}
    return None


def _rulings(scene: Scene) -> list[dict[str, Any]]:
    """What may be ruled now, and about whom."""
    found = []
    for character, player, ruling, override in rulings_now(scene.game):
        link = ""
        if ruling.executes:
            link = scene.link(panel="execute", act=override.name, seat=None, **{"as": player})
        text = fill(
            _(ruling.offered) if ruling.offered else _("{player}: a ruling of the {character}"),
            player=scene.words.player(player),
            character=scene.words.character(character),
        )
        found.append(
            {"name": override.name, "player": player, "text": f"{text}…" if link else text, "link": link}
        )
    return found


# -- forms -------------------------------------------------------------------------------------------


def _nominate(scene: Scene) -> dict[str, Any]:
    game = scene.game
    nominators, nominees = rules.may_nominate(game), rules.may_be_nominated(game)
    given = scene.player_param("as")
    by = _why_not_nominate(scene)
    whom = {
        p: _("is exiled instead") if game.travellers >> p & 1 else _("nominated today")
        for p in game.ring
        if not nominees >> p & 1
    }
    return {
        "groups": [
            group_of_players(
                scene,
                "nominator",
                [p for p in game.ring if nominators >> p & 1],
                1,
                chosen=(given,),
                legend=_("Who nominates?"),
                why_not=by,
                kinds=False,
            ),
            group_of_players(
                scene,
                "nominee",
                [p for p in game.ring if nominees >> p & 1],
                1,
                legend=_("Whom?"),
                why_not=whom,
                kinds=False,
            ),
        ],
        "pattern": _("{nominator} nominates {nominee}"),
        "unready": _("Pick two players"),
        "threshold": threshold(game, scene.words),
    }


def _why_not_nominate(scene: Scene) -> dict[PlayerId, str]:
    game = scene.game
    may = rules.may_nominate(game)
    return {
        p: _("dead") if not game.living >> p & 1 else _("has nominated")
        for p in game.ring
        if not may >> p & 1
    }


def _exile(scene: Scene) -> dict[str, Any]:
    game = scene.game
    may = [p for p in game.ring if rules.may_be_exiled(game) >> p & 1]
    return {
        "groups": [
            group_of_players(scene, "traveller", may, 1, chosen=may[:1] if len(may) == 1 else (),
                             legend=_("Which Traveller?")),
            group_of_players(scene, "caller", game.ring, 1, legend=_("Who calls for it?"), kinds=False),
        ],
        "pattern": _("{caller} calls for the exile of {traveller}"),
        "unready": _("Pick two players"),
    }  # fmt: skip


def _execute(scene: Scene) -> dict[str, Any]:
    game, words = scene.game, scene.words
    name = scene.params.get("act", "")
    offered = [one for one in rulings_now(game) if one.override.name == name and one.ruling.executes]
    if offered:
        may, ruling = [one.player for one in offered], offered[0].ruling
        character = words.character(offered[0].character)
        pattern = fill(_(ruling.offered), player="{value}", character=character)
        given = scene.player_param("as")
        return {
            "ruling": name,
            "groups": [
                group_of_players(
                    scene, "value", may, 1, chosen=(given,), legend=_("Who is executed?"), kinds=False
                )
            ],
            "pattern": pattern,
            "unready": _("Pick a player"),
            "hint": _(ruling.advice),
        }
    return {
        "groups": [
            group_of_players(scene, "player", game.ring, 1, legend=_("Who is executed?"), kinds=False)
        ],
        "pattern": _("Execute {player} now"),
        "unready": _("Pick a player"),
        "hint": _(
            "This is the day's execution, without a vote. What their ability makes of it is worked out."
        ),
    }


def _use(scene: Scene) -> dict[str, Any]:
    """Anybody may say that they use an ability; a bluff looks like the real thing."""
    game, words = scene.game, scene.words
    known = [c for c in game.cast.characters if c.form]
    chosen = scene.params.get("act", "")
    character = game.cast.by_id.get(chosen)
    form: dict[str, Any] = {
        "abilities": [
            {
                "character": c.id,
                "name": words.character(c.id),
                "kind": c.type.label,
                "face": face(c.id, c.type.label),
                "on": c.id == chosen,
                "link": scene.link(act=c.id),
            }
            for c in known
        ],
        "groups": [],
        "fields": [],
        "unready": _("Pick the ability"),
        "pattern": _("Pick the ability"),
        "lacking": True,
    }
    if character is None or not character.form:
        return form
    name = words.character(chosen)
    form.update(
        character=chosen,
        name=name,
        private=not character.public,
        pattern=fill(_("{player} uses it: {character}"), player="{player}", character=name),
        unready=_("Fill in the rest"),
        lacking=False,
    )
    form["groups"] = [
        group_of_players(scene, "player", game.ring, 1, chosen=(scene.player_param("as"),),
                         legend=_("Who says so?"), kinds=False)
    ]  # fmt: skip
    if character.public:
        form["limit"] = _limit(scene, chosen)
    for field in character.form:
        form["fields"].append(_field(scene, field))
    return form


_LIMITS: Final = (None, 1, 2, 3, 4, 5)


def _limit(scene: Scene, character: str) -> dict[str, Any]:
    """How many players a day may use an ability aloud; the Storyteller may change it by hand."""
    now = scene.game.limits.get(character)
    used = rules.claimants(scene.game, character)
    offered = sorted({*_LIMITS, now}, key=lambda most: most or 0)
    return {
        "set": now is not None,
        "said": fill(_("{count} of {most} today"), count=len(used), most=now) if now is not None else "",
        "choices": [
            {
                "value": json.dumps({"override": "limit", "character": character, "most": json.dumps(most)}),
                "label": _("no limit") if most is None else str(most),
                "on": most == now,
            }
            for most in offered
        ],
    }


def _field(scene: Scene, field: FormField) -> dict[str, Any]:
    game, shape = scene.game, field.shape
    key, legend = f"detail.{field.name}", _legend(field)
    made: dict[str, Any] = {"name": key, "shape": shape, "legend": legend}
    if shape in (FieldShape.PLAYER, FieldShape.PLAYERS):
        count = 1 if shape is FieldShape.PLAYER else len(game.ring)
        made["group"] = group_of_players(scene, key, game.ring, count, legend=legend, kinds=False)
        if shape is FieldShape.PLAYERS:
            made["group"]["least"] = 0
    elif shape is FieldShape.GUESSES:
        made["players"] = [{"player": p, "name": scene.words.player(p)} for p in game.ring]
        made["characters"] = [
            {"id": c.id, "name": scene.words.character(c.id), "kind": c.type.label}
            for c in game.cast.characters
        ]
        made["rows"] = range(field.most or len(game.ring))
    return made


def _legend(field: FormField) -> str:
    if field.asks:
        return _(field.asks)
    return _("Whom?") if field.shape is FieldShape.PLAYER else field.name.replace("_", " ").capitalize()


def _traveller(scene: Scene) -> dict[str, Any]:
    game, words = scene.game, scene.words
    ids = sorted([one.id for one in rules.may_join(game)], key=words.character)
    return {
        "groups": [group_of_characters(scene, "character", ids, 1, legend=_("As which Traveller?"))],
        "after": [{"player": p, "name": words.player(p)} for p in game.ring],
        "pattern": _("{name} joins as the {character}"),
        "unready": _("Give a name and pick a Traveller"),
    }


def _leave(scene: Scene) -> dict[str, Any]:
    game = scene.game
    may = [p for p in game.ring if game.travellers >> p & 1]
    return {
        "groups": [group_of_players(scene, "player", may, 1, legend=_("Who leaves?"))],
        "pattern": _("{player} leaves the game"),
        "unready": _("Pick a Traveller"),
    }


def _visit(scene: Scene) -> dict[str, Any]:
    return {
        "players": [
            {"player": p, "name": scene.words.player(p), "on": p == scene.player_param("as")}
            for p in scene.game.ring
        ]
    }


_FORMS: Final = {
    "nominate": _nominate,
    "exile": _exile,
    "execute": _execute,
    "use": _use,
    "traveller": _traveller,
    "leave": _leave,
    "visit": _visit,
}


# -- what has happened today -------------------------------------------------------------------------


def today(scene: Scene) -> dict[str, Any]:
    """The list beside the ring by day: how the day began, who nominated whom, who used what."""
    game, words = scene.game, scene.words
    lines: list[dict[str, Any]] = []
    by_hand: list[dict[str, Any]] = []
    for place, heard in enumerate(scene.events):
        event = heard.event
        if isinstance(event, DayBegan):
            lines, by_hand = _dawn(scene, heard.night), []
            continue
        if heard.phase is not Phase.DAY:
            continue
        match event:
            case Nominated(nominator, nominee):
                line = _line(scene, "point", words.player(nominee), nominee, heard.entry)
                line["who"] = made_by(nominator, words)
                lines.append(line)
            case VoteCounted(nominee, _hands, tally) if lines:
                on_block = game.about_to_die == nominee
                lines[-1]["note"] = votes_in_words(tally)
                lines[-1]["state"] = "now" if on_block else "done"
                lines[-1]["why"] = _("about to die") if on_block else ""
            case Used(player, character, details):
                line = _line(scene, "speak", words.character(character), player, heard.entry)
                line["who"] = words.player(player)
                line["note"] = words.details(details)
                outcome = _outcome(scene, event, place)
                if outcome:
                    line["note"] = fill(_("{whom}: {outcome}"), whom=line["note"], outcome=outcome)
                lines.append(line)
            case ExileCalled(caller, traveller):
                line = _line(scene, "exile", words.player(traveller), traveller, heard.entry)
                line["who"] = made_by(caller, words, exile=True)
                lines.append(line)
            case SupportCounted(_who, _hands, tally, needed) if lines:
                lines[-1]["note"] = support_in_words(tally, needed)
            case Executed(player) | Exiled(player) | Died(player) | Joined(player) | Left(player):
                picture, said = _SIMPLE[type(event)]()
                line = _line(scene, picture, words.player(player), player, heard.entry)
                line["note"] = said
                lines.append(line)
            case ChangedByHand(change) if not isinstance(change, Show):
                told = change_in_words(change, words)
                by_hand.append(_line(scene, "edit", told, NOBODY, heard.entry))
    count = len(by_hand)
    return {
        "lines": lines,
        "by_hand": by_hand,
        "by_hand_title": fill(
            ngettext("{count} change by hand", "{count} changes by hand", count), count=count
        ),
    }


_SIMPLE: Final[dict[type, Callable[[], tuple[str, str]]]] = {
    Executed: lambda: ("axe", _("executed")),
    Exiled: lambda: ("exile", _("exiled")),
    Died: lambda: ("skull", _("died")),
    Joined: lambda: ("arrive", _("joined")),
    Left: lambda: ("leave", _("left")),
}


def _line(scene: Scene, picture: str, title: str, player: PlayerId, entry: int) -> dict[str, Any]:
    kind = kind_of(scene.game, scene.game.characters[player].id) if player != NOBODY else ""
    return {
        "state": "done",
        "face": icon(picture, "face"),
        "kind": "",
        "title": title,
        "who": "",
        "note": "",
        "why": "",
        "link": scene.link(at=entry, panel=None, seat=None),
        "player": player if player != NOBODY else None,
        "team": kind,
    }


def _dawn(scene: Scene, night: int) -> list[dict[str, Any]]:
    """Who was announced dead at dawn."""
    dead, _back = of_the_night(scene, night)
    entry = 0
    for heard in scene.events:
        if isinstance(heard.event, Died) and heard.phase is Phase.NIGHT and heard.night == night:
            entry = heard.entry
    line = _line(scene, "sun", _("Dawn"), NOBODY, entry)
    line["note"] = (
        fill(_("{players} died in the night"), players=scene.words.people(dead))
        if dead
        else _("nobody has died")
    )
    return [line]

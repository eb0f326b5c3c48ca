"""The day: what may happen next, what has happened today, and everything that anybody may say or do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from knell.engine import NOBODY, Kind, Override, Phase, PlayerId, Type
from knell.engine import day as rules
from knell.texts import _, fill, ngettext
from knell.web.drawing.symbols import face, icon
from knell.web.grimoire.choices import group_of_characters, group_of_players
from knell.web.grimoire.scene import Scene, kind_of
from knell.words import change_in_words
from knell.words.asking import threshold

__all__ = ["day_panel", "today"]

PANELS: Final = ("nominate", "use", "exile", "execute", "traveller", "leave", "visit")


def day_panel(scene: Scene) -> dict[str, Any]:
    """What the Storyteller may do now, by day."""
    game, words = scene.game, scene.words
    panel = scene.params.get("panel", "")
    living = game.living.bit_count()
    about = game.about_to_die
    travellers = [p for p in game.ring if game.travellers >> p & 1 and game.living >> p & 1]
    mode = panel if panel in PANELS else ""
    return {
        "title": scene.phase_name,
        "living": living,
        "votes": living + (game.ghost_votes & game.everyone & ~game.living).bit_count(),
        "threshold": threshold(game, words),
        "about": words.player(about) if about >= 0 else "",
        "about_votes": game.tallies.get(about, 0),
        "announce": _announcement(scene),
        "last": _last_result(scene),
        "close": _close_label(scene),
        "mode": mode,
        "links": {name: scene.link(panel=name, act=None, seat=None) for name in PANELS},
        "back": scene.link(panel=None, act=None, seat=None, **{"as": None}),
        "may_nominate": bool(rules.may_nominate(game)) and bool(rules.may_be_nominated(game)),
        "may_exile": any(game.calls >> p & 1 for p in travellers),
        "has_uses": any(c.form for c in game.cast.by_id.values()),
        "has_travellers": mode in ("traveller", "leave") and bool(game.travellers & game.everyone),
        "rulings": _rulings(scene),
        "form": _FORMS[mode](scene) if mode in _FORMS else None,
        "timer": scene.playing.timer or 0,
    }


def _close_label(scene: Scene) -> str:
    about = scene.game.about_to_die
    if scene.game.day_over:
        return _("Dusk")
    if about >= 0:
        return fill(_("Dusk: execute {player}"), player=scene.words.player(about))
    return _("Dusk: nobody is executed")


_HAPPENINGS: Final = ("nominated", "used", "exile called", "executed", "died", "joined", "left")


def _announcement(scene: Scene) -> list[str]:
    """What to tell the town at dawn, until something has happened today."""
    lines: list[str] = []
    for heard in scene.events:
        event = heard.event
        if event.name == "day":
            lines = _news_of_dawn(scene, heard.night)
        elif heard.phase is Phase.DAY and event.name in _HAPPENINGS:
            lines = []
    return lines


def _news_of_dawn(scene: Scene, night: int) -> list[str]:
    words = scene.words
    dead, back = _of_the_night(scene, night)
    said = [
        fill(_("{players} died in the night."), players=words.people(dead))
        if dead
        else _("Nobody died in the night.")
    ]
    if back:
        message = ngettext("{players} is alive again.", "{players} are alive again.", len(back))
        said.append(fill(message, players=words.people(back)))
    return said


def _of_the_night(scene: Scene, night: int) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who was named dead in a night or at its dawn, and who was named alive again."""
    dead: list[PlayerId] = []
    back: list[PlayerId] = []
    for heard in scene.events:
        if heard.phase is not Phase.NIGHT or heard.night != night:
            continue
        if heard.event.name == "died":
            dead.append(heard.event.data["player"])
        elif heard.event.name == "alive":
            back.append(heard.event.data["player"])
    return dead, back


def _outcome(scene: Scene, place: int) -> str:
    """What came of an ability that somebody used aloud on a player, as everybody could see it."""
    used = scene.events[place].event.data
    character = scene.game.cast.by_id.get(used["character"])
    if character is None or not character.public or all(f.shape != "player" for f in character.form):
        return ""
    for heard in scene.events[place + 1 :]:
        if heard.event.name in ("nominated", "used", "exile called", "executed", "override", "night"):
            return _("nothing happens")
        if heard.event.name == "died":
            return fill(_("{player} dies"), player=scene.words.player(heard.event.data["player"]))
    question = scene.question
    return _("nothing happens") if question is not None and question.kind is Kind.DAY else ""


def _last_result(scene: Scene) -> dict[str, Any] | None:
    """What came of the vote that was counted last today, or of an ability that was used on somebody."""
    game, words = scene.game, scene.words
    for place in range(len(scene.events) - 1, -1, -1):
        event = scene.events[place].event
        if event.name == "day":
            return None
        if event.name == "used" and (outcome := _outcome(scene, place)):
            whom = words.details(event.data["details"])
            message = _("{player} uses the ability of the {character} on {whom}: {outcome}.")
            who, what = words.player(event.data["player"]), words.character(event.data["character"])
            text = fill(message, player=who, character=what, whom=whom, outcome=outcome)
            return {"text": text, "player": event.data["player"], "icon": icon("speak")}
        if event.name == "vote":
            tally = event.data["tally"]
            nominee = event.data["nominee"]
            votes = fill(ngettext("{count} vote", "{count} votes", tally), count=tally)
            if game.about_to_die == nominee:
                said = fill(
                    _("{votes} for {player}, who is about to die."), votes=votes, player=words.player(nominee)
                )
            elif tally and tally == event.data["highest"] and tally >= event.data["half"]:
                said = fill(_("{votes} for {player}: a tie, nobody is about to die."), votes=votes,
                            player=words.player(nominee))  # fmt: skip
            else:
                said = fill(_("{votes} for {player}: not enough."), votes=votes, player=words.player(nominee))
            return {"text": said, "player": nominee, "icon": icon("hand")}
    return None


def _rulings(scene: Scene) -> list[dict[str, Any]]:
    """What may be ruled at any time, and about whom."""
    game, words = scene.game, scene.words
    found = []
    for ability in game.abilities.values():
        if ability.pretended or not game.living >> ability.player & 1:
            continue
        for ruling in ability.character.rulings:
            character = ability.character.id
            name, who = f"{character}.{ruling}", ability.player
            if ruling == "execute":
                message = _("Execute {player} for madness ({character})…")
                link = scene.link(panel="execute", act=name, seat=None, **{"as": who})
            else:
                message = _("{player}: a ruling of the {character}")
                link = ""
            text = fill(message, player=words.player(who), character=words.character(character))
            found.append({"name": name, "player": who, "text": text, "link": link})
    return found


def _may_be_ruled(scene: Scene, name: str) -> list[PlayerId]:
    """Whom a ruling that may be made at any time can be about now."""
    return [one["player"] for one in _rulings(scene) if one["name"] == name and one["link"]]


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
    may = [p for p in game.ring if game.calls & game.living & game.travellers & game.everyone & 1 << p]
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
    ruling = scene.params.get("act", "")
    may = _may_be_ruled(scene, ruling)
    if may:
        character = words.character(ruling.partition(".")[0])
        pattern = fill(_("Execute {player} for madness ({character})"), player="{value}", character=character)
        given = scene.player_param("as")
        return {
            "ruling": ruling,
            "groups": [
                group_of_players(
                    scene, "value", may, 1, chosen=(given,), legend=_("Who is executed?"), kinds=False
                )
            ],
            "pattern": pattern,
            "unready": _("Pick a player"),
            "hint": _(
                "For madness: without a vote, and the day ends. Give neither the reason nor the character."
            ),
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
        pattern=_("{player} uses it: {character}").replace("{character}", name),
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
        form["fields"].append(_field(scene, field.name, field.shape))
    return form


_LIMITS: Final = (None, 1, 2, 3, 4, 5)
_MOST_GUESSES: Final = 5


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


def _field(scene: Scene, name: str, shape: str) -> dict[str, Any]:
    game = scene.game
    key = f"detail.{name}"
    made: dict[str, Any] = {"name": key, "shape": shape, "legend": _field_name(name)}
    if shape in ("player", "players"):
        count = 1 if shape == "player" else len(game.ring)
        made["group"] = group_of_players(scene, key, game.ring, count, legend=_field_name(name), kinds=False)
        if shape == "players":
            made["group"]["least"] = 0
    elif shape == "guesses":
        made["players"] = [{"player": p, "name": scene.words.player(p)} for p in game.ring]
        made["characters"] = [
            {"id": c.id, "name": scene.words.character(c.id), "kind": c.type.label}
            for c in game.cast.characters
        ]
        made["rows"] = range(_MOST_GUESSES)
    return made


def _field_name(name: str) -> str:
    return {
        "choose": _("Whom?"),
        "guesses": _("Up to five guesses"),
        "guess": _("What do they guess?"),
        "statement": _("What do they say?"),
        "minions": _("As Minions"),
        "demons": _("As Demons"),
    }.get(name) or name.replace("_", " ").capitalize()


def _traveller(scene: Scene) -> dict[str, Any]:
    game, words = scene.game, scene.words
    held = set(game.in_play)
    ids = [c.id for c in game.cast.by_id.values() if c.type is Type.TRAVELLER and c.id not in held]
    ids.sort(key=words.character)
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
        event, data = heard.event, heard.event.data
        if event.name == "day":
            lines, by_hand = _dawn(scene, heard.night), []
            continue
        if heard.phase is not Phase.DAY:
            continue
        line: dict[str, Any] | None = None
        if event.name == "nominated":
            line = _line(scene, "point", words.player(data["nominee"]), data["nominee"], heard.entry)
            line["who"] = fill(_("by {player}"), player=words.player(data["nominator"]))
        elif event.name == "vote" and lines:
            tally = data["tally"]
            on_block = game.about_to_die == data["nominee"]
            lines[-1]["note"] = fill(ngettext("{count} vote", "{count} votes", tally), count=tally)
            lines[-1]["state"] = "now" if on_block else "done"
            lines[-1]["why"] = _("about to die") if on_block else ""
            continue
        elif event.name == "used":
            line = _line(scene, "speak", words.character(data["character"]), data["player"], heard.entry)
            line["who"] = words.player(data["player"])
            line["note"] = words.details(data["details"])
            outcome = _outcome(scene, place)
            if outcome:
                line["note"] = fill(_("{whom}: {outcome}"), whom=line["note"], outcome=outcome)
        elif event.name == "exile called":
            line = _line(scene, "exile", words.player(data["traveller"]), data["traveller"], heard.entry)
            line["who"] = fill(_("called by {player}"), player=words.player(data["caller"]))
        elif event.name == "support" and lines:
            lines[-1]["note"] = fill(
                _("{count} for it, {needed} needed"), count=data["tally"], needed=data["needed"]
            )
            continue
        elif event.name in ("executed", "exiled", "died", "joined", "left"):
            picture, said = _SIMPLE[event.name]()
            line = _line(scene, picture, words.player(data["player"]), data["player"], heard.entry)
            line["note"] = said
        elif event.name == "override" and data["name"] != "show":
            by_hand.append(_line(scene, "edit", _by_hand(scene, data), NOBODY, heard.entry))
        if line is not None:
            lines.append(line)
    count = len(by_hand)
    return {
        "lines": lines,
        "by_hand": by_hand,
        "by_hand_title": fill(
            ngettext("{count} change by hand", "{count} changes by hand", count), count=count
        ),
    }


_SIMPLE: Final[dict[str, Callable[[], tuple[str, str]]]] = {
    "executed": lambda: ("axe", _("executed")),
    "exiled": lambda: ("exile", _("exiled")),
    "died": lambda: ("skull", _("died")),
    "joined": lambda: ("arrive", _("joined")),
    "left": lambda: ("leave", _("left")),
}


def _by_hand(scene: Scene, data: dict[str, Any]) -> str:
    return change_in_words(Override(data["name"], data["arguments"]), scene.words)


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
    dead, _back = _of_the_night(scene, night)
    entry = 0
    for heard in scene.events:
        if heard.event.name == "died" and heard.phase is Phase.NIGHT and heard.night == night:
            entry = heard.entry
    line = _line(scene, "sun", _("Dawn"), NOBODY, entry)
    line["note"] = (
        fill(_("{players} died in the night"), players=scene.words.people(dead))
        if dead
        else _("nobody has died")
    )
    return [line]

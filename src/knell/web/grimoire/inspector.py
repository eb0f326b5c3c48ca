"""One player: what is true and what they believe, whether it works, what lies on them, and why."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from knell.engine import NOBODY, Ability, Effect, Game, Phase, PlayerId, Token, Until
from knell.engine.events import (
    DayBegan,
    Event,
    ExileCalled,
    NightBegan,
    Nominated,
    SecretVote,
    SupportCounted,
    Taken,
    VoteCounted,
    Warned,
    Woken,
    WokenTogether,
)
from knell.engine.hand import rulings_now
from knell.names import reminder_name
from knell.record import ReplayDiffers, Table
from knell.texts import _, fill
from knell.web.drawing.symbols import SIDES, icon, marker, token_svg
from knell.web.grimoire.choices import group_of_characters
from knell.web.grimoire.ring import reminders_of
from knell.web.grimoire.scene import Scene, kind_of
from knell.web.grimoire.step import works_now
from knell.words import Words, sentence
from knell.words.moments import died_when, phase_name
from knell.words.why import reasons, reminders

__all__ = ["inspector"]

_MOST_SEEN: Final = 40


def inspector(scene: Scene, player: PlayerId) -> dict[str, Any]:
    """Everything about one player."""
    game, words = scene.game, scene.words
    bit = 1 << player
    ring = game.ring
    place = ring.index(player)
    left, right = ring[place - 1], ring[(place + 1) % len(ring)]
    name = words.player(player)
    dead = bool(game.dead & bit)
    seems_dead = not game.living & bit
    return {
        "player": player,
        "name": name,
        "where": _where(scene, player, left, right),
        "seat": place + 1,
        "of": len(ring),
        "left": _neighbour(scene, left),
        "right": _neighbour(scene, right),
        "faces": _faces(scene, player),
        "abilities": _abilities(game, player, words),
        "effects": _effects(scene, player),
        "tray": _tray(scene, player),
        "seen": _seen(scene, player),
        "notes": [
            {"id": note.id, "text": note.text, "when": _moment_of(scene, note.entry)}
            for note in scene.playing.notes
            if note.player == player
        ],
        "dead": dead,
        "seems_dead": seems_dead,
        "evil": bool(game.evil & bit),
        "ghost_vote": bool(game.ghost_votes & bit),
        "drunk": bool(game.drunk & bit),
        "poisoned": bool(game.poisoned & bit),
        "traveller": bool(game.travellers & bit),
        "rulings": _rulings(scene, player),
        "forms": _forms(scene, player),
        "back": scene.link(seat=None, panel=None, act=None),
        "reminder_link": scene.link(panel="reminder"),
        "act": scene.params.get("act", ""),
        "links": {
            act: scene.link(act=act) for act in ("character", "alignment", "seat", "name", "reminder", "note")
        },
        "close_act": scene.link(act=None),
    }


def _where(scene: Scene, player: PlayerId, left: PlayerId, right: PlayerId) -> str:
    game, words = scene.game, scene.words
    bit = 1 << player
    parts = [fill(_("seat {number}"), number=scene.seat_of(player))]
    if game.dead & bit:
        parts.append(fill(_("dead since {moment}"), moment=died_when(game, player)))
        parts.append(_("has a ghost vote") if game.ghost_votes & bit else _("has no vote left"))
    elif not game.living & bit:
        parts.append(_("seems dead and lives"))
    else:
        parts.append(_("alive"))
    parts.append(
        fill(_("between {player} and {other}"), player=words.player(left), other=words.player(right))
    )
    return ", ".join(parts)


def _neighbour(scene: Scene, player: PlayerId) -> dict[str, Any]:
    character = scene.game.characters[player]
    kind = character.type.label
    return {
        "name": scene.words.player(player),
        "svg": token_svg(character.id, scene.words.character(character.id), kind, plain=True),
        "link": scene.link(seat=player, act=None),
    }


def _faces(scene: Scene, player: PlayerId) -> list[dict[str, Any]]:
    game, words = scene.game, scene.words
    character, believed = game.characters[player], game.believed[player]
    evil = bool(game.evil >> player & 1)
    faces = [_face(words, character.id, character.type.label, evil, _("The truth") if believed else "")]
    if believed is not None:
        label = fill(_("{player} believes"), player=words.player(player))
        told = game.told.get(player)
        faces.append(_face(words, believed.id, believed.type.label, told[1] if told else evil, label))
    else:
        told = game.told.get(player)
        if told is not None and told != (character.id, evil):
            label = fill(_("{player} was last told"), player=words.player(player))
            kind = kind_of(game, told[0])
            faces.append(_face(words, told[0], kind, told[1], label))
    return faces


def _face(words: Words, character: str, kind: str, evil: bool, label: str) -> dict[str, Any]:
    turned = kind != "traveller" and evil != (kind in SIDES)
    return {
        "label": label,
        "name": words.character(character),
        "kind": kind,
        "svg": token_svg(
            character,
            words.character(character),
            kind,
            evil=evil if turned or kind == "traveller" else None,
            plain=True,
        ),
        "what": words.type_and_side(kind, evil),
    }


def _abilities(game: Game, player: PlayerId, words: Words) -> list[dict[str, Any]]:
    """The player's abilities, without one that does nothing but have another one acted out."""
    held = game.abilities_of(player)
    acted_out = {ability.parent for ability in held if ability.pretended}
    made = [_ability(game, ability, words) for ability in held if ability.id not in acted_out]
    said: set[str] = set()
    for one in made:
        one["reminders"] = [line for line in one["reminders"] if line not in said]
        said.update(one["reminders"])
    return made


def _ability(game: Game, ability: Ability, words: Words) -> dict[str, Any]:
    state = works_now(game, ability, words)
    return {
        **state,
        "name": words.character(ability.character.id),
        "by_hand": ability.character.by_hand,
        "summary": _(ability.character.summary) if ability.character.summary else "",
        "how": [_(line) for line in ability.character.how_to_run],
        "notes": [_(line) for line in ability.character.notes],
        "pretended": ability.pretended,
        "reminders": reminders(game, ability, words),
    }


# -- effects -----------------------------------------------------------------------------------------


def _effects(scene: Scene, player: PlayerId) -> list[dict[str, Any]]:
    """What lies on the player, and what the player has laid on others."""
    game = scene.game
    found = []
    for token in game.all_tokens():
        source = game.abilities.get(token.source)
        mine = token.player == player
        if not mine and (source is None or source.player != player):
            continue
        found.append((not mine, -token.number, _effect(scene, token, source)))
    found.sort(key=lambda one: one[:2])
    return [effect for _theirs, _number, effect in found]


def _effect(scene: Scene, token: Token, source: Ability | None) -> dict[str, Any]:
    game, words = scene.game, scene.words
    note = token.effect in (Effect.NOTE, Effect.SPENT)
    force = game.in_force(token)
    why = ""
    if not note and not force and source is not None:
        why = "; ".join(reasons(game, source, words)[:2])
    return {
        "what": reminder_name(token.name),
        "on": words.player(token.player),
        "on_link": scene.link(seat=token.player, act=None),
        "state": _("noted") if note else _("in force") if force else _("suspended"),
        "icon": icon("check" if note or force else "pause"),
        "idle": not note and not force,
        "why": why,
        "from": _source(scene, token, source),
        "ends": _end(token, source),
    }


def _source(scene: Scene, token: Token, source: Ability | None) -> str:
    words = scene.words
    if token.continuous:
        if source is None:
            return _("follows from the seats")
        if source.player != token.player:
            return words.player(source.player)
        return _("set-up") if source.since <= 1 else phase_name(Phase.NIGHT, source.since)
    who = _("by hand") if source is None else words.player(source.player)
    when = _placed_when(scene, token.number)
    return fill(_("{player}, {moment}"), player=who, moment=when) if when else who


_tokens: WeakKeyDictionary[Table, dict[int, frozenset[int]]] = WeakKeyDictionary()


def _placed_when(scene: Scene, number: int) -> str:
    """In which night or on which day a token was put down: the last one that began without it."""
    kept = _tokens.setdefault(scene.table, {})
    found = _("set-up")
    for heard in scene.events:
        if not isinstance(heard.event, NightBegan | DayBegan):
            continue
        if heard.entry not in kept:
            try:
                there = scene.table.fork(heard.entry).game.tokens
            except (KeyError, ReplayDiffers):
                return ""
            kept[heard.entry] = frozenset(token.number for token in there)
        if number in kept[heard.entry]:
            break
        at_night = isinstance(heard.event, NightBegan)
        found = phase_name(Phase.NIGHT if at_night else Phase.DAY, heard.event.number)
    return found


def _end(token: Token, source: Ability | None) -> str:
    if token.continuous:
        own = source is not None and source.player == token.player
        return _("never") if own else _("with its cause")
    return {
        Until.DAWN: _("at dawn"),
        Until.DUSK: _("at dusk"),
        Until.SOURCE: _("with its source"),
        Until.FOREVER: _("never"),
    }[token.until]


def _moment_of(scene: Scene, entry: int) -> str:
    for heard in reversed(scene.events):
        if heard.entry <= entry and isinstance(heard.event, NightBegan | DayBegan):
            return phase_name(heard.phase, heard.night)
    return ""


# -- reminders ---------------------------------------------------------------------------------------


def _tray(scene: Scene, player: PlayerId) -> dict[str, Any]:
    """The reminders beside the player, what is suggested, and everything else that can be put there."""
    game, words = scene.game, scene.words
    here = reminders_of(game, words, player)
    names = {one["name"] for one in here}
    suggested = []
    for use in game.uses:
        name = fill(_("Claims {character}"), character=words.character(use.character))
        if use.player == player and name not in names:
            kind = kind_of(game, use.character)
            suggested.append({"name": name, "label": name, "kind": kind, "svg": marker(use.character, kind)})
    return {
        "here": here,
        "suggested": suggested,
        "all": _all_reminders(scene) if scene.params.get("act") == "reminder" else [],
    }


def _all_reminders(scene: Scene) -> list[dict[str, Any]]:
    """Every token of the script, those of characters in play and of recent use first."""
    game, words = scene.game, scene.words
    recent = [token.name for token in sorted(game.tokens, key=lambda t: -t.number)]
    in_play = {ability.character.id for ability in game.abilities.values()}
    groups = []
    lately = []
    for name in dict.fromkeys(recent):
        owner = name.partition(".")[0]
        kind = kind_of(game, owner)
        if kind:
            lately.append(_one_reminder(scene, name, owner, kind))
    if lately:
        groups.append({"title": _("Recent"), "items": lately[:8], "recent": True})
    characters = sorted(game.cast.by_id.values(), key=lambda c: (c.id not in in_play, c.type, c.id))
    for character in characters:
        if not character.tokens or (character.id not in in_play and character.id not in game.cast.ids):
            continue
        kind = character.type.label
        items = [
            _one_reminder(scene, f"{character.id}.{short}", character.id, kind) for short in character.tokens
        ]
        groups.append({"title": words.character(character.id), "items": items})
    return groups


def _one_reminder(scene: Scene, name: str, owner: str, kind: str) -> dict[str, Any]:
    return {
        "name": name,
        "label": reminder_name(name),
        "owner": scene.words.character(owner),
        "kind": kind,
        "svg": marker(owner, kind),
    }


# -- history -----------------------------------------------------------------------------------------


def _seen(scene: Scene, player: PlayerId) -> list[dict[str, Any]]:
    """What the player saw, did and suffered."""
    lines: list[dict[str, Any]] = []
    for heard in scene.events:
        event = heard.event
        if isinstance(event, Woken | WokenTogether | Taken | NightBegan | DayBegan | Warned):
            continue
        if not _concerns(event, player) and not (event.audience and event.audience >> player & 1):
            continue
        said = sentence(event, scene.words)
        if said is None:
            continue
        at_night = heard.phase.name == "NIGHT"
        lines.append(
            {
                "icon": icon("moon" if at_night else "sun"),
                "when": phase_name(heard.phase, heard.night),
                "text": said,
                "link": scene.link(at=heard.entry, seat=None, act=None),
            }
        )
    return lines[-_MOST_SEEN:]


def _concerns(event: Event, player: PlayerId) -> bool:
    """Whether an event is about that player, or something that they did."""
    match event:
        case Nominated(nominator, nominee):
            return player in (nominator, nominee)
        case ExileCalled(caller, traveller):
            return player in (caller, traveller)
        case VoteCounted(whom, hands) | SupportCounted(whom, hands):
            return player == whom or bool(hands >> player & 1)
        case SecretVote(nominee):
            return player == nominee
        case _:
            return bool(getattr(event, "player", NOBODY) == player)


# -- by hand -----------------------------------------------------------------------------------------


def _rulings(scene: Scene, player: PlayerId) -> list[dict[str, Any]]:
    """What the Storyteller may rule about this player now."""
    by_day = scene.game.phase is Phase.DAY
    found = []
    for character, whom, ruling, override in rulings_now(scene.game):
        if whom != player:
            continue
        text, link = override.name, ""
        if ruling.offered_beside:
            text = fill(_(ruling.offered_beside), character=scene.words.character(character))
        if ruling.executes and by_day:
            link = scene.link(panel="execute", act=override.name, seat=None, **{"as": player})
        found.append({"name": override.name, "text": text, "link": link})
    return found


def _forms(scene: Scene, player: PlayerId) -> dict[str, Any]:
    act = scene.params.get("act", "")
    if act == "character":
        everything = [i for i in scene.game.cast.by_id if kind_of(scene.game, i) not in ("fabled", "loric")]
        current = scene.game.characters[player].id
        ordinary = [i for i in everything if i in scene.game.cast.ids or i == current]
        return {
            "character": group_of_characters(
                scene, "character", ordinary, 1, chosen=(current,), legend=_("Becomes")
            )
        }
    if act == "seat":
        return {
            "others": [
                {"player": p, "name": scene.words.player(p), "seat": scene.seat_of(p)}
                for p in scene.game.ring
                if p != player
            ]
        }
    return {}

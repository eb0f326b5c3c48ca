"""The ring of tokens: who sits where, what they are, what lies beside them, and what stands in its middle."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from knell.engine import NOBODY, Effect, Game, Phase, PlayerId, Token
from knell.engine.day import votes_left
from knell.names import reminder_name
from knell.texts import _, fill
from knell.web.drawing.lettering import is_korean
from knell.web.drawing.symbols import LETTERS, SIDES, icon, marker, token_svg
from knell.web.grimoire.scene import Scene, kind_of
from knell.words import Words
from knell.words.moments import phase_name
from knell.words.tonight import State

__all__ = ["reminders_of", "ring", "seat_in_words"]

DENSE: Final = 13
"""From so many seats on the tokens are drawn with fewer details."""
PHASE_ICONS: Final = {Phase.NIGHT: "moon", Phase.DAY: "sun", Phase.OVER: "bell"}
_WIDE: Final = 4
_NARROW: Final = 2
_WEIGHT: Final = {
    Effect.DRUNK: 0,
    Effect.POISONED: 0,
    Effect.SPENT: 1,
    Effect.OTHER: 3,
    Effect.NOTE: 4,
}
"""What of many reminders stays in sight: first what makes an ability fail, last what is only noted."""
_HAND_MARKS: Final = {"storyteller.poisoned": "poisoned", "storyteller.drunk": "drunk-mark"}


def ring(
    scene: Scene,
    *,
    game: Game | None = None,
    picked: Mapping[PlayerId, str] | None = None,
    now: Collection[PlayerId] = (),
    selected: PlayerId = NOBODY,
    numbers: Mapping[PlayerId, str] | None = None,
) -> dict[str, Any]:
    """The ring at this moment, or at another one whose position is given."""
    game = scene.game if game is None else game
    words = scene.words if game is scene.game else Words.of(game, scene.playing.header.character_names())
    seats = [
        _seat(
            game,
            words,
            player,
            place,
            number=(numbers or {}).get(player),
            picked=(picked or {}).get(player, ""),
            marks=_marks(game, player, now, selected),
        )
        for place, player in enumerate(game.ring)
    ]
    return {
        "count": len(seats),
        "dense": len(seats) >= DENSE,
        "seats": seats,
        "centre": _centre(game, words, selected if selected != NOBODY else next(iter(now), NOBODY)),
    }


def _marks(game: Game, player: PlayerId, now: Collection[PlayerId], selected: PlayerId) -> str:
    classes = []
    if player in now:
        classes.append("now")
    if player == selected:
        classes.append("selected")
    elif selected != NOBODY and selected in game.ring:
        place = game.ring.index(selected)
        count = len(game.ring)
        if player in (game.ring[(place + 1) % count], game.ring[place - 1]):
            classes.append("neighbour")
    return " ".join(classes)


def _seat(
    game: Game,
    words: Words,
    player: PlayerId,
    place: int,
    *,
    number: str | None,
    picked: str,
    marks: str,
) -> dict[str, Any]:
    bit = 1 << player
    name = words.player(player)
    dead = bool(game.dead & bit)
    seems_dead = not game.living & bit
    hidden = game.phase is Phase.NIGHT and player in game.tonight_deaths
    shroud = "" if not (dead or seems_dead) else "unannounced" if hidden else "worn"
    reminders = sorted(reminders_of(game, words, player), key=lambda one: one["weight"])
    common = {
        "player": player,
        "place": place,
        "name": name,
        "korean": is_korean(name),
        "dead": seems_dead or dead,
        "picked": picked,
        "marks": marks,
        "unannounced": hidden,
        "feigned": seems_dead and not dead,
        "vote": ("left" if game.ghost_votes & bit else "spent") if seems_dead or dead else "",
        "reminders": reminders[:_WIDE] if len(reminders) <= _WIDE else reminders[: _WIDE - 1],
        "reminder_count": min(len(reminders), _WIDE),
        "more": len(reminders) - _WIDE + 1 if len(reminders) > _WIDE else 0,
        "more_narrow": len(reminders) - _NARROW + 1 if len(reminders) > _NARROW else 0,
    }
    if not game.characters:
        return {**common, "kind": "", "svg": "", "said": "", "initial": name[:1], "reminders": []}
    character = game.characters[player]
    kind = character.type.label
    believed = game.believed[player]
    evil = bool(game.evil & bit)
    other = None
    if believed is not None:
        other = (believed.id, words.character(believed.id), believed.type.label)
    turned = kind in LETTERS and kind != "traveller" and evil != (kind in SIDES)
    return {
        **common,
        "kind": kind,
        "svg": token_svg(
            character.id,
            words.character(character.id),
            kind,
            evil=evil if turned or kind == "traveller" else None,
            believed=other,
            number=None if number is None else (number, game.night <= 1),
            shroud=shroud,
        ),
        "turned": ("side-evil" if evil else "side-good") if turned else "",
        "said": seat_in_words(game, words, player, number=number),
        "initial": name[:1],
    }


def seat_in_words(game: Game, words: Words, player: PlayerId, *, number: str | None = None) -> str:
    """What the token of a player shows, for those who don't see it."""
    bit = 1 << player
    parts = [words.character(game.characters[player].id)]
    believed = game.believed[player]
    if believed is not None:
        parts.append(fill(_("believes {character}"), character=words.character(believed.id)))
    kind = game.characters[player].type.label
    evil = bool(game.evil & bit)
    if kind == "traveller" or evil != (kind in SIDES):
        parts.append(words.side(evil))
    if number is not None:
        parts.append(fill(_("wakes {number}"), number=number))
    if game.dead & bit:
        parts.append(_("dead"))
        if game.phase is Phase.NIGHT and player in game.tonight_deaths:
            parts.append(_("not yet announced"))
        parts.append(_("ghost vote left") if game.ghost_votes & bit else _("ghost vote spent"))
    elif not game.living & bit:
        parts.append(_("seems dead and lives"))
    return ", ".join(parts)


# -- reminders ---------------------------------------------------------------------------------------


def reminders_of(game: Game, words: Words, player: PlayerId) -> list[dict[str, Any]]:
    """What lies beside a player, newest first. Those with the least ``weight`` matter most."""
    own = [token for token in game.all_tokens() if token.player == player]
    own.sort(key=lambda token: -token.number)
    return [_reminder(game, words, token) for token in own]


def _reminder(game: Game, words: Words, token: Token) -> dict[str, Any]:
    owner, dot, _short = token.name.partition(".")
    kind = kind_of(game, owner) if dot else ""
    picture = _HAND_MARKS.get(token.name) or (owner if dot and kind else "unknown")
    suspended = token.effect not in (Effect.NOTE, Effect.SPENT) and not game.in_force(token)
    source = game.abilities.get(token.source)
    return {
        "number": token.number,
        "name": token.name,
        "label": reminder_name(token.name),
        "weight": _WEIGHT.get(token.effect, 2),
        "kind": kind or "own",
        "svg": marker(picture, kind),
        "suspended": suspended,
        "from": source.player if source is not None else NOBODY,
        "by": words.player(source.player) if source is not None else "",
        "continuous": token.continuous,
    }


# -- the middle --------------------------------------------------------------------------------------

_TYPES: Final = ("townsfolk", "outsider", "minion", "demon", "traveller")


def _centre(game: Game, words: Words, about: PlayerId) -> dict[str, Any]:
    living = game.living.bit_count()
    everybody = len(game.ring)
    votes = votes_left(game)
    counts = dict.fromkeys(_TYPES, 0)
    for player in game.ring if game.characters else ():
        kind = game.characters[player].type.label
        counts[kind] = counts.get(kind, 0) + 1
    hidden = [p for p in game.tonight_deaths if game.dead >> p & 1] if game.phase is Phase.NIGHT else []
    readout = []
    if about != NOBODY and game.characters:
        readout = [
            {"label": one["label"], "by": one["by"], "suspended": one["suspended"]}
            for one in reminders_of(game, words, about)
        ]
    return {
        "icon": icon(PHASE_ICONS.get(game.phase, "seats")),
        "title": phase_name(game.phase, game.night),
        "living": living,
        "everybody": everybody,
        "votes": votes,
        "spread": [(kind, counts[kind], LETTERS[kind]) for kind in _TYPES if counts[kind] or kind == "demon"],
        "town_counts": living + len(hidden) if hidden else 0,
        "about": words.player(about) if readout else "",
        "readout": readout,
    }


def numbers_of(scene: Scene) -> dict[PlayerId, str]:
    """In which place of tonight's list each player comes."""
    found: dict[PlayerId, str] = {}
    place = 0
    for item in scene.tonight:
        if item.state is State.NOT or item.name == "dawn":
            continue
        place += 1
        if item.player != NOBODY and item.player not in found and scene.game.cast.by_id.get(item.name):
            found[item.player] = str(place)
    return found

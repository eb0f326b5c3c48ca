"""How an open question is answered on a page: large tiles for a few answers, lists to pick from for many."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from knell.engine import (
    AT_RANDOM,
    CHANCE,
    Identity,
    Introduction,
    Kind,
    Pair,
    PlayerId,
    Pointing,
    Question,
)
from knell.engine.options import Shape, same
from knell.engine.plain import to_plain
from knell.names import type_name
from knell.record import Level
from knell.texts import _, fill, ngettext
from knell.web.drawing.blocks import in_blocks
from knell.web.drawing.symbols import LETTERS, icon
from knell.web.grimoire.scene import Scene, kind_of
from knell.words.cards import none_in_play
from knell.words.wording import is_number

__all__ = ["choices", "group_of_characters", "group_of_players", "plain"]

_FEW: Final = 8
"""So many answers are shown as large tiles."""
_MOST_CHECKED: Final = 320
"""So many combinations are handed to the page, which greys what doesn't go together."""


def plain(value: Any) -> str:
    """An answer as the page sends it back."""
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))


def choices(scene: Scene, question: Question) -> dict[str, Any]:
    """Everything a form for an answer needs."""
    level = scene.table.level
    suggest = level is not Level.BY_HAND and question.kind is not Kind.CHOICE
    default = question.default if suggest else None
    if question.who == CHANCE and suggest:
        default = scene.table.default()
    made = _Made(scene, question, default, suggest=suggest and default is not AT_RANDOM)
    model = made.model()
    return {
        "tiles": model.get("tiles", []),
        "groups": model.get("groups", []),
        "allowed": model.get("allowed", ""),
        "declines": model.get("declines", ""),
        "free": model.get("free", False),
        "blocks": model.get("blocks"),
        "at_random": suggest and question.default is AT_RANDOM,
        "suggested": made.suggest,
        "suggestion": scene.words.answer_to(question, default) if made.suggest else "",
        "numbers": made.numbers,
    }


class _Made:
    """One form in the making."""

    def __init__(self, scene: Scene, question: Question, default: Any, *, suggest: bool) -> None:
        self.scene = scene
        self.question = question
        self.default = default
        self.suggest = suggest
        self.numbers = is_number(question)
        self.truth = _truth(scene, question)

    def model(self) -> dict[str, Any]:
        """The tiles or the lists for what may be answered."""
        options, things = self.question.options, self.question.things
        match self.question.shape:
            case Shape.PLAYER_AND_CHARACTER if self.question.parts:
                players, characters = self.question.parts
                groups = [
                    self.players(players, 1, chosen=_part(self.default, 0)),
                    self.characters(characters, 1, chosen=_part(self.default, 1)),
                ]
                return {"groups": groups}
            case Shape.PLAYERS | Shape.SEVERAL if things:
                return {"groups": [self.several(things)]}
            case Shape.ORDER:
                return {}
            case Shape.POINTING:
                return self.pointing(options)
            case Shape.IDENTITY:
                return self.identity(options)
            case Shape.PAIR:
                among = sorted({p for option in options for p in option.players}, key=self.scene.seat_of)
                chosen = self.default.players if isinstance(self.default, Pair) else ()
                return {
                    "groups": [self.players(among, len(_some(options).players), chosen=chosen)],
                    "allowed": _pairs(options),
                }
            case Shape.PLAYER if not self.numbers:
                picks = [option for option in options if option is not None]
                return self.or_none(self.players(picks, 1, chosen=(self.default,)))
            case Shape.CHARACTER | Shape.WORDS if len(options) > _FEW:
                ids = [option for option in options if option is not None]
                made = self.or_none(self.characters(ids, 1, chosen=(self.default,)))
                if (own := self.question.own_words) is not None:
                    made["free"] = True
                    made["blocks"] = in_blocks(own, {}, self.scene.words)
                return made
        return {"tiles": [self.tile(option) for option in options]}

    def or_none(self, group: dict[str, Any]) -> dict[str, Any]:
        """One list to pick from, beside "none of them" where that is an answer."""
        made: dict[str, Any] = {"groups": [group]}
        if None in self.question.options:
            made["declines"] = self.none_word()
        return made

    def none_word(self) -> str:
        """What it is called when nothing is picked."""
        if self.question.kind is Kind.CHOICE:
            return _("Declines: shakes their head")
        of_players = self.question.shape is Shape.PLAYER and not self.numbers
        return _("Nobody") if of_players else _("None")

    # -- tiles -----------------------------------------------------------------------------------

    def tile(self, option: Any) -> dict[str, Any]:
        """One answer as something large to press."""
        words, game = self.scene.words, self.scene.game
        kind = kind_of(game, option) if isinstance(option, str) else ""
        label = words.answer_to(self.question, option)
        if option is None:
            label = self.none_word()
        sign = ""
        if isinstance(option, bool):
            sign = icon("thumb-up" if option else "thumb-down")
            label = label[:1].upper() + label[1:]
        elif option == "done":
            label = _("Done")
        suggested = self.suggest and same(option, self.default)
        return {
            "value": plain(option),
            "label": label,
            "small": self.remark(option),
            "checked": suggested or (len(self.question.options) == 1),
            "suggested": suggested and len(self.question.options) > 1,
            "icon": sign,
            "kind": kind,
            "chip": self.scene.character_chip(option)["face"] if kind else "",
            "wide": len(label) > 14 or isinstance(option, Introduction | tuple),
        }

    def remark(self, option: Any) -> str:
        """Whether an answer is true, where that isn't plain."""
        if not self.truth:
            return ""
        true, single = self.truth
        if same(option, true):
            return _("true")
        return _("false") if single else ""

    # -- lists -----------------------------------------------------------------------------------

    def players(self, among: Iterable[PlayerId], count: int, *, chosen: Sequence[Any] = ()) -> dict[str, Any]:
        """Pick players from these."""
        picked = chosen if self.suggest else ()
        return group_of_players(self.scene, "player", among, count, chosen=picked, suggested=self.suggest)

    def characters(self, ids: Iterable[str], count: int, *, chosen: Sequence[Any] = ()) -> dict[str, Any]:
        """Pick characters from these."""
        picked = chosen if self.suggest else ()
        return group_of_characters(self.scene, "character", ids, count, chosen=picked, suggested=self.suggest)

    def several(self, things: tuple[Any, ...]) -> dict[str, Any]:
        """Pick several different things, or as many as wanted."""
        chosen = self.default if isinstance(self.default, tuple) else ()
        least, most = self.question.sizes[0], self.question.sizes[-1]
        of_players = self.question.shape_of_things is Shape.PLAYER
        group = (self.players if of_players else self.characters)(things, most, chosen=chosen)
        if least < most:
            group.update(type="checkbox", least=0, legend=_("Which players? Any number, also none."))
        return group

    def pointing(self, options: Sequence[Any]) -> dict[str, Any]:
        """Pick players and the character that one of them is said to be."""
        among, ids = self.parts_of_pointings(options)
        default = self.default if isinstance(self.default, Pointing) else None
        groups = [
            self.characters(ids, 1, chosen=(default.character,) if default else ()),
            self.players(among, len(_some(options).players), chosen=default.players if default else ()),
        ]
        made: dict[str, Any] = {"groups": groups}
        if len(options) <= _MOST_CHECKED:
            listed = [[o.character, *o.players] for o in options if isinstance(o, Pointing)]
            made["allowed"] = json.dumps(listed, separators=(",", ":"))
        if None in options:
            made["declines"] = none_in_play()
        return made

    def parts_of_pointings(self, options: Sequence[Any]) -> tuple[list[PlayerId], list[str]]:
        """Who may be pointed at, and what for."""
        key = ("pointings", self.question.name, self.question.player)
        cache = self.scene.playing.cache
        known: tuple[list[PlayerId], list[str]] | None = cache.get(key)  # type: ignore[call-overload]
        if known is None:
            players: set[PlayerId] = set()
            ids: dict[str, None] = {}
            for option in options:
                if isinstance(option, Pointing):
                    players.update(option.players)
                    ids[option.character] = None
            known = sorted(players, key=self.scene.seat_of), list(ids)
            cache[key] = known  # type: ignore[index]
        return known

    def identity(self, options: Sequence[Any]) -> dict[str, Any]:
        """Pick a player and a character."""
        players: dict[PlayerId, None] = {}
        ids: dict[str, None] = {}
        for option in options:
            players[option.player] = None
            ids[option.character] = None
        default = self.default if isinstance(self.default, Identity) else None
        made: dict[str, Any] = {
            "groups": [
                self.players(players, 1, chosen=(default.player,) if default else ()),
                self.characters(ids, 1, chosen=(default.character,) if default else ()),
            ]
        }
        if len(options) <= _MOST_CHECKED:
            made["allowed"] = json.dumps([[o.player, o.character] for o in options], separators=(",", ":"))
        return made


def _some(options: Sequence[Any]) -> Any:
    """An answer that says what they all look like."""
    return next(option for option in options if option is not None)


def _part(value: Any, place: int) -> tuple[Any, ...]:
    return (value[place],) if isinstance(value, tuple) and len(value) > place else ()


def _pairs(options: Sequence[Any]) -> str:
    if len(options) > _MOST_CHECKED:
        return ""
    return json.dumps([list(o.players) for o in options if isinstance(o, Pair)], separators=(",", ":"))


def _truth(scene: Scene, question: Question) -> tuple[Any, bool] | None:
    """The true answer, and whether every other one is false, where that isn't plain from the options."""
    if question.kind is not Kind.SHOW or question.truth is None or len(question.options) < 2:
        return None
    true = question.truth()
    works = question.ability is None or scene.game.works(question.ability)
    if works and question.allows(true):
        return None
    single = isinstance(true, bool | int) or true is None
    return true, single


# -- lists that other forms use, too -----------------------------------------------------------------


def group_of_players(
    scene: Scene,
    name: str,
    among: Iterable[PlayerId],
    count: int,
    *,
    chosen: Sequence[Any] = (),
    suggested: bool = False,
    legend: str = "",
    why_not: dict[PlayerId, str] | None = None,
    kinds: bool = True,
) -> dict[str, Any]:
    """A list of players to pick ``count`` from; a tap on the ring picks, too.

    Everybody is listed: who can't be picked is greyed, with a reason if there is one.
    """
    allowed = set(among)
    reasons = why_not or {}
    items = []
    for player in scene.game.ring:
        if player not in allowed and not reasons.get(player):
            continue
        chip = scene.chip(player)
        items.append(
            {
                "value": str(player),
                "player": player,
                "label": chip["name"],
                "kind": chip["kind"] if kinds else "",
                "face": chip["face"] if kinds else "",
                "dead": chip["dead"],
                "small": reasons.get(player, ""),
                "checked": player in chosen and player in allowed,
                "disabled": player not in allowed,
            }
        )
    said = legend or _how_many_players(count)
    return {
        "name": name,
        "what": "players",
        "type": "radio" if count == 1 else "checkbox",
        "count": count,
        "least": count,
        "legend": said,
        "items": items,
        "suggested": suggested and any(item["checked"] for item in items),
        "sections": [],
    }


_ORDER: Final = tuple(LETTERS)


def group_of_characters(
    scene: Scene,
    name: str,
    ids: Iterable[str],
    count: int,
    *,
    chosen: Sequence[Any] = (),
    suggested: bool = False,
    legend: str = "",
) -> dict[str, Any]:
    """A list of characters to pick ``count`` from, by type."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    in_play = set(scene.game.in_play) if scene.game.characters else set()
    for character in ids:
        chip = scene.character_chip(character)
        by_kind.setdefault(chip["kind"], []).append(
            {
                "value": character,
                "label": chip["name"],
                "kind": chip["kind"],
                "face": chip["face"],
                "small": _("in play") if character in in_play else "",
                "checked": character in chosen,
                "disabled": False,
            }
        )
    order = [kind for kind in _ORDER if kind in by_kind] + [kind for kind in by_kind if kind not in _ORDER]
    several = len(order) > 1
    sections = [
        {"kind": kind, "title": type_name(kind) if kind and several else "", "items": by_kind[kind]}
        for kind in order
    ]
    said = legend or _how_many_characters(count)
    total = sum(len(items) for items in by_kind.values())
    return {
        "name": name,
        "what": "characters",
        "type": "radio" if count == 1 else "checkbox",
        "count": count,
        "least": count,
        "legend": said,
        "items": [],
        "sections": sections,
        "searchable": total > 16,
        "suggested": suggested,
    }


def _how_many_players(count: int) -> str:
    if count == 1:
        return _("Which player?")
    if count == 2:
        return _("Which two players?")
    return fill(ngettext("Which {count} player?", "Which {count} players?", count), count=count)


def _how_many_characters(count: int) -> str:
    if count == 1:
        return _("Which character?")
    return fill(ngettext("Which {count} character?", "Which {count} characters?", count), count=count)

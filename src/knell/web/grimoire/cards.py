"""Show-cards: what a player may see, large and alone on the screen, and whatever is shown by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knell.engine import (
    NOBODY,
    Identity,
    Introduction,
    Pair,
    PlayerId,
    Pointing,
)
from knell.engine.events import Shown, Told
from knell.engine.overrides import Show
from knell.record import Entry
from knell.texts import _, ngettext
from knell.web.drawing.symbols import icon, token_svg
from knell.web.grimoire.choices import group_of_characters, group_of_players
from knell.web.grimoire.scene import Scene, kind_of
from knell.words.wording import card_lead, shows

__all__ = ["by_hand_form", "card", "resolve"]


def resolve(scene: Scene) -> Entry | None:
    """The entry whose card is asked for: by its number, or what somebody has just shown."""
    given = scene.params.get("card", "")
    table = scene.table
    if given == "last":
        done = next((entry for entry in table.line[::-1] if not entry.automatic), None)
        return done if done is not None and _is_shown(done) else None
    if given.isdigit() and len(given) < 9 and 0 < int(given) <= len(table.tree):
        entry = table.tree[int(given)]
        return entry if _is_shown(entry) else None
    return None


def _is_shown(entry: Entry) -> bool:
    if entry.override is not None:
        return isinstance(entry.override, Show)
    return shows(entry.asked)


def card(scene: Scene, entry: Entry) -> dict[str, Any]:
    """One card, in as many pages as it takes."""
    seen: dict[PlayerId, Any] = {}
    if isinstance(entry.override, Show):
        player, value = entry.override.player, entry.override.what
        pages = _pages(scene, value, by_hand=True)
    else:
        player, value = entry.player, entry.answer
        seen = _seen(scene, entry)
        if len(seen) > 1:
            player = NOBODY
        elif isinstance(value, Introduction):
            value = seen.get(player, value)
        pages = _you_are(scene, player, value) if entry.asked == "you_are" else _pages(scene, value)
        if len(pages) == 1 and pages[0]["kind"] == "token":
            pages[0]["lead"] = card_lead(entry.asked) or pages[0]["lead"]
    if player in scene.game.ring:
        for page in pages:
            if "seats" in page:
                page["seats"]["me"] = scene.game.ring.index(player)
    return {
        "entry": entry.id,
        "pages": pages,
        "characters": tuple(_drawn(value)),
        "url": scene.link(card=entry.id, panel=None, seat=None),
        "back": scene.link(card=None, panel=None, seat=None),
    }


def _seen(scene: Scene, entry: Entry) -> dict[PlayerId, Any]:
    """Who has been shown something by this entry, each with what it was for them."""
    return {
        heard.event.player: heard.event.answer
        for heard in scene.events
        if heard.entry == entry.id and isinstance(heard.event, Shown)
    }


def _drawn(value: Any) -> Iterator[str]:
    """The characters whose tokens a card shows."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _drawn(part)


def _page(kind: str, **parts: Any) -> dict[str, Any]:
    return {"kind": kind, "lead": "", "title": "", "side": "", "svg": "", "people": [], "tokens": [], **parts}


def _token(scene: Scene, character: str) -> dict[str, Any]:
    kind = kind_of(scene.game, character)
    name = scene.words.character(character)
    return {"svg": token_svg(character, name, kind, plain=True), "name": name, "kind": kind}


def _person(scene: Scene, player: PlayerId) -> dict[str, Any]:
    return {"name": scene.words.player(player), "seat": scene.seat_of(player)}


def _you_are(scene: Scene, player: PlayerId, value: Any) -> list[dict[str, Any]]:
    events = [heard.event for heard in scene.events]
    told = next((e for e in reversed(events) if isinstance(e, Told) and e.player == player), None)
    if value in ("good", "evil"):
        return [_page("words", lead=_("You are now"), title=_side(value == "evil"), side=value)]
    evil = told.evil if told is not None else None
    return [_identity_page(scene, str(value), evil, _("You are the"))]


def _side(evil: bool) -> str:
    return _("Evil") if evil else _("Good")


def _identity_page(scene: Scene, character: str, evil: bool | None, lead: str) -> dict[str, Any]:
    made = _token(scene, character)
    return _page(
        "token",
        lead=lead,
        title=made["name"],
        svg=made["svg"],
        side="" if evil is None else "evil" if evil else "good",
        side_word="" if evil is None else _side(evil),
    )


def _pages(scene: Scene, value: Any, *, by_hand: bool = False) -> list[dict[str, Any]]:
    words = scene.words
    if isinstance(value, bool):
        return [
            _page(
                "answer",
                lead=_("Your answer"),
                title=_("Yes") if value else _("No"),
                sign=icon("thumb-up" if value else "thumb-down"),
            )
        ]
    if isinstance(value, int):
        return [_page("answer", lead=_("Your number"), title=str(value))]
    if value is None:
        return [_page("words", title=_("There are none in play"))]
    if isinstance(value, Introduction):
        return _introduction(scene, value)
    if isinstance(value, Pointing):
        made = _token(scene, value.character)
        lead = _("One of these") if len(value.players) > 1 else _("This player")
        people = [_person(scene, p) for p in value.players]
        seats = _seats(scene, value.players)
        return [_page("pointing", lead=lead, people=people, after=_("is the"), tokens=[made], seats=seats)]
    if isinstance(value, Pair):
        lead = _("These players") if by_hand else _("One of these")
        if len(value.players) == 1:
            lead = _("This player")
        return [_people(scene, lead, value.players)]
    if isinstance(value, Identity):
        made = _token(scene, value.character)
        return [
            _page(
                "pointing",
                lead="",
                people=[_person(scene, value.player)],
                after=_("is the"),
                tokens=[made],
                seats=_seats(scene, (value.player,)),
            )
        ]
    if isinstance(value, str):
        if kind_of(scene.game, value):
            return [_identity_page(scene, value, None, "")]
        if value in ("good", "evil"):
            return [_page("words", lead="", title=_side(value == "evil"), side=value)]
        title = value if by_hand else words.word(value)
        return [_page("words", title=title, long=len(title) > 24)]
    if isinstance(value, tuple):
        return _several(scene, value)
    return [_page("words", title=words.answer(value, numbers=True))]


def _several(scene: Scene, value: tuple[Any, ...]) -> list[dict[str, Any]]:
    if len(value) == 2 and isinstance(value[0], str) and value[1] in ("good", "evil"):
        return [_identity_page(scene, value[0], value[1] == "evil", _("You are the"))]
    if value and all(isinstance(part, str) for part in value):
        lead, rest = ("", value)
        if not kind_of(scene.game, value[0]):
            lead, rest = value[0], value[1:]
        tokens = [_token(scene, part) for part in rest if kind_of(scene.game, part)]
        return [_page("tokens", lead=lead, tokens=tokens)]
    if value and all(isinstance(part, int) and not isinstance(part, bool) for part in value):
        return [_people(scene, _("These players"), value)]
    if len(value) > 1 and isinstance(value[0], str) and all(isinstance(p, int) for p in value[1:]):
        return [_people(scene, value[0], value[1:])]
    title = scene.words.answer(value) if value else _("None")
    return [_page("words", title=title, long=len(title) > 24)]


def _people(scene: Scene, lead: str, players: tuple[PlayerId, ...]) -> dict[str, Any]:
    return _page("who", lead=lead, people=[_person(scene, p) for p in players], seats=_seats(scene, players))


def _seats(scene: Scene, players: tuple[PlayerId, ...]) -> dict[str, Any]:
    """A small plan of the table that shows where these players sit."""
    ring = scene.game.ring
    return {
        "count": len(ring),
        "seats": [{"place": place, "on": p in players} for place, p in enumerate(ring)],
    }


def _introduction(scene: Scene, value: Introduction) -> list[dict[str, Any]]:
    pages = []
    if value.demons is not None:
        lead = ngettext("This is the Demon", "These are the Demons", len(value.demons))
        pages.append(_people(scene, lead, value.demons))
    if value.minions is not None:
        if value.minions:
            lead = ngettext("This is your Minion", "These are your Minions", len(value.minions))
            if value.demons is not None:
                lead = ngettext("This is a Minion", "These are the Minions", len(value.minions))
            pages.append(_people(scene, lead, value.minions))
        elif value.demons is None:
            pages.append(_page("words", lead=_("Your Minions"), title=_("There are none")))
    if value.bluffs is not None:
        tokens = [_token(scene, character) for character in value.bluffs]
        pages.append(_page("tokens", lead=_not_in_play(len(tokens)), tokens=tokens))
    return pages or [_page("words", title=_("There are none"))]


def _not_in_play(count: int) -> str:
    return _("This is not in play") if count == 1 else _("These are not in play")


# -- by hand -----------------------------------------------------------------------------------------


def by_hand_form(scene: Scene) -> dict[str, Any]:
    """Everything that can be put on a card by hand."""
    game, question = scene.game, scene.question
    about = scene.player_param("seat")
    if about == NOBODY and question is not None and question.player in game.ring:
        about = question.player
    ids = list(game.cast.ids)
    travellers = [game.characters[p].id for p in game.ring if game.travellers >> p & 1]
    return {
        "to": [{"player": p, "name": scene.words.player(p), "on": p == about} for p in game.ring],
        "about": scene.words.player(about) if about != NOBODY else "",
        "player": about if about != NOBODY else game.ring[0],
        "you_are": group_of_characters(
            scene, "you_are", [*ids, *travellers], 1, legend=_("Which character?")
        ),
        "players": group_of_players(
            scene, "what.player", game.ring, len(game.ring), legend=_("Which players?")
        ),
        "characters": group_of_characters(
            scene, "what.character", [*ids, *travellers], 3, legend=_("Which characters?")
        ),
        "numbers": list(range(11)),
        "leads": [
            _("This is the Demon"),
            _("These are your Minions"),
            _("These are not in play"),
            _("This character chose you"),
            _("Did you vote today?"),
            _("Did you nominate today?"),
            _("Use your ability?"),
            _("Choose again"),
            _("You are alive again"),
        ],
    }

"""Show-cards: what a player may see, large and alone on the screen, and whatever is shown by hand."""

from __future__ import annotations

from typing import Any

from knell.engine import NOBODY, Introduction, PlayerId
from knell.engine.events import Shown, Told
from knell.engine.overrides import Show
from knell.engine.terms import YOU_ARE
from knell.record import Entry
from knell.texts import _
from knell.web.drawing.symbols import token_svg
from knell.web.grimoire.choices import group_of_characters, group_of_players
from knell.web.grimoire.scene import Scene, kind_of
from knell.words.cards import Answer, Face, People, Sentence, Token, Tokens, faces, side_in_words
from knell.words.wording import shows

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
    cast = scene.game.cast
    if isinstance(entry.override, Show):
        player, value = entry.override.player, entry.override.what
        shown = faces(value, scene.words, cast, by_hand=True)
    else:
        player, value = entry.player, entry.answer
        seen = _seen(scene, entry)
        if len(seen) > 1:
            player = NOBODY
        elif isinstance(value, Introduction):
            value = seen.get(player, value)
        evil = _told_evil(scene, player) if entry.asked == YOU_ARE else None
        shown = faces(value, scene.words, cast, name=entry.asked, evil=evil)
    pages = [_drawn_page(scene, face) for face in shown]
    if player in scene.game.ring:
        for page in pages:
            if "seats" in page:
                page["seats"]["me"] = scene.game.ring.index(player)
    return {
        "entry": entry.id,
        "pages": pages,
        "characters": tuple(character for face in shown for character in _drawn(face)),
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


def _drawn(face: Face) -> tuple[str, ...]:
    """The characters whose tokens a face shows."""
    match face:
        case Token(character):
            return (character,)
        case Tokens(_lead, characters):
            return characters
        case People(character=character) if character:
            return (character,)
    return ()


def _told_evil(scene: Scene, player: PlayerId) -> bool | None:
    """The side that this player was told last, if they were."""
    events = [heard.event for heard in scene.events]
    told = next((e for e in reversed(events) if isinstance(e, Told) and e.player == player), None)
    return told.evil if told is not None else None


def _drawn_page(scene: Scene, face: Face) -> dict[str, Any]:
    """One face as the page draws it."""
    match face:
        case Answer(_value, lead, title):
            return _page("answer", lead=lead, title=title)
        case Token(character, lead, side):
            made = _token(scene, character)
            word = side_in_words(side)
            return _page("token", lead=lead, title=made["name"], svg=made["svg"], side=side, side_word=word)
        case Tokens(lead, characters):
            return _page("tokens", lead=lead, tokens=[_token(scene, character) for character in characters])
        case People(lead, players, after, character):
            return _page(
                "pointing" if character else "who",
                lead=lead,
                people=[_person(scene, p) for p in players],
                after=after,
                tokens=[_token(scene, character)] if character else [],
                seats=_seats(scene, players),
            )
        case Sentence(title, lead, side):
            return _page("words", lead=lead, title=title, side=side, long=len(title) > 24)


def _page(kind: str, **parts: Any) -> dict[str, Any]:
    return {"kind": kind, "lead": "", "title": "", "side": "", "svg": "", "people": [], "tokens": [], **parts}


def _token(scene: Scene, character: str) -> dict[str, Any]:
    kind = kind_of(scene.game, character)
    name = scene.words.character(character)
    return {"svg": token_svg(character, name, kind, plain=True), "name": name, "kind": kind}


def _person(scene: Scene, player: PlayerId) -> dict[str, Any]:
    return {"name": scene.words.player(player), "seat": scene.seat_of(player)}


def _seats(scene: Scene, players: tuple[PlayerId, ...]) -> dict[str, Any]:
    """A small plan of the table that shows where these players sit."""
    ring = scene.game.ring
    return {
        "count": len(ring),
        "seats": [{"place": place, "on": p in players} for place, p in enumerate(ring)],
    }


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

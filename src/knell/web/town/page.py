"""The town square: everything here comes from what everybody may know, and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse

from knell.engine import NOBODY, Phase
from knell.engine.events import (
    Added,
    Announced,
    Died,
    Executed,
    Exiled,
    FoundAlive,
    Joined,
    Left,
    NightBegan,
    NobodyDied,
    NobodyExecuted,
    Survived,
    Used,
)
from knell.facts import FACTS
from knell.seats.said import event_of
from knell.texts import _, use_language
from knell.web.drawing.lettering import headed, is_korean
from knell.web.drawing.reveal import revealed_player, won_and_lost
from knell.web.drawing.symbols import glyphs, icon, token_svg
from knell.web.games import live
from knell.web.games.registry import Town
from knell.words import Words, sentence
from knell.words.ending import why_it_ended, winner
from knell.words.moments import phase_name
from knell.words.story import in_parts
from knell.words.votes import (
    made_by,
    needed_for_death,
    needed_for_exile,
    role_in_vote,
    support_in_words,
    vote_title,
    votes_in_words,
)

__all__ = ["town_event", "town_page"]

_DENSE: Final = 13
_ICONS: Final = {"night": "moon", "day": "sun", "over": "bell", "setup": "seats"}


def town_page(town: Town) -> dict[str, Any]:
    """What the public window shows."""
    view, words = town.view, town.words
    phase = view["phase"]
    over = phase == "over"
    day = view.get("day") if phase == "day" else None
    counting = day["vote"] if day is not None else None
    nomination = _last_nomination(day, counting)
    reveal = _reveal(town) if over and town.reveal is not None else None
    travellers = {p["traveller"] for p in view["players"] if p["traveller"]}
    known = {one["character"] for one in town.reveal["players"]} if town.reveal is not None else set()
    seats = [_seat(words, one, place, counting, nomination) for place, one in enumerate(view["players"])]
    if reveal is not None:
        _turn_over(seats, reveal)
    living = sum(not one["dead"] for one in view["players"])
    return {
        "town": {"slug": town.slug, "title": town.title, "version": town.version},
        "u": {"live": f"{reverse('town', args=[town.slug])}live"},
        "phase": phase,
        "phase_icon": icon(_ICONS.get(phase, "seats")),
        "title": _title(view),
        "count": len(seats),
        "dense": len(seats) >= _DENSE,
        "seats": seats,
        "living": living,
        "votes": living + sum(bool(one["ghost_vote"]) for one in view["players"]),
        "everybody": len(seats),
        "counting": _counting(view, counting, nomination, words) if counting is not None else None,
        "day": _day(view, day, words) if day is not None else None,
        "news": _news(view, words),
        "timer": town.timer or 0,
        "over": over,
        "ended": _ended(view) if over else "",
        "reveal": reveal,
        "town_glyphs": glyphs(frozenset(travellers | known)),
    }


def town_event(town: Town, language: str) -> bytes:
    """The event that brings a window up to date."""
    event = town.drawn.get(language)
    if event is None:
        with use_language(language):
            html = render_to_string("town/_town.html", town_page(town))
        event = town.drawn[language] = live.event("town", html, town.version)
    return event


def _title(view: Mapping[str, Any]) -> str:
    return phase_name(Phase[view["phase"].upper()], view["number"])


def _ended(view: Mapping[str, Any]) -> str:
    return winner(view.get("winner") == "evil")


def _seat(
    words: Words,
    one: Mapping[str, Any],
    place: int,
    counting: Mapping[str, Any] | None,
    nomination: Mapping[str, Any] | None,
) -> dict[str, Any]:
    player = one["id"]
    hands = (
        {} if counting is None or counting["secret"] else {h["player"]: h["up"] for h in counting["hands"]}
    )
    spends = hands.get(player, False) and counting is not None and counting["kind"] == "vote"
    traveller = one["traveller"] or ""
    role = ""
    if counting is not None and nomination is not None:
        exile = counting["kind"] == "support"
        role = role_in_vote(player, counting["for"], nomination["by"], exile=exile)
    name = one["name"]
    return {
        "player": player,
        "place": place,
        "name": name,
        "korean": is_korean(name),
        "initial": name[:1],
        "dead": one["dead"],
        "vote": "" if not one["dead"] else "left" if one["ghost_vote"] and not spends else "spent",
        "traveller": words.character(traveller) if traveller else "",
        "svg": token_svg(
            traveller, words.character(traveller), "traveller", shroud="worn" if one["dead"] else ""
        )
        if traveller
        else "",
        "locked": player in hands,
        "up": hands.get(player, False),
        "asked": counting is not None and not counting["secret"] and counting["next"] == player,
        "role": role,
    }


def _last_nomination(
    day: Mapping[str, Any] | None, counting: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    if day is None or counting is None:
        return None
    if counting["kind"] == "support":
        found = [e for e in day["exiles"] if e["traveller"] == counting["for"]]
        return {"by": found[-1]["caller"], "whom": counting["for"]} if found else None
    found = [n for n in day["nominations"] if n["nominee"] == counting["for"]]
    return {"by": found[-1]["nominator"], "whom": counting["for"]} if found else None


def _counting(
    view: Mapping[str, Any],
    counting: Mapping[str, Any],
    nomination: Mapping[str, Any] | None,
    words: Words,
) -> dict[str, Any]:
    order = [one["id"] for one in view["players"]]
    about = counting["for"]
    exile = counting["kind"] == "support"
    title = vote_title(about, NOBODY if nomination is None else nomination["by"], words, exile=exile)
    if counting["secret"]:
        return {"secret": True, "title": title}
    tally = sum(hand["up"] for hand in counting["hands"])
    needed = counting["needed"]
    place, at = order.index(about), order.index(counting["next"])
    return {
        "secret": False,
        "exile": exile,
        "title": title,
        "from": place,
        "at": (at - place) % len(order) or len(order),
        "tally": tally,
        "needed": needed,
        "said": votes_in_words(tally),
        "next": words.player(counting["next"]),
        "pips": [{"in": n < tally} for n in range(max(needed, tally))],
        "threshold": headed(
            needed_for_exile(needed, len(order)) if exile else _threshold(view, words, needed)
        ),
    }


def _threshold(view: Mapping[str, Any], words: Words, needed: int) -> str:
    """How many votes it takes, and why, from what everybody has seen today."""
    living = sum(not one["dead"] for one in view["players"])
    tallies = {n["nominee"]: int(n["tally"]) for n in view["day"]["nominations"] if "tally" in n}
    return needed_for_death(needed, living, tallies, words, highest=max(tallies.values(), default=0))


def _day(view: Mapping[str, Any], day: Mapping[str, Any], words: Words) -> dict[str, Any]:
    about = day["about_to_die"]
    lines = []
    for one in day["nominations"]:
        tally = one.get("tally")
        lines.append(
            {
                "icon": icon("point"),
                "title": words.player(one["nominee"]),
                "who": made_by(one["nominator"], words),
                "note": _("secret vote")
                if one.get("secret")
                else votes_in_words(tally)
                if tally is not None
                else "",
                "voters": words.players(one["votes"]) if one.get("votes") else "",
                "on": about == one["nominee"],
            }
        )
    for one in day["exiles"]:
        tally = one.get("tally")
        note = support_in_words(tally, one["needed"]) if tally is not None else ""
        lines.append(
            {
                "icon": icon("exile"),
                "title": words.player(one["traveller"]),
                "who": made_by(one["caller"], words, exile=True),
                "note": note,
                "voters": words.players(one["support"]) if one.get("support") else "",
                "on": False,
            }
        )
    return {
        "lines": lines,
        "open": day["open"],
        "secret": day["secret"],
        "about": words.player(about) if about is not None else "",
        "executed": words.players(day["executed"]) if day["executed"] else "",
        "threshold": "" if day["votes_needed"] is None else _threshold(view, words, day["votes_needed"]),
        "may_nominate": words.players(day["may_nominate"]) if day["may_nominate"] else "",
    }


_TOLD: Final = (
    *(Died, NobodyDied, Executed, NobodyExecuted, Survived, Exiled, FoundAlive),
    *(Used, Joined, Left, Added, Announced),
)


def _news(view: Mapping[str, Any], words: Words) -> list[str]:
    """What has been said aloud since the last dawn, in the order in which it was."""
    lines: list[str] = []
    for said in view["log"]:
        event = event_of(said)
        if isinstance(event, NightBegan):
            lines = []
        elif isinstance(event, _TOLD) and (told := sentence(event, words)):
            lines.append(told)
    return lines


# -- the reveal --------------------------------------------------------------------------------------


def _reveal(town: Town) -> dict[str, Any]:
    assert town.reveal is not None
    reveal, words = town.reveal, town.words
    kinds = {one["character"]: _kind(one["character"]) for one in reveal["players"]}
    names = {one["id"]: one["name"] for one in town.view["players"]}
    made = _revealed(words, reveal, kinds, names)
    made["chapters"] = [
        {
            "title": phase_name(part.phase, part.number),
            "icon": icon(_ICONS[part.phase.name.lower()]),
            "lines": part.told,
        }
        for part in in_parts(map(event_of, reveal["log"]), words)
    ]
    return made


def _revealed(
    words: Words, reveal: Mapping[str, Any], kinds: Mapping[str, str], names: Mapping[int, str]
) -> dict[str, Any]:
    """What the town is shown of the end, from what has been revealed to it."""
    players = [
        revealed_player(
            words,
            one["id"],
            names.get(one["id"], one["name"]),
            one["character"],
            kinds.get(one["character"], ""),
            evil=one["evil"],
            believed=one["believed"] or "",
            dead=one["dead"],
        )
        for one in reveal["players"]
    ]
    return {
        "title": winner(reveal["winner"] == "evil"),
        "winner": reveal["winner"],
        "why": why_it_ended(reveal["reason"], words),
        "players": players,
        "result": won_and_lost(players, reveal["winners"]),
    }


def _turn_over(seats: list[dict[str, Any]], reveal: Mapping[str, Any]) -> None:
    """Put the revealed tokens on the seats."""
    known = {one["player"]: one for one in reveal["players"]}
    for seat in seats:
        if (one := known.get(seat["player"])) is not None:
            seat.update(svg=one["token"], kind=one["kind"], said=one["character"], revealed=True)


def _kind(character: str) -> str:
    return FACTS[character].type if character in FACTS else ""

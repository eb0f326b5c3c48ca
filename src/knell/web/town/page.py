"""The town square: everything here comes from what everybody may know, and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.template.loader import render_to_string
from django.urls import reverse

from knell.engine import NOBODY, Kind, Phase, PlayerId
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
from knell.seats import Count, PersonSeen, Today, TownView
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
    unknown_threshold,
    vote_title,
    votes_in_words,
)

__all__ = ["town_event", "town_page"]

_DENSE: Final = 13
_ICONS: Final = {Phase.NIGHT: "moon", Phase.DAY: "sun", Phase.OVER: "bell", Phase.SETUP: "seats"}


def town_page(town: Town) -> dict[str, Any]:
    """What the public window shows."""
    view, words = town.view, town.words
    over = view.phase is Phase.OVER
    today = view.today if view.phase is Phase.DAY else None
    counting = today.vote if today is not None else None
    by = _made_by(today, counting)
    reveal = _reveal(town) if over and town.reveal is not None else None
    travellers = {person.traveller for person in view.players if person.traveller}
    known = {one["character"] for one in town.reveal["players"]} if town.reveal is not None else set()
    seats = [_seat(words, person, place, counting, by) for place, person in enumerate(view.players)]
    if reveal is not None:
        _turn_over(seats, reveal)
    return {
        "town": {"slug": town.slug, "title": town.title, "version": town.version},
        "u": {"live": f"{reverse('town', args=[town.slug])}live"},
        "phase": view.phase.name.lower(),
        "phase_icon": icon(_ICONS[view.phase]),
        "title": phase_name(view.phase, view.number),
        "count": len(seats),
        "dense": len(seats) >= _DENSE,
        "seats": seats,
        "living": view.living,
        "votes": view.votes,
        "everybody": len(seats),
        "counting": _counting(view, counting, by, words) if counting is not None else None,
        "day": _day(view, today, words) if today is not None else None,
        "news": _news(view, words),
        "timer": town.timer or 0,
        "over": over,
        "ended": winner(view.winner == "evil") if over else "",
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


def _seat(
    words: Words, person: PersonSeen, place: int, counting: Count | None, by: PlayerId | None
) -> dict[str, Any]:
    player, name, traveller = person.id, person.name, person.traveller or ""
    hands = {} if counting is None else dict(counting.hands)
    spends = hands.get(player, False) and counting is not None and counting.kind is Kind.VOTE
    role = ""
    if counting is not None and by is not None:
        role = role_in_vote(player, counting.player, by, exile=counting.kind is Kind.SUPPORT)
    return {
        "player": player,
        "place": place,
        "name": name,
        "korean": is_korean(name),
        "initial": name[:1],
        "dead": person.dead,
        "vote": "" if not person.dead else "left" if person.ghost_vote and not spends else "spent",
        "traveller": words.character(traveller) if traveller else "",
        "svg": token_svg(
            traveller, words.character(traveller), "traveller", shroud="worn" if person.dead else ""
        )
        if traveller
        else "",
        "locked": player in hands,
        "up": hands.get(player, False),
        "asked": counting is not None and not counting.secret and counting.next == player,
        "role": role,
    }


def _made_by(today: Today | None, counting: Count | None) -> PlayerId | None:
    """Who has nominated the one whose vote is counted, or called for their exile."""
    if today is None or counting is None:
        return None
    if counting.kind is Kind.SUPPORT:
        made = [exile.caller for exile in today.exiles if exile.traveller == counting.player]
    else:
        made = [one.nominator for one in today.nominations if one.nominee == counting.player]
    return made[-1] if made else None


def _counting(view: TownView, counting: Count, by: PlayerId | None, words: Words) -> dict[str, Any]:
    order = [person.id for person in view.players]
    about, needed = counting.player, counting.needed
    exile = counting.kind is Kind.SUPPORT
    title = vote_title(about, NOBODY if by is None else by, words, exile=exile)
    if counting.secret:
        return {"secret": True, "title": title}
    tally = sum(up for _player, up in counting.hands)
    place, at = order.index(about), order.index(counting.next)
    return {
        "secret": False,
        "exile": exile,
        "title": title,
        "from": place,
        "at": (at - place) % len(order) or len(order),
        "tally": tally,
        "needed": needed,
        "said": votes_in_words(tally),
        "next": words.player(counting.next),
        "pips": [{"in": n < tally} for n in range(max(needed or 0, tally))],
        "threshold": headed(_needed(view, counting, words)),
    }


def _needed(view: TownView, counting: Count, words: Words) -> str:
    """How many hands it takes and why, as far as anybody can know."""
    if counting.needed is None:
        return unknown_threshold()
    if counting.kind is Kind.SUPPORT:
        return needed_for_exile(counting.needed, len(view.players))
    return _threshold(view, words, counting.needed)


def _threshold(view: TownView, words: Words, needed: int) -> str:
    """How many votes it takes, and why, from what everybody has seen today."""
    nominations = () if view.today is None else view.today.nominations
    tallies = {one.nominee: one.tally for one in nominations if one.votes is not None}
    return needed_for_death(needed, view.living, tallies, words, highest=max(tallies.values(), default=0))


def _day(view: TownView, today: Today, words: Words) -> dict[str, Any]:
    about = today.about_to_die
    lines = [
        {
            "icon": icon("point"),
            "title": words.player(one.nominee),
            "who": made_by(one.nominator, words),
            "note": _("secret vote")
            if one.secret
            else votes_in_words(one.tally)
            if one.votes is not None
            else "",
            "voters": words.players(one.votes) if one.votes else "",
            "on": about == one.nominee,
        }
        for one in today.nominations
    ]
    lines += [
        {
            "icon": icon("exile"),
            "title": words.player(one.traveller),
            "who": made_by(one.caller, words, exile=True),
            "note": support_in_words(one.tally, one.needed) if one.support is not None else "",
            "voters": words.players(one.support) if one.support else "",
            "on": False,
        }
        for one in today.exiles
    ]
    return {
        "lines": lines,
        "open": today.open,
        "secret": today.secret,
        "about": words.player(about) if about is not None else "",
        "executed": words.players(today.executed) if today.executed else "",
        "threshold": "" if today.votes_needed is None else _threshold(view, words, today.votes_needed),
        "may_nominate": words.players(today.may_nominate) if today.may_nominate else "",
    }


_TOLD: Final = (
    *(Died, NobodyDied, Executed, NobodyExecuted, Survived, Exiled, FoundAlive),
    *(Used, Joined, Left, Added, Announced),
)


def _news(view: TownView, words: Words) -> list[str]:
    """What has been said aloud since the last dawn, in the order in which it was."""
    lines: list[str] = []
    for said in view.log:
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
    names = {person.id: person.name for person in town.view.players}
    made = _revealed(words, reveal, kinds, names)
    made["chapters"] = [
        {
            "title": phase_name(part.phase, part.number),
            "icon": icon(_ICONS[part.phase]),
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

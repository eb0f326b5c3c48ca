"""The vote as a clock: a hand sweeps from the nominee's left and locks each vote as it passes."""

from __future__ import annotations

from typing import Any

from knell.engine import NOBODY, Kind, PlayerId, Question
from knell.engine import day as rules
from knell.engine.events import ExileCalled, Nominated
from knell.texts import _, fill, ngettext
from knell.web.drawing.lettering import headed, is_korean
from knell.web.drawing.symbols import token_svg
from knell.web.grimoire.scene import Scene
from knell.words.votes import role_in_vote, support_needed, threshold, unknown_threshold, vote_title

__all__ = ["vote"]


def vote(scene: Scene, question: Question) -> dict[str, Any]:
    """The count that is going on. Nothing here is secret unless the vote is."""
    game, words = scene.game, scene.words
    about: PlayerId = question.player
    exile = question.kind is Kind.SUPPORT
    may = rules.may_support(game) if exile else rules.may_vote(game)
    hands = {
        entry.of: bool(entry.answer)
        for entry in scene.table.in_step
        if entry.override is None and entry.asked == question.name and entry.player == about
    }
    secret = bool(game.secret_vote) and not exile
    asked = question.who
    voters = [p for p in rules.order_of_hands(game, about) if may >> p & 1]
    to_come = [p for p in voters if p not in hands]
    tally = sum(hands.values())
    # Nobody but the Storyteller knows what a secret vote of today has changed, and this page may be seen.
    today = scene.playing.public().today
    hidden = not exile and not secret and today is not None and today.secret
    needed = rules.exile_needed(game) if exile else rules.votes_needed(game)
    nomination = _nominator(scene, about, exile=exile)
    seats = [
        {
            "player": p,
            "place": place,
            "name": words.player(p),
            "korean": is_korean(words.player(p)),
            "initial": words.player(p)[:1],
            "dead": not game.living >> p & 1,
            "vote": "" if game.living >> p & 1 else "left" if may >> p & 1 or exile else "spent",
            "may": bool(may >> p & 1),
            "locked": p in hands,
            "up": hands.get(p, False),
            "asked": p == asked,
            "role": role_in_vote(p, about, nomination, exile=exile),
            **_traveller(scene, p),
        }
        for place, p in enumerate(game.ring)
    ]
    place_of = {p: place for place, p in enumerate(game.ring)}
    return {
        "key": f"{scene.playing.id}/{game.night}/{question.name}/{about}/{len(game.tallies)}",
        "kind": question.name,
        "about": about,
        "exile": exile,
        "secret": secret,
        "title": vote_title(about, nomination, words, exile=exile),
        "count": len(game.ring),
        "dense": len(game.ring) >= 13,
        "seats": seats,
        "from": place_of[about],
        "asked": asked,
        "asked_name": words.player(asked),
        "at": _distance(game.ring, about, asked),
        "tally": tally,
        "needed": None if hidden else needed,
        "locked": len(hands),
        "left": len(to_come),
        "pips": [{"in": n < tally} for n in range(tally if hidden else max(needed, tally))],
        "said": fill(ngettext("{count} vote locked", "{count} votes locked", tally), count=tally)
        if not exile
        else fill(_("{count} for it so far"), count=tally),
        "threshold": headed(
            support_needed(game) if exile else unknown_threshold() if hidden else threshold(game, words)
        ),
        "then": words.players(to_come[1:]) if len(to_come) > 1 else "",
        "ghosts": _ghosts(scene, hands) if not exile else "",
        "at_needed": _at(scene, about, exile=exile),
        "at_tie": _tie(scene) if not exile else "",
        "first": scene.table.in_step[0].id if scene.table.in_step else None,
        "nth": _nth(scene) if not exile else "",
    }


def _traveller(scene: Scene, player: PlayerId) -> dict[str, str]:
    """What everybody may know of a Traveller: the character, and not the side."""
    game = scene.game
    if not game.travellers >> player & 1:
        return {"traveller": "", "svg": ""}
    character = game.characters[player].id
    name = scene.words.character(character)
    shroud = "" if game.living >> player & 1 else "worn"
    return {"traveller": name, "svg": token_svg(character, name, "traveller", shroud=shroud)}


def _distance(ring: tuple[PlayerId, ...], about: PlayerId, asked: PlayerId) -> int:
    """How many seats clockwise from the nominee the asked player sits; the nominee comes last."""
    steps = (ring.index(asked) - ring.index(about)) % len(ring)
    return steps or len(ring)


def _nominator(scene: Scene, about: PlayerId, *, exile: bool) -> PlayerId:
    for heard in reversed(scene.events):
        match heard.event:
            case ExileCalled(caller, traveller) if exile and traveller == about:
                return caller
            case Nominated(nominator, nominee) if not exile and nominee == about:
                return nominator
    return NOBODY


def _ghosts(scene: Scene, hands: dict[PlayerId, bool]) -> str:
    game, words = scene.game, scene.words
    spent = [p for p, up in hands.items() if up and not game.living >> p & 1]
    left = [p for p in game.ring if not game.living >> p & 1 and game.ghost_votes >> p & 1 and p not in spent]
    parts = []
    if spent:
        parts.append(fill(_("spent with this vote: {players}"), players=words.players(spent)))
    if left:
        parts.append(fill(_("still there: {players}"), players=words.players(left)))
    return "; ".join(parts)


def _at(scene: Scene, about: PlayerId, *, exile: bool) -> str:
    words, game = scene.words, scene.game
    if exile:
        return fill(_("{player} is exiled"), player=words.player(about))
    if game.about_to_die >= 0:
        message = _("{player} is about to die, and {other} is safe")
        return fill(message, player=words.player(about), other=words.player(game.about_to_die))
    return fill(_("{player} is about to die"), player=words.player(about))


def _tie(scene: Scene) -> str:
    other = rules.freed_by_a_tie(scene.game)
    if other == NOBODY:
        return ""
    return fill(_("a tie with {player}: nobody is about to die"), player=scene.words.player(other))


def _nth(scene: Scene) -> str:
    return fill(_("vote {number} today"), number=len(scene.game.tallies) + 1)

"""Tonight's list: what is done, what comes next, what later, and what not, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from knell.engine import NOBODY, Ability, Event, Game, Phase, PlayerId, clock, night
from knell.engine.cast import NEVER
from knell.engine.events import (
    Acted,
    Chose,
    NightBegan,
    NotUsed,
    RunByHand,
    Shown,
    Told,
    Woken,
    WokenTogether,
)
from knell.engine.terms import DEMON_INFO, INTRODUCTIONS, MINION_INFO, STORYTELLER_BY_HAND, TRAVELLER_INFO
from knell.messages import N_
from knell.record.table import Heard, Table
from knell.texts import _, fill
from knell.words.wording import Words

__all__ = ["STEPS", "Item", "State", "step_name", "tonight"]

STEPS: Final[Mapping[str, str]] = {
    "dusk": N_("Dusk"),
    MINION_INFO: N_("Minions meet"),
    DEMON_INFO: N_("Demon meets Minions"),
    "notice": N_("Told what they are"),
    TRAVELLER_INFO: N_("Evil Traveller"),
    "dawn": N_("Dawn"),
}
"""The steps of a night that are no character's, and what they are called."""


class State(Enum):
    """Where a line of the list stands."""

    DONE = "done"
    NOW = "now"
    LATER = "later"
    NOT = "not tonight"


class Item(NamedTuple):
    """A line of tonight's list."""

    state: State
    name: str
    """A character's id, or the name of a step like ``dawn``."""
    player: PlayerId
    """``NOBODY`` for what isn't one player's."""
    note: str = ""
    """What came of it, or why it falls away."""


def step_name(name: str, words: Words) -> str:
    """What a line of the list is called."""
    return _(STEPS[name]) if name in STEPS else words.character(name)


def tonight(table: Table, words: Words) -> list[Item]:
    """The whole list, in the order of the night; what falls away stands at the end."""
    game = table.game
    if game.phase is not Phase.NIGHT:
        return []
    done = _done(table, words)
    question = table.question
    now: list[Item] = []
    ability = question.ability if question is not None else None
    if question is not None and game.in_step in _STEPS:
        step = _STEPS[game.in_step] or (ability.character.id if ability is not None else game.in_step)
        together = game.in_step == MINION_INFO or len(question.players) > 1
        player = NOBODY if together else question.player
        if game.in_step == "wake" and ability is not None:
            player = ability.player
        now.append(Item(State.NOW, step, player))
        if done and (done[-1].name, done[-1].player) == (step, player):
            done.pop()
    later, never = [], []
    for entry in night.to_come(game):
        if entry.why_not is None:
            later.append(Item(State.LATER, entry.name, entry.player))
        else:
            never.append(Item(State.NOT, entry.name, entry.player, words.text(entry.why_not)))
    listed = {(item.name, item.player) for item in (*done, *now, *later, *never)}
    for passed in sorted(game.abilities.values(), key=lambda a: clock.night_place(game, a)):
        if _has_a_place(game, passed) and (passed.character.id, passed.player) not in listed:
            why = night.may_not_act(game, passed)
            never.append(
                Item(
                    State.NOT, passed.character.id, passed.player, words.text(why) if why is not None else ""
                )
            )
    return [*done, *now, *later, *never]


_STEPS = {
    "wake": "",
    "notice": "notice",
    **{name: name for name in INTRODUCTIONS},
}


def _has_a_place(game: Game, ability: Ability) -> bool:
    return clock.night_place(game, ability) != NEVER and ability.since <= game.night


def _done(table: Table, words: Words) -> list[Item]:
    """Who has been woken tonight, for what, and what came of it."""
    steps: dict[tuple[int, str, PlayerId], list[str]] = {}
    together: tuple[PlayerId, ...] = ()
    for heard in _since_dusk(table.events()):
        event = heard.event
        if isinstance(event, WokenTogether):
            together = event.players
        line = _line_of(heard, together)
        if line is None:
            continue
        notes = steps.setdefault((heard.step, *line), [])
        note = _note(event, line[1], words)
        if note:
            notes.append(note)
    return [Item(State.DONE, name, player, ", ".join(notes)) for (_s, name, player), notes in steps.items()]


def _line_of(heard: Heard, together: tuple[PlayerId, ...]) -> tuple[str, PlayerId] | None:
    """The name and the player of the line that something belongs to; ``None`` if it belongs to none.

    ``together`` are the evil players who were woken last to be shown each other.
    """
    match heard.event:
        case _ if not heard.name:
            return None  # a change by hand between two steps
        case WokenTogether(_players, ability):
            name, player = ability, NOBODY
        case Woken(player, ability, by) | Shown(player, ability, _, by):
            name, player = ability or heard.name, player if by == NOBODY else by
        case (
            Chose(player, ability)
            | NotUsed(player, ability)
            | RunByHand(player, ability)
            | Acted(player, ability)
        ):
            name = ability
        case Told(player):
            name = heard.name
        case _:
            return None
    if name == STORYTELLER_BY_HAND:
        return None
    if heard.name == "notice":
        return "notice", player
    if name == DEMON_INFO:
        return name, together[0] if len(together) == 1 else NOBODY
    if name == MINION_INFO:
        return name, NOBODY
    return name, player


def _note(event: Event, player: PlayerId, words: Words) -> str:
    """What came of it, or nothing to be said. ``player`` is whose line it is."""
    match event:
        case Chose(_, _, answer):
            return _chose(answer, words)
        case Shown(_, name) if name in (MINION_INFO, DEMON_INFO):
            return ""
        case Shown(told, _, answer):
            seen = words.answer(answer, numbers=True)
            if told == player:
                return fill(_("saw {answer}"), answer=seen)
            return fill(_("{player} saw {answer}"), player=words.player(told), answer=seen)
        case Told(_, character):
            return fill(_("is the {character} now"), character=words.character(character))
        case NotUsed():
            return _("not used")
        case RunByHand():
            return _("run by hand")
        case _:
            return ""


def _chose(answer: Any, words: Words) -> str:
    if answer is None or answer is False:
        return _("declined")
    return _("agreed") if answer is True else fill(_("chose {answer}"), answer=words.answer(answer))


def _since_dusk(events: list[Heard]) -> list[Heard]:
    for place in range(len(events) - 1, -1, -1):
        if isinstance(events[place].event, NightBegan):
            return events[place + 1 :]
    return []

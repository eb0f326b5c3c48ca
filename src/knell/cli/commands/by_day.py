"""What happens by day: nominations, abilities that are used aloud, exiles, executions, Travellers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from knell.cli.commands.chapters import BY_DAY, Do
from knell.cli.commands.reading import ability_and_rest
from knell.cli.finding import NotFound, is_evil
from knell.cli.seating import stand_ins
from knell.cli.sitting import Sitting
from knell.engine import Execute, Exile, FieldShape, FormField, Join, Kind, Leave, Nominate, Phase, Use
from knell.engine.actions import Action, Close
from knell.engine.day import may_join
from knell.engine.setup import MOST_SEATS
from knell.messages import N_
from knell.scripts.spelling import one_line
from knell.texts import _, fill, pgettext


def _action(do: Callable[[Sitting, str], Action]) -> Do:
    """A command that lets something happen, if the question about the day is open."""

    def run(sitting: Sitting, rest: str) -> None:
        question = sitting.table.question
        if question is None or question.kind is not Kind.DAY:
            if sitting.table.game.phase is not Phase.DAY:
                raise NotFound(_("That is only possible by day."))
            raise NotFound(_("First finish what is going on: answer the open question."))
        sitting.give(do(sitting, rest))

    return run


@BY_DAY.command(
    "nominate",
    "n",
    called=lambda: pgettext("command", "nominate"),
    usage=N_("WHO WHOM"),
    about=N_("a nomination"),
)
@_action
def _nominate(sitting: Sitting, rest: str) -> Action:
    line = rest or sitting.need(_("Who nominates whom?"))
    who, left = sitting.finder.player_and_rest(line)
    whom = sitting.finder.several(left or sitting.need(_("Nominates whom?")))
    if len(whom) != 1:
        raise NotFound(_("Name one nominator and one nominee, like: n Ada Bo"))
    return Nominate(who, whom[0])


@BY_DAY.command(
    "use",
    called=lambda: pgettext("command", "use"),
    usage=N_("WHO CHARACTER …"),
    about=N_("somebody says that they use an ability, truly or not"),
)
@_action
def _use(sitting: Sitting, rest: str) -> Action:
    """A public ability, truly or not: who, which, and what belongs to it."""
    game = sitting.table.game
    who, left = sitting.finder.player_and_rest(rest or sitting.need(_("Who uses an ability?")))
    usable = [c for c in game.cast.by_id.values() if c.form]
    if not usable:
        raise NotFound(_("Nobody on this script has an ability that is used by day."))
    unknown = _("{character} has no ability that is used by day.")
    used, details = ability_and_rest(sitting, left, usable, unknown)
    character = game.cast.by_id[used]
    given: list[tuple[str, Any]] = []
    for place, field in enumerate(character.form):
        text = details if place == 0 and details else sitting.need(_field(field))
        given.append((field.name, _detail(sitting, field, text)))
    return Use(who, character.id, tuple(given), private=not character.public)


@BY_DAY.command(
    "exile",
    called=lambda: pgettext("command", "exile"),
    usage=N_("TRAVELLER [WHO CALLS]"),
    about=N_("a call for an exile"),
)
@_action
def _exile(sitting: Sitting, rest: str) -> Action:
    people = sitting.finder.several(rest or sitting.need(_("Whose exile?")))
    if not 1 <= len(people) <= 2:
        raise NotFound(_("Name the Traveller, and who calls for the exile if you like: exile Tess Ada"))
    return Exile(people[-1], people[0])


@BY_DAY.command(
    "execute",
    called=lambda: pgettext("command", "execute"),
    usage=N_("PLAYER"),
    about=N_("execute somebody outright"),
)
@_action
def _execute(sitting: Sitting, rest: str) -> Action:
    return Execute(sitting.whom(rest, _("Who is executed?")))


@BY_DAY.command(
    "join",
    called=lambda: pgettext("command", "join"),
    usage=N_("NAME, CHARACTER, SIDE, AFTER WHOM"),
    about=N_("a Traveller joins"),
)
@_action
def _join(sitting: Sitting, rest: str) -> Action:
    """A Traveller joins: name, character, side, and after whom they sit."""
    game = sitting.table.game
    parts = [part.strip() for part in rest.split(",")] if rest else []
    known = ", ".join(sitting.words.character(one.id) for one in may_join(game))
    free = next((n for n in stand_ins(MOST_SEATS) if n not in game.names), "")
    name = parts[0] if parts else sitting.need(fill(_("What is their name? ({name})"), name=free))
    character = (
        parts[1]
        if len(parts) > 1
        else sitting.need(fill(_("Which Traveller? {characters}"), characters=known))
    )
    id_ = sitting.finder.character(character)
    side = parts[2] if len(parts) > 2 else sitting.need(_("Good or evil?"))
    after = parts[3] if len(parts) > 3 else sitting.need(_("After whom do they sit, clockwise?"))
    return Join(one_line(name), id_, is_evil(side), sitting.finder.player(after))


@BY_DAY.command(
    "leave", called=lambda: pgettext("command", "leave"), usage=N_("PLAYER"), about=N_("a Traveller leaves")
)
@_action
def _leave(sitting: Sitting, rest: str) -> Action:
    return Leave(sitting.whom(rest, _("Which Traveller leaves?")))


@BY_DAY.command(
    "close", called=lambda: pgettext("command", "close"), about=N_("nominations close, the day ends")
)
@_action
def _close(_sitting: Sitting, _rest: str) -> Action:
    return Close()


def _field(field: FormField) -> str:
    match field.shape:
        case FieldShape.PLAYER:
            return _("At whom?")
        case FieldShape.PLAYERS:
            return fill(_("Which players ({name})?"), name=field.name)
        case FieldShape.GUESSES:
            return _("Which guesses? Player and character in turn: Ada imp Bo monk")
        case FieldShape.TEXT:
            return _("What do they say?")


def _detail(sitting: Sitting, field: FormField, text: str) -> Any:
    match field.shape:
        case FieldShape.PLAYER:
            return sitting.finder.player(text)
        case FieldShape.PLAYERS:
            return tuple(sitting.finder.several(text))
        case FieldShape.GUESSES:
            parts = sitting.finder.parts(text)
            kinds = [kind for kind, _value in parts]
            if not parts or kinds != ["player", "character"] * (len(parts) // 2):
                raise NotFound(_("Player and character in turn, like: Ada imp Bo monk"))
            return tuple((parts[n][1], parts[n + 1][1]) for n in range(0, len(parts), 2))
        case FieldShape.TEXT:
            return one_line(text)

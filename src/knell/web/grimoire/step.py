"""The open question as a step: whose it is, whether it works, what to say, what to choose or to show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from knell.engine import (
    NOBODY,
    Ability,
    Action,
    FieldShape,
    Game,
    Kind,
    Phase,
    PlayerId,
    Question,
    Use,
    members,
    night,
)
from knell.engine.events import Became, GameEnded, Survived, Warned
from knell.engine.options import Shape
from knell.engine.plain import from_plain
from knell.engine.terms import TOLD_BY_ALL
from knell.messages import Refused
from knell.names import reminder_name
from knell.record import Entry, Level, Table
from knell.texts import _, fill, ngettext
from knell.web.drawing.symbols import icon, token_svg
from knell.web.grimoire.choices import choices
from knell.web.grimoire.scene import Scene, kind_of
from knell.words import Words, sentence
from knell.words.asking import asked, said_to_chooser
from knell.words.entries import entry_in_words
from knell.words.tonight import State, step_name
from knell.words.why import reasons, reminders
from knell.words.wording import shows

__all__ = ["step", "what_comes_of", "works_now"]


def works_now(game: Game, ability: Ability, words: Words) -> dict[str, Any]:
    """Whether an ability works at this moment, and why not."""
    why = reasons(game, ability, words)
    if ability.pretended:
        return {"ok": False, "head": _("Never works:"), "text": "; ".join(why), "icon": icon("alert")}
    if why:
        return {"ok": False, "head": _("Does not work:"), "text": "; ".join(why), "icon": icon("alert")}
    if game.spent(ability):
        return {"ok": False, "head": _("Used up."), "text": "", "icon": icon("alert")}
    return {"ok": True, "head": _("Works now."), "text": "", "icon": icon("check")}


def step(scene: Scene, question: Question, *, tried: str = "") -> dict[str, Any]:
    """The panel for one open question; what follows from the answer ``tried`` is told beforehand."""
    game, words = scene.game, scene.words
    ability = question.ability
    heading, sentence = asked(game, question, words)
    about = ability.player if ability is not None and question.name != "registers" else question.player
    character = ability.character.id if ability is not None else ""
    title = words.character(character) if character else heading
    if question.name in TOLD_BY_ALL:
        title = heading
    places = _place(scene)
    is_show = question.kind is Kind.SHOW
    form = choices(scene, question)
    if len(form["groups"]) == 1 and not is_show:
        form["groups"][0]["quiet"] = not form["groups"][0]["suggested"]
    level = scene.table.level
    return {
        "kind": question.kind.name.lower(),
        "token": _token(scene, about, character),
        "place": places,
        "title": title,
        "who": _who(scene, question, about),
        "works": works_now(game, ability, words)
        if ability is not None and not ability.character.by_hand
        else None,
        "sentence": sentence,
        "say": said_to_chooser(question),
        "wake": _wake(scene, question),
        "reminders": reminders(game, ability, words) if ability is not None else [],
        "chosen": _chosen(scene),
        "form": form,
        "shows": is_show,
        "skippable": question.kind is Kind.CHOICE,
        "reason": words.text(why) if level is not Level.BY_HAND and (why := question.why) is not None else "",
        "level": str(level or ""),
        "name": question.name,
        "automatic_offer": question.kind in (Kind.SHOW, Kind.RULING)
        and form["suggested"]
        and _is_named(question),
        "next": _next_label(question, form),
        "pattern": _pattern(question, form),
        "unready": _unready(question, form),
        "follows": _foreseen(scene, question, tried) if tried else _follows(scene, question),
        "shape": _shape(question),
        "how": [_(line) for line in ability.character.how_to_run] if ability is not None else [],
        "notes": [_(line) for line in ability.character.notes] if ability is not None else [],
        "almanac": _almanac(scene, character),
        "by_hand": question.kind is Kind.BY_HAND,
        "seat": {"name": words.player(about), "link": scene.link(seat=about, panel=None, at=None)}
        if about != NOBODY
        else None,
    }


def _token(scene: Scene, about: PlayerId, character: str) -> str:
    game = scene.game
    if not character and about != NOBODY and game.characters:
        character = game.characters[about].id
    if not character:
        return ""
    kind = kind_of(game, character)
    return token_svg(character, scene.words.character(character), kind, plain=True)


def _place(scene: Scene) -> str:
    if scene.game.phase is not Phase.NIGHT:
        return _("Now")
    done = sum(item.state is State.DONE for item in scene.tonight)
    ahead = sum(item.state is State.LATER and item.name != "dawn" for item in scene.tonight)
    if not any(item.state is State.NOW for item in scene.tonight):
        return _("Now")
    return fill(_("Now · step {number} of {count}"), number=done + 1, count=done + 1 + ahead)


def _who(scene: Scene, question: Question, about: PlayerId) -> str:
    words = scene.words
    if len(question.players) > 1:
        return words.players(question.players)
    if about == NOBODY:
        return _("For the Storyteller")
    return fill(_("{player}, seat {number}"), player=words.player(about), number=scene.seat_of(about))


def _wake(scene: Scene, question: Question) -> str:
    """Whom to wake, when this is the first thing asked of them in this step."""
    if scene.game.phase is not Phase.NIGHT or question.kind not in (Kind.CHOICE, Kind.SHOW):
        return ""
    if any(entry.override is None for entry in scene.table.in_step):
        return ""
    players = question.players or ((question.player,) if question.player != NOBODY else ())
    if not players:
        return ""
    if len(players) > 1:
        return fill(_("Wake {players} together."), players=scene.words.people(players))
    return fill(_("Wake {player}."), player=scene.words.player(players[0]))


def _chosen(scene: Scene) -> list[dict[str, Any]]:
    """What has been answered in this step already, each with the way back to it."""
    found = []
    for entry in scene.table.in_step:
        if entry.override is not None or entry.is_hand or entry.automatic:
            continue
        found.append(
            {
                "entry": entry.id,
                "title": _who_said(scene, entry),
                "chips": _chips(scene, entry),
                "text": _in_words(scene, entry),
            }
        )
    return found


def _who_said(scene: Scene, entry: Entry) -> str:
    if isinstance(entry.answer, Use) and _spoken(scene, entry.answer):
        return fill(_("{player} said"), player=scene.words.player(entry.answer.player))
    if isinstance(entry.answer, Action):
        return _("Just now")
    if entry.of >= 0:
        return _("They chose")
    return _("You have shown") if entry.player != NOBODY and shows(entry.asked) else _("You decided")


def _spoken(scene: Scene, use: Use) -> str:
    """What somebody said aloud in words of their own."""
    known = scene.game.cast.by_id.get(use.character)
    asked_for = (
        {field.name for field in known.form if field.shape is FieldShape.TEXT} if known is not None else ()
    )
    return ", ".join(str(value) for name, value in use.details if name in asked_for)


def _in_words(scene: Scene, entry: Entry) -> str:
    if isinstance(entry.answer, Use) and (spoken := _spoken(scene, entry.answer)):
        return fill(_("“{words}”"), words=spoken)
    if isinstance(entry.answer, Action):
        return entry_in_words(scene.table, entry, scene.words)
    if entry.answer is None or isinstance(entry.answer, bool):
        return scene.words.answer(entry.answer)
    return "" if _chips(scene, entry) else scene.words.answer(entry.answer, numbers=shows(entry.asked))


def _chips(scene: Scene, entry: Entry) -> list[dict[str, Any]]:
    if isinstance(entry.answer, Action) or (shows(entry.asked) and isinstance(entry.answer, int)):
        return []
    parts = entry.answer if isinstance(entry.answer, tuple) else (entry.answer,)
    chips = []
    for part in parts:
        if isinstance(part, bool) or part is None:
            continue
        if isinstance(part, int) and 0 <= part < len(scene.game.names):
            kind = kind_of(scene.game, scene.game.characters[part].id)
            chips.append(scene.chip(part, _("the Demon") if kind == "demon" else ""))
        elif isinstance(part, str) and kind_of(scene.game, part):
            chips.append(scene.character_chip(part))
    return chips


def _pattern(question: Question, form: dict[str, Any]) -> str:
    """What the button for the next step says once something is picked."""
    if question.kind is Kind.SHOW and len(form["tiles"]) == 1:
        return _("Show the card")
    match question.kind:
        case Kind.SHOW:
            return _("Show the card: {answer}")
        case Kind.CHOICE:
            return _("They chose {answer}")
        case Kind.BY_HAND:
            return _("Done")
    return _("Decide: {answer}")


def _next_label(question: Question, form: dict[str, Any]) -> str:
    if question.kind is Kind.BY_HAND:
        return _("Done")
    if form["suggestion"]:
        return fill(_pattern(question, form), answer=form["suggestion"])
    return _unready(question, form)


def _unready(question: Question, form: dict[str, Any]) -> str:
    """What the button says while something is missing."""
    if question.kind is Kind.CHOICE:
        return _("Pick what they chose") if form["groups"] else _("Pick their answer")
    if question.kind is Kind.SHOW:
        return _("Pick what to show")
    return _("Decide") if question.kind is not Kind.BY_HAND else _("Done")


def _follows(scene: Scene, question: Question) -> list[dict[str, Any]]:
    """What comes after this step."""
    game, words = scene.game, scene.words
    if game.phase is not Phase.NIGHT:
        return []
    lines = []
    if question.kind is Kind.SHOW and question.player != NOBODY:
        sleepers = question.players or (question.player,)
        message = ngettext("{players} goes back to sleep.", "{players} go back to sleep.", len(sleepers))
        lines.append({"icon": icon("sleep"), "text": fill(message, players=words.people(sleepers))})
    following = next((entry for entry in night.to_come(game) if entry.why_not is None), None)
    if following is not None:
        name = step_name(following.name, words)
        if following.player != NOBODY:
            message = _("Next: {character}, {player}.")
            said = fill(message, character=name, player=words.player(following.player))
        else:
            said = fill(_("Next: {character}."), character=name)
        lines.append({"icon": icon("sun" if following.name == "dawn" else "next"), "text": said})
    return lines


_MOST_FORESEEN: Final = 6
_FORESEEN: Final = (Became, Warned, GameEnded, Survived)


def _foreseen(scene: Scene, question: Question, tried: str) -> list[dict[str, Any]]:
    """What an answer would bring about: it is given on a copy of the table."""
    try:
        answer = from_plain(json.loads(tried))
        copy = scene.table.fork()
        copy.answer(answer)
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
        Refused,
    ):
        return _follows(scene, question)
    lines = what_comes_of(scene, copy)
    following = copy.question
    if following is not None and following.ability is not None and following.ability == question.ability:
        said = fill(_("Then: {what}"), what=asked(copy.game, following, scene.words).sentence)
        lines.append({"icon": icon("next"), "text": said})
    return lines[:_MOST_FORESEEN]


def what_comes_of(scene: Scene, copy: Table) -> list[dict[str, Any]]:
    """What is otherwise on a copy of the table on which something was tried."""
    before, after = scene.game, copy.game
    words = scene.words
    lines: list[dict[str, Any]] = []
    for player in members(after.dead & ~before.dead):
        message = (
            _("{player} dies; the town learns it at dawn.")
            if player in after.tonight_deaths
            else _("{player} dies.")
        )
        lines.append({"icon": icon("skull"), "text": fill(message, player=words.player(player))})
    known = {token.number for token in before.all_tokens()}
    for token in after.tokens:
        if token.number not in known and not token.continuous:
            message = _("{token}: {player}.")
            said = fill(message, token=reminder_name(token.name), player=words.player(token.player))
            lines.append({"icon": icon("note"), "text": said})
    for heard in copy.events(len(scene.events)):
        told = sentence(heard.event, words) if isinstance(heard.event, _FORESEEN) else None
        if told:
            picture = icon("alert" if isinstance(heard.event, Warned) else "next")
            lines.append({"icon": picture, "text": told})
    if not lines:
        lines.append({"icon": icon("down"), "text": _("Nothing that anybody would notice.")})
    return lines[:_MOST_FORESEEN]


def _is_named(question: Question) -> bool:
    """Whether the settings can hold this question's name as it is."""
    return question.name.replace(".", "").replace("_", "").isalnum()


def _shape(question: Question) -> str:
    """How the page puts an answer together from what is picked."""
    if question.kind is Kind.SHOW:
        return ""
    return _PUT_TOGETHER.get(question.shape, "several" if question.things else "")


_PUT_TOGETHER: Final[Mapping[Shape, str]] = {
    Shape.PLAYER_AND_CHARACTER: "product",
    Shape.PLAYER: "player",
    Shape.NUMBER: "player",
    Shape.CHARACTER: "character",
    Shape.WORDS: "character",
    Shape.ORDER: "",
}


def _almanac(scene: Scene, character: str) -> dict[str, Any] | None:
    """What the script's author wrote about the character."""
    written = scene.playing.script.texts.get(character) if character else None
    if written is None:
        return None
    tonight = written.tonight(scene.game.night) if scene.game.phase is Phase.NIGHT else ""
    if not (written.ability or written.how_to_run or written.explanation or tonight):
        return None
    return {
        "tonight": tonight,
        "ability": written.ability,
        "how": list(written.how_to_run),
        "explanation": written.explanation,
        "examples": list(written.examples),
    }

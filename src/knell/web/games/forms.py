"""What people send, read as answers, actions and changes. Whether they are legal is for the table to say."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict

from knell.engine import (
    Action,
    Close,
    Execute,
    Exile,
    FieldShape,
    Game,
    Join,
    Kind,
    Leave,
    Nominate,
    Override,
    Pair,
    Pointing,
    Question,
    Use,
    overrides,
)
from knell.engine.options import NoSuchAnswer, OwnWords, put_together
from knell.engine.plain import from_plain
from knell.outside import LONGEST, clean, cleaned, one_line, read_json
from knell.texts import _
from knell.web.games.chance import dice

__all__ = [
    "Unreadable",
    "clean_name",
    "is_vote",
    "read_action",
    "read_answer",
    "read_blocks",
    "read_override",
]


class Unreadable(Exception):  # noqa: N818 - named for what happened
    """A form that can't be read; ``str()`` says what is missing."""

    def __init__(self, said: str = "") -> None:
        super().__init__(said or str(overrides.UNFIT))


def _missing() -> Unreadable:
    return Unreadable()


def _player(text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 4:
        raise _missing()
    return int(text)


def _players(form: QueryDict, name: str) -> list[int]:
    return [_player(text) for text in form.getlist(name) if text]


def _flag(text: str) -> bool:
    return text in {"1", "true", "on", "yes"}


def _short(text: str) -> str:
    """Words as they are kept: clean, and not endless."""
    if len(text) > LONGEST:
        raise _missing()
    return clean(text).strip()


def _json(text: str) -> Any:
    try:
        return from_plain(cleaned(read_json(_short(text))))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _missing() from error


# -- answers -----------------------------------------------------------------------------------------


def read_answer(form: QueryDict, question: Question) -> Any:
    """An answer to the open question. Raises ``Unreadable``."""
    if (own := question.own_words) is not None:
        if form.get("together"):
            return own.put_together(read_blocks(form, own))
        if words := _short(form.get("own", "").strip()):
            return words
    if "answer" in form:
        return _json(form.get("answer", ""))
    if form.get("none"):
        return None
    if form.get("yes"):
        return form["yes"] == "1"
    if form.get("number"):
        return _player(form.get("number", ""))
    players, characters = _players(form, "player"), [_short(c) for c in form.getlist("character") if c]
    return _put_together(players, characters, question)


def read_blocks(form: QueryDict, options: OwnWords) -> dict[str, str]:
    """What is chosen in each block of an answer that is being put together."""
    return {block.name: form.get(f"block.{block.name}", "") for block in options.blocks}


def _put_together(players: list[int], characters: list[str], question: Question) -> Any:
    try:
        return put_together(question.shape, players, characters)
    except NoSuchAnswer as error:
        raise Unreadable(_("Nothing has been chosen yet.")) from error


# -- the day -----------------------------------------------------------------------------------------


def read_action(form: QueryDict, game: Game) -> Action:
    """Something that happens by day. Raises ``Unreadable``."""

    def player(name: str) -> int:
        return _player(form.get(name, ""))

    match form.get("act", ""):
        case "nominate":
            return Nominate(player("nominator"), player("nominee"))
        case "exile":
            return Exile(player("caller"), player("traveller"))
        case "execute":
            return Execute(player("player"))
        case "join":
            name, character = form.get("name", "").strip(), form.get("character", "")
            if not name or not character:
                raise _missing()
            # A side that nobody chose is drawn, as at the set-up.
            given = form.get("evil", "")
            evil = _flag(given) if given else dice.choice((True, False))
            return Join(clean_name(name), _short(character), evil, player("after"))
        case "leave":
            return Leave(player("player"))
        case "close":
            return Close()
        case "use":
            character = _short(form.get("character", ""))
            details = _details(form, game, character)
            return Use(player("player"), character, details, _flag(form.get("private", "")))
    raise _missing()


def _details(form: QueryDict, game: Game, character: str) -> tuple[tuple[str, Any], ...]:
    known = game.cast.by_id.get(character)
    details: list[tuple[str, Any]] = []
    for field in known.form if known is not None else ():
        key = f"detail.{field.name}"
        value: Any
        if field.shape is FieldShape.GUESSES:
            whom, what = _players(form, f"{key}.player"), form.getlist(f"{key}.character")
            # A line of the form that was left empty is no guess.
            rows = zip(form.getlist(f"{key}.player"), what, strict=False)
            value = tuple((_player(one), _short(other)) for one, other in rows if one and other)
            if not value and (whom or any(what)):
                raise _missing()
        elif field.shape is FieldShape.PLAYERS:
            value = tuple(_players(form, key))
        elif field.shape is FieldShape.PLAYER:
            given = form.get(key, "")
            if not given:
                continue
            value = _player(given)
        else:
            value = _short(form.get(key, ""))
        if value not in ((), ""):
            details.append((field.name, value))
    return tuple(details)


# -- changes by hand ---------------------------------------------------------------------------------


def read_override(form: QueryDict) -> Override:
    """A change by hand. Raises ``Unreadable``."""
    label = form.get("override", "")
    kind = overrides.KINDS.get(label)
    if kind is None:
        raise _missing()
    arguments: list[Any] = []
    for name, type_ in overrides.FIELDS[kind].items():
        given = form.get(name, "")
        if kind is overrides.Reseat:
            arguments += _players(form, name)
        elif kind is overrides.Show and name == "what":
            arguments.append(_shown(form))
        elif type_ is int:
            arguments.append(_player(given))
        elif type_ is bool:
            arguments.append(_flag(given))
        elif type_ is str:
            text = given.strip()
            if not text:
                raise _missing()
            arguments.append(clean_name(text) if kind is overrides.Rename else _short(text))
        else:
            arguments.append(_json(given))
    return overrides.read(label, arguments)


def _shown(form: QueryDict) -> Any:
    """What is shown by hand: anything at all."""
    if form.get("what"):
        return _json(form.get("what", ""))
    text = _short(form.get("what.text", "").strip())
    if text:
        return text
    if form.get("what.number"):
        return _player(form.get("what.number", ""))
    if form.get("what.thumb"):
        return form["what.thumb"] == "up"
    players = tuple(_players(form, "what.player"))
    characters = tuple(_short(c) for c in form.getlist("what.character") if c)
    if players and len(characters) == 1:
        return Pointing(tuple(sorted(players)), characters[0])
    if len(characters) == 1:
        return characters[0]
    if characters:
        return characters
    if players:
        return Pair(tuple(sorted(players)))
    raise Unreadable(_("Nothing has been chosen yet."))


NAME: Final = 40


def clean_name(text: str) -> str:
    """A person's name as it is kept: one line, no control characters, not endless."""
    kept = "".join(letter for letter in one_line(text) if letter.isprintable())
    return kept[:NAME].strip()


def is_vote(question: Question | None) -> bool:
    """Whether a hand is being counted."""
    return question is not None and question.kind in (Kind.VOTE, Kind.SUPPORT)

"""Answers: how the possible ones are listed, and what somebody has typed means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from knell.cli.finding import Finder, Names, NotFound, listed, names_of, number_of, yes_or_no
from knell.engine import AT_RANDOM, SKIP, Identity, Kind, Pair, Pointing, Question, Type
from knell.engine.options import NoSuchAnswer, Shape, put_together, same, shape_of
from knell.names import type_name
from knell.texts import _, fill, pgettext
from knell.words import Words
from knell.words.wording import is_number

__all__ = ["character_style", "free_showing", "options_shown", "read_answer"]

MOST_LISTED: Final = 40
MOST_COMPOUND: Final = 6
"""More options than these are described instead of listed."""
_COMPOUND: Final = frozenset(
    (
        *(Shape.PAIR, Shape.IDENTITY, Shape.POINTING, Shape.INTRODUCTION),
        *(Shape.SEVERAL, Shape.PLAYER_AND_CHARACTER),
    )
)
"""Of these, one that is listed can be chosen by its number."""


def character_style(type_: Type) -> str:
    """The style in which a character of that type is written."""
    return type_.label


# -- the options -------------------------------------------------------------------------------------


def options_shown(question: Question, finder: Finder, *, default: Any = AT_RANDOM) -> list[Text]:
    """The possible answers, each with what can be typed for it; empty when they would be too many."""
    words = finder.words
    options: Sequence[Any] = question.things or question.options
    if not question.things and not is_listed(options):
        return []
    numbers = is_number(question)
    found: list[Text] = []
    for place, option in enumerate(_ordered(options, finder, numbers=numbers)):
        key = _key(option, place, finder, numbers=numbers)
        label = words.answer(option, numbers=numbers)
        style = _style(option, finder, numbers=numbers)
        mark = " *" if same(option, default) else ""
        text = Text()
        if key and key != label:
            text.append(f"{key} ", style="key")
            text.append(label, style=style)
        else:
            text.append(label, style="key")
        text.append(mark, style="key")
        found.append(text)
    return found


def is_listed(options: Sequence[Any]) -> bool:
    """Whether there are few enough options to list them."""
    if len(options) > MOST_LISTED:
        return False
    compound = any(isinstance(option, tuple) for option in options)
    return len(options) <= MOST_COMPOUND or not compound


def _ordered(options: Iterable[Any], finder: Finder, *, numbers: bool) -> list[Any]:
    """Players in the order of their seats, everything else as it comes."""
    found = list(options)
    if not numbers and shape_of(found) is Shape.PLAYER and None not in found:
        found.sort(key=finder.seat)
    return found


def _key(option: Any, place: int, finder: Finder, *, numbers: bool) -> str:
    if option is None:
        return "-"
    if isinstance(option, bool):
        short = pgettext("short for yes", "y") if option else pgettext("short for no", "n")
        return short.partition("/")[0]
    if isinstance(option, int):
        return str(option) if numbers else str(finder.seat(option))
    return str(place + 1)


def _style(option: Any, finder: Finder, *, numbers: bool) -> str:
    if isinstance(option, str) and option in finder.game.cast.by_id:
        return character_style(finder.game.cast.by_id[option].type)
    if (
        type(option) is int
        and not numbers
        and not finder.game.living >> option & 1
        and finder.game.characters
    ):
        return "muted"
    return ""


# -- reading -----------------------------------------------------------------------------------------


def read_answer(line: str, question: Question, finder: Finder) -> Any:
    """The answer that a line means. Raises ``NotFound`` with a sentence for one that means none.

    Whether it is legal is for the table to say.
    """
    line = line.strip()
    options = question.options
    if question.kind is Kind.CHOICE and line.casefold() in {"skip", _("skip").casefold()}:
        return SKIP
    if question.kind is Kind.SHOW and len(options) == 1:
        raise NotFound(_("Only this can be shown here. For anything else: show PLAYER …"))
    if None in options and line.casefold() in {"-", "none", "no", _("none").casefold(), _("no").casefold()}:
        return None
    index = number_of(line)
    if index is not None and question.shape in _COMPOUND and not question.things and is_listed(options):
        return _at(index, options)
    match question.shape:
        case Shape.YES_NO:
            answer = yes_or_no(line)
            return _one_word(line, question, finder) if answer is None else answer
        case Shape.NUMBER:
            number = number_of(line)
            if number is None:
                raise NotFound(fill(_("“{word}” is no number."), word=line))
            return number
        case Shape.PLAYER:
            return finder.one_player(line)
        case Shape.CHARACTER | Shape.WORDS:
            return _one_word(line, question, finder)
        case Shape.PLAYERS | Shape.PAIR:
            return _put_together(question, finder.several(line), [], _("Name two players."))
        case Shape.PLAYER_AND_CHARACTER | Shape.IDENTITY:
            return _put_together(question, *_named(line, finder), _("Name a player and a character."))
        case Shape.POINTING:
            return _put_together(question, *_named(line, finder), _("Name two players and a character."))
        case Shape.SEVERAL | Shape.ORDER:
            return _several(line, question, finder)
    raise NotFound(fill(_("Choose a number from 1 to {last}."), last=len(options)))


def _put_together(question: Question, players: list[int], characters: list[str], wanted: str) -> Any:
    try:
        return put_together(question.shape, players, characters)
    except NoSuchAnswer:
        raise NotFound(wanted) from None


def _named(line: str, finder: Finder) -> tuple[list[int], list[str]]:
    """The players and the characters that a line names."""
    parts = finder.parts(line)
    players = [int(value) for kind, value in parts if kind == "player"]
    characters = [str(value) for kind, value in parts if kind == "character"]
    return players, characters


def _at(index: int, options: Sequence[Any]) -> Any:
    if not 1 <= index <= len(options):
        raise NotFound(fill(_("Choose a number from 1 to {last}."), last=len(options)))
    return options[index - 1]


def _names(options: Iterable[Any], words: Words) -> Names[str]:
    """What the options that are words may be called."""
    return Names(
        ((o, _called(o, words)) for o in options if isinstance(o, str)),
        lambda word: fill(_("“{word}” is none of the possible answers."), word=word),
    )


def _called(option: str, words: Words) -> tuple[str, ...]:
    if option in ("good", "evil"):
        return words.side(option == "evil"), option
    if option in Type.__members__ or option.upper() in Type.__members__:
        return type_name(option), option
    known = words.word(option)
    return (known, option) if known != words.character(option) else names_of(option, words)


def _one_word(line: str, question: Question, finder: Finder) -> Any:
    """One of the options that are words; any words at all where these are allowed."""
    options = question.options
    index = number_of(line)
    if index is not None and is_listed(options):
        return _at(index, options)
    try:
        return _names(options, finder.words).find(line)
    except NotFound as unknown:
        known = finder.characters.exactly(line)
        if known is not None:
            return known  # a character, but none that fits: the table says so
        if question.allows(line):
            return line
        if question.shape is Shape.YES_NO:
            raise NotFound(fill(_("“{word}” is neither yes nor no."), word=line)) from unknown
        raise


def _characters(line: str, options: Sequence[str], finder: Finder) -> list[str]:
    """Several characters, by their names or by their numbers in the list."""
    names = _names(options, finder.words)
    found = []
    for word in listed(line, lambda phrase: names.exactly(phrase) is not None):
        index = number_of(word)
        found.append(_at(index, options) if index is not None else names.find(word))
    return found


def _several(line: str, question: Question, finder: Finder) -> tuple[Any, ...]:
    """Several of the things that an answer may name, in any order."""
    things = question.things
    if question.shape_of_things is Shape.CHARACTER:
        nothing = {"-", "none", _("none").casefold()}
        among = things or finder.game.cast.ids
        chosen: list[Any] = [] if line.casefold() in nothing else _characters(line, among, finder)
    else:
        chosen = finder.several(line)
    if question.shape is Shape.SEVERAL and things and len(chosen) not in question.sizes:
        wanted = question.sizes[0]
        raise NotFound(fill(_("Name {wanted}, not {count}."), wanted=wanted, count=len(chosen)))
    return tuple(chosen)


def free_showing(line: str, finder: Finder) -> Any:
    """Anything that may be shown: yes or no, a number, a side, players, characters, or just words."""
    line = line.strip()
    answer = yes_or_no(line)
    if answer is not None:
        return answer
    number = number_of(line)
    if number is not None:
        return number
    for side in ("good", "evil"):
        if line.casefold() in (side, finder.words.side(side == "evil").casefold()):
            return side
    if line[:1] in "\"'“‘":
        return line.strip("\"'“”‘’")
    try:
        parts = finder.parts(line)
    except NotFound:
        return line
    players = tuple(sorted(int(value) for kind, value in parts if kind == "player"))
    characters = tuple(str(value) for kind, value in parts if kind == "character")
    match (len(players), len(characters)):
        case (0, 1):
            return characters[0]
        case (0, _many):
            return characters
        case (1, 1):
            return Identity(players[0], characters[0])
        case (2, 1):
            return Pointing(players, characters[0])
        case (1 | 2, 0):
            return Pair(players)
    names = [finder.words.player(p) for p in players] + [finder.words.character(c) for c in characters]
    return ", ".join(names)


def default_in_words(question: Question, default: Any, words: Words) -> str:
    """The suggested answer in words."""
    if default is AT_RANDOM:
        return _("at random")
    return words.answer(default, numbers=is_number(question))

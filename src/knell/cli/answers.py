"""Answers: how the possible ones are listed, and what somebody has typed means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from knell.cli.finding import Finder, Names, NotFound, listed, names_of, number_of, yes_or_no
from knell.engine import AT_RANDOM, SKIP, Identity, Kind, Pair, Pointing, Question, Type
from knell.engine.options import Combinations, Orders, PlayerPairs, Product, Subsets
from knell.names import type_name
from knell.texts import _, fill, pgettext
from knell.words import Words
from knell.words.wording import is_number

__all__ = ["character_style", "free_showing", "options_shown", "read_answer"]

MOST_LISTED: Final = 40
MOST_COMPOUND: Final = 6
"""More options than these are described instead of listed."""


def character_style(type_: Type) -> str:
    """The style in which a character of that type is written."""
    return type_.label


# -- the options -------------------------------------------------------------------------------------


def options_shown(question: Question, finder: Finder, *, default: Any = AT_RANDOM) -> list[Text]:
    """The possible answers, each with what can be typed for it; empty when they would be too many."""
    words = finder.words
    options: Sequence[Any] = question.options
    if isinstance(options, Combinations):
        options = options.every
    elif isinstance(options, Orders):
        options = tuple(dict.fromkeys(options.things))
    elif isinstance(options, PlayerPairs):
        options = options.among
    elif isinstance(options, Subsets):
        options = options.players
    elif not is_listed(options):
        return []
    numbers = is_number(question.kind, question.name)
    found: list[Text] = []
    for place, option in enumerate(_ordered(options, finder, numbers=numbers)):
        key = _key(option, place, finder, numbers=numbers)
        label = words.answer(option, numbers=numbers)
        style = _style(option, finder, numbers=numbers)
        mark = " *" if option == default and type(option) is type(default) else ""
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
    if not numbers and found and all(type(option) is int for option in found):
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
    match options:
        case Orders():
            return tuple(_characters(line, tuple(dict.fromkeys(options.things)), finder))
        case Combinations():
            return _several(line, options, finder)
        case PlayerPairs():
            return tuple(sorted(finder.several(line)))
        case Subsets():
            return tuple(finder.several(line))
        case Product():
            return _product(line, finder)
    return _by_form(line, question, finder)


def _by_form(line: str, question: Question, finder: Finder) -> Any:
    """An answer in the form that the possible ones have."""
    options = question.options
    some = next((option for option in options if option is not None), None)
    if isinstance(some, bool):
        answer = yes_or_no(line)
        return _one_word(line, question, finder) if answer is None else answer
    if isinstance(some, int) and is_number(question.kind, question.name):
        number = number_of(line)
        if number is None:
            raise NotFound(fill(_("“{word}” is no number."), word=line))
        return number
    if isinstance(some, int):
        return finder.one_player(line)
    if isinstance(some, str):
        return _one_word(line, question, finder)
    if is_listed(options) and (index := number_of(line)) is not None:
        return _at(index, options)
    if type(some) is tuple:
        return _tuple(line, question, finder)
    if isinstance(some, Pair):
        return Pair(tuple(sorted(finder.several(line))))
    if isinstance(some, Pointing):
        return _pointing(line, finder)
    if isinstance(some, Identity):
        player, character = _product(line, finder)
        return Identity(player, character)
    raise NotFound(fill(_("Choose a number from 1 to {last}."), last=len(options)))


def _tuple(line: str, question: Question, finder: Finder) -> tuple[Any, ...]:
    """Several players, several characters, or a player and a character, as the possible answers are."""
    some: tuple[Any, ...] = next((option for option in question.options if option), ())
    if all(isinstance(part, int) for part in some):
        return tuple(sorted(finder.several(line)))
    if isinstance(some[0], int):
        return _product(line, finder)
    nothing = {"-", "none", _("none").casefold()}
    chosen = [] if line.casefold() in nothing else _characters(line, finder.game.cast.ids, finder)
    wanted = sorted(chosen)
    return next((option for option in question.options if sorted(option) == wanted), tuple(chosen))


def _pointing(line: str, finder: Finder) -> Pointing:
    parts = finder.parts(line)
    players = tuple(sorted(int(value) for kind, value in parts if kind == "player"))
    characters = [str(value) for kind, value in parts if kind == "character"]
    if len(players) != 2 or len(characters) != 1:
        raise NotFound(_("Name two players and a character."))
    return Pointing(players, characters[0])


def _product(line: str, finder: Finder) -> tuple[int, str]:
    parts = finder.parts(line)
    if [kind for kind, _value in parts] not in (["player", "character"], ["character", "player"]):
        raise NotFound(_("Name a player and a character."))
    values = dict(parts)
    return int(values["player"]), str(values["character"])


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
        if any(isinstance(option, bool) for option in options):
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


def _several(line: str, options: Combinations[Any], finder: Finder) -> tuple[Any, ...]:
    """Several of the options, in any order."""
    every = options.every
    if every and isinstance(every[0], str):
        chosen: list[Any] = list(dict.fromkeys(_characters(line, every, finder)))
    else:
        chosen = finder.several(line)
    if len(chosen) != options.free + len(options.forced):
        wanted = options.free + len(options.forced)
        raise NotFound(fill(_("Name {wanted}, not {count}."), wanted=wanted, count=len(chosen)))
    return options.sort(chosen) if all(thing in every for thing in chosen) else tuple(chosen)


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
    return words.answer(default, numbers=is_number(question.kind, question.name))

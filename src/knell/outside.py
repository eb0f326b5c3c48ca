"""What comes from outside: words that people type, and data in files, made fit to be kept and shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

__all__ = ["LONGEST", "clean", "cleaned", "is_fit", "is_name", "one_line", "read_json"]

LONGEST: Final = 2000
"""How many letters the words have at most that somebody types into a game."""
DEEPEST: Final = 16
_LINE_END: Final = re.compile("\r\n|[\n\x0b\x0c\r\x85\u2028\u2029]")
# Control characters, and marks that turn the direction of the text around them.
_UNSAFE: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
_HALF: Final = re.compile("[\ud800-\udfff]")


def clean(words: str) -> str:
    """Words without what could garble a terminal, a page or a stream; every line end is a line feed.

    Half characters, which JSON can spell but nothing can save, become question marks.
    """
    return _UNSAFE.sub("", _LINE_END.sub("\n", _HALF.sub("?", words)))


def one_line(words: str) -> str:
    """Clean words on one line, with single spaces."""
    return " ".join(clean(words).split())


def is_fit(words: str, longest: int = LONGEST) -> bool:
    """Whether words can be kept as they are: clean and not too long."""
    return len(words) <= longest and clean(words) == words


def is_name(words: str) -> bool:
    """Whether words can be somebody's name: fit, on one line, and not only spaces."""
    return is_fit(words) and not {"\n", "\t"} & set(words) and bool(words.strip())


def read_json(words: str) -> Any:
    """The data that JSON says, if there is only one way to read it.

    Raises ``ValueError`` for what isn't JSON, says a key twice, holds half characters or numbers that are
    none, or is nested too deeply.
    """
    try:
        data = json.loads(
            words, parse_constant=_no_number, parse_float=_number, object_pairs_hook=_without_twins
        )
    except RecursionError as error:
        raise ValueError("too deep") from error
    _walk(data, _refused, DEEPEST)
    return data


def cleaned(data: Any) -> Any:
    """JSON data with every text in it clean. Raises ``ValueError`` where two keys become the same."""
    return _walk(data, clean, DEEPEST)


def _walk(data: Any, change: Callable[[str], str], depth: int) -> Any:
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list | dict) and not depth:
        raise ValueError("too deep")
    if isinstance(data, list):
        return [_walk(part, change, depth - 1) for part in data]
    if isinstance(data, dict):
        return _without_twins([(change(key), _walk(part, change, depth - 1)) for key, part in data.items()])
    return data


def _refused(words: str) -> str:
    if _HALF.search(words):
        raise ValueError("half a character")
    return words


def _no_number(constant: str) -> NoReturn:
    raise ValueError(constant)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits)
    return number


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice")
    return data

"""The YAML under a scenario file: documents whose maps know their lines, and what is wrong with one.

:mod:`knell.scenarios.reading` turns these documents into scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final, NoReturn

import yaml

from knell.messages import N_, Text, text
from knell.outside import clean, one_line
from knell.unreadable import UnreadableError


class ScenarioError(UnreadableError):
    """A scenario file that can't be read: where, what was found, what was expected."""

    def _place(self) -> Text | None:
        """The file and the line, in the way that editors and compilers write them."""
        if self.line is not None:
            return text("{file}:{line}", file=self.file or "", line=self.line)
        return super()._place() if self.file else None


class Block(dict[Any, Any]):
    """A YAML mapping that knows the lines of its keys."""

    line: int = 0
    lines: Mapping[Any, int] = {}

    def allow_only(self, allowed: AbstractSet[str], what: str) -> None:
        """Complain about the first key that isn't ``allowed`` in ``what``, an untranslated message."""
        for key in self:
            if key not in allowed:
                raise ScenarioError(
                    text(
                        N_("“{key}” is unknown in {what}; known are {known}."),
                        key=key,
                        what=text(what),
                        known=", ".join(sorted(allowed)),
                    ),
                    line=self.lines[key],
                )

    def refuse(self, key: str, expected: str) -> NoReturn:
        """Complain about what stands at ``key``; ``expected`` is an untranslated message."""
        raise ScenarioError(
            text(N_("“{key}” must be {expected}."), key=key, expected=text(expected)),
            line=self.lines.get(key, self.line),
        )


_LARGEST: Final = 2**64
DEEPEST: Final = 24
"""How deep lists and maps lie in each other at most; scenarios need half of that."""
MOST_PARTS: Final = 30_000
"""How many words, lists and maps a file holds at most; the longest of ours has half as many."""
_Parser: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Written in C where PyYAML came with it: ten times as fast."""


class _Loader(yaml.composer.Composer, _Parser):  # type: ignore[misc] # which parser there is shows at run time
    """Reads words, numbers, lists and mappings, these as :class:`Block`, and nothing else.

    Tags and aliases aren't part of scenarios: with them, a short file could stand for a huge one.
    """

    def __init__(self, words: str) -> None:
        _Parser.__init__(self, words)
        yaml.composer.Composer.__init__(self)
        self._depth = self._nodes = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise ScenarioError(
                text(N_("Write this out: “&” and “*” mean nothing in a scenario.")), line=line
            )
        if event.tag not in (None, "!"):
            raise ScenarioError(text(N_("Tags like “!!int” mean nothing in a scenario.")), line=line)
        self._depth += 1
        self._nodes += 1
        if self._nodes > MOST_PARTS:
            raise ScenarioError(
                text(N_("This file holds too much; put its scenarios into several.")), line=line
            )
        if self._depth > DEEPEST:
            raise ScenarioError(text(N_("This is nested too deeply.")), line=line)
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, pattern) for tag, pattern in known if tag.rpartition(":")[2] in ("bool", "int", "float", "null")
    ]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
"""A date or a merge is only a word here."""


def _number(loader: _Loader, node: yaml.ScalarNode) -> int | float:
    made = loader.construct_yaml_int if node.tag.endswith(":int") else loader.construct_yaml_float
    try:
        number: int | float = made(node)
        if abs(number) < _LARGEST:
            return number
    except (ValueError, OverflowError):
        pass
    raise ScenarioError(text(N_("This is no number that Knell can use.")), line=node.start_mark.line + 1)


def _word(loader: _Loader, node: yaml.ScalarNode) -> str:
    return clean(str(loader.construct_scalar(node)))


def _mapping(loader: _Loader, node: yaml.MappingNode) -> Block:
    block = Block()
    block.line = node.start_mark.line + 1
    lines: dict[Any, int] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        line = key_node.start_mark.line + 1
        if not isinstance(key, str | bool | int | float):
            raise ScenarioError(text(N_("A key must be a word, not a list or a map.")), line=line)
        key = key if isinstance(key, str) else str(key)
        if key in block:
            raise ScenarioError(text(N_("“{key}” stands here twice; keep one of them."), key=key), line=line)
        block[key] = loader.construct_object(value_node, deep=True)
        lines[key] = line
    block.lines = lines
    return block


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
_Loader.add_constructor("tag:yaml.org,2002:int", _number)
_Loader.add_constructor("tag:yaml.org,2002:float", _number)
_Loader.add_constructor("tag:yaml.org,2002:str", _word)


LARGEST: Final = 256 * 1024
"""No file of scenarios needs more bytes; they can be put into several."""


def read_text(path: str | Path) -> str:
    """The text of a file of scenarios. Raises ``ScenarioError`` naming the file, the line and the reason."""
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(LARGEST + 1)
        words = data.decode("utf-8-sig")
    except OSError as error:
        problem = text(N_("The file can't be read: {reason}."), reason=error.strerror or str(error))
        raise ScenarioError(problem, file=name) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioError(text(N_("The file isn't text in UTF-8.")), file=name, line=line) from error
    if len(data) > LARGEST:
        message = N_("This file is too large for scenarios: {most} KB are allowed.")
        raise ScenarioError(text(message, most=LARGEST // 1024), file=name, line=1)
    return words


def documents(words: str) -> list[Any]:
    """The documents of a text, their maps as :class:`Block`. Raises ``ScenarioError`` if it isn't YAML."""
    try:
        return list(yaml.load_all(words, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise ScenarioError(
            text(N_("This isn't valid YAML: {problem}."), problem=error.problem or error.context),
            line=1 if mark is None else min(mark.line, words.rstrip().count("\n")) + 1,
        ) from error
    except yaml.reader.ReaderError as error:
        line = words.count("\n", 0, error.position) + 1
        raise ScenarioError(text(N_("There is a character that no text can hold.")), line=line) from error
    except yaml.YAMLError as error:
        problem = one_line(str(error))
        raise ScenarioError(text(N_("This isn't valid YAML: {problem}."), problem=problem), line=1) from error

"""The YAML under a scenario file: documents whose maps know their lines, and what is wrong with one.

:mod:`knell.scenarios.reading` turns these documents into scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, NoReturn

import yaml

from knell.messages import N_, Text, text
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


class _Loader(yaml.SafeLoader):
    """Reads mappings as :class:`Block` and refuses a key that stands twice."""


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


def read_text(path: str | Path) -> str:
    """The text of a file. Raises ``ScenarioError`` naming the file and the reason."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        problem = text(N_("The file can't be read: {reason}."), reason=error.strerror or str(error))
        raise ScenarioError(problem, file=str(path)) from error
    except UnicodeDecodeError as error:
        raise ScenarioError(text(N_("The file isn't text in UTF-8.")), file=str(path)) from error


def documents(words: str) -> list[Any]:
    """The documents of a text, their maps as :class:`Block`. Raises ``ScenarioError`` if it isn't YAML."""
    try:
        return list(yaml.load_all(words, Loader=_Loader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else None
        raise ScenarioError(
            text(N_("This isn't valid YAML: {problem}."), problem=error.problem), line=line
        ) from error
    except yaml.YAMLError as error:
        raise ScenarioError(text(N_("This isn't valid YAML: {problem}."), problem=str(error))) from error

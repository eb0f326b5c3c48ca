"""Whether a script that was made from data holds what its types say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from knell.scripts.script import Script

__all__ = ["is_well_formed"]


def is_well_formed(script: Script) -> bool:
    """Whether every part of a script is of the type that belongs there."""
    return _is(Script, script)


def _is(hint: Any, value: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        known = _hints(hint)
        return type(value) is hint and all(_is(known[f.name], getattr(value, f.name)) for f in fields(hint))
    if origin in (Union, UnionType):
        return any(_is(part, value) for part in parts)
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin is tuple:
        return isinstance(value, tuple) and all(_is(parts[0], one) for one in value)
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_is(parts[1], one) for one in value.values())
    if hint is Any:
        return True  # as it was read: it is kept, and written out again
    if hint is float:
        return type(value) in (int, float)
    return type(value) is hint


@cache
def _hints(of: Any) -> Mapping[str, Any]:
    return get_type_hints(of)

"""Pieces of pages that are drawn once for as long as they look the same: seats, lines of a list.

``{% kept "grimoire/_seat.html" seat=seat %}`` includes a template that knows what it is given, the icons and
nothing else. Most of a page is what it was before the last answer, and of a hundred games at the same moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from knell.texts import current_language
from knell.web.drawing.symbols import icons

register = template.Library()

MOST: Final = 8192
"""Pieces that are kept; a seat has about a thousand letters."""


class _Given:
    """What a piece is drawn from; two are equal when they look the same."""

    __slots__ = ("_key", "values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self._key = _frozen(values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _frozen(value: Any) -> Any:
    """A value that can be looked up by; ``True`` is not ``1``."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return (value,)
    if isinstance(value, Mapping):
        return tuple([(key, _frozen(one)) for key, one in value.items()])
    if isinstance(value, (list, tuple)):
        return tuple([_frozen(one) for one in value])
    return value


@lru_cache(maxsize=MOST)
def _drawn(name: str, _language: str, given: _Given) -> SafeString:
    made = get_template(name).render({**given.values, "i": icons})
    return mark_safe(made)  # noqa: S308 - a template has escaped what needs it


@register.simple_tag
def kept(name: str, **values: Any) -> SafeString:
    """Include a template, drawn with these values alone."""
    return _drawn(name, current_language(), _Given(values))

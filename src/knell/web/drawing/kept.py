"""Pieces of pages that are drawn once for as long as they look the same: seats, lines of a list.

``{% each "grimoire/_seat.html" of ring.seats as seat %}`` draws a template for each of a list. The template
knows what it is given, the icons and nothing else. Most of a page is what it was before the last answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.base import FilterExpression, Parser, Token
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


class _Each(template.Node):
    def __init__(self, name: str, pieces: FilterExpression, given_as: str) -> None:
        self._name = name
        self._pieces = pieces
        self._given_as = given_as

    def render(self, context: template.Context) -> SafeString:
        pieces = self._pieces.resolve(context)
        language, given_as = current_language(), self._given_as
        made = [_drawn(self._name, language, _Given({given_as: piece})) for piece in pieces]
        return mark_safe("\n".join(made))  # noqa: S308 - pieces have been escaped when they were drawn


@register.tag("each")
def _read_each(parser: Parser, token: Token) -> template.Node:
    """Draw a template for each of a list: ``{% each "town/_seat.html" of seats as seat %}``."""
    match token.split_contents():
        case [_, name, "of", pieces, "as", given_as]:
            return _Each(name.strip('"'), parser.compile_filter(pieces), given_as)
        case _:
            raise template.TemplateSyntaxError('{% each "template" of list as name %}')

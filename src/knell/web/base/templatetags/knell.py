"""Texts from Knell's catalogue, and the addresses of static files."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from knell.texts import _, current_language, fill, ngettext, pgettext, use_language
from knell.web.base.assets import asset_url, script_url, scripts_of

register = template.Library()


def escape(text: str) -> SafeString:
    """As Django's own, without the question whether the text is one that waits for its language."""
    return SafeString(html.escape(text))


def _filled(text: str, values: dict[str, Any]) -> SafeString:
    """Fill in, then escape; with ready-made HTML among the values, escape first."""
    if any(hasattr(value, "__html__") for value in values.values()):
        safe = {key: conditional_escape(value) for key, value in values.items()}
        return mark_safe(fill(escape(text), **safe))  # noqa: S308 - every part has been escaped
    return escape(fill(text, **values) if values else text)


@lru_cache(maxsize=4096)
def _alone(text: str, language: str) -> SafeString:
    """A text with nothing to fill in: the same on every page of a language."""
    with use_language(language):
        return _filled(_(text), {})


@register.simple_tag
def t(text: str, **values: Any) -> SafeString:
    """A text in the reader's language."""
    return _filled(_(text), values) if values else _alone(text, current_language())


class _Alone(template.Node):
    """A text with nothing to fill in, known when the template is read."""

    def __init__(self, text: str) -> None:
        self._text = text

    def render(self, context: template.Context) -> SafeString:
        return _alone(self._text, current_language())


_with_values: Callable[[Parser, Token], template.Node] = register.tags["t"]


@register.tag("t")
def _read_t(parser: Parser, token: Token) -> template.Node:
    """Most texts have nothing to fill in, and a page has many."""
    bits = token.split_contents()
    text = parser.compile_filter(bits[1]) if len(bits) == 2 else None
    if text is None or text.is_var:
        return _with_values(parser, token)
    return _Alone(str(text.resolve(template.Context())))


@register.simple_tag
def tn(singular: str, plural: str, **values: Any) -> SafeString:
    """A text that depends on ``count``."""
    return _filled(ngettext(singular, plural, int(values["count"])), values)


@register.simple_tag
def tp(context: str, text: str, **values: Any) -> SafeString:
    """A text that means something else elsewhere."""
    return _filled(pgettext(context, text), values)


@register.simple_tag
def asset(name: str) -> str:
    """Where a static file is found."""
    return asset_url(str.__str__(name))  # paths take no strings of Django's


@register.simple_tag
def scripts(part: str) -> SafeString:
    """The modules of a part of the site, asked for at once; ``page.js`` is the one that runs."""
    first = f"{part}/page.js"
    tags = [f'<link rel="modulepreload" href="{script_url(n)}">' for n in scripts_of(part) if n != first]
    if first in scripts_of(part):
        tags.append(f'<script type="module" src="{script_url(first)}"></script>')
    return mark_safe("\n".join(tags))  # noqa: S308 - names of our own files


_ICONS = {
    "alert": "M12 3 2 20h20ZM12 10v4.500M12 17.300v.2",
    "book": "M12 6c-3-2-6-2-9-2v14c3 0 6 0 9 2 3-2 6-2 9-2V4c-3 0-6 0-9 2ZM12 6v14",
    "check": "M4 12.500l5.500 5.500L20 6.500",
    "cross": "M5 5l14 14M19 5L5 19",
    "device": "M7 2h10v20H7ZM11 19h2",
    "down": "M12 4v16M6 14l6 6 6-6",
    "download": "M12 3v12M7 10l5 5 5-5M4 20h16",
    "eye": "M3 12c3-5 6-7 9-7s6 2 9 7c-3 5-6 7-9 7s-6-2-9-7ZM4 20 20 4",
    "gear": "M8.500 12a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0M12 2.500v3M12 18.500v3"
    "M2.500 12h3M18.500 12h3"
    "M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
    "hand": "M7 12V6.500a1.500 1.500 0 0 1 3 0V11M10 11V4.500a1.500 1.500 0 0 1 3 0V11"
    "M13 11V5.500a1.500 1.500 0 0 1 3 0V12"
    "M16 12V8.500a1.500 1.500 0 0 1 3 0V15a7 7 0 0 1-7 7c-3 0-4.500-1.500-6-4.500l-2-4a1.600 1."
    "600 0 0 1 2.800-1.500L7 13",
    "moon": "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500Z",
    "play": "M7 4.500v15l12-7.500Z",
    "plus": "M12 5v14M5 12h14",
    "redo": "M15 4l5 5-5 5M20 9H9a5 5 0 0 0 0 10h3",
    "seats": "M10 4.500a2 2 0 1 0 4 0 2 2 0 1 0-4 0M17 9.500a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
    "M14.500 18a2 2 0 1 0 4 0"
    " 2 2 0 1 0-4 0M5.500 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M3 9.500a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
    "shuffle": "M3 7h4l9 10h5M3 17h4l2.500-2.800M13.500 9.800 16 7h5M18 4l3 3-3 3M18 14l3 3-3 3",
    "star": "M12 3l2.700 5.800 6.300.8-4.600 4.300 1.200 6.300L12 17l-5.600 3.200 1.200-6.300L3"
    " 9.600l6.300-.8Z",
    "sun": "M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2"
    "M5 19l2-2M17 7l2-2",
    "trash": "M4 6h16M9 6V3.500h6V6M6 6l1 15h10l1-15M10 10v7M14 10v7",
    "undo": "M9 4L4 9l5 5M4 9h11a5 5 0 0 1 0 10h-3",
    "up": "M12 20V4M6 10l6-6 6 6",
}
_FILLED = frozenset({"play", "star"})


@register.simple_tag
def icon(name: str) -> SafeString:
    """A small drawing beside words, which say the same."""
    fill_ = ' fill="currentColor"' if name in _FILLED else ""
    path = f'<path d="{_ICONS[name]}"{fill_}/>'
    return mark_safe(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{path}</svg>')  # noqa: S308


@register.inclusion_tag("base/_spread.html")
def spread(counts: dict[str, int]) -> dict[str, Any]:
    """How many characters there are of each type."""
    letters = {
        "townsfolk": pgettext("letter for Townsfolk", "T"),
        "outsider": pgettext("letter for Outsiders", "O"),
        "minion": pgettext("letter for Minions", "M"),
        "demon": pgettext("letter for Demons", "D"),
    }
    return {"parts": [(kind, counts.get(kind, 0), letter) for kind, letter in letters.items()]}

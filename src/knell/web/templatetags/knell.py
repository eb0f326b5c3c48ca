"""Texts from Knell's catalogue, and the addresses of static files."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from knell.texts import _, fill, ngettext, pgettext
from knell.web.assets import asset_url

register = template.Library()


def _filled(text: str, values: dict[str, Any]) -> SafeString:
    """Fill in, then escape; with ready-made HTML among the values, escape first."""
    if any(hasattr(value, "__html__") for value in values.values()):
        safe = {key: conditional_escape(value) for key, value in values.items()}
        return mark_safe(fill(escape(text), **safe))  # noqa: S308 - every part has been escaped
    return escape(fill(text, **values) if values else text)


@register.simple_tag
def t(text: str, **values: Any) -> SafeString:
    """A text in the reader's language."""
    return _filled(_(text), values)


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

"""How a browser wants its pages: language, text size, red night, motion. Kept in a cookie, nothing secret."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest, HttpResponseBase

from knell.texts import SOURCE_LANGUAGE, find_language
from knell.web.base.configuration import configuration

__all__ = ["COOKIE", "Preferences"]

COOKIE: Final = "knell_look"
_YEAR: Final = 365 * 24 * 3600
_CHOICES: Final = {
    "theme": ("", "red-night"),
    "text": ("", "large"),
    "motion": ("", "off"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one browser wants; empty where it takes what comes."""

    language: str = SOURCE_LANGUAGE
    theme: str = ""
    text: str = ""
    motion: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> Self:
        """The preferences that a request brings, or guesses from what the browser says of itself."""
        kept = dict(parse_qsl(request.COOKIES.get(COOKIE, "")[:200]))
        language = find_language(kept.get("language", ""))
        if language is None:
            language = _spoken(request.headers.get("Accept-Language", ""))
        made = cls(language)
        return made.having(kept)

    def having(self, wanted: dict[str, str]) -> Self:
        """The same with other values where those are possible."""
        changes = {
            key: wanted[key] for key, values in _CHOICES.items() if key in wanted and wanted[key] in values
        }
        language = find_language(wanted.get("language", "")) or self.language
        return replace(self, language=language, **changes)

    def keep(self, response: HttpResponseBase) -> None:
        """Have the browser remember them."""
        value = urlencode(
            {"language": self.language, "theme": self.theme, "text": self.text, "motion": self.motion}
        )
        response.set_cookie(
            COOKIE, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=configuration().https
        )


def _spoken(header: str) -> str:
    """The first language in a browser's list that Knell speaks."""
    wanted: list[tuple[float, str]] = []
    for part in header[:300].split(",")[:20]:
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), name))
        except ValueError:
            continue
    for _, name in sorted(wanted, key=lambda one: one[0]):
        found = find_language(name)
        if found is not None:
            return found
    return SOURCE_LANGUAGE

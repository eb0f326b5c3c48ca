"""What every page's template knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from knell.texts import current_language, languages
from knell.web.base.preferences import Preferences

__all__ = ["page"]

NAMES = {"en": "English", "ko": "한국어"}


def page(request: HttpRequest) -> dict[str, Any]:
    """Look, language, and whose page it is."""
    preferences: Preferences | None = getattr(request, "preferences", None)
    return {
        "preferences": preferences or Preferences(),
        "language": current_language(),
        "languages": [(code, NAMES.get(code, code)) for code in languages()],
        "storyteller": getattr(request, "storyteller", False),
        "path": request.get_full_path(),
    }

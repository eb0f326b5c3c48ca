"""Views as data for pages and files."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

__all__ = ["View", "to_bytes"]

View: TypeAlias = dict[str, Any]
"""What somebody may know, JSON-ready."""


def to_bytes(view: View) -> bytes:
    """A view as JSON in one certain form: equal views are equal bytes."""
    return json.dumps(view, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

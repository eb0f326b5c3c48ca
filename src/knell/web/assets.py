"""Style sheets, scripts, glyphs and fonts: read once, sent with a name that changes when they do."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

__all__ = ["Asset", "asset", "asset_url"]

_STATIC: Final = Path(__file__).parent / "static"
_OTHERS: Final = {"htmx.js": ("django_htmx", "static/django_htmx/htmx-2.min.js")}
_TYPES: Final = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_COMPRESSED: Final = (".css", ".js", ".svg", ".json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, ready to be sent."""

    content: bytes
    zipped: bytes | None
    type: str
    digest: str


def asset(name: str) -> Asset | None:
    """The file of that name, or ``None``."""
    if name in _OTHERS:
        package, inside = _OTHERS[name]
        path = Path(str(resources.files(package))) / inside
    else:
        path = _STATIC / name
        if not path.resolve().is_relative_to(_STATIC.resolve()) or name.startswith("."):
            return None
    try:
        changed = path.stat().st_mtime_ns if path.is_file() else None
    except (OSError, ValueError):
        return None
    return None if changed is None else _read(path, changed)


@cache
def _read(path: Path, _changed: int) -> Asset:
    content = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or path.suffix in (".svg", ".js"):
        kind += "; charset=utf-8"
    zipped = gzip.compress(content, mtime=0) if path.suffix in _COMPRESSED else None
    return Asset(content, zipped, kind, hashlib.sha256(content).hexdigest()[:12])


def asset_url(name: str) -> str:
    """Where pages find a file."""
    found = asset(name)
    return f"/static/{name}?{found.digest}" if found is not None else f"/static/{name}"

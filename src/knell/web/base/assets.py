"""Style sheets, scripts, glyphs and fonts: read once, sent with a name that changes when they do.

Each part of the site has a folder ``static`` and in it one that is called like the part, as Django has it.
"""

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

_WEB: Final = Path(__file__).parents[1]
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


@cache
def _files() -> dict[str, Path]:
    """Every file that may be sent, by its name."""
    found = {
        path.relative_to(folder).as_posix(): path
        for folder in (_WEB / "static", *_WEB.glob("*/static"))
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    others = {name: Path(str(resources.files(package))) / file for name, (package, file) in _OTHERS.items()}
    return found | others


@cache
def _read(path: Path) -> Asset:
    content = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or path.suffix in (".svg", ".js"):
        kind += "; charset=utf-8"
    zipped = gzip.compress(content, mtime=0) if path.suffix in _COMPRESSED else None
    return Asset(content, zipped, kind, hashlib.sha256(content).hexdigest()[:12])


def asset(name: str) -> Asset | None:
    """The file of that name, or ``None``."""
    path = _files().get(name)
    return None if path is None else _read(path)


def asset_url(name: str) -> str:
    """Where pages find a file."""
    found = asset(name)
    return f"/static/{name}?{found.digest}" if found is not None else f"/static/{name}"

"""Style sheets, scripts, glyphs and fonts: read once, sent with a name that changes when they do.

Each part of the site has a folder ``static`` and in it one that is called like the part, as Django has it.

A file's address ends in a digest of its content, ``/static/base/icon.svg?1f0c…``. Scripts are modules
that import each other by plain relative addresses, so a digest of them all stands in front,
``/static/1f0c…/grimoire/page.js``: every import has it, too.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

__all__ = ["Asset", "asset", "asset_at", "asset_url", "script_url", "scripts_of"]

_WEB: Final = Path(__file__).parents[1]
_OTHERS: Final = {"htmx.js": ("django_htmx", "static/django_htmx/htmx-2.min.js")}
_TYPES: Final = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_LONG: Final = 12
_DIGEST: Final = re.compile(f"[0-9a-f]{{{_LONG}}}")
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
        for folder in _WEB.glob("*/static")
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
    return Asset(content, zipped, kind, hashlib.sha256(content).hexdigest()[:_LONG])


def asset(name: str) -> Asset | None:
    """The file of that name, or ``None``."""
    path = _files().get(name)
    return None if path is None else _read(path)


@cache
def _together() -> str:
    """The digest of all scripts."""
    whole = hashlib.sha256()
    for name in sorted(name for name in _files() if name.endswith(".js")):
        whole.update(f"{name} {_read(_files()[name]).digest}\n".encode())
    return whole.hexdigest()[:_LONG]


def asset_at(path: str, query: str) -> tuple[Asset, bool] | None:
    """The file at an address below ``/static/``, and whether that address never means anything else."""
    name, lasts = path, False
    before, _slash, after = path.partition("/")
    if after.endswith(".js") and _DIGEST.fullmatch(before):
        name, lasts = after, before == _together()
    found = asset(name)
    return None if found is None else (found, lasts or query == found.digest)


def asset_url(name: str) -> str:
    """Where pages find a file."""
    found = asset(name)
    return f"/static/{name}?{found.digest}" if found is not None else f"/static/{name}"


def script_url(name: str) -> str:
    """Where pages find a script that is a module."""
    return f"/static/{_together()}/{name}"


@cache
def scripts_of(part: str) -> tuple[str, ...]:
    """The names of all scripts of a part of the site."""
    return tuple(sorted(name for name in _files() if name.startswith(f"{part}/") and name.endswith(".js")))

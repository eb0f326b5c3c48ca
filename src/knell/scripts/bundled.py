"""Scripts that come with Knell: lists of ids, found by their name or by a short name in plain letters."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from knell.scripts.json_script import read_json_script
from knell.scripts.script import Script
from knell.scripts.spelling import fold

__all__ = ["bundled_script", "bundled_scripts"]


@cache
def bundled_scripts() -> Mapping[str, Script]:
    """Every bundled script by its short name, which is also the name of its file."""
    folder = resources.files("knell.scripts") / "data"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name
    )
    scripts = {
        file.name.removesuffix(".json"): read_json_script(file.read_text(encoding="utf-8"), kind="bundled")
        for file in files
    }
    return MappingProxyType(scripts)


def bundled_script(name: str) -> Script | None:
    """Find a bundled script by its name or its short name, whatever the case and spacing; a path is none."""
    if set(name) & {"/", "\\"}:
        return None
    key = fold(name)
    for short, script in bundled_scripts().items():
        if key in (fold(short), fold(script.name)):
            return script
    return None

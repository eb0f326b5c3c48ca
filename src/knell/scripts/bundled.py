"""Scripts that come with Knell: lists of ids, found by their name or by a short name in plain letters."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from knell.scripts.json_script import read_json_script
from knell.scripts.script import Script
from knell.scripts.spelling import fold
from knell.texts import current_language

__all__ = ["bundled_namesake", "bundled_script", "bundled_scripts"]

_KOREAN: Final = {"fog": "안개 속의 이름들", "lanterns": "빌려 온 등불"}
"""What the scripts of our own are called in Korean; somebody else's keep the name that they were given."""


def bundled_scripts() -> Mapping[str, Script]:
    """Every bundled script by its short name, which is also the name of its file.

    Those of our own are called by their names in the reader's language.
    """
    return _in(current_language())


@cache
def _in(language: str) -> Mapping[str, Script]:
    names = _KOREAN if language == "ko" else {}
    scripts = _files()
    return MappingProxyType(
        {short: replace(s, name=names.get(short, s.name)) for short, s in scripts.items()}
    )


@cache
def _files() -> Mapping[str, Script]:
    folder = resources.files("knell.scripts") / "data"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name
    )
    return {
        file.name.removesuffix(".json"): read_json_script(file.read_text(encoding="utf-8"), kind="bundled")
        for file in files
    }


def bundled_namesake(script: Script) -> str | None:
    """Find the short name of the bundled script that is called like this one; ``None`` if there is none.

    It needn't have the same characters: somebody's own file may bear any name.
    """
    found = bundled_script(script.name.replace("/", " ").replace("\\", " "))
    return next((short for short, one in bundled_scripts().items() if one is found), None)


def bundled_script(name: str) -> Script | None:
    """Find a bundled script by its name in any language or its short name, whatever the case and spacing.

    A path is none.
    """
    if set(name) & {"/", "\\"}:
        return None
    key = fold(name)
    for short, script in bundled_scripts().items():
        if key in {fold(known) for known in (short, _files()[short].name, _KOREAN.get(short, short))}:
            return script
    return None

"""What the scenarios that come with Knell prove, read from their files without playing or checking them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from knell.scenarios.document import read_text

__all__ = ["titles_covering"]


def titles_covering(character: str) -> tuple[str, ...]:
    """The titles of the scenarios that prove a clause of the character; those written for it come first.

    Raises ``ScenarioError`` for a file that can't be read.
    """
    found = [(file != character, title) for file, title, covers in _scenarios() if character in covers]
    found.sort(key=lambda one: one[0])
    return tuple(dict.fromkeys(title for _other, title in found))


@cache
def _scenarios() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """File, title and characters covered, of every scenario that comes with Knell."""
    found = []
    for file in sorted(_files(), key=lambda path: path.name):
        title = ""
        # As YAML, all files together would take seconds.
        for line in read_text(file).splitlines():
            if line.startswith("title:"):
                title = _unquoted(line.removeprefix("title:").strip())
            elif line.startswith("covers:") and title:
                ids = line.removeprefix("covers:").partition("#")[0].strip(" []")
                covers = {part.strip().rpartition("-")[0] for part in ids.split(",")}
                found.append((file.stem, title, frozenset(covers)))
                title = ""
    return tuple(found)


def _unquoted(title: str) -> str:
    if len(title) > 1 and title[0] == title[-1] and title[0] in "\"'":
        return title[1:-1].replace("''", "'") if title[0] == "'" else title[1:-1]
    return title


def _files() -> list[Path]:
    """The scenario files: packaged, or those of the checkout that Knell runs from."""
    packaged = resources.files("knell") / "data" / "scenarios"
    checkout = Path(__file__).resolve().parents[3] / "tests" / "scenarios"
    for folder in (Path(str(packaged)), checkout):
        if folder.is_dir():
            return list(folder.glob("*.yaml"))
    return []

"""Writing a script as an official script file."""

import json
from collections.abc import Iterator
from typing import Any

from knell.scripts.script import Script
from knell.scripts.spelling import resolve

__all__ = ["write_json_script"]


def write_json_script(script: Script) -> str:
    """Write a script file that reads as this script.

    What was read from a script file is written as it was read, Knell's part in it or not; only the ids of
    official characters are spelt as today.
    """
    entries = [_spelt(entry) for entry in script.entries] or list(_made(script))
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"


def _spelt(entry: Any) -> Any:
    if isinstance(entry, str):
        return resolve(entry) or entry
    return {**entry, "id": resolve(entry["id"]) or entry["id"]}


def _made(script: Script) -> Iterator[Any]:
    """The entries of a script that was no script file."""
    yield _filled({"id": "_meta", "name": script.name, "author": script.author})
    for id_ in (*script.characters, *script.fabled, *script.loric):
        written, own = script.texts.get(id_), script.homebrew.get(id_)
        if written is None and own is None:
            yield id_
            continue
        entry: dict[str, Any] = {"id": id_, "name": script.name_of(id_), "team": script.type_of(id_)}
        if own is not None:
            entry |= {"ability": own.ability, "setup": own.changes_setup}
        if written is not None:
            entry |= {"ability": written.ability, "flavor": written.flavour}
        yield _filled(entry)
    yield from script.unknown


def _filled(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value or key == "ability"}

"""The scripts that are here: bundled ones, and those that somebody uploaded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction

from knell.scripts import Script, bundled_scripts
from knell.web.games.models import StoredScript

__all__ = ["MOST_SCRIPTS", "Shelf", "add_script", "every_script", "find_script"]

MOST_SCRIPTS: Final = 500


class Shelf(NamedTuple):
    """A script and where its page is."""

    id: str
    script: Script
    own: bool
    """Whether somebody uploaded it; such a one can be deleted."""


def every_script() -> Iterable[Shelf]:
    """Every script, bundled ones first."""
    for short, script in bundled_scripts().items():
        yield Shelf(short, script, own=False)
    for row in StoredScript.objects.order_by("-added")[:MOST_SCRIPTS]:
        try:
            yield Shelf(row.id, Script.from_data(row.data), own=True)
        except (KeyError, TypeError, ValueError):
            continue


def find_script(id_: str) -> Shelf | None:
    """The script with that id."""
    if id_ in bundled_scripts():
        return Shelf(id_, bundled_scripts()[id_], own=False)
    row = StoredScript.objects.filter(id=id_).first()
    return None if row is None else Shelf(row.id, Script.from_data(row.data), own=True)


def add_script(script: Script, *, before: Sequence[str] = ()) -> StoredScript:
    """Keep a script; one with the same content is kept once.

    ``before`` are remarks from an earlier reading, where it was made from a script that is kept.
    """
    data = script.to_data()
    digest = hashlib.sha256(json.dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    notices = [*before, *map(str, script.remarks)][:200]
    try:
        with transaction.atomic():
            name = script.name[:200]
            return StoredScript.objects.create(name=name, digest=digest, data=data, notices=notices)
    except IntegrityError:
        return StoredScript.objects.get(digest=digest)

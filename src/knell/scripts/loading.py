"""One way in for every kind of script: bundled, official script file or almanac document."""

import codecs
from pathlib import Path
from typing import Final

from knell.messages import N_, text
from knell.scripts.almanac import read_almanac
from knell.scripts.bundled import bundled_script, bundled_scripts
from knell.scripts.errors import ScriptError
from knell.scripts.json_script import is_json, read_json_script
from knell.scripts.script import Script
from knell.scripts.spelling import shorten

__all__ = ["load", "read"]

LARGEST: Final = 1_000_000
LONGEST_DOCUMENT: Final = 100_000
"""Three times as much as the longest almanac that we have seen."""
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def load(path_or_name: str | Path) -> Script:
    """Load a bundled script by its name, or read a file of any kind. ScriptError says what is wrong.

    A name that is bundled is the bundled script, whatever files lie about; `./name` means the file.
    """
    if isinstance(path_or_name, str):
        found = bundled_script(path_or_name)
        if found is not None:
            return found
    path = Path(path_or_name)
    data = _bytes_of(path, str(path_or_name))
    try:
        return read(data, source=path)
    except ScriptError as error:
        error.file = path
        raise


def read(data: bytes, *, source: Path | None = None, name: str = "") -> Script:
    """Read what somebody uploaded: a script file or an almanac document, as its content shows.

    The name is for a document that has none; the source's name serves if there is one.
    """
    if len(data) > LARGEST:
        problem = N_("This file is too large for a script: more than {most} MB.")
        hint = text(N_("Is it the right file?"))
        raise ScriptError(text(problem, most=f"{LARGEST / 1_000_000:g}"), hint=hint)
    written = _decode(data)
    name = name or (source.stem if source is not None else "")
    if not written.strip():
        hint = text(N_("Check that it was saved completely."))
        raise ScriptError(text(N_("This file is empty.")), hint=hint, line=1)
    if is_json(written) or (source is not None and source.suffix.lower() == ".json"):
        return read_json_script(written, source=source, name=name)
    if len(written) > LONGEST_DOCUMENT:
        problem = N_("This document is too long for an almanac: it has more than {most} characters.")
        raise ScriptError(
            text(problem, most=LONGEST_DOCUMENT), hint=text(N_("Is it the right file?")), line=1
        )
    return read_almanac(written, source=source, name=name)


def _bytes_of(path: Path, given: str) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        known = ", ".join(f"{script.name} ({short})" for short, script in bundled_scripts().items())
        problem = N_("There is no file and no bundled script called “{name}”.")
        hint = N_("Bundled: {known}. For a file of your own, give its path.")
        raise ScriptError(text(problem, name=shorten(given)), hint=text(hint, known=known)) from None
    except IsADirectoryError:
        problem = N_("“{name}” is a folder, not a script.")
        raise ScriptError(
            text(problem, name=shorten(given)), hint=text(N_("Give the path of a file in it."))
        ) from None
    except OSError as error:
        problem = N_("“{name}” can't be read: {reason}.")
        hint = N_("Check the file's permissions.")
        raise ScriptError(
            text(problem, name=shorten(given), reason=error.strerror or error), hint=text(hint)
        ) from None


def _decode(data: bytes) -> str:
    try:
        if data.startswith(_UTF16):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = N_("This file isn't text in UTF-8.")
        hint = N_("Open it in a text editor and save it with the encoding UTF-8.")
        raise ScriptError(text(problem), hint=text(hint), line=line) from None

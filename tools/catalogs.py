"""Looks after the catalogues of translations: extract, update, compile, check.

    python tools/catalogs.py update     after you changed a text: the template and every catalogue follow
    python tools/catalogs.py compile    after you translated: what the program reads is made anew
    python tools/catalogs.py check      says what is missing; the tests ask the same

Only Babel is needed, no gettext tools.
"""

import argparse
import io
import json
import re
import string
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).resolve().parent.parent / "src" / "knell"
LOCALE = SOURCES / "locale"
FACTS = "data/characters.json"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NP_": ((1, "c"), 2),
}


def catalogue_paths(locale: Path = LOCALE) -> list[Path]:
    return sorted(locale.glob("*/LC_MESSAGES/knell.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name if path.suffix == ".po" else None, domain="knell")


def extract(sources: Path = SOURCES) -> Catalog:
    """Collect every marked text from the code, and the printed names from the official facts."""
    template = Catalog(
        project="Knell",
        version="0",
        domain="knell",
        header_comment="# Texts of Knell, for translators. Made by tools/catalogs.py; don't edit.\n#",
        msgid_bugs_address="-",
        charset="utf-8",
    )
    template.fuzzy = False
    found = extract_from_dir(
        sources,
        method_map=[("**.py", "python"), ("web/**/templates/**.html", "catalogs:from_template")],
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
    )
    for name, _line, message, comments, context in sorted(found, key=lambda text: text[:2]):
        template.add(message, locations=[(f"src/knell/{name}", 0)], auto_comments=comments, context=context)
    for context, name in printed_names(sources):
        template.add(name, locations=[(f"src/knell/{FACTS}", 0)], context=context)
    return template


def from_template(
    file: BinaryIO,
    keywords: object,  # noqa: ARG001
    comment_tags: object,  # noqa: ARG001
    options: object,  # noqa: ARG001
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Give the texts of a page's template: those behind the tags t, tn and tp."""
    for number, line in enumerate(file.read().decode().splitlines(), 1):
        for tag, texts in _IN_TEMPLATE.findall(line):
            parts = tuple(re.findall(r'"([^"]*)"', texts))
            yield number, _TAGS[tag], parts if len(parts) > 1 else parts[0], []


_IN_TEMPLATE = re.compile(r'\{% (t|tn|tp) ((?:"[^"]*" ?)+)')
_TAGS = {"t": "_", "tn": "ngettext", "tp": "pgettext"}


def printed_names(sources: Path) -> Iterator[tuple[str, str]]:
    """Give each name that the official facts hold, behind the context that says what it is the name of.

    `knell.names` asks for them with the same contexts.
    """
    facts = sources / FACTS
    if not facts.exists():
        return
    for character in json.loads(facts.read_text(encoding="utf-8"))["characters"]:
        yield "type", character["type"].capitalize()
        yield "character", character["name"]
        for reminder in (*character["reminders"], *character["reminders_global"]):
            yield "reminder", reminder


def write(path: Path, catalogue: Catalog) -> bool:
    """Write a catalogue, unless nothing but its date would change. Return whether it was written."""
    text = io.BytesIO()
    write_po(text, catalogue, width=110, ignore_obsolete=True, include_lineno=False)
    if path.exists() and _undated(path.read_bytes()) == _undated(text.getvalue()):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.getvalue())
    return True


def _undated(text: bytes) -> list[bytes]:
    return [
        line for line in text.splitlines() if not line.startswith((b'"POT-Creation-Date:', b'"Generated-By:'))
    ]


def update() -> None:
    """Bring the template up to the code, and each catalogue up to the template; new texts are empty there."""
    template = extract()
    write(LOCALE / "knell.pot", template)
    for path in catalogue_paths():
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        write(path, catalogue)


def compiled(path: Path) -> bytes:
    """Return a catalogue in the form that the program reads."""
    result = io.BytesIO()
    write_mo(result, read(path))
    return result.getvalue()


def compile_all(locale: Path = LOCALE) -> None:
    for path in catalogue_paths(locale):
        target = path.with_suffix(".mo")
        content = compiled(path)
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)


def check(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """Say in one line each what keeps a catalogue from being complete and safe to use."""
    wanted = {(message.id, message.context) for message in template if message.id}
    present = {(message.id, message.context) for message in catalogue if message.id}
    for text, _context in sorted(wanted - present, key=str):
        yield f"missing: {text!r}"
    for text, _context in sorted(present - wanted, key=str):
        yield f"no longer in the code: {text!r}"
    for message in catalogue:
        if message.id:
            yield from _check_message(message)


def _check_message(message: Message) -> Iterator[str]:
    originals = _forms(message.id)
    translations = _forms(message.string or ())
    if message.fuzzy:
        yield f"marked as unsure: {message.id!r}"
    if not translations or not all(translations):
        yield f"not translated: {message.id!r}"
        return
    try:
        allowed = [placeholders(original) for original in originals]
        for translation in translations:
            if placeholders(translation) not in allowed:
                yield f"other placeholders than {message.id!r}: {translation!r}"
    except ValueError as error:
        yield f"placeholders of {message.id!r}: {error}"


def _forms(text: str | Iterable[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """Name the placeholders of a text. Each must have a name, since translators change their order."""
    names = {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}
    if any(not name or name.isdigit() for name in names):
        raise ValueError("every placeholder needs a name")
    return names


def problems() -> list[str]:
    """Everything that is wrong with the catalogues as they are now."""
    template = extract()
    found = [f"knell.pot: {line}" for line in _difference(template, read(LOCALE / "knell.pot"))]
    for path in catalogue_paths():
        found += [f"{path.parent.parent.name}: {line}" for line in check(template, read(path))]
    return found


def _difference(now: Catalog, written: Catalog) -> Iterator[str]:
    ids = [
        {(message.id, message.context) for message in catalogue if message.id} for catalogue in (now, written)
    ]
    for text, _context in sorted(ids[0] ^ ids[1], key=str):
        yield f"out of date, run `python tools/catalogs.py update`: {text!r}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("task", choices=["extract", "update", "compile", "check"])
    match parser.parse_args(arguments).task:
        case "extract":
            write(LOCALE / "knell.pot", extract())
        case "update":
            update()
        case "compile":
            compile_all()
        case _:
            found = problems()
            print("\n".join(found) or "All catalogues are complete.")
            return 1 if found else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

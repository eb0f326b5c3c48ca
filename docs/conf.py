"""How the documentation is built: `sphinx-build -W -n docs docs/_build`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import knell
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS, TYPE_NAMES

project = "Knell"
author = "Knell contributors"
copyright = "Knell contributors"
version = release = knell.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
nitpicky = True
nitpick_ignore_regex = [
    # The standard library's own pages aren't at hand while we build.
    ("py:.*", r"(collections|contextlib|datetime|enum|gettext|pathlib|types|typing)\..*"),
    # Type variables have no page, and names that only type checkers import aren't found by their short form.
    ("py:class", r"knell\..*\.T|Decide|Listen|Reading|Public"),
]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = "Knell"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_copy_source = False
html_show_sourcelink = False


def character_pages() -> Iterator[str]:
    """Lay out the index of characters, one table for each type."""
    yield "# Characters"
    yield ""
    yield "All official characters, with what is printed on their tokens and the night sheets."
    for character_type, title in TYPE_NAMES.items():
        yield f"\n## {title}\n"
        yield "| name | id | first night | other nights | reminder tokens |"
        yield "|---|---|---|---|---|"
        for character in FACTS.values():
            if character.type == character_type:
                first, later = (
                    str(night.index(character.id)) if character.id in night else ""
                    for night in (FIRST_NIGHT, OTHER_NIGHTS)
                )
                tokens = ", ".join(character.reminders + character.global_reminders)
                name = f"{character.name} (changes the set-up)" if character.changes_setup else character.name
                yield f"| {name} | `{character.id}` | {first} | {later} | {tokens} |"


def write_pages(app: Sphinx) -> None:
    page = Path(app.srcdir, "reference", "characters.md")
    text = "\n".join(character_pages()) + "\n"
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def clear_up(_app: Sphinx, what: str, name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Leave out what says nothing, and say of a re-exported value what is said where it is defined."""
    if what == "data":
        lines[:] = said_of(name)
    elif lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def said_of(name: str) -> list[str]:
    package, _dot, own = name.rpartition(".")
    for module in sorted(m for m in sys.modules if m == package or m.startswith(f"{package}.")):
        analyzer = ModuleAnalyzer.for_module(module)
        found = analyzer.find_attr_docs().get(("", own))
        if found:
            return found
    return []


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", clear_up)

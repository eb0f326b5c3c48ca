"""How the documentation is built: `sphinx-build -W -n docs docs/_build`."""

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

import knell
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS, TYPE_NAMES

project = "Knell"
author = "Knell contributors"
copyright = "Knell contributors"
version = release = knell.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
nitpicky = True
# The standard library's own pages aren't at hand while we build.
nitpick_ignore_regex = [("py:.*", r"(collections|contextlib|gettext|types|typing)\..*")]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = "Knell"
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


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write_pages)

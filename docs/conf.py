"""How the documentation is built: `sphinx-build -W -n docs docs/_build`."""

import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

import knell

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
import reference

project = "Knell"
author = "Knell contributors"
copyright = "Knell contributors"
version = release = knell.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "made"]
nitpicky = True
nitpick_ignore_regex = [
    # The standard library's own pages aren't at hand while we build.
    ("py:.*", r"(collections|contextlib|datetime|enum|gettext|pathlib|random|types|typing)\..*"),
    # Type variables have no page, and names that only type checkers import aren't found by their short form.
    ("py:class", r"knell\..*\.T|Decide|Listen|Reading|Public|Pick|Weight|T|tuple\[PlayerId"),
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


def write_tables(app: Sphinx) -> None:
    """Make the tables that pages include from the facts and from the characters' modules."""
    reference.write(Path(app.srcdir, "made"))


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
    app.connect("builder-inited", write_tables)
    app.connect("autodoc-process-docstring", clear_up)

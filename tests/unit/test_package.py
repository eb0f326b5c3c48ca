"""The package as a whole."""

import re
from importlib import metadata

import knell


def test_version_is_the_installed_one() -> None:
    assert metadata.version("knell") == knell.__version__


def test_version_is_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", knell.__version__)

"""Each test of the site begins with an empty database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import site_of_knell as site


@pytest.fixture(autouse=True)
def emptied() -> None:
    site.empty()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[site.Server]:
    yield from site.serving(tmp_path / "data")

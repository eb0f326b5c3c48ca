"""Each test of the site begins with an empty database; those that need a browser get Debian's Chromium."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import site_of_knell as site
from browser_of_knell import Device
from browsing import LAPTOP, PHONE, SIZES, Watched, executable, launched


@pytest.fixture(autouse=True)
def emptied() -> None:
    site.empty()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[site.Server]:
    yield from site.serving(tmp_path / "data", KNELL_SEED="1")


@pytest.fixture(scope="module")  # two at the same time in one process don't get on
def browser() -> Iterator[Browser]:
    """A real browser. Where there is none the test is left out, unless KNELL_REQUIRE_BROWSER is set."""
    path = executable()
    if path is None:
        missing = "no Chromium here: install it, or name one with KNELL_CHROMIUM"
        if os.environ.get("KNELL_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the browser's loop runs in this thread, too
    with sync_playwright() as playwright:
        opened = launched(playwright, path)
        yield opened
        opened.close()


@pytest.fixture
def window(browser: Browser, server: site.Server, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """The Storyteller's window, in which nothing may go wrong; parametrize it indirectly with a size."""
    width, height = SIZES[getattr(request, "param", "laptop")]
    phone = width < 700
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": width, "height": height},
        has_touch=phone,
        is_mobile=phone,
        locale="en-GB",
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    watched = Watched(context, page, server)
    page.goto(server.entrance)
    yield watched
    context.close()
    assert not watched.trouble


def _opened(browser: Browser, server: site.Server, size: tuple[int, int]) -> Iterator[Device]:
    made = Device(browser, server, size)
    yield made
    made.check()
    made.context.close()


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def device(request: pytest.FixtureRequest, browser: Browser, server: site.Server) -> Iterator[Device]:
    """The Storyteller's browser, at both sizes."""
    yield from _opened(browser, server, request.param)


@pytest.fixture
def laptop(browser: Browser, server: site.Server) -> Iterator[Device]:
    """The Storyteller's browser on a laptop."""
    yield from _opened(browser, server, LAPTOP)


@pytest.fixture
def phone(browser: Browser, server: site.Server) -> Iterator[Device]:
    """The Storyteller's browser on a phone."""
    yield from _opened(browser, server, PHONE)


@pytest.fixture
def public(browser: Browser, server: site.Server) -> Iterator[Device]:
    """A browser at the table that isn't the Storyteller's."""
    yield from _opened(browser, server, LAPTOP)

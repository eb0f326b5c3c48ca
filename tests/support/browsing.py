"""A browser's window that notices what goes wrong in it, and how to look at a page critically."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Request

import site_of_knell as site

SIZES: Final = {"laptop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
DISTURBING: Final = {"serious", "critical"}


def looked_at(page: Page) -> None:
    """Have axe look at the page, and see that it fits the window."""
    found = Axe().run(page).response["violations"]
    bad = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in DISTURBING]
    assert not bad, (page.url, bad)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px too wide"


class Watched:
    """A browser's window, and what went wrong in it."""

    def __init__(self, context: BrowserContext, page: Page, server: site.Server) -> None:
        self.context = context
        self.page = page
        self.server = server
        self.trouble: list[str] = []
        self._watch(page)

    def _watch(self, page: Page) -> None:
        page.on("request", self._sent)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda message: self._said(message.type, message.text))

    def _sent(self, request: Request) -> None:
        if not request.url.startswith((f"{self.server.address}/", "blob:", "data:")):
            self.trouble.append(f"a request left the machine: {request.url}")

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "status of 4" not in text and "status of 507" not in text:
            self.trouble.append(text)

    def another(self) -> Page:
        """A second tab."""
        page = self.context.new_page()
        self._watch(page)
        return page

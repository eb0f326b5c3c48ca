"""A real browser for tests: where it is, windows that notice trouble, and a critical look at a page."""

from __future__ import annotations

import os
import shutil
from importlib import resources
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request

import site_of_knell as site

LAPTOP: Final = (1440, 900)
TABLET: Final = (1024, 768)
PHONE: Final = (390, 844)
SIZES: Final = {"laptop": LAPTOP, "tablet": TABLET, "phone": PHONE}
_AXE: Final = (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
_RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def executable() -> str | None:
    """Where a Chromium is on this machine, if there is one."""
    given = os.environ.get("KNELL_CHROMIUM")
    if given:
        return given
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    return None


def launched(playwright: Playwright, path: str) -> Browser:
    """The browser, without a window."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox"] if root else [])


def axe(page: Page) -> list[str]:
    """What axe-core finds on a page, in short."""
    page.evaluate(_AXE + ";0")
    found = page.evaluate("rules => axe.run(document, {runOnly: rules})", list(_RULES))
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found["violations"]]


_SMALL: Final = """
([selector, least]) => {
  const found = [];
  for (const one of document.querySelectorAll(selector)) {
    const target = one.closest("label") || one;
    if (one.disabled || one.closest("[aria-hidden=true], .for-readers")) continue;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    if (target.tagName === "A" && getComputedStyle(target).display === "inline") continue;
    target.scrollIntoView({ block: "center", inline: "nearest" });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (dx, dy) => target.contains(document.elementFromPoint(x + dx, y + dy));
    const reach = (dx, dy) => {
      let far = 0;
      while (far < least && hit(dx * far, dy * far)) far += 1;
      return far;
    };
    const wide = reach(1, 0) + reach(-1, 0) - 1, high = reach(0, 1) + reach(0, -1) - 1;
    if (box.width > 1 && (wide < least || high < least)) {
      const said = (target.innerText || one.value || one.getAttribute("aria-label") || "").slice(0, 30);
      found.push(`${target.tagName} ${target.className} "${said}": ${wide} x ${high}`);
    }
  }
  return found;
}
"""
_TARGETS: Final = "a, button, summary, select, textarea, input:not([type=hidden])"


def small_targets(page: Page, least: int = 47) -> list[str]:
    """What a finger can hardly hit: everything that reacts within less than ``least`` pixels each way.

    What is measured is where a touch arrives, not what is drawn. Links within a sentence are left out.
    """
    found: list[str] = page.evaluate(_SMALL, [_TARGETS, least])
    return found


def looked_at(page: Page) -> None:
    """See that axe finds nothing on the page, and that it fits the window."""
    assert axe(page) == [], page.url
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

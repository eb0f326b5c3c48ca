"""A Storyteller at a real browser: what they see of a game, and what they do, as people do it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from browsing import PHONE, axe
from site_of_knell import Server

__all__ = ["NAMES", "Device", "Screen", "prepared"]

NAMES: Final = ("Ada", "지민", "Bo", "서연", "Cyrus", "Dot", "하준", "Eve", "민서", "Gus")
_MEASURE: Final = """
window.knellTook = [];
document.addEventListener("htmx:beforeRequest", () => { window.knellBegan = performance.now(); });
document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(() => {
  if (window.knellBegan) window.knellTook.push(performance.now() - window.knellBegan);
  window.knellBegan = 0;
}));
"""


class Screen:
    """One page in the Storyteller's browser."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.server = server
        self.page: Page = context.new_page()
        self.hosts: set[str] = set()
        self.problems: list[str] = []
        self.page.on("request", lambda request: self.hosts.add(_host(request.url)))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._heard)
        self.page.add_init_script(_MEASURE)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not re.search("ERR_|the server responded|^htmx:", message.text):
            self.problems.append(message.text)

    # -- going about -----------------------------------------------------------------------------

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.port}{path}"

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.address(path))
        self.settle()

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page's own script has run."""
        self.page.wait_for_load_state("load")
        if self.page.locator("#game").count():
            self.page.wait_for_selector("body.grimoire")

    @property
    def game(self) -> Locator:
        return self.page.locator("#game")

    @property
    def view(self) -> str:
        return self.game.get_attribute("data-view") or ""

    @property
    def state(self) -> str:
        return self.game.get_attribute("data-state") or ""

    @property
    def phase(self) -> str:
        return self.page.locator("h1.phase").inner_text().split("\n")[0]

    @contextmanager
    def swapped(self) -> Iterator[None]:
        """Wait for the new page that follows from what is done inside."""
        self.game.evaluate("game => { game.dataset.old = 'yes'; }")
        yield
        self.page.wait_for_selector("#game:not([data-old])", state="attached")

    def axe(self) -> list[str]:
        """What axe-core finds on this page, in short."""
        return axe(self.page)

    def took(self) -> list[float]:
        """How long actions took since this document was loaded, in milliseconds."""
        times: list[float] = self.page.evaluate("window.knellTook")
        return times

    def until(self, holds: Callable[[], bool], seconds: float = 10) -> None:
        """Wait for something to be so. The page's policy lets no test be evaluated in it."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "it didn't come about"
            self.page.wait_for_timeout(50)

    # -- doing -----------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        """Click something that brings another page."""
        with self.swapped():
            self.page.locator(selector).first.click()

    def ready(self) -> None:
        """Wait until the one obvious button may be pressed: a moment after another question has come."""
        self.page.wait_for_selector("#game:not(:has(.button[aria-busy]))", state="attached")

    def hurry(self) -> None:
        """Don't wait for that moment: in a whole game there are hundreds of them."""
        busy = self.page.locator("#game .button[aria-busy]")
        busy.evaluate_all("all => all.forEach(button => button.removeAttribute('aria-busy'))")

    def press(self, key: str) -> None:
        """Press a key that brings another page."""
        self.ready()
        with self.swapped():
            self.page.keyboard.press(key)

    def next(self) -> None:
        """Do the one obvious thing."""
        self.ready()
        self.click('[data-key="next"]')

    def close_card(self) -> None:
        """Close the card at once: only the test of the button itself waits for the second that it takes."""
        self.hurry()
        while self.page.locator('.hold[aria-disabled="true"]').count():
            self.page.locator('[data-do="page"]').click()
        with self.swapped():
            self.page.locator(".hold").dispatch_event("held")

    def tap(self, name: str) -> None:
        """Tap somebody's token on the ring."""
        self.seat(name).locator(".seat-button").click(position={"x": 24, "y": 24})

    def seat(self, name: str) -> Locator:
        exactly = re.compile(rf"^{re.escape(name)}$")
        return self.page.locator(".ring .seat").filter(has=self.page.locator(".name", has_text=exactly))

    def alive(self) -> list[str]:
        """Who is alive, clockwise."""
        seats = self.page.locator(".ring .seat:not(.dead) .name")
        return [name.strip() for name in seats.all_inner_texts()]

    def answer(self) -> None:
        """Answer the open step: as suggested, or with the first thing that can be picked."""
        if self.page.locator('.button.next[aria-disabled="true"]').count():
            groups = self.page.locator("#step .group-picks")
            for place in range(groups.count()):
                group = groups.nth(place)
                wanted = int(group.get_attribute("data-least") or "1")
                free = group.locator("input:not(:disabled)")
                for number in range(wanted):
                    free.nth((number * 2 + 1) % free.count()).check(force=True)
            if not groups.count():
                self.page.locator("#step .options input").first.check(force=True)
        self.hurry()
        self.next()
        if self.view == "card":
            self.close_card()

    def close_day(self) -> None:
        """Close the nominations, and say what there is to say up to the night."""
        self.click('[data-key="dusk"]')
        self.next()
        while self.view == "saying":
            self.next()

    def uncover(self) -> None:
        """Open what lies over the device, as the Storyteller does by holding."""
        with self.page.expect_navigation():
            self.page.locator(".hold").evaluate("button => button.form.requestSubmit(button)")
        self.settle()

    def through_the_night(self) -> None:
        """Answer everything until the day comes or the game ends."""
        for _ in range(80):
            if self.view in ("day", "end"):
                return
            self.answer()
        raise AssertionError("the day doesn't come")

    def nominate(self, nominator: str, nominee: str) -> None:
        """Point at two people on the ring and say so."""
        self.click('[data-key="nominate"]')
        self.tap(nominator)
        self.tap(nominee)
        self.next()

    def to_a_vote(self) -> None:
        """Play to the first vote of the first day."""
        self.through_the_night()
        alive = self.alive()
        self.nominate(alive[0], alive[3])
        if self.view != "vote":  # the Virgin has answered
            self.click('[data-key="undo"]')
            self.nominate(alive[0], alive[4])
        assert self.view == "vote"

    def vote(self, *names: str) -> None:
        """Raise these hands and count them all."""
        for name in names:
            self.tap(name)
        self.count_all()

    def count_all(self) -> None:
        """Count the hands that are left, and open the cover that lies over the device then."""
        with self.page.expect_navigation():
            self.page.locator('[data-do="count-all"]').click()
        self.uncover()

    def lock(self) -> None:
        """Lock the vote at which the hand stands."""
        self.click('[data-do="count-one"]')


def _host(url: str) -> str:
    found = re.match(r"\w+://([^/]+)", url)
    return found[1] if found else url.partition(":")[0]


class Device:
    """A browser of the Storyteller's, as large as it is."""

    def __init__(self, browser: Browser, server: Server, size: tuple[int, int]) -> None:
        small = size == PHONE
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=small,
            is_mobile=small,
            reduced_motion="reduce",
        )
        self.server = server
        self.screens: list[Screen] = []

    def open(self) -> Screen:
        screen = Screen(self.context, self.server)
        self.screens.append(screen)
        return screen

    def enter(self) -> Screen:
        """Become the Storyteller and open a page."""
        screen = self.open()
        screen.page.goto(screen.address(self.server.entrance))
        return screen

    def check(self) -> None:
        """Nothing went wrong in any page, and nothing left the machine."""
        for screen in self.screens:
            assert not screen.problems
            assert screen.hosts <= {f"127.0.0.1:{self.server.port}"}


def prepared(
    screen: Screen,
    people: Sequence[str] = NAMES,
    *,
    script: str = "cheomseongdae",
    keep: Sequence[str] = (),
    decide: Callable[[], bool] = bool,
) -> str:
    """Start a game as a newcomer does, from the first page to the first night; give its address.

    ``keep`` is put into the bag by hand. ``decide`` may answer what is asked after the draw, and says whether
    it has; everything else is left to Knell.
    """
    page = screen.page
    page.goto(screen.address("/"))
    page.locator(f'a[href*="/scripts/{script}/"]').first.click()
    page.locator('form[action$="/new"] button, a[href$="/new"]').first.click()
    if not page.locator("input[name=name]").first.input_value():  # otherwise the people of last time
        page.locator("details.paste summary").click()
        page.locator("#names").fill("\n".join(people))
        page.locator('button[value="paste"]').click()
    page.locator("input[name=name]").nth(len(people) - 1).wait_for()
    page.locator('button[value="next"]').click()
    page.wait_for_selector("#bag")
    for character in keep:
        page.locator(f"#bag-{character}").check(force=True)
        page.locator(f".pick:has(#bag-{character}:checked) .in").wait_for()
    page.locator('button.next[value="draw"], button.next[value="fill"]').click()
    page.locator('button[value="hand out"]').click()
    page.locator('button[value="knell"]').click()
    for _ in range(20):
        page.wait_for_load_state("load")
        if page.locator("#game").count():
            break
        if decide():
            continue
        for way in (
            'button[value="default"]',
            'button[value="answer"]',
            'button[value="done"]',
            "a.button.next",
        ):
            if page.locator(way).count():
                page.locator(way).first.click()
                break
    screen.settle()
    return page.url.partition(f":{screen.server.port}")[2].partition("?")[0]

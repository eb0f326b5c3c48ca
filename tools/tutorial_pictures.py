"""Makes the pictures of the tutorial: plays its game in a browser and takes what is to be seen.

    python tools/tutorial_pictures.py            all of them, into docs/tutorial/images
    python tools/tutorial_pictures.py --to DIR   somewhere else, to look at first

A Chromium is needed, and the extra "test". The game is always the same: the tokens are tapped in as if they
had been drawn from a bag.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser_of_knell import NAMES, Screen  # noqa: E402
from browsing import PHONE, executable, launched  # noqa: E402
from site_of_knell import Server  # noqa: E402

BAG = (
    "empath", "poisoner", "fortuneteller", "undertaker", "monk", "imp", "saint", "virgin",
    "washerwoman", "baron",
)  # fmt: skip
HIDDEN = "drunk"
"""Isn't in the bag: whoever draws the Monk is the Drunk."""
SMALLER = (1280, 800)


class Pictures:
    """The pictures, in the order in which they are taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        page.wait_for_timeout(450)
        page.mouse.move(1, 1)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=74)
        print(name)


def play(browser: Browser, server: Server, pictures: Pictures) -> None:
    context = browser.new_context(
        viewport={"width": SMALLER[0], "height": SMALLER[1]}, reduced_motion="reduce"
    )
    screen = Screen(context, server)
    page = screen.page
    page.goto(screen.address(server.entrance))
    page.goto(screen.address("/"))
    pictures.take(page, "home")
    page.locator('a[href*="/scripts/cheomseongdae/"]').first.click()
    page.locator('form[action$="/new"] button, a[href$="/new"]').first.click()
    page.locator("details.paste summary").click()
    page.locator("#names").fill("\n".join(NAMES))
    page.locator('button[value="paste"]').click()
    page.locator("input[name=name]").nth(len(NAMES) - 1).wait_for()
    pictures.take(page, "players")
    page.locator('button[value="next"]').click()
    fill_the_bag(page)
    pictures.take(page, "bag")
    page.locator('button[value="hand out"]').click()
    pictures.take(page, "hand-out")
    page.locator('button[value="bag"]').click()
    for character in BAG:
        page.locator(f'button[value="tap:{character}"]').click()
    settle_the_rest(page)
    screen.settle()
    game = page.url.partition(f":{server.port}")[2].partition("?")[0]

    until_asked(screen, "Poisoner")
    screen.tap("서연")
    pictures.take(page, "night")
    screen.next()
    until_asked(screen, "Fortune Teller")
    screen.tap("Bo")
    screen.tap("Dot")
    screen.next()
    pictures.take(page, "fortune-teller")
    screen.next()
    pictures.take(page, "card")
    screen.close_card()
    screen.through_the_night()
    pictures.take(page, "day")
    screen.nominate("서연", "Gus")
    for name in ("Cyrus", "하준", "Eve", "Ada", "서연", "Bo", "지민"):
        screen.tap(name)
    for _ in range(5):
        screen.lock()
    pictures.take(page, "vote")
    screen.count_all()
    screen.close_day()
    until_asked(screen, "Poisoner")
    screen.tap("서연")
    screen.next()
    until_asked(screen, "Monk")
    screen.tap("하준")
    screen.next()
    until_asked(screen, "Imp")
    screen.tap("Eve")
    pictures.take(page, "imp")
    screen.next()
    screen.go(f"{game}?seat=4")
    pictures.take(page, "inspector")
    screen.go(f"{game}?at={middle(page, screen, game)}")
    pictures.take(page, "looking-back")
    screen.go(game)
    phone(browser, server, context.cookies(), game, pictures)
    screen.through_the_night()
    screen.nominate("지민", "Dot")
    screen.vote("지민", "Ada", "서연", "Bo", "Cyrus", "하준", "민서")
    screen.close_day()
    if screen.view != "end":
        raise SystemExit("the game didn't end as it should")
    screen.next()
    screen.next()
    pictures.take(page, "reveal")
    page.locator(".end-panel a").first.click()
    town = page.locator('a[href*="/town/"]:not([href*="/game/"])').first.get_attribute("href") or ""
    page.goto(town if town.startswith("http") else screen.address(town))
    pictures.take(page, "town")


def fill_the_bag(page: Page) -> None:
    """Put the characters of the tutorial's game in, and take every other one out."""
    page.wait_for_selector("#bag")
    wanted = {*BAG, HIDDEN} - {"monk"}
    for box in page.locator('input[name="bag"]').all():
        value = box.get_attribute("value")
        if box.is_checked() and value not in wanted:
            toggle(page, value or "")
    for character in sorted(wanted):
        if not page.locator(f'input[name="bag"][value="{character}"]').is_checked():
            toggle(page, character)
    choice = page.locator(f'button[value="stand in:{HIDDEN}=monk"]')
    if choice.count() and choice.get_attribute("aria-pressed") != "true":
        choice.click()
        page.wait_for_timeout(400)


def toggle(page: Page, character: str) -> None:
    page.locator(f'label.pick:has(input[value="{character}"])').click()
    page.wait_for_timeout(350)


def settle_the_rest(page: Page) -> None:
    """Decide what is left to decide before the first night."""
    for _ in range(20):
        page.wait_for_load_state("load")
        if page.locator("#game").count():
            return
        title = page.locator("h1").last.inner_text()
        chosen = "Cyrus" if "Drunk" in title else "민서"
        for way in (
            f'button[name="answer"]:has-text("{chosen}")',
            'button[value="default"]',
            'button[value="answer"]', 'button[name="answer"]', 'button[value="done"]', "a.button.next",
        ):  # fmt: skip
            if page.locator(way).count():
                page.locator(way).first.click()
                break
        page.wait_for_timeout(200)


def until_asked(screen: Screen, title: str) -> None:
    """Go on until this character has something to choose."""
    for _ in range(60):
        if screen.view in ("night", "dusk") and screen.page.locator("#step-title").inner_text() == title:
            return
        screen.answer()
    raise SystemExit(f"the {title} isn't asked")


def middle(page: Page, screen: Screen, game: str) -> int:
    """An entry somewhere in the first night."""
    screen.go(f"{game}?panel=timeline")
    link = page.locator(".story a").nth(8).get_attribute("href") or ""
    return int(link.partition("at=")[2].partition("&")[0] or 1)


def phone(browser: Browser, server: Server, cookies: list, game: str, pictures: Pictures) -> None:  # type: ignore[type-arg]
    """The same moment on a phone."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    context.add_cookies(cookies)
    screen = Screen(context, server)
    screen.go(game)
    pictures.take(screen.page, "phone")
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "tutorial" / "images")
    folder = parser.parse_args().to
    path = executable()
    if path is None:
        raise SystemExit("No Chromium was found. Install one, or name it in KNELL_CHROMIUM.")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        try:
            play(launched(playwright, path), server, Pictures(folder))
        finally:
            server.kill()


if __name__ == "__main__":
    main()

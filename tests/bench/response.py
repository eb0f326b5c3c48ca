"""How soon the Grimoire answers: whole games in a real browser, and how long each action took.

    python tests/bench/response.py [--games 2] [--script cheomseongdae] [--people 10]

An action's time is what the browser measures, from the request that a tap or a key sends to the first frame
with what came back in it. Server, browser and the hand that plays share this machine.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from playwright.sync_api import Browser, sync_playwright

from browser_of_knell import Screen, prepared
from browsing import LAPTOP, PHONE, executable, launched
from site_of_knell import PEOPLE, Server

MORE = tuple(f"Guest {number}" for number in range(11, 16))


def played(screen: Screen) -> list[float]:
    """Play from the first night to the end; the time of every action, in milliseconds."""
    while screen.view != "end":
        screen.through_the_night()
        if screen.view == "end":
            break
        alive = screen.alive()
        screen.nominate(alive[0], alive[1])
        if screen.view == "vote":
            for name in alive:
                screen.tap(name)
            for _ in range(3):
                screen.lock()
            screen.count_all()
        if screen.view == "day":
            screen.close_day()
    return screen.took()


def measure(browser: Browser, folder: Path, size: tuple[int, int], wish: argparse.Namespace) -> list[float]:
    """The times of a few whole games in a window of that size, on a server of their own."""
    server = Server(folder, KNELL_SEED="1")
    server.start()
    small = size == PHONE
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=small,
        is_mobile=small,
        reduced_motion="reduce",
    )
    screen = Screen(context, server)
    times = []
    try:
        screen.page.goto(screen.address(server.entrance))
        for _ in range(wish.games):
            prepared(screen, (*PEOPLE, *MORE)[: wish.people], script=wish.script)
            times += played(screen)
    finally:
        server.kill()
    context.close()
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2, help="whole games for each size of window")
    parser.add_argument("--script", default="cheomseongdae")
    parser.add_argument("--people", type=int, default=10)
    wish = parser.parse_args()
    path = executable()
    if path is None:
        parser.exit(1, "no Chromium here: install it, or name one with KNELL_CHROMIUM\n")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    print(f"CPython {platform.python_version()}, {os.cpu_count()} cores, {wish.people} people, {wish.script}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright, path)
        print(f"Chromium {browser.version}")
        for name, size in (("laptop", LAPTOP), ("phone", PHONE)):
            times = sorted(measure(browser, Path(folder) / name, size, wish))
            print(
                f"{name:8} {statistics.median(times):5.0f} ms median, "
                f"{times[int(len(times) * 0.95)]:.0f} ms at 95 %, {times[-1]:.0f} ms at most; "
                f"{len(times)} actions"
            )


if __name__ == "__main__":
    main()

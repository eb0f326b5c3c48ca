"""How the site holds up: many games at once, each with people who watch, and actions at a growing rate.

    python tests/bench/site.py [--games 100] [--watchers 15] [--seconds 15] [--rates 20,40,80,120,160]

The server runs in a process of its own; the client, which does as much as a room full of browsers, shares
the machine with it, and says how much of the processor it took. What counts is the time from the moment an
action is sent to the moment at which a screen has been sent what follows: the Storyteller's own (the
response) and every window of the public (its event).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import site_of_knell as site

PEOPLE = ("Ada", "지민", "Bo", "서연", "Cyrus", "Dot", "하준", "Eve", "민서", "Gus")
ALLOWED = 0.3
_STATE = re.compile(rb'data-state="([^"]*)"')


class Connection:
    """One browser's connection, kept open, speaking just enough HTTP."""

    def __init__(self, port: int, cookie: str, token: str) -> None:
        self._port = port
        self._head = (
            f"Host: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nX-CSRFToken: {token}\r\nHX-Request: true\r\n"
        )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        reader, writer = self._streams
        body = urlencode(fields or {}).encode()
        kind = "Content-Type: application/x-www-form-urlencoded\r\n" if fields else ""
        head = f"{method} {path} HTTP/1.1\r\n{self._head}{kind}Content-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        first = (await reader.readuntil(b"\r\n\r\n")).lower()
        status = int(first.split(b" ", 2)[1])
        length = re.search(rb"content-length: (\d+)", first)
        if length is not None:
            return status, await reader.readexactly(int(length[1]))
        content = b""
        while b"transfer-encoding: chunked" in first:
            size = int((await reader.readuntil(b"\r\n")).strip(), 16)
            content += (await reader.readexactly(size + 2))[:-2]
            if not size:
                break
        return status, content


class Room:
    """One game: the Storyteller who does something every second, and the people who watch."""

    def __init__(self, number: int, game: str, town: str, port: int, cookie: str, token: str) -> None:
        self.game, self.town, self.port = game, town, port
        self.chance = random.Random(number)
        self.storyteller = Connection(port, cookie, token)
        self.sent = 0.0
        self.own: list[float] = []
        self.seen: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.nominations = 0
        self.page = b""

    async def watch(self, language: str) -> None:
        """One window of the public."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        request = f"GET {self.town}live?lang={language} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        writer.write(request.encode())
        try:
            while True:
                line = await reader.readuntil(b"\n")
                if line.startswith(b"event: town"):
                    await reader.readuntil(b"\n\n")
                    if self.sent:
                        self.seen.append(time.perf_counter() - self.sent)
        finally:
            writer.close()

    async def play(self, until: float, every: float) -> None:
        """Do something every so many seconds."""
        if not self.page:
            status, self.page = await self.storyteller.ask("GET", f"/game/{self.game}/")
            assert status == 200, status
        due = time.perf_counter() + self.chance.random() * every
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            name, fields = self._next()
            state = _STATE.search(self.page)
            assert state is not None
            self.sent = begun = time.perf_counter()
            status, page = await self.storyteller.ask(
                "POST", f"/game/{self.game}/{name}", {"state": state[1].decode(), **fields}
            )
            self.own.append(time.perf_counter() - begun)
            self.statuses[status] += 1
            self.page = page
            due = max(due + every, time.perf_counter())

    def _next(self) -> tuple[str, dict[str, str]]:
        page = self.page
        if b"/confirm" in page or b'data-over="1"' in page:
            return "undo", {}
        if b'/votes"' in page:
            return "answer", {"yes": self.chance.choice("01")}
        if b'/act"' in page and self.nominations < 40:
            self.nominations += 1
            if self.nominations % 3:
                one, other = self.chance.sample(range(len(PEOPLE)), 2)
                return "act", {"act": "nominate", "nominator": str(one), "nominee": str(other)}
            return "act", {"act": "close"}
        return "default", {}


def used(pid: int) -> float:
    """How many seconds of the processor a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Measured(NamedTuple):
    """What one rate gave."""

    asked: float
    done: float
    own: list[float]
    seen: list[float]
    statuses: Counter[int]
    server: float
    client: float

    @property
    def errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status not in (200, 422))

    @property
    def late(self) -> float:
        """What 95 of 100 updates come within, on the slower kind of screen."""
        return max(percentile(self.own, 0.95), percentile(self.seen or [0.0], 0.95))


async def load(
    server: site.Server, games: list[tuple[str, str]], watchers: int, seconds: float, rates: list[float]
) -> list[Measured]:
    cookie = "; ".join(f"{k}={v}" for k, v in server.cookies.items())
    token = server.cookies["knell_csrf"]
    rooms = [Room(n, game, town, server.port, cookie, token) for n, (game, town) in enumerate(games)]
    watching = []
    for room in rooms:
        watching += [asyncio.create_task(room.watch(("en", "ko")[n % 2])) for n in range(watchers)]
        await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    await asyncio.gather(*(room.play(0, 1) for room in rooms))
    measured = []
    for rate in rates:
        for room in rooms:
            room.own, room.seen, room.statuses = [], [], Counter()
        before, own, begun = used(server.pid), time.process_time(), time.perf_counter()
        await asyncio.gather(*(room.play(begun + seconds, len(rooms) / rate) for room in rooms))
        took = time.perf_counter() - begun
        measured.append(
            Measured(
                rate,
                sum(len(room.own) for room in rooms) / took,
                [value for room in rooms for value in room.own],
                [value for room in rooms for value in room.seen],
                sum((room.statuses for room in rooms), Counter()),
                (used(server.pid) - before) / took,
                (time.process_time() - own) / took,
            )
        )
        print(row(measured[-1]), flush=True)
        await asyncio.sleep(1)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return measured


def main() -> int:
    parser = argparse.ArgumentParser(description="Load the site with many games and watchers.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=15, help="for each rate")
    parser.add_argument("--rates", default="20,40,80,120,160", help="actions a second in all games together")
    parser.add_argument(
        "--enough", type=float, default=0, help="fail unless so many a second come within 300 ms"
    )
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = site.Server(Path(folder) / "data", KNELL_CONNECTIONS="20000", KNELL_CONNECTIONS_EACH="20000")
        server.start()
        server.enter()
        server.get("/settings/")
        games = [made(server, n) for n in range(options.games)]
        where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors"
        print(f"{where}, Python {platform.python_version()}")
        print(f"{options.games} games of {len(PEOPLE)} players, {options.watchers} windows each")
        print(f"the server is process {server.pid}")
        print(HEAD, flush=True)
        try:
            rates = [float(rate) for rate in options.rates.split(",")]
            measured = asyncio.run(load(server, games, options.watchers, options.seconds, rates))
        finally:
            server.kill()
    return report(measured, options.enough)


def made(server: site.Server, seed: int) -> tuple[str, str]:
    """A game on the server: taken in as a record, at the first night."""
    game = site.new_game(PEOPLE, seed=seed)
    record = "\n".join(site.journal.lines_of(game))
    site.empty()
    address = server.upload("/games/import/", "game.knell.jsonl", record).path
    town = re.search(r"/town/[a-z0-9]+/", server.get(f"{address}town/").text)
    assert town is not None
    return address.split("/")[2], town[0]


HEAD = (
    " asked   done | the Storyteller's screen |   everybody's windows    | processors used           |\n"
    "   per second | median    95 %   slowest | median    95 %   slowest "
    "| server: an action  client | statuses"
)


def row(one: Measured) -> str:
    """A line of the curve."""

    def times(values: list[float]) -> str:
        if not values:
            return "     –       –         –"
        three = statistics.median(values), percentile(values, 0.95), max(values)
        return "{:4.0f} ms {:4.0f} ms {:6.0f} ms".format(*(1000 * value for value in three))

    return (
        f"{one.asked:6.0f} {one.done:6.1f} | {times(one.own)} | {times(one.seen)} | "
        f"{one.server:6.0%} {1000 * one.server / one.done:7.1f} ms {one.client:7.0%} | {dict(one.statuses)}"
    )


def report(measured: list[Measured], enough: float) -> int:
    fine = [one.done for one in measured if one.late <= ALLOWED and not one.errors]
    most = max(fine, default=0.0)
    print(f"most within {ALLOWED * 1000:.0f} ms for 95 of 100: {most:.0f} actions a second")
    return 1 if most < enough or any(one.errors for one in measured) else 0


if __name__ == "__main__":
    sys.exit(main())

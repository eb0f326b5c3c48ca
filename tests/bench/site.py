"""How the site holds up: many games at once, each with people who watch, one action a second in each.

    python tests/bench/site.py [--games 50] [--watchers 12] [--seconds 60]

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

    async def play(self, until: float) -> None:
        """Do something every second."""
        status, self.page = await self.storyteller.ask("GET", f"/game/{self.game}/")
        assert status == 200, status
        await asyncio.sleep(self.chance.random())
        while (begun := time.perf_counter()) < until:
            name, fields = self._next()
            state = _STATE.search(self.page)
            assert state is not None
            self.sent = begun
            status, page = await self.storyteller.ask(
                "POST", f"/game/{self.game}/{name}", {"state": state[1].decode(), **fields}
            )
            self.own.append(time.perf_counter() - begun)
            self.statuses[status] += 1
            self.page = page
            await asyncio.sleep(max(0.0, begun + 1 - time.perf_counter()))

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


async def load(
    server: site.Server, games: list[tuple[str, str]], watchers: int, seconds: float
) -> list[Room]:
    cookie = "; ".join(f"{k}={v}" for k, v in server.cookies.items())
    token = server.cookies["knell_csrf"]
    rooms = [Room(n, game, town, server.port, cookie, token) for n, (game, town) in enumerate(games)]
    watching = []
    for room in rooms:
        watching += [asyncio.create_task(room.watch(("en", "ko")[n % 2])) for n in range(watchers)]
        await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    before, own, begun = used(server.pid), time.process_time(), time.perf_counter()
    await asyncio.gather(*(room.play(begun + seconds) for room in rooms))
    took = time.perf_counter() - begun
    await asyncio.sleep(1)
    print(f"server: {(used(server.pid) - before) / took:.0%} of a processor")
    print(f"client: {(time.process_time() - own) / took:.0%} of a processor")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return rooms


def main() -> int:
    parser = argparse.ArgumentParser(description="Load the site with many games and watchers.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--watchers", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        server = site.Server(Path(folder) / "data")
        server.start()
        server.enter()
        server.get("/settings/")
        games = [made(server, n) for n in range(options.games)]
        try:
            rooms = asyncio.run(load(server, games, options.watchers, options.seconds))
        finally:
            server.kill()
    return report(rooms, options)


def made(server: site.Server, seed: int) -> tuple[str, str]:
    """A game on the server: taken in as a record, at the first night."""
    game = site.new_game(PEOPLE, seed=seed)
    record = "\n".join(site.journal.lines_of(game))
    site.empty()
    address = server.upload("/games/import/", "game.knell.jsonl", record).path
    town = re.search(r"/town/[a-z0-9]+/", server.get(f"{address}town/").text)
    assert town is not None
    return address.split("/")[2], town[0]


def report(rooms: list[Room], options: argparse.Namespace) -> int:
    own = [value for room in rooms for value in room.own]
    seen = [value for room in rooms for value in room.seen]
    statuses: Counter[int] = sum((room.statuses for room in rooms), Counter())
    errors = sum(count for status, count in statuses.items() if status not in (200, 422))
    where = f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors"
    print(f"{where}, Python {platform.python_version()}, {options.games} games of {len(PEOPLE)} players")
    print(f"actions: {len(own)}, by status: {dict(statuses)}; errors: {errors}")
    late = 0
    for name, values in (("the Storyteller's screen", own), (f"{options.watchers} windows each", seen)):
        middle, most = statistics.median(values), max(values)
        nearly = percentile(values, 0.95)
        late += nearly > ALLOWED
        print(
            f"{name}: {len(values)} updates, median {middle * 1000:.0f} ms, "
            f"95 % within {nearly * 1000:.0f} ms, the slowest {most * 1000:.0f} ms"
        )
    return 1 if errors or late else 0


if __name__ == "__main__":
    sys.exit(main())

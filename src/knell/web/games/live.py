"""Who is watching, and what they are sent: events, each rendered once for all who see the same."""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final

__all__ = ["Draw", "Hub", "Watcher", "as_it_is", "event", "hub", "state_event"]

_LINE_END: Final = re.compile("\r\n|\r|\n")
"""All that ends a line of an event stream."""
MOST_WATCHERS: Final = 4000
MOST_EACH: Final = 300


def event(name: str, data: str, id_: str = "") -> bytes:
    """One event as it goes over the line; a browser puts a line feed wherever a line of the data ends."""
    lines = [f"event: {name}"]
    if id_:
        lines.append(f"id: {id_}")
    lines += [f"data: {line}" for line in _LINE_END.split(data)]
    return ("\n".join(lines) + "\n\n").encode("utf-8", "replace")


Draw = Callable[[Any, str], bytes]
"""Makes the event that goes over the line from what is told, in a language."""


def as_it_is(news: bytes, _language: str) -> bytes:
    """What is an event already."""
    return news


class Watcher:
    """One open stream. Of what it hasn't been sent yet, only the newest counts."""

    __slots__ = ("_loop", "_waiting", "draw", "ended", "language", "latest")

    def __init__(self, language: str, draw: Draw = as_it_is) -> None:
        self.language = language
        self.draw = draw
        self.latest: bytes | None = None
        self.ended = False
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Future[None] | None = None

    def put(self, data: bytes) -> None:
        """Hand something over; from inside the loop only."""
        self.latest = data
        self._wake()

    def end(self) -> None:
        """Nothing more will come; from inside the loop only."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self, seconds: float) -> bytes | None:
        """What is to be sent, or ``None`` when nothing came up for so long."""
        if self.latest is None and not self.ended:
            self._waiting = self._loop.create_future()
            enough = self._loop.call_later(seconds, self._wake)
            try:
                await self._waiting
            finally:
                enough.cancel()
        latest, self.latest = self.latest, None
        return latest


class Hub:
    """All open streams by what they watch."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._count = 0
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def join(self, channel: str, watcher: Watcher) -> bool:
        """Begin to watch; ``False`` when there are too many already, or the server is being stopped."""
        with self._lock:
            self._loop = asyncio.get_running_loop()
            full = self._count >= MOST_WATCHERS or len(self._watchers[channel]) >= MOST_EACH
            if self._closed or full:
                return False
            self._watchers[channel].add(watcher)
            self._count += 1
            return True

    def leave(self, channel: str, watcher: Watcher) -> None:
        """Watch no longer."""
        with self._lock:
            watching = self._watchers.get(channel)
            if watching is not None and watcher in watching:
                watching.discard(watcher)
                self._count -= 1
                if not watching:
                    del self._watchers[channel]

    def close(self) -> None:
        """End every stream, for the server is being stopped; from inside the loop only."""
        with self._lock:
            self._closed = True
            watching = set().union(*self._watchers.values())
        for watcher in watching:
            watcher.end()

    def ways(self, channel: str) -> set[tuple[Draw, str]]:
        """How those who watch a channel draw what they are told, and in which languages."""
        with self._lock:
            return {(watcher.draw, watcher.language) for watcher in self._watchers.get(channel, ())}

    def tell(self, channel: str, news: Any) -> None:
        """Send everybody who watches a channel what there is to tell, drawn their way; from any thread."""
        made = {(draw, language): draw(news, language) for draw, language in self.ways(channel)}
        if made:
            self._call(lambda: self._spread(channel, made))

    def end(self, channel: str, last: bytes) -> None:
        """End every stream that watches a channel, with something last; from any thread."""

        def spread() -> None:
            with self._lock:
                watching = list(self._watchers.get(channel, ()))
            for watcher in watching:
                watcher.put(last)
                watcher.end()

        self._call(spread)

    def _call(self, what: Callable[[], Any]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def _spread(self, channel: str, made: dict[tuple[Draw, str], bytes]) -> None:
        with self._lock:
            watching = list(self._watchers.get(channel, ()))
        for watcher in watching:
            data = made.get((watcher.draw, watcher.language))
            if data is not None:
                watcher.put(data)


hub: Final = Hub()


def state_event(version: int) -> bytes:
    """What tells the Storyteller's other tabs that something has changed."""
    return event("state", json.dumps({"version": version}))

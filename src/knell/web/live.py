"""Who is watching, and what they are sent: events, each rendered once for all who see the same."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final

__all__ = ["Hub", "Watcher", "event", "hub"]

MOST_WATCHERS: Final = 4000
MOST_EACH: Final = 300


def event(name: str, data: str, id_: str = "") -> bytes:
    """One event as it goes over the line."""
    lines = [f"event: {name}"]
    if id_:
        lines.append(f"id: {id_}")
    lines += [f"data: {line}" for line in data.split("\n")]
    return ("\n".join(lines) + "\n\n").encode()


class Watcher:
    """One open stream. Of what it hasn't been sent yet, only the newest counts."""

    __slots__ = ("_loop", "_ready", "ended", "language", "latest")

    def __init__(self, language: str) -> None:
        self.language = language
        self.latest: bytes | None = None
        self.ended = False
        self._loop = asyncio.get_running_loop()
        self._ready = asyncio.Event()

    def put(self, data: bytes) -> None:
        """Hand something over; from inside the loop only."""
        self.latest = data
        self._ready.set()

    def end(self) -> None:
        """Nothing more will come; from inside the loop only."""
        self.ended = True
        self._ready.set()

    async def next(self, seconds: float) -> bytes | None:
        """What is to be sent, or ``None`` when nothing came up for so long."""
        try:
            await asyncio.wait_for(self._ready.wait(), seconds)
        except TimeoutError:
            return None
        self._ready.clear()
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

    def languages(self, channel: str) -> set[str]:
        """In which languages somebody watches."""
        with self._lock:
            return {watcher.language for watcher in self._watchers.get(channel, ())}

    def tell(self, channel: str, data: Callable[[str], bytes]) -> None:
        """Send everybody who watches a channel what belongs to their language; from any thread."""
        made = {language: data(language) for language in self.languages(channel)}
        if made:
            self._call(lambda: self._spread(channel, made))

    def _call(self, what: Callable[[], Any]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def _spread(self, channel: str, made: dict[str, bytes]) -> None:
        with self._lock:
            watching = list(self._watchers.get(channel, ()))
        for watcher in watching:
            data = made.get(watcher.language)
            if data is not None:
                watcher.put(data)


hub: Final = Hub()


def state_event(version: int) -> bytes:
    """What tells the Storyteller's other tabs that something has changed."""
    return event("state", json.dumps({"version": version}))

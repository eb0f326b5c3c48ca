"""The server's application: static files and live streams by itself, everything else through Django."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "knell.web.site.settings")

import django

django.setup()

from knell.record import RecordError  # noqa: E402
from knell.texts import SOURCE_LANGUAGE, find_language  # noqa: E402
from knell.web.base import hosts  # noqa: E402
from knell.web.base.assets import asset_at  # noqa: E402
from knell.web.base.configuration import configuration  # noqa: E402
from knell.web.games import live, registry  # noqa: E402
from knell.web.games.models import Game  # noqa: E402
from knell.web.games.publish import EVERY_GAME, storyteller_channel, town_channel, town_of  # noqa: E402
from knell.web.site import auth  # noqa: E402
from knell.web.site.middleware import HEADERS  # noqa: E402
from knell.web.site.pages import in_thread, page  # noqa: E402
from knell.web.town.page import town_event  # noqa: E402

__all__ = ["application"]

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Header = tuple[bytes, bytes]

LARGEST: Final = 8 * 1024 * 1024
"""No request may be larger; most may not even be nearly so large, see the settings."""
LARGEST_OF_STRANGERS: Final = 64 * 1024
"""Who isn't the Storyteller has no more to send than the forms of two or three public pages."""
MOST_HELD: Final = 64 * 1024 * 1024
"""So much of all requests together is kept in memory before they are answered."""
LONGEST_BODY: Final = 60.0
"""A request that hasn't arrived after so many seconds isn't waited for."""
HEARTBEAT: Final = 20.0
_YEAR: Final = b"public, max-age=31536000, immutable"
_TOWN: Final = re.compile(r"/town/([a-z0-9]{1,24})/live")
_GAME: Final = re.compile(r"/game/([a-z0-9]{1,16})/live")
_SAFE: Final[list[Header]] = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

_configuration = configuration()


class _Refused(Exception):  # noqa: N818 - it only ends the reading
    """A request isn't read any further."""

    def __init__(self, status: int, said: bytes) -> None:
        super().__init__(status)
        self.status = status
        self.said = said


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    if scope["type"] != "http":
        return
    headers = dict(scope["headers"])
    if not hosts.allowed(headers.get(b"host", b"").decode("latin-1"), _configuration):
        await _plain(send, 400, b"Unknown host.\n")
        return
    path: str = scope["path"]
    if path.startswith("/static/"):
        await _static(scope, headers, send)
    elif (watched := _TOWN.fullmatch(path)) is not None:
        await _live(scope, receive, send, town=watched[1])
    elif (watched := _GAME.fullmatch(path)) is not None:
        await _live_game(headers, receive, send, watched[1])
    else:
        await _through_django(scope, headers, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


async def _plain(send: Send, status: int, text: bytes, extra: list[Header] | None = None) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"cache-control", b"no-store"),
        *_SAFE,
        *(extra or []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


# -- Django ------------------------------------------------------------------------------------------


class _Memory:
    """How much of unanswered requests is being kept."""

    def __init__(self) -> None:
        self.held = 0

    def take(self, size: int) -> None:
        """Raises ``_Refused`` if it is too much."""
        if self.held + size > MOST_HELD:
            raise _Refused(503, b"Too much is being sent at once.\n")
        self.held += size


_memory: Final = _Memory()


async def _through_django(scope: Scope, headers: dict[bytes, bytes], receive: Receive, send: Send) -> None:
    held = 0

    def keep(size: int) -> None:
        nonlocal held
        _memory.take(size)
        held += size

    try:
        try:
            async with asyncio.timeout(LONGEST_BODY):
                body = await _read(headers, receive, keep)
        except TimeoutError:
            raise _Refused(408, b"That took too long.\n") from None
        if body is None:
            return
        made = await page(scope, body)
    except _Refused as refused:
        await _plain(send, refused.status, refused.said, [(b"connection", b"close")])
        return
    finally:
        _memory.held -= held
    await send({"type": "http.response.start", "status": made.status, "headers": made.headers})
    await send({"type": "http.response.body", "body": made.body})


async def _read(headers: dict[bytes, bytes], receive: Receive, keep: Callable[[int], None]) -> bytes | None:
    """A request's body; ``None`` when the browser went away. Raises ``_Refused``."""
    length = headers.get(b"content-length")
    if length is not None and not (length.isdigit() and len(length) < 20 and int(length) <= LARGEST):
        raise _Refused(413, b"That is too large.\n")
    most = LARGEST
    if length is None or int(length) > LARGEST_OF_STRANGERS:
        secret = _cookie(headers, auth.COOKIE)
        if not await in_thread(lambda: auth.holds(secret)):
            most = LARGEST_OF_STRANGERS
    if length is not None and int(length) > most:
        raise _Refused(413, b"That is too large.\n")
    pieces: list[bytes] = []
    read, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        piece = message.get("body", b"")
        read += len(piece)
        if read > most:
            raise _Refused(413, b"That is too large.\n")
        keep(len(piece))
        pieces.append(piece)
        more = message.get("more_body", False)
    return b"".join(pieces)


# -- static files ------------------------------------------------------------------------------------


async def _static(scope: Scope, headers: dict[bytes, bytes], send: Send) -> None:
    at = asset_at(scope["path"].removeprefix("/static/"), scope["query_string"].decode("latin-1"))
    if at is None or scope["method"] not in ("GET", "HEAD"):
        await _plain(send, 404, b"There is nothing here.\n")
        return
    found, lasting = at
    tag = f'"{found.digest}"'.encode()
    lasts = _YEAR if lasting else b"no-cache"
    answer: list[Header] = [(b"etag", tag), (b"cache-control", lasts), (b"vary", b"accept-encoding"), *_SAFE]
    if headers.get(b"if-none-match") == tag:
        await send({"type": "http.response.start", "status": 304, "headers": answer})
        await send({"type": "http.response.body", "body": b""})
        return
    body = found.content
    if found.zipped is not None and b"gzip" in headers.get(b"accept-encoding", b""):
        body = found.zipped
        answer.append((b"content-encoding", b"gzip"))
    answer += [(b"content-type", found.type.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": answer})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


# -- live streams ------------------------------------------------------------------------------------


def _cookie(headers: dict[bytes, bytes], name: str) -> str:
    try:
        found = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1")).get(name)
    except CookieError:
        return ""
    return "" if found is None else found.value


async def _live(scope: Scope, receive: Receive, send: Send, *, town: str) -> None:
    query = parse_qs(scope["query_string"].decode("latin-1")[:500])
    seen = query.get("version", [""])[0]
    headers = dict(scope["headers"])
    seen = headers.get(b"last-event-id", seen.encode()).decode("latin-1")
    language = find_language(query.get("lang", [""])[0]) or SOURCE_LANGUAGE

    def first() -> bytes | None:
        game = Game.objects.filter(town=town).values_list("id", flat=True).first()
        if game is None:
            raise LookupError
        with registry.playing(game) as playing:
            known = town_of(playing)
            return None if known.version == seen else town_event(known, language)

    await _stream(receive, send, [town_channel(town)], live.Watcher(language, town_event), first)


async def _live_game(headers: dict[bytes, bytes], receive: Receive, send: Send, game: str) -> None:
    secret = _cookie(headers, auth.COOKIE)

    def first() -> bytes | None:
        if not auth.holds(secret):
            raise PermissionError
        with registry.playing(game) as playing:
            return live.state_event(playing.version)

    await _stream(
        receive, send, [storyteller_channel(game), EVERY_GAME], live.Watcher(SOURCE_LANGUAGE), first
    )


async def _stream(
    receive: Receive,
    send: Send,
    channels: list[str],
    watcher: live.Watcher,
    first: Callable[[], bytes | None],
) -> None:
    joined: list[str] = []
    try:
        for channel in channels:  # before looking, so that nothing falls between
            if not live.hub.join(channel, watcher):
                await _plain(send, 503, b"Too many are watching.\n", [(b"retry-after", b"30")])
                return
            joined.append(channel)
        try:
            data = await in_thread(first)
        except PermissionError:
            await _plain(send, 403, b"Only the Storyteller sees this.\n")
            return
        except (LookupError, registry.NoSuchGame, RecordError):
            await _plain(send, 404, b"There is nothing here.\n")
            return
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"cache-control", b"no-store"),
                    (b"x-accel-buffering", b"no"),
                    *_SAFE,
                ],
            }
        )
        await _body(send, b"retry: 2000\n\n" + (data or b""))
        await _watch(receive, send, watcher)
    finally:
        for channel in joined:
            live.hub.leave(channel, watcher)


async def _watch(receive: Receive, send: Send, watcher: live.Watcher) -> None:
    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        watcher.end()

    leaving = asyncio.ensure_future(gone())
    try:
        while not watcher.ended:
            data = await watcher.next(HEARTBEAT)
            if data is not None or not watcher.ended:
                await _body(send, data or b": \n\n")
        await send({"type": "http.response.body", "body": b""})
    except (OSError, asyncio.CancelledError):
        return
    finally:
        leaving.cancel()


async def _body(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})

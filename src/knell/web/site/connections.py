"""Connections: how many there may be, how long one may be silent, and how long a request's beginning may get.

Whoever has the address of a server can open connections to it. Here nobody gets so many that others find the
door shut, and one that asks for nothing, or never finishes asking, is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

__all__ = ["Door", "Limited", "open_files"]

RESERVE: Final = 128
"""Files that are kept free for the database, the log and so on."""
LONGEST_HEAD: Final = 32 * 1024
"""So long may a request's first lines be."""
HEAD_WITHIN: Final = 10.0
"""So many seconds a request's first lines may take, from the connection or from their first byte."""
READ_WITHIN: Final = 60.0
"""After so many seconds in which nobody takes what is sent to them, it isn't sent."""


def open_files(wanted: int) -> int:
    """How many connections there can be: the soft limit of open files is raised for them if it may be."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVE
    if soft != resource.RLIM_INFINITY and soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError):  # macOS has a lower limit of its own
            pass
        return max(16, min(wanted, soft - RESERVE))
    return wanted


def _whose(client: tuple[str, int] | None) -> str:
    """Whom connections from an address are counted for: a network of IPv6 is one household."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0]
    if address.version == 6:
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


@dataclass(slots=True)
class Door:
    """Who is in. ``most`` connections there may be in all, ``each`` from one address.

    When the house is full, one that waits for nothing goes for the one that comes. ``trusted`` addresses, of
    a web server that stands before Knell and brings everybody, are counted in all only.
    """

    most: int
    each: int
    trusted: frozenset[str] = frozenset()
    _by_address: Counter[str] = field(default_factory=Counter)
    _silent: OrderedDict[Limited, None] = field(default_factory=OrderedDict)
    _count: int = 0

    def enter(self, who: str) -> bool:
        """Let a connection in, or don't."""
        if who not in self.trusted and self._by_address[who] >= self.each:
            return False
        if self._count >= self.most:
            if not self._silent:
                return False
            self._silent.popitem(last=False)[0].turn_out()
        self._by_address[who] += 1
        self._count += 1
        return True

    def leave(self, who: str) -> None:
        """A connection has ended."""
        self._count -= 1
        self._by_address[who] -= 1
        if not self._by_address[who]:
            del self._by_address[who]

    def waits(self, connection: Limited, *, silent: bool) -> None:
        """Note whether a connection has asked for anything that it hasn't got yet."""
        if silent:
            self._silent[connection] = None
        else:
            self._silent.pop(connection, None)


class Limited(HttpToolsProtocol):
    """A connection with its limits."""

    door: Door

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._who: str | None = None
        self._head = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        who = _whose(self.client)
        if not self.door.enter(who):
            transport.abort()
            return
        self._who = who
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_no_more()
        self.resume_writing()
        self._unset_keepalive_if_required()
        if self._who is not None:
            self.door.leave(self._who)
            self._who = None
        super().connection_lost(exc)

    def turn_out(self) -> None:
        """Close it; somebody else needs the place."""
        self._give_up()

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def _expect(self) -> None:
        """A request's first lines should come now."""
        self.door.waits(self, silent=True)
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_WITHIN, self._give_up)

    def _expect_no_more(self) -> None:
        self.door.waits(self, silent=False)
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    @property
    def _asked(self) -> RequestResponseCycle | None:
        """The request that came last."""
        return self.cycle

    def data_received(self, data: bytes) -> None:
        if self._who is None or self.transport.is_closing():
            return
        asked = self._asked
        if asked is None or asked.response_complete:
            self._expect()
        if asked is None or not asked.more_body:
            self._head += len(data)
        super().data_received(data)
        if self._head > LONGEST_HEAD:  # and it isn't at its end
            self._give_up()

    def on_headers_complete(self) -> None:
        self._expect_no_more()
        self._head = 0
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self.door.waits(self, silent=True)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(READ_WITHIN, self._give_up)

    def resume_writing(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
        super().resume_writing()

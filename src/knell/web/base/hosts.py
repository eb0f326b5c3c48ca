"""Addresses: what this machine is called, whom it listens to, and which names a request may use."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterable
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from knell.web.base.configuration import Configuration

__all__ = ["allowed", "is_local", "is_loopback", "local_addresses", "public_addresses"]

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
"""How this machine calls itself; a web server that stands before Knell calls from there."""
_EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - to recognise them


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether a name or address only ever means this machine."""
    address = _address(host)
    return host.lower() == "localhost" or (address is not None and address.is_loopback)


def is_local(host: str) -> bool:
    """Whether an address belongs to this machine or to a private network."""
    address = _address(host)
    if address is None:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global


def local_addresses() -> list[str]:
    """The addresses of this machine in its networks, the likeliest first; loopback left out."""
    found: list[str] = []
    # No packet is sent: connecting a datagram socket only chooses the way.
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    kept = [a for a in dict.fromkeys(found) if not is_loopback(a) and a not in _EVERYWHERE]
    return sorted(kept, key=lambda a: ":" in a)


def public_addresses(host: str) -> list[str]:
    """Which public addresses listening on ``host`` would open, if any."""
    addresses: Iterable[str]
    if host in _EVERYWHERE:
        addresses = local_addresses()
    elif _address(host) is not None:
        addresses = [host]
    else:
        try:
            addresses = [str(info[4][0]) for info in socket.getaddrinfo(host, None)]
        except OSError:
            addresses = []
    return [address for address in dict.fromkeys(addresses) if not is_local(address)]


def everywhere(host: str) -> bool:
    """Whether listening on ``host`` means every address of the machine."""
    return host in _EVERYWHERE


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


def allowed(header: str, configuration: Configuration) -> bool:
    """Whether a request may call this server by that name.

    A page elsewhere can make a name of its own point here, but not an address: so private addresses are
    all fine, and of the names only our own.
    """
    if any(letter in header for letter in "/@ \\?#") or not header:
        return False
    host = header.lower()
    if host.startswith("["):
        host, bracket, port = host.partition("]")
        host = host[1:]
        if not bracket or (port and not port.startswith(":")):
            return False
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    host = host.rstrip(".")
    if configuration.url and host == urlsplit(configuration.url).hostname:
        return True
    if _address(host) is not None:
        return is_local(host) or host == configuration.host
    return host in _own_names() or host in configuration.hosts or host == configuration.host.lower()

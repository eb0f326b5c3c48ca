"""The addresses under which other devices reach this server, and QR codes of them."""

from __future__ import annotations

import io
import os

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from knell.web.base import hosts
from knell.web.base.configuration import configuration

__all__ = ["base_url", "only_here", "qr", "qr_terminal"]


def only_here() -> bool:
    """Whether no other device can reach this server."""
    known = configuration()
    return not known.url and not hosts.everywhere(known.host) and hosts.is_loopback(known.host)


def base_url(request: HttpRequest | None = None) -> str:
    """The beginning of an address that works on other devices, as far as any does."""
    known = configuration()
    if known.url:
        return known.url
    scheme = "https" if known.certificate is not None else "http"
    port = os.environ.get("KNELL_SERVING_PORT", "") or (str(known.port) if known.port else "")
    if request is not None:
        host = request.get_host()
        name, _, asked = host.rpartition(":") if host.count(":") == 1 else (host, "", "")
        if not hosts.is_loopback(name.strip("[]")) or only_here():
            return f"{scheme}://{host}"
        port = port or asked
    if not only_here():
        own = hosts.local_addresses() if hosts.everywhere(known.host) else [known.host]
        if own:
            name = f"[{own[0]}]" if ":" in own[0] else own[0]
            return f"{scheme}://{name}:{port}"
    return f"{scheme}://127.0.0.1:{port}"


def qr(address: str) -> SafeString:
    """A QR code as a drawing for a page."""
    made = segno.make(address, error="m", micro=False)
    drawn = made.svg_inline(
        scale=8, border=3, dark="#12101a", light="#f3ede1", omitsize=True, svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308 - numbers and colours only


def qr_terminal(address: str) -> str:
    """A QR code in letters for the terminal."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=1, compact=True)
    return out.getvalue()

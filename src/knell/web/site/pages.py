"""Django's pages: each request is answered as a whole in one of a few threads, which keep their connections.

Django's own way from a server of many tasks to views of one thread makes a thread and a connection to the
database for every request; here both are there already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeVar

from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

__all__ = ["Page", "in_thread", "page"]

THREADS: Final = 8
"""Enough that some wait for the disk while others work; more would only take turns."""

_threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="knell-page")
_Result = TypeVar("_Result")


class Page(NamedTuple):
    """What goes back to a browser."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class _Handler(BaseHandler):
    """Django's views behind their middleware."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()


_handler: Final = _Handler()


async def in_thread(function: Callable[[], _Result]) -> _Result:
    """Run something that may use the database."""

    def run() -> _Result:
        close_old_connections()  # one that broke is not used again
        return function()

    return await asyncio.get_running_loop().run_in_executor(_threads, run)


async def page(scope: dict[str, Any], body: bytes) -> Page:
    """Have Django answer a request."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _answer, scope, body)


def _answer(scope: dict[str, Any], body: bytes) -> Page:
    set_script_prefix("/")
    signals.request_started.send(sender=_Handler, scope=scope)
    response = _respond(scope, body)
    try:
        content = b"".join(response)
        headers = [
            (name.lower().encode("ascii"), value.encode("latin-1"))
            for name, value in response.items()
            if name.lower() != "content-length"
        ]
        headers += [
            (b"set-cookie", one.output(header="").strip().encode()) for one in response.cookies.values()
        ]
        headers.append((b"content-length", str(len(content)).encode()))
        return Page(response.status_code, headers, content)
    finally:
        response.close()


def _respond(scope: dict[str, Any], body: bytes) -> HttpResponseBase:
    try:
        request = ASGIRequest(scope, BytesIO(body))
    except UnicodeDecodeError:
        return HttpResponse("That address can't be read.\n", status=400, content_type="text/plain")
    except RequestDataTooBig:
        return HttpResponse("That is too large.\n", status=413, content_type="text/plain")
    return _handler.get_response(request)

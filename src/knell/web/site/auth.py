"""Who is the Storyteller: one browser, which holds a secret, until it is handed over."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from threading import Lock
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from knell.web.base.configuration import configuration
from knell.web.games import covering
from knell.web.games.models import Device, Handover

__all__ = ["COOKIE", "has_holder", "holds", "is_storyteller", "new_code", "take_over", "valid_code"]

COOKIE: Final = "knell_storyteller"
_YEAR: Final = 365 * 24 * 3600
CODE_LASTS: Final = timedelta(minutes=15)


class _Holder:
    """The hash of the secret that counts, remembered so that not every request asks the database."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known = False
        self._hash: str | None = None

    def get(self) -> str | None:
        with self._lock:
            if not self._known:
                self._hash = Device.objects.filter(active=True).values_list("key_hash", flat=True).first()
                self._known = True
            return self._hash

    def forget(self) -> None:
        with self._lock:
            self._known = False


_holder = _Holder()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def forget() -> None:
    """Ask the database again who the Storyteller is."""
    _holder.forget()
    covering.forget()


def has_holder() -> bool:
    """Whether some browser runs the games here."""
    return _holder.get() is not None


def holds(secret: str) -> bool:
    """Whether this is the secret that counts."""
    current = _holder.get()
    return current is not None and bool(secret) and secrets.compare_digest(_hash(secret), current)


def is_storyteller(request: HttpRequest) -> bool:
    """Whether a request comes from the Storyteller's browser."""
    return holds(request.COOKIES.get(COOKIE, ""))


def new_code(lasts: timedelta = CODE_LASTS) -> str:
    """A code for one more browser; it works once and not for long."""
    code = secrets.token_urlsafe(18)
    now = timezone.now()
    with transaction.atomic():
        Handover.objects.filter(expires__lt=now).delete()
        Handover.objects.create(code_hash=_hash(code), expires=now + lasts)
    return code


def valid_code(code: str) -> bool:
    """Whether a code would work now."""
    return Handover.objects.filter(code_hash=_hash(code), expires__gte=timezone.now()).exists()


def take_over(code: str, response: HttpResponseBase) -> bool:
    """Make the browser that gets this response the Storyteller's, instead of whichever was.

    If one was, no other code works any more: whoever takes the table over is alone with it.
    """
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        used, _ = Handover.objects.filter(code_hash=_hash(code), expires__gte=timezone.now()).delete()
        if not used:
            return False
        if Device.objects.filter(active=True).update(active=False):
            Handover.objects.all().delete()
        Device.objects.create(key_hash=_hash(secret))
    _holder.forget()
    covering.forget()
    response.set_cookie(
        COOKIE, secret, max_age=_YEAR, httponly=True, samesite="Strict", secure=configuration().https
    )
    return True

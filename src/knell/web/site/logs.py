"""What the server writes down about itself: little, at most so often, and never so that anybody waits for it.

A log on a full disk, or in a pipe that nobody reads, mustn't stop a game; and nobody outside may fill a disk
by asking for nonsense.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import OrderedDict
from logging.handlers import QueueHandler, QueueListener
from queue import Full, Queue
from typing import Any, Final

__all__ = ["Rarely", "Unhurried", "begin"]

OFTEN: Final = 5
"""So often in a while the same thing is written down."""
WHILE: Final = 60.0
MOST_KINDS: Final = 200
MOST_WAITING: Final = 1000


class Rarely(logging.Filter):
    """Lets the same kind of message through a few times a minute, and then says how many it left out."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a message is to be written down."""
        kind = (record.name, record.levelno, str(record.msg)[:200])
        since, count = self._kinds.pop(kind, (0.0, 0))
        moment = time.monotonic()
        left_out = 0
        if not count or moment - since >= WHILE:
            left_out = max(0, count - OFTEN)
            since, count = moment, 0
        self._kinds[kind] = since, count + 1
        while len(self._kinds) > MOST_KINDS:
            self._kinds.popitem(last=False)
        if count >= OFTEN:
            return False
        if left_out:
            record.msg = f"{record.msg} (and {left_out} more like it)"
        return True


class Unhurried(QueueHandler):
    """Hands messages to a thread that writes them; when too many wait, the newest is lost."""

    def __init__(self) -> None:
        self._lines: Queue[Any] = Queue(MOST_WAITING)
        super().__init__(self._lines)
        self.addFilter(Rarely())

    def enqueue(self, record: logging.LogRecord) -> None:
        """Leave it to the thread."""
        try:
            self._lines.put_nowait(record)
        except Full:
            return

    def begin(self) -> QueueListener:
        """Start the thread."""
        writes = logging.StreamHandler(sys.stderr)
        listener = QueueListener(self._lines, writes)
        listener.start()
        return listener


def begin(level: str) -> None:
    """From here on, everything that is written down goes this way.

    Paths of requests aren't: some would help somebody who reads the log.
    """
    handler = Unhurried()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.begin()
    for name, least in (
        ("", "warning"),
        ("knell", "debug"),
        ("uvicorn", "warning"),
        ("asyncio", "warning"),
        ("django", "error"),
    ):
        logger = logging.getLogger(name)
        logger.handlers = [] if name else [handler]
        logger.setLevel(max(_number(level), _number(least)))
        logger.propagate = True
    for name in ("django.request", "django.security", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _number(level: str) -> int:
    return logging.getLevelNamesMapping()[level.upper()]

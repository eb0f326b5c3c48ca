"""What has been heard at a table since somebody last listened."""

from __future__ import annotations

from collections.abc import Sequence

from knell.record import Heard

__all__ = ["heard_since"]


def heard_since(now: Sequence[Heard], before: Sequence[Heard]) -> list[Heard]:
    """What is new: a change by hand may come before what a running step has said already."""
    same = 0
    for one, other in zip(now, before, strict=False):
        if one.event != other.event:
            break
        same += 1
    said = [heard.event for heard in before[same:]]
    fresh = []
    for heard in now[same:]:
        if heard.event in said:
            said.remove(heard.event)
        else:
            fresh.append(heard)
    return fresh

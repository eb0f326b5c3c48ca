"""Names of people that can be told apart."""

from collections.abc import Sequence

__all__ = ["distinct"]


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names so that no two are the same: the second Sam is "Sam (2)"."""
    taken: set[str] = set()
    found: list[str] = []
    for name in names:
        own, number = name, 1
        while own in taken or (number > 1 and own in names):
            number += 1
            own = f"{name} ({number})"
        taken.add(own)
        found.append(own)
    return tuple(found)

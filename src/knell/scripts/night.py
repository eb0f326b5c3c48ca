"""Where characters come in a night whose order nobody has written down completely."""

from collections.abc import Iterable, Mapping
from typing import Final

from knell.facts import FIRST_NIGHT, OTHER_NIGHTS

__all__ = ["INTRODUCTIONS", "NIGHT_STEPS", "filled_up"]

INTRODUCTIONS: Final = ("minioninfo", "demoninfo")
NIGHT_STEPS: Final = frozenset({"dusk", *INTRODUCTIONS, "dawn"})


def filled_up(
    order: tuple[str, ...], wanted: Iterable[str], places: Mapping[str, float], *, first: bool
) -> tuple[str, ...]:
    """Put those who are missing from a night's order where they belong.

    ``wanted`` are characters that may wake; ``places`` are the numbers of those that aren't official,
    counted in steps of the official night sheet. Whoever is missing comes right behind the one
    of the order who is the last before them by these numbers, and before dawn unless the official
    sheet has them behind it. Who has no place in that night stays out.

    >>> filled_up(("dusk", "imp", "monk", "dawn"), ["empath", "imp", "chef"], {"gull": 24.5}, first=False)
    ('dusk', 'imp', 'empath', 'monk', 'gull', 'dawn')
    """
    sheet = FIRST_NIGHT if first else OTHER_NIGHTS
    numbers: dict[str, float] = {step: place for place, step in enumerate(sheet, start=1)}
    dawn = numbers["dawn"]
    for one, place in places.items():
        if place > 0:
            # Some count in thousands: whoever is beyond the night comes at its end, in the same order.
            numbers[one] = place if place < dawn else dawn - 1 / (place + 1)
    missing = dict.fromkeys(one for one in (*wanted, *places) if one in numbers and one not in order)
    found = list(order)
    for one in sorted(missing, key=numbers.__getitem__):
        before = [step for step in found if step in numbers and numbers[step] <= numbers[one]]
        # Of several the last by number; of those with the same number the last in the order.
        last = max(reversed(before), key=numbers.__getitem__, default=None)
        at = found.index(last) + 1 if last is not None else 0
        if "dawn" in found and numbers[one] < dawn:
            at = min(at, found.index("dawn"))
        found.insert(at, one)
    return tuple(found)

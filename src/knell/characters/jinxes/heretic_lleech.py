"""The jinx of Heretic and Lleech."""

from __future__ import annotations

from knell.engine import Jinx
from knell.messages import N_


class HereticLleech(Jinx):
    """These two may not be in play together."""

    pair = ("heretic", "lleech")
    summary = N_(
        "The Heretic and the Lleech can't be in play together. Whatever would bring in the second of them "
        "does nothing."
    )
    apart = True

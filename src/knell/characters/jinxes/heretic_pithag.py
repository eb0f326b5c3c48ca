"""The jinx of Heretic and Pit-Hag."""

from __future__ import annotations

from knell.engine import Jinx
from knell.messages import N_


class HereticPitHag(Jinx):
    """These two may not be in play together."""

    pair = ("heretic", "pithag")
    summary = N_(
        "The Heretic and the Pit-Hag can't be in play together. Whatever would bring in the second of them "
        "does nothing."
    )
    apart = True

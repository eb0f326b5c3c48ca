"""The jinx of Heretic and Baron."""

from __future__ import annotations

from knell.engine import Jinx
from knell.messages import N_


class HereticBaron(Jinx):
    """These two may not be in play together."""

    pair = ("heretic", "baron")
    summary = N_(
        "The Heretic and the Baron can't be in play together. Whatever would bring in the second of them "
        "does nothing."
    )
    apart = True

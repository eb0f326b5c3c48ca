"""What is drawn in the browser: tokens, seats, a Traveller's side, the seed of a game."""

from __future__ import annotations

import random
from typing import Final

from knell.web.base.configuration import configuration

__all__ = ["dice"]


def _dice() -> random.Random:
    seed = configuration().seed
    return random.SystemRandom() if seed is None else random.Random(seed)


dice: Final = _dice()
"""The system's own chance; where ``KNELL_SEED`` is set, the same draws after every start."""

"""What one seat may know of a game, and what it is asked: the town's, a player's and the Storyteller's view.

A view is put together from what its viewer was told; no field gets into it that isn't listed here.
"""

from knell.seats.naming import distinct
from knell.seats.views import player_view, public_view, reveal_view, storyteller_view, to_bytes

__all__ = ["distinct", "player_view", "public_view", "reveal_view", "storyteller_view", "to_bytes"]

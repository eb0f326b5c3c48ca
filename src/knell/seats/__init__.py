"""What one seat may know of a game, and what it is asked: the town's, a player's and the Storyteller's view.

A view is put together from what its viewer was told; no field gets into it that isn't listed here.
"""

from knell.seats.naming import distinct
from knell.seats.prompt import Actions, Choices, DayAbility, Prompt, prompt
from knell.seats.public import Count, ExileSeen, NominationSeen, PersonSeen, Today, TownView, public_view
from knell.seats.said import Said
from knell.seats.views import player_view, reveal_view, storyteller_view, to_bytes

__all__ = [
    "Actions",
    "Choices",
    "Count",
    "DayAbility",
    "ExileSeen",
    "NominationSeen",
    "PersonSeen",
    "Prompt",
    "Said",
    "Today",
    "TownView",
    "distinct",
    "player_view",
    "prompt",
    "public_view",
    "reveal_view",
    "storyteller_view",
    "to_bytes",
]

"""What one seat may know of a game, and what it is asked: the town's, a player's and the Storyteller's view.

A view is put together from what its viewer was told; no field gets into it that isn't listed here.
"""

from knell.seats.known import ALOUD, moment_of
from knell.seats.naming import distinct
from knell.seats.player import PlayerView, You, player_view
from knell.seats.prompt import Actions, Choices, DayAbility, Prompt, prompt, prompts
from knell.seats.public import Count, ExileSeen, NominationSeen, PersonSeen, Today, TownView, public_view
from knell.seats.said import Said
from knell.seats.storyteller import (
    AbilityHeld,
    Grimoire,
    OpenQuestion,
    PlayerInTruth,
    RevealView,
    StorytellerView,
    TokenPut,
    reveal_view,
    storyteller_view,
)
from knell.seats.view import View, to_bytes

__all__ = [
    "ALOUD",
    "AbilityHeld",
    "Actions",
    "Choices",
    "Count",
    "DayAbility",
    "ExileSeen",
    "Grimoire",
    "NominationSeen",
    "OpenQuestion",
    "PersonSeen",
    "PlayerInTruth",
    "PlayerView",
    "Prompt",
    "RevealView",
    "Said",
    "StorytellerView",
    "Today",
    "TokenPut",
    "TownView",
    "View",
    "You",
    "distinct",
    "moment_of",
    "player_view",
    "prompt",
    "prompts",
    "public_view",
    "reveal_view",
    "storyteller_view",
    "to_bytes",
]

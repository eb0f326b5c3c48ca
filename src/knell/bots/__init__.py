"""Simple players: what people at the table do when nobody plays them."""

from knell.bots.village import Bots

__all__ = ["Bots"]

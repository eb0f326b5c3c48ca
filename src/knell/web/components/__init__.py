"""From tables to what templates show: plain data, made while the game's lock is held."""

from knell.web.components.page import game_page

__all__ = ["game_page"]

"""From tables to what templates show: plain data, made while the game's lock is held."""

from knell.web.components.choices import blocks
from knell.web.components.drawing import sprite, token
from knell.web.components.page import game_page
from knell.web.components.town import town_page

__all__ = ["blocks", "game_page", "sprite", "token", "town_page"]

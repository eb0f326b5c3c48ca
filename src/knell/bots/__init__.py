"""Simple players: what people at the table do when nobody plays them, told only what their seats know.

>>> from knell.record import Table
>>> from knell.scripts import load
>>> table = Table.dealt(load("cheomseongdae"), ["Ada", "Bo", "Cy", "Dot", "Eve"], seed=3)
>>> Village(table, seed=3).play()
>>> table.over
True
"""

from knell.bots.bot import Bot
from knell.bots.talk import Opinion, Talk
from knell.bots.village import BY_BOT, Village

__all__ = ["BY_BOT", "Bot", "Opinion", "Talk", "Village"]

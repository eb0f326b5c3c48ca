"""Play one game with random answers, and say who died and who won."""

import random

from knell.characters import cast
from knell.engine import Event, Game, Question, deal, members, run
from knell.scripts import load

chance = random.Random(9)
names = ["Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus"]


def decide(_game: Game, question: Question) -> object:
    """Answer whatever the rules leave open: a player's choice, a ruling, a vote, a draw."""
    return chance.choice(question.options)


def listen(event: Event) -> None:
    """Hear what happens."""
    if event.name in ("died", "executed"):
        print(event.name, names[event.data["player"]])


game = deal(cast(load("cheomseongdae").characters), names, decide, listen=listen)
run(game)
assert game.outcome is not None
print(game.outcome.winner, "wins:", *(names[player] for player in members(game.outcome.winners)))

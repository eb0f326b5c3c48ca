"""Deal, play three nights, ask what could be shown to somebody, and play on from there in other ways."""

from knell.bots import Village
from knell.engine import Kind
from knell.record import Table
from knell.scripts import load
from knell.words import Words

table = Table.dealt(load("cheomseongdae"), ["Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal"], seed=10)
Village(table).play(until=lambda question: table.game.night == 3 and question.kind is Kind.SHOW)
words, question = Words.of(table.game), table.question
answers = [words.answer_to(question, option) for option in question.options]
print(words.player(question.player), "could be shown", ", ".join(answers))
for seed in range(3):
    fork = table.fork()
    Village(fork, seed).play()
    print("played on:", fork.outcome.winner, "wins on day", fork.game.night)

"""What is told of what has happened."""

from knell.engine import Kind, Nominate, Use
from knell.words import Words
from knell.words.telling import tell
from records import play_to, seated


def test_only_an_equal_highest_tally_is_called_a_tie() -> None:
    table = play_to(seated("saint", "mutant", "fool", "slayer", "monk", "poisoner", "imp"), "day")
    for nominee, hands in ((0, 5), (1, 4), (2, 5), (3, 2)):
        table.answer(Nominate(nominee + 1, nominee))
        raised = 0
        while table.question is not None and table.question.kind is Kind.VOTE:
            table.answer(raised < hands)
            raised += 1
    told = [str(line.text) for line in tell(table.events(), Words(table.game.names))]
    votes = [line for line in told if "needed" in line]
    assert ["tie" in line for line in votes] == [False, False, True, False]
    assert ["about to die" in line.replace("nobody is about", "") for line in votes] == [
        True,
        False,
        False,
        False,
    ]


def test_a_single_player_who_is_shown_is_named() -> None:
    table = play_to(seated("puzzlemaster", "monk", "fool", "slayer", "saint", "scarletwoman", "imp"), "day")
    marked = next(token.player for token in table.game.tokens if token.name == "puzzlemaster.drunk")
    table.answer(Use(0, "puzzlemaster", (("choose", marked),), private=True))
    words = Words(table.game.names)
    assert table.question is not None
    assert words.answer_to(table.question, table.question.default) == "Gus"
    table.answer_default()
    assert any("Ada" in line.text and "learns: Gus" in line.text for line in tell(table.events(), words))

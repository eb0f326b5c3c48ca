"""Live tables for tests: opening them, playing on to a question, playing at random."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar

from knell.characters import automated
from knell.engine import Close, Kind, Nominate, Question, Seat, Start, Use, overrides
from knell.engine.options import sample
from knell.facts import FACTS
from knell.record import (
    Automation,
    Deal,
    Entry,
    Header,
    Level,
    ReplayDiffers,
    ScriptPart,
    Table,
    why_illegal,
)
from knell.seats import storyteller_view, to_bytes
from tables import NAMES, SCRIPT

ALL: Final = tuple(i for i, character in automated().items() if FACTS[i].type != "traveller")
"""Every character whose rules run by themselves, Travellers aside."""


BY_HAND: Final = Automation({}, default=Level.BY_HAND)
"""Nothing is answered automatically, not even what is drawn."""


def header(
    seats: Sequence[str | Seat] | None = None,
    *,
    players: int = 7,
    script: Sequence[str] = SCRIPT,
    names: Sequence[str] = NAMES,
    seed: int = 0,
    start: Start | None = None,
) -> Header:
    """The header of a game with these characters clockwise, or of one dealt to so many players."""
    chairs = None if seats is None else tuple(Seat(s) if isinstance(s, str) else s for s in seats)
    named = [i for s in chairs or () for i in (s.character, s.believed) if i is not None]
    characters = tuple(dict.fromkeys((*script, *(i for i in named if FACTS[i].type != "traveller"))))
    travellers = tuple(dict.fromkeys(i for i in named if FACTS[i].type == "traveller"))
    return Header(
        ScriptPart(
            "Test", characters, others=(*travellers, "thief") if "thief" not in travellers else travellers
        ),
        tuple(names[: players if chairs is None else len(chairs)]),
        seats=chairs,
        deal=Deal() if chairs is None else None,
        seed=seed,
        start=start or Start(),
        created="2025-11-29T21:14:03.123Z",
    )


def opened(of: Header, *, automation: Automation | None = None, **options: Any) -> Table:
    """A live game that is kept nowhere."""
    return Table(of.begin(), seed=of.seed, automation=automation, **options)


def seated(*seats: str | Seat, automation: Automation | None = None, **options: Any) -> Table:
    """A live game with these characters clockwise."""
    return opened(header(seats, **options), automation=automation)


def play_to(table: Table, name: str, player: int | None = None) -> Table:
    """Answer with defaults until that question is open; days pass without nominations."""
    for _ in range(500):
        question = table.question
        assert question is not None, f"the game was over before {name}"
        if question.name == name and player in (None, question.player):
            return table
        table.answer_default()
    raise AssertionError(f"{name} is never asked")


def nominate(table: Table, nominator: int, nominee: int, votes: Sequence[int] = ()) -> None:
    """Have a nomination and its vote."""
    play_to(table, "day")
    table.answer(Nominate(nominator, nominee))
    while table.question is not None and table.question.kind is Kind.VOTE:
        table.answer(table.question.who in votes)


def change(table: Table, name: str, *arguments: Any) -> None:
    """Change something by hand."""
    table.override(overrides.read(name, arguments))


Pick = Callable[[int], int]


def answer_at_random(table: Table, pick: Pick) -> Any:
    """A legal answer to the open question; nominations end soon, so that games do."""
    question = table.question
    assert question is not None
    if question.kind is Kind.DAY and pick(4) > 1:
        return Close()
    if question.kind is Kind.DAY and pick(6) == 0:
        slayer = Use(pick(len(table.game.names)), "slayer", (("choose", pick(len(table.game.names))),))
        return slayer if question.allows(slayer) else Close()
    return sample(question.options, pick)


def play_at_random(table: Table, chance: random.Random, *, nights: int = 4) -> Table:
    """Play with random answers until the game is over or so many nights have passed."""
    while table.question is not None and table.game.night <= nights:
        table.answer(answer_at_random(table, chance.randrange))
    return table


E = TypeVar("E")


def question(table: Table) -> Question:
    assert table.question is not None
    return table.question


def told(table: Table, kind: type[E]) -> list[E]:
    return [heard.event for heard in table.events() if isinstance(heard.event, kind)]


def everything(table: Table) -> bytes:
    """All that can be seen of a table, whichever entries led there."""
    view = storyteller_view(table)
    view["log"] = [{key: value for key, value in line.items() if key != "entry"} for line in view["log"]]
    return to_bytes({key: value for key, value in view.items() if key not in ("undo", "redo")})


def differences(table: Table) -> list[ReplayDiffers]:
    """Play every branch again and say where one doesn't fit these rules any more."""
    found: list[ReplayDiffers] = []
    for branch in table.branches():
        try:
            table.fork(branch.tip)
        except ReplayDiffers as differs:
            found.append(differs)
    return found


# -- the same game with one hidden answer changed ----------------------------------------------------

NIGHTS: Final = 3
"""How long random games are played."""
Answers = dict[Any, list[Any]]
"""What was answered to each question, whom it was asked of and whom it was about."""


def played_at_random(of: Header, chance: random.Random) -> Table:
    """A game of some nights with answers at random."""
    table = opened(of, automation=BY_HAND)
    while table.question is not None and table.game.night <= NIGHTS:
        table.answer(answer_at_random(table, chance.randrange))
    return table


def hidden_answers(table: Table) -> Sequence[Entry]:
    """The answers that most players hear nothing of; all answers where there are none."""
    hidden = (".choose", ".show", ".red_herring", ".who", "draw")
    return [entry for entry in table.line if entry.asked.endswith(hidden)] or table.line


def twice(table: Table, changed: Entry, chance: random.Random) -> Iterator[tuple[Table, Answers]]:
    """The game up to that answer and with it, then with another one; each with the later answers."""
    for other in (False, True):
        fork = table.fork(changed.parent)
        fork.automation = BY_HAND
        assert fork.question is not None
        answers: Answers = {}
        for entry in table.line[table.line.index(changed) + 1 :]:
            answers.setdefault((entry.asked, entry.of, entry.player), []).append(entry.answer)
        fork.answer(sample(fork.question.options, chance.randrange) if other else changed.answer)
        yield fork, answers


def answer_as_before(table: Table, answers: Answers) -> None:
    """Give the answer that the question had, or what is suggested where that isn't legal any more."""
    question = table.question
    assert question is not None
    left = answers.get((question.name, question.who, question.player), [])
    if left and why_illegal(table.game, question, left[0]) is None:
        table.answer(left.pop(0))
    else:
        table.answer_default()

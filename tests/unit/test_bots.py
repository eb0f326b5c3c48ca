"""Bots: what they are told, what they answer, and whole games that they play."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knell.bots import BY_BOT, Bot, Village
from knell.engine import Introduction, Kind, Seat
from knell.engine.events import Shown
from knell.engine.position import Position
from knell.record import Deal, Header, ScriptPart, Table
from knell.scripts import load
from knell.seats import PlayerView, Prompt, player_view
from knell.seats.said import event_of

ROOT = Path(__file__).parents[2]
SCRIPT = load("cheomseongdae")
NAMES = ("Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy")


def a_table(seed: int, **kept: Any) -> Table:
    header = Header(ScriptPart.of(SCRIPT), NAMES, deal=Deal(**kept), seed=seed)
    return Table(header.begin(), seed=seed)


def reachable(thing: object, seen: set[int]) -> Iterator[object]:
    """Whatever can be got at from something, except through the characters' own modules."""
    if id(thing) in seen or isinstance(thing, str | bytes | int | float | type | None):
        return
    seen.add(id(thing))
    yield thing
    parts: list[object] = []
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts = list(thing)
    elif hasattr(thing, "__dict__"):
        parts = list(vars(thing).values())
    for part in parts:
        yield from reachable(part, seen)


def test_a_bot_holds_nothing_but_what_its_seat_was_told() -> None:
    village = Village(a_table(3), 3)
    told: list[tuple[Prompt, PlayerView]] = []

    class Noting(Bot):
        def answer(self, prompt: Prompt, view: PlayerView) -> Any:
            assert view.to_plain() == player_view(village.table, self.seat)
            assert prompt.seat == self.seat
            told.append((prompt, view))
            for thing in reachable(self, set()):
                assert not isinstance(thing, Table | Position | Village)
            return super().answer(prompt, view)

    Village(village.table, 3, dict.fromkeys(range(len(NAMES)), Noting)).play()
    assert {prompt.kind for prompt, _view in told} == {Kind.CHOICE, Kind.DAY, Kind.VOTE}


def test_the_same_seed_is_the_same_game_and_another_isnt() -> None:
    def line(seed: int) -> list[Any]:
        table = a_table(8)
        Village(table, seed).play()
        return [(entry.asked, entry.answer) for entry in table.line]

    assert line(1) == line(1)
    assert line(1) != line(2)


def test_a_bot_of_ones_own_is_asked_by_kind() -> None:
    asked = []

    class Quiet(Bot):
        def vote(self, prompt: Prompt, view: PlayerView) -> bool:
            asked.append(prompt.about)
            return False

        def act(self, prompt: Prompt, view: PlayerView) -> None:
            return None

    table = a_table(5)
    Village(table, 5, {0: Quiet}).play()
    mine = [entry for entry in table.line if entry.asked == "vote" and entry.of == 0]
    assert mine
    assert len(asked) == len(mine)
    assert not any(entry.answer for entry in mine)


def test_play_stops_where_it_is_told_to() -> None:
    table = a_table(6)
    village = Village(table, 6)
    village.play(until=lambda question: question.kind is Kind.VOTE)
    assert table.question is not None
    assert table.question.kind is Kind.VOTE
    entry = village.step()
    assert entry.who == BY_BOT
    village.play()
    assert table.over
    with pytest.raises(ValueError, match="over"):
        village.answer()


def test_evil_players_never_vote_for_a_demon_that_they_were_shown() -> None:
    known = 0
    for seed in range(8):
        table = a_table(seed)
        village = Village(table, seed)
        while (question := table.question) is not None:
            answer = village.answer()
            if question.kind is Kind.VOTE:
                view = PlayerView.of(table, question.who)
                shown = [event_of(said) for said in view.log if said["what"] == "shown"]
                introductions = [one.answer for one in shown if isinstance(one, Shown)]
                demons = [
                    p for one in introductions if isinstance(one, Introduction) for p in one.demons or ()
                ]
                known += question.player in demons
                assert not (answer and question.player in demons)
            table.answer(answer, who=BY_BOT)
    assert known > 0


def test_travellers_play_along_and_may_be_exiled() -> None:
    exiles = 0
    for seed in range(8):
        table = a_table(seed, travellers=(Seat("bureaucrat", evil=bool(seed % 2)), Seat("thief", evil=False)))
        Village(table, seed).play()
        assert table.outcome is not None
        exiles += sum(entry.asked == "support" for entry in table.line)
    assert exiles > 0


def test_characters_run_by_hand_are_passed_over() -> None:
    by_hand = 0
    script = load(ROOT / "docs" / "examples" / "lamplighter.json")
    for seed in range(6):
        table = Table.dealt(script, NAMES[:5], seed=seed)
        Village(table, seed).play()
        assert table.outcome is not None
        by_hand += sum(entry.asked == "lamplighter.by_hand" for entry in table.line)
    assert by_hand > 0

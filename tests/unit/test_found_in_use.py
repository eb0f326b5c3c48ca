"""What went wrong at tables and isn't a scenario: words, seats, and games that play themselves."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from knell.bots import Village
from knell.cli import auto
from knell.engine import Game, Kind, Nominate, Question, Seat, SetupRefused, Type, deal, night
from knell.engine.options import sample
from knell.facts import FACTS
from knell.record import Table
from knell.scenarios import check, parse
from knell.seats import Choices, prompt, storyteller_view
from records import ALL, BY_HAND, change, header, opened, play_to, seated
from sitting import Sitting
from tables import NAMES, cast_of, set_up

SMALL = ("alchemist", "chef", "monk", "empath", "drunk", "saint", "mutant", "klutz", "recluse")
BONES = Seat("bonecollector", None, False)


def drawn_by(chance: random.Random) -> Callable[[Game, Question], Any]:
    """Answers everything legally and at random."""
    return lambda _game, question: sample(question.options, chance.randrange)


# -- the bag -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(4))
def test_whatever_the_script_a_deal_is_refused_or_holds_what_was_asked_for(part: int) -> None:
    """The Drunk's token may be one that brings in Outsiders, and who brought some in may leave again."""
    dealt = 0
    for seed in range(part * 60, part * 60 + 60):
        chance = random.Random(seed)
        likely = [i for i in ("alchemist", "drunk", "baron", "godfather", "legion") if chance.random() < 0.7]
        others = chance.sample([i for i in ALL if FACTS[i].type not in ("fabled", "loric")], 10)
        script = tuple(dict.fromkeys((*likely, *others)))
        wanted = tuple(chance.sample(script, chance.randint(0, 2)))
        players = chance.randint(5, 15)
        try:
            game = set_up(
                deal(
                    cast_of(script),
                    NAMES[:players],
                    drawn_by(chance),
                    with_=wanted,
                )
            )
        except SetupRefused:
            continue
        dealt += 1
        assert set(wanted) <= set(game.in_play)
        assert len(game.characters) == players
        bringers = {"baron", "godfather", "alchemist", "legion"}
        townsfolk = [i for i in script if FACTS[i].type == "townsfolk"]
        if not bringers & set(game.in_play) and len(townsfolk) > 9:
            row = max(0, players - 5) if players < 7 else (players - 7) % 3
            assert game.of_type(Type.OUTSIDER).bit_count() == row
    assert dealt > 10


def test_an_alchemist_who_left_the_bag_leaves_no_ability_behind() -> None:
    game = set_up(
        deal(
            cast_of((*SMALL, "baron", "godfather", "imp", "slayer", "fool", "sage")),
            NAMES[:7],
            drawn_by(random.Random(3)),
            without=("drunk",),
        )
    )
    assert all(who in game.in_play for who, _ in game.attached)


# -- what a seat is asked ----------------------------------------------------------------------------------


def test_a_dead_player_may_use_by_day_what_a_traveller_may_have_given_back() -> None:
    for guest in (BONES, Seat("thief", None, False)):
        table = seated("imp", "slayer", "poisoner", "monk", "saint", "fool", guest, automation=BY_HAND)
        change(table, "kill", 1)
        play_to(table, "day")
        asked = prompt(table, 1)
        assert asked is not None
        offered = [one["character"] for one in asked.to_plain()["options"]["abilities"]]
        assert offered == (["slayer"] if guest is BONES else [])


def test_the_bone_collector_is_offered_somebody_whom_the_group_knows_to_be_dead() -> None:
    table = play_to(
        seated("imp", "slayer", "poisoner", "monk", "saint", "fool", BONES, automation=BY_HAND), "day"
    )
    change(table, "kill", 3)
    play_to(table, "bonecollector.choose")
    change(table, "kill", 4)
    asked = prompt(table, 6)
    assert asked is not None
    assert isinstance(asked.options, Choices)
    assert asked.options.among == (3,)


def test_who_only_seems_dead_to_the_rules_is_offered_as_what_they_seem() -> None:
    """All others are dead; what was changed by hand tonight shows in no list."""
    table = play_to(seated("imp", "snakecharmer", "saint", "monk", "poisoner", automation=BY_HAND), "day")
    for player in (2, 3):
        change(table, "kill", player)
    play_to(table, "snakecharmer.choose")
    before = prompt(table, 1)
    change(table, "registers_dead", 4)
    play_to(table, "snakecharmer.choose")
    assert prompt(table, 1) == before


@pytest.mark.parametrize("character", ["snakecharmer", "monk", "chambermaid"])
def test_who_seems_dead_to_the_rules_by_hand_is_offered_what_they_were_offered(character: str) -> None:
    """A player made to seem dead tonight hears of it at dawn, and can't read it from what they may choose."""
    table = seated("imp", character, "saint", "fool", "chef", "baron", automation=BY_HAND)
    play_to(table, "day")
    play_to(table, f"{character}.choose")
    before = prompt(table, 1)
    change(table, "registers_dead", 1)
    assert table.question is not None
    assert table.question.name == f"{character}.choose"
    assert table.game.feigned >> 1 & 1
    assert prompt(table, 1) == before


# -- records -----------------------------------------------------------------------------------------------


def test_an_answer_to_what_is_not_asked_any_more_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    of = header(("imp", "baron", "empath", "monk", "saint", "empath", "fool"))
    with monkeypatch.context() as older:
        older.setattr(night, "_order_matters", lambda _game, _rivals: True)
        before = play_to(opened(of), "day")
    assert "tiebreak" in [entry.asked for entry in before.line]
    after = Table(of.begin(), before.tree, seed=of.seed)
    assert after.line == before.line
    assert storyteller_view(after)["players"] == storyteller_view(before)["players"]
    assert [heard.event for heard in after.events()] == [heard.event for heard in before.events()]
    after.answer(Nominate(0, 1))
    after.undo()
    assert after.question is not None
    assert after.question.kind is Kind.DAY
    assert after.fork(before.line[0].id).redo() is not None


# -- scenarios ---------------------------------------------------------------------------------------------


def test_where_something_is_not_legal_it_is_said_what_is() -> None:
    words = (
        "title: what is legal\n"
        "players: [{Ada: imp}, {Bo: baron}, {Cy: empath}, {Dot: chef}, {Eve: klutz}]\n"
        "play:\n  - night 1: []\n  - expect: {legal: {Cy: [0]}}\n"
    )
    (scenario,) = parse(words)
    (failure,) = check(scenario).failures
    assert failure.actual == {"Cy": [1]}


# -- games that play themselves ----------------------------------------------------------------------------

OF_LEGION = (
    *("empath", "chef", "monk", "slayer", "fool", "sage", "undertaker", "virgin", "fortuneteller"),
    *("gossip", "soldier", "recluse", "saint", "klutz", "goon", "baron", "poisoner", "witch", "legion"),
)


def villages(script: tuple[str, ...], seeds: range) -> list[Table]:
    tables = []
    for seed in seeds:
        table = opened(header(players=5 + seed % 11, script=script, seed=seed))
        village = Village(table, seed)
        while not table.over and table.game.night <= auto.MOST_DAYS:
            village.step()
        tables.append(table)
    return tables


def test_games_in_which_most_are_the_demon_end_by_themselves() -> None:
    tables = villages(OF_LEGION, range(10))
    assert all(table.over for table in tables)
    assert max(table.game.night for table in tables) < 25


def test_a_game_that_is_cut_off_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(auto, "MOST_DAYS", 1)
    sitting = Sitting(monkeypatch, tmp_path)
    out = sitting.run("play", "--auto", "--keep", "--seed", "4")
    assert sitting.status == 0
    assert "Stopped here" in out
    assert "wins." not in out
    assert "isn't over and is kept" in out


def test_a_script_that_once_crashed_is_dealt_or_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "small.json"
    names = [*SMALL, "baron", "godfather", "imp"]
    script.write_text(json.dumps([{"id": "_meta", "name": "Small"}, *names]), "utf-8")
    sitting = Sitting(monkeypatch, tmp_path)
    for seed in range(12):
        out = sitting.run("play", str(script), "--players", "5", "--auto", "--seed", str(seed))
        assert "Traceback" not in out
        assert sitting.status in (0, 1, 2)

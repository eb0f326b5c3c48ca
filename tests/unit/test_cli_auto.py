"""``knell play --auto``: a game that plays itself, told from the deal to the end."""

import re
from pathlib import Path

import pytest

from knell.bots import Village
from knell.cli import auto
from knell.record import Table
from knell.scripts import load
from knell.words.telling import StoryLine
from sitting import Sitting

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x9b]")


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_story_goes_from_the_deal_to_the_end(sitting: Sitting, language: str) -> None:
    out = sitting.run("--lang", language, "play", "--auto", "--seed", "4")
    assert sitting.status == 0
    begins, ends = {"en": ("10 people", r"(Good|Evil) wins"), "ko": ("10명", "승리")}[language]
    assert begins in out
    assert re.search(ends, out)
    assert not CONTROL.search(out)
    if language == "ko":
        assert not re.search(r"\b(learns|chooses|nominates|dies|Night|votes)\b", out)


def test_the_same_seed_tells_the_same_story(sitting: Sitting) -> None:
    one = sitting.run("play", "--auto", "--seed", "11")
    assert sitting.run("play", "--auto", "--seed", "11") == one
    assert sitting.run("play", "--auto", "--seed", "12") != one


@pytest.mark.parametrize("players", ["5", "7", "12", "15"])
def test_games_of_all_sizes_end(sitting: Sitting, players: str) -> None:
    for seed in range(6):
        out = sitting.run("play", "--auto", "--players", players, "--seed", str(seed))
        assert "wins." in out


def test_travellers_play_along(sitting: Sitting) -> None:
    out = sitting.run("play", "--auto", "--players", "8", "--travellers", "3", "--seed", "2")
    assert "11 people" in out
    assert sitting.status == 0


def test_the_usual_game_lasts_some_days() -> None:
    script = load("cheomseongdae")
    days, winners = [], set()
    for seed in range(40):
        table = Table.dealt(script, "ABCDEFGHIJ", seed=seed)
        Village(table, seed).play()
        days.append(table.game.night)
        assert table.outcome is not None
        winners.add(table.outcome.winner)
    assert winners == {"good", "evil"}
    assert sorted(days)[len(days) // 2] in range(4, 9)
    assert max(days) < 20


def test_ctrl_c_keeps_the_game_so_that_a_person_can_take_over(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = 0
    say = auto._Show._say

    def interrupted(self: auto._Show, line: StoryLine) -> None:
        nonlocal said
        said += 1
        if said == 12:
            raise KeyboardInterrupt
        say(self, line)

    monkeypatch.setattr(auto._Show, "_say", interrupted)
    sitting.run("play", "--auto", "--seed", "5")
    assert sitting.status == 130
    assert "You can take over from here." in sitting.out
    out = sitting.run("play", "--resume", sitting.game, typing=["story", "q"])
    assert "Night 1" in out


def test_a_kept_game_is_among_ones_games(sitting: Sitting) -> None:
    sitting.run("play", "--auto", "--seed", "5")
    assert not sitting.files
    sitting.run("play", "--auto", "--seed", "5", "--keep")
    assert len(sitting.files) == 1
    assert "kept as" in sitting.out

"""``knell games``, ``explain`` and what all commands share."""

import re
from pathlib import Path

import pytest

from knell.characters import automated
from knell.facts import FACTS
from knell.scenarios import read, titles_covering
from knell.texts import use_language
from sitting import Sitting

SCENARIOS = Path(__file__).parent.parent / "scenarios"


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path)


# -- games -------------------------------------------------------------------------------------------


def test_games_are_listed_the_last_one_first(sitting: Sitting) -> None:
    assert "no games yet" in sitting.run("games")
    sitting.run("play", "--seed", "1", typing=["q"])
    first = sitting.game
    out = sitting.run("games", "list")
    assert first in out
    assert "첨성대에 흐른 피" in out


def test_a_game_is_deleted_only_when_it_is_meant(sitting: Sitting) -> None:
    sitting.run("play", "--seed", "1", typing=["q"])
    game = sitting.game
    for typing in (["n"], [""], []):
        sitting.run("games", "delete", game, typing=typing)
        assert sitting.status == 1
        assert sitting.files
    sitting.run("games", "delete", game, typing=["y"])
    assert sitting.status == 0
    assert not sitting.files
    sitting.run("games", "delete", game, "--yes")
    assert sitting.status == 2
    assert "no game called" in sitting.out


def test_a_game_goes_out_into_a_file_and_comes_in_again(sitting: Sitting, tmp_path: Path) -> None:
    sitting.run("play", "--seed", "1", typing=["", "q"])
    game, file = sitting.game, tmp_path / "kept.jsonl"
    sitting.run("games", "export", game, str(file))
    assert sitting.status == 0
    sitting.run("games", "export", game, str(file))
    assert sitting.status == 2
    assert "--force" in sitting.out
    sitting.run("games", "delete", game, "--yes")
    sitting.run("games", "import", str(file))
    assert sitting.status == 0
    assert len(sitting.files) == 1
    assert sitting.run("play", "--resume", sitting.game, typing=["q"])
    assert sitting.status == 0


def test_what_is_no_game_is_not_taken_in(sitting: Sitting, tmp_path: Path) -> None:
    file = tmp_path / "no.txt"
    file.write_text("hello\n", encoding="utf-8")
    for name in (file, tmp_path / "missing"):
        sitting.run("games", "import", str(name))
        assert sitting.status == 2
        assert sitting.out.strip()


def test_games_are_kept_where_the_option_says(sitting: Sitting, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    sitting.run("play", "--data", str(elsewhere), typing=["q"])
    assert list(elsewhere.glob("games/*"))
    assert not sitting.files
    assert "첨성대" in sitting.run("games", "--data", str(elsewhere))
    assert "첨성대" in sitting.run("games", "list", "--data", str(elsewhere))


# -- explain -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("id_", sorted(automated()))
def test_every_character_is_explained(sitting: Sitting, id_: str, language: str) -> None:
    out = sitting.run("explain", id_, "--lang", language)
    assert sitting.status == 0
    assert len(out.splitlines()) > 5


def test_an_explanation_has_all_its_parts(sitting: Sitting) -> None:
    out = sitting.run("explain", "Lleech")
    for part in ("Demon", "How to run it", "Mind", "At night", "Tokens", "Jinxes", "Examples", "Slayer:"):
        assert part in out
    assert "more, with --all" in out
    assert "more, with --all" not in sitting.run("explain", "lleech", "--all")


def test_a_character_is_found_by_any_name(sitting: Sitting) -> None:
    for name in (["Fortune", "Teller"], ["fortuneteller"], ["fortune teller"], ["점쟁이", "--lang", "ko"]):
        sitting.run("explain", *name)
        assert sitting.status == 0, name
    sitting.run("explain", "nobody")
    assert sitting.status == 2
    assert "There is no character called “nobody”." in sitting.out


def test_a_character_that_is_run_by_hand_says_so(sitting: Sitting) -> None:
    by_hand = next(i for i in FACTS if i not in automated() and FACTS[i].type == "townsfolk")
    assert "Knell doesn't run the rules of this character." in " ".join(
        sitting.run("explain", by_hand).split()
    )


def test_the_list_names_all_official_characters(sitting: Sitting) -> None:
    out = sitting.run("explain", "--list")
    assert all(fact.name in out for fact in FACTS.values())


def test_the_titles_are_those_of_the_scenario_files() -> None:
    expected: dict[str, set[str]] = {}
    for file in SCENARIOS.glob("*.yaml"):
        if file.stem == "not_expressible":
            continue
        for scenario in read(file):
            for clause in scenario.covers:
                expected.setdefault(clause.rpartition("-")[0], set()).add(scenario.title)
    for id_ in automated():
        assert set(titles_covering(id_)) == expected.get(id_, set()), id_


# -- all commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["play"], ["games"], ["games", "delete"], ["explain"], ["check"]])
def test_help_is_there_for_everything_in_both_languages(sitting: Sitting, command: list[str]) -> None:
    english = sitting.run(*command, "--help")
    assert sitting.status == 0
    assert "usage: knell" in english
    korean = sitting.run(*command, "--help", "--lang", "ko")
    assert re.search("[가-힣]", korean)
    assert "show this help" not in korean


def test_without_a_command_there_is_help(sitting: Sitting) -> None:
    assert "knell play --auto" in sitting.run()
    assert sitting.status == 0


def test_the_language_comes_from_the_environment(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    assert re.search("[가-힣]", sitting.run("explain", "imp"))
    assert not re.search("[가-힣]", sitting.run("explain", "imp", "--lang", "en"))
    monkeypatch.setenv("LANG", "xx_XX")
    assert sitting.run("explain", "imp")
    assert sitting.status == 0


def test_no_text_to_translate_hides_in_an_f_string() -> None:
    """There the extractor doesn't find it before Python 3.12."""
    import knell.cli

    hidden = re.compile(r"""f(["'])(?:(?!\1).)*\{(?:fill\()?_\(["']""")
    for module in Path(knell.cli.__file__).parent.rglob("*.py"):
        assert not hidden.search(module.read_text(encoding="utf-8")), module.name


def test_wide_letters_line_up_in_the_ring_and_in_columns() -> None:
    from rich.text import Text

    from knell.cli.reveal import who_was_who
    from knell.cli.ring import ring
    from knell.words import Words
    from records import seated

    table = seated("imp", "baron", "empath", "monk", "saint", "fool", "chef")
    game = table.game.copy()
    game.names = ("민수", "Ada", "지현이네", "Bo", "🦊", "가나다라마바사아자차카", "Q")
    for language in ("en", "ko"):
        with use_language(language):
            for width in (60, 100):
                lines = ring(
                    game, Words.of(game), width=width, height=20, middle=lambda _r, _w: [Text("한국어 줄")]
                )
                assert all(line.cell_len <= width for line in lines)
                bars = {line.plain.count("│") for line in lines if "│" in line.plain}
                assert bars == {2}
                left = {
                    Text(line.plain[: line.plain.index("│")]).cell_len for line in lines if "│" in line.plain
                }
                right = {
                    Text(line.plain[: line.plain.rindex("│")]).cell_len for line in lines if "│" in line.plain
                }
                assert len(left) == len(right) == 1
            rows = who_was_who(game, Words.of(game))
            sides = {Text(re.split(r"good|evil|선|악", row.plain)[0]).cell_len for row in rows}
            assert len(sides) == 1

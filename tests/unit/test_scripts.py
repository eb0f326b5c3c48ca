"""Scripts are found by name, file or content, and say why they can't be dealt."""

import copy
import doctest
import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

import knell.scripts
from knell.facts import FACTS
from knell.scripts import Script, ScriptError, bundled_scripts, load, read, read_json_script
from knell.texts import use_language

ALMANACS = Path(__file__).parent.parent / "data" / "almanacs"

EXACT = [id_ for id_, facts in FACTS.items() if not facts.changes_setup]


def refused(path: str | Path) -> ScriptError:
    with pytest.raises(ScriptError) as caught:
        load(path)
    return caught.value


def script_of(townsfolk: int, outsiders: int, minions: int, demons: int, more: Iterable[str] = ()) -> Script:
    ids: list[str] = []
    wanted = {"townsfolk": townsfolk, "outsider": outsiders, "minion": minions, "demon": demons}
    for kind, number in wanted.items():
        ids += [id_ for id_ in EXACT if FACTS[id_].type == kind][:number]
    return read_json_script(json.dumps([*ids, *more]))


def why_not(script: Script, players: int) -> list[str]:
    return [reason.code for reason in script.why_not_playable(players)]


# Bundled scripts


@pytest.mark.parametrize("name", ["첨성대에 흐른 피", "첨성대에흐른피", "cheomseongdae", "Cheomseongdae"])
def test_bundled_script_is_found_by_its_name_or_short_name(name: str) -> None:
    script = load(name)
    assert (script.name, script.author, script.kind) == ("첨성대에 흐른 피", "대경대경", "bundled")
    assert list(script.counts().values()) == [12, 4, 4, 4, 0, 0, 0]


@pytest.mark.parametrize("script", bundled_scripts().values(), ids=bundled_scripts())
def test_bundled_scripts_are_in_order(script: Script) -> None:
    assert not script.remarks
    assert not script.unknown
    assert not script.homebrew
    assert why_not(script, 10) == []


def test_bundled_name_wins_over_a_file_but_not_over_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cheomseongdae").write_text('["imp"]', encoding="utf-8")
    assert load("cheomseongdae").kind == "bundled"
    assert load("./cheomseongdae").characters == ("imp",)
    assert load(Path("cheomseongdae")).characters == ("imp",)


# Files


def test_content_decides_what_a_file_is(tmp_path: Path) -> None:
    file = tmp_path / "script.txt"
    file.write_text('\n\n ["imp", "chef"]', encoding="utf-8")
    script = load(file)
    assert (script.kind, script.name, script.source) == ("script", "script", file)
    file.write_text("Demon\nImp\nGrr.", encoding="utf-8")
    assert load(str(file)).kind == "almanac"


def test_file_that_calls_itself_json_is_judged_as_such(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('imp", "chef"]', encoding="utf-8")
    assert "JSON" in str(refused(file))


def test_missing_file_names_the_bundled_scripts() -> None:
    error = refused("no such thing")
    assert "“no such thing”" in str(error)
    assert "첨성대에 흐른 피 (cheomseongdae)" in str(error)


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "README/nothing", ""])
def test_impossible_names_are_refused_too(name: str) -> None:
    assert refused(name).hint is not None


def test_folder_is_no_script(tmp_path: Path) -> None:
    assert "folder" in str(refused(tmp_path))


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read everything")
def test_unreadable_file_says_why(tmp_path: Path) -> None:
    file = tmp_path / "script.txt"
    file.touch(0)
    assert "permission" in str(refused(file))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n", "empty"),
        (b"x" * 1_000_001, "too large"),
        (b"Demon\nImp\n\xc3\x28", "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\0\0", "UTF-8"),
        (b"\xff\xfe\x00\xd8\x00\x00", "UTF-8"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "upload"
    file.write_bytes(data)
    error = refused(file)
    assert words in str(error)
    assert str(error).startswith(str(file))


def test_error_tells_file_line_problem_and_way_out(tmp_path: Path) -> None:
    file = tmp_path / "almanac.txt"
    file.write_text("Demon\nImpp\nGrr.", encoding="utf-8")
    error = refused(file)
    assert (error.file, error.line, str(error.expected)) == (file, 2, "the name of a character")
    assert str(error) == (
        f"{file}, line 2: “Impp” is no character's name. Is it the Imp? "
        "Write “Imp”, or give a character of your own a name less like it."
    )


# What a script knows


def test_saved_script_comes_back_the_same() -> None:
    gull = {"id": "gull", "name": "Gull", "team": "demon", "ability": "You steal."}
    gull_with_jinx = {**gull, "jinxes": [{"id": "imp", "reason": "Shared nest."}], "reminders": ["Bread"]}
    for script in (
        load(ALMANACS / "plain.txt"),
        load("cheomseongdae"),
        read_json_script(json.dumps(["imp", "imp", gull_with_jinx, "nobody"])),
    ):
        again = Script.from_data(json.loads(json.dumps(script.to_data())))
        assert again.to_data() == script.to_data()
        assert (again.characters, again.homebrew, again.texts) == (
            script.characters,
            script.homebrew,
            script.texts,
        )


def test_scripts_can_be_copied_and_compared() -> None:
    script = load(ALMANACS / "numbered.txt")
    assert copy.deepcopy(script) == script
    assert hash(copy.deepcopy(script)) == hash(script)


def test_names_and_types_come_from_the_author_or_the_facts() -> None:
    script = load(ALMANACS / "plain.txt")
    assert (script.name_of("po"), script.type_of("po")) == ("Po", "demon")
    assert (script.name_of("lamplighter"), script.type_of("lamplighter")) == ("Lamplighter", "townsfolk")
    with pytest.raises(KeyError):
        script.type_of("nobody")


# Whether it can be dealt


@pytest.mark.parametrize(
    ("counts", "players", "reasons"),
    [
        ((5, 2, 1, 1), 9, []),
        ((7, 0, 2, 1), 10, []),
        ((11, 0, 0, 0), 10, ["NO_DEMON", "NO_MINION"]),
        ((4, 2, 1, 1), 9, ["TOO_FEW_TOWNSFOLK"]),
        ((5, 1, 1, 1), 9, ["TOO_FEW_OUTSIDER"]),
        ((5, 0, 1, 1), 9, ["NO_OUTSIDER"]),
        ((9, 2, 2, 1), 15, ["TOO_FEW_MINION"]),
        ((9, 2, 3, 1), 4, ["TOO_FEW_PLAYERS"]),
        ((9, 2, 3, 1), 16, ["TOO_MANY_PLAYERS"]),
    ],
)
def test_reasons_follow_the_setup_sheet(
    counts: tuple[int, int, int, int], players: int, reasons: list[str]
) -> None:
    assert why_not(script_of(*counts), players) == reasons


def test_reasons_are_sentences_with_the_numbers() -> None:
    reasons = script_of(4, 2, 1, 0).why_not_playable(9)
    assert [str(reason) for reason in reasons] == [
        "This script has no Demon, so no game can be dealt from it. Add a Demon to the script.",
        "Townsfolk: 9 players need 5, this script has 4.",
    ]


def test_character_that_trades_townsfolk_for_outsiders_leaves_only_their_sum() -> None:
    assert why_not(script_of(3, 4, 0, 1, ["baron"]), 9) == []
    assert why_not(script_of(3, 3, 0, 1, ["baron"]), 9) == ["TOO_FEW_GOOD"]
    assert why_not(script_of(7, 3, 0, 1, ["baron"]), 10) == ["TOO_FEW_MINION"]


def test_character_that_changes_the_evil_numbers_leaves_only_the_total() -> None:
    assert why_not(script_of(7, 1, 1, 0, ["kazali"]), 10) == []
    assert why_not(script_of(6, 1, 1, 0, ["kazali"]), 10) == ["TOO_FEW_CHARACTERS"]
    assert why_not(script_of(2, 0, 0, 0, ["legion"]), 10) == []
    assert why_not(script_of(10, 0, 0, 0, ["atheist"]), 10) == []


def test_set_up_mark_that_changes_no_number_changes_no_reason() -> None:
    assert why_not(script_of(4, 1, 1, 1, ["drunk"]), 9) == ["TOO_FEW_TOWNSFOLK"]


def test_example_in_the_package_is_true() -> None:
    assert doctest.testmod(knell.scripts) == (0, 2)


def test_upload_without_a_name_is_read() -> None:
    assert read(b'["imp"]', name="upload").name == "upload"


# In the reader's language


def test_errors_and_reasons_are_translated_when_they_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "연감.txt"
    file.write_text("Demon\nImpp\nGrr.", encoding="utf-8")
    error = refused(file)
    reason = script_of(5, 2, 1, 0).why_not_playable(9)[0]
    with use_language("ko"):
        assert f"{file}, 2번째 줄: “Impp”" in str(error)
        assert "악마" in str(reason)
    assert "line 2" in str(error)

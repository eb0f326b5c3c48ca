"""Records from elsewhere are read as they should be, or refused with the place; never both."""

import json
from pathlib import Path
from typing import Any

import pytest

from knell.engine import OverrideRefused, overrides
from knell.engine.values import Pair, Pointing
from knell.record import GameStore, IllegalAnswer, RecordError, load, save
from knell.record.file import rewritten
from knell.scripts import load as load_script
from records import change, header, opened, play_to, seated

FAULTS = Path(__file__).parents[1] / "data/faults/records"
REFUSED = {
    "no-demon": 1,
    "set-up-refused": 1,
    "surrogate-title": 1,
    "surrogate-player": 1,
    "bricked-by-show": 180,
}


@pytest.mark.parametrize("path", sorted(FAULTS.iterdir()), ids=lambda path: path.name.partition(".")[0])
def test_what_failed_in_use_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    line = REFUSED.get(path.name.partition(".")[0])
    store = GameStore(tmp_path)
    if line is None:
        with store.open(store.adopt(path)) as game:
            assert game.table.line == load(path).table.line
            assert not game.read_only
        return
    for read in (store.adopt, load):
        with pytest.raises(RecordError) as caught:
            read(path)
        assert caught.value.line == line
    assert not list(tmp_path.iterdir())


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    table = opened(header(seed=3))
    for _ in range(8):
        table.answer_default()
    table.undo()
    path = tmp_path / "good.knell.jsonl"
    save(path, header(seed=3), table.tree)
    return path.read_text().rstrip("\n").split("\n")


def written(tmp_path: Path, lines: list[str], end: str = "\n") -> Path:
    path = tmp_path / "game.knell.jsonl"
    path.write_text(end.join(lines) + end, newline="")
    return path


def entry(lines: list[str], place: int = -2, **change: Any) -> list[str]:
    data = json.loads(lines[place]) | change
    found = lines.copy()
    found[place] = json.dumps({key: value for key, value in data.items() if value is not ...})
    return found


def hand(name: str, *arguments: Any) -> dict[str, Any]:
    return {"answer": ..., "override": {"name": name, "arguments": list(arguments)}}


@pytest.mark.parametrize(
    "change",
    [
        {"head": 3},
        {"answer": {"pair": [{}]}},
        {"answer": {"skip": True, "act": "close"}},
        {"answer": {"players": [1, True], "character": "imp"}},
        {"answer": 1.5},
        {"answer": 10**12},
        {"id": True},
        {"parent": 1.0},
        {"player": True},
        {"override": {"name": "kill", "arguments": [1]}},
        hand("kill", True),
        hand("kill", 1.0),
        hand("show", 1, {"players": [{}], "character": []}),
        hand("show", 1, {"introduction": {"demons": "ab"}}),
        hand("show", 1, {"introduction": {"all": [1]}}),
        hand("show", 1, "x" * 3000),
        hand("rename", 1, ""),
        hand("rename", 1, "a\nb"),
        hand("rename", 1, "\ud800"),
        hand("token", 1, {}),
        hand("end", 1),
        {"override": {"name": "end", "arguments": [True], "more": 1}, "answer": ...},
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_at_its_line(
    lines: list[str], tmp_path: Path, change: dict[str, Any]
) -> None:
    with pytest.raises(RecordError) as caught:
        load(written(tmp_path, entry(lines, **change)))
    assert caught.value.line == len(lines) - 1
    assert caught.value.saved is not None


def test_a_move_of_the_head_holds_nothing_else(lines: list[str], tmp_path: Path) -> None:
    for more in ({"answer": True}, {"override": None}, {"id": 3}):
        with pytest.raises(RecordError) as caught:
            load(written(tmp_path, entry(lines, -1, **more)))
        assert caught.value.line == len(lines)


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "1e999", '"\\ud800"', '{"a":1,"a":1}', "[" * 50 + "]" * 50]
)
def test_what_only_some_readers_read_is_refused(lines: list[str], tmp_path: Path, value: str) -> None:
    broken = lines.copy()
    broken[-2] = broken[-2].replace('"answer":', f'"answer":{value},"was":')
    with pytest.raises(RecordError) as caught:
        load(written(tmp_path, broken))
    assert caught.value.line == len(lines) - 1


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["a"] * 6},
        {"players": [f"P{n}" for n in range(400)]},
        {"players": ["Ada", "", "Cy", "Dot", "Eve", "Fay", "Gus"]},
        {"players": ["a\nb", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus"]},
        {"players": {"Ada": 1}},
        {"players": "Abcdefg"},
        {"start": {"phase": "over", "number": 1}},
        {"start": {"phase": "night", "number": 10**9}},
        {"start": {"phase": "night", "number": True}},
        {"start": None},
        {"seed": 1.0},
        {"seed": True},
        {"jinxes": 1},
        {"script": None},
        {"script": {"name": "x", "characters": []}},
        {"script": {"name": "x", "characters": ["nobody"]}},
        {"script": {"name": "x", "characters": [1]}},
        {"script": {"name": "x", "characters": ["imp"], "homebrew": {"a": {"name": "a", "type": "x"}}}},
        {"seats": []},
        {"deal": {"travellers": [{"character": "imp"}], "with": [], "without": []}},
        {"deal": {"travellers": [], "with": ["nobody"], "without": []}},
        {"deal": []},
        {"source": []},
        {"source": load_script("cheomseongdae").to_data() | {"name": 3}},
        {"source": load_script("cheomseongdae").to_data() | {"characters": [{}]}},
        {"source": load_script("cheomseongdae").to_data() | {"first_night": "dusk"}},
        {"more": 1},
    ],
)
def test_a_header_that_no_game_begins_with_is_refused(
    lines: list[str], tmp_path: Path, change: dict[str, Any]
) -> None:
    with pytest.raises(RecordError) as caught:
        load(written(tmp_path, entry(lines, 0, **change)))
    assert caught.value.line is not None


def test_other_line_ends_are_read(lines: list[str], tmp_path: Path) -> None:
    table = load(written(tmp_path, lines)).table
    again = load(written(tmp_path, lines, "\r\n")).table
    assert again.line == table.line
    assert [rewritten(f"{line}\r".encode()) for line in lines] == [rewritten(line.encode()) for line in lines]


def test_characters_that_cant_be_shown_are_left_out_with_a_notice(lines: list[str], tmp_path: Path) -> None:
    found = load(written(tmp_path, entry(lines, **hand("show", 1, "one\r\ntwo\u2028three\x00"))))
    assert "can't be shown" in str(found.notices[0])
    override = found.table.tree.entries[-1].override
    assert override is not None
    assert override.arguments == (1, "one\ntwo\nthree")


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, ["x" * 2000])
    monkeypatch.setattr("knell.record.file.LARGEST", 1000)
    with pytest.raises(RecordError, match="too large"):
        load(path)


# -- at the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [Pair((1, 99)), Pair((-1,)), Pointing((1, -7), "imp"), "a\r", "\ud800", 1.5, [1], {"a": 1}, (1, 2.0)],
)
def test_nothing_is_shown_by_hand_that_no_card_can_hold(what: Any) -> None:
    table = seated("imp", "poisoner", "chef", "empath", "monk")
    with pytest.raises(OverrideRefused):
        table.override(overrides.Show(1, what))
    assert table.head == 0 or not table.line


def test_own_words_are_refused_where_they_cant_be_kept() -> None:
    table = play_to(seated("imp", "poisoner", "amnesiac", "empath", "monk"), "amnesiac.ability")
    for words in ("a\rb", "\ud800", "x" * 3000):
        with pytest.raises(IllegalAnswer, match="can't be shown"):
            table.answer(words)
    table.answer("your lucky number,\nwhatever it is")


def test_a_name_is_one_line() -> None:
    table = seated("imp", "poisoner", "chef", "empath", "monk")
    with pytest.raises(OverrideRefused):
        change(table, "rename", 1, "a\nb")
    change(table, "rename", 1, "Ann")
    assert table.game.names[1] == "Ann"

"""Files that are no scenarios, by accident or on purpose, are refused in a moment, at a line."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from knell import cli
from knell.cli.check import UNREADABLE
from knell.scenarios import ScenarioError, check, read
from knell.scenarios.document import LARGEST

FAULTS = sorted((Path(__file__).parents[1] / "data/faults/scenarios").iterdir())
TABLE = "title: t\nplayers: [A: imp, B: chef, C: poisoner, D: fool, E: sage]\n"


def run(path: Path) -> None:
    for scenario in read(path):
        check(scenario)


def refused(path: Path) -> ScenarioError:
    with pytest.raises(ScenarioError) as caught:
        run(path)
    assert caught.value.line is not None
    return caught.value


def quickest(do: Callable[[], object]) -> float:
    """How long something takes when nothing else keeps the machine busy."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        do()
        times.append(time.process_time() - begun)
    return min(times)


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.stem)
def test_what_failed_in_use_is_refused_at_once(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert quickest(lambda: refused(path)) < 0.1
    assert cli.main(["check", str(path)]) == UNREADABLE
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    assert path.stem in said.out.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "\x00",
        "title: \x07",
        "title: [",
        "seed: 1:99:99\n",
        f"{TABLE}seed: {'9' * 5000}\n",
        f"{TABLE}seed: 0b_\n",
        f"{TABLE}seed: .inf\n",
        f"{TABLE}seed: 1e400\n",
        f"{TABLE}seed: !!python/object:os.system x\n",
        f"{TABLE}seed: 2001-01-01\n",
        f"{TABLE}given: {'{a: ' * 40}{'}' * 40}\n",
        f"{TABLE}play: [night 999999999: []]\n",
        f"{TABLE}play: [night 2: [A: {{learn: {{players: [A, Zoe]}}}}]]\n",
        f"{TABLE}play: [night 2: [A: {{learn: {{player: [], character: imp}}}}]]\n",
        f"{TABLE}play: [day 1: [storyteller: {{wake: 3}}]]\n",
        f"{TABLE}play: [day 1: [A: {{use: juggler, guesses: 3}}]]\n",
        "title: t\nscript: [imp]\ndeal: {players: 1000000000}\n",
        "title: t\nscript: [imp]\ndeal: {players: 5, with: imp}\n",
        "title: t\nscript: [imp]\ndeal: {players: 5, travellers: true}\n",
        f"title: t\nscript: [imp]\ndeal: {{players: [{'a,' * 50_000}]}}\n",
        "a: &a [*a]\n",
        "? [a]\n: b\n",
        "x" * (LARGEST + 1),
        "- " * 50_000,
        "[" * 100_000,
        "{a: " * 10_000,
        "a: \n" * 10_000,
    ],
)
def test_nothing_else_is_a_traceback_or_takes_long(tmp_path: Path, words: str) -> None:
    path = tmp_path / "hostile.yaml"
    path.write_text(words)
    assert quickest(lambda: refused(path)) < 0.5


def test_what_isnt_utf_8_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"title: t\ncovers: [caf\xe9]\n")
    assert refused(path).line == 2


def test_a_title_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "title.yaml"
    path.write_text(TABLE.replace("title: t", r'title: "a\e\u202eb"'))
    assert read(path)[0].title == "ab"

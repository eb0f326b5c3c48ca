"""What programs and shells expect of the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from knell import __version__
from knell.cli import main
from knell.facts import FACTS
from knell.record import Deal, GameStore, Header, ScriptPart
from knell.scripts import load
from knell.web.base.configuration import SETTINGS, Configuration, ConfigurationError, from_file


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "knell", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "KNELL_LANG": "en", **more},
    )


def test_the_package_is_the_command() -> None:
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout == f"knell {__version__}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end in another way there")
def test_whoever_reads_the_head_of_it_has_had_enough(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m knell play --auto --seed 1 --data "{tmp_path}"'
    piped = f"{{ {command}; echo $? >&2; }} | head -1"
    done = subprocess.run(["sh", "-c", piped], capture_output=True, text=True, check=False)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "141\n"


def test_games_are_listed_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json", "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == []
    header = Header(ScriptPart.of(load("cheomseongdae")), tuple("ABCDEFG"), deal=Deal(), seed=1)
    game = GameStore(tmp_path / "games").create(header)
    game.table.answer_default()
    game.close()
    capsys.readouterr()
    for command in (["games", "--json"], ["games", "list", "--json"]):
        assert main([*command, "--data", str(tmp_path)]) == 0
        (game,) = json.loads(capsys.readouterr().out)
        assert game["players"]
        assert game["answers"] > 0
        assert game["problem"] is None


def test_characters_are_explained_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "imp", "--json"]) == 0
    imp = json.loads(capsys.readouterr().out)
    assert (imp["id"], imp["type"], imp["automated"]) == ("imp", "demon", True)
    assert imp["how_to_run"]
    assert imp["examples"]
    assert main(["explain", "--list", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == list(FACTS)


def test_a_file_stands_for_variables(tmp_path: Path) -> None:
    file = tmp_path / "knell.toml"
    file.write_text('host = "0.0.0.0"\nport = 9000\nhosts = ["club", "tower"]\nlog = "warning"\n')
    known = Configuration.from_environment(from_file(file))
    assert (known.host, known.port, known.hosts, known.log) == ("0.0.0.0", 9000, ("club", "tower"), "warning")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("prot = 9000", "There is no setting “prot”"),
        ("port = [", "aren't TOML"),
        ("port = true", "must be a text, a number"),
        ("port = {a = 1}", "must be a text, a number"),
    ],
)
def test_a_file_with_something_wrong_is_refused(tmp_path: Path, written: str, said: str) -> None:
    file = tmp_path / "knell.toml"
    file.write_text(written)
    with pytest.raises(ConfigurationError, match=said):
        from_file(file)
    done = run("serve", "--no-browser", "--config", str(file))
    assert done.returncode == 1
    assert said in done.stderr


def test_a_file_that_isnt_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="can't be read"):
        from_file(tmp_path / "knell.toml")


def test_every_setting_is_a_variable_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "club.md").read_text(encoding="utf-8")
    for name in SETTINGS:
        assert f"`KNELL_{name.upper()}`" in page


def test_a_wrong_level_is_said() -> None:
    with pytest.raises(ConfigurationError, match="debug, info, warning"):
        Configuration.from_environment({"KNELL_LOG": "loud"})
    with pytest.raises(ConfigurationError, match="KNELL_CONNECTIONS is"):
        Configuration.from_environment({"KNELL_CONNECTIONS": "0"})

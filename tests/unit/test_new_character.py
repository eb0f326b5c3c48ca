"""``knell new-character``: a module that fits the character and is clean, and a scenario that runs."""

import os
import shutil
import subprocess
import sys
from itertools import cycle, product
from pathlib import Path
from typing import Final

import pytest

import knell
from knell.characters import automated
from knell.characters.by_hand import token_name
from knell.cli.new_character import FOLDERS
from knell.cli.skeleton import CHOOSES, LEARNS, Skeleton
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS
from knell.scenarios.reading import read
from sitting import Sitting

ROOT: Final = Path(__file__).parents[2]
OFFICIAL: Final = [i for i, fact in FACTS.items() if fact.type in FOLDERS]
TO_COME: Final = [i for i in OFFICIAL if i not in automated()]
"""Those that have no module yet."""


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path / "games")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in FOLDERS.values():
        (tmp_path / "src/knell/characters" / folder).mkdir(parents=True)
    (tmp_path / "tests/scenarios").mkdir(parents=True)
    return tmp_path


def skeletons(ids: list[str]) -> list[Skeleton]:
    """A skeleton for each of them; together they have everything that can be said of a character."""
    said = cycle(product(CHOOSES, LEARNS, (False, True), (False, True)))
    return [Skeleton(i, FACTS[i].name, FACTS[i].type, *next(said)) for i in ids]


def done(*command: str, folder: Path, **environment: str) -> str:
    """What a command of Python's prints, which has to go well."""
    ran = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "--no-cache", "--extend-ignore", "INP001,RUF012"),
        ("ruff", "format", "--no-cache", "--check"),
        ("mypy", "--strict", "--explicit-package-bases", "--config-file", ""),
    ],
    ids=["ruff check", "ruff format", "mypy"],
)
def test_a_skeleton_is_clean_as_it_is_written(command: tuple[str, ...], tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    choices = product(FOLDERS, CHOOSES, LEARNS, (False, True), (False, True))
    made = [Skeleton(f"own{n}", f"Own {n}", *choice) for n, choice in enumerate(choices)]
    made += skeletons(OFFICIAL)
    for one in made:
        (tmp_path / f"{one.id}_.py").write_text(one.module(), encoding="utf-8")
    done(*command, *(f"{one.id}_.py" for one in made), folder=tmp_path, MYPYPATH=str(ROOT / "src"))


def test_the_scenario_of_a_skeleton_passes(tmp_path: Path) -> None:
    """In a copy of the sources, where all these characters are there at once."""
    sources = Path(knell.__file__).parent
    shutil.copytree(sources, tmp_path / "src/knell", ignore=shutil.ignore_patterns("__pycache__", "web"))
    scenarios = tmp_path / "scenarios"
    scenarios.mkdir()
    for one in skeletons(TO_COME):
        module = tmp_path / "src/knell/characters" / FOLDERS[one.kind] / f"{one.id}.py"
        module.write_text(one.module(), encoding="utf-8")
        scenarios.joinpath(f"{one.id}.yaml").write_text(one.scenario(), encoding="utf-8")
    main = tmp_path / "run.py"
    main.write_text(
        "import sys\nfrom knell.cli import main\nsys.exit(main(sys.argv[1:]))\n", encoding="utf-8"
    )
    said = done("run", "check", "scenarios", folder=tmp_path, PYTHONPATH=str(tmp_path / "src"))
    assert f"{len(TO_COME)} passed." in said or not TO_COME


def test_what_the_facts_say_is_in_the_skeleton() -> None:
    for one in skeletons(OFFICIAL):
        module, fact = one.module(), FACTS[one.id]
        for reminder in (*fact.reminders, *fact.global_reminders):
            assert f'"{token_name(reminder)}": TokenType(' in module
        starts = one.id in FIRST_NIGHT and one.id not in OTHER_NIGHTS
        assert ("def start(" in module) is starts
        assert ("def night(" in module) is (one.id in OTHER_NIGHTS)
        assert ("outsiders_added =" in module) is (fact.setup_mark == "outsiders")
        assert (f"{{character: {one.id}, alignment: good}}" in one.scenario()) is (fact.type == "traveller")


def test_a_skeleton_is_written_once(sitting: Sitting, checkout: Path) -> None:
    command = ("new-character", "lamplighter", "Lamp Lighter", "townsfolk", "--root", str(checkout))
    sitting.run(*command)
    assert sitting.status == 0, sitting.out
    module = checkout / "src/knell/characters/townsfolk/lamplighter.py"
    assert "class LampLighter(Townsfolk):" in module.read_text(encoding="utf-8")
    sitting.run(*command)
    assert sitting.status == 2
    assert "is there already" in sitting.out


@pytest.mark.parametrize("kind", FOLDERS)
def test_an_official_one_is_known_by_its_id(sitting: Sitting, checkout: Path, kind: str) -> None:
    id_ = next(i for i, fact in FACTS.items() if fact.type == kind)
    sitting.run("new-character", id_, "--root", str(checkout))
    assert sitting.status == 0, sitting.out
    scenario = checkout / "tests/scenarios" / f"{id_}.yaml"
    assert id_ in [seat.character for seat in read(scenario)[0].seats]
    (module,) = (checkout / "src").rglob(f"{id_}.py")
    assert f'id = "{id_}"' in module.read_text(encoding="utf-8")


def test_what_is_said_of_it_is_written_down(sitting: Sitting, checkout: Path) -> None:
    options = ("--chooses", "two", "--learns", "yesno", "--once", "--root", str(checkout))
    sitting.run("new-character", "lamplighter", "Lamp Lighter", "outsider", *options)
    module = (checkout / "src/knell/characters/outsiders/lamplighter.py").read_text(encoding="utf-8")
    for part in ("PlayerPairs(turn.everyone)", "YES_NO)", 'turn.spend("used")', "def asleep("):
        assert part in module


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Lamp-Lighter", "x", "townsfolk"], "can't be an id"),
        (["lamplighter"], "isn't an official one"),
        (["lamplighter", "Lamp Lighter", "helper"], "is no type"),
        (["lamplighter", "Lamp Lighter", "townsfolk", "--root", "/nowhere"], "no src/knell/characters here"),
    ],
)
def test_a_skeleton_is_refused_in_a_sentence(sitting: Sitting, arguments: list[str], sentence: str) -> None:
    sitting.run("new-character", *arguments)
    assert sitting.status == 2
    assert sentence in sitting.out

"""Every scenario in ``tests/scenarios`` passes, and says properly what it covers."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from knell.facts import FACTS
from knell.scenarios import Result, Scenario, check, read
from knell.scripts.bundled import bundled_scripts

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(path for path in FOLDER.glob("*.yaml") if path.name != "not_expressible.yaml")
CLAUSE = re.compile(r"(?P<group>[a-z]+|x001|x004)-[1-9][0-9]*|x000-[0-9]{3}")
GROUPS = {"base", "general", "x001", "x004"} | set(FACTS)

SCRIPTS = {name: script.characters for name, script in bundled_scripts().items()}


@cache
def scenarios(path: Path) -> list[Scenario]:
    return read(path)


def every_scenario() -> Iterator[object]:
    """Each as a parameter whose id is the file's name and the title."""
    for path in FILES:
        seen: Counter[str] = Counter()
        for scenario in scenarios(path):
            seen[scenario.title] += 1
            again = f" ({seen[scenario.title]})" if seen[scenario.title] > 1 else ""
            yield pytest.param(scenario, id=f"{path.stem}: {scenario.title}{again}")


def told(result: Result) -> str:
    """The differences, one a line, as a person reads them."""
    scenario = result.scenario
    lines = [f"{Path(scenario.file).name}:{scenario.line}: {scenario.title}"]
    lines += [f"  {f.where}: expected {f.expected!s}, got {f.actual!s}" for f in result.failures]
    return "\n".join(lines)


@pytest.mark.parametrize("scenario", list(every_scenario()))
def test_scenario(scenario: Scenario) -> None:
    result = check(scenario, SCRIPTS)
    if not result.passed:
        pytest.fail(told(result), pytrace=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_covered_is_written_as_clauses_are(path: Path) -> None:
    for scenario in scenarios(path):
        for clause in scenario.covers:
            match = CLAUSE.fullmatch(clause)
            assert match, f"{scenario.title}: {clause}"
            assert match["group"] in {None, *GROUPS}, f"{scenario.title}: {clause}"
        assert len(set(scenario.covers)) == len(scenario.covers), scenario.title


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_two_scenarios_of_a_file_have_the_same_title(path: Path) -> None:
    titles = Counter(scenario.title for scenario in scenarios(path))
    assert [title for title, times in titles.items() if times > 1] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_can_fail(path: Path) -> None:
    for scenario in scenarios(path):
        checked = scenario.refused or scenario.expect is not None
        for block in scenario.play:
            checked = checked or block.phase == "expect"
            for step in block.steps:
                parts = [part for part in step.values() if isinstance(part, dict)]
                checked = checked or "expect" in step or bool(step.get("refused"))
                checked = checked or any("learn" in part or part.get("refused") for part in parts)
        assert checked, scenario.title

"""Breaks rules on purpose, one at a time, and sees whether the scenarios notice.

usage: python tools/mutate.py [--jobs N] [--tests] [--list] [WORD…]

Each mutation of ``tools/mutations.yaml`` is applied to a copy of ``src``, and every scenario of
``tests/scenarios`` is played with it. A mutation that no scenario notices has survived: some rule is
not really tested. Words choose the mutations whose name or file has one of them; with ``--tests`` the
unit tests have their try at the survivors, too. The exit status is 1 when a mutation has survived or
no longer fits the code.
"""

from __future__ import annotations

import argparse
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import yaml

from knell.scenarios import read

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 120
"""A mutation that keeps the scenarios running longer than this has been noticed, too."""

PLAY: Final = """
import pickle, sys
from pathlib import Path
from knell.scenarios import check
from knell.scripts.bundled import bundled_scripts
scripts = {name: script.characters for name, script in bundled_scripts().items()}
scenarios = pickle.loads(Path(sys.argv[1]).read_bytes())
near = (sys.argv[2], "base")
scenarios.sort(key=lambda scenario: near.index(scenario.file) if scenario.file in near else len(near))
for scenario in scenarios:
    if not check(scenario, scripts).passed:
        print(f"{scenario.file}: {scenario.title}")
        sys.exit(1)
"""


@dataclass(frozen=True)
class Mutation:
    """One rule broken: in ``file``, ``old`` (which stands there once) becomes ``new``."""

    name: str
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Verdict:
    """What became of a mutation: ``noticed`` (by what), ``survived`` or ``stale``."""

    mutation: Mutation
    fate: str
    by: str = ""


def mutations() -> list[Mutation]:
    """All mutations, as the file lists them."""
    data = yaml.safe_load((ROOT / "tools" / "mutations.yaml").read_text(encoding="utf-8"))
    return [
        Mutation(entry["name"], file, entry["old"].rstrip("\n"), entry["new"].rstrip("\n"))
        for file, entries in data.items()
        for entry in entries
    ]


def fits(mutation: Mutation, source: Path) -> bool:
    """Whether what the mutation replaces stands in the code, once."""
    path = source / "knell" / mutation.file
    return path.is_file() and path.read_text(encoding="utf-8").count(mutation.old) == 1


def read_scenarios(into: Path) -> None:
    """Read every scenario once, for all mutations."""
    found = []
    for path in sorted((ROOT / "tests" / "scenarios").glob("*.yaml")):
        if path.name != "not_expressible.yaml":
            found += [replace(scenario, file=path.stem) for scenario in read(path)]
    into.write_bytes(pickle.dumps(found))


def try_out(mutation: Mutation, scenarios: Path, *, with_tests: bool) -> Verdict:
    """Break one rule in a copy and play every scenario."""
    if not fits(mutation, ROOT / "src"):
        return Verdict(mutation, "stale")
    with tempfile.TemporaryDirectory(prefix="knell-mutant-") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", ".mypy_cache"))
        path = source / "knell" / mutation.file
        words = path.read_text(encoding="utf-8")
        path.write_text(words.replace(mutation.old, mutation.new), encoding="utf-8")
        noticed = _run([sys.executable, "-c", PLAY, str(scenarios), path.stem], source)
        if noticed is None and with_tests:
            tests = ["tests/unit", "tests/property", "--deselect", "tests/unit/test_scenarios.py"]
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
            noticed = _run(command, source)
    return Verdict(mutation, "survived") if noticed is None else Verdict(mutation, "noticed", noticed)


def _run(command: Sequence[str], source: Path) -> str | None:
    """What noticed the mutation, or ``None`` when nothing did."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(  # noqa: S603 - our own commands
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "it never ends"
    if done.returncode == 0:
        return None
    said = (done.stdout.strip() or done.stderr.strip()).splitlines()
    return said[-1] if said else f"exit status {done.returncode}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutations that were asked for and tell what became of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--tests", action="store_true", help="let the unit tests try the survivors")
    parser.add_argument("--list", action="store_true", help="only list the mutations")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    chosen = [
        m
        for m in mutations()
        if not options.words or any(word in m.name.lower() or word in m.file for word in options.words)
    ]
    if options.list:
        for mutation in chosen:
            print(f"{mutation.file}: {mutation.name}")
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="knell-scenarios-") as folder,
        ThreadPoolExecutor(options.jobs) as pool,
    ):
        scenarios = Path(folder) / "scenarios.pickle"
        read_scenarios(scenarios)
        verdicts = list(pool.map(lambda m: try_out(m, scenarios, with_tests=options.tests), chosen))
    for verdict in verdicts:
        line = f"{verdict.fate:9} {verdict.mutation.file}: {verdict.mutation.name}"
        print(f"{line}  [{verdict.by}]" if verdict.by else line)
    count = {fate: sum(v.fate == fate for v in verdicts) for fate in ("noticed", "survived", "stale")}
    print(", ".join(f"{number} {fate}" for fate, number in count.items()))
    return int(count["survived"] + count["stale"] > 0)


if __name__ == "__main__":
    sys.exit(main())

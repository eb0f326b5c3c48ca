"""What the documentation says is true: what it quotes, the programs in it, and that nothing is missing.

Broken links and undocumented references stop the documentation's own build, ``sphinx-build -W -n``.
"""

import ast
import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import pages
import reference
from knell.characters import automated
from knell.cli import check, explain, games, new_character, play, serve
from knell.cli.commands import CHAPTERS
from knell.engine import Character, Turn
from knell.engine.overrides import KINDS
from knell.scenarios import blocks, overriding, reading
from sitting import Sitting

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SOURCES = ROOT / "src" / "knell"


BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
DOCUMENTED = re.compile(r"^\.\. auto\w+:: (?:[\w.]*\.)?(\w+)", re.MULTILINE)


def read(*names: str) -> str:
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


# -- what is quoted ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_quotes_is_what_the_program_says(page: Path) -> None:
    assert pages.out_of_date(page) == [], "run: python tools/pages.py update"


def test_the_readme_shows_a_whole_game_from_the_deal_to_the_end() -> None:
    found = r"<!-- made: knell play --auto --seed (\d+).*?```text\n(.*?)```"
    quoted = re.search(found, read("README.md"), re.DOTALL)
    assert quoted is not None
    said = pages.played(f"$ knell play --auto --seed {quoted[1]}")[""].split("\n")
    lines = [line for line in quoted[2].splitlines() if line != pages.LEFT_OUT]
    assert [line for line in lines if line not in said] == []
    assert any("Night 1" in line for line in lines)
    assert any("game is over" in line for line in lines)


def test_the_readme_keeps_the_two_commands_that_are_run_by_ci() -> None:
    readme = read("README.md")
    for name, what in (("try", "knell serve"), ("test", "pytest")):
        command = re.search(rf"<!-- ci:{name} -->\n```sh\n(.*?)```\n<!-- /ci:{name} -->", readme, re.DOTALL)
        assert command is not None
        assert what in command[1]
        assert len(command[1].splitlines()) == 1


def test_every_session_is_quoted_and_plays_to_its_end() -> None:
    everything = "".join(page.read_text(encoding="utf-8") for page in pages.pages())
    for session in pages.SESSIONS.glob("*.txt"):
        assert f"made: session {session.stem} " in everything
        assert pages.played(session.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        ("", "one two three four five six"),
        ("1..2; -1", "one two … six"),
        ("2..3", "two three …"),
        ("two..four; -2..", "two three four five six"),
        ("last o..", "four five six"),
        ("5", "five …"),
    ],
)
def test_lines_are_picked_by_number_or_by_what_stands_in_them(wanted: str, lines: str) -> None:
    six = "one two three four five six".replace(" ", "\n")
    assert pages._selected(six, wanted).replace("\n", " ") == lines


def test_a_session_that_goes_otherwise_is_noticed() -> None:
    begin = "$ knell play --players 5 --seed 1\n"
    with pytest.raises(pages.WrongSession, match="was to be printed"):
        pages.played(f"{begin}= Somebody sneezes\n> q\n")
    with pytest.raises(pages.WrongSession, match="nobody asks"):
        pages.played(f"{begin}> q\n> 1\n")


# -- commands ----------------------------------------------------------------------------------------


def test_every_command_and_every_option_stands_on_the_commands_page() -> None:
    page = read("docs", "reference", "commands.md")
    for name, parser in pages.commands().items():
        assert f"`knell {name}`" in page, name
        for action in parser._actions:
            for option in action.option_strings:
                assert f"`{option}`" in page, f"{name} {option}"


def test_whatever_can_be_typed_stands_on_the_commands_page() -> None:
    page = read("docs", "reference", "commands.md")
    for chapter in CHAPTERS:
        for command in chapter.commands:
            for word in command.words:
                assert f"`{word}`" in page, word


def test_every_command_has_a_module_whose_page_is_known() -> None:
    modules = (play, serve, games, explain, check, new_character)
    words = {name.split()[0] for name in pages.commands()}
    assert words == {module.__name__.rpartition(".")[2].replace("_", "-") for module in modules}


# -- programs ----------------------------------------------------------------------------------------


def test_the_program_on_the_library_page_is_short_and_runs() -> None:
    program = DOCS / "examples" / "one_game.py"
    code = [line for line in program.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(code) <= 15
    done = subprocess.run(
        [sys.executable, "-W", "error", str(program)], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^\w+ could be shown \w+, ", done.stdout)
    assert len(re.findall(r"^played on: (?:good|evil) wins on day \d+$", done.stdout, re.MULTILINE)) == 3


def python_blocks() -> Iterator[object]:
    for page in pages.pages():
        text = page.read_text(encoding="utf-8")
        for place, block in enumerate(BLOCK.findall(text), 1):
            yield pytest.param(block, id=f"{page.relative_to(ROOT)} {place}")


@pytest.mark.parametrize("block", list(python_blocks()))
def test_python_on_a_page_can_be_read_and_imports_what_is_there(block: str) -> None:
    for node in ast.walk(ast.parse(block)):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("knell"):
            module = importlib.import_module(node.module)
            for name in node.names:
                assert hasattr(module, name.name), f"{node.module} has no {name.name}"


def test_reading_a_game_from_python_goes_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(monkeypatch, tmp_path)
    sitting.run("play", "--auto", "--seed", "13", "--keep")
    shutil.copy(sitting.files[0], tmp_path / "evening.knell.jsonl")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for block in BLOCK.findall(read("docs", "how-to", "read-a-game.md")):
        exec(block, scope)
    wins = scope["wins"]
    assert isinstance(wins, dict)
    assert sum(wins.values()) == 1


def test_the_new_character_of_the_how_to_passes_its_scenarios(tmp_path: Path) -> None:
    """In a copy of the sources, as somebody would do it who follows the page."""
    shutil.copytree(SOURCES, tmp_path / "src" / "knell", ignore=shutil.ignore_patterns("__pycache__", "web"))
    (tmp_path / "tests" / "scenarios").mkdir(parents=True)
    (tmp_path / "src" / "knell" / "characters" / "townsfolk" / "oracle.py").unlink(missing_ok=True)
    knell = "import sys; from knell.cli import main; sys.exit(main(sys.argv[1:]))"
    environment = {"PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", knell, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("new-character", "oracle")
    written = tmp_path / "src" / "knell" / "characters" / "townsfolk" / "oracle.py"
    own = tmp_path / "tests" / "scenarios" / "oracle.yaml"
    assert "class Oracle(Townsfolk)" in written.read_text(encoding="utf-8")
    shutil.copy(DOCS / "examples" / "oracle.py", written)
    shutil.copy(DOCS / "examples" / "oracle.yaml", own)
    said = run("check", "tests/scenarios/oracle.yaml")
    assert said in read("docs", "how-to", "add-a-character.md")


def test_the_hooks_and_verbs_that_the_how_to_names_are_there() -> None:
    table = read("docs", "how-to", "add-a-character.md").partition("## Where to look next")[2]
    named = set(re.findall(r"`([a-z_]+)`", table))
    assert {"protects", "spend"} <= named
    assert {name for name in named if not hasattr(Character, name) and not hasattr(Turn, name)} == set()


def test_the_example_scenarios_pass_but_for_the_one_that_is_to_fail() -> None:
    from knell.scenarios import check as run
    from knell.scenarios import read as read_scenarios

    for path in (DOCS / "examples").glob("*.yaml"):
        if path.stem == "oracle":
            continue  # of a character that isn't there; checked above
        passed = [run(scenario).passed for scenario in read_scenarios(path)]
        assert all(passed) is (path.stem != "house-rule"), path.name


# -- nothing is missing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "page"),
    [
        ("knell.engine", "engine.md"),
        ("knell.characters", "knell-characters.md"),
        ("knell.record", "record.md"),
        ("knell.seats", "seats.md"),
        ("knell.scripts", "scripts.md"),
        ("knell.facts", "facts.md"),
        ("knell.names", "names.md"),
        ("knell.texts", "texts.md"),
    ],
)
def test_every_public_name_has_its_place_in_the_reference(package: str, page: str) -> None:
    documented = set(
        re.findall(r"^\.\. auto\w+:: (?:[\w.]*\.)?(\w+)", read("docs", "reference", page), re.MULTILINE)
    )
    public = getattr(importlib.import_module(package), "__all__", ())
    assert set(public) - documented == set()


def decision_names() -> Iterator[str]:
    """The names of everything that characters and engine ask the Storyteller or chance, from their code.

    Of a name that is put together, the part that is written there.
    """
    for path in sorted(SOURCES.glob("characters/**/*.py")) + sorted(SOURCES.glob("engine/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield from _names_in(node, _id_of(node))
        if path.parent.name == "engine":
            yield from _names_in(ast.parse(path.read_text(encoding="utf-8")), "")


def _id_of(node: ast.ClassDef) -> str:
    for line in node.body:
        if (
            isinstance(line, ast.Assign)
            and isinstance(line.targets[0], ast.Name)
            and line.targets[0].id == "id"
        ):
            assert isinstance(line.value, ast.Constant)
            return str(line.value.value)
    return ""


def _names_in(tree: ast.AST, owner: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in ("kept_by", "warned_as"):
            full = str(node.value.value) if isinstance(node.value, ast.Constant) else ""
            if full:
                yield full if "." in full else f"{owner}.{full}"
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        called, first = node.func.attr, node.args[0]
        if called not in ("rule", "may", "pin", "clause", "draw"):
            continue
        if isinstance(first, ast.JoinedStr):
            last = first.values[-1]
            if isinstance(last, ast.Constant):
                yield str(last.value)
        elif isinstance(first, ast.Constant):
            name = str(first.value)
            whole = called == "clause" or not owner or name.startswith(f"{owner}.")
            yield name if whole else f"{owner}.{name}"


NAMES = sorted(set(decision_names()))
NAMES_PAGES = "\n".join((read("docs", "reference", "names-in-files.md"), *reference.names()))
DECISIONS = "\n".join(
    (read("docs", "decisions.md"), *reference.yes_or_no(), *reference.suggestions(), *reference.settled())
)


def test_the_names_of_decisions_are_found_in_the_code() -> None:
    assert {"imp.successor", "witch.19", "x001.75", "lycanthrope.21", "lleech.21", "tiebreak", ".who"} <= set(
        NAMES
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_decision_stands_in_the_reference(name: str) -> None:
    assert name in NAMES_PAGES if name.startswith(".") else f"`{name}" in NAMES_PAGES


def yes_or_no() -> Iterator[str]:
    """The names of all questions that the code asks with ``may``, ``clause`` or by what keeps a token."""
    for path in sorted(SOURCES.glob("characters/**/*.py")):
        for kind in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(kind, ast.ClassDef):
                continue
            owner = _id_of(kind)
            for node in ast.walk(kind):
                if isinstance(node, ast.keyword) and node.arg == "kept_by":
                    assert isinstance(node.value, ast.Constant)
                    yield str(node.value.value)
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in ("may", "clause")
                ):
                    assert isinstance(node.args[0], ast.Constant), (
                        f"{path.name}: the name is to be written out"
                    )
                    name = str(node.args[0].value)
                    yield name if node.func.attr == "clause" else f"{owner}.{name}"


@pytest.mark.parametrize("name", sorted({*yes_or_no(), "lleech.24", "base.103"}))
def test_what_yes_and_no_mean_stands_among_the_decisions(name: str) -> None:
    rows = [line for line in DECISIONS.splitlines() if line.startswith(f"| `{name}` |")]
    assert len(rows) == 1, f"{name} has to have a row of its own under “Yes or no”"
    assert len([cell for cell in rows[0].split("|") if cell.strip()]) == 6


def test_what_the_decisions_cite_is_covered_by_a_scenario_or_tested_otherwise() -> None:
    cited = set(re.findall(r"\b(?:x00[014]|base|[a-z]+)-[0-9]+\b", DECISIONS))
    covered = set()
    for path in (ROOT / "tests" / "scenarios").glob("*.yaml"):
        if path.stem == "not_expressible":
            covered |= set(yaml.safe_load(path.read_text(encoding="utf-8")))
        else:
            covered |= {clause for found in reading.read(path) for clause in found.covers}
    assert cited - covered == set()


def test_modules_named_on_the_decisions_page_are_there() -> None:
    named = set(re.findall(r"`((?:characters|engine|record|cli|scripts|web)/[\w/.]*)`", DECISIONS))
    assert {name for name in named if not (SOURCES / name).exists()} == set()


@pytest.mark.parametrize("id_", automated())
def test_every_automated_character_has_its_names_in_the_reference(id_: str) -> None:
    character = automated()[id_]
    rows = re.findall(rf"^\| `?{id_}`? \|.*$", NAMES_PAGES, re.MULTILINE)
    assert len(rows) == 1
    for token in character.tokens:
        assert f"{id_}.{token}" in rows[0]
    for field in character.form:
        assert f"`{field.name}`" in rows[0]
    for ruling in character.rulings:
        assert f"`{id_}.{ruling}`" in rows[0]


def test_every_word_of_scenario_files_stands_on_their_page() -> None:
    page = read("docs", "reference", "scenario-files.md")
    words = (
        reading.TOP_KEYS
        | reading.DEAL_KEYS
        | blocks.STEP_KEYS
        | overriding.GRIMOIRE_KEYS
        | blocks.EXPECT_KEYS
        | blocks.JOIN_KEYS
        | blocks.PLAYER_STEP_KEYS
        | reading.SEAT_KEYS
    )
    assert {word for word in words if not re.search(rf"\b{word}\b", page)} == set()


def test_every_change_by_hand_that_files_may_hold_is_one_of_the_engine() -> None:
    assert set(KINDS) >= overriding.GRIMOIRE_KEYS


# -- words that don't belong in it -------------------------------------------------------------------

UNWANTED = re.compile(r"/work/|/tmp/|/home/|/root/|localhost:\d|TO FILL", re.IGNORECASE)


@pytest.mark.parametrize("page", pages.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_no_machine_and_is_finished(page: Path) -> None:
    assert UNWANTED.findall(page.read_text(encoding="utf-8")) == []

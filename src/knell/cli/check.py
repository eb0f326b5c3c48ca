"""``knell check``: run scenario files and say what passed and what differed."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from knell.cli.terminal import Hanging, Terminal
from knell.engine import Phase
from knell.messages import Text as Message
from knell.scenarios import Failure, Result, Scenario, ScenarioError, Where, check, read
from knell.scripts import ScriptError, bundled_scripts, load
from knell.texts import _, fill, ngettext
from knell.words.moments import moment_in_a_line

__all__ = ["add_parser", "run"]

PASSED, FAILED, UNREADABLE = 0, 1, 2


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put ``check`` among the commands."""
    parser = commands.add_parser(
        "check",
        help=_("run scenario files"),
        description=_(
            "Runs scenario files and says what passed and what differed. The exit status is 0 when all "
            "passed, 1 when one did not, 2 when a file could not be read."
        ),
    )
    parser.add_argument("files", nargs="+", metavar=_("FILE"), help=_("scenario files, or folders of them"))
    parser.add_argument(
        "--json", action="store_true", help=_("one JSON object for each scenario, one a line")
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run the scenarios of all files."""
    status, passed, failed = PASSED, 0, 0
    for file in _files(arguments.files):
        for found in _checked(file):
            if isinstance(found, ScenarioError):
                status = UNREADABLE
                _report_error(found, terminal, as_json=arguments.json)
                continue
            if found.passed:
                passed += 1
            else:
                failed += 1
                status = max(status, FAILED)
            if arguments.json:
                terminal.stdout.write(json.dumps(to_json(found), ensure_ascii=False) + "\n")
            else:
                _report(found, terminal)
    if not arguments.json:
        _summary(passed, failed, terminal, unreadable=status == UNREADABLE)
    return status


def _files(named: Sequence[str]) -> Iterator[str]:
    for name in named:
        path = Path(name)
        if path.is_dir():
            yield from (str(file) for file in sorted(path.glob("*.y*ml")))
        else:
            yield name


def _checked(file: str) -> Iterator[Result | ScenarioError]:
    """The results of a file in order; a scenario that can't be run doesn't stop the others."""
    try:
        scenarios = read(file)
    except ScenarioError as error:
        yield error
        return
    for scenario in scenarios:
        try:
            yield check(scenario, _scripts(scenario, file))
        except ScenarioError as error:
            error.file = error.file or file
            yield error


def _scripts(scenario: Scenario, file: str) -> Mapping[str, Sequence[str]]:
    """The characters of the script that a scenario names: bundled, or a file beside it."""
    name = scenario.script
    if not isinstance(name, str):
        return {}
    for short, script in bundled_scripts().items():
        if name in (short, script.name):
            return {name: script.characters}
    beside = Path(file).parent / name
    try:
        return {name: load(beside if beside.exists() else name).characters}
    except ScriptError:
        return {}


# -- reports -----------------------------------------------------------------------------------------


def to_json(result: Result) -> dict[str, Any]:
    """A result in the form that other programs read."""
    return {
        "file": result.scenario.file,
        "title": result.scenario.title,
        "passed": result.passed,
        "failures": [
            {
                "where": str(failure.where),
                "expected": _plain(failure.expected),
                "actual": _plain(failure.actual),
            }
            for failure in result.failures
        ],
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _report(result: Result, terminal: Terminal) -> None:
    title = Text()
    if result.passed:
        title.append("✓ " + _("passed") + "  ", style="fine")
        title.append(result.scenario.title)
        terminal.print(title)
        return
    title.append("✗ " + _("failed") + "  ", style="trouble")
    title.append(result.scenario.title, style="bold")
    terminal.print(title)
    place = f"{_short(result.scenario.file)}:{result.scenario.line}"
    terminal.print(Hanging(Text(place, style="muted"), first=4, rest=4))
    for failure in result.failures:
        _report_failure(failure, terminal)


def _report_failure(failure: Failure, terminal: Terminal) -> None:
    terminal.print(Hanging(Text(_where(failure.where), style="ask"), first=4, rest=4))
    label = max(_("expected"), _("actually"), key=len)
    for word, value in ((_("expected"), failure.expected), (_("actually"), failure.actual)):
        line = Text.assemble((f"{word}: ", "muted"))
        line.append(in_words(value))
        terminal.print(Hanging(line, first=6, rest=8 + len(label)))


_MOMENTS: Final = {"night": Phase.NIGHT, "day": Phase.DAY}


def _where(where: Where) -> str:
    """A place in a scenario in the reader's language."""
    parts = [where.part]
    if where.number is not None:
        parts = [moment_in_a_line(_MOMENTS[where.part], where.number)]
    if where.line is not None:
        parts.append(fill(_("line {number}"), number=where.line))
    if where.expectation:
        parts.append(fill(_("what “{name}” says"), name=where.expectation))
    return ", ".join(parts)


def in_words(value: Any) -> str:
    """A value as somebody would write it down."""
    if isinstance(value, Message):
        return str(value)
    if value is None or value == []:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {in_words(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(in_words(part) for part in value)
    return str(value)


def _report_error(error: ScenarioError, terminal: Terminal, *, as_json: bool) -> None:
    if not as_json:
        terminal.print(Hanging(Text(f"! {error}", style="trouble"), rest=2))
        return
    print(error, file=sys.stderr)


def _summary(passed: int, failed: int, terminal: Terminal, *, unreadable: bool) -> None:
    parts = [fill(ngettext("{count} passed", "{count} passed", passed), count=passed)]
    if failed:
        parts.append(fill(ngettext("{count} failed", "{count} failed", failed), count=failed))
    if unreadable:
        parts.append(_("a file could not be read"))
    terminal.print()
    terminal.print(Text(", ".join(parts) + ".", style="fine" if not failed and not unreadable else "trouble"))


def _short(file: str) -> str:
    try:
        return min(os.path.relpath(file), file, key=len)
    except ValueError:
        return file

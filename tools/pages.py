"""Keeps what the documentation quotes true: what commands print, their options, what can be typed.

    python tools/pages.py update     after the program says something else: every quotation follows
    python tools/pages.py check      says what is out of date; the tests ask the same

On a page, what stands between two comments is made, never written by hand:

    <!-- made: knell explain monk -->             what a command prints
    <!-- made: session first-game the deal -->    a part of docs/sessions/first-game.txt, played
    <!-- made: python docs/examples/x.py -->      what a program prints
    <!-- made: options play -->                   the options of a command
    <!-- made: typed -->                          what can be typed during a game
    <!-- made: scripts -->                        the bundled scripts
    <!-- /made -->

What is printed takes the lines to show: ``| 1..20; -12..`` is the first twenty and the last twelve, and
``| 1..At dawn; last Day..`` goes by what stands in a line.

A session is a text file of commands (``$``), lines to type (``>``), what must have been printed before
that (``=``), and comments (``#``). A part is named before what it begins with: ``[the deal]`` begins with
what was printed since the last line typed, ``(the deal)`` with the prompt.
"""

import argparse
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from unittest import mock

from knell import cli
from knell.cli.commands import CHAPTERS
from knell.scripts import bundled_scripts

ROOT: Final = Path(__file__).resolve().parent.parent
SESSIONS: Final = ROOT / "docs" / "sessions"
MADE: Final = re.compile(
    r"(<!-- made: (?P<what>[^|>]+?)(?: \| (?P<lines>[^>]+?))? -->\n).*?(<!-- /made -->)", re.DOTALL
)
LEFT_OUT: Final = "…"
WIDTH: Final = 80
LANGUAGE: Final = ("KNELL_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR")

# Names and times of games that come out differently each time, and what pages show instead.
_PASSING: Final = (
    (re.compile(r"\b20\d{6}-\d{6}(?:-\d+)?\b"), "20260131-193042"),
    (re.compile(r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b"), "2026-01-31 19:30"),
)


class WrongSession(Exception):  # noqa: N818 - named for what happened
    """A session doesn't go as its file says."""


def pages() -> list[Path]:
    """Every page that may quote something."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def made_anew(page: str) -> str:
    """A page with everything on it that is made, made again."""

    def make(match: re.Match[str]) -> str:
        return f"{match[1]}{_make(match['what'], match['lines'] or '')}{match[4]}"

    return MADE.sub(make, page)


def _make(what: str, lines: str) -> str:
    kind, _space, rest = what.partition(" ")
    if kind == "options":
        return "\n" + "\n".join(options(rest)) + "\n\n"
    if kind == "typed":
        return "\n" + "\n".join(typed_commands()) + "\n\n"
    if kind == "scripts":
        return "\n" + "\n".join(bundled()) + "\n\n"
    if kind == "python":
        command = [sys.executable, *shlex.split(rest)]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")  # noqa: S603 - our own
        printed = _tidy(f"$ {what}\n{done.stdout}")
    elif kind == "session":
        name, _space, part = rest.partition(" ")
        printed = played((SESSIONS / f"{name}.txt").read_text(encoding="utf-8"))[part]
    else:
        printed = played(f"$ {what}")[""]
    return f"```text\n{_selected(printed, lines)}\n```\n"


def _selected(printed: str, wanted: str) -> str:
    """The lines that are asked for, with a sign where some are left out."""
    lines = printed.split("\n")
    if not wanted:
        return printed
    chosen: list[str] = []
    at = 0
    for part in wanted.split(";"):
        first, dots, last = part.strip().partition("..")
        start = _line(lines, first, at)
        end = _line(lines, last, start) + 1 if last else len(lines) if dots else start + 1
        if chosen and start > at:
            chosen.append(LEFT_OUT)
        chosen += lines[start:end]
        at = end
    if at < len(lines):
        chosen.append(LEFT_OUT)
    return "\n".join(chosen)


def _line(lines: Sequence[str], wanted: str, after: int) -> int:
    """The place of a line: by its number, by how far it is from the end, or by what stands in it."""
    if re.fullmatch(r"-?[0-9]+", wanted):
        return int(wanted) - 1 if int(wanted) > 0 else len(lines) + int(wanted)
    if wanted.startswith("last "):
        return max(place for place, line in enumerate(lines) if wanted[5:] in line)
    found = next((place for place in range(after, len(lines)) if wanted in lines[place]), None)
    if found is None:
        printed = "\n".join(lines[after:])
        raise WrongSession(f"“{wanted}” was to be printed; there was:\n{printed}")
    return found


# -- sessions ----------------------------------------------------------------------------------------


class _Typist(io.StringIO):
    """Types the lines of a session, and sees to it that what was to be printed has been."""

    def __init__(self, script: list[str], out: io.StringIO, parts: dict[str, int]) -> None:
        super().__init__()
        self._script = script
        self._out = out
        self._parts = parts
        self._seen = out.tell()

    def readline(self, *_size: object) -> str:  # type: ignore[override]
        printed = self._out.getvalue()[self._seen :]
        while self._script and not self._script[0].startswith(("$", ">")):
            line = self._script.pop(0)
            if line.startswith("["):
                self._parts[line.strip("[]")] = self._seen
            elif line.startswith("("):
                self._parts[line.strip("()")] = self._out.getvalue().rfind("\n") + 1
            elif line.startswith("=") and line[1:].strip() not in printed:
                raise WrongSession(f"“{line[1:].strip()}” was to be printed; there was:\n{printed}")
        if not self._script or self._script[0].startswith("$"):
            return ""
        typed = self._script.pop(0)[1:].strip()
        # What is typed is printed behind the prompt, where the next part begins.
        self._seen = self._out.tell() + len(typed) + 1
        return f"{typed}\n"


@cache
def played(script: str) -> dict[str, str]:
    """What is printed while a session is played, by the names of its parts; all of it without a name."""
    lines = [line.strip() for line in script.splitlines() if line.strip() and not line.startswith("#")]
    out = io.StringIO()
    parts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as data, contextlib.chdir(ROOT), _settings(data):
        while lines:
            line = lines.pop(0)
            if line.startswith("["):
                parts[line.strip("[]")] = out.tell()
                continue
            if not line.startswith("$"):
                raise WrongSession(f"nobody asks for “{line}”")
            command = line[1:].strip()
            games = re.findall(r"--resume (\S+)", out.getvalue())
            if games:
                command = re.sub(r"\bID\b", games[-1], command)
            out.write(f"$ {command}\n")
            with (
                mock.patch.object(sys, "stdin", _Typist(lines, out, parts)),
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(out),
            ):
                cli.main(shlex.split(command)[1:])
    printed = out.getvalue()
    bounds = [*parts.values(), len(printed)]
    cut = {name: printed[start : bounds[place + 1]] for place, (name, start) in enumerate(parts.items())}
    return {name: _tidy(text) for name, text in {"": printed, **cut}.items()}


@contextlib.contextmanager
def _settings(data: str) -> Iterator[None]:
    kept = {name: value for name, value in os.environ.items() if name not in LANGUAGE}
    with mock.patch.dict(os.environ, {**kept, "KNELL_DATA": data, "COLUMNS": str(WIDTH)}, clear=True):
        yield


def _tidy(printed: str) -> str:
    for passing, instead in _PASSING:
        printed = passing.sub(instead, printed)
    return "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))


# -- commands ----------------------------------------------------------------------------------------


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of every command, ``games list`` among them."""
    with _settings(""):
        return dict(_commands(cli._parser()))  # noqa: SLF001 - only here and in main() is it needed


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in _actions(parser):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - argparse has no other name for it
            for name, sub in action.choices.items():
                yield name, sub
                for below, deeper in _commands(sub):
                    yield f"{name} {below}", deeper


def _actions(parser: argparse.ArgumentParser) -> Sequence[argparse.Action]:
    return parser._actions  # noqa: SLF001 - argparse has no public way to list them


COMMON: Final = ("-h", "--lang", "--plain")
"""What every command takes; told once."""


def options(command: str) -> Iterator[str]:
    """What a command takes, as a table."""
    common = command == "every command"
    parser = commands()["play" if common else command]
    shown = [
        action
        for action in _actions(parser)
        if not isinstance(action, argparse._SubParsersAction)  # noqa: SLF001
        and action.help != argparse.SUPPRESS
        and common is bool(set(action.option_strings) & set(COMMON))
    ]
    if not shown:
        yield "It has no options of its own."
        return
    yield "| option | meaning |"
    yield "|---|---|"
    for action in shown:
        yield f"| {_cell(_form(action))} | {_cell(action.help or '')} |"


def _form(action: argparse.Action) -> str:
    names = " ".join(f"`{name}`" for name in action.option_strings)
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest
    value = "" if action.nargs == 0 else metavar.upper() if action.option_strings else metavar
    if action.nargs in ("?", "*"):
        value = f"[{value}]"
    return " ".join(part for part in (names, f"*{value}*" if value else "") if part)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("%%", "%")


def typed_commands() -> Iterator[str]:
    """What can be typed during a game, as tables."""
    for chapter in CHAPTERS:
        yield f"**{chapter.title}**"
        yield ""
        yield "| type | what it does |"
        yield "|---|---|"
        for command in chapter.commands:
            words = " ".join(f"`{word}`" for word in command.words)
            usage = f" *{command.usage}*" if command.usage else ""
            yield f"| {_cell(words + usage)} | {_cell(command.about)} |"
        yield ""


def bundled() -> Iterator[str]:
    """The scripts that come with Knell, as a table."""
    yield "| name | short name | characters |"
    yield "|---|---|---|"
    for short, script in bundled_scripts().items():
        yield f"| {script.name} | `{short}` | {len(script.characters)} |"


# -- the commands of this file -----------------------------------------------------------------------


def out_of_date(page: Path) -> list[str]:
    """What on a page isn't what would be made now."""
    found = MADE.finditer(page.read_text(encoding="utf-8"))
    return [match["what"] for match in found if made_anew(match[0]) != match[0]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", choices=["update", "check"])
    task = parser.parse_args().task
    status = 0
    for page in pages():
        old = page.read_text(encoding="utf-8")
        new = made_anew(old)
        if new == old:
            continue
        if task == "update":
            page.write_text(new, encoding="utf-8")
            print(f"brought up to date: {page.relative_to(ROOT)}")
        else:
            status = 1
            for what in out_of_date(page):
                print(f"{page.relative_to(ROOT)}: out of date: {what}")
    return status


if __name__ == "__main__":
    sys.exit(main())

"""The command line for tests: typed lines in, printed text out, nothing of the terminal in between."""

import io
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from knell.cli import main

PLAYERS = "Ada,Bo,Cy,Dot,Eve,Fay,Gus"
GAME = re.compile(r"--resume (\S+)")


class Typist(io.StringIO):
    """Somebody who reads what was printed and types the next line; ``None`` when they get up."""

    def __init__(self, read: Callable[[], str], decide: Callable[[str], str | None]) -> None:
        super().__init__()
        self._read = read
        self._decide = decide
        self.typed: list[str] = []

    def readline(self, *_size: Any) -> str:  # type: ignore[override]
        line = self._decide(self._read())
        if line is None:
            return ""
        self.typed.append(line)
        return f"{line}\n"


class Sitting:
    """One test's terminal, with a folder of its own for games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
        self.monkeypatch = monkeypatch
        self.data = data
        monkeypatch.setenv("KNELL_DATA", str(data))
        for name in ("KNELL_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS"):
            monkeypatch.delenv(name, raising=False)
        self.out = ""
        self.error = ""
        self.status = 0
        self.typist: Typist | None = None

    def run(self, *arguments: str, typing: Iterable[str] | Callable[[str], str | None] = ()) -> str:
        """Run a command and return what it printed; the exit status is in ``status``.

        ``typing`` holds the lines to type, or decides each by what has been printed since the last.
        """
        out, error = io.StringIO(), io.StringIO()
        if callable(typing):
            decide = typing
        else:
            lines = iter(typing)
            decide = lambda _printed: next(lines, None)  # noqa: E731
        seen = 0

        def fresh() -> str:
            nonlocal seen
            printed = out.getvalue()[seen:]
            seen += len(printed)
            return printed

        self.typist = Typist(fresh, decide)
        with self.monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", self.typist)
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", error)
            self.status = main(list(arguments))
        self.out, self.error = out.getvalue(), error.getvalue()
        return self.out

    @property
    def game(self) -> str:
        """The name of the game that was begun or left last."""
        found = GAME.findall(self.out)
        assert found, self.out
        return str(found[-1])

    @property
    def files(self) -> list[Path]:
        """The files of all games that are kept."""
        return sorted(self.data.glob("games/*.jsonl"))


def begin(*more: str, players: str = PLAYERS, seed: int = 5) -> list[str]:
    return ["play", "--players", players, "--seed", str(seed), *more]


class Storyteller:
    """Types sensible answers by what the last question says, as a person would."""

    def __init__(self, *, end_by: int = 3000) -> None:
        self.left = end_by
        self.nominated = False
        self.ring = ""
        self.questions: list[str] = []

    def __call__(self, printed: str) -> str | None:
        self.left -= 1
        if self.left <= 0:
            return None
        self.questions.append(printed)
        if "reveal everything" in printed:
            return ""
        if "points at two players" in printed:
            return "1 2"
        if "points at a player" in printed or "can't be chosen" in printed:
            return self.somebody(printed)
        if "or shakes their head" in printed:
            return "-"
        if "Whose hands are up" in printed:
            return "all"
        if "What happens?" in printed:
            self.nominated = not self.nominated
            return self.nomination(printed) if self.nominated else "close"
        return "close" if "nominated" in printed or "nominate" in printed else ""

    def somebody(self, printed: str) -> str:
        seats = re.findall(r"\b(\d+) [A-Z]\w+", printed.rpartition("?")[2])
        return str(seats[self.left % len(seats)])

    def nomination(self, printed: str) -> str:
        """Somebody alive nominates somebody alive, as far as the last ring that was printed tells."""
        self.ring = printed if "needed" in printed and "╭" in printed else self.ring
        alive = re.findall(r"\b(\d+) ([A-Z][a-z]+)\b", self.ring)
        living = [seat for seat, name in alive if name in PLAYERS.split(",")]
        return f"n {living[self.left % len(living)]} {living[(self.left * 3 + 1) % len(living)]}"


def answer_until(question: str, then: list[str]) -> Callable[[str], str | None]:
    """Take what is suggested until a question is open, then type these lines and stop."""
    lines = iter(then)
    reached = False
    teller = Storyteller()

    def decide(printed: str) -> str | None:
        nonlocal reached
        reached = reached or question in printed
        return next(lines, None) if reached else teller(printed)

    return decide

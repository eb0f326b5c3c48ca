"""On a real terminal: the alternate screen, cards that leave nothing behind, keys, Ctrl-C."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

LINES, COLUMNS = 40, 100
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
PATIENCE = 30.0
START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C is for this program
from knell.cli import main
sys.exit(main())
"""


class Screen:
    """A program on a terminal of its own: what it has written so far, and keys for it."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        ours, theirs = pty.openpty()
        known = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LANG", "LC_ALL")
        }
        known |= {
            "TERM": "xterm-256color",
            "KNELL_DATA": str(data),
            "LINES": str(LINES),
            "COLUMNS": str(COLUMNS),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=known | environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._ours = ours
        self.written = ""
        self._seen = 0

    def wait_for(self, text: str) -> str:
        """Read until something new holds this text; return what was new."""
        until = time.monotonic() + PATIENCE
        while text not in self.written[self._seen :]:
            assert time.monotonic() < until, f"never saw {text!r} in {self.written[self._seen :]!r}"
            if not self._read(0.2) and self._process.poll() is not None:
                self._read(0.2)
                break
        fresh = self.written[self._seen :]
        assert text in fresh, fresh
        self._seen = len(self.written)
        return fresh

    def _read(self, seconds: float) -> bool:
        ready, _writable, _broken = select.select([self._ours], [], [], seconds)
        if not ready:
            return False
        try:
            self.written += os.read(self._ours, 65536).decode(errors="replace")
        except OSError:
            return False
        return True

    def key(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def end(self) -> int:
        while self._read(1.0):
            pass
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._ours)


@pytest.fixture
def screens() -> Iterator[list[Screen]]:
    opened: list[Screen] = []
    yield opened
    for screen in opened:
        screen.close()


def begin(screens: list[Screen], data: Path, *more: str, **environment: str) -> Screen:
    arguments = ("play", "--seed", "5", "--players", "7", "--automatic", "rulings", *more)
    screen = Screen(data, *arguments, **environment)
    screens.append(screen)
    return screen


def test_a_card_leaves_nothing_behind(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path, NO_COLOR="1")
    screen.wait_for("Wake Cy")
    screen.key("\n")
    screen.wait_for("GUS")
    assert ENTER_SCREEN in screen.written
    screen.key("x")
    screen.key("\n")
    screen.wait_for("Wake Gus")
    assert LEAVE_SCREEN in screen.written
    outside = screen.written
    while ENTER_SCREEN in outside:
        before, _mark, rest = outside.partition(ENTER_SCREEN)
        outside = before + rest.partition(LEAVE_SCREEN)[2]
    assert "This is the Demon" not in outside
    assert "GUS" not in outside


def test_everything_is_drawn_on_the_alternate_screen(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path)
    screen.wait_for("Wake Cy")
    screen.key("q\n")
    assert screen.end() == 0
    before, _mark, inside = screen.written.partition(ENTER_SCREEN)
    drawn, _mark, after = inside.partition(LEAVE_SCREEN)
    assert "Wake Cy" in drawn
    assert "Wake Cy" not in before + after
    assert "Everything is saved." in after


def test_ctrl_c_on_a_terminal_keeps_the_game(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path)
    screen.wait_for("Wake Cy")
    screen.key("\x03")
    assert screen.end() == 130
    assert "Go on with: knell play --resume" in screen.written.rpartition(LEAVE_SCREEN)[2]


def test_ctrl_c_on_a_card_keeps_what_was_answered(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path)
    screen.wait_for("Wake Cy")
    screen.key("\n")
    screen.wait_for("This is the Demon")
    screen.key("\x03")
    assert screen.end() == 130
    (file,) = tmp_path.glob("games/*.jsonl")
    assert '"asked":"minioninfo"' in file.read_text(encoding="utf-8")


def test_without_colours_there_are_none(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path, NO_COLOR="1")
    screen.wait_for("Wake Cy")
    screen.key("q\n")
    assert screen.end() == 0
    assert "\x1b[3" not in screen.written
    assert "\x1b[1m" not in screen.written


def test_a_dumb_terminal_gets_no_codes_at_all(screens: list[Screen], tmp_path: Path) -> None:
    screen = begin(screens, tmp_path, TERM="dumb")
    screen.wait_for("Wake Cy")
    screen.key("\n")
    screen.wait_for("[card for Cy]")
    screen.key("q\n")
    assert screen.end() == 0
    assert "\x1b" not in screen.written

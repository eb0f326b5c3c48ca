"""The terminal: lines in, pages out, and a page of its own for what players are shown.

On a real terminal Knell draws on the alternate screen, so that nothing of the Grimoire stays behind.
Everywhere else, and with ``NO_COLOR``, it prints one thing after the other without control codes.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TextIO

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text
from rich.theme import Theme

from knell.texts import _

__all__ = ["Hanging", "InputEnded", "Terminal", "fitted", "joined"]

# Middle tones, so that they can be read on dark and on light ground.
THEME: Final = Theme(
    {
        "townsfolk": "#5b9dff",
        "outsider": "#22a8c9",
        "minion": "#f0873c",
        "demon": "bold #f4574a",
        "traveller": "#b07cff",
        "fabled": "#c9a227",
        "loric": "#5fae4e",
        "good": "#5b9dff",
        "evil": "#f4574a",
        "muted": "bright_black",
        "token": "italic #c9a227",
        "now": "bold #e8b339",
        "ask": "bold",
        "acting": "bold reverse #e8b339",
        "dead": "strike bright_black",
        "say": "bold",
        "trouble": "#f4574a",
        "key": "bold #e8b339",
        "fine": "#4fae5f",
    }
)
QUIT: Final = ("q", "ㅂ")
"""What stops reading; also as the same key gives it on a Korean keyboard."""
PLAIN_WIDTH: Final = 100
"""How wide the output is where there is no terminal that has a width."""


class InputEnded(Exception):  # noqa: N818 - named for what happened
    """There is nobody there any more: end of file where an answer was awaited."""


class _Output(Console):
    def on_broken_pipe(self) -> None:
        """Let the command line say goodbye, as for every other command: it does so quietly."""
        raise BrokenPipeError


class Terminal:
    """Where Knell reads and writes.

    ``full_screen``: it draws each page anew. ``covers``: a page can be put over everything and taken
    away without a trace.
    """

    def __init__(
        self, stdin: TextIO | None = None, stdout: TextIO | None = None, *, plain: bool = False
    ) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.is_real = self.stdin.isatty() and self.stdout.isatty() and os.environ.get("TERM") != "dumb"
        colourless = plain or bool(os.environ.get("NO_COLOR")) or not self.stdout.isatty()
        colourless = colourless or os.environ.get("TERM") == "dumb"
        self.covers = self.is_real
        self.full_screen = self.is_real and not colourless
        self.console = _Output(
            file=self.stdout,
            color_system=None if colourless else "auto",
            force_terminal=not colourless,
            width=None if self.stdout.isatty() else _width_elsewhere(),
            theme=THEME,
            highlight=False,
            emoji=False,
            markup=False,
            legacy_windows=False if colourless else None,
        )
        self._lines: list[RenderableType] = []
        if self.is_real and self.stdin is sys.stdin:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - input() has line editing with it

    # -- sizes -----------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """How many cells fit in a line."""
        return max(40, self.console.width)

    @property
    def height(self) -> int:
        """How many lines fit on a page; as many as you like where pages scroll by."""
        return max(16, self.console.height) if self.full_screen else 1000

    # -- out -------------------------------------------------------------------------------------

    def print(self, *things: RenderableType, style: str | None = None) -> None:
        """Print each thing below what is there; without any, an empty line."""
        for thing in things or (Text(),):
            self.console.print(thing, style=style)

    def draw(self, lines: Sequence[Text]) -> None:
        """Put a page in the place of the one that is there."""
        self.console.clear()
        for line in lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)

    def page(self, *things: RenderableType, more: bool = False) -> bool:
        """Show something that is read and left again: a page at a time where there are pages.

        ``more`` says that something else follows. Returns whether the reader wants to go on.
        """
        if not self.full_screen:
            self.print(*things)
            return True
        lines = self._rendered(things)
        room = self.height - 2
        for start in range(0, max(1, len(lines)), room):
            self.console.clear()
            for line in lines[start : start + room]:
                self.console.print(line, end="", no_wrap=True, crop=True)
            follows = more or start + room < len(lines)
            hint = _("Enter: next page. q: back") if follows else _("Enter: back")
            if self.ask(f"{hint} ").strip().lower() in QUIT:
                return False
        return True

    def _rendered(self, things: Sequence[RenderableType]) -> list[Text]:
        """The lines that something takes up, each ending with its line break."""
        with self.console.capture() as captured:
            self.print(*things)
        return [Text.from_ansi(line + "\n", end="") for line in captured.get().split("\n")[:-1]]

    @contextlib.contextmanager
    def screen(self) -> Iterator[None]:
        """Draw on the alternate screen from here to the end of the block."""
        if not self.full_screen:
            yield
            return
        self.console.set_alt_screen(True)
        try:
            yield
        finally:
            self.console.set_alt_screen(False)

    def cover(self, lines: Sequence[Text]) -> None:
        """Show a page to somebody else, until a key is pressed; nothing of it stays.

        Where pages can't be taken away, the lines are printed.
        """
        if not self.covers:
            for line in lines:
                self.print(line)
            return
        inside = self.full_screen
        with _single_keys(self.stdin) as key_pressed:
            self.stdout.write("\x1b[2J\x1b[H" if inside else "\x1b[?1049h\x1b[2J\x1b[H")
            self.stdout.write("\x1b[?25l")
            try:
                self.stdout.write("\n" * max(0, (self.console.height - len(lines)) // 2))
                for line in lines:
                    self.console.print(line, no_wrap=True, crop=True)
                self.stdout.flush()
                while not _closes(key_pressed()):
                    pass  # a slip
            finally:
                end = "\x1b[2J\x1b[H\x1b[?25h"
                self.stdout.write(end if inside else f"{end}\x1b[?1049l")
                self.stdout.flush()

    def wait(self, seconds: float) -> None:
        """Give people time to read."""
        if seconds > 0:
            self.stdout.flush()
            time.sleep(seconds)

    # -- in --------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """Read one line. Raises ``InputEnded`` when there are no more."""
        if self.is_real and self.stdin is sys.stdin and self.stdout is sys.stdout:
            try:
                return input(prompt)
            except EOFError as error:
                raise InputEnded from error
        self.stdout.write(prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        if not line:
            self.stdout.write("\n")
            raise InputEnded
        if not self.stdin.isatty():
            self.stdout.write(line if line.endswith("\n") else f"{line}\n")
        return line.rstrip("\r\n")

    def suggest(self, words: Sequence[str]) -> None:
        """Let the tab key complete these words."""
        if "readline" not in sys.modules or not self.is_real:
            return
        import readline

        def complete(start: str, which: int) -> str | None:
            fitting = [word for word in words if word.casefold().startswith(start.casefold())]
            return f"{fitting[which]} " if which < len(fitting) else None

        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


class Hanging:
    """A text whose first line stands in by ``first`` cells, or behind a label, and the others by ``rest``.

    No line has blanks at its end.
    """

    def __init__(self, text: Text, *, first: int = 0, rest: int = 0, label: Text | None = None) -> None:
        self._text = text
        self._first = first
        self._rest = rest
        self._label = label

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        start = Text(" " * self._first) if self._label is None else self._label.copy()
        if self._label is not None:
            start.pad_right(max(0, self._rest - start.cell_len))
        if start.cell_len > self._rest and self._label is not None:
            yield start
            start = Text(" " * self._rest)
        lines = self._text.wrap(console, max(10, options.max_width - max(start.cell_len, self._rest)))
        for place, line in enumerate(lines):
            whole = Text(" " * self._rest) if place else start
            line.rstrip()
            whole.append_text(line)
            yield whole


def _closes(keys: str) -> bool:
    """Whether these keys put a card away: Enter, space or escape. An arrow key is no escape."""
    if keys in ("\x03", "\x04", ""):
        raise KeyboardInterrupt
    return keys == "\x1b" or (keys[0] != "\x1b" and any(key in "\r\n " for key in keys))


@contextlib.contextmanager
def _single_keys(stdin: TextIO) -> Iterator[Callable[[], str]]:
    """Keys one by one, without showing them; what was typed before doesn't count."""
    if stdin is not sys.stdin:
        yield stdin.readline
    elif sys.platform == "win32":
        import msvcrt

        yield msvcrt.getwch
    else:
        import termios
        import tty

        descriptor = stdin.fileno()
        before: list[Any] = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSAFLUSH)
            yield lambda: os.read(descriptor, 64).decode(errors="replace")
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _width_elsewhere() -> int:
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdigit() and int(columns) >= 40 else PLAIN_WIDTH


def fitted(text: Text, width: int, *, align: str = "left") -> Text:
    """The text in exactly so many cells: cut off with an ellipsis, or filled up."""
    text = text.copy()
    if text.cell_len > width:
        text.truncate(max(0, width), overflow="ellipsis")
    missing = width - text.cell_len
    left = {"left": 0, "center": missing // 2, "right": missing}[align]
    text.pad_left(left)
    text.pad_right(missing - left)
    return text


def joined(parts: Sequence[Text], between: str = "  ") -> Text:
    """Texts one after the other."""
    return Text(between, end="").join(parts)

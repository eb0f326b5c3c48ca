"""The command ``knell``: everything that can be done in a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from knell import __version__
from knell.messages import N_
from knell.texts import _, fill, find_language, languages, use_language

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    asked = _language_asked(given)
    language = find_language(asked or "en")
    with use_language(language or "en"):
        if language is None and _is_explicit(given):
            message = _("Knell doesn't speak “{language}”. It speaks {known}.")
            print(fill(message, language=asked, known=", ".join(languages())), file=sys.stderr)
            return 2
        with _argparse_in_this_language():
            parser = _parser()
            try:
                parsed = parser.parse_args(given)
            except _Misused as misuse:
                print(misuse, file=sys.stderr)
                return 2
            except SystemExit as done:
                return done.code if isinstance(done.code, int) else 2
        if getattr(parsed, "run", None) is None:
            parser.print_help()
            return 0
        return _run(parsed)


def _run(parsed: argparse.Namespace) -> int:
    from knell.cli.terminal import InputEnded, Terminal

    terminal = Terminal(plain=parsed.plain)
    try:
        status: int = parsed.run(parsed, terminal)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print()
        return 130
    except InputEnded:
        return 1
    except BrokenPipeError:
        # Whoever read the output has had enough; nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        reason = error.strerror or str(error)
        place = f"{error.filename}: " if error.filename else ""
        print(place + fill(_("That can't be done: {reason}."), reason=reason), file=sys.stderr)
        return 2
    return status


# -- the language ------------------------------------------------------------------------------------


def _is_explicit(given: Sequence[str]) -> bool:
    return any(word == "--lang" or word.startswith("--lang=") for word in given)


def _language_asked(given: Sequence[str]) -> str:
    """The language that is asked for: by the option, else by the environment."""
    for place, word in enumerate(given):
        if word == "--lang" and place + 1 < len(given):
            return given[place + 1]
        if word.startswith("--lang="):
            return word.partition("=")[2]
    for name in ("KNELL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return "en"


@contextmanager
def _argparse_in_this_language() -> Iterator[None]:
    """Let argparse's own texts come from Knell's catalogues while the line is read."""
    before = vars(argparse)["_"]
    vars(argparse)["_"] = _
    try:
        yield
    finally:
        vars(argparse)["_"] = before


_OF_ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("expected one argument"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
    N_("invalid %(type)s value: %(value)r"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
)
"""What argparse says, for the catalogues."""


# -- the arguments -----------------------------------------------------------------------------------


class _Misused(Exception):  # noqa: N818 - named for what happened
    """The command line isn't one that Knell understands; ``str()`` says why and what would help."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and where help is; has the options that every command has."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.add_argument(
            "--lang",
            metavar=_("LANGUAGE"),
            default=argparse.SUPPRESS,
            help=_("en or ko (default: that of your system)"),
        )
        self.add_argument(
            "--plain",
            action="store_true",
            default=argparse.SUPPRESS,
            help=_("no colours, and pages that scroll by"),
        )

    def error(self, message: str) -> NoReturn:
        hint = fill(_("Help: {command} --help"), command=self.prog)
        raise _Misused(f"{message}\n{hint}")


def _parser() -> argparse.ArgumentParser:
    from knell.cli import check, explain, games, new_character, play, serve

    parser = _Parser(
        prog="knell",
        description=_("Knell helps the Storyteller run a game of Blood on the Clocktower. Unofficial."),
        epilog=_("Begin with: knell play --auto, and then: knell play"),
    )
    parser.set_defaults(plain=False, run=None)
    parser.add_argument(
        "--version", action="version", version=f"knell {__version__}", help=_("say which Knell this is")
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser)
    for module in (play, serve, games, explain, check, new_character):
        module.add_parser(commands)
    return parser

"""``knell play``: begin a game, or go on with one; with ``--auto`` watch one play itself."""

from __future__ import annotations

import argparse
import secrets

from rich.text import Text

from knell.cli.finding import NotFound
from knell.cli.options import add_data_option, add_levels, automation_for, store_for
from knell.cli.seating import DEFAULT_SCRIPT, CannotBegin, header_for, read_script, refused, remarks
from knell.cli.terminal import InputEnded, Terminal
from knell.engine import SetupRefused
from knell.record import GameInUse, OpenGame, RecordError
from knell.texts import _, fill
from knell.words import explained

__all__ = ["add_parser", "resume", "run", "sit_down"]

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put ``play`` among the commands."""
    parser = commands.add_parser(
        "play",
        help=_("run a game as its Storyteller, or watch one with --auto"),
        description=_(
            "Deals and walks you through a whole game, night step by night step. Everything is saved at "
            "once, and everything can be undone."
        ),
    )
    parser.add_argument(
        "script",
        nargs="?",
        default=DEFAULT_SCRIPT,
        metavar=_("SCRIPT"),
        help=_(
            "a bundled script by its name, a script file or an almanac document (default: 첨성대에 흐른 피)"
        ),
    )
    parser.add_argument(
        "--players",
        default="",
        metavar=_("NAMES|N"),
        help=_("their names clockwise, parted by commas, or how many there are (default: 10)"),
    )
    parser.add_argument(
        "--travellers",
        default="",
        metavar="N",
        help=_("how many Travellers, or who: Tess=thief:evil,Ray=beggar:good"),
    )
    parser.add_argument(
        "--with",
        dest="with_",
        action="append",
        default=[],
        metavar=_("CHARACTERS"),
        help=_("characters that must be in"),
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar=_("CHARACTERS"),
        help=_("characters that must stay out"),
    )
    parser.add_argument("--seed", type=int, metavar=_("NUMBER"), help=_("draws the same game again"))
    parser.add_argument("--resume", metavar="ID", help=_("go on with a game of yours"))
    add_data_option(parser)
    add_levels(parser)
    parser.add_argument("--auto", action="store_true", help=_("let simple bots play, and tell the story"))
    parser.add_argument(
        "--pace",
        type=float,
        metavar=_("SECONDS"),
        help=_("with --auto, how long each line stays alone (default: a moment in a terminal, else none)"),
    )
    parser.add_argument("--keep", action="store_true", help=_("with --auto, keep the game among yours"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Begin a game, or go on with one."""
    if arguments.resume:
        return resume(arguments.resume, arguments, terminal)
    seed = arguments.seed if arguments.seed is not None else secrets.randbelow(1_000_000)
    try:
        automation = automation_for(arguments)
        script = read_script(arguments.script)
        for line in remarks(script):
            terminal.print(Text(line, style="muted"))
        header = header_for(
            script,
            players=arguments.players,
            travellers=arguments.travellers,
            with_=arguments.with_,
            without=arguments.without,
            seed=seed,
        )
    except (CannotBegin, NotFound) as reason:
        return _complain(terminal, str(reason))
    if arguments.auto:
        from knell.cli.auto import watch

        try:
            return watch(terminal, header, store_for(arguments), pace=arguments.pace, keep=arguments.keep)
        except SetupRefused as refusal:
            return _complain(terminal, refused(header, refusal))
    try:
        opened = store_for(arguments).create(header, automation=automation)
    except SetupRefused as refusal:
        return _complain(terminal, refused(header, refusal))
    except OSError as error:
        message = _("The game can't be saved in {folder}: {reason}.")
        return _complain(
            terminal, fill(message, folder=store_for(arguments).folder, reason=error.strerror or error)
        )
    return sit_down(terminal, opened, cards=not arguments.no_cards)


def resume(name: str, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Go on with a game. One that doesn't fit any more is opened for looking, as far as it fits."""
    store = store_for(arguments)
    try:
        automation = automation_for(arguments)
        try:
            opened = store.open(name, automation=automation)
        except RecordError as error:
            if not error.saved:
                raise
            terminal.print(Text(explained(error)))
            opened = store.open(name, salvage=True, automation=automation)
    except (NotFound, GameInUse) as reason:
        return _complain(terminal, str(reason))
    except RecordError as error:
        hint = _("knell games lists your games.")
        return _complain(terminal, f"{explained(error)}\n{hint}")
    return sit_down(terminal, opened, cards=not arguments.no_cards)


def sit_down(terminal: Terminal, opened: OpenGame, *, cards: bool = True) -> int:
    """Walk through a game for as long as the Storyteller stays."""
    from knell.cli.sitting import Quit, Sitting
    from knell.cli.walk import Walk

    status = 0
    with opened:
        try:
            with terminal.screen():
                Walk(Sitting(terminal, opened, cards=cards)).run()
        except KeyboardInterrupt:
            status = INTERRUPTED
        except (InputEnded, Quit):
            pass
        over = opened.table.over
    say = _("The game is over and kept as {name}.") if over and not status else _("Everything is saved.")
    terminal.print(Text(fill(say, name=opened.name)))
    if not (over and not status):
        terminal.print(Text(fill(_("Go on with: knell play --resume {name}"), name=opened.name), style="key"))
    return status


def _complain(terminal: Terminal, sentence: str) -> int:
    for line in sentence.splitlines():
        terminal.print(Text(line))
    return 2

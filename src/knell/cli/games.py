"""``knell games``: the games that are kept: list, resume, delete, export, import."""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from knell.cli.finding import yes_or_no
from knell.cli.options import add_data_option, add_levels, store_for
from knell.cli.play import resume
from knell.cli.terminal import InputEnded, Terminal
from knell.record import GameInfo, GameInUse, RecordError, load
from knell.texts import _, fill, ngettext
from knell.words import explained

__all__ = ["add_parser", "run"]


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put ``games`` and what can be done with games among the commands."""
    parser = commands.add_parser("games", help=_("your games: list, resume, delete, export, import"))
    add_data_option(parser)
    parser.add_argument("--json", action="store_true", help=_("list them as JSON, for programs"))
    parser.set_defaults(run=run, do=_list)
    tasks = parser.add_subparsers(title=_("what to do"), metavar=_("TASK"))
    for name, help_, do in (
        ("list", _("list all games (what happens without anything else)"), _list),
        ("resume", _("go on with a game"), _resume),
        ("delete", _("delete a game for good"), _delete),
        ("export", _("copy a game into a file"), _export),
        ("import", _("take a game in from a file"), _import),
    ):
        task = tasks.add_parser(name, help=help_)
        if name == "list":
            task.add_argument(
                "--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
            )
        if name in ("resume", "delete", "export"):
            task.add_argument("game", metavar="ID", help=_("the game, as knell games lists it"))
        if name in ("export", "import"):
            task.add_argument("file", type=Path, metavar=_("FILE"))
        if name == "delete":
            task.add_argument("--yes", action="store_true", help=_("don't ask first"))
        if name == "export":
            task.add_argument("--force", action="store_true", help=_("write over a file that is there"))
        if name == "resume":
            add_levels(task)
        task.add_argument(
            "--data", type=Path, default=argparse.SUPPRESS, metavar=_("FOLDER"), help=argparse.SUPPRESS
        )
        task.set_defaults(do=do)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Do what was asked for with the games."""
    try:
        status: int = arguments.do(arguments, terminal)
    except RecordError as error:
        terminal.print(Text(explained(error)))
        return 2
    except GameInUse as error:
        terminal.print(Text(str(error)))
        return 2
    except OSError as error:
        terminal.print(Text(fill(_("That can't be done: {reason}."), reason=error.strerror or str(error))))
        return 2
    return status


def _list(arguments: argparse.Namespace, terminal: Terminal) -> int:
    games = store_for(arguments).list()
    if arguments.json:
        print(json.dumps([_plain(game) for game in games], ensure_ascii=False, indent=2))
        return 0
    if not games:
        terminal.print(Text(_("There are no games yet. Begin one with: knell play")))
        return 0
    table = Table(box=box.SIMPLE_HEAD if terminal.full_screen else None, pad_edge=False, header_style="muted")
    for column in ("ID", _("script"), _("people"), _("played"), _("state")):
        table.add_column(column, no_wrap=column == "ID", overflow="fold")
    for game in games:
        header = game.header
        table.add_row(
            Text(game.name, style="key"),
            header.script.name if header is not None else "?",
            str(len(header.players)) if header is not None else "?",
            game.changed.astimezone().strftime("%Y-%m-%d %H:%M"),
            _state(game),
        )
    terminal.print(table)
    terminal.print(Text(_("Go on with: knell games resume ID"), style="muted"))
    return 0


def _plain(game: GameInfo) -> dict[str, Any]:
    """A game for programs; what can't be known of one that can't be opened is null."""
    header = game.header
    return {
        "id": game.name,
        "path": str(game.path),
        "script": None if header is None else header.script.name,
        "players": None if header is None else list(header.players),
        "changed": game.changed.isoformat(),
        "answers": game.answers,
        "in_use": game.in_use,
        "problem": None if game.problem is None else explained(game.problem),
    }


def _state(game: GameInfo) -> str:
    if game.problem is not None:
        return str(game.problem.problem)
    if game.in_use:
        return _("being played")
    return fill(ngettext("{count} answer", "{count} answers", game.answers), count=game.answers)


def _resume(arguments: argparse.Namespace, terminal: Terminal) -> int:
    return resume(arguments.game, arguments, terminal)


def _delete(arguments: argparse.Namespace, terminal: Terminal) -> int:
    store = store_for(arguments)
    path = store.path(arguments.game)
    if not path.exists():
        store.delete(arguments.game)  # says that there is no such game
    if not arguments.yes:
        question = fill(_("Delete the game {name} for good? [y/N]"), name=arguments.game)
        try:
            sure = yes_or_no(terminal.ask(f"{question} "))
        except InputEnded:
            sure = False
        if not sure:
            terminal.print(Text(_("It is still there.")))
            return 1
    store.delete(arguments.game)
    terminal.print(Text(fill(_("The game {name} has been deleted."), name=arguments.game)))
    return 0


def _export(arguments: argparse.Namespace, terminal: Terminal) -> int:
    path = store_for(arguments).path(arguments.game)
    if arguments.file.exists() and not arguments.force:
        message = _("{file} is there already; --force writes over it.")
        terminal.print(Text(fill(message, file=arguments.file)))
        return 2
    load(path, salvage=True)  # says what is wrong with a game that isn't there or can't be read
    shutil.copyfile(path, arguments.file)
    terminal.print(Text(fill(_("The game is in {file} now."), file=arguments.file)))
    return 0


def _import(arguments: argparse.Namespace, terminal: Terminal) -> int:
    name = store_for(arguments).adopt(arguments.file)
    terminal.print(Text(fill(_("The game is among yours as {name}."), name=name)))
    terminal.print(Text(fill(_("Go on with: knell play --resume {name}"), name=name)))
    return 0

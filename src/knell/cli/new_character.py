"""``knell new-character``: the skeleton of a character and of its first scenario, in a checkout."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rich.text import Text

from knell.cli.skeleton import CHOOSES, LEARNS, Skeleton
from knell.cli.terminal import Terminal
from knell.facts import FACTS
from knell.texts import _, fill

__all__ = ["add_parser", "run"]

FOLDERS: Final[Mapping[str, str]] = {
    "townsfolk": "townsfolk",
    "outsider": "outsiders",
    "minion": "minions",
    "demon": "demons",
    "traveller": "travellers",
}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put ``new-character`` among the commands."""
    parser = commands.add_parser(
        "new-character",
        help=_("for contributors: the skeleton of a new character"),
        description=_(
            "Writes a module that fits the character, and a first scenario. Where it comes in the night and "
            "which tokens it has is known of official ones; say what it chooses and learns. Run it in a "
            "checkout of Knell."
        ),
    )
    parser.add_argument("id", metavar="ID", help=_("as files write it: lower case letters"))
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("as printed; official ones are known"))
    parser.add_argument("type", metavar=_("TYPE"), nargs="?", help=", ".join(FOLDERS))
    parser.add_argument(
        "--chooses",
        choices=CHOOSES,
        metavar=_("WHAT"),
        help=_among(_("whom or what its player chooses"), CHOOSES),
    )
    parser.add_argument(
        "--learns",
        choices=LEARNS,
        default=LEARNS[0],
        metavar=_("WHAT"),
        help=_among(_("what its player is shown"), LEARNS),
    )
    parser.add_argument("--once", action="store_true", help=_("it is used once in a game"))
    parser.add_argument("--by-day", action="store_true", help=_("it is used by day"))
    parser.add_argument("--root", type=Path, default=Path(), metavar=_("FOLDER"), help=_("the checkout"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Write the two files, unless they are there."""
    problem = _problem(arguments)
    if problem:
        terminal.print(Text(problem))
        return 2
    fact = FACTS.get(arguments.id)
    name = arguments.name or (fact.name if fact is not None else arguments.id)
    kind = arguments.type or (fact.type if fact is not None else "")
    module = arguments.root / "src/knell/characters" / FOLDERS[kind] / f"{arguments.id}.py"
    scenario = arguments.root / "tests/scenarios" / f"{arguments.id}.yaml"
    for file in (module, scenario):
        if file.exists():
            terminal.print(Text(fill(_("{file} is there already."), file=file)))
            return 2
    made = Skeleton(
        arguments.id,
        name,
        kind,
        chooses=arguments.chooses or _usual_choice(arguments, kind),
        learns=arguments.learns,
        once=arguments.once,
        by_day=arguments.by_day,
    )
    module.write_text(made.module(), encoding="utf-8")
    scenario.write_text(made.scenario(), encoding="utf-8")
    for file in (module, scenario):
        terminal.print(Text(fill(_("Written: {file}"), file=file)))
    terminal.print(Text(_("Fill in what stands in capitals, then run:")))
    terminal.print(Text(f"  knell check {scenario}"))
    return 0


def _problem(arguments: argparse.Namespace) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9]*", arguments.id):
        return fill(_("“{id}” can't be an id: use lower case letters, like fortuneteller."), id=arguments.id)
    kind = arguments.type or (FACTS[arguments.id].type if arguments.id in FACTS else "")
    if arguments.id not in FACTS and (not arguments.name or not arguments.type):
        return _("This character isn't an official one: say its name and its type, too.")
    if kind not in FOLDERS:
        return fill(_("“{type}” is no type; there are {known}."), type=kind, known=", ".join(FOLDERS))
    if not (arguments.root / "src/knell/characters").is_dir():
        return _(
            "There is no src/knell/characters here. Run this in a checkout of Knell, or say with --root "
            "where it is."
        )
    return ""


def _usual_choice(arguments: argparse.Namespace, kind: str) -> str:
    """What is chosen where nobody says it: by day somebody, and by a Demon its victim."""
    return "player" if arguments.by_day or kind == "demon" else "nobody"


def _among(what: str, known: tuple[str, ...]) -> str:
    return f"{what}: {', '.join(known)}"

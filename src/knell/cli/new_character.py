"""``knell new-character``: the skeleton of a character and of its first scenario, in a checkout."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rich.text import Text

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
            "Writes a module with everything that a character may have, and a first scenario beside it. Run "
            "it in a checkout of Knell."
        ),
    )
    parser.add_argument("id", metavar="ID", help=_("as files write it: lower case letters"))
    parser.add_argument("name", metavar=_("NAME"), nargs="?", help=_("as printed; official ones are known"))
    parser.add_argument("type", metavar=_("TYPE"), nargs="?", help=", ".join(FOLDERS))
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
    values = {
        "id": arguments.id,
        "name": name,
        "kind": kind,
        "class_": class_name(name),
        "tokens": _tokens(arguments.id),
    }
    values["base"] = kind.capitalize()
    needed = [values["base"], "Turn", *(["TokenType"] if values["tokens"] else [])]
    values["imports"] = ", ".join(sorted(needed))
    module.write_text(MODULE.format(**values), encoding="utf-8")
    scenario.write_text(SCENARIO.format(**values, seat=_seats(arguments.id, kind)), encoding="utf-8")
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


def class_name(name: str) -> str:
    """A name as Python classes have it: ``Fortune Teller`` is ``FortuneTeller``."""
    words = re.findall(r"[A-Za-z0-9]+", name.replace("'", "").replace("’", ""))
    return "".join(word[:1].upper() + word[1:] for word in words) or "NewCharacter"


def _tokens(id_: str) -> str:
    from knell.characters import character

    if id_ not in FACTS:
        return ""
    tokens = ", ".join(f'"{token}": TokenType()' for token in character(id_).tokens)
    return f"    tokens = {{{tokens}}}\n" if tokens else ""


def _seats(id_: str, kind: str) -> str:
    """A small table with the new character in the place of one of its type."""
    table = {"demon": "imp", "minion": "baron", "townsfolk": "empath", "outsider": "saint", "traveller": ""}
    table[kind] = id_
    names = ["Ada", "Bo", "Cy", "Dot", "Eve"]
    chosen = [table["demon"], table["minion"], table["townsfolk"], table["outsider"], "monk"]
    lines = [f"  - {name}: {character}" for name, character in zip(names, chosen, strict=True)]
    if kind == "traveller":
        lines.append(f"  - Fay: {{character: {id_}, alignment: good}}")
    return "\n".join(lines)


MODULE: Final = '''"""The {name}."""

from __future__ import annotations

from knell.engine import {imports}
from knell.messages import N_


class {class_}({base}):
    """IN ONE LINE."""

    id = "{id}"
    summary = N_("WHAT THE ABILITY IS, IN ONE OR TWO SENTENCES OF YOUR OWN.")
    how_to_run = (
        N_("WHAT THE STORYTELLER DOES FIRST."),
        N_("AND THEN."),
    )
    notes = (N_("WHAT TRIPS PEOPLE UP."),)
{tokens}
    def night(self, turn: Turn) -> None:
        """Every night in its place. For the first night alone, this is called ``start``.

        Choosing, marking, killing and showing take drunkenness and poison into account by themselves.
        """
        target = turn.choose_player(turn.others)
        turn.tell((target in turn.living,), (True, False))
'''

SCENARIO: Final = """title: The {name} DOES WHAT IT DOES
covers: []
players:
{seat}
play:
  - night 2: []
  - expect: {{winner: null}}
"""

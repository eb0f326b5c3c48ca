"""Options that several commands have: where games are kept, and how much Knell does by itself."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from knell.cli.settings import automation_from
from knell.record import Automation, GameStore
from knell.texts import _

__all__ = ["add_data_option", "add_levels", "automation_for", "store_for"]


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """The option that says where games are kept."""
    parser.add_argument(
        "--data",
        type=Path,
        metavar=_("FOLDER"),
        help=_("where games are kept (default: KNELL_DATA, or the usual place of your system)"),
    )


def store_for(arguments: argparse.Namespace) -> GameStore:
    """The games in the folder that was asked for."""
    folder: Path | None = arguments.data
    if folder is None and os.environ.get("KNELL_DATA"):
        folder = Path(os.environ["KNELL_DATA"])
    if folder is None:
        import platformdirs

        folder = Path(platformdirs.user_data_dir("knell", appauthor=False))
    return GameStore(folder / "games")


def add_levels(parser: argparse.ArgumentParser) -> None:
    """The options that say how much Knell does by itself, and how it shows things."""
    what = _("WHAT")
    parser.add_argument(
        "--automatic",
        action="append",
        default=[],
        metavar=what,
        help=_("Knell answers these by itself: showings, rulings, chance, or one like imp.successor"),
    )
    parser.add_argument(
        "--suggested", action="append", default=[], metavar=what, help=_("Knell asks and suggests")
    )
    parser.add_argument(
        "--by-hand", action="append", default=[], metavar=what, help=_("Knell asks and says nothing")
    )
    parser.add_argument(
        "--no-cards", action="store_true", help=_("don't put what players are shown on cards")
    )


def automation_for(arguments: argparse.Namespace) -> Automation:
    """How much Knell does by itself, as it was asked for. Raises ``NotFound``."""
    return automation_from(arguments.by_hand, arguments.suggested, arguments.automatic)

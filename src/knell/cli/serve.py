"""``knell serve``: the Grimoire in the browser."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from knell.cli.terminal import Terminal
from knell.texts import _

__all__ = ["add_parser"]


def add_parser(commands: argparse._SubParsersAction[Any]) -> None:
    """Add this command to the command line."""
    about = _("run the Grimoire in the browser")
    parser = commands.add_parser("serve", help=about, description=f"{about[0].upper()}{about[1:]}.")
    parser.add_argument(
        "--host",
        metavar=_("ADDRESS"),
        help=_("where to listen (default: this machine only; 0.0.0.0 for everybody in your network)"),
    )
    parser.add_argument("--port", type=int, metavar=_("NUMBER"), help=_("at which port (default: 8484)"))
    parser.add_argument("--data", metavar=_("FOLDER"), help=_("where the games are kept"))
    parser.add_argument(
        "--config", type=Path, metavar=_("FILE"), help=_("a file of settings (default: that of your system)")
    )
    parser.add_argument("--log", metavar=_("LEVEL"), help=_("debug, info, warning, error or critical"))
    parser.add_argument("--no-browser", action="store_true", help=_("don't open the browser"))
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace, _terminal: Terminal) -> int:
    """Serve until somebody stops it."""
    from knell.web.base.configuration import Configuration, ConfigurationError, from_file, usual_file
    from knell.web.site.server import CannotServe, serve

    given = {
        "KNELL_HOST": parsed.host,
        "KNELL_PORT": parsed.port,
        "KNELL_DATA": parsed.data,
        "KNELL_LOG": parsed.log,
    }
    os.environ |= {name: str(value) for name, value in given.items() if value is not None}
    file = parsed.config or usual_file()
    try:
        if parsed.config is not None or file.is_file():
            for name, value in from_file(file).items():
                os.environ.setdefault(name, value)  # options and variables count for more
        known = Configuration.from_environment()
        serve(known, browser=not parsed.no_browser, tell=lambda text: print(text, flush=True))
    except (ConfigurationError, CannotServe) as error:
        print(error, file=sys.stderr)
        return 1
    return 0

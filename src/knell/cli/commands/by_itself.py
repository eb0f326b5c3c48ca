"""What Knell does by itself: which questions it answers, and where it only suggests."""

from __future__ import annotations

from rich.text import Text

from knell.cli.commands.chapters import BY_ITSELF
from knell.cli.settings import kind_names, level_names, setting
from knell.cli.sitting import Sitting
from knell.messages import N_
from knell.record import Level
from knell.texts import _, fill, pgettext


@BY_ITSELF.command(
    "automatic",
    called=lambda: pgettext("command", "automatic"),
    usage=N_("WHAT"),
    about=N_("Knell answers by itself: showings, rulings, chance, or one like imp.successor"),
)
def _automatic(sitting: Sitting, rest: str) -> None:
    _set(sitting, rest, Level.AUTOMATIC)


@BY_ITSELF.command(
    "suggested",
    called=lambda: pgettext("command", "suggested"),
    usage=N_("WHAT"),
    about=N_("Knell asks and suggests"),
)
def _suggested(sitting: Sitting, rest: str) -> None:
    _set(sitting, rest, Level.SUGGESTED)


@BY_ITSELF.command(
    "byhand",
    called=lambda: pgettext("command", "byhand"),
    usage=N_("WHAT"),
    about=N_("Knell asks and says nothing"),
)
def _by_hand(sitting: Sitting, rest: str) -> None:
    _set(sitting, rest, Level.BY_HAND)


def _set(sitting: Sitting, rest: str, level: Level) -> None:
    """Set how much Knell does about some questions; without any, list what is set."""
    if not rest:
        _settings(sitting)
        return
    automation = sitting.table.automation
    for word in rest.replace(",", " ").split():
        automation = automation.having(setting(word), level)
    sitting.table.automation = automation
    sitting.note(fill(_("From now on {level}: {what}."), level=level_names()[level], what=rest))
    if level is Level.AUTOMATIC:
        sitting.table.proceed()


def _settings(sitting: Sitting) -> None:
    automation = sitting.table.automation
    levels = level_names()
    lines = [Text(_("What Knell does by itself"), style="ask")]
    for key, names in kind_names().items():
        lines.append(Text(f"  {names[0]}: {levels[automation.levels.get(key, automation.default)]}"))
    lines += [
        Text(f"  {name}: {levels[level]}")
        for name, level in automation.levels.items()
        if name not in kind_names()
    ]
    lines.append(
        Text(_("Change it like this: automatic showings, suggested chance, byhand rulings"), style="muted")
    )
    sitting.terminal.page(*lines)

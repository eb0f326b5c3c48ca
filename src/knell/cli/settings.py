"""How much Knell does by itself: the kinds of questions by the names that people use for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from knell.cli.finding import Names
from knell.engine import Kind
from knell.record import Automation, Level
from knell.record.automation import KINDS
from knell.texts import _, fill, pgettext

__all__ = ["automation_from", "kind_names", "level_names", "setting"]

_SETTABLE: Final = (Kind.SHOW, Kind.RULING, Kind.CHANCE)
"""What players and the group decide is never answered for them."""


def kind_names() -> Mapping[str, tuple[str, ...]]:
    """The kinds that can be set, by the key that settings use, with the words for each."""
    # Translators: what a kind of question is called in settings; words that can be typed, parted by slashes.
    return {
        KINDS[Kind.SHOW]: (*pgettext("typed", "showings").split("/"), "showings", "show"),
        KINDS[Kind.RULING]: (*pgettext("typed", "rulings").split("/"), "rulings", "ruling"),
        KINDS[Kind.CHANCE]: (*pgettext("typed", "chance").split("/"), "chance"),
    }


def level_names() -> Mapping[Level, str]:
    """What each level is called."""
    return {
        Level.BY_HAND: _("by hand"),
        Level.SUGGESTED: _("suggested"),
        Level.AUTOMATIC: _("automatic"),
    }


def setting(word: str, decisions: Iterable[str] = ()) -> str:
    """The key of what a word names: a kind, or one decision like ``imp.successor``. Raises ``NotFound``."""
    names = [(key, words) for key, words in kind_names().items()]
    exact = word.strip().casefold()
    if exact in decisions or ("." in exact and exact.replace(".", "").replace("_", "").isalnum()):
        return exact
    if exact in ("bluffs", "registers", "tiebreak", "draw"):
        return exact
    return Names(names, _unknown).find(word)


def _unknown(word: str) -> str:
    message = _(
        "“{word}” can't be set. There are showings, rulings and chance, and single decisions like "
        "imp.successor."
    )
    return fill(message, word=word)


def automation_from(
    by_hand: Sequence[str] = (), suggested: Sequence[str] = (), automatic: Sequence[str] = ()
) -> Automation:
    """The settings that the command line asks for. Raises ``NotFound``."""
    automation = Automation()
    for level, parts in (
        (Level.BY_HAND, by_hand),
        (Level.SUGGESTED, suggested),
        (Level.AUTOMATIC, automatic),
    ):
        for part in parts:
            for word in part.split(","):
                if word.strip():
                    automation = automation.having(setting(word), level)
    return automation

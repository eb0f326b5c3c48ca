"""Doing something to a game: the one way in for every form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import DatabaseError
from django.http import HttpResponseBase, QueryDict

from knell.engine import Phase
from knell.messages import Refused
from knell.record import ROOT, ReplayDiffers
from knell.texts import _, fill
from knell.web.base.notices import Notice, not_written
from knell.web.base.request import Request
from knell.web.games import registry
from knell.web.games.forms import Unreadable
from knell.web.games.publish import publish, town_of
from knell.web.games.registry import Playing
from knell.words import Words, sentence

__all__ = ["Deed", "Respond", "change"]

Deed = Callable[[Playing, QueryDict], Any]
"""Does what a form asks for; gives a notice if something is to be said about it."""
Respond = Callable[[Request, Playing, Notice | None], HttpResponseBase]
MOST_NAMED: Final = 6


class _Stale(Exception):  # noqa: N818 - named for what happened
    """The form was made for a state that is past."""


def change(
    request: Request,
    game_id: str,
    do: Deed,
    *,
    respond: Respond,
    check: bool = True,
) -> HttpResponseBase:
    """Do something to a game; ``respond`` makes the answer, with a notice if something is to be said.

    Unless ``check`` is false, nothing is done for a form that was made for a state that is past.
    """
    with registry.playing(game_id) as playing:
        before = town_of(playing).version
        was = playing.table.game
        day = was.night if was.phase is Phase.DAY else None
        notice: Notice | None = None
        try:
            if check:
                _check_state(playing, request.POST)
            done = do(playing, request.POST)
            notice = done if isinstance(done, Notice) else None
        except _Stale:
            notice = _stale(playing, request.POST.get("state", ""))
        except Unreadable as error:
            notice = Notice("error", str(error))
        except Refused as refused:
            notice = Notice("error", playing.words.text(refused.reason))
        except ReplayDiffers as differs:
            text = _("That way can't be gone any more: {reason}")
            notice = Notice("error", fill(text, reason=playing.words.text(differs.reason)))
        except KeyError:
            notice = Notice("error", _("That moment isn't part of this game."))
        except (OSError, DatabaseError) as error:
            notice = not_written(error)
        else:
            is_now = playing.table.game
            if day is not None and (is_now.phase is not Phase.DAY or is_now.night != day):
                playing.timer = None  # the time to talk ends with its day
            playing.changed()
            publish(playing, before=before)
        return respond(request, playing, notice)


def _stale(playing: Playing, state: str) -> Notice:
    """Say what has happened since a form was made."""
    text = _("Meanwhile the game has gone on elsewhere, so this wasn't done. Here is how it stands now.")
    table = playing.table
    line = [entry.id for entry in table.line]
    since = int(state) if state.isdigit() and len(state) < 10 else None
    words = playing.words
    if since == ROOT or since in line:
        after = set(line if since == ROOT or since is None else line[line.index(since) + 1 :])
        told = _told(playing, after, words)
        return Notice("stale", text, told)
    return Notice("stale", text, (_("Something was undone, or decided differently."),))


def _told(playing: Playing, entries: set[int], words: Words) -> tuple[str, ...]:
    said = [
        told
        for heard in playing.table.events()
        if heard.entry in entries and (told := sentence(heard.event, words)) is not None
    ]
    left_out = len(said) - MOST_NAMED
    return tuple(said[-MOST_NAMED:]) if left_out <= 0 else ("…", *said[-MOST_NAMED:])


def _check_state(playing: Playing, form: QueryDict) -> None:
    if form.get("state", "") != playing.state:
        raise _Stale

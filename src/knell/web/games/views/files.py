"""Games as files: out, in, and away."""

from __future__ import annotations

import re
from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.db import DatabaseError, transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET, require_http_methods

from knell.record import RecordError
from knell.record.file import rewritten
from knell.texts import _, fill
from knell.web.base.going import see_other
from knell.web.base.notices import Notice, not_written
from knell.web.base.request import Request
from knell.web.games import journal, registry
from knell.web.games.models import Game
from knell.web.games.registry import summary
from knell.words import explained, story

__all__ = ["delete", "export", "import_game", "story_file", "take_in"]

LARGEST: Final = 6 * 1024 * 1024


def _row(game_id: str) -> Game:
    found = Game.objects.filter(id=game_id).first()
    if found is None:
        raise Http404
    return found


def _file_name(row: Game, ending: str) -> str:
    name = re.sub(r"[^\w-]+", "-", row.title).strip("-")[:60] or "game"
    return f"{name}-{row.created:%Y%m%d}{ending}"


def _download(content: bytes, name: str, kind: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


@require_GET
def export(request: Request, game_id: str) -> HttpResponse:
    """The game's record, to be kept or played on elsewhere."""
    row = _row(game_id)
    lines = journal.lines_of(game_id)
    content = "".join(f"{line}\n" for line in lines).encode()
    return _download(content, _file_name(row, ".knell.jsonl"), "application/jsonl; charset=utf-8")


@require_GET
def story_file(request: Request, game_id: str) -> HttpResponse:
    """What happened, sentence by sentence."""
    row = _row(game_id)
    with registry.playing(game_id) as playing:
        words = playing.words
        told = [
            row.title,
            "",
            fill(_("Players: {players}"), players=words.players(playing.table.game.ring)),
            "",
        ]
        told += story(playing.table.events(), words)
        if playing.notes:
            told += ["", _("Notes"), *(f"- {note.text}" for note in playing.notes)]
    return _download("\n".join(told).encode() + b"\n", _file_name(row, ".txt"), "text/plain; charset=utf-8")


@require_http_methods(["GET", "POST"])
def import_game(request: Request) -> HttpResponseBase:
    """Take in a record."""
    notice: Notice | None = None
    if request.method == "POST":
        file = request.FILES.get("file")
        if not isinstance(file, UploadedFile):
            notice = Notice("error", _("Choose a file first."))
        elif file.size is not None and file.size > LARGEST:
            notice = Notice("error", _("This file is too large for a game."))
        else:
            try:
                return see_other(reverse("game", args=[take_in(file.read())]))
            except RecordError as error:
                notice = Notice("error", explained(error))
            except (DatabaseError, OSError) as error:
                notice = not_written(error)
    context = {"notice": notice}
    return render(request, "games/import.html", context, status=200 if notice is None else 422)


def take_in(data: bytes) -> str:
    """Keep a copy of a record that can be played on. Raises ``RecordError``."""
    record, table = journal.read_record(data)
    header = record.header
    lines = [rewritten(line) for line in data[: record.whole].split(b"\n") if line]
    with transaction.atomic():
        made = Game.objects.create(
            title=(header.title or header.script.name or _("A game"))[:200],
            changed=timezone.now(),
            summary=summary(table),
            confirmed=table.head if table.over else None,
            handout={"begun": True, "done": True},
        )
        journal.write_lines(made.id, 0, lines)
    return made.id


@require_http_methods(["GET", "POST"])
def delete(request: Request, game_id: str) -> HttpResponseBase:
    """Ask, then delete a game for good."""
    row = _row(game_id)
    if request.method == "POST":
        row.delete()
        registry.forget(game_id)
        return see_other(reverse("games"))
    context = {
        "heading": fill(_("Delete this game of {script}?"), script=row.title),
        "sentences": [
            _("It is gone for good then, with everything that was undone and all notes."),
            _("To keep it, download its record first."),
        ],
        "download": reverse("export", args=[game_id]),
        "back": reverse("games"),
    }
    return render(request, "base/confirm.html", context)

"""The page of the bag: what is put in and taken out, and the hand-out that follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import DatabaseError, transaction
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from knell.engine import SetupRefused, Type
from knell.record.file import entry_line, header_line
from knell.scripts import Script
from knell.texts import _
from knell.web.base.going import go
from knell.web.base.notices import STATUS, Notice, not_written
from knell.web.base.request import Request
from knell.web.games import journal, registry
from knell.web.games.models import Draft, Game, Setting, new_id, new_town
from knell.web.games.registry import summary
from knell.web.prepare.bag_page import bag_page
from knell.web.prepare.dealing import (
    KINDS,
    Person,
    Trial,
    WantedBag,
    as_many,
    deal_out,
    distributions,
    draw_bag,
    header_of,
    people_of,
    try_bag,
    why_not_these,
    words_for,
)
from knell.web.prepare.views.drafts import find_draft

__all__ = ["bag"]

MOST_STEPS_BACK: Final = 60


@require_http_methods(["GET", "POST"])
def bag(request: Request, draft_id: str) -> HttpResponseBase:
    """What is in the bag."""
    draft, script = find_draft(draft_id)
    people = people_of(draft.people)
    problem = why_not_these(script, draft.people)
    if problem is not None:
        return go(request, reverse("players", args=[draft.id]))
    notice: Notice | None = None
    if request.method == "POST":
        op = request.POST.get("op", "")
        try:
            if request.POST.get("version", "") != str(draft.version):
                text = _(
                    "Meanwhile the bag was changed elsewhere, so this wasn't done. Here is how it is now."
                )
                notice = Notice("stale", text)
            elif op == "hand out":
                made, notice = _hand_out(draft, script, people)
                if made is not None:
                    return go(request, reverse("setup", args=[made.id]))
            else:
                _change_bag(draft, script, people, request.POST, op)
        except SetupRefused as refused:
            notice = Notice("error", words_for(script, people).text(refused.reason))
        except (OSError, DatabaseError) as error:
            draft, script = find_draft(draft_id)
            notice = not_written(error)
    return _page(request, draft, script, people, notice)


def _change_bag(draft: Draft, script: Script, people: Sequence[Person], form: QueryDict, op: str) -> None:
    """Do what was asked for to the bag, and keep what it was."""
    now = WantedBag.of(draft.bag)
    if op == "undo" and draft.earlier:
        draft.later = [draft.bag, *draft.later][:MOST_STEPS_BACK]
        draft.bag = draft.earlier[-1]
        draft.earlier = draft.earlier[:-1]
    elif op == "redo" and draft.later:
        draft.earlier = [*draft.earlier, draft.bag][-MOST_STEPS_BACK:]
        draft.bag = draft.later[0]
        draft.later = draft.later[1:]
    else:
        changed = _changed(now, script, people, form, op)
        if changed == now:
            return
        draft.earlier = [*draft.earlier, draft.bag][-MOST_STEPS_BACK:]
        draft.later = []
        draft.bag = changed.to_plain()
    draft.version += 1
    draft.save()


def _changed(now: WantedBag, script: Script, people: Sequence[Person], form: QueryDict, op: str) -> WantedBag:
    on_script = [i for i in script.characters if Type[script.type_of(i).upper()] in KINDS]
    op, _colon, value = op.partition(":")
    if op == "draw":
        return draw_bag(script, people)
    if op == "fill":
        return draw_bag(script, people, now.picked)
    if op == "clear":
        return WantedBag()
    if op == "stand in":
        hidden, _colon, token = value.partition("=")
        if hidden in on_script and token in on_script:
            return WantedBag(now.picked, {**now.stand_ins, hidden: token})
        return now
    if op == "row":
        wanted = [i for i in value.split(",") if i in on_script]
        return _towards(now, script, people, wanted)
    picked = set(form.getlist("bag"))
    inside = [i for i in on_script if i in picked]
    return WantedBag(as_many(script, people, inside, now), now.stand_ins)


def _towards(now: WantedBag, script: Script, people: Sequence[Person], changers: list[str]) -> WantedBag:
    """The same bag as far as it goes, with these and no other characters that change the numbers."""
    rows = distributions(script, people)
    every = {i for row in rows for i in row.changers}
    found = next((row for row in rows if sorted(row.changers) == sorted(changers)), None)
    if found is None:
        return now
    kept: list[str] = list(found.changers)
    for kind, most in zip(KINDS, found.counts, strict=True):
        of_kind = [i for i in now.picked if Type[script.type_of(i).upper()] is kind and i not in every]
        already = sum(Type[script.type_of(i).upper()] is kind for i in kept)
        kept += of_kind[: max(0, most - already)]
    order = list(script.characters)
    return WantedBag(tuple(sorted(kept, key=order.index)), now.stand_ins)


def _hand_out(draft: Draft, script: Script, people: Sequence[Person]) -> tuple[Game | None, Notice | None]:
    """Make the game, with the bag as it is."""
    chosen = WantedBag.of(draft.bag)
    trial = try_bag(header_of(script, people), chosen)
    if not trial.reached:
        return None, Notice("error", _("This bag can't be dealt yet; see what is still missing."))
    if dict(trial.stand_ins) != dict(chosen.stand_ins):
        chosen = WantedBag(chosen.picked, trial.stand_ins)
    header, table = deal_out(script, people, chosen)
    settings = Setting.objects.filter(name="automation").first()
    old = Game.objects.filter(draft=draft).order_by("-changed").first()
    unbegun = old is not None and not old.handout.get("begun")
    with transaction.atomic():
        id_, town = new_id(), new_town()
        if old is not None and unbegun:
            id_, town = old.id, old.town  # the same game, and whoever watches it goes on watching
            old.delete()
        made = Game.objects.create(
            id=id_,
            town=town,
            draft=draft,
            title=(script.name or _("A game"))[:200],
            changed=timezone.now(),
            summary=summary(table),
            automation=settings.value if settings is not None else {},
        )
        lines = [header_line(header), *(entry_line(entry) for entry in table.tree.entries)]
        journal.write_lines(made.id, 0, lines)
    registry.forget(made.id)
    return made, None


def _page(
    request: Request, draft: Draft, script: Script, people: Sequence[Person], notice: Notice | None
) -> HttpResponse:
    chosen = WantedBag.of(draft.bag)
    trial = try_bag(header_of(script, people), chosen) if chosen.picked else Trial(False)
    if trial.reached and trial.stand_ins and dict(trial.stand_ins) != dict(chosen.stand_ins):
        # Chosen by chance just now, and kept so that it doesn't change with every look.
        chosen = WantedBag(chosen.picked, dict(trial.stand_ins))
        draft.bag = chosen.to_plain()
        Draft.objects.filter(id=draft.id).update(bag=draft.bag)
    context = bag_page(draft, script, people, chosen, trial) | {"notice": notice}
    template = "prepare/_bag.html" if request.headers.get("HX-Request") else "prepare/bag.html"
    status = 200 if notice is None else STATUS[notice.kind]
    return render(request, template, context, status=status)

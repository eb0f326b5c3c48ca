"""Preparing a game: the players, and the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db import DatabaseError, transaction
from django.http import Http404, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from knell.engine import SetupRefused, Type
from knell.facts import FACTS
from knell.names import character_name, type_name
from knell.record.file import entry_line, header_line
from knell.scripts import Script
from knell.texts import _, fill, ngettext
from knell.web.base.going import go, see_other
from knell.web.base.notices import Notice, not_written
from knell.web.base.request import Request
from knell.web.drawing import symbols
from knell.web.games import journal, registry
from knell.web.games.chance import dice
from knell.web.games.forms import clean_name
from knell.web.games.models import Draft, Game, Setting, new_id, new_town
from knell.web.games.registry import summary
from knell.web.games.shelf import find_script
from knell.web.preparing import (
    KINDS,
    MOST_SEATS,
    Bag,
    Distribution,
    Person,
    Trial,
    as_many,
    deal_out,
    distributions,
    draw_bag,
    header_of,
    people_of,
    try_bag,
    words_for,
)
from knell.words import Words

__all__ = ["bag", "delete_draft", "new", "players"]

FEWEST_ROWS: Final = 5
MOST_STEPS_BACK: Final = 60
MOST_DRAFTS: Final = 200


@require_POST
def new(request: Request, script_id: str) -> HttpResponseBase:
    """Begin to prepare a game on a script, with the people of the last one."""
    shelf = find_script(script_id)
    if shelf is None:
        raise Http404
    last = Draft.objects.order_by("-changed").first()
    people = [dict(one) for one in last.people if one.get("name")] if last is not None else []
    known = set(shelf.script.characters) | {i for i, fact in FACTS.items() if fact.type == "traveller"}
    for one in people:
        if one.get("traveller") not in known:
            one["traveller"] = None
    if not people:
        people = [{"name": "", "traveller": None, "evil": None} for _ in range(FEWEST_ROWS)]
    with transaction.atomic():
        made = Draft.objects.create(script=shelf.script.to_data(), people=people)
        for old in Draft.objects.filter(game=None).order_by("-changed")[MOST_DRAFTS:]:
            old.delete()
    return see_other(reverse("players", args=[made.id]))


def _draft(draft_id: str) -> tuple[Draft, Script]:
    found = Draft.objects.filter(id=draft_id).first()
    if found is None:
        raise Http404
    return found, Script.from_data(found.script)


# -- players -------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    number: int
    name: str
    traveller: str | None
    evil: bool | None
    field: str


@require_http_methods(["GET", "POST"])
def players(request: Request, draft_id: str) -> HttpResponseBase:
    """Who sits where, and who is a Traveller."""
    draft, script = _draft(draft_id)
    notice: Notice | None = None
    focus = ""
    if request.method == "POST":
        people, focus, problem = _people_from(request.POST, script)
        draft.people = people
        try:
            draft.save(update_fields=["people", "changed"])
        except DatabaseError as error:
            notice = not_written(error)
        else:
            if request.POST.get("op") == "next":
                problem = _why_not_these(script, people)
                if problem is None:
                    draft.people = [one for one in people if one["name"]]
                    draft.save(update_fields=["people", "changed"])
                    return go(request, reverse("bag", args=[draft.id]))
        if problem is not None and notice is None:
            notice = Notice("error", problem)
    return _players_page(request, draft, script, notice, focus)


def _people_from(form: QueryDict, script: Script) -> tuple[list[dict[str, Any]], str, str | None]:
    """The rows of the form after whatever was asked for, which field to go to, and what is wrong."""
    names = [clean_name(name) for name in form.getlist("name")][: MOST_SEATS + 5]
    kinds, sides = form.getlist("traveller"), form.getlist("side")
    people: list[dict[str, Any]] = [
        {
            "name": name,
            "traveller": _traveller(script, kinds[place] if place < len(kinds) else ""),
            "evil": {"good": False, "evil": True}.get(sides[place] if place < len(sides) else ""),
        }
        for place, name in enumerate(names)
    ]
    op, _dot, number = form.get("op", "").partition(":")
    place = int(number) if number.isdigit() and len(number) < 3 else -1
    problem = None
    focus = ""
    pasted = [name for line in form.get("names", "")[:4000].splitlines() if (name := clean_name(line))]
    if op == "paste" and pasted:
        kept = [one for one in people if one["name"]]
        people = [*kept, *({"name": name, "traveller": None, "evil": None} for name in pasted)]
    elif op == "add":
        people.append({"name": "", "traveller": None, "evil": None})
        focus = f"name-{len(people) - 1}"
    elif op == "remove" and 0 <= place < len(people):
        del people[place]
    elif op == "up" and 0 <= place < len(people):
        people.insert((place - 1) % len(people), people.pop(place))
        focus = f"up-{(place - 1) % len(people)}"
    elif op == "down" and 0 <= place < len(people):
        people.insert((place + 1) % (len(people) + 1) if place + 1 < len(people) else 0, people.pop(place))
        focus = f"down-{(place + 1) % len(people)}"
    elif op == "shuffle":
        people = [one for one in people if one["name"]]
        dice.shuffle(people)
    if len(people) > MOST_SEATS:
        people = people[:MOST_SEATS]
        problem = fill(_("There are {most} seats at most."), most=MOST_SEATS)
    return people, focus, problem


def _traveller(script: Script, given: str) -> str | None:
    """A Traveller's id, ``""`` for one that isn't chosen yet, or ``None`` for no Traveller."""
    if given in {i for i, _name in _travellers(script)}:
        return given
    return None


def _travellers(script: Script) -> list[tuple[str, str]]:
    """Every Traveller that may be seated, those on the script first."""
    own = [i for i in script.characters if script.type_of(i) == "traveller"]
    others = [i for i, fact in FACTS.items() if fact.type == "traveller" and i not in own]
    names = {i: script.name_of(i) if i in script.homebrew else character_name(i) for i in (*own, *others)}
    return [(i, names[i]) for i in own] + sorted(((i, names[i]) for i in others), key=lambda one: one[1])


def _why_not_these(script: Script, people: Sequence[Mapping[str, Any]]) -> str | None:
    seated = people_of(one for one in people if one["name"])
    ordinary = sum(one.traveller is None for one in seated)
    reasons = script.why_not_playable(ordinary)
    if reasons:
        return str(reasons[0])
    try:
        distributions(script, seated)
    except SetupRefused as refused:
        return words_for(script, seated).text(refused.reason)
    return None


def _players_page(
    request: Request, draft: Draft, script: Script, notice: Notice | None, focus: str
) -> HttpResponse:
    people = list(draft.people)
    rows = [_Row(n, one["name"], one["traveller"], one["evil"], f"name-{n}") for n, one in enumerate(people)]
    seated = people_of(one for one in people if one["name"])
    ordinary = sum(one.traveller is None for one in seated)
    context = {
        "draft": draft,
        "script": script,
        "rows": rows,
        "travellers": _travellers(script),
        "ordinary": ordinary,
        "guests": len(seated) - ordinary,
        "why_not": _why_not_these(script, people) if seated else None,
        "with_guests": "guests" in request.POST or any(row.traveller for row in rows),
        "full": len(people) >= MOST_SEATS,
        "row": _table_row(script, seated),
        "notice": notice,
        "focus": focus,
        "steps": steps(draft, 1),
    }
    template = "pages/_players.html" if request.headers.get("HX-Request") else "pages/players.html"
    return render(request, template, context, status=200 if notice is None else 422)


def _table_row(script: Script, seated: Sequence[Person]) -> dict[str, int] | None:
    try:
        first = distributions(script, seated)[0]
    except (SetupRefused, IndexError):
        return None
    return dict(zip([kind.label for kind in KINDS], first.counts, strict=True))


def steps(draft: Draft, current: int) -> list[dict[str, Any]]:
    """The way from a script to the first night, for the head of the pages."""
    names = (_("Script"), _("Players"), _("The bag"), _("Hand out"))
    urls = ("", reverse("players", args=[draft.id]), reverse("bag", args=[draft.id]), "")
    return [
        {"name": name, "url": url if place < current else "", "now": place == current}
        for place, (name, url) in enumerate(zip(names, urls, strict=True))
    ]


# -- the bag -------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def bag(request: Request, draft_id: str) -> HttpResponseBase:
    """What is in the bag."""
    draft, script = _draft(draft_id)
    people = people_of(draft.people)
    problem = _why_not_these(script, draft.people)
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
            draft, script = _draft(draft_id)
            notice = not_written(error)
    return _bag_page(request, draft, script, people, notice)


def _change_bag(draft: Draft, script: Script, people: Sequence[Person], form: QueryDict, op: str) -> None:
    """Do what was asked for to the bag, and keep what it was."""
    now = Bag.of(draft.bag)
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


def _changed(now: Bag, script: Script, people: Sequence[Person], form: QueryDict, op: str) -> Bag:
    on_script = [i for i in script.characters if Type[script.type_of(i).upper()] in KINDS]
    op, _colon, value = op.partition(":")
    if op == "draw":
        return draw_bag(script, people)
    if op == "fill":
        return draw_bag(script, people, now.picked)
    if op == "clear":
        return Bag()
    if op == "stand in":
        hidden, _colon, token = value.partition("=")
        if hidden in on_script and token in on_script:
            return Bag(now.picked, {**now.stand_ins, hidden: token})
        return now
    if op == "row":
        wanted = [i for i in value.split(",") if i in on_script]
        return _towards(now, script, people, wanted)
    picked = set(form.getlist("bag"))
    inside = [i for i in on_script if i in picked]
    return Bag(as_many(script, people, inside, now), now.stand_ins)


def _towards(now: Bag, script: Script, people: Sequence[Person], changers: list[str]) -> Bag:
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
    return Bag(tuple(sorted(kept, key=order.index)), now.stand_ins)


def _hand_out(draft: Draft, script: Script, people: Sequence[Person]) -> tuple[Game | None, Notice | None]:
    """Make the game, with the bag as it is."""
    chosen = Bag.of(draft.bag)
    trial = try_bag(header_of(script, people), chosen)
    if not trial.reached:
        return None, Notice("error", _("This bag can't be dealt yet; see what is still missing."))
    if dict(trial.stand_ins) != dict(chosen.stand_ins):
        chosen = Bag(chosen.picked, trial.stand_ins)
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


def _bag_page(
    request: Request, draft: Draft, script: Script, people: Sequence[Person], notice: Notice | None
) -> HttpResponse:
    chosen = Bag.of(draft.bag)
    words = words_for(script, people)
    rows = distributions(script, people)
    current = _row_for(rows, chosen, script)
    header = header_of(script, people)
    trial = try_bag(header, chosen) if chosen.picked else Trial(False)
    stand_ins = dict(trial.stand_ins)
    if trial.reached and stand_ins and stand_ins != dict(chosen.stand_ins):
        # Chosen by chance just now, and kept so that it doesn't change with every look.
        chosen = Bag(chosen.picked, stand_ins)
        draft.bag = chosen.to_plain()
        Draft.objects.filter(id=draft.id).update(bag=draft.bag)
    tokens_for = {token: hidden for hidden, token in stand_ins.items()} if trial.reached else {}
    groups = [
        _group(kind, place, script, chosen, current, tokens_for, words) for place, kind in enumerate(KINDS)
    ]
    count = sum(one.traveller is None for one in people)
    context = {
        "draft": draft,
        "script": script,
        "people": people,
        "count": count,
        "guests": len(people) - count,
        "rows": [_row_shown(row, rows, current, chosen, count, words) for row in rows],
        "groups": groups,
        "decisions": _decisions(trial, words, script) if trial.reached else [],
        "checks": _checks(script, chosen, current, trial, count, words),
        "ready": trial.reached,
        "empty": not chosen.picked,
        "take_out": _take_out(_counts(script, chosen.picked), current, rows),
        "can_undo": bool(draft.earlier),
        "can_redo": bool(draft.later),
        "notice": notice,
        "sprite": symbols.sprite(script.characters),
        "steps": steps(draft, 2),
    }
    template = "pages/_bag.html" if request.headers.get("HX-Request") else "pages/bag.html"
    status = 200 if notice is None else {"stale": 409, "trouble": 507}.get(notice.kind, 422)
    return render(request, template, context, status=status)


def _counts(script: Script, picked: Sequence[str]) -> tuple[int, int, int, int]:
    of = [Type[script.type_of(i).upper()] for i in picked]
    return of.count(KINDS[0]), of.count(KINDS[1]), of.count(KINDS[2]), of.count(KINDS[3])


def _row_for(rows: Sequence[Distribution], chosen: Bag, script: Script) -> Distribution:
    """The distribution that most characters in the bag call for; of several, the nearest one."""
    inside = set(chosen.picked)
    called_for = [row for row in rows if inside.issuperset(row.changers)] or list(rows[:1])
    most = max(len(set(row.changers)) for row in called_for)
    fitting = [row for row in called_for if len(set(row.changers)) == most]
    have, copies = _counts(script, chosen.picked), Counter(chosen.picked)

    def away(row: Distribution) -> tuple[int, int]:
        of_changers = sum(abs(copies[i] - n) for i, n in Counter(row.changers).items())
        return of_changers, sum(abs(a - b) for a, b in zip(row.counts, have, strict=True))

    return min(fitting, key=away)


def _row_shown(
    row: Distribution,
    rows: Sequence[Distribution],
    current: Distribution,
    chosen: Bag,
    count: int,
    words: Words,
) -> dict[str, Any]:
    every = {i for one in rows for i in one.changers}
    if not row.changers:
        reason = ngettext(
            "The table's row for {count} player.", "The table's row for {count} players.", count
        )
        reason = fill(reason, count=count)
    else:
        who = _the(row.changers, words)
        moved = abs(row.moved)
        if len(set(row.changers)) < len(row.changers):
            demons = row.counts[KINDS.index(Type.DEMON)]
            reason = fill(_("With {who}: {count} Demons, and no Minions."), who=who, count=demons)
        elif row.moved > 0:
            reason = ngettext(
                "With {who}: {count} Outsider comes in for a Townsfolk.",
                "With {who}: {count} Outsiders come in for as many Townsfolk.",
                moved,
            )
        elif row.moved < 0:
            reason = ngettext(
                "With {who}: {count} Townsfolk comes in for an Outsider.",
                "With {who}: {count} Townsfolk come in for as many Outsiders.",
                moved,
            )
        else:
            reason = _("With {who}: the numbers stay as they are.")
        reason = fill(reason, who=who, count=moved)
    inside = [i for i in chosen.picked if i in every and i not in row.changers]
    why_not = ""
    if row is not current and inside:
        why_not = fill(_("Not while {who} is in. Choose this to take {who} out."), who=_the(inside, words))
    elif row is not current and set(row.changers) - set(chosen.picked):
        missing = [i for i in row.changers if i not in chosen.picked]
        why_not = fill(_("Choose this to put {who} in."), who=_the(missing, words))
    return {
        "counts": dict(zip([kind.label for kind in KINDS], row.counts, strict=True)),
        "value": ",".join(row.changers),
        "reason": reason,
        "why_not": why_not,
        "current": row is current,
    }


def _the(ids: Sequence[str], words: Words) -> str:
    """Several characters within a sentence, each once."""
    names = [words.character(i) for i in dict.fromkeys(ids)]
    return ", ".join(fill(_("the {character}"), character=name) for name in names)


def _group(
    kind: Type,
    place: int,
    script: Script,
    chosen: Bag,
    current: Distribution,
    tokens_for: Mapping[str, str],
    words: Words,
) -> dict[str, Any]:
    ids = [i for i in script.characters if script.type_of(i) == kind.label]
    copies = Counter(i for i in chosen.picked if i in ids)
    extra = [i for i in ids if i in tokens_for]
    picks = []
    for i in ids:
        note = ""
        if i in tokens_for:
            note = fill(_("for the {character}"), character=words.character(tokens_for[i]))
        elif i in tokens_for.values():
            note = _("stays out")
        elif copies[i] > 1:
            note = fill(_("{count} times"), count=copies[i])
        name = words.character(i)
        picks.append(
            {
                "id": i,
                "name": name,
                "in": i in chosen.picked,
                "extra": i in tokens_for,
                "out": i in tokens_for.values(),
                "note": note,
                "token": symbols.token(i, name, kind.label, size="plain"),
            }
        )
    return {
        "kind": kind.label,
        "name": _plural(kind),
        "have": copies.total(),
        "need": current.counts[place],
        "extra": [
            fill(
                _("and the {token} for the {character}"),
                token=words.character(i),
                character=words.character(tokens_for[i]),
            )
            for i in extra
        ],
        "picks": picks,
    }


def _plural(kind: Type) -> str:
    return {
        Type.TOWNSFOLK: _("Townsfolk"),
        Type.OUTSIDER: _("Outsiders"),
        Type.MINION: _("Minions"),
        Type.DEMON: _("Demons"),
    }[kind]


def _decisions(trial: Trial, words: Words, script: Script) -> list[dict[str, Any]]:
    """Which tokens go in for characters that stay out."""
    return [
        {
            "hidden": hidden,
            "name": words.character(hidden),
            "question": fill(
                _("Which token goes in for the {character}?"), character=words.character(hidden)
            ),
            "options": [
                {
                    "id": i,
                    "name": words.character(i),
                    "chosen": i == trial.stand_ins[hidden],
                    "token": symbols.token(i, words.character(i), script.type_of(i)),
                }
                for i in may
            ],
        }
        for hidden, may in trial.choices.items()
    ]


def _checks(
    script: Script, chosen: Bag, current: Distribution, trial: Trial, count: int, words: Words
) -> list[dict[str, Any]]:
    """What is right and what is missing, in plain words."""
    found: list[dict[str, Any]] = []

    def say(ok: bool, sentence: str, kind: str = "") -> None:
        found.append({"kind": kind or ("ok" if ok else "missing"), "sentence": sentence})

    have = _counts(script, chosen.picked)
    if sum(have) == count:
        message = ngettext("{count} token for {count} player.", "{count} tokens for {count} players.", count)
        say(True, fill(message, count=count))
    for kind, has, needs in zip(KINDS, have, current.counts, strict=True):
        differs = abs(needs - has)
        name = type_name(kind.label) if differs == 1 else _plural(kind)
        if has < needs:
            message = ngettext("One more {type} is needed.", "{count} more {type} are needed.", differs)
            say(False, fill(message, type=name, count=differs))
        elif has > needs:
            message = ngettext("One {type} too many.", "{count} {type} too many.", differs)
            say(False, fill(message, type=name, count=differs))
    if trial.refusal is not None:
        say(False, words.text(trial.refusal))
    elif have == current.counts and not trial.reached:
        say(False, _("These can't be in play together."))
    for hidden, token in trial.stand_ins.items() if trial.reached else ():
        message = _("The {character}'s token stays out; the {other}'s goes in.")
        say(True, fill(message, character=words.character(hidden), other=words.character(token)))
    jinxed = [jinx for jinx in header_of(script, ()).cast().jinxes if set(jinx.pair) <= set(chosen.picked)]
    for jinx in jinxed:
        one, other = jinx.pair
        pair = fill(_("{one} and {other}"), one=words.character(one), other=words.character(other))
        say(False, f"{pair}: {_(jinx.summary)}", "note")
    if chosen.picked and not jinxed:
        say(True, _("No jinxed pair."))
    return found


def _take_out(have: Sequence[int], current: Distribution, rows: Sequence[Distribution]) -> str:
    """What is too many of in the bag for every distribution, so that nothing can be drawn to go with it."""
    if any(all(has <= needs for has, needs in zip(have, row.counts, strict=True)) for row in rows):
        return ""
    parts = []
    for kind, has, needs in zip(KINDS, have, current.counts, strict=True):
        if has > needs:
            name = type_name(kind.label) if has - needs == 1 else _plural(kind)
            parts.append(
                fill(ngettext("one {type}", "{count} {type}", has - needs), count=has - needs, type=name)
            )
    return fill(_("Take out {what}."), what=", ".join(parts)) if parts else ""


# -- drafts --------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def delete_draft(request: Request, draft_id: str) -> HttpResponseBase:
    """Ask, then forget a game that was only prepared."""
    draft, script = _draft(draft_id)
    if request.method == "POST":
        draft.delete()
        return see_other(reverse("home"))
    context = {
        "heading": fill(_("Delete what you prepared for {script}?"), script=script.name or _("A script")),
        "sentences": [_("The players and the bag are forgotten. Games that were dealt from it stay.")],
        "back": reverse("home"),
    }
    return render(request, "base/confirm.html", context)

"""What the page of the bag shows: the distributions, every character, and what is still missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from knell.engine import Type
from knell.names import plural_of_type, type_name
from knell.scripts import Script
from knell.texts import _, fill, ngettext
from knell.web.drawing import symbols
from knell.web.games.models import Draft
from knell.web.prepare.dealing import (
    KINDS,
    Person,
    Trial,
    TypeCounts,
    WantedBag,
    distributions,
    header_of,
    words_for,
)
from knell.web.prepare.steps import steps
from knell.words import Words

__all__ = ["bag_page"]


def bag_page(
    draft: Draft, script: Script, people: Sequence[Person], chosen: WantedBag, trial: Trial
) -> dict[str, Any]:
    """What ``prepare/_bag.html`` shows of a bag that has been tried."""
    words = words_for(script, people)
    rows = distributions(script, people)
    current = _row_for(rows, chosen, script)
    stand_ins = trial.stand_ins if trial.reached else {}
    tokens_for = {token: hidden for hidden, token in stand_ins.items()}
    count = sum(one.traveller is None for one in people)
    return {
        "draft": draft,
        "script": script,
        "people": people,
        "count": count,
        "guests": len(people) - count,
        "rows": [_row_shown(row, rows, current, chosen, count, words) for row in rows],
        "groups": [
            _group(kind, place, script, chosen, current, tokens_for, words)
            for place, kind in enumerate(KINDS)
        ],
        "decisions": _decisions(trial, words, script) if trial.reached else [],
        "checks": _checks(script, chosen, current, trial, count, words),
        "ready": trial.reached,
        "empty": not chosen.picked,
        "take_out": _take_out(_counts(script, chosen.picked), current, rows),
        "can_undo": bool(draft.earlier),
        "can_redo": bool(draft.later),
        "sprite": symbols.sprite(script.characters),
        "steps": steps(draft.id, 2),
    }


def _counts(script: Script, picked: Sequence[str]) -> tuple[int, int, int, int]:
    of = [Type[script.type_of(i).upper()] for i in picked]
    return of.count(KINDS[0]), of.count(KINDS[1]), of.count(KINDS[2]), of.count(KINDS[3])


def _row_for(rows: Sequence[TypeCounts], chosen: WantedBag, script: Script) -> TypeCounts:
    """The distribution that most characters in the bag call for; of several, the nearest one."""
    inside = set(chosen.picked)
    called_for = [row for row in rows if inside.issuperset(row.changers)] or list(rows[:1])
    most = max(len(set(row.changers)) for row in called_for)
    fitting = [row for row in called_for if len(set(row.changers)) == most]
    have, copies = _counts(script, chosen.picked), Counter(chosen.picked)

    def away(row: TypeCounts) -> tuple[int, int]:
        of_changers = sum(abs(copies[i] - n) for i, n in Counter(row.changers).items())
        return of_changers, sum(abs(a - b) for a, b in zip(row.counts, have, strict=True))

    return min(fitting, key=away)


def _row_shown(
    row: TypeCounts,
    rows: Sequence[TypeCounts],
    current: TypeCounts,
    chosen: WantedBag,
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
    chosen: WantedBag,
    current: TypeCounts,
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
        "name": plural_of_type(kind.label),
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
    script: Script, chosen: WantedBag, current: TypeCounts, trial: Trial, count: int, words: Words
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
        name = type_name(kind.label) if differs == 1 else plural_of_type(kind.label)
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


def _take_out(have: Sequence[int], current: TypeCounts, rows: Sequence[TypeCounts]) -> str:
    """What is too many of in the bag for every distribution, so that nothing can be drawn to go with it."""
    if any(all(has <= needs for has, needs in zip(have, row.counts, strict=True)) for row in rows):
        return ""
    parts = []
    for kind, has, needs in zip(KINDS, have, current.counts, strict=True):
        if has > needs:
            name = type_name(kind.label) if has - needs == 1 else plural_of_type(kind.label)
            parts.append(
                fill(ngettext("one {type}", "{count} {type}", has - needs), count=has - needs, type=name)
            )
    return fill(_("Take out {what}."), what=", ".join(parts)) if parts else ""

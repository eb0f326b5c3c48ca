"""Makes the tables of the documentation that come from facts and from the characters' modules.

`docs/conf.py` writes them into `docs/made` whenever the documentation is built; nobody edits them.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from knell import characters
from knell.characters import JINXES, automated
from knell.engine import Character, Decision, TokenType, YesOrNo
from knell.engine.advice import Rule
from knell.engine.policy import BLUFFS_FIT, SHOWING
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS, TYPE_NAMES

__all__ = ["MADE", "write"]

SHOWINGS: Final = ("show", "tells")
SHAPES: Final[Mapping[str, str]] = {
    "player": "a player",
    "players": "a list of players",
    "guesses": "`{Bo: imp, Cy: monk}` or `[[Bo, imp], [Bo, baron]]`",
    "text": "text",
}
"""How a field is filled in when an ability is used by day."""


def write(folder: Path) -> None:
    """Write every table into its file; one that would stay the same isn't touched."""
    folder.mkdir(exist_ok=True)
    for name, table in MADE.items():
        page = folder / f"{name}.md"
        text = "\n".join(table()) + "\n"
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


# -- all official characters -------------------------------------------------------------------------


def official() -> Iterator[str]:
    """What is printed on tokens and night sheets, one table for each type."""
    for label, title in TYPE_NAMES.items():
        yield f"\n## {title}\n"
        yield "| name | id | first night | other nights | reminder tokens |"
        yield "|---|---|---|---|---|"
        for fact in FACTS.values():
            if fact.type == label:
                first, later = (
                    str(night.index(fact.id)) if fact.id in night else ""
                    for night in (FIRST_NIGHT, OTHER_NIGHTS)
                )
                tokens = ", ".join(fact.reminders + fact.global_reminders)
                name = f"{fact.name} (changes the set-up)" if fact.changes_setup else fact.name
                yield f"| {name} | `{fact.id}` | {first} | {later} | {tokens} |"


# -- names in files ----------------------------------------------------------------------------------


def names() -> Iterator[str]:
    """What files call the questions and tokens of every automated character, one table for each type."""
    for label, title in TYPE_NAMES.items():
        of_type = [who for who in automated().values() if FACTS[who.id].type == label]
        if of_type:
            yield f"\n## {title}\n"
            yield "| id | wakes | choose | shown, use | decisions | tokens |"
            yield "|---|---|---|---|---|---|"
            for who in sorted(of_type, key=lambda one: one.id):
                cells = (_choices(who), "; ".join((*_showings(who), *_uses(who))), _decisions(who))
                yield f"| `{who.id}` | {_wakes(who)} | {' | '.join(cells)} | {_tokens(who)} |"


def _wakes(who: Character) -> str:
    first = "start" in who.hooks or ("night" in who.hooks and who.id in FIRST_NIGHT)
    later = "night" in who.hooks and who.id in OTHER_NIGHTS
    by_day = bool(who.form) or (not (first or later or "night" in who.hooks) and bool(_asked(who)))
    night = "n" if first and later else "n1" if first else "n*" if later else ""
    return ", ".join(filter(None, (night, "day" if by_day else "")))


def _asked(who: Character) -> dict[str, str]:
    """What players choose, by the questions' names."""
    shown = (*SHOWINGS, *who.shows)
    return {
        name: answer for name, answer in who.answers.items() if isinstance(answer, str) and name not in shown
    }


def _choices(who: Character) -> str:
    return "; ".join(_named(who, name, answer, "choose") for name, answer in _asked(who).items())


def _showings(who: Character) -> Iterator[str]:
    for name in (*SHOWINGS, *who.shows):
        answer = who.answers.get(name)
        if isinstance(answer, str):
            yield _named(who, name, answer, "show")


def _named(who: Character, name: str, answer: str, usual: str) -> str:
    return answer if name == usual else f"`{full_name(who, name)}`: {answer}"


def _uses(who: Character) -> Iterator[str]:
    if who.form:
        fields = ", ".join(f"`{field.name}` ({SHAPES[field.shape]})" for field in who.form)
        yield f"use: {fields}"


def _decisions(who: Character) -> str:
    found = []
    for name, answer in who.answers.items():
        if isinstance(answer, YesOrNo):
            found.append(f"`{full_name(who, name)}` [{answer.why.partition(':')[0]}]")
        elif isinstance(answer, Decision):
            before = " *set-up*" if answer.setup else ""
            found.append(f"`{full_name(who, name)}`{before}: {answer.answer} [{answer.suggested}]")
    return "; ".join(found)


def _tokens(who: Character) -> str:
    own = {f"{who.id}.{name}": kind for name, kind in who.tokens.items()}
    by_jinx = {
        name: kind
        for jinx in JINXES
        for name, kind in jinx.tokens.items()
        if name.partition(".")[0] == who.id
    }
    return ", ".join(_token(name, kind) for name, kind in (own | by_jinx).items())


def _token(name: str, kind: TokenType) -> str:
    return f"*{name}*" if kind.own else name


def full_name(who: Character, name: str) -> str:
    """A question's name as files have it: a clause's as it is, any other behind the character's."""
    return name if "." in name else f"{who.id}.{name}"


# -- decisions ---------------------------------------------------------------------------------------


def yes_or_no() -> Iterator[str]:
    """What yes and no mean where the Storyteller is asked for one of them."""
    yield "| name | the situation | yes | no | suggested, why | where |"
    yield "|---|---|---|---|---|---|"
    rows = {
        full_name(
            who, name
        ): f"{answer.situation} | {answer.yes} | {answer.no} | {answer.why} | {_where(who)}"
        for who in automated().values()
        for name, answer in who.answers.items()
        if isinstance(answer, YesOrNo)
    }
    for name in sorted(rows):
        yield f"| `{name}` | {rows[name]} |"


def suggestions() -> Iterator[str]:
    """What is suggested for every other decision of a character."""
    yield "| name | what is suggested | why, source | where |"
    yield "|---|---|---|---|"
    rows = {
        full_name(who, name): f"{answer.suggested} | {answer.why} | {_where(who)}"
        for who in automated().values()
        for name, answer in who.answers.items()
        if isinstance(answer, Decision)
    }
    for name in sorted(rows):
        yield f"| `{name}` | {rows[name]} |"


def rules() -> Iterator[str]:
    """Every rule that suggestions go by, and where it counts."""
    yield "| rule | what it says | counts for |"
    yield "|---|---|---|"
    where: dict[Rule, list[str]] = {one: ["every showing"] for one in SHOWING}
    for one in BLUFFS_FIT:
        where.setdefault(one, []).append("`bluffs`")
    for who in automated().values():
        for name, some in who.suggests.items():
            for one in some:
                where.setdefault(one, []).append(f"`{full_name(who, name)}`")
    for one in sorted(where, key=lambda one: one.name):
        share = f" ({one.share} of a hundred)" if one.share else ""
        yield f"| {one.name.replace('_', ' ')}{share} | {one.says} | {', '.join(where[one])} |"


def settled() -> Iterator[str]:
    """What single characters do where the rules are silent and nobody is asked."""
    yield "| situation | what Knell does | why, source | where |"
    yield "|---|---|---|---|"
    for id_ in sorted(automated()):
        who = automated()[id_]
        for point in who.settled:
            yield f"| {point.situation} | {point.does} | {point.why} | {_where(who)} |"


def _where(who: Character) -> str:
    """The character's module, as the page of decisions writes it."""
    sources = Path(characters.__file__).parents[1]
    return f"`{Path(inspect.getfile(type(who))).relative_to(sources).as_posix()}`"


MADE: Final[Mapping[str, Callable[[], Iterator[str]]]] = {
    "official": official,
    "names": names,
    "yes-or-no": yes_or_no,
    "suggestions": suggestions,
    "settled": settled,
    "rules": rules,
}
"""Every table, by the name of its file."""

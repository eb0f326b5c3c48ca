"""What a new character's module and its first scenario look like before somebody fills them in.

Facts say where in the night it comes, which tokens it has and whether it has a set-up mark; the rest is told
by whoever adds it. Whatever is to be filled in stands in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from knell import engine
from knell.characters import JINXES, automated
from knell.characters.by_hand import token_name
from knell.facts import FACTS, FIRST_NIGHT, JINXED_PAIRS, OTHER_NIGHTS

__all__ = ["CHOOSES", "LEARNS", "Skeleton", "class_name"]

CHOOSES: Final = ("nobody", "player", "other", "living", "two", "character")
"""Whom or what its holder may choose."""
LEARNS: Final = ("nothing", "yesno", "number", "player", "character")
"""What its holder may be shown."""

WIDTH: Final = 110
_EFFECTS: Final[Mapping[str, str]] = {
    "cannot_die": "Effect.CANNOT_DIE",
    "dead": "until=Until.DUSK",
    "died_today": "until=Until.DAWN",
    "drunk": "Effect.DRUNK",
    "guess_used": "Effect.SPENT",
    "no_ability": "Effect.SPENT",
    "once": "Effect.SPENT",
    "poisoned": "Effect.POISONED",
    "safe": "Effect.SAFE, Until.DAWN",
    "used": "Effect.SPENT",
}
"""What tokens of that name mostly do."""
_AMONG: Final[Mapping[str, tuple[str, str]]] = {
    "player": ("turn.everyone", "a player"),
    "other": ("turn.others", "another player"),
    "living": ("turn.living", "a living player"),
    "two": ("turn.everyone", "two players"),
    "character": ("turn.cast.ids", "a character"),
}
"""From what is chosen, and what the reference calls it."""
_SHOWN: Final[Mapping[str, str]] = {
    "yesno": "yes or no",
    "number": "WHICH NUMBERS",
    "player": "a player, or `none`",
    "character": "a character",
}


@dataclass(frozen=True)
class Skeleton:
    """A character that nobody has filled in yet."""

    id: str
    name: str
    kind: str
    """Its type, as files write it."""
    chooses: str = "nobody"
    """One of ``CHOOSES``."""
    learns: str = "nothing"
    """One of ``LEARNS``."""
    once: bool = False
    """It is used once in a game."""
    by_day: bool = False
    """It is used by day."""

    # -- what the facts say ----------------------------------------------------------------------

    @cached_property
    def tokens(self) -> dict[str, str]:
        """Its tokens, each with how it is made."""
        fact = FACTS.get(self.id)
        names = [] if fact is None else [token_name(r) for r in (*fact.reminders, *fact.global_reminders)]
        made = {name: f"TokenType({_EFFECTS.get(name, '')})" for name in dict.fromkeys(names)}
        if self.once and not any("SPENT" in kind for kind in made.values()):
            made["used"] = 'TokenType(Effect.SPENT, own=True, says=NP_("reminder", "Used"))'
        return made

    @property
    def hook(self) -> str:
        """What is filled in for the night: ``start``, ``night`` or nothing."""
        if self.id in OTHER_NIGHTS or self.id not in FACTS:
            return "night"
        return "start" if self.id in FIRST_NIGHT else ""

    def _differs(self) -> Iterator[tuple[str, str]]:
        fact = FACTS.get(self.id)
        if fact is not None and fact.changes_setup and fact.setup_mark != "outsiders":
            yield "setup", "WHY ITS MARK DOES NOTHING; LEAVE THIS OUT IF IT DOES."
        known = {frozenset(jinx.pair) for jinx in JINXES}
        for pair in JINXED_PAIRS:
            if self.id in pair and frozenset(pair) not in known:
                other = next(i for i in pair if i != self.id)
                if other in automated():
                    yield other, "the jinx is run by hand so far"

    # -- the module ------------------------------------------------------------------------------

    def module(self) -> str:
        """The whole text of its module."""
        body = "\n".join((*self._attributes(), *self._hooks()))
        top = [f'"""The {self.name}."""', "", "from __future__ import annotations", ""]
        top += _import("knell.engine", _named(engine.__all__, body, self.kind.capitalize()))
        top += _import("knell.engine.options", _named(("PlayerPairs",), body))
        top += _import("knell.messages", _named(("N_", "NP_"), body))
        head = [f"class {class_name(self.name)}({self.kind.capitalize()}):", '    """IN ONE LINE."""', ""]
        return "\n".join((*top, "", "", *head, body)) + "\n"

    def _attributes(self) -> Iterator[str]:
        yield f'    id = "{self.id}"'
        yield '    summary = N_("WHAT THE ABILITY IS, IN ONE OR TWO SENTENCES OF YOUR OWN.")'
        yield from _tuple("how_to_run", ('N_("WHAT THE STORYTELLER DOES FIRST.")', 'N_("AND THEN.")'))
        yield from _tuple("notes", ('N_("WHAT TRIPS PEOPLE UP.")', 'N_("AND WHAT ELSE.")'))
        yield from _mapping("tokens", self.tokens)
        answers = {}
        if self.hook and not self.by_day and self._choice():
            answers["choose"] = f'"{self._choice()}"'
        if self.learns != "nothing":
            answers["show"] = f'"{_SHOWN[self.learns]}"'
        yield from _mapping("answers", answers)
        yield from _mapping("differs", {key: f'"{why}"' for key, why in self._differs()})
        if self.id in FACTS and FACTS[self.id].setup_mark == "outsiders":
            yield "    outsiders_added = 1  # HOW MANY TOWNSFOLK GIVE WAY; A NEGATIVE NUMBER IF OUTSIDERS DO"
        if self.by_day:
            yield f"    form = ({self._form()},)"

    def _choice(self) -> str:
        """What is chosen, as the reference says it; empty where nothing is."""
        if self.chooses == "nobody":
            return "yes or no" if self.once and not self.by_day else ""
        named = _AMONG[self.chooses][1]
        return f"{named}, or `none`" if self.once else named

    def _form(self) -> str:
        if self.chooses == "nobody":
            return 'FormField("statement", FieldShape.TEXT, N_("WHAT IS SAID?"))'
        if self.chooses == "character":
            return 'FormField("choose", FieldShape.TEXT, N_("WHICH CHARACTER?"))'
        return f'FormField("choose", FieldShape.{"PLAYERS" if self.chooses == "two" else "PLAYER"})'

    def _hooks(self) -> Iterator[str]:
        if self.by_day:
            yield from self._use()
        if self.hook and self.once and not self.by_day:
            yield ""
            yield "    def asleep(self, turn: Turn) -> Text | None:"
            yield '        return text(N_("It has been used.")) if turn.spent else None'
        if self.hook:
            yield ""
            yield f"    def {self.hook}(self, turn: Turn) -> None:"
            yield f'        """WHAT HAPPENS {"AT ITS START" if self.hook == "start" else "AT NIGHT"}."""'
            yield from self._at_night()

    # -- what its hooks do -----------------------------------------------------------------------

    def _use(self) -> Iterator[str]:
        if self.chooses in ("player", "other", "living"):
            yield ""
            takes = "turn: Turn | None, use: Use, earlier: tuple[Use, ...]"
            yield f"    def refuses(self, {takes}) -> Text | None:"
            yield '        if not isinstance(use.detail("choose"), int):'
            yield '            return text(N_("SAY THAT A PLAYER HAS TO BE NAMED."))'
            yield "        return None"
        yield ""
        yield "    def use(self, turn: Turn, use: Use) -> None:"
        yield '        """WHAT HAPPENS WHEN IT IS USED."""'
        if self.once:
            yield "        if turn.spent:"
            yield "            return"
            yield f"        {self._spend()}"
        if self.learns == "nothing":
            done = list(self._effect())
        else:
            done = [] if self.hook else list(self._tell(self.chooses))
        if any("chosen" in line for line in done):
            field = "statement" if self.chooses == "nobody" else "choose"
            shape = {"two": "tuple[int, int]", "character": "str"}.get(self.chooses, "int")
            yield f'        chosen: {shape} = use.detail("{field}")'
        yield from done

    def _at_night(self) -> Iterator[str]:
        if self.by_day:
            if self.learns != "nothing":
                yield from self._tell("nobody")
            return
        done = list(self._tell(self.chooses) if self.learns != "nothing" else self._effect())
        used = any("chosen" in line for line in done)
        if self.once:
            if self.chooses == "nobody":
                yield "        if not turn.choose(YES_NO):"
            else:
                every, _named = _AMONG[self.chooses]
                pairs = f"PlayerPairs({every})" if self.chooses == "two" else every
                yield f"        chosen = turn.choose((None, *{pairs}))"
                yield "        if chosen is None:"
            yield "            return"
            yield f"        {self._spend()}"
        elif self.chooses != "nobody":
            every, _named = _AMONG[self.chooses]
            verb = {"two": "choose_two", "character": "choose"}.get(self.chooses, "choose_player")
            yield f"        {'chosen = ' if used else ''}turn.{verb}({every})"
        yield from done

    def _spend(self) -> str:
        spent = next(name for name, kind in self.tokens.items() if "SPENT" in kind)
        return "turn.spend()" if spent == "no_ability" else f'turn.spend("{spent}")'

    def _effect(self) -> Iterator[str]:
        """What it does to whom it has chosen, as far as its tokens tell."""
        token = next((t for t, kind in self.tokens.items() if "SPENT" not in kind and t != "dead"), "")
        kills = "dead" in self.tokens and (self.kind == "demon" or not token)
        if self.chooses in ("nobody", "character") or not (kills or token):
            yield "        # WHAT HAPPENS THEN."
            return
        does = "turn.kill({})" if kills else f'turn.mark("{token}", {{}})'
        if self.chooses == "two":
            yield "        for player in chosen:"
            yield f"            {does.format('player')}"
        else:
            yield f"        {does.format('chosen')}"

    def _tell(self, chooses: str) -> Iterator[str]:
        """What it is shown, true for each way in which players might register."""
        yield "        # WHAT IS TRUE, AND ALL THAT COULD BE SAID."
        one, two = chooses in ("player", "other", "living"), chooses == "two"
        if self.learns == "player":
            yield "        true = tuple(Pair((p,)) for p in members(turn.reading.evil))"
            yield "        every = tuple(Pair((p,)) for p in turn.everyone)"
            yield "        false = tuple(pair for pair in every if pair not in true)"
            yield "        turn.tell_one_of(lambda: true or (None,), lambda: false, lambda: every)"
        elif self.learns == "character":
            of = "chosen" if one else "chosen[0]" if two else "turn.me"
            yield f"        turn.tell([way.characters[{of}].id for way in turn.ways], turn.cast.ids)"
        elif self.learns == "number":
            of = "1 << chosen" if one else "mask_of(chosen)" if two else "turn.game.living"
            most = "2" if one else "3" if two else "len(turn.living) + 1"
            yield f"        numbers = [(way.evil & {of}).bit_count() for way in turn.ways]"
            yield f"        turn.tell(numbers, range({most}))"
        elif chooses == "character":
            yield "        turn.tell((chosen in turn.game.in_play,), YES_NO)"
        else:
            of = "1 << chosen" if one else "mask_of(chosen)" if two else "turn.living_neighbours()"
            yield f"        turn.tell((bool(way.evil & {of}) for way in turn.ways), YES_NO)"

    # -- the scenario ----------------------------------------------------------------------------

    def scenario(self) -> str:
        """The text of its first scenario: a small table, and what it does there once."""
        kinds = ["demon", "minion", "townsfolk", "outsider", "townsfolk"]
        company: list[str] = []
        for kind in kinds:
            company.append(_quiet(kind, company, last=self.id))
        me = _TRAVELLER
        if self.kind in kinds:
            company[kinds.index(self.kind)] = self.id
            me = _PLAYERS[company.index(self.id)]
        lines = [f"title: The {self.name} DOES WHAT IT DOES", "players:"]
        lines += [f"  - {player}: {character}" for player, character in zip(_PLAYERS, company, strict=True)]
        if me == _TRAVELLER:
            lines.append(f"  - {me}: {{character: {self.id}, alignment: good}}")
        return "\n".join((*lines, "play:", *self._play(me, company))) + "\n"

    def _play(self, me: str, company: list[str]) -> Iterator[str]:
        other = next(name for name in _PLAYERS[2:] if name != me)
        chosen = {"nobody": "", "two": f"[{other}, {_PLAYERS[-1]}]", "character": company[0]}.get(
            self.chooses, _PLAYERS[-1]
        )
        if self.by_day:
            said = f"choose: {chosen}" if chosen else 'statement: "WHAT IS SAID"'
            yield "  - day 1:"
            yield f"      - {me}: {{use: {self.id}, {said}}}"
            yield "  - expect: {winner: null}"
            return
        night = "night 1" if self.hook == "start" else "night 2"
        if self.hook and (chosen or self.once):
            yield f"  - {night}:"
            yield f"      - {me}: {{choose: {chosen or 'yes'}}}"
        else:
            yield f"  - {night}: []"
        wakes = {who: player for player, who in zip(_PLAYERS, company, strict=True) if self._wakes(who)}
        if self.hook and (chosen or self.once or self.learns != "nothing"):
            wakes[self.id] = me
        order = FIRST_NIGHT if self.hook == "start" else OTHER_NIGHTS
        places = {who: place for place, who in enumerate(order)}
        woken = [wakes[who] for who in sorted(wakes, key=lambda who: places.get(who, 0))]
        yield f"  - expect: {{woken: [{', '.join(woken)}]}}" if woken else "  - expect: {winner: null}"

    def _wakes(self, other: str) -> bool:
        """Whether somebody else of the table is woken in the scenario's night."""
        who = automated().get(other)
        if who is None or other == self.id:
            return False
        if self.hook == "start":
            return other in FIRST_NIGHT and bool(who.hooks & {"start", "night"})
        return other in OTHER_NIGHTS and "night" in who.hooks


_PLAYERS: Final = ("Ada", "Bo", "Cy", "Dot", "Eve")
_TRAVELLER: Final = "Fay"


def _quiet(kind: str, taken: Iterable[str], last: str) -> str:
    """The character of a type, of those that everybody knows, whose rules do least to a table."""
    tame = [
        (who.id == last, bool(who.hooks & {"start", "night"}), len(who.hooks), who.id)
        for who in automated().values()
        if (FACTS[who.id].type, FACTS[who.id].edition) == (kind, "tb")
        and who.id not in taken
        and not who.hooks & {"disguises", "setup", "turns_aside"}
        and who.stands_in is None
    ]
    return min(tame)[-1]


def class_name(name: str) -> str:
    """A name as Python classes have it: ``Fortune Teller`` is ``FortuneTeller``."""
    words = re.findall(r"[A-Za-z0-9]+", name.replace("'", "").replace("’", ""))
    return "".join(word[:1].upper() + word[1:] for word in words) or "NewCharacter"


def _named(names: Iterable[str], body: str, *more: str) -> list[str]:
    """Those names that stand in a text, outside of what is said to people, and ``more``."""
    code = re.sub(r'"[^"]*"', "", body)
    return sorted({*more, *(name for name in names if re.search(rf"(?<![\w.]){name}\b", code))}, key=_order)


def _order(name: str) -> tuple[int, str]:
    """Where ruff sorts a name: constants, classes, then functions, and an underscore before letters."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2), name.replace("_", "!")


def _import(module: str, names: list[str]) -> list[str]:
    if not names:
        return []
    line = f"from {module} import {', '.join(names)}"
    return [line] if len(line) <= WIDTH else [f"from {module} import (", *(f"    {n}," for n in names), ")"]


def _tuple(name: str, entries: Iterable[str]) -> Iterator[str]:
    yield f"    {name} = ("
    yield from (f"        {entry}," for entry in entries)
    yield "    )"


def _mapping(name: str, entries: Mapping[str, str]) -> Iterator[str]:
    if not entries:
        return
    pairs = [f'"{key}": {value}' for key, value in entries.items()]
    line = f"    {name} = {{{', '.join(pairs)}}}"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"    {name} = {{"
    yield from (f"        {pair}," for pair in pairs)
    yield "    }"

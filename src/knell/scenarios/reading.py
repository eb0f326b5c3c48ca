"""Scenario files: reading them and telling what is wrong with them.

A scenario sets a table, plays a few nights and days and says what must be true. This module turns
the YAML text into :class:`Scenario` values and refuses whatever the format doesn't have, with the
line and the reason; :mod:`knell.scenarios.running` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from knell import facts
from knell.messages import N_
from knell.scenarios.document import Block, ScenarioError, documents
from knell.scenarios.scenario import PlayBlock, Scenario, SeatLine, WantedDeal


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


TOP_KEYS: Final = _words("""title covers script seed jinxes players deal setup given play expect refused""")
DEAL_KEYS: Final = _words("""players with without travellers""")
SEAT_KEYS: Final = _words("""character shown alignment""")
PLAYER_STEP_KEYS: Final = _words("""choose learn use private refused""")
DAY_STEPS: Final = _words("""nominate exile execute join leave""")
STEP_KEYS: Final = _words("""votes refused storyteller grimoire expect""") | DAY_STEPS
JOIN_KEYS: Final = _words("""character alignment after""")
GRIMOIRE_KEYS: Final = _words(
    """kill revive drunk poison sober heal character alignment token remove_token ghost_vote
    registers_dead"""
)
EXPECT_KEYS: Final = _words(
    """alive dead registers_dead drunk poisoned healthy character alignment shown abilities
    no_abilities tokens no_tokens woken woke_for_ability not_woken options legal illegal
    learned suggested warned asked not_asked about_to_die votes ghost_vote announced
    not_announced may_nominate may_be_nominated may_vote executed_today secret_vote types
    in_play not_in_play winner winners reason"""
)
_PLAYER_LISTS: Final = _words(
    """alive dead registers_dead drunk poisoned healthy woke_for_ability not_woken may_nominate
    may_be_nominated may_vote winners"""
)
_BY_PLAYER: Final = _words(
    """character alignment shown abilities no_abilities tokens no_tokens options legal illegal
    learned votes ghost_vote"""
)
BLOCK: Final = re.compile(r"(night|day) ([1-9][0-9]*)")


def read(path: str | Path) -> list[Scenario]:
    """All scenarios of a file. Raises ``ScenarioError`` naming the file, the line and the reason."""
    name = str(path)
    try:
        words = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        failure = ScenarioError(N_("The file can't be read: {reason}."), reason=error.strerror or str(error))
        failure.file = name
        raise failure from error
    except UnicodeDecodeError as error:
        failure = ScenarioError(N_("The file isn't text in UTF-8."))
        failure.file = name
        raise failure from error
    try:
        return list(parse(words, name))
    except ScenarioError as error:
        error.file = name
        raise


def parse(words: str, file: str = "") -> Iterator[Scenario]:
    """The scenarios in a text. Raises ``ScenarioError`` with the line and the reason."""
    found = False
    for document in documents(words):
        if document is None:
            continue
        found = True
        yield _Reader(document, file).scenario()
    if not found:
        raise ScenarioError(N_("There is no scenario in this file."))


def _named(value: Any) -> Iterator[str]:
    """Every character id in a part of a document, also in front of a dot."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("title", "covers", "statement", "guess"):
                continue
            yield from _named(key)
            yield from _named(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)
    elif isinstance(value, str):
        head = value.partition(".")[0]
        if value in facts.FACTS:
            yield value
        elif head in facts.FACTS and head != value:
            yield head


class _Reader:
    """Turns one document into a scenario, complaining about whatever doesn't belong."""

    def __init__(self, document: Any, file: str) -> None:
        if not isinstance(document, Block):
            raise ScenarioError(N_("A scenario is a map of keys, beginning with “title:”."), line=1)
        self.document = document
        self.file = file
        self.known_names: set[str] = set()

    def scenario(self) -> Scenario:
        document = self.document
        document.allow_only(TOP_KEYS, N_("a scenario"))
        title = document.get("title")
        if not isinstance(title, str) or not title.strip():
            raise ScenarioError(N_("A scenario needs a “title:”."), line=document.line)
        if ("players" in document) == ("deal" in document):
            raise ScenarioError(N_("A scenario has either “players:” or “deal:”."), line=document.line)
        seats = self._seats() if "players" in document else ()
        deal = self._deal() if "deal" in document else None
        names = deal.names if deal is not None else tuple(s.name for s in seats)
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ScenarioError(N_("Two players are called {name}."), line=document.line, name=name)
        self.known_names = set(names)
        self._joining()
        script = document.get("script")
        if isinstance(script, list):
            script = tuple(self._character(i, document.lines["script"]) for i in script)
        elif script is not None and not isinstance(script, str):
            document.refuse("script", N_("a list of characters, a bundled name or a file"))
        seed = document.get("seed", 0)
        if not isinstance(seed, int) or isinstance(seed, bool):
            document.refuse("seed", N_("a whole number"))
        for key in ("jinxes", "refused"):
            if not isinstance(document.get(key, False), bool):
                document.refuse(key, N_("true or false"))
        covers = document.get("covers") or []
        if not isinstance(covers, list) or not all(isinstance(c, str) for c in covers):
            document.refuse("covers", N_("a list of clauses"))
        setup = document.get("setup") or Block()
        if not isinstance(setup, Block):
            document.refuse("setup", N_("a map of decisions"))
        expect = document.get("expect")
        if expect is not None:
            self._expect(expect, document.lines["expect"])
        return Scenario(
            file=self.file,
            line=document.line,
            title=title.strip(),
            covers=tuple(covers),
            script=script,
            named=tuple(dict.fromkeys(_named(document))),
            seed=seed,
            jinxes=document.get("jinxes", True),
            seats=seats,
            deal=deal,
            setup=setup,
            given=self._given(),
            play=self._play(),
            expect=expect,
            refused=document.get("refused", False),
        )

    # -- pieces ----------------------------------------------------------------------------------

    def _name(self, name: Any, line: int) -> str:
        if str(name) not in self.known_names:
            raise ScenarioError(N_("There is no player called {name}."), line=line, name=name)
        return str(name)

    def _character(self, character: Any, line: int) -> str:
        if not isinstance(character, str) or character not in facts.FACTS:
            raise ScenarioError(N_("There is no character called “{name}”."), line=line, name=character)
        return character

    def _seats(self) -> tuple[SeatLine, ...]:
        players = self.document["players"]
        line = self.document.lines["players"]
        if not isinstance(players, list) or not 1 <= len(players) <= 20:
            self.document.refuse("players", N_("a list of 1 to 20 players, clockwise"))
        seats = []
        for player in players:
            if not isinstance(player, Block) or len(player) != 1:
                raise ScenarioError(N_("Write each player as “- Name: character”."), line=line)
            line = player.line
            ((name, value),) = player.items()
            if isinstance(value, str):
                seats.append(SeatLine(name, self._character(value, line), None, None))
                continue
            if not isinstance(value, Block):
                raise ScenarioError(N_("Write each player as “- Name: character”."), line=line)
            value.allow_only(SEAT_KEYS, N_("a player"))
            character = self._character(value.get("character"), line)
            shown = self._character(value["shown"], line) if "shown" in value else None
            evil = None
            if "alignment" in value:
                evil = self._side(value["alignment"], line)
            elif facts.FACTS[character].type == "traveller":
                raise ScenarioError(N_("A Traveller needs an alignment."), line=line)
            seats.append(SeatLine(name, character, shown, evil))
        return tuple(seats)

    def _side(self, value: Any, line: int) -> bool:
        if value not in ("good", "evil"):
            raise ScenarioError(
                N_("An alignment is “good” or “evil”, not “{value}”."), line=line, value=value
            )
        return bool(value == "evil")

    def _deal(self) -> WantedDeal:
        deal = self.document["deal"]
        if not isinstance(deal, Block):
            self.document.refuse("deal", N_("a map with “players:”"))
        deal.allow_only(DEAL_KEYS, N_("a deal"))
        players = deal.get("players")
        travellers = deal.get("travellers", 0)
        if not isinstance(travellers, int) or isinstance(travellers, bool) or travellers < 0:
            deal.refuse("travellers", N_("a whole number"))
        if isinstance(players, int) and not isinstance(players, bool) and players >= 0:
            names = tuple(f"P{n}" for n in range(1, players + travellers + 1))
        elif isinstance(players, list):
            names = tuple(str(n) for n in players)
            names += tuple(f"T{n}" for n in range(1, travellers + 1))
        else:
            deal.refuse("players", N_("a number or a list of names"))
        line = deal.line
        return WantedDeal(
            names,
            tuple(self._character(c, line) for c in deal.get("with") or ()),
            tuple(self._character(c, line) for c in deal.get("without") or ()),
            travellers,
        )

    def _joining(self) -> None:
        """Names of Travellers who join later are known everywhere in the document."""
        for block in self.document.get("play") or ():
            for steps in block.values() if isinstance(block, dict) else ():
                for step in steps if isinstance(steps, list) else ():
                    joins = step.get("join") if isinstance(step, dict) else None
                    if isinstance(joins, dict):
                        self.known_names.update(joins)

    def _given(self) -> tuple[Block, ...]:
        given = self.document.get("given") or []
        if not isinstance(given, list) or not all(isinstance(g, Block) for g in given):
            self.document.refuse("given", N_("a list of Grimoire overrides"))
        for override in given:
            self._grimoire(override, override.line)
        return tuple(given)

    def _grimoire(self, override: Any, line: int) -> None:
        if not isinstance(override, Block) or len(override) != 1:
            raise ScenarioError(
                N_("An override is one key with what it applies to, like “kill: Ada”."), line=line
            )
        override.allow_only(GRIMOIRE_KEYS, N_("an override"))
        ((key, value),) = override.items()
        if key in ("kill", "revive", "drunk", "poison", "sober", "heal", "registers_dead"):
            for name in value if isinstance(value, list) else [value]:
                self._name(name, line)
            return
        if not isinstance(value, Block) or not value:
            raise ScenarioError(N_("“{key}” needs a player and a value, like “Ada: …”."), line=line, key=key)
        for name, part in value.items():
            self._name(name, line)
            if key == "character":
                self._character(part, line)
            elif key == "alignment":
                self._side(part, line)

    def _play(self) -> tuple[PlayBlock, ...]:
        play = self.document.get("play") or []
        if not isinstance(play, list):
            self.document.refuse("play", N_("a list of nights, days and expectations"))
        blocks: list[PlayBlock] = []
        last = (0, "")
        for entry in play:
            if not isinstance(entry, Block) or len(entry) != 1:
                raise ScenarioError(
                    N_("Each entry of “play:” is one “night N:”, “day N:” or “expect:”."),
                    line=getattr(entry, "line", self.document.lines["play"]),
                )
            ((key, steps),) = entry.items()
            if key == "expect":
                self._expect(steps, entry.line)
                blocks.append(PlayBlock("expect", 0, (steps,), entry.line))
                continue
            match = BLOCK.fullmatch(key)
            if match is None:
                raise ScenarioError(
                    N_("“{key}” is no “night N:”, “day N:” or “expect:”."), line=entry.line, key=key
                )
            phase, number = match[1], int(match[2])
            order = (number, "b" if phase == "day" else "a")
            if order <= last:
                raise ScenarioError(
                    N_("“{key}” can't come after the block before it."), line=entry.line, key=key
                )
            last = order
            steps = steps or []
            if not isinstance(steps, list):
                raise ScenarioError(N_("“{key}” must hold a list of steps."), line=entry.line, key=key)
            for step in steps:
                self._step(step, entry.line)
            blocks.append(PlayBlock(phase, number, tuple(steps), entry.line))
        return tuple(blocks)

    def _step(self, step: Any, line: int) -> None:
        if not isinstance(step, Block) or not step:
            raise ScenarioError(
                N_("A step is a map, like “Ada: {{choose: Bo}}” or “expect: {{…}}”."), line=line
            )
        first = next(iter(step))
        line = step.line
        if first not in STEP_KEYS:
            if first not in self.known_names:
                raise ScenarioError(
                    N_("“{key}” is neither a player nor a step; steps are {known}."),
                    line=line,
                    key=first,
                    known=", ".join(sorted(STEP_KEYS - {"votes", "refused"})),
                )
            self._player_step(step, first)
            return
        step.allow_only(STEP_KEYS, N_("a step"))
        if "expect" in step:
            self._expect(step["expect"], line)
        if "grimoire" in step:
            self._grimoire(step["grimoire"], line)
        if "storyteller" in step and (not isinstance(step["storyteller"], Block) or not step["storyteller"]):
            step.refuse("storyteller", N_("a map of decisions"))
        for key in ("nominate", "exile"):
            if key in step:
                pair = step[key]
                if not isinstance(pair, list) or len(pair) != 2:
                    step.refuse(key, N_("a list of two players"))
                for name in pair:
                    self._name(name, line)
        for name in step.get("votes") or ():
            self._name(name, line)
        for key in ("execute", "leave"):
            if key in step:
                self._name(step[key], line)
        if "join" in step:
            joins = step["join"]
            if (
                not isinstance(joins, Block)
                or len(joins) != 1
                or not isinstance(next(iter(joins.values())), Block)
            ):
                step.refuse("join", N_("like “Hal: {{character: thief, alignment: evil, after: Gus}}”"))
            for details in joins.values():
                details.allow_only(JOIN_KEYS, N_("a joining player"))
                self._character(details.get("character"), line)
                self._side(details.get("alignment"), line)
                self._name(details.get("after"), line)

    def _player_step(self, step: Block, name: str) -> None:
        for key in step:
            if key not in (name, "refused", "storyteller"):
                raise ScenarioError(
                    N_("“{key}” doesn't belong beside {name}."), line=step.line, key=key, name=name
                )
        value = step[name]
        if not isinstance(value, Block) or not value:
            raise ScenarioError(
                N_("Say what {name} does, like “choose:”, “learn:” or “use:”."), line=step.line, name=name
            )
        if "use" in value:
            self._character(value["use"], step.line)
        else:
            value.allow_only(PLAYER_STEP_KEYS, N_("a player's step"))

    def _expect(self, expect: Any, line: int) -> None:
        if not isinstance(expect, Block) or not expect:
            raise ScenarioError(N_("“expect:” holds a map of what must be true."), line=line)
        expect.allow_only(EXPECT_KEYS, N_("an expectation"))
        for key, value in expect.items():
            line = expect.lines[key]
            if key in _PLAYER_LISTS or key in (
                "warned",
                "asked",
                "not_asked",
                "announced",
                "not_announced",
                "woken",
            ):
                if not isinstance(value, list):
                    expect.refuse(key, N_("a list"))
                if key in _PLAYER_LISTS:
                    for name in value:
                        if key != "not_woken" or name not in ("minioninfo", "demoninfo"):
                            self._name(name, line)
            elif key in _BY_PLAYER:
                if not isinstance(value, Block):
                    expect.refuse(key, N_("a map of players"))
                for name, part in value.items():
                    self._name(name, line)
                    for character in part if isinstance(part, list) else [part]:
                        if key in ("character", "shown", "abilities", "no_abilities"):
                            self._character(character, line)
            elif key in ("about_to_die", "executed_today") and value is not None:
                self._name(value, line)
            elif key in ("in_play", "not_in_play"):
                for character in value:
                    self._character(character, line)

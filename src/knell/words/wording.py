"""Names and answers in the reader's language: what a number, an id or a compound answer stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from knell.characters import automated, composed
from knell.engine import (
    SKIP,
    Action,
    Character,
    Close,
    Execute,
    Exile,
    Game,
    Identity,
    Introduction,
    Join,
    Kind,
    Leave,
    Mask,
    Nominate,
    Pair,
    PlayerId,
    Pointing,
    Question,
    Text,
    Use,
    members,
)
from knell.engine.options import Shape
from knell.engine.terms import TOLD_BY_ALL
from knell.facts import TYPE_NAMES
from knell.names import character_name, reminder_name, type_name
from knell.record.file import RecordError
from knell.seats.naming import distinct
from knell.texts import _, fill, ngettext

__all__ = [
    "Words",
    "card_lead",
    "character_name",
    "counts",
    "explained",
    "in_a_sentence",
    "is_number",
    "shows",
]


def in_a_sentence(things: Sequence[str]) -> str:
    """Several things as a sentence lists them: "Ada, Bo and Cy"."""
    if len(things) < 2:
        return "".join(things)
    return fill(_("{things} and {last}"), things=", ".join(things[:-1]), last=things[-1])


class Words:
    """What the people and characters of one game are called, and answers put into words with that.

    ``players`` are the names by player id. ``characters`` holds what a script's author calls characters.
    """

    __slots__ = ("_characters", "_players")

    def __init__(self, players: Sequence[str], characters: Mapping[str, str] | None = None) -> None:
        self._players = distinct(players)
        self._characters = characters or {}

    @classmethod
    def of(cls, game: Game, characters: Mapping[str, str] | None = None) -> Words:
        """The words for a position, in which people may have come or changed their names."""
        return cls(game.names, characters)

    def player(self, player: PlayerId) -> str:
        """What a player is called."""
        return self._players[player] if 0 <= player < len(self._players) else _("nobody")

    def players(self, players: Mask | Iterable[PlayerId]) -> str:
        """What several players are called, one after the other."""
        listed = members(players) if isinstance(players, int) else tuple(players)
        return ", ".join(self.player(p) for p in listed) or _("nobody")

    def people(self, players: Mask | Iterable[PlayerId]) -> str:
        """Several players as part of a sentence: "Ada, Bo and Cy"."""
        listed = members(players) if isinstance(players, int) else tuple(players)
        return in_a_sentence([self.player(p) for p in listed]) or _("nobody")

    def character(self, id_: str) -> str:
        """What a character is called here."""
        return self._characters.get(id_) or character_name(id_)

    def characters(self, ids: Iterable[str]) -> str:
        """What several characters are called, one after the other."""
        return ", ".join(self.character(i) for i in ids) or _("none")

    def token(self, name: str) -> str:
        """What a reminder token ``character.token`` says, and whose it is."""
        owner, dot, _short = name.partition(".")
        if not dot:
            return reminder_name(name)
        return fill(_("{character}: {token}"), character=self.character(owner), token=reminder_name(name))

    def side(self, evil: bool) -> str:
        """Good or evil."""
        return _("evil") if evil else _("good")

    def type_and_side(self, kind: str, evil: bool) -> str:
        """What somebody is, without the character; ``kind`` is the id of a type, empty for none."""
        return fill(_("{type}, {side}"), type=type_name(kind) if kind else "", side=self.side(evil))

    def text(self, text: Text) -> str:
        """A message of the engine's with the names put in."""
        return str(text.filled(self._put))

    def warning(self, warning: Text) -> str:
        """What the Storyteller should mind about an answer."""
        return fill(_("Mind: {warning}"), warning=self.text(warning))

    def _put(self, key: str, value: Any) -> Any:
        put = _PUT.get((key, type(value)))
        return value if put is None else put(self, value)

    def answer(self, value: Any, *, numbers: bool = False) -> str:
        """An answer in words. With ``numbers`` a whole number is one, otherwise it is a player."""
        if value is SKIP:
            return _("left out")
        if value is None:
            return _("none")
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, int):
            return str(value) if numbers else self.player(value)
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, Pointing):
            found, whom = self.character(value.character), self.players(value.players)
            return fill(_("{character}: one of {players}"), character=found, players=whom)
        if isinstance(value, Pair) and len(value.players) == 1:
            return self.player(value.players[0])
        if isinstance(value, Pair):
            return fill(_("one of {players}"), players=self.players(value.players))
        if isinstance(value, Identity):
            who, what = self.player(value.player), self.character(value.character)
            return fill(_("{player}: {character}"), player=who, character=what)
        if isinstance(value, Introduction):
            return self._introduction(value)
        if isinstance(value, Action):
            return self.action(value)
        if isinstance(value, tuple | list):
            # Of several whole numbers, each is a player: nobody is ever shown two numbers at once.
            return ", ".join(self.answer(part) for part in value) or _("none")
        return str(value)

    def answer_to(self, question: Question, value: Any) -> str:
        """An answer to that question in words."""
        return self.answer(value, numbers=is_number(question))

    def word(self, value: str) -> str:
        """A word that is an answer: a character, a side, a type, or something of a character's own."""
        if (own := _words_of_characters().get(value)) is not None:
            return _(own)
        if (ability := composed.in_words(value)) is not None:
            return self.text(ability)
        if value in _SIDES:
            return self.side(value == "evil")
        if value in TYPE_NAMES:
            return type_name(value)
        return _("done") if value == "done" else self.character(value)

    def _introduction(self, value: Introduction) -> str:
        parts = []
        if value.demons is not None:
            message = ngettext("Demon: {players}", "Demons: {players}", len(value.demons))
            parts.append(fill(message, players=self.players(value.demons)))
        if value.minions is not None:
            parts.append(fill(_("Minions: {players}"), players=self.players(value.minions)))
        if value.bluffs is not None:
            parts.append(fill(_("not in play: {characters}"), characters=self.characters(value.bluffs)))
        return "; ".join(parts)

    def action(self, action: Action) -> str:
        """Something that happens during the day, in words."""
        match action:
            case Nominate(one, other):
                return fill(
                    _("{player} nominates {other}"), player=self.player(one), other=self.player(other)
                )
            case Exile(one, other):
                message = _("{player} calls for the exile of {other}")
                return fill(message, player=self.player(one), other=self.player(other))
            case Execute(player):
                return fill(_("{player} is executed"), player=self.player(player))
            case Join(name, character, _evil, _after):
                return fill(
                    _("{player} joins as the {character}"), player=name, character=self.character(character)
                )
            case Leave(player):
                return fill(_("{player} leaves"), player=self.player(player))
            case Close():
                return _("nominations close")
            case Use(player, character, details, _private):
                message = _("{player} uses the ability of the {character}")
                used = fill(message, player=self.player(player), character=self.character(character))
                return f"{used} ({self.details(details)})" if details else used

    def details(self, details: Iterable[tuple[str, Any]]) -> str:
        """What somebody said with the use of an ability, in words."""
        parts = []
        for _name, value in details:
            if isinstance(value, tuple) and all(isinstance(part, tuple) and len(part) == 2 for part in value):
                parts += [
                    fill(_("{player}: {character}"), player=self.answer(one), character=self.answer(other))
                    for one, other in value
                ]
            else:
                parts.append(self.answer(value))
        return ", ".join(parts)


def explained(error: RecordError) -> str:
    """What is wrong with a record, in a sentence with the names of its players and characters."""
    if error.header is None:
        return str(error)
    return Words(error.header.players, error.header.character_names()).text(error.reason)


def is_number(question: Question) -> bool:
    """Whether a whole number in an answer counts something and is no player."""
    return question.kind is Kind.SHOW or question.shape is Shape.NUMBER


def shows(name: str) -> bool:
    """Whether a question of this name shows somebody something, which a card can hold."""
    who, short = _asked_by(name)
    return name in TOLD_BY_ALL or short in _SHOWINGS or (who is not None and short in who.shows)


def counts(name: str) -> bool:
    """Whether a question of this name is answered by a count."""
    who, short = _asked_by(name)
    return short in _COUNTED or (who is not None and short in who.counts)


def card_lead(name: str) -> str:
    """What stands above a character on the card of the showing of this name; mostly nothing."""
    who, short = _asked_by(name)
    return _(who.lead) if who is not None and who.lead and short == "show" else ""


def _asked_by(name: str) -> tuple[Character | None, str]:
    """The character in whose name a question is asked, and what the question is called behind it."""
    owner, _dot, short = name.partition(".")
    return automated().get(owner), short


@cache
def _words_of_characters() -> Mapping[str, str]:
    return {word: said for who in automated().values() for word, said in who.says.items()}


_SHOWINGS: Final = ("show", "tells")
_COUNTED: Final = ("flips", "many")
"""What the engine itself shows, and has counted, in characters' names."""
_SIDES: Final = ("good", "evil")
_PUT: Final[Mapping[tuple[str, type], Any]] = {
    ("player", int): Words.player,
    ("other", int): Words.player,
    ("players", tuple): Words.players,
    ("character", str): Words.character,
    ("other", str): Words.character,
    ("token", str): Words.token,
    ("type", str): Words.word,
    ("ability", str): Words.word,
}

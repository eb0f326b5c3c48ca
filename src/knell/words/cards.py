"""Show-cards: what stands on the faces of a card that is held before a player, whoever draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from knell.engine import Cast, Identity, Introduction, Pair, PlayerId, Pointing
from knell.engine.terms import YOU_ARE
from knell.facts import FACTS
from knell.texts import _, ngettext
from knell.words.wording import Words, card_lead

__all__ = [
    "Answer",
    "Face",
    "People",
    "Sentence",
    "Token",
    "Tokens",
    "faces",
    "none_in_play",
    "side_in_words",
]


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes, no or a number."""

    value: bool | int
    lead: str
    title: str


@dataclass(frozen=True, slots=True)
class Token:
    """A character by itself, and its side where that is told: ``good``, ``evil`` or empty."""

    character: str
    lead: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Several characters."""

    lead: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class People:
    """Players; with ``after`` and a character, what one of them is said to be."""

    lead: str
    players: tuple[PlayerId, ...]
    after: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words; ``side`` is set where they name one."""

    title: str
    lead: str = ""
    side: str = ""


Face: TypeAlias = Answer | Token | Tokens | People | Sentence


def faces(
    value: Any, words: Words, cast: Cast, *, name: str = "", evil: bool | None = None, by_hand: bool = False
) -> tuple[Face, ...]:
    """What stands on the card for a shown value, face by face.

    ``name`` is what the question is called that the value answers; ``evil`` is the side beside the
    character that somebody is told they are; ``by_hand`` is for what the Storyteller shows themselves.
    """
    if name == YOU_ARE:
        return (_you_are(value, evil),)
    made = _faces(value, words, lambda word: word in cast.by_id or word in FACTS, by_hand)
    match made:
        case (Token() as token,):
            return (replace(token, lead=card_lead(name) or token.lead),)
    return made


def none_in_play() -> str:
    """What is said where there is nobody to be shown."""
    return _("There are none in play")


def side_in_words(side: str) -> str:
    """A side as it stands on a card; nothing for none."""
    match side:
        case "good":
            return _("Good")
        case "evil":
            return _("Evil")
    return ""


def _you_are(value: Any, evil: bool | None) -> Face:
    if value in ("good", "evil"):
        return Sentence(side_in_words(value), lead=_("You are now"), side=value)
    return Token(str(value), lead=_("You are the"), side="" if evil is None else "evil" if evil else "good")


def _faces(value: Any, words: Words, is_character: Callable[[str], bool], by_hand: bool) -> tuple[Face, ...]:
    match value:
        case bool():
            return (Answer(value, _("Your answer"), _("Yes") if value else _("No")),)
        case int():
            return (Answer(value, _("Your number"), str(value)),)
        case None:
            return (Sentence(none_in_play()),)
        case Introduction():
            return _introduction(value)
        case Pointing(players, character):
            lead = _("One of these") if len(players) > 1 else _("This player")
            return (People(lead, players, _("is the"), character),)
        case Pair((_one,) as players):
            return (People(_("This player"), players),)
        case Pair(players):
            return (People(_("These players") if by_hand else _("One of these"), players),)
        case Identity(player, character):
            return (People("", (player,), _("is the"), character),)
        case str() if is_character(value):
            return (Token(value),)
        case "good" | "evil":
            return (Sentence(side_in_words(value), side=value),)
        case str():
            return (Sentence(value if by_hand else words.word(value)),)
        case tuple():
            return (_several(value, words, is_character),)
    return (Sentence(words.answer(value, numbers=True)),)


def _several(value: tuple[Any, ...], words: Words, is_character: Callable[[str], bool]) -> Face:
    """Characters or players, perhaps below words of the Storyteller's own."""
    match value:
        case ():
            return Sentence(_("None"))
        case (str(character), "good" | "evil" as side) if is_character(character):
            return Token(character, lead=_("You are the"), side=side)
        case (str(lead), *rest) if not is_character(lead):
            below = tuple(rest)
        case _:
            lead, below = "", value
    if below and all(isinstance(part, str) and is_character(part) for part in below):
        return Tokens(lead, below)
    if below and all(isinstance(part, int) and not isinstance(part, bool) for part in below):
        return People(lead or _("These players"), below)
    return Sentence(words.answer(value))


def _introduction(value: Introduction) -> tuple[Face, ...]:
    made: list[Face] = []
    demons, minions, bluffs = value.demons, value.minions, value.bluffs
    if demons is not None:
        made.append(People(ngettext("This is the Demon", "These are the Demons", len(demons)), demons))
    if minions and demons is not None:
        made.append(People(ngettext("This is a Minion", "These are the Minions", len(minions)), minions))
    elif minions:
        made.append(People(ngettext("This is your Minion", "These are your Minions", len(minions)), minions))
    elif minions is not None and demons is None:
        made.append(Sentence(_("There are none"), lead=_("Your Minions")))
    if bluffs is not None:
        lead = _("This is not in play") if len(bluffs) == 1 else _("These are not in play")
        made.append(Tokens(lead, bluffs))
    return tuple(made) or (Sentence(_("There are none")),)

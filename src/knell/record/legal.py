"""Whether an answer or a change by hand is possible now, and why not, in words for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from knell.engine import (
    SKIP,
    Action,
    Execute,
    Exile,
    Game,
    Join,
    Kind,
    Leave,
    Nominate,
    Override,
    Question,
    Text,
    Type,
    Use,
    text,
)
from knell.engine.day import why_not as why_no_action
from knell.engine.form import are_pairs, is_player
from knell.engine.options import NoSuchAnswer
from knell.engine.overrides import UNFIT, AddCharacter, is_well_formed
from knell.engine.values import is_well_formed as is_well_formed_value
from knell.facts import FACTS
from knell.messages import N_, Refused
from knell.outside import is_fit, is_name

__all__ = ["IllegalAnswer", "settled", "why_illegal", "why_no_override"]


class IllegalAnswer(Refused):
    """An answer that isn't possible now; ``reason`` says why."""


def settled(game: Game, question: Question, answer: Any) -> Any:
    """A legal answer to a question in the one form in which it is kept.

    Leaving a player's choice out (``SKIP``) is always legal. Raises ``IllegalAnswer`` with the reason for
    anything else that people send, and nothing but that.
    """
    if answer is SKIP:
        if question.kind is Kind.CHOICE:
            return SKIP
        raise IllegalAnswer(text(N_("Only a choice of a player's can be left out.")))
    if question.kind is Kind.DAY:
        reason = _why_no_action(game, answer)
        if reason is not None:
            raise IllegalAnswer(reason)
        return answer
    try:
        kept = question.settle(answer)
    except (NoSuchAnswer, TypeError) as error:
        raise IllegalAnswer(_not_among(game, question, answer)) from error
    if question.own_words and not is_well_formed_value(kept):
        raise IllegalAnswer(text(N_("These words are too long, or can't be shown.")))
    return kept


def why_illegal(game: Game, question: Question, answer: Any) -> Text | None:
    """Why ``answer`` is no legal answer to a question, or ``None`` when it is one."""
    try:
        settled(game, question, answer)
    except IllegalAnswer as illegal:
        return illegal.reason
    return None


def _not_among(game: Game, question: Question, answer: Any) -> Text:
    one_player = type(answer) is int and 0 <= answer < len(game.names)
    if question.kind is Kind.CHOICE and one_player:
        return text(N_("{player} can't be chosen here."), player=answer)
    if question.kind is Kind.CHOICE:
        return text(N_("That can't be chosen here."))
    if question.kind is Kind.SHOW:
        return text(N_("That may not be shown now."))
    if question.kind in (Kind.VOTE, Kind.SUPPORT):
        return text(N_("A hand is either up or down."))
    return text(N_("That is none of the possible answers."))


# -- actions of the day ------------------------------------------------------------------------------


def _why_no_action(game: Game, action: Any) -> Text | None:
    if not isinstance(action, Action):
        return text(N_("That is nothing that can happen during the day."))
    if not _well_formed(game, action):
        return UNFIT
    return why_no_action(game, action)


def _well_formed(game: Game, action: Action) -> bool:
    fit = _PARTS.get(type(action), ())
    return all(fits(game, value) for fits, value in zip(fit, action, strict=True)) and (
        not isinstance(action, Use) or _has_details(game, action)
    )


def _has_details(game: Game, use: Use) -> bool:
    character = game.cast.by_id.get(use.character)
    fields = {field.name: field for field in character.form} if character is not None else {}
    players = range(len(game.names))
    return all(
        fields[name].fits(value, players) if name in fields else is_well_formed_value(value)
        for name, value in use.details
    )


def _is_player(game: Game, value: Any) -> bool:
    return is_player(value, range(len(game.names)))


def _is_text(_game: Game, value: Any) -> bool:
    return isinstance(value, str) and is_fit(value)


def _is_name(_game: Game, value: Any) -> bool:
    return isinstance(value, str) and is_name(value)


def _is_yes_or_no(_game: Game, value: Any) -> bool:
    return isinstance(value, bool)


def _are_details(_game: Game, value: Any) -> bool:
    return are_pairs(value) and all(isinstance(name, str) for name, _ in value)


_PARTS: Final[dict[type, tuple[Callable[[Game, Any], bool], ...]]] = {
    Nominate: (_is_player, _is_player),
    Exile: (_is_player, _is_player),
    Use: (_is_player, _is_text, _are_details, _is_yes_or_no),
    Execute: (_is_player,),
    Join: (_is_name, _is_text, _is_yes_or_no, _is_player),
    Leave: (_is_player,),
}


# -- changes by hand ---------------------------------------------------------------------------------


def why_no_override(game: Game, override: Override) -> Text | None:
    """Why a change by hand isn't one that can be made at all; the engine knows the rest."""
    if not game.characters and not override.before_the_deal:
        return text(N_("The characters haven't been dealt yet."))
    if not is_well_formed(override):
        return UNFIT
    if isinstance(override, AddCharacter) and not _is_storytellers_own(game, override.character):
        return text(
            N_("Only Fabled and Loric can be added; {character} isn't one."), character=override.character
        )
    return None


def _is_storytellers_own(game: Game, character: str) -> bool:
    seated = game.cast.by_id.get(character)
    if seated is not None:
        return seated.type in (Type.FABLED, Type.LORIC)
    return character in FACTS and FACTS[character].type in ("fabled", "loric")

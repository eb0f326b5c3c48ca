"""What the Storyteller is asked, in a sentence: for every question that the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from knell.engine import NOBODY, YES_NO, Game, Kind, Phase, Question
from knell.engine.options import Shape
from knell.engine.terms import DEMON_INFO, MINION_INFO, TOLD_BY_ALL, TRAVELLER_INFO, YOU_ARE
from knell.messages import N_
from knell.texts import _, fill, ngettext
from knell.words.moments import phase_name
from knell.words.votes import vote_title
from knell.words.wording import Words

__all__ = ["RULINGS_OF_ALL", "Asked", "asked", "said_to_chooser"]


class Asked(NamedTuple):
    """A question in words: what it belongs to, and the question itself."""

    heading: str
    sentence: str


def asked(game: Game, question: Question, words: Words) -> Asked:
    """Put a question into words."""
    return Asked(_heading(game, question, words), _sentence(game, question, words))


# -- what it belongs to ------------------------------------------------------------------------------


def _heading(game: Game, question: Question, words: Words) -> str:
    if question.kind is Kind.DAY:
        return phase_name(Phase.DAY, game.night)
    if question.kind in (Kind.VOTE, Kind.SUPPORT):
        return vote_title(question.player, NOBODY, words, exile=question.kind is Kind.SUPPORT)
    if question.name in TOLD_BY_ALL:
        return {
            MINION_INFO: _("Minions"),
            DEMON_INFO: _("Demons") if len(question.players) > 1 else _("Demon"),
            TRAVELLER_INFO: _("Evil Traveller"),
            YOU_ARE: _("Somebody has changed"),
        }[question.name]
    if question.ability is not None and question.name != "registers":
        player, character = words.player(question.ability.player), question.ability.character.id
        return fill(_("{character} – {player}"), character=words.character(character), player=player)
    if game.phase is Phase.SETUP:
        return phase_name(Phase.SETUP, 0)
    return _("The Storyteller decides")


# -- the question ------------------------------------------------------------------------------------


def _sentence(game: Game, question: Question, words: Words) -> str:
    match question.kind:
        case Kind.CHOICE:
            return _choice(question, words)
        case Kind.SHOW:
            return _showing(question, words)
        case Kind.DAY:
            return _("What happens?")
        case Kind.VOTE:
            return _("Whose hands are up?")
        case Kind.SUPPORT:
            return _("Who is for it? Everybody may raise a hand, the dead, too.")
        case Kind.BY_HAND:
            return fill(
                _("Run the {character} by hand, with any changes that it needs, then say done."),
                character=words.character(question.name.partition(".")[0]),
            )
        case Kind.CHANCE:
            return _draw(question, words)
        case _:
            return _ruling(game, question, words)


def _choice(question: Question, words: Words) -> str:
    player = words.player(question.player)
    shape = question.shape
    if None in question.options and shape is Shape.PLAYER:
        message = _("{player} points at a player, or shakes their head. Which?")
    elif None in question.options:
        message = _("{player} points at a character, or shakes their head. What is it?")
    else:
        message = {
            Shape.PLAYER: _("{player} points at a player. At whom?"),
            Shape.PLAYERS: _("{player} points at two players. At whom?"),
            Shape.PLAYER_AND_CHARACTER: _("{player} points at a player and a character. Which?"),
            Shape.CHARACTER: _("{player} points at a character. At which?"),
            Shape.YES_NO: _("{player} nods or shakes their head. Which?"),
        }.get(shape, _("{player} chooses. What?"))
    return fill(message, player=player)


def said_to_chooser(question: Question) -> str:
    """What the Storyteller may say to a player who chooses; empty for any other question."""
    if question.kind is not Kind.CHOICE:
        return ""
    declines = None in question.options
    match question.shape:
        case Shape.PLAYERS:
            return _("“Which two?”")
        case Shape.PLAYER_AND_CHARACTER:
            return _("“Which player, and which character?”")
        case Shape.YES_NO:
            return _("“Yes or no?”")
        case Shape.CHARACTER | Shape.WORDS:
            return _("“Which character, or none?”") if declines else _("“Which character?”")
    return _("“Whom, or nobody?”") if declines else _("“Whom?”")


def _showing(question: Question, words: Words) -> str:
    if len(question.players) > 1:
        return fill(_("Wake {players} together and show them:"), players=words.people(question.players))
    if question.name in TOLD_BY_ALL:
        return fill(_("Wake {player} and show them:"), player=words.player(question.player))
    return fill(_("What do you show to {player}?"), player=words.player(question.player))


def _draw(question: Question, words: Words) -> str:
    first, _dot, last = question.name.partition(".")
    if first == "bag":
        count = len(question.options[0])
        message = {
            "townsfolk": ngettext(
                "Which Townsfolk goes into the bag?", "Which {count} Townsfolk go into the bag?", count
            ),
            "outsider": ngettext(
                "Which Outsider goes into the bag?", "Which {count} Outsiders go into the bag?", count
            ),
            "minion": ngettext(
                "Which Minion goes into the bag?", "Which {count} Minions go into the bag?", count
            ),
        }.get(last, _("Which Demon goes into the bag?"))
        return fill(message, count=count)
    if question.name == "draw":
        return _("Who drew what? Name the characters clockwise, first seat first.")
    if last == "token":
        return fill(
            _("Which token goes into the bag in the place of the {character}?"),
            character=words.character(first),
        )
    return fill(_("What is drawn for the {character}?"), character=words.character(first))


def _ruling(game: Game, question: Question, words: Words) -> str:
    name = question.name
    owner, _dot, last = name.partition(".")
    sentence = _of_a_character(game, question) or RULINGS_OF_ALL.get(
        last if owner in game.cast.by_id else name
    )
    of = question.ability.character.id if question.ability is not None else owner
    if sentence is not None:
        return fill(
            _(sentence),
            player=words.player(question.player),
            character=words.character(of),
            count=_size(question),
        )
    if tuple(question.options) == YES_NO:
        return fill(_("{character}: {name}, yes or no?"), character=words.character(of), name=last or name)
    return fill(_("{character}: {name}?"), character=words.character(of), name=last or name)


def _of_a_character(game: Game, question: Question) -> str | None:
    """The sentence of the character in whose name it is asked, or whose ability asks for it by a clause."""
    owner, _dot, short = question.name.partition(".")
    if (named := game.cast.by_id.get(owner)) is not None:
        return named.asks.get(short)
    return None if question.ability is None else question.ability.character.asks.get(question.name)


def _size(question: Question) -> int:
    first = question.options[0] if len(question.options) else ()
    return len(first) if isinstance(first, tuple) else 1


RULINGS_OF_ALL: Final[Mapping[str, str]] = {
    "bluffs": N_("Which good characters does the Demon learn to be out of play?"),
    "registers": N_("As what does {player} register to the {character}?"),
    "tiebreak": N_("Two things come at the same moment. Whose goes first?"),
    "who": N_("Who is the {character} without knowing it?"),
    "many": N_("How many {character} tokens go into the bag?"),
    "out": N_("Which characters leave because of the {character}?"),
    "in": N_("Which characters come in because of the {character}?"),
    "cause": N_("Two abilities answer this nomination. Which comes first?"),
    "flips": N_("How often is the result turned round?"),
}
"""Decisions that the engine asks for; what a character asks for itself stands with the character."""

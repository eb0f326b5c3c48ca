"""Changes by hand as sentences in the reader's language."""

from __future__ import annotations

from typing import assert_never

from knell.characters import automated
from knell.engine import Override
from knell.engine.overrides import (
    AddCharacter,
    EndGame,
    Heal,
    Kill,
    LimitUses,
    MakeCharacter,
    MakeDrunk,
    MakeRuling,
    Poison,
    PutToken,
    Rename,
    Reseat,
    Revive,
    SeemDead,
    SetGhostVote,
    Show,
    Sober,
    SwapSeats,
    TakeToken,
    TurnSide,
    Wake,
    WasDead,
)
from knell.texts import _, fill, ngettext
from knell.words.wording import Words

__all__ = ["change_in_words", "is_said_by_events"]


def is_said_by_events(override: Override) -> bool:
    """Whether what has come of a change is an event of its own, which tells it better."""
    return isinstance(override, Rename | SwapSeats | Reseat | AddCharacter)


def change_in_words(override: Override, words: Words) -> str:
    """A change by hand in words."""
    match override:
        case Kill(player):
            return fill(_("By hand: {player} is killed."), player=words.player(player))
        case WasDead(player):
            return fill(_("By hand: {player} has been dead before."), player=words.player(player))
        case Revive(player):
            return fill(_("By hand: {player} comes back to life."), player=words.player(player))
        case MakeDrunk(player):
            return fill(_("By hand: {player} is drunk."), player=words.player(player))
        case Poison(player):
            return fill(_("By hand: {player} is poisoned."), player=words.player(player))
        case Sober(player):
            return fill(_("By hand: {player} is sober."), player=words.player(player))
        case Heal(player):
            return fill(_("By hand: {player} is healthy."), player=words.player(player))
        case MakeCharacter(player, character):
            message = _("By hand: {player} becomes the {character}.")
            return fill(message, player=words.player(player), character=words.character(character))
        case TurnSide(player, evil):
            message = _("By hand: {player} is evil.") if evil else _("By hand: {player} is good.")
            return fill(message, player=words.player(player))
        case PutToken(player, token):
            message = _("By hand: {player} is given the token “{token}”.")
            return fill(message, player=words.player(player), token=words.token(token))
        case TakeToken(player, token):
            message = _("By hand: the token “{token}” is taken from {player}.")
            return fill(message, player=words.player(player), token=words.token(token))
        case SetGhostVote(player, has_one):
            message = (
                _("By hand: {player} has a vote again.")
                if has_one
                else _("By hand: {player} has no vote any more.")
            )
            return fill(message, player=words.player(player))
        case SeemDead(player):
            return fill(_("By hand: {player} is taken for dead."), player=words.player(player))
        case Rename(_player, name):
            return fill(_("A player is called {name} now."), name=name)
        case SwapSeats(one, other):
            message = _("{player} and {other} change seats.")
            return fill(message, player=words.player(one), other=words.player(other))
        case Reseat(ring):
            return fill(_("The seats now, clockwise: {players}."), players=words.players(ring))
        case MakeRuling():
            return _ruled(override, words)
        case Wake(player):
            return fill(_("By hand: {player} is woken."), player=words.player(player))
        case Show(player, what):
            message = _("By hand: {player} is shown {answer}.")
            return fill(message, player=words.player(player), answer=words.answer(what, numbers=True))
        case EndGame(evil_won):
            return _("By hand: evil wins.") if evil_won else _("By hand: good wins.")
        case AddCharacter(character):
            return fill(_("The {character} comes into the game."), character=words.character(character))
        case LimitUses():
            return _limited(override, words)
        case _:
            assert_never(override)


def _ruled(ruling: MakeRuling, words: Words) -> str:
    owner, _dot, short = ruling.name.partition(".")
    known = automated().get(owner)
    if known is not None and short in known.rulings:
        return fill(_(known.rulings[short].told), player=words.answer(ruling.value))
    message = _("The Storyteller decides {name}: {answer}.")
    return fill(message, name=ruling.name, answer=words.answer(ruling.value))


def _limited(limit: LimitUses, words: Words) -> str:
    name = words.character(limit.character)
    if limit.most is None:
        return fill(
            _("By hand: the {character}'s ability may be used as often as people like."), character=name
        )
    message = ngettext(
        "By hand: one player a day may use the {character}'s ability.",
        "By hand: at most {count} players a day may use the {character}'s ability.",
        limit.most,
    )
    return fill(message, character=name, count=limit.most)

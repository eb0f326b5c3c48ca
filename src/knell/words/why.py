"""Does it work now? Every ability of a player, with the reason when it doesn't work, and who is behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from knell.engine import NOBODY, Ability, Effect, Game, PlayerId, Token, Turn, Until
from knell.messages import N_
from knell.texts import _, fill
from knell.words.wording import Words

__all__ = [
    "ability_in_words",
    "effect_in_words",
    "reasons",
    "reminders",
    "short_reason",
    "token_in_words",
    "until_in_words",
]

DEEPEST = 3
"""How far a reason of a reason of a reason is followed."""


def reasons(game: Game, ability: Ability, words: Words) -> list[str]:
    """Why an ability doesn't work now; empty when it does."""
    if game.works(ability):
        return []
    player = ability.player
    who = words.player(player)
    if ability.pretended:
        return [_pretended(game, ability, words)]
    if game.dead >> player & 1 and not ability.character.works_dead:
        return [fill(_("{player} is dead"), player=who)]
    found = [_impaired_by(game, token, words) for token in _impairing(game, player)]
    return list(dict.fromkeys(found)) or [_("drunk or poisoned")]


def reminders(game: Game, ability: Ability, words: Words) -> list[str]:
    """What the Storyteller should know of an ability, and of the one that it came through."""
    found = []
    known: Ability | None = ability
    while known is not None:
        said = known.character.reminds(Turn(game, known))
        if said is not None:
            found.append(words.text(said))
        known = game.abilities.get(known.parent)
    return list(dict.fromkeys(found))


def _pretended(game: Game, ability: Ability, words: Words) -> str:
    parent = game.abilities.get(ability.parent)
    if parent is not None and parent.player == ability.player and game.believed[ability.player] is not None:
        message = _("{player} is the {character} and only thinks they are the {other}")
        return fill(
            message,
            player=words.player(ability.player),
            other=words.character(ability.character.id),
            character=words.character(parent.character.id),
        )
    return fill(_("{player} only acts it out"), player=words.player(ability.player))


def _impairing(game: Game, player: PlayerId) -> Iterator[Token]:
    """The tokens in force that make a player drunk or poisoned."""
    for token in game.all_tokens():
        impairs = token.effect in (Effect.DRUNK, Effect.POISONED)
        if impairs and token.player == player and game.in_force(token):
            yield token


def _impaired_by(game: Game, token: Token, words: Words) -> str:
    source = game.abilities.get(token.source)
    poisoned = token.effect is Effect.POISONED
    if source is None:
        state = _("poisoned by hand") if poisoned else _("drunk by hand")
    elif source.player == token.player:
        character = words.character(source.character.id)
        if poisoned:
            state = fill(_("poisoned as the {character}"), character=character)
        else:
            state = fill(_("drunk as the {character}"), character=character)
    else:
        message = (
            _("poisoned by {player}, the {character}")
            if poisoned
            else _("drunk by {player}, the {character}")
        )
        state = fill(
            message, player=words.player(source.player), character=words.character(source.character.id)
        )
    until = until_in_words(token.until)
    return fill(_("{state}, {until}"), state=state, until=until) if until else state


def until_in_words(until: Until) -> str:
    """When a token ends, as far as the clock says so."""
    if until is Until.DAWN:
        return _("until dawn")
    if until is Until.DUSK:
        return _("until dusk")
    return ""


def effect_in_words(effect: Effect) -> str:
    """What a token does to a player, as far as that is said by itself."""
    return _(_EFFECTS[effect]) if effect in _EFFECTS else ""


_EFFECTS: Final[Mapping[Effect, str]] = {
    Effect.DRUNK: N_("drunk"),
    Effect.POISONED: N_("poisoned"),
    Effect.SAFE: N_("safe from the Demon"),
    Effect.CANNOT_DIE: N_("can't die"),
    Effect.NO_DEMON_KILL: N_("no Demon kills anybody"),
    Effect.SPENT: N_("the ability is used up"),
}


def short_reason(game: Game, ability: Ability | None) -> str:
    """Why an ability doesn't work, in a word; empty when it does or there is none."""
    if ability is None or game.works(ability):
        return ""
    if ability.pretended:
        return _("only believes it")
    if game.dead >> ability.player & 1 and not ability.character.works_dead:
        return _("dead")
    player = 1 << ability.player
    if game.drunk & player and game.poisoned & player:
        return _("drunk and poisoned")
    return effect_in_words(Effect.DRUNK if game.drunk & player else Effect.POISONED)


def ability_in_words(game: Game, ability: Ability, words: Words) -> str:
    """Whether an ability works now, in one sentence."""
    character = words.character(ability.character.id)
    why = reasons(game, ability, words)
    if why:
        return fill(
            _("{character}: doesn't work now – {reason}."), character=character, reason="; ".join(why)
        )
    if game.spent(ability):
        return fill(_("{character}: used up."), character=character)
    if ability.character.by_hand:
        return fill(_("{character}: works now; run by hand."), character=character)
    return fill(_("{character}: works now."), character=character)


def token_in_words(game: Game, token: Token, words: Words) -> str:
    """A reminder token: what it says, who placed it, how long it stays, whether it counts now."""
    parts = []
    source = game.abilities.get(token.source)
    if source is not None and source.player != token.player:
        parts.append(fill(_("by {player}"), player=words.player(source.player)))
    elif token.source == NOBODY and not token.continuous:
        parts.append(_("by hand"))
    if until := until_in_words(token.until):
        parts.append(until)
    if not game.in_force(token):
        parts.append(_not_in_force(game, source, words))
    name = words.token(token.name)
    return fill(_("{token} ({details})"), token=name, details=", ".join(parts)) if parts else name


def _not_in_force(game: Game, source: Ability | None, words: Words) -> str:
    if source is None:
        return _("has no effect now")
    why = reasons(game, source, words)
    if not why:
        return _("has no effect now")
    return fill(_("has no effect now: {reason}"), reason="; ".join(why[:DEEPEST]))

"""What holds of everybody's abilities and tokens whenever a game is at rest."""

from typing import Final

from knell.characters import automated
from knell.characters.composed import parse
from knell.engine import (
    NOBODY,
    Ability,
    Effect,
    Game,
    Token,
    Until,
    members,
)
from knell.engine.terms import SWITCHING

HOLDERS: Final = ("philosopher", "alchemist", "cannibal", "amnesiac")
"""Who has abilities that are other characters'."""


def look_at(game: Game) -> None:
    """What holds of everybody's abilities whenever the game is at rest."""
    for ability in game.abilities.values():
        held_for_a_reason(game, ability)
        only_what_it_remembers(game, ability)
    for token in (*game.tokens, *game.continuous):
        force_of(game, token)


def root_of(game: Game, ability: Ability) -> Ability:
    """The ability at the beginning of the chain through which this one came."""
    while ability.parent != NOBODY:
        parent = game.abilities.get(ability.parent)
        assert parent is not None, f"{ability} is without the ability through which it came"
        assert parent.player == ability.player, f"{ability} came through {parent}"
        ability = parent
    return ability


def leads_on(game: Game, ability: Ability) -> bool:
    """Whether an ability that works for the dead has come through this one."""
    through = [a for a in game.abilities.values() if a.parent == ability.id]
    return any(a.character.works_dead or leads_on(game, a) for a in through)


def held_for_a_reason(game: Game, ability: Ability) -> None:
    """Whatever is held comes from the player's own character, and the dead keep only what works dead."""
    root = root_of(game, ability)
    assert root.character is game.characters[ability.player], f"{ability} came through {root}"
    asleep = ability.pretended or game.is_silenced(ability)
    impaired = bool(game.impaired >> ability.player & 1)
    assert game.works(ability) is (not asleep and not impaired), f"{ability} works"


def only_what_it_remembers(game: Game, ability: Ability) -> None:
    """What somebody holds through an ability is what that ability says, and no more."""
    through = [a for a in game.abilities.values() if a.parent == ability.id]
    id_, memory = ability.character.id, ability.memory
    if id_ not in HOLDERS or ability.character is not automated()[id_]:
        acted_out = [a for a in through if not a.pretended]
        assert not acted_out, f"{ability} gives {through}"
        return
    if ability.pretended:
        assert all(a.pretended for a in through), f"{ability} gives {through}"
    if id_ == "alchemist":
        assert [a.character.id for a in through] in ([], [memory])
    elif id_ == "amnesiac":
        hidden = memory.ability if memory is not None else ""
        made = parse(hidden)
        named = "amnesiac" if made is not None else hidden
        assert [a.character.id for a in through] in ([], [named]), f"{ability} gives {through}"
    elif id_ == "cannibal":
        assert len(through) <= 1, f"{ability} gives {through}"
        lunch = [t for t in game.tokens if t.source == ability.id and t.name == "cannibal.lunch"]
        assert len(lunch) <= 1
    else:
        chosen = {a.character.id for a in through if not a.pretended}
        drunk = {t.player for t in game.continuous if t.source == ability.id}
        same = {p for p in members(game.everyone) if game.characters[p].id in chosen}
        assert drunk == (set() if game.is_silenced(ability) else same - {ability.player})
        uses = [t for t in game.tokens if t.source == ability.id and t.name == "philosopher.has_chosen"]
        assert len(through) <= max(len(uses), 1), f"{ability} gives {through}"


def force_of(game: Game, token: Token) -> None:
    """An effect is in force exactly while the ability behind it works, for whoever holds it."""
    if token.source == NOBODY or token.until is Until.FOREVER:
        return
    ability = game.abilities.get(token.source)
    assert ability is not None or token.kept_by, f"{token} has lost its source"
    if ability is None or token.effect <= Effect.SPENT:
        return
    assert ability.character.id == token.name.partition(".")[0]
    in_force, works = game.in_force(token), game.works(ability)
    if in_force:
        own = token.player == ability.player and not game.is_silenced(ability) and not ability.pretended
        kept = works or own or in_a_ring(game, token, ability)
        assert kept, f"{token} is in force without {ability}"
    elif works:
        kept_off = (Effect.SAFE, Effect.HEALTHY)
        assert any(game.affected(token.player, e) for e in kept_off), f"{token} isn't in force"


def in_a_ring(game: Game, token: Token, ability: Ability) -> bool:
    """Whether what a token does leads back to its source, where the oldest effect stays (base-152)."""
    reached, more = 0, 1 << token.player
    while more & ~reached:
        reached |= more
        for other in (*game.tokens, *game.continuous):
            source = game.abilities.get(other.source)
            if source is not None and reached >> source.player & 1 and other.effect in SWITCHING:
                more |= 1 << other.player
    return bool(reached >> ability.player & 1)

"""Which effects are in force: who is drunk, poisoned or safe, worked out from the tokens.

Nothing is counted up and down. After every change the continuous effects are recomputed until
nothing changes any more, and each impairment is in force while its source works. Where impairments
would switch off each other's sources, the one that has been in force longest stays (base-152).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knell.engine.ability import Token
from knell.engine.terms import (
    DEMON,
    DRUNK,
    FOREVER,
    NOBODY,
    POISONED,
    SAFE,
    SOURCE,
    SWITCHING,
    Mask,
    PlayerId,
    members,
)

if TYPE_CHECKING:
    from knell.engine.game import Game


ROUNDS: Final = 24
"""How often continuous effects may change each other within one instant before they are left as they are."""

_NEVER: Final = 1 << 60


def source_works(game: Game, token: Token) -> bool:
    """Whether what placed an effect still stands behind it."""
    if token.source == NOBODY or token.until is FOREVER:
        return True
    ability = game.abilities.get(token.source)
    return ability is not None and game.works(ability)


def settle(game: Game) -> None:
    """Recompute continuous effects, then who is impaired, until nothing changes."""
    game.dirty = False
    game._settling = True
    game._shifty = bool(game.holders("looks_evil") or game.holders("disguises"))
    try:
        for _ in range(ROUNDS):
            _evaluate(game)
            if not game.holders("continuous") and not game.continuous:
                break
            effects = _continuous(game)
            if effects == game.continuous:
                break
            game.continuous = effects
            if game._shifty:
                game._plain = game._ways = None
    finally:
        game._settling = False
    # What the recomputing itself asked or counted is no change of the position.
    game.dirty = False
    if game._shifty:
        game._plain = game._ways = None


def _continuous(game: Game) -> tuple[Token, ...]:
    """The continuous effects of the position as it is, each keeping its number while it lasts."""
    found: list[Token] = []
    for ability in game.held("continuous"):
        character = ability.character
        if ability.pretended or (game.dead >> ability.player & 1 and not character.works_dead):
            continue
        for name, player in character.continuous(game.turn(ability)):
            full = f"{character.id}.{name}"
            for token in game.continuous:
                if token.player == player and token.source == ability.id and token.name == full:
                    break
            else:
                effect = character.tokens[name].effect
                token = Token(game.next_number(), full, effect, player, ability.id, SOURCE, True)
            if token not in found:
                found.append(token)
    return tuple(found)


class _Node:
    """A token whose being in force has to be decided, and the tokens that it depends on."""

    __slots__ = ("needs", "token")

    def __init__(self, token: Token) -> None:
        self.token = token
        self.needs: list[_Node] = []


def _evaluate(game: Game) -> None:
    """Decide which impairments and protections are in force, dependencies first."""
    matter = [t for t in (*game.tokens, *game.continuous) if t.effect in SWITCHING]
    if not matter:
        game.impaired = game._drunk = game._poisoned = 0
        game._suspended = frozenset()
        if game.stamps:
            game.stamps = {}
        return
    suspended: set[int] = set()
    sourced = []
    targets: Mask = 0
    holders: Mask = 0
    protects = False
    for token in matter:
        holder = _holder(game, token)
        if holder is None:
            suspended.add(token.number)
            continue
        sourced.append(token)
        if holder != NOBODY:
            holders |= 1 << holder
        if token.effect is SAFE:
            protects = True
        else:
            targets |= 1 << token.player
    standing = _resolve(game, sourced, suspended) if protects or holders & targets else sourced
    drunk: Mask = 0
    poisoned: Mask = 0
    for token in standing:
        if token.effect is DRUNK:
            drunk |= 1 << token.player
        elif token.effect is POISONED:
            poisoned |= 1 << token.player
    game._drunk, game._poisoned, game.impaired = drunk, poisoned, drunk | poisoned
    game._suspended = frozenset(suspended)
    stamps = game.stamps
    in_force = [t.number for t in matter if t.number not in suspended]
    if list(stamps) != in_force:
        game.stamps = {number: stamps.get(number) or game.next_number() for number in in_force}


def _resolve(game: Game, tokens: list[Token], suspended: set[int]) -> list[Token]:
    """The tokens in force where some depend on others; the rest go into ``suspended``."""
    nodes = [_Node(token) for token in tokens]
    for node in nodes:
        node.needs = [
            other for other in nodes if other is not node and _threatens(game, other.token, node.token)
        ]
    impaired: Mask = 0
    safe: Mask = 0
    standing: list[Token] = []
    pending = nodes
    while pending:
        ready = [node for node in pending if not any(need in pending for need in node.needs)]
        forced = not ready
        if forced:
            ready = [_oldest_of_a_loop(game, pending)]
        for node in ready:
            token = node.token
            if not forced and not _stands(game, token, impaired, safe):
                suspended.add(token.number)
                continue
            standing.append(token)
            if token.effect is SAFE:
                safe |= 1 << token.player
            else:
                impaired |= 1 << token.player
        pending = [node for node in pending if node not in ready]
    return standing


def _holder(game: Game, token: Token) -> PlayerId | None:
    """The player whose impairment would switch the token off, or ``NOBODY``.

    An ability that impairs its own holder doesn't switch itself off (base-151). ``None`` when the
    source is gone, or silenced by death or pretence.
    """
    if token.source == NOBODY or token.until is FOREVER:
        return NOBODY
    ability = game.abilities.get(token.source)
    if ability is None or ability.pretended:
        return None
    player = ability.player
    if game.dead >> player & 1 and not ability.character.works_dead:
        return None
    return NOBODY if ability.shielded or player == token.player else player


def _from_demon(game: Game, token: Token) -> bool:
    ability = game.abilities.get(token.source)
    return ability is not None and ability.character.type is DEMON


def _threatens(game: Game, other: Token, token: Token) -> bool:
    """Whether ``other``, if in force, would keep ``token`` from being so."""
    if other.effect is SAFE:
        return other.player == token.player and token.effect is not SAFE and _from_demon(game, token)
    return other.player == _holder(game, token)


def _stands(game: Game, token: Token, impaired: Mask, safe: Mask) -> bool:
    holder = _holder(game, token)
    if holder is not None and holder != NOBODY and impaired >> holder & 1:
        return False
    return not (safe >> token.player & 1 and token.effect is not SAFE and _from_demon(game, token))


def _oldest_of_a_loop(game: Game, pending: list[_Node]) -> _Node:
    """Of tokens that only threaten each other in a ring, the one that has been in force longest."""
    index = {id(node): place for place, node in enumerate(pending)}
    reach = [sum(1 << index[id(need)] for need in node.needs if id(need) in index) for node in pending]
    for _ in pending:
        for place, mask in enumerate(reach):
            for step in members(mask):
                reach[place] |= reach[step]
    best: _Node | None = None
    best_age = (_NEVER, _NEVER)
    for place, node in enumerate(pending):
        upstream = reach[place]
        if upstream >> place & 1 and all(reach[other] >> place & 1 for other in members(upstream)):
            age = (game.stamps.get(node.token.number, _NEVER), node.token.number)
            if best is None or age < best_age:
                best, best_age = node, age
    assert best is not None, "every pending token is threatened, so there is a loop"
    return best

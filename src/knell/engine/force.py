"""Which effects are in force: who is drunk, poisoned or safe, worked out from the tokens.

Nothing is counted up and down. After every change the continuous effects are recomputed until
nothing changes any more, and each impairment is in force while its source works. Where impairments
would switch off each other's sources, the one that has been in force longest stays (base-152).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from knell.engine.terms import (
    DEMON,
    DRUNK,
    FOREVER,
    HEALTHY,
    LIVELY,
    NOBODY,
    POISONED,
    SAFE,
    SOURCE,
    SWITCHING,
    Mask,
    PlayerId,
    members,
)
from knell.engine.tokens import Token

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
    if game._shifty:  # it turns true whenever abilities come or go
        game._shifty = bool(game.holders("looks_evil") or game.holders("disguises"))
    anything = game.holders("continuous") or game.continuous or game.continuous_jinxes
    try:
        for _ in range(ROUNDS):
            _evaluate(game)
            if not anything:
                break
            effects = _continuous(game)
            if effects == game.continuous:
                break
            game.continuous = effects
            if game._shifty:
                game._reading = game._ways = None
    finally:
        game._settling = False
    # What the recomputing itself asked or counted is no change of the position.
    game.dirty = False
    if game._shifty:
        game._reading = game._ways = None


def _continuous(game: Game) -> tuple[Token, ...]:
    """The continuous effects of the position as it is, each keeping its number while it lasts."""
    found: list[Token] = []
    for ability in game.held("continuous"):
        character = ability.character
        if ability.pretended or game.is_silenced(ability):
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
    for jinx in game.continuous_jinxes:
        for full, player in jinx.continuous(game):
            for token in game.continuous:
                if token.player == player and token.name == full:
                    break
            else:
                token = Token(game.next_number(), full, DRUNK, player, NOBODY, SOURCE, True)
            found.append(token)
    return tuple(found)


class _Node:
    """A token whose being in force has to be decided, and the tokens that it depends on."""

    __slots__ = ("needs", "off_if_healthy", "off_if_impaired", "off_if_safe", "off_unless_lively", "token")

    def __init__(self, game: Game, token: Token) -> None:
        self.token = token
        holder = _holder(game, token)
        self.off_if_impaired: Mask = 0 if holder is None or holder == NOBODY else 1 << holder
        """Whose being drunk or poisoned switches it off."""
        self.off_if_safe: Mask = 0
        """Whose being safe from the Demon switches it off."""
        self.off_if_healthy: Mask = 0
        """Whose being healthy whatever happens switches it off."""
        if token.effect is DRUNK or token.effect is POISONED:
            self.off_if_healthy = 1 << token.player
            if _from_demon(game, token):
                self.off_if_safe = 1 << token.player
        self.off_unless_lively: Mask = 0
        """Who is dead and has to have been given their abilities back for it."""
        source = game.abilities.get(token.source)
        if source is not None and token.until is not FOREVER and not source.character.works_dead:
            self.off_unless_lively = 1 << source.player & game.dead
        self.needs: list[_Node] = []

    def depends_on(self, other: Token) -> bool:
        """Whether ``other``, if in force, would keep this one from being so."""
        if other.effect is SAFE:
            threatened = self.off_if_safe
        elif other.effect is HEALTHY:
            threatened = self.off_if_healthy
        elif other.effect is LIVELY:
            threatened = self.off_unless_lively
        else:
            threatened = self.off_if_impaired
        return bool(threatened >> other.player & 1)


def _evaluate(game: Game) -> None:
    """Decide which impairments and protections are in force, dependencies first."""
    sourced: list[Token] = []
    suspended: set[int] = set()
    holders = drunk = poisoned = safe = 0
    for token in (*game.tokens, *game.continuous):
        effect = token.effect
        if effect not in SWITCHING:
            continue
        holder = _holder(game, token)
        if holder is None:
            suspended.add(token.number)
            continue
        sourced.append(token)
        if holder != NOBODY:
            holders |= 1 << holder
        if effect is DRUNK:
            drunk |= 1 << token.player
        elif effect is POISONED:
            poisoned |= 1 << token.player
        else:
            safe |= 1 << token.player
    game._enlivened = 0
    if game.lively or (holders | safe) & (drunk | poisoned):
        drunk, poisoned = _resolve(game, sourced, suspended)
        sourced = [token for token in sourced if token.number not in suspended]
    game._drunk, game._poisoned, game.impaired = drunk, poisoned, drunk | poisoned
    game._suspended = suspended
    in_force = [token.number for token in sourced]
    stamps = game.stamps
    if list(stamps) != in_force:
        game.stamps = {number: stamps.get(number) or game.next_number() for number in in_force}


def _resolve(game: Game, tokens: list[Token], suspended: set[int]) -> tuple[Mask, Mask]:
    """Who is drunk and who poisoned where some tokens depend on others.

    The tokens that are not in force go into ``suspended``.
    """
    nodes = [_Node(game, token) for token in tokens]
    for node in nodes:
        node.needs = [other for other in nodes if other is not node and node.depends_on(other.token)]
    drunk = poisoned = safe = healthy = lively = 0
    pending = nodes
    while pending:
        off = [
            node
            for node in pending
            if node.off_if_impaired & (drunk | poisoned)
            or node.off_if_safe & safe
            or node.off_if_healthy & healthy
        ]
        ready = [node for node in pending if node in off or not any(need in pending for need in node.needs)]
        forced = not ready
        if forced:
            ready = [_oldest_of_a_loop(game, pending)]
        for node in ready:
            token = node.token
            if node in off or (not forced and node.off_unless_lively & ~lively):
                suspended.add(token.number)
            elif token.effect is DRUNK:
                drunk |= 1 << token.player
            elif token.effect is POISONED:
                poisoned |= 1 << token.player
            elif token.effect is SAFE:
                safe |= 1 << token.player
            elif token.effect is LIVELY:
                lively |= 1 << token.player
            else:
                healthy |= 1 << token.player
        pending = [node for node in pending if node not in ready]
    game._enlivened = lively
    return drunk, poisoned


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
    if game.dead & ~game.lively & 1 << player and not ability.character.works_dead:
        return None
    return NOBODY if ability.shielded or player == token.player else player


def _from_demon(game: Game, token: Token) -> bool:
    ability = game.abilities.get(token.source)
    return ability is not None and ability.character.type is DEMON and ability.parent == NOBODY


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

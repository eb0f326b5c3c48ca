"""Abilities that a Storyteller puts together from building blocks, for the Amnesiac.

A composed ability is written as text, so that records and scenario files can hold it:
``compose: when=each_night; choose=player; learn=is_evil`` or
``compose: when=once; choose=other_player; effect=poisoned; until=dusk``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from knell.engine import (
    Character,
    Death,
    Effect,
    Nomination,
    Pair,
    Text,
    TokenType,
    Townsfolk,
    Turn,
    Type,
    Until,
    mask_of,
    members,
    text,
)
from knell.engine.options import Block
from knell.engine.registers import Reading
from knell.messages import N_, NP_

PREFIX: Final = "compose:"

WHEN: Final[Mapping[str, str]] = {
    "each_night": N_("each night"),
    "other_nights": N_("each night but the first"),
    "first_night": N_("once, on the first night"),
    "once": N_("once per game, at night"),
    "day_death": N_("at night, if somebody died today"),
    "own_death": N_("on dying at night"),
    "nominated": N_("on being nominated for the first time"),
}
"""When it acts. By ``nominated`` the nominator is the player chosen."""
CHOOSE: Final[Mapping[str, str]] = {
    "nothing": N_("nothing"),
    "player": N_("a player"),
    "other_player": N_("another player"),
    "living_player": N_("a living player"),
    "two_players": N_("two players"),
    "character": N_("a character"),
}
LEARN: Final[Mapping[str, str]] = {
    "nothing": N_("nothing"),
    "is_evil": N_("whether one of them is evil"),
    "is_demon": N_("whether one of them is a Demon"),
    "is_minion": N_("whether one of them is a Minion"),
    "is_outsider": N_("whether one of them is an Outsider"),
    "is_townsfolk": N_("whether one of them is a Townsfolk"),
    "evil_count": N_("how many of them are evil"),
    "character": N_("their character"),
    "in_play": N_("whether the character is in play"),
    "minion_in_play": N_("a Minion character that is in play"),
    "outsider_in_play": N_("an Outsider character that is in play"),
    "townsfolk_in_play": N_("a Townsfolk character that is in play"),
    "good_not_in_play": N_("a good character that isn't in play"),
    "a_minion": N_("a player who is a Minion"),
    "an_outsider": N_("a player who is an Outsider"),
    "a_good_player": N_("a player who is good"),
    "living_evil": N_("how many living players are evil"),
    "neighbours_evil": N_("how many living neighbours are evil"),
    "neighbours_townsfolk": N_("how many living neighbours are Townsfolk"),
}
EFFECT: Final[Mapping[str, str]] = {
    "nothing": N_("nothing"),
    "drunk": N_("drunk"),
    "poisoned": N_("poisoned"),
    "safe": N_("safe from the Demon"),
    "cannot_die": N_("unable to die"),
    "dies": N_("dead"),
}
UNTIL: Final[Mapping[str, str]] = {
    "dusk": N_("until dusk"),
    "dawn": N_("until dawn"),
    "source": N_("as long as the Amnesiac has the ability"),
}
BLOCKS: Final = (
    Block("when", N_("When it acts"), WHEN),
    Block("choose", N_("What its holder chooses"), CHOOSE),
    Block("learn", N_("What they learn"), LEARN),
    Block("effect", N_("What happens to whom they chose"), EFFECT),
    Block("until", N_("For how long"), UNTIL),
)
"""What the Storyteller picks from, in the order in which an ability reads."""
TOKENS: Final[Mapping[str, TokenType]] = {
    "used": TokenType(Effect.SPENT, own=True, says=NP_("reminder", "Used")),
}
"""What any composed ability may put down; others are called after the effect that they have."""
_PARTS: Final = {block.name: block.choices for block in BLOCKS}
_TYPES: Final = {
    "is_demon": Type.DEMON,
    "is_minion": Type.MINION,
    "is_outsider": Type.OUTSIDER,
    "is_townsfolk": Type.TOWNSFOLK,
}
_EFFECTS: Final = {
    "drunk": Effect.DRUNK,
    "poisoned": Effect.POISONED,
    "safe": Effect.SAFE,
    "cannot_die": Effect.CANNOT_DIE,
}
_OF_TYPE: Final = {
    "minion_in_play": Type.MINION,
    "outsider_in_play": Type.OUTSIDER,
    "townsfolk_in_play": Type.TOWNSFOLK,
}
_ABOUT_CHOSEN: Final = frozenset((*_TYPES, "is_evil", "evil_count", "character"))


class Composition(NamedTuple):
    """The building blocks of one ability, each a key of the table of its kind."""

    when: str
    choose: str = "nothing"
    learn: str = "nothing"
    effect: str = "nothing"
    until: str = "dusk"

    def __str__(self) -> str:
        parts = [f"when={self.when}"]
        parts += [
            f"{k}={v}" for k, v in self._asdict().items() if k not in ("when", "until") and v != "nothing"
        ]
        if self.effect in _EFFECTS:
            parts.append(f"until={self.until}")
        return f"{PREFIX} {'; '.join(parts)}"


def needed(made: Composition) -> tuple[str, ...]:
    """The blocks that matter: who is nominated chooses nobody, and only what lasts has an end."""
    left_out = {"choose"} if made.when == "nominated" else set()
    if made.effect not in _EFFECTS:
        left_out.add("until")
    if (made.choose in ("nothing", "character") and made.when != "nominated") and made.effect == "nothing":
        left_out.add("effect")
    return tuple(block.name for block in BLOCKS if block.name not in left_out)


def put_together(chosen: Mapping[str, str]) -> Composition:
    """The composition of these blocks; what isn't chosen, or matters no more, is as it is at first."""
    picked = {block.name: chosen[block.name] for block in BLOCKS if chosen.get(block.name) in block.choices}
    made = Composition(**{"when": next(iter(WHEN)), **picked})
    return made._replace(choose="nothing") if made.when == "nominated" else made


def parse(words: str) -> Composition | None:
    """The composition that a text describes, or ``None`` when it isn't one that makes sense."""
    made = read(words)
    return None if made is None or why_not(made) is not None else made


def read(words: str) -> Composition | None:
    """The composition that a text describes, whether it makes sense or not; ``None`` when it isn't one."""
    if not words.startswith(PREFIX):
        return None
    given: dict[str, str] = {}
    for part in words.removeprefix(PREFIX).split(";"):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key in given or value not in _PARTS.get(key, {}):
            return None
        given[key] = value
    return Composition(**given) if "when" in given else None


def why_not(made: Composition) -> Text | None:
    """Why these blocks don't fit together, or ``None`` when they do."""
    chosen = made.choose if made.when != "nominated" else "player"
    if made.when == "nominated" and made.choose != "nothing":
        return text(N_("Whoever nominates is the player chosen; leave out the choice."))
    if made.learn == "nothing" and made.effect == "nothing":
        return text(N_("The ability has to tell or to do something."))
    if made.learn in _ABOUT_CHOSEN and chosen in ("nothing", "character"):
        return text(N_("There is nobody whom the answer could be about."))
    if made.learn == "in_play" and chosen != "character":
        return text(N_("There is no character to ask about."))
    if made.learn == "character" and chosen == "two_players":
        return text(N_("A character can only be told of one player."))
    if made.effect != "nothing" and chosen in ("nothing", "character"):
        return text(N_("There is nobody whom it could happen to."))
    return None


def in_words(words: str) -> Text | None:
    """The ability that a text describes, in a sentence; ``None`` where :func:`parse` finds none."""
    made = parse(words)
    if made is None:
        return None
    parts: list[Text] = []
    if made.choose != "nothing":
        parts.append(text(N_("chooses {whom}"), whom=text(CHOOSE[made.choose])))
    if made.learn != "nothing":
        parts.append(text(N_("learns {what}"), what=text(LEARN[made.learn])))
    if made.effect == "dies":
        parts.append(text(N_("they die")))
    elif made.effect != "nothing":
        effect, until = text(EFFECT[made.effect]), text(UNTIL[made.until])
        parts.append(text(N_("they are {effect} {until}"), effect=effect, until=until))
    what, *more = parts
    for part in more:
        what = text(N_("{what}, {more}"), what=what, more=part)
    return text(N_("{when}: {what}"), when=text(WHEN[made.when]), what=what)


class ComposedAbility(Townsfolk):
    """What a composition does; it acts in the Amnesiac's place and answers by the usual rules."""

    id = "amnesiac"
    made: Composition

    def __reduce__(self) -> tuple[Any, ...]:
        return composed, (self.made,)

    def _acts(self, turn: Turn) -> tuple[int, ...] | str | None:
        """Let the holder choose; the players chosen, or a character, or ``None`` when they decline."""
        kind = self.made.choose
        if kind == "nothing":
            return ()
        optional = self.made.when == "once"
        if kind == "character":
            named: str | None = turn.choose((None, *turn.cast.ids) if optional else turn.cast.ids)
            return named
        if kind == "two_players":
            return turn.choose_two(turn.everyone)
        among = {"player": turn.everyone, "other_player": turn.others, "living_player": turn.living}[kind]
        chosen: int | None = turn.choose((None, *among) if optional else among)
        return None if chosen is None else (chosen,)

    def act(self, turn: Turn) -> None:
        """Choose, then do and tell what the composition says."""
        turn.remember(None)
        chosen = self._acts(turn)
        if chosen is None:
            return
        if self.made.when == "once":
            turn.spend("used")
        self._carry_out(turn, chosen)

    def _carry_out(self, turn: Turn, chosen: tuple[int, ...] | str) -> None:
        players = chosen if isinstance(chosen, tuple) else ()
        for player in players:
            if self.made.effect == "dies":
                turn.kill(player)
            elif self.made.effect in _EFFECTS:
                turn.mark(self.made.effect, player)
        if self.made.learn != "nothing":
            self._tell(turn, chosen)

    def _tell(self, turn: Turn, chosen: tuple[int, ...] | str) -> None:
        learn = self.made.learn
        if learn == "in_play":
            turn.tell((chosen in turn.game.in_play,), (True, False))
        elif learn in ("a_minion", "an_outsider", "a_good_player"):
            self._tell_a_player(turn)
        elif learn in _OF_TYPE or learn == "good_not_in_play":
            self._tell_a_character(turn)
        elif learn == "character" and isinstance(chosen, tuple):
            truths = [way.characters[chosen[0]].id for way in turn.ways]
            turn.tell(truths, tuple(dict.fromkeys((*turn.cast.ids, truths[0]))), about=chosen)
        else:
            mask = mask_of(chosen) if isinstance(chosen, tuple) else 0
            answers = [_answer(turn, learn, way, mask) for way in turn.ways]
            most = {"evil_count": len(chosen), "living_evil": len(turn.living)}.get(learn, 2)
            domain: tuple[Any, ...] = (
                (True, False) if isinstance(answers[0], bool) else tuple(range(most + 1))
            )
            turn.tell(answers, domain, about=members(mask))

    def _tell_a_player(self, turn: Turn) -> None:
        def fits(way: Reading) -> int:
            if self.made.learn == "a_good_player":
                return turn.game.everyone & ~way.evil & ~(1 << turn.me)
            return way.types[Type.MINION if self.made.learn == "a_minion" else Type.OUTSIDER]

        true = tuple(dict.fromkeys(Pair((p,)) for way in turn.ways for p in members(fits(way))))
        false = tuple(Pair((p,)) for p in turn.everyone if any(not fits(way) >> p & 1 for way in turn.ways))
        everybody = tuple(Pair((p,)) for p in turn.everyone)
        turn.tell_one_of(lambda: true or (None,), lambda: false, lambda: everybody)

    def _tell_a_character(self, turn: Turn) -> None:
        """One of a kind, in play or not; ``None`` where there is none."""
        kind, in_play, cast = _OF_TYPE.get(self.made.learn), turn.game.in_play, turn.cast
        pool = cast.good_ids if kind is None else tuple(i for i in cast.ids if cast.by_id[i].type is kind)
        true = tuple(i for i in pool if (i in in_play) is (kind is not None))
        false = tuple(i for i in pool if i not in true) or tuple(i for i in cast.ids if i not in true)
        turn.tell_one_of(lambda: true or (None,), lambda: false, lambda: pool or (None,))

    def sleeps(self, turn: Turn) -> Text | None:
        """Why there is nothing to do tonight, or ``None``."""
        when = self.made.when
        if when == "once" and turn.spent:
            return text(N_("It has been used."))
        if when == "day_death" and not any(
            death.by_day and death.night == turn.game.night - 1 for death in turn.game.deaths
        ):
            return text(N_("Nobody died today."))
        if when == "own_death" and not turn.ability.memory:
            return text(N_("It hasn't died tonight."))
        if when in ("other_nights", "day_death") and turn.game.night == 1:
            return text(N_("It doesn't act on the first night."))
        return None

    def notice_death(self, turn: Turn, death: Death) -> None:
        """Wake on dying at night."""
        if self.made.when == "own_death" and death.player == turn.me and turn.is_night:
            turn.remember(True)
            turn.wake_tonight()

    def is_nominated(self, turn: Turn, nomination: Nomination) -> bool:
        """Whether this is the first nomination of the holder."""
        return self.made.when == "nominated" and nomination.nominee == turn.me and not turn.spent

    def answer_nomination(self, turn: Turn, nomination: Nomination) -> None:
        """Treat the nominator as the player chosen."""
        turn.spend("used")
        self._carry_out(turn, (nomination.nominator,))


def _answer(turn: Turn, learn: str, way: Reading, mask: int) -> Any:
    """What is true in one way of registering."""
    if learn == "is_evil":
        return bool(way.evil & mask)
    if learn in _TYPES:
        return bool(way.types[_TYPES[learn]] & mask)
    if learn == "evil_count":
        return (way.evil & mask).bit_count()
    if learn == "living_evil":
        return (way.evil & turn.game.living).bit_count()
    neighbours = turn.living_neighbours()
    if learn == "neighbours_evil":
        return (way.evil & neighbours).bit_count()
    return (way.types[Type.TOWNSFOLK] & neighbours).bit_count()


def _hooks(made: Composition) -> Iterator[tuple[str, Any]]:
    """The hooks that a composition really needs, with what they do."""
    if made.when == "first_night":
        yield "start", ComposedAbility.act
    elif made.when == "nominated":
        yield "reacts", ComposedAbility.is_nominated
        yield "nominated", ComposedAbility.answer_nomination
    else:
        yield "night", ComposedAbility.act
        yield "asleep", ComposedAbility.sleeps
    if made.when == "own_death":
        yield "saw_death", ComposedAbility.notice_death


@cache
def composed(made: Composition) -> Character:
    """The ability that a composition describes, the same one for the same composition."""
    tokens = dict(TOKENS)
    if made.effect in _EFFECTS:
        tokens[made.effect] = TokenType(_EFFECTS[made.effect], Until[made.until.upper()], own=True)
    facts = {"made": made, "tokens": tokens, "works_dead": made.when == "own_death", "__doc__": str(made)}
    kind = type("Composed", (ComposedAbility,), facts | dict(_hooks(made)))
    ability: Character = kind()
    return ability

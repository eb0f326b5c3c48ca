"""What a character asks and shows, read from its code, where the names have to be written out."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from inspect import getsource
from textwrap import dedent
from typing import Final, NamedTuple

from knell.characters import composed
from knell.engine import Character

CHOICES: Final = {"choose", "choose_or_skip", "choose_player", "choose_two", "choose_player_and_character"}
RULINGS: Final = {"rule", "may", "pin", "clause"}
SHOWINGS: Final = {"tell", "tell_one_of", "show"}


class Asked(NamedTuple):
    """A question in the code."""

    name: str
    """As files and records call it."""
    kind: str
    """``choice``, ``ruling`` or ``showing``."""
    suggests: bool | None = None
    """What is suggested where the answer is yes or no, else ``None``."""


def asked_by(character: Character) -> set[Asked]:
    """Every question that a character asks itself, in its own code and in what it is built on."""
    kinds = [kind for kind in type(character).__mro__ if kind.__module__.startswith("knell.characters.")]
    modules = {kind.__module__ for kind in kinds}
    if character.id == composed.ComposedAbility.id:
        modules.add(composed.__name__)
    found = {question for module in modules for question in _asked_in(module, character.id)}
    kept_by = {token.kept_by for token in character.tokens.values() if token.kept_by}
    return found | {Asked(name, "ruling", suggests=False) for name in kept_by}


def asked_for(character: Character) -> set[str]:
    """The names of what the engine may ask in a character's name, or take without asking."""
    names = {character.cause_question} | set(character.rulings)
    if character.stands_in is not None:
        names |= {"who", "token"}
    if character.changes_outsiders:
        names |= {"in", "out"}
    for hook, name in (("copies", "many"), ("reverses", "flips"), ("inherits", "who")):
        if hook in character.hooks:
            names.add(name)
    return {f"{character.id}.{name}" for name in names if name}


def may_be_silent(character: Character) -> bool:
    """Whether its step in the night may pass without its holder being asked or shown anything."""
    steps = [getattr(type(character), hook) for hook in ("start", "night") if hook in character.hooks]
    return any(_ends_before_it_asks(ast.parse(dedent(getsource(step)))) for step in steps)


def _ends_before_it_asks(step: ast.AST) -> bool:
    verbs = CHOICES | SHOWINGS | {"by_hand"}
    calls = [node for node in ast.walk(step) if isinstance(node, ast.Call)]
    asks = [c.lineno for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr in verbs]
    ends = [node.lineno for node in ast.walk(step) if isinstance(node, ast.Return) and node.value is None]
    return not asks or any(end < min(asks) for end in ends)


@cache
def _asked_in(module: str, id_: str) -> frozenset[Asked]:
    return frozenset(_questions(ast.parse(getsource(sys.modules[module])), id_))


def _questions(tree: ast.AST, id_: str) -> Iterator[Asked]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        verb = node.func.attr
        named = {word.arg: word.value for word in node.keywords if word.arg is not None}
        if verb in CHOICES:
            yield Asked(f"{id_}.{_word(named.get('name')) or 'choose'}", "choice")
        elif verb in SHOWINGS:
            yield Asked(f"{id_}.{_word(named.get('name')) or 'show'}", "showing")
        elif verb == "show_to":
            yield Asked(f"{id_}.tells", "showing")
        elif verb in RULINGS and node.args:
            name = _word(node.args[0])
            assert name, f"{id_} asks for something whose name isn't written out"
            whole = name if "." in name else f"{id_}.{name}"
            yield Asked(whole, "ruling", _suggests(verb, node, named))


def _suggests(verb: str, call: ast.Call, named: dict[str, ast.expr]) -> bool | None:
    yes_or_no = verb in ("may", "clause") or (
        len(call.args) > 1 and isinstance(call.args[1], ast.Name) and call.args[1].id == "YES_NO"
    )
    if not yes_or_no:
        return None
    default = named.get("default")
    return isinstance(default, ast.Constant) and default.value is True


def _word(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""

"""The page of names says what the code asks, and the code asks what the page says."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from knell.characters import automated
from knell.characters.composed import CHOOSE, EFFECT, LEARN, UNTIL, WHEN, ComposedAbility, composed, parse
from knell.engine import Character, TokenType
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS

PAGE: Final = (Path(__file__).parents[2] / "docs/reference/characters-names.md").read_text(encoding="utf-8")

EXTRA: Final = (
    *("barista", "bonecollector", "bureaucrat", "gunslinger", "voudon"),
    *("soldier", "klutz", "recluse", "sweetheart"),
    *("assassin", "godfather", "vizier", "legion", "shabaloth"),
)
CHOICES: Final = {"choose", "choose_or_skip", "choose_player", "choose_two", "choose_player_and_character"}
RULINGS: Final = {"rule", "may", "pin", "clause"}
SHOWINGS: Final = {"tell", "tell_one_of", "show"}


def rows() -> dict[str, list[str]]:
    """The columns of each character's row."""
    found = re.findall(r"^\| ([a-z]+) \|(.*)\|$", PAGE, re.MULTILINE)
    return {id_: [cell.strip() for cell in rest.split("|")] for id_, rest in found if id_ in FACTS}


def constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def asked(kind: type, id_: str) -> Iterator[str]:
    """The names of all questions that a class's own code asks."""
    tree = ast.parse(inspect.getsource(inspect.getmodule(kind) or kind))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = node.func.attr
        words = [constant(k.value) for k in node.keywords if k.arg == "name"]
        if name in CHOICES:
            yield f"{id_}.{words[0] if words else 'choose'}"
        elif name in RULINGS and node.args:
            word = constant(node.args[0])
            assert word is not None, f"{id_} asks something whose name isn't written out"
            yield word if "." in word else f"{id_}.{word}"
        elif name in SHOWINGS:
            yield f"{id_}.{words[0] if words else 'show'}"
        elif name == "show_to":
            yield f"{id_}.tells"


def test_every_character_beyond_the_almanacs_has_its_row() -> None:
    assert tuple(rows()) == EXTRA
    assert set(EXTRA) <= set(automated())
    assert len(automated()) == len(EXTRA) + 46


@pytest.mark.parametrize("id_", EXTRA)
def test_every_name_that_is_asked_is_on_the_page_and_no_other(id_: str) -> None:
    character = automated()[id_]
    names = set(asked(type(character), id_))
    if "copies" in character.hooks:
        names.add(f"{id_}.many")  # asked by the bag
    written = set(re.findall(rf"`({id_}\.[^`]+)`", " ".join(rows()[id_][:4])))
    assert written == names


@pytest.mark.parametrize("id_", EXTRA)
def test_every_token_is_on_the_page_and_knells_own_are_marked(id_: str) -> None:
    column = rows()[id_][4]
    tokens = automated()[id_].tokens
    assert set(re.findall(r"`([^`]+)`", column)) == {f"{id_}.{name}" for name in tokens}
    own = {f"{id_}.{name}" for name, token in tokens.items() if token.own}
    assert set(re.findall(r"\*`([^`]+)`\*", column)) == own


@pytest.mark.parametrize("id_", EXTRA)
def test_when_somebody_wakes_is_right(id_: str) -> None:
    character: Character = automated()[id_]
    wakes = rows()[id_][0]
    first = "start" in character.hooks or ("night" in character.hooks and id_ in FIRST_NIGHT)
    later = "night" in character.hooks and id_ in OTHER_NIGHTS
    written = set(re.findall(r"(?<![a-z])n(?:1|\*)?(?![a-z0-9*])", wakes))
    if first and later and "n" in written:
        assert written == {"n"}
    else:
        assert written == {name for name, there in (("n1", first), ("n*", later)) if there}
    by_day = not character.hooks.isdisjoint({"voted", "morning"})
    assert ("day" in wakes.split(",")[0].split()) is (by_day or id_ == "klutz")


def test_every_building_block_is_on_the_page() -> None:
    table = PAGE[PAGE.index("## Abilities put together") :]
    for part, values in (
        ("when", WHEN),
        ("choose", CHOOSE),
        ("learn", LEARN),
        ("effect", EFFECT),
        ("until", UNTIL),
    ):
        start = table.index(f"| `{part}` |")
        rest = table[start:].split("\n| `")
        block = rest[0] + rest[1] if not rest[0].strip() else rest[0]
        written: list[str] = []
        for line in block.splitlines():
            cells = line.split("|")
            if len(cells) > 3:
                written += re.findall(r"`([a-z_]+)`", cells[2])
        assert written == list(values), part


def test_the_questions_and_tokens_of_composed_abilities_are_on_the_page() -> None:
    for name in asked(ComposedAbility, "amnesiac"):
        assert f"`{name}`" in PAGE
    tokens: dict[str, TokenType] = {}
    for effect in EFFECT:
        made = parse(f"compose: when=once; choose=player; effect={effect}; learn=is_evil")
        assert made is not None
        tokens |= composed(made).tokens
    assert {f"amnesiac.{name}" for name in tokens} == set(re.findall(r"\*`(amnesiac\.[^`]+)`\*", PAGE))
    assert all(token.own for token in tokens.values())


def test_the_composition_on_the_page_makes_sense() -> None:
    (written,) = re.findall(r"`(compose: [^`]+)`", PAGE)
    assert parse(written) is not None

"""The page of abilities that are put together says what the code puts together."""

import re
from pathlib import Path
from typing import Final

from asked_in_code import asked_by
from knell.characters import automated
from knell.characters.composed import CHOOSE, EFFECT, LEARN, UNTIL, WHEN, ComposedAbility, composed, parse
from knell.engine import TokenType

PAGE: Final = (Path(__file__).parents[2] / "docs/reference/composed-abilities.md").read_text(encoding="utf-8")


def test_every_building_block_is_on_the_page() -> None:
    table = PAGE
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
    for question in asked_by(automated()[ComposedAbility.id]):
        assert question.kind == "ruling" or f"`{question.name}`" in PAGE
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

"""A character's module says by itself whatever people and files need to know of it."""

import pytest

from asked_in_code import asked_by, asked_for
from knell.characters import automated
from knell.engine import Character
from knell.words.asking import RULINGS_OF_ALL

every_character = pytest.mark.parametrize("who", automated().values(), ids=automated())


def short(name: str, who: Character) -> str:
    """A question's name as the module writes it: a clause's as it is, any other without the character."""
    return name.removeprefix(f"{who.id}.")


@every_character
def test_every_decision_is_put_in_a_sentence_and_no_other(who: Character) -> None:
    asked = {short(question.name, who) for question in asked_by(who) if question.kind == "ruling"}
    engine = {short(name, who) for name in asked_for(who)}
    assert asked - set(RULINGS_OF_ALL) <= set(who.asks)
    assert set(who.asks) <= asked | engine

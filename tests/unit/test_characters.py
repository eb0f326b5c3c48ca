"""A character's module says by itself whatever people and files need to know of it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import knell
import reference
from asked_in_code import asked_by, asked_for
from knell.characters import automated
from knell.engine import Character, YesOrNo
from knell.facts import FACTS
from knell.words import Words
from knell.words.asking import RULINGS_OF_ALL
from knell.words.wording import counts, shows

SOURCES = Path(knell.__file__).parent

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


@every_character
def test_the_reference_says_how_every_question_is_answered_and_no_other(who: Character) -> None:
    asked = {short(question.name, who) for question in asked_by(who)}
    engine = {short(name, who) for name in asked_for(who)}
    assert asked <= set(who.answers)
    assert set(who.answers) <= asked | engine | set(who.shows)


@every_character
def test_the_reference_tells_choices_showings_and_decisions_apart(who: Character) -> None:
    for question in asked_by(who):
        answer = who.answers[short(question.name, who)]
        assert isinstance(answer, str) is (question.kind != "ruling")
        assert isinstance(answer, YesOrNo) is (question.suggests is not None)
        if isinstance(answer, YesOrNo):
            assert answer.why.partition(":")[0] == ("yes" if question.suggests else "no")


@every_character
def test_what_is_counted_or_shown_is_asked_by_the_code(who: Character) -> None:
    asked = {question.name: question.kind for question in asked_by(who)}
    assert {f"{who.id}.{name}" for name in who.counts} <= set(asked)
    for name in who.shows:
        assert asked.get(f"{who.id}.{name}", "showing") == "showing"
    assert not who.lead or asked[f"{who.id}.show"] == "showing"


def test_a_word_that_is_an_answer_is_said_in_one_way_and_is_no_character() -> None:
    said: dict[str, str] = {}
    for who in automated().values():
        for word, sentence in who.says.items():
            assert said.setdefault(word, sentence) == sentence
            assert word not in FACTS
            assert Words(()).word(word) == sentence


@pytest.mark.parametrize(
    ("name", "is_count", "is_showing"),
    [
        ("empath.show", False, True),
        ("barista.tells", False, True),
        ("cannibal.told", False, True),
        ("demoninfo", False, True),
        ("godfather.outsiders", True, False),
        ("heretic.flips", True, False),
        ("legion.many", True, False),
        ("imp.successor", False, False),
        ("nobody.told", False, False),
        ("day", False, False),
    ],
)
def test_a_questions_name_says_how_its_answer_is_meant(name: str, is_count: bool, is_showing: bool) -> None:
    assert (counts(name), shows(name)) == (is_count, is_showing)


@pytest.mark.parametrize(
    ("id_", "wakes"),
    [
        ("chef", "n1"),
        ("imp", "n*"),
        ("empath", "n"),
        ("slayer", "day"),
        ("klutz", "day"),
        ("juggler", "n*, day"),
        ("amnesiac", "n, day"),
        ("bonecollector", "n*"),
        ("tealady", ""),
    ],
)
def test_the_reference_says_when_somebody_wakes(id_: str, wakes: str) -> None:
    (row,) = (line for line in reference.names() if line.startswith(f"| `{id_}` |"))
    assert row.split("|")[2].strip() == wakes


def test_knells_own_tokens_are_marked_in_the_reference() -> None:
    rows = {line.split("|")[1].strip(" `"): line.split("|")[6] for line in reference.names() if "`" in line}
    for id_, who in automated().items():
        written = [token.strip() for token in rows[id_].split(",") if token.strip()]
        own = {f"{id_}.{name}" for name, kind in who.tokens.items() if kind.own}
        assert {f"*{name}*" for name in own} <= set(written)
        assert {token.strip("*") for token in written} >= {f"{id_}.{name}" for name in who.tokens}
        assert not {f"{id_}.{name}" for name, kind in who.tokens.items() if kind.own} & set(written)


ALSO_WORDS = {"drunk", "bootlegger"}
"""Ids that mean something else, too: what a player is, and where script files hold house rules."""


def strings_in(path: Path) -> Iterator[str]:
    """Every string in a module that isn't its documentation, and every quoted word of a page or a script."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from re.findall(r"[\"'`]([a-z_.]+)[\"'`]", text)
        return
    tree = ast.parse(text)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


def test_only_modules_of_characters_and_the_facts_name_one() -> None:
    named = [
        f"{path.relative_to(SOURCES)}: {word}"
        for path in sorted(SOURCES.rglob("*.*"))
        if path.suffix in (".py", ".html", ".js") and "characters" not in path.relative_to(SOURCES).parts
        for word in strings_in(path)
        if word.partition(".")[0] in FACTS and word not in ALSO_WORDS and " " not in word
    ]
    assert named == []

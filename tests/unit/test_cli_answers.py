"""Whatever the rules ask, with whatever characters: it is drawn, and its answers can be typed."""

import os
import random
from typing import Any

import pytest

from knell.characters import automated
from knell.cli.answers import default_in_words, options_shown, read_answer
from knell.cli.cards import card, card_in_words
from knell.cli.finding import Finder
from knell.cli.screen import frame
from knell.cli.telling import aside, tell
from knell.engine import (
    SKIP,
    Close,
    Identity,
    Introduction,
    Kind,
    Nominate,
    Pair,
    Pointing,
    SetupRefused,
    day,
    members,
)
from knell.engine.options import Shape, sample
from knell.facts import FACTS
from knell.record import Automation, Deal, Header, ScriptPart, Table
from knell.texts import use_language
from knell.words import Words
from knell.words.asking import asked
from knell.words.wording import counts, is_number

NAMES = ("Ada", "Bo", "민수", "Anna Lee", "Eve", "Eva", "🦊", "8", "Ida", "Jo", "Kim", "Lou")


def typed(value: Any, finder: Finder, *, numbers: bool) -> str:
    """What somebody types for an answer: seats and names."""
    if value is SKIP:
        return "skip"
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "y" if value else "n"
    if isinstance(value, int):
        return str(value) if numbers else seat(value, finder)
    if isinstance(value, str):
        return finder.words.word(value) if not value.startswith("compose:") else value
    if isinstance(value, Pointing):
        players = " ".join(seat(p, finder) for p in value.players)
        return f"{typed(value.character, finder, numbers=False)} {players}"
    if isinstance(value, Pair):
        return " ".join(seat(p, finder) for p in value.players)
    if isinstance(value, Identity):
        return f"{seat(value.player, finder)} {typed(value.character, finder, numbers=False)}"
    if isinstance(value, tuple):
        between = ", " if all(isinstance(part, str) for part in value) else " "
        return between.join(typed(part, finder, numbers=False) for part in value) or "none"
    raise TypeError(value)


def seat(player: int, finder: Finder) -> str:
    number = str(finder.seat(player))
    return finder.words.player(player) if number in finder.game.names else number


def script_of(chance: random.Random) -> ScriptPart:
    """Some characters of each type, more of them than a game needs."""
    chosen: list[str] = []
    for kind, count in (("townsfolk", 12), ("outsider", 4), ("minion", 4), ("demon", 3)):
        pool = [i for i in automated() if FACTS[i].type == kind]
        chosen += chance.sample(pool, min(count, len(pool)))
    travellers = tuple(i for i in automated() if FACTS[i].type == "traveller")
    return ScriptPart("Test", tuple(chosen), others=travellers)


def begun(seed: int) -> Table | None:
    chance = random.Random(seed)
    players = NAMES[: chance.randint(7, 12)]
    header = Header(script_of(chance), players, deal=Deal(), seed=seed)
    try:
        return Table(header.begin(), seed=seed, automation=Automation({}))
    except SetupRefused:
        return None


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("seed", range(int(os.environ.get("SEEDS", "12"))))
def test_every_question_is_drawn_and_every_answer_can_be_typed(seed: int, language: str) -> None:
    table = begun(seed)
    if table is None:
        return
    chance = random.Random(f"{seed}/answers")
    with use_language(language):
        for turn in range(160):
            question = table.question
            if question is None:
                break
            game = table.game
            words = Words(game.names)
            finder = Finder(game, words)
            said = asked(game, question, words)
            assert said.heading
            assert said.sentence
            options_shown(question, finder)
            if turn % 4 == 0:
                for width, height in ((60, 30), (100, 40)):
                    told = tell(table.events(), words)
                    lines = frame(table, finder, title="T", width=width, height=height, happened=told)
                    assert all(line.cell_len <= width for line in lines)
            answer = an_answer(table, chance)
            if question.kind not in (Kind.SHOW, Kind.DAY):
                assert (question.shape is Shape.NUMBER) is counts(question.name), question.name
            if question.kind not in (Kind.DAY, Kind.VOTE, Kind.SUPPORT, Kind.BY_HAND):
                assert default_in_words(question, answer, words)
                aside(game, question, answer, words)
                if question.kind is Kind.SHOW:
                    assert card_in_words(answer, words, name=question.name)
                    lines = card(answer, words, name=question.name, width=60)
                    assert all(line.cell_len <= 60 for line in lines)
                single = question.kind is Kind.SHOW and len(question.options) == 1
                if not single and not isinstance(answer, Introduction):
                    line = typed(answer, finder, numbers=is_number(question))
                    read = read_answer(line, question, finder)
                    assert question.settle(read) == answer, (question.name, line, read, answer)
            try:
                table.answer(answer)
            except SetupRefused:
                return


def an_answer(table: Table, chance: random.Random) -> Any:
    question, game = table.question, table.game
    assert question is not None
    if question.kind is Kind.DAY:
        nominators, nominees = members(day.may_nominate(game)), members(day.may_be_nominated(game))
        if nominators and nominees and chance.random() < 0.6:
            return Nominate(chance.choice(nominators), chance.choice(nominees))
        return Close()
    if question.kind is Kind.VOTE:
        return chance.random() < 0.4
    if question.kind is Kind.CHOICE and (not len(question.options) or chance.random() < 0.05):
        return SKIP
    return sample(question.options, chance.randrange)

"""The bundled scripts: every number of players that they are for is dealt, and random games come to an end.

``KNELL_GAMES=5000`` plays that many games with each script instead of the usual fifty.
"""

import os
import random
from typing import Any

import pytest

from knell.characters import automated
from knell.engine import NOBODY, Cast, Close, Execute, Game, Kind, Phase, Question, clock, deal, members
from knell.engine.options import sample
from knell.facts import FACTS, SETUP_TABLE
from knell.scripts import Script, bundled_script, bundled_scripts
from knell.texts import use_language
from tables import NAMES, cast_of, set_up

GAMES = int(os.environ.get("KNELL_GAMES", "50"))
SCRIPTS = bundled_scripts()
PLAYERS = {
    "cheomseongdae": range(5, 16),
    "fog": range(5, 16),
    "lanterns": range(5, 13),
}
every_script = pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)


def table(script: Script) -> Cast:
    return cast_of(script.characters)


class AtRandom:
    """Answers legally and at random; every day somebody is executed, so that games end."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def __call__(self, game: Game, question: Question) -> Any:
        if question.kind is Kind.DAY:
            if game.day_over or self.chance.random() < 0.1:
                return Close()
            return Execute(self.chance.choice(members(game.alive)))
        return sample(question.options, self.chance.randrange)


def test_there_are_three_scripts_with_names_of_ours_in_both_languages() -> None:
    assert set(SCRIPTS) == set(PLAYERS)
    assert [script.name for script in SCRIPTS.values()] == [
        "첨성대에 흐른 피",
        "Names in the Fog",
        "Borrowed Lanterns",
    ]
    with use_language("ko"):
        assert [script.name for script in bundled_scripts().values()] == [
            "첨성대에 흐른 피",
            "안개 속의 이름들",
            "빌려 온 등불",
        ]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("name", ["fog", "names in the fog", "안개속의이름들"])
def test_a_script_is_found_by_its_name_in_any_language(name: str, language: str) -> None:
    with use_language(language):
        found = bundled_script(name)
        assert found is not None
        assert found.characters == SCRIPTS["fog"].characters


@every_script
def test_every_character_runs_by_itself(script: Script) -> None:
    assert set(script.characters) <= set(automated())
    assert [FACTS[i].type for i in script.characters] == sorted(
        (FACTS[i].type for i in script.characters),
        key=["townsfolk", "outsider", "minion", "demon"].index,
    )


@every_script
def test_every_number_of_players_that_is_playable_is_dealt(script: Script) -> None:
    short = next(name for name, known in SCRIPTS.items() if known is script)
    playable = [n for n in range(5, 16) if not script.why_not_playable(n)]
    assert playable == list(PLAYERS[short])
    for players in playable:
        for seed in range(10):
            game = set_up(deal(table(script), NAMES[:players], AtRandom(seed)))
            types = [c.type.label for c in game.characters]
            assert types.count("minion") == SETUP_TABLE[players].minions
            assert types.count("demon") == 1
            assert types.count("townsfolk") + types.count("outsider") == players - types.count("minion") - 1
            assert all(len(game.characters) > a.player > NOBODY for a in game.abilities.values())


@every_script
def test_random_games_come_to_an_end(script: Script) -> None:
    playable = [n for n in range(5, 16) if not script.why_not_playable(n)]
    for seed in range(GAMES):
        game = deal(table(script), NAMES[: playable[seed % len(playable)]], AtRandom(seed))
        clock.run(game)
        assert game.phase is Phase.OVER
        assert game.outcome is not None

"""What scenarios that don't hold say about it, and what is no scenario at all."""

from typing import Any

import pytest

from knell.messages import Text
from knell.scenarios import Failure, ScenarioError, check, parse
from knell.texts import use_language

TABLE = """\
title: A table
players:
  - Ada: imp
  - Bo: empath
  - Cy: saint
  - Dot: monk
  - Eve: slayer
script: [imp, empath, saint, monk, slayer, chef, mutant, baron]
"""


def told(play: str) -> list[tuple[str, Any, Any]]:
    """Where the one scenario differs, what it expects there and what is there."""
    return [(str(found.where), said(found.expected), said(found.actual)) for found in failures(TABLE + play)]


def failures(words: str) -> tuple[Failure, ...]:
    (scenario,) = parse(words)
    return check(scenario).failures


def said(value: Any) -> Any:
    """A value of a failure with its texts in the present language."""
    match value:
        case Text():
            return str(value)
        case dict():
            return {key: said(part) for key, part in value.items()}
        case list():
            return [said(part) for part in value]
    return value


def refusal(words: str) -> ScenarioError:
    with pytest.raises(ScenarioError) as raised:
        [check(scenario) for scenario in parse(words)]
    return raised.value


@pytest.mark.parametrize(
    ("steps", "difference"),
    [
        (
            "- night 2:\n  - Dot: {choose: Dot}\n",
            ("night 2, line 11", "a legal choice", "Dot"),
        ),
        (
            "- night 2:\n  - Dot: {choose: Bo, refused: true}\n",
            ("night 2, line 11", "this choice is refused", "it was accepted"),
        ),
        (
            "- night 2:\n  - Cy: {choose: Bo}\n",
            ("night 2, line 11", "this step is used: Cy choose", "never asked"),
        ),
        (
            "- night 2:\n  - Bo: {learn: 2}\n",
            ("night 2, line 11", {"Bo": 2}, [1]),
        ),
        (
            "- night 2:\n  - Bo: {learn: 1, refused: true}\n",
            ("night 2, line 11", "this can't be shown", "it was accepted"),
        ),
        (
            "- night 2:\n  - storyteller: {nobody.asks: yes}\n",
            ("night 2, line 11", "this step is used: storyteller nobody.asks", "never asked"),
        ),
        (
            "- night 2:\n  - grimoire: {remove_token: {Bo: monk.safe}}\n",
            ("night 2, line 11", "an override that can be applied", "There is no token monk.safe beside 1."),
        ),
        (
            "- night 2:\n  - {grimoire: {kill: Bo}, refused: true}\n",
            ("night 2, line 11", "this is refused", "it was accepted"),
        ),
        (
            "- day 2:\n  - {nominate: [Bo, Cy], refused: true}\n",
            ("day 2, line 11", "this is refused", "it was accepted"),
        ),
        (
            "- day 2:\n  - grimoire: {kill: Bo}\n  - nominate: [Bo, Cy]\n",
            ("day 2, line 12", "this is possible", "Bo is dead, and the dead don't nominate."),
        ),
        (
            "- day 2:\n  - Eve: {use: slayer, choose: Bo}\n  - expect: {dead: [Bo]}\n",
            ("day 2, line 12, expect dead", ["Bo"], []),
        ),
    ],
)
def test_a_step_that_goes_otherwise_says_where_what_was_expected_and_what_was_there(
    steps: str, difference: tuple[str, Any, Any]
) -> None:
    assert told("play:\n" + steps) == [difference]


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("dead: [Bo]", []),
        ("alive: [Bo, Cy], announced: [died Cy]", ["nobody died"]),
        ("character: {Bo: saint}", {"Bo": "empath"}),
        ("tokens: {Cy: monk.safe}", {"Cy": []}),
        ("no_abilities: {Dot: [chef, monk]}", {"Dot": ["monk"]}),
        ("abilities: {Dot: [chef]}", {"Dot": ["monk"]}),
        ("woken: [Ada, Dot]", ["Dot", "Ada", "Bo"]),
        ("not_woken: [Bo, minioninfo]", ["Dot", "Ada", "Bo"]),
        ("options: {Bo: [0, 1]}", {"Bo": [1]}),
        ("illegal: {Bo: [0, 1]}", {"Bo": [1]}),
        ("legal: {Cy: 1}", {"Cy": ["nothing was shown"]}),
        ("learned: {Bo: 0}", {"Bo": 1}),
        ("suggested: {imp.successor: Bo}", {"imp.successor": "nothing"}),
        ("winners: [Bo]", []),
        ("types: {townsfolk: 2}", {"townsfolk": 3, "outsider": 1, "minion": 0, "demon": 1}),
    ],
)
def test_what_is_there_stands_beside_what_was_expected(expected: str, actual: Any) -> None:
    play = "play:\n- night 2:\n  - Dot: {choose: Bo}\n  - Ada: {choose: Bo}\n"
    ((where, _wanted, found),) = told(f"{play}- expect: {{{expected}}}\n")
    assert where.startswith("expect, expect ")
    assert found == actual


def test_a_setup_says_when_it_was_to_be_refused_and_when_it_was() -> None:
    assert told("refused: true\n") == [("A table", "a set-up that is turned down", "it was accepted")]
    deal = "title: A deal\nscript: [imp, chef]\ndeal: {players: 5}\n"
    assert [said(failure.expected) for failure in failures(deal)] == ["a set-up that is accepted"]
    seven = TABLE.replace("Eve: slayer", "Eve: slayer\n  - Fay: chef\n  - Gus: baron")
    (failure,) = failures(seven + "setup: {bluffs: [chef, imp, mutant]}\n")
    assert (said(failure.expected), failure.actual) == ("legal decisions under setup:", "bluffs")


@pytest.mark.parametrize(
    ("play", "expected", "actual"),
    [
        ("night 2:\n  - Cy: {choose: Bo}\n", "이 단계가 쓰입니다: Cy choose", "한 번도 묻지 않았습니다"),
        ("day 2:\n  - {nominate: [Bo, Cy], refused: true}\n", "거절됩니다", "받아들여졌습니다"),
        (
            "day 2:\n  - grimoire: {kill: Bo}\n  - nominate: [Bo, Cy]\n",
            "할 수 있습니다",
            "Bo는 사망했습니다. 사망한 플레이어는 지목할 수 없습니다.",
        ),
        ("expect: {legal: {Cy: 1}}\n", {"Cy": 1}, {"Cy": ["아무것도 보여 주지 않았습니다"]}),
    ],
)
def test_what_differed_is_said_in_the_language_in_which_it_is_read(
    play: str, expected: Any, actual: Any
) -> None:
    made_in_english = failures(TABLE + "play:\n- " + play)
    with use_language("ko"):
        made_in_korean = failures(TABLE + "play:\n- " + play)
        (failure,) = made_in_english
        assert (said(failure.expected), said(failure.actual)) == (expected, actual)
    assert made_in_korean == made_in_english


def test_what_is_no_scenario_is_said_in_the_language_in_which_it_is_read() -> None:
    words = TABLE.replace("Bo: empath", "Bo: empeth") + "wat: 1\n"
    with use_language("ko"):
        error = refusal(words)
        korean = str(error)
    assert str(error).startswith(":9: “wat” is unknown in a scenario; known are covers, deal,")
    english = refusal(words)
    with use_language("ko"):
        assert str(english) == korean
    assert str(english) == str(error) != korean


@pytest.mark.parametrize(
    ("words", "line", "reason"),
    [
        ("title: [", 1, "isn't valid YAML"),
        ("", 1, "no scenario"),
        ("- title\n", 1, "a map of keys"),
        ("title: One\ntitle: Two\n", 2, "stands here twice"),
        (TABLE + "wat: 1\n", 9, "“wat” is unknown in a scenario"),
        (TABLE + "seed: many\n", 9, "“seed” must be a whole number"),
        (TABLE.replace("saint\n", "saintly\n"), 5, "no character called “saintly”"),
        (TABLE.replace("Cy", "Bo"), 1, "Two players are called Bo"),
        (TABLE.replace("chef", "chief"), 8, "no character called “chief”"),
        (TABLE.replace(" saint,", ""), 1, "Cy has the saint, which isn't on the script"),
        (TABLE + "setup: {drunk.shown: chef}\n", 9, "Nobody is asked for “drunk.shown”"),
        (TABLE + "given: [{kill: Flo}]\n", 9, "no player called Flo"),
        (TABLE + "given: [{smite: Bo}]\n", 9, "“smite” is unknown in an override"),
        (TABLE + "play:\n- night 2: []\n- day 1: []\n", 11, "can't come after"),
        (TABLE + "play:\n- dusk 1: []\n", 10, "is no “night N:”"),
        (TABLE + "play:\n- day 1:\n  - Flo: {use: slayer}\n", 11, "neither a player nor a step"),
        (TABLE + "play:\n- day 1:\n  - Bo: {choose: Cy, lie: 1}\n", 11, "unknown in a player's step"),
        (TABLE + "play:\n- day 1:\n  - nominate: Bo\n", 11, "a list of two players"),
        (TABLE + "expect: {}\n", 9, "a map of what must be true"),
        (TABLE + "expect: {hungry: [Bo]}\n", 9, "“hungry” is unknown in an expectation"),
        (TABLE + "expect: {alive: Bo}\n", 9, "“alive” must be a list"),
        (TABLE + "expect: {not_woken: [minioninfo, Flo]}\n", 9, "no player called Flo"),
        (TABLE + "expect: {shown: {Bo: chief}}\n", 9, "no character called “chief”"),
        (TABLE + "expect: {tokens: [monk.safe]}\n", 9, "a map of players"),
        (TABLE + "expect: {about_to_die: Flo}\n", 9, "no player called Flo"),
        (TABLE + "expect: {in_play: [chief]}\n", 9, "no character called “chief”"),
    ],
)
def test_what_the_format_does_not_have_is_refused_with_its_line(
    words: str, line: int | None, reason: str
) -> None:
    error = refusal(words)
    assert reason in str(error)
    assert error.line == line

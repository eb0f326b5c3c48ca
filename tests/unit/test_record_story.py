"""What has happened is told in sentences, with people's and characters' names put in."""

import random
from typing import Any

import pytest

from knell.engine import (
    SKIP,
    Close,
    Event,
    Execute,
    Exile,
    Identity,
    Introduction,
    Join,
    Leave,
    Nominate,
    Pair,
    Pointing,
    Text,
    Use,
    text,
)
from knell.engine.events import (
    AboutToDie,
    Acted,
    Added,
    ChangedByHand,
    ExileCalled,
    GameEnded,
    Joined,
    Left,
    NotUsed,
    Renamed,
    RunByHand,
    Seated,
    SecretVote,
    SupportCounted,
    Taken,
    Told,
    VoteCounted,
    Warned,
    Woken,
    WokenTogether,
)
from knell.engine.overrides import KINDS, Kill, Rename, read
from knell.seats.naming import distinct
from knell.texts import use_language
from knell.words import Words, change_in_words, sentence, story
from records import ALL, change, header, nominate, opened, play_at_random, play_to, seated

WORDS = Words(("Ada", "Bo", "Cy", "Dot"), {"baker": "Baker"})


def test_a_day_is_told_in_order() -> None:
    table = seated("imp", "empath", "slayer", "poisoner", "monk", "saint", "fool")
    play_to(table, "poisoner.choose").answer(3)
    play_to(table, "day")
    table.answer(Use(2, "slayer", (("choose", 4),)))
    nominate(table, 1, 4, votes=(1, 2, 3, 5))
    table.answer(Close())
    told = list(story(table.events(), Words.of(table.game)))
    assert told[: told.index("Night 2 falls.")] == [
        "Night 1 falls.",
        "Dot is shown: Demon: Ada; Minions: nobody.",
        "Ada is shown: Minions: Dot; not in play: Undertaker, Juggler, Politician.",
        "Dot wakes as the Poisoner.",
        "Dot chooses: Dot.",
        "Bo wakes as the Empath.",
        "Bo is shown: 1.",
        "Nobody has died.",
        "Day 1 begins.",
        "Cy says that they use the ability of the Slayer: Eli.",
        "Bo nominates Eli.",
        "4 votes for Eli, from Bo, Cy, Dot, Fay.",
        "Eli is about to die.",
        "Eli is executed.",
        "Eli dies.",
    ]
    everybody = list(story(table.events(), Words.of(table.game), everything=False))
    assert "Dot chooses: Dot." not in everybody
    assert "Eli dies." in everybody


SILENT = (Taken, Acted, WokenTogether)


def test_every_event_of_random_games_is_told_without_a_gap() -> None:
    names = set()
    for seed in range(40):
        of = header(players=7, script=ALL, seed=seed)
        table = play_at_random(opened(of), random.Random(seed), nights=5)
        words = Words.of(table.game)
        for heard in table.events():
            told = sentence(heard.event, words)
            names.add(heard.event.label)
            assert told is not None or isinstance(heard.event, SILENT), heard
            assert told is None or ("{" not in told and told[0] == told[0].upper()), told
    assert {"night", "day", "vote", "shown", "chose", "warned", "game over", "survived", "told"} <= names


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (VoteCounted(1, 0, 0, 4, 0), "Nobody votes for Bo."),
        (VoteCounted(1, 4, 1, 4, 0), "1 vote for Bo, from Cy."),
        (SecretVote(1), "The vote for Bo is secret."),
        (AboutToDie(-1), "Nobody is about to die."),
        (Told(1, "imp", True), "Bo learns that they are the Imp and evil."),
        (Joined(3, "thief"), "Dot joins as the Thief."),
        (ExileCalled(1, 3), "Bo calls for the exile of Dot."),
        (SupportCounted(3, 3, 2, 3), "Support for the exile of Dot: 2 of 3 needed."),
        (Left(3), "Dot leaves."),
        (Renamed(3, "Dora", "Dot"), "Dot is called Dora now."),
        (Seated((1, 0, 2, 3)), "The seats now, clockwise: Bo, Ada, Cy, Dot."),
        (Added("djinn"), "The Djinn comes into the game."),
        (NotUsed(1, "imp"), "Bo doesn't use the ability of the Imp now."),
        (RunByHand(1, "artist"), "The Artist of Bo is run by hand."),
        (Woken(1), "Bo wakes."),
        (Warned("imp.choose", 1, text("{player} is dead.", player=1)), "Mind: Bo is dead."),
        (ChangedByHand(Kill(1)), "By hand: Bo is killed."),
        (ChangedByHand(Rename(1, "Bob")), None),
        (GameEnded("good", "saint"), "The game is over: good wins."),
    ],
)
def test_events_have_their_sentences(event: Event, told: str | None) -> None:
    assert sentence(event, WORDS) == told


ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "character": (1, "imp"),
    "alignment": (1, True),
    "token": (1, "monk.safe"),
    "remove_token": (1, "monk.safe"),
    "ghost_vote": (1, False),
    "rename": (1, "Bob"),
    "swap": (1, 2),
    "reseat": (1, 0, 2, 3),
    "rule": ("mutant.execute", 1),
    "show": (1, ("evil", 2)),
    "end": (True,),
    "add": ("djinn",),
    "limit": ("alsaahir", 3),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_change_by_hand_is_told(name: str) -> None:
    told = change_in_words(read(name, ARGUMENTS.get(name, (1,))), WORDS)
    assert "{" not in told


def test_what_was_changed_by_hand_stands_in_the_story() -> None:
    table = play_to(seated("imp", "empath", "poisoner", "monk", "saint"), "empath.show")
    change(table, "token", 1, "monk.safe")
    assert "By hand: Bo is given the token “Monk: Safe”." in list(story(table.events(), WORDS))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (SKIP, "left out"),
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (2, "Cy"),
        (-1, "nobody"),
        (77, "nobody"),
        ("fortuneteller", "Fortune Teller"),
        ("baker", "Baker"),
        ("unheardof", "unheardof"),
        ("evil", "evil"),
        ("minion", "Minion"),
        ("done", "done"),
        ((0, 1), "Ada, Bo"),
        ((0, "imp"), "Ada, Imp"),
        ((), "none"),
        (Pointing((0, 2), "imp"), "Imp: one of Ada, Cy"),
        (Pair((0, 2)), "one of Ada, Cy"),
        (Identity(0, "imp"), "Ada: Imp"),
        (
            Introduction(demons=(0,), minions=(), bluffs=("monk",)),
            "Demon: Ada; Minions: nobody; not in play: Monk",
        ),
        (Nominate(0, 1), "Ada nominates Bo"),
        (Exile(0, 1), "Ada calls for the exile of Bo"),
        (Execute(0), "Ada is executed"),
        (Join("Eve", "thief", True, 0), "Eve joins as the Thief"),
        (Leave(3), "Dot leaves"),
        (Close(), "nominations close"),
        (Use(1, "slayer", (("choose", 2),)), "Bo uses the ability of the Slayer (Cy)"),
        (
            Use(1, "juggler", (("guesses", ((0, "imp"), (2, "monk"))),)),
            "Bo uses the ability of the Juggler (Ada: Imp, Cy: Monk)",
        ),
        (Use(1, "alsaahir"), "Bo uses the ability of the Alsaahir"),
        (1.5, "1.5"),
    ],
)
def test_answers_in_words(value: object, words: str) -> None:
    assert WORDS.answer(value) == words


def test_whether_a_number_is_a_player_depends_on_the_question() -> None:
    table = seated("imp", "empath", "poisoner", "monk", "saint")
    for name, words in (("poisoner.choose", "Cy"), ("empath.show", "2")):
        question = play_to(table, name).question
        assert question is not None
        assert WORDS.answer_to(question, 2) == words


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (text("{player} can't.", player=1), "Bo can't."),
        (text("{players} can't.", players=(0, 1)), "Ada, Bo can't."),
        (text("{players} are too many.", players=16), "16 are too many."),
        (text("{character} and {other}", character="imp", other="baron"), "Imp and Baron"),
        (text("type {type}", type="townsfolk"), "type Townsfolk"),
        (text("{token} beside {player}", token="monk.safe", player=0), "Monk: Safe beside Ada"),
        (text("so: {inner}", inner=text("{player}!", player=2)), "so: Cy!"),
        (Text("plain"), "plain"),
    ],
)
def test_messages_of_the_rules_get_their_names(message: Text, told: str) -> None:
    assert WORDS.text(message) == told


def test_people_of_one_name_are_told_apart() -> None:
    assert distinct(("Sam", "Sam", "Sam")) == ("Sam", "Sam (2)", "Sam (3)")
    assert distinct(("Sam (2)", "Sam", "Sam")) == ("Sam (2)", "Sam", "Sam (3)")
    assert Words(("Sam", "Sam")).player(1) == "Sam (2)"


def test_characters_have_their_names_in_every_language() -> None:
    with use_language("ko"):
        assert WORDS.character("imp") == "임프"
        assert WORDS.character("baker") == "Baker"

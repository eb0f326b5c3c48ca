"""The commands that can be typed during a game: their chapters, their words, and what help says."""

import pytest

from knell.cli.commands import CHAPTERS, command_for, every_word
from knell.cli.commands.chapters import Chapter
from knell.texts import use_language

LANGUAGES = pytest.mark.parametrize("language", ["en", "ko"])


def test_the_chapters_stand_in_the_order_of_help() -> None:
    firsts = {chapter.title: chapter.commands[0].words[0] for chapter in CHAPTERS}
    assert list(firsts.items()) == [
        ("Look", "?"),
        ("Back and forth", "undo"),
        ("By day", "nominate"),
        ("Change by hand, at any time", "kill"),
        ("What Knell does by itself", "automatic"),
    ]


@LANGUAGES
def test_a_word_stands_for_one_command(language: str) -> None:
    with use_language(language):
        for chapter in CHAPTERS:
            for command in chapter.commands:
                for word in command.every_word:
                    assert command_for(word) is command, word
                    assert command_for(word.upper()) is command, word


@LANGUAGES
def test_completion_knows_every_word_but_single_letters(language: str) -> None:
    with use_language(language):
        words = every_word()
        assert len(words) == len(set(words))
        assert {"nominate", "undo", "kill"} < set(words)
        assert all(len(word) > 1 for word in words)


def test_what_is_no_command_is_none() -> None:
    assert command_for("frobnicate") is None
    assert command_for("") is None


def test_a_function_becomes_a_command_and_stays_what_it_is() -> None:
    chapter = Chapter("Trying")
    register = chapter.command("try", "y", called=lambda: "probieren / versuchen", about="see whether")

    def attempt(_sitting: object, _rest: str) -> None:
        return None

    assert register(attempt) is attempt
    (command,) = chapter.commands
    assert command.run is attempt
    assert command.every_word == ("try", "y", "probieren", "versuchen")
    assert (command.usage, command.about) == ("", "see whether")

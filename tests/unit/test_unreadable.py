"""What is said about files that can't be read."""

from pathlib import Path

import pytest

from knell.messages import N_, Text, text
from knell.record import RecordError
from knell.scenarios import ScenarioError
from knell.scripts import ScriptError
from knell.texts import use_language
from knell.unreadable import UnreadableError

EMPTY = text(N_("This file is empty."))
WAY_OUT = text(N_("Check that it was saved completely."))
HEADER = text(N_("the header of a record"))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UnreadableError(EMPTY), "This file is empty."),
        (UnreadableError(EMPTY, file="a.txt"), "a.txt: This file is empty."),
        (UnreadableError(EMPTY, line=2), "line 2: This file is empty."),
        (
            UnreadableError(EMPTY, file=Path("a.txt"), entry=3, line=2, expected=HEADER),
            "a.txt, entry 3, line 2: This file is empty. Expected here: the header of a record.",
        ),
        (
            ScriptError(EMPTY, file=Path("a.txt"), entry=3, expected=HEADER, hint=WAY_OUT),
            "a.txt, entry 3: This file is empty. Check that it was saved completely.",
        ),
        (
            RecordError(EMPTY, file=Path("a"), line=2, expected=HEADER, saved=4),
            (
                "a, line 2: This file is empty. Expected here: the header of a record. "
                "Answers that can still be read: 4."
            ),
        ),
        (ScenarioError(EMPTY), "This file is empty."),
        (ScenarioError(EMPTY, file="a.yaml"), "a.yaml: This file is empty."),
        (ScenarioError(EMPTY, file="a.yaml", line=2), "a.yaml:2: This file is empty."),
    ],
)
def test_an_error_says_where_and_why_and_what_to_do(error: UnreadableError, told: str) -> None:
    assert str(error) == told
    assert error.reason.in_english == told


@pytest.mark.parametrize("kind", [UnreadableError, ScriptError, RecordError, ScenarioError])
def test_an_error_is_said_in_the_language_in_which_it_is_read(kind: type[UnreadableError]) -> None:
    english = str(kind(EMPTY, line=2))
    with use_language("ko"):
        error = kind(EMPTY, line=2)
        korean = str(error)
    assert str(error) == english
    assert "비어" in korean


def test_a_file_may_become_known_later() -> None:
    error = RecordError(EMPTY, line=1)
    error.file = Path("a")
    assert str(error) == "a, line 1: This file is empty."


def test_other_values_are_put_into_inner_texts_too() -> None:
    inner = text("{player} is dead", player=1)
    filled = text("{why}: {count}", why=inner, count=1).filled(
        lambda key, value: "Bo" if key == "player" else value
    )
    assert filled == text("{why}: {count}", why=text("{player} is dead", player="Bo"), count=1)
    assert isinstance(filled, Text)

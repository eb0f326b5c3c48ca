"""What the Storyteller puts right by hand isn't told to everybody."""

from knell.record import Table
from knell.seats import public_view, reveal_view
from records import change, play_to, seated

TOWN = ("imp", "empath", "monk", "saint", "virgin", "poisoner", "fool")


def by_day() -> Table:
    return play_to(seated(*TOWN), "day")


def heard(table: Table) -> list[str]:
    return [said["what"] for said in public_view(table)["log"]]


def test_a_death_by_hand_that_is_taken_back_at_once_was_never_said() -> None:
    table = by_day()
    before = public_view(table)
    change(table, "kill", 1)
    assert "died" in heard(table)
    change(table, "revive", 1)
    assert public_view(table) == before


def test_a_death_that_was_followed_by_something_else_was_said() -> None:
    table = by_day()
    change(table, "kill", 1)
    change(table, "kill", 2)
    change(table, "revive", 1)
    assert heard(table)[-3:] == ["died", "died", "alive"]


def test_the_reveal_tells_what_was_made_true_by_hand_and_no_bookkeeping() -> None:
    table = by_day()
    change(table, "token", 1, "monk.safe")
    change(table, "rename", 1, "Zoe")
    change(table, "poison", 1)
    change(table, "end", False)
    log = reveal_view(table)["log"]
    assert [said["name"] for said in log if said["what"] == "override"] == ["poison", "end"]

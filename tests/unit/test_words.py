"""What is said of entries of the record, of moments and of votes."""

from knell.engine import NOBODY, Nominate, Phase
from knell.engine.overrides import Kill, Rename
from knell.record import Entry
from knell.words import Words
from knell.words.entries import entry_as_answered, entry_in_words
from knell.words.moments import died_when, moment_in_a_line, phase_name
from knell.words.votes import needed_for_death, vote_title
from records import play_to, seated

WORDS = Words(("Ada", "Bo", "Cy"))


def test_a_count_in_the_history_is_a_number_and_no_player() -> None:
    entry = Entry(1, 0, "", "storyteller", "legion.many", answer=2)
    assert entry_as_answered(entry, WORDS) == "Legion, many: 2"


def test_a_hand_says_whose_it_is_and_for_whom() -> None:
    entry = Entry(1, 0, "", "storyteller", "vote", of=1, player=0, answer=True)
    assert entry_as_answered(entry, WORDS) == "Hand of Bo for Ada: yes"


def test_a_rename_names_who_it_was_before() -> None:
    table = play_to(seated("saint", "mutant", "fool", "slayer", "monk", "poisoner", "imp"), "day")
    table.override(Rename(0, "Zoe"))
    table.override(Rename(0, "Zed"))
    words = Words.of(table.game)
    assert entry_in_words(table, table.line[-1], words) == "Zoe is called Zed now"
    table.answer(Nominate(1, 2))
    nomination = next(entry for entry in reversed(table.line) if entry.asked == "day")
    assert entry_in_words(table, nomination, words) == "Bo nominates Cy"


def test_a_moment_has_a_name_and_a_form_inside_a_line() -> None:
    table = play_to(seated("saint", "mutant", "fool", "slayer", "monk", "poisoner", "imp"), "day")
    assert died_when(table.game, 0) == ""
    table.override(Kill(0))
    game = table.game
    assert (died_when(game, 0), died_when(game, 0, moment_in_a_line)) == ("Day 1", "day 1")
    assert phase_name(Phase.SETUP, 0) == "Before the first night"


def test_a_vote_is_called_by_its_nomination_where_that_is_known() -> None:
    assert vote_title(0, NOBODY, WORDS, exile=True) == "Exile of Ada"
    assert vote_title(0, 1, WORDS, exile=True) == "Bo calls for the exile of Ada"
    assert vote_title(0, 1, WORDS, exile=False) == "Bo nominates Ada"


def test_the_town_learns_the_threshold_from_its_tallies() -> None:
    assert "at least half of the 7" in needed_for_death(4, 7, {}, WORDS, highest=0)
    assert "more than Bo's 4" in needed_for_death(5, 7, {1: 4}, WORDS, highest=4)
    assert "the 4 that Ada and Bo have" in needed_for_death(5, 7, {0: 4, 1: 4}, WORDS, highest=4)

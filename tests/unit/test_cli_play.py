"""A Storyteller at the terminal: a whole game by hand, going back, looking, changing things."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from knell.engine import Kind
from knell.record import load
from knell.record.file import FileJournal
from sitting import PLAYERS, Sitting, Storyteller, answer_until, begin

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x9b]")


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path)


def entries(sitting: Sitting, name: str) -> int:
    return len(load(sitting.data / "games" / f"{name}.knell.jsonl").table.line)


# -- a whole game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_played_by_typing_and_ends_with_the_reveal(sitting: Sitting, seed: int) -> None:
    out = sitting.run(*begin(seed=seed), typing=Storyteller())
    assert sitting.status == 0
    assert re.search(r"(Good|Evil) wins\.", out)
    reveal = out.rpartition("reveal everything")[2]
    assert "Night 1" in reveal
    assert "Day 1" in reveal
    assert all(name in reveal for name in PLAYERS.split(","))
    assert "The game is over and kept as" in out


def test_what_is_printed_without_a_terminal_has_no_control_codes(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=Storyteller())
    assert not CONTROL.search(out)


def test_a_game_in_korean_speaks_korean(sitting: Sitting) -> None:
    out = sitting.run(
        *begin("--lang", "ko", players="민수,지현,서연,도윤,하은,준호,유진"),
        typing=[""] * 12 + ["도움말", "종료"],
    )
    assert "민수" in out
    assert not re.search(r"\b(needed|Night|Before|Which|alive|Minions)\b", out)
    assert sitting.status == 0


def test_before_the_deal_nobody_can_be_looked_at_closely(sitting: Sitting) -> None:
    out = sitting.run(*begin("--suggested", "chance"), typing=["works ada", "q"])
    assert sitting.status == 0
    assert "The characters haven't been dealt yet." in out


# -- answering ---------------------------------------------------------------------------------------


def test_a_player_is_named_by_seat_by_name_or_by_the_beginning_of_it(sitting: Sitting) -> None:
    for typed in ("6", "Fay", "fa", "FAY"):
        out = sitting.run(*begin(), typing=answer_until("points at a player", [typed, "history", "q"]))
        assert "Witch – Cy: Fay" in out, typed


def test_a_misspelt_answer_gets_a_sentence_and_the_question_stays_open(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["xyz", "99", "1 2", "q"]))
    assert "There is no player called “xyz”." in out
    assert "There is no player called “99”." in out
    assert "Name one player only." in out
    assert "Traceback" not in out


def test_a_beginning_that_fits_several_is_asked_about(sitting: Sitting) -> None:
    names = "Anna,Anton,Cy,Dot,Eve,Fay,Gus"
    out = sitting.run(*begin(players=names), typing=answer_until("points at a player", ["an", "q"]))
    assert "“an” could be any of these: Anna, Anton." in out


def test_a_suggested_answer_says_why(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("What do you show", ["q"]))
    assert re.search(r"Enter: .+ – .+", out)


def test_by_hand_nothing_is_suggested(sitting: Sitting) -> None:
    out = sitting.run(
        *begin("--by-hand", "showings,rulings"), typing=answer_until("Which good characters", ["", "q"])
    )
    assert "Enter: " not in out.rpartition("Which good characters")[2]
    assert "An answer is needed here" in out


def test_everything_automatic_leaves_only_what_players_do(sitting: Sitting) -> None:
    out = sitting.run(*begin("--automatic", "rulings,showings"), typing=["q"])
    assert "points at a player" in out
    assert "Before the first night" not in out


def test_a_level_can_be_changed_while_the_game_goes_on(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=["automatic rulings", "automatic", "q"])
    assert "From now on automatic: rulings." in out
    assert "rulings: automatic" in out


def test_votes_cannot_be_set_to_automatic(sitting: Sitting) -> None:
    sitting.run(*begin("--automatic", "votes"))
    assert sitting.status == 2
    assert "can't be set" in sitting.out


# -- the vote ----------------------------------------------------------------------------------------


def to_the_vote(then: list[str]) -> Callable[[str], str | None]:
    """On the first day, with Gus cursed, Ada nominates Bo."""
    lines = iter(["n ada bo", *then])
    night = Storyteller()
    by_now = False

    def decide(printed: str) -> str | None:
        nonlocal by_now
        by_now = by_now or "What happens?" in printed
        if by_now:
            return next(lines, None)
        return "gus" if "points at a player" in printed else night(printed)

    return decide


def test_a_vote_is_entered_as_the_list_of_raised_hands(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["1 3-4 gus", "q"]))
    assert re.search(r"4 votes, 4 needed", out)
    assert "Ada, Cy, Dot, Gus" in out


def test_a_vote_may_leave_players_out(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["all but 2 3", "q"]))
    assert "5 votes, 4 needed" in out


def test_a_vote_may_be_counted_one_by_one_and_finished_at_once(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["y", "n", "none", "q"]))
    assert "Counted so far" in out
    assert "1 vote, 4 needed" in out


def test_undoing_a_vote_takes_back_all_hands(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["all", "undo", "q"]))
    assert out.count("Whose hands are up?") == 2
    assert "Undone: Hand of" in out
    out = sitting.run(*begin(), typing=to_the_vote(["all", "undo", "redo", "q"]))
    assert "Done again: Hand of" in out
    assert out.rpartition("Done again")[2].count("What happens?") == 1


def test_the_dead_without_a_vote_cannot_vote(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["/kill dot", "vote dot no", "4", "all", "q"]))
    assert "Dot is dead and has no vote left." in out


def test_the_threshold_is_explained(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=to_the_vote(["all", "n eve gus", "q"]))
    assert "4 needed: at least half of the 7 who are alive." in out
    assert re.search(r"8 needed: more than \w+'s 7\. 7 is a tie, and nobody dies\.", out)


# -- by day ------------------------------------------------------------------------------------------


def by_day(then: list[str]) -> Callable[[str], str | None]:
    return answer_until("What happens?", then)


def test_enter_ends_no_day(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=by_day(["", "q"]))
    assert "close ends the day" in out
    assert "Night 2" not in out


def test_anybody_may_say_that_they_use_an_ability(sitting: Sitting) -> None:
    out = sitting.run(
        *begin(), typing=by_day(["use gus slayer ada", "use bo", "juggler", "ada imp cy monk", "q"])
    )
    assert "Gus says that they use the ability of the Slayer: Ada." in out
    assert "Bo says that they use the ability of the Juggler: Ada: Imp, Cy: Monk." in out


def test_a_traveller_joins_is_called_out_and_leaves(sitting: Sitting) -> None:
    out = sitting.run(
        *begin(), typing=by_day(["join Tess, beggar, good, Gus", "exile tess ada", "all", "leave tess", "q"])
    )
    assert "Tess joins as the Beggar." in out
    assert "Ada calls for the exile of Tess." in out
    assert "4 needed: at least half of all 8 players." in out
    assert "Tess is exiled." in out
    assert "Tess leaves." in out


def test_what_belongs_to_the_day_is_refused_at_night_before_anything_is_asked(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["n", "close", "q"]))
    assert out.count("That is only possible by day.") == 2


def test_why_a_nomination_is_impossible_is_said(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=by_day(["n ada bo", "none", "n ada cy", "n cy bo", "q"]))
    assert "Ada has already nominated today." in out
    assert "Bo has already been nominated today." in out


# -- looking -----------------------------------------------------------------------------------------


def test_works_says_why_not_and_by_whom(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["poison dot", "w dot", "q"]))
    assert re.search(r"Fortune Teller: doesn't work now – poisoned by hand", out)


def test_the_night_list_shows_what_is_done_and_what_comes(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["night", "q"]))
    page = out.rpartition("Night 1\n")[2]
    assert "✓ Minions meet" in page
    assert "❯ Witch  Cy" in page
    assert re.search(r"  Empath  \w+", page)


def test_the_night_list_says_who_is_not_woken_and_why(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["kill ada", "night", "q"]))
    assert "- Empath  Ada is dead." in out


def test_help_lists_every_command_and_how_and_script_and_story_answer(sitting: Sitting) -> None:
    out = sitting.run(
        *begin(), typing=answer_until("points at a player", ["?", "how", "script", "story", "q"])
    )
    for word in ("undo", "history", "nominate", "kill", "untoken", "seats", "automatic"):
        assert re.search(rf"^  .*\b{word}\b", out, re.MULTILINE), word
    assert "How to run it" in out
    assert "Town" in out


def test_the_ring_shows_both_faces_of_a_token(sitting: Sitting) -> None:
    for seed in range(20):
        sitting.run(*begin("--automatic", "rulings", "--with", "drunk", seed=seed), typing=["q"])
        if re.search(r"✧ [\w ]+ \(Drunk\)", sitting.out):
            return
    pytest.fail("no ring showed a Drunk")


# -- changing by hand --------------------------------------------------------------------------------

CHANGES = [
    ("kill dot", "Dot is killed"),
    ("poison dot eve", "Eve is poisoned"),
    ("drunk dot", "Dot is drunk"),
    ("become dot imp", "Dot becomes the Imp"),
    ("evil dot", "Dot is evil"),
    ("token dot safe", "Safe"),
    ("token dot asked me twice", "asked me twice"),
    ("vote dot no", "Dot has no vote"),
    ("seemsdead dot", "Dot is taken for dead"),
    ("add djinn", "Djinn"),
    ("limit slayer 2", "at most 2 players a day may use the Slayer's ability"),
    ("limit juggler 1", "one player a day may use the Juggler's ability"),
    ("limit slayer off", "the Slayer's ability may be used as often as people like"),
]


@pytest.mark.parametrize(("typed", "told"), CHANGES)
def test_anything_is_changed_by_hand_told_and_undone(sitting: Sitting, typed: str, told: str) -> None:
    out = sitting.run(
        *begin(), typing=answer_until("points at a player", [typed, "story", "history", "u", "q"])
    )
    assert told.casefold() in out.casefold()
    assert "Undone: " in out


def test_a_limit_is_asked_for_piece_by_piece_and_nonsense_is_refused(sitting: Sitting) -> None:
    typing = [
        "limit",
        "slayer",
        "3",
        "limit slayer",
        "off",
        "limit imp 2",
        "limit slayer 0",
        "limit slayer x",
        "q",
    ]
    out = sitting.run(*begin(), typing=answer_until("points at a player", typing))
    assert "Which ability? " in out
    assert "How many players a day? A number, or off." in out
    assert "at most 3 players a day" in out
    assert "as often as people like" in out
    assert "The imp has no ability that is used in front of everybody." in out
    assert "“0” is neither a number from one nor off." in out
    assert "“x” is neither a number from one nor off." in out


def test_one_use_more_than_the_limit_is_refused(sitting: Sitting) -> None:
    typing = answer_until(
        "What happens?", ["limit slayer 1", "use dot slayer ada", "use eve slayer ada", "q"]
    )
    out = sitting.run(*begin(), typing=typing)
    assert "By hand: one player a day may use the Slayer's ability." in out
    assert "No more of these today: by hand, the Slayer's ability is limited to 1 a day." in out


def test_tokens_are_taken_away_again(sitting: Sitting) -> None:
    typing = answer_until("points at a player", ["token eve safe", "untoken eve safe", "untoken eve", "q"])
    out = sitting.run(*begin(), typing=typing)
    assert "is taken from Eve" in out
    assert "There is no token beside Eve." in out


def test_people_are_renamed_and_change_seats(sitting: Sitting) -> None:
    typing = answer_until("points at a player", ["rename ada Annabel Lee", "swap 1 2", "grimoire", "q"])
    out = sitting.run(*begin(), typing=typing)
    ring = out.rpartition("u undo")[2]
    assert "1 Bo" in ring
    assert "2 Annabel Lee" in ring


def test_everybody_is_seated_anew(sitting: Sitting) -> None:
    typing = answer_until("points at a player", ["seats 7 6 5 4 3 2 1", "seats 1 2", "g", "q"])
    out = sitting.run(*begin(), typing=typing)
    assert "1 Gus" in out.rpartition("u undo")[2]
    assert "A new seating must hold the same players." in out


def test_a_command_without_its_player_asks_and_nothing_takes_it_back(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("points at a player", ["kill", "", "kill", "dot", "q"]))
    assert "Nothing was changed." in out
    assert "Dot is killed" in out


def test_anything_may_be_shown(sitting: Sitting) -> None:
    shows = [
        "show dot 3",
        "show dot yes",
        "show dot imp",
        "show dot ada bo imp",
        "show dot Look at Eve!",
        "q",
    ]
    out = sitting.run(*begin(), typing=answer_until("points at a player", shows))
    for card in (
        "Dot] 3",
        "Dot] ✓  Yes",
        "Dot] Imp",
        "One of these / Ada / Bo / is the / Imp",
        "Look at Eve!",
    ):
        assert card in out, card


def test_the_game_is_ended_by_hand_undone_and_ended_again(sitting: Sitting) -> None:
    typing = answer_until("points at a player", ["end evil", "u", "end good", ""])
    out = sitting.run(*begin(), typing=typing)
    assert "Evil wins." in out
    assert "Good wins. The Storyteller has ended the game." in out


def test_the_mutant_is_executed_when_the_storyteller_decides(sitting: Sitting) -> None:
    for seed in range(30):
        typing = answer_until("What happens?", ["decide", "mutant.execute", "story", "q"])
        out = sitting.run(*begin("--with", "mutant", seed=seed), typing=typing)
        if "Which? mutant.execute" in out:
            assert "is executed" in out
            return
    pytest.fail("no Mutant was in play")


def test_a_name_that_is_a_command_word_is_a_name_where_players_are_asked_for(sitting: Sitting) -> None:
    names = "Undo,Kill,Cy,Dot,Eve,Fay,Gus"
    out = sitting.run(
        *begin(players=names), typing=answer_until("points at a player", ["Kill", "/undo", "q"])
    )
    assert "Undone: Witch – Cy: Kill" in out


# -- going back --------------------------------------------------------------------------------------


def test_undo_goes_back_across_a_night_and_says_who_has_seen_something(sitting: Sitting) -> None:
    typing = answer_until("What happens?", ["undo 4", "history", "q"])
    out = sitting.run(*begin(), typing=typing)
    after = out.rpartition("Undone: ")[2]
    assert "has already seen" in out
    assert "What happens?" not in after
    kind = load(sitting.data / "games" / f"{sitting.game}.knell.jsonl").table.question
    assert kind is not None
    assert kind.kind is not Kind.DAY


def test_redo_comes_back_to_the_same_day(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("What happens?", ["u", "u", "redo", "redo", "redo", "q"]))
    assert out.count("What happens?") == 2
    assert "There is nothing to redo." in out


def test_back_goes_to_any_number_of_the_history(sitting: Sitting) -> None:
    out = sitting.run(*begin(), typing=answer_until("What happens?", ["back 9", "q"]))
    assert out.count("Which good characters does the Demon learn") >= 1
    assert "Undone: " in out


# -- stopping ----------------------------------------------------------------------------------------


def test_the_end_of_the_input_keeps_the_game_and_says_how_to_go_on(sitting: Sitting) -> None:
    sitting.run(*begin(), typing=answer_until("points at a player", ["fay"]))
    assert sitting.status == 0
    assert "Everything is saved." in sitting.out
    before = entries(sitting, sitting.game)
    out = sitting.run("play", "--resume", sitting.game, typing=["history", "q"])
    assert "Witch – Cy: Fay" in out
    assert entries(sitting, sitting.game) == before


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(sitting: Sitting) -> None:
    def interrupt(printed: str) -> str | None:
        if "points at a player" in printed:
            raise KeyboardInterrupt
        return ""

    sitting.run(*begin(), typing=interrupt)
    assert sitting.status == 130
    assert "Go on with: knell play --resume" in sitting.out
    out = sitting.run("games", "resume", sitting.game, typing=["q"])
    assert "points at a player" in out


def test_a_full_disk_takes_no_answer_and_says_so(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    written = FileJournal.write
    full = False

    def write(self: FileJournal, *arguments: object, **named: object) -> None:
        if full:
            raise OSError(28, "No space left on device")
        written(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(FileJournal, "write", write)

    def decide(printed: str) -> str | None:
        nonlocal full
        if "points at a player" in printed and not full:
            full = True
            return "fay"
        if full and "couldn't be saved" in printed:
            full = False
            return "history"
        return "q" if "back 12" in printed else teller(printed)

    teller = Storyteller()

    out = sitting.run(*begin(), typing=decide)
    assert "No space left on device" in out
    assert "Witch – Cy: Fay" not in out


def test_a_full_disk_at_the_end_takes_no_undo_and_says_so(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_journal: FileJournal, *_arguments: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    def decide(printed: str) -> str | None:
        if "couldn't be saved" in printed:
            return "q"
        if "reveal everything" in printed:
            monkeypatch.setattr(FileJournal, "write", full)
            return "u"
        return "end good"

    out = sitting.run(*begin(), typing=decide)
    assert sitting.status == 0
    assert "No space left on device" in out
    assert "Undone" not in out
    assert "The game is over and kept as" in out


def test_a_salvaged_game_can_only_be_looked_at(sitting: Sitting) -> None:
    sitting.run(*begin(), typing=answer_until("What happens?", ["q"]))
    game = sitting.game
    file = sitting.data / "games" / f"{game}.knell.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[12] = '{"id":12,"oops"'
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = sitting.run("play", "--resume", game, typing=["kill ada", "w ada", "q"])
    assert "line 13" in " ".join(out.split())
    assert "This game can only be looked at." in out


def test_two_cannot_play_the_same_game(sitting: Sitting) -> None:
    sitting.run(*begin(), typing=["q"])
    game = sitting.game
    from knell.record import GameStore

    with GameStore(sitting.data / "games").open(game):
        sitting.run("play", "--resume", game, typing=["q"])
    assert sitting.status == 2
    assert "is open somewhere else" in sitting.out

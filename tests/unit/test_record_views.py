"""A view holds what its viewer may know, and not a byte of anything else."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from knell.engine import Close, Execute, Exile, Join, Kind, Nominate, Pointing, Seat, Use
from knell.record import Table
from knell.seats import player_view, public_view, reveal_view, storyteller_view, to_bytes
from records import ALL, answer_at_random, change, header, nominate, opened, play_at_random, play_to, seated

TOWN = ("imp", "empath", "fortuneteller", "poisoner", "monk", "saint", "fool")


def answer_to(table: Table, name: str, value: Any, player: int | None = None) -> None:
    play_to(table, name, player).answer(value)


def same_for(player: int | None, one: Table, other: Table) -> bool:
    """Whether two games look the same to a player, or to everybody."""
    if player is None:
        return to_bytes(public_view(one)) == to_bytes(public_view(other))
    return to_bytes(player_view(one, player)) == to_bytes(player_view(other, player))


def whats(log: Sequence[dict[str, Any]]) -> list[str]:
    return [line["what"] for line in log]


# -- two games that differ only in what a viewer may not know ---------------------------------------------


def test_a_drunk_cannot_tell_that_they_are_drunk() -> None:
    games = []
    for seat in (Seat("empath"), Seat("drunk", "empath")):
        table = seated("imp", seat, "poisoner", "monk", "saint", script=("chef", "drunk", "empath"))
        answer_to(table, "poisoner.choose", 3)
        answer_to(table, "empath.show", 2, 1)
        play_to(table, "day")
        games.append(table)
    for player in (None, 1, 3, 4):
        assert same_for(player, *games)
    you = player_view(games[1], 1)
    assert you["you"] == {"id": 1, "name": "Bo", "character": "empath", "evil": False}
    assert {"what": "shown", "ability": "empath", "answer": 2} in you["log"]
    for word in (b"drunk", b"poison", b"imp"):
        assert word not in to_bytes(you)
    assert to_bytes(storyteller_view(games[0])) != to_bytes(storyteller_view(games[1]))


def test_whom_others_choose_at_night_shows_to_nobody_else() -> None:
    games = []
    for chosen, safe in ((1, 2), (4, 5)):
        table = seated(*TOWN)
        answer_to(table, "fortuneteller.red_herring", chosen)
        answer_to(table, "poisoner.choose", 6)
        answer_to(table, "empath.show", 1)
        answer_to(table, "fortuneteller.choose", (2, 6))
        play_to(table, "day")
        table.answer(Close())
        answer_to(table, "poisoner.choose", 6)
        answer_to(table, "monk.choose", safe)
        answer_to(table, "imp.choose", safe)
        play_to(table, "day")
        games.append(table)
    for player in (None, 1, 2, 3, 5, 6):
        assert same_for(player, *games)
    assert not same_for(4, *games)
    assert not same_for(0, *games)


def test_good_people_of_two_games_with_other_demons_see_the_same() -> None:
    games = []
    for demon, minion in (("imp", "poisoner"), ("vortox", "witch")):
        table = seated(demon, "empath", "saint", minion, "fool", "virgin", "mutant")
        answer_to(table, f"{minion}.choose", 2)
        answer_to(table, "empath.show", 0 if demon == "vortox" else 1, 1)
        nominate(table, 1, 6, votes=(1, 2, 4, 5))
        table.answer(Close())
        games.append(table)
    for player in (None, 2, 4, 5, 6):
        assert same_for(player, *games)
    assert not same_for(1, *games)


def test_a_bluff_looks_like_the_real_thing() -> None:
    games = []
    for character in ("slayer", "mutant"):
        table = play_to(seated("imp", character, "poisoner", "monk", "saint"), "day")
        table.answer(Use(1, "slayer", (("choose", 3),)))
        games.append(table)
    for player in (None, 0, 2, 3, 4):
        assert same_for(player, *games)
    used = {"what": "used", "player": 1, "character": "slayer", "details": {"choose": 3}}
    assert public_view(games[0])["log"][-1] == used
    assert not same_for(1, *games)


def test_what_was_said_alone_is_heard_by_nobody_else() -> None:
    games = []
    for private in (False, True):
        table = play_to(seated("imp", "juggler", "poisoner", "monk", "saint"), "day")
        if private:
            table.answer(Use(1, "juggler", (("guesses", ((0, "imp"),)),), private=True))
        games.append(table)
    for player in (None, 0, 2, 3, 4):
        assert same_for(player, *games)
    assert player_view(games[1], 1)["log"][-1]["details"] == {"guesses": [[0, "imp"]]}


def test_secret_votes_show_no_hands_no_tally_and_nobody_about_to_die() -> None:
    games = []
    for votes in ((1, 3, 4, 5), ()):
        table = seated("imp", "empath", "organgrinder", "monk", "saint", "fool", "virgin")
        answer_to(table, "organgrinder.choose", False)
        answer_to(table, "empath.show", 2)
        play_to(table, "day")
        table.answer(Nominate(1, 3))
        looks = to_bytes(public_view(table))
        while table.question is not None and table.question.kind is Kind.VOTE:
            assert to_bytes(public_view(table)) == looks
            table.answer(table.question.who in votes)
        games.append(table)
    assert games[0].game.about_to_die == 3
    assert games[1].game.about_to_die == -1
    for player in (None, 0, 1, 2, 3, 4, 5, 6):
        assert same_for(player, *games)
    day = public_view(games[0])["day"]
    assert day["nominations"] == [{"nominator": 1, "nominee": 3, "secret": True}]
    assert day["votes_needed"] is None
    assert day["secret"]


def test_an_apparent_death_looks_like_a_real_one() -> None:
    games = []
    for one, other in (("zombuul", "mutant"), ("mutant", "zombuul")):
        table = seated(one, "empath", other, "monk", "saint", "fool", "poisoner")
        answer_to(table, "poisoner.choose", 6)
        answer_to(table, "empath.show", 1)
        nominate(table, 1, 0, votes=(1, 3, 4, 5))
        table.answer(Close())
        games.append(play_to(table, "monk.choose"))
    assert games[0].game.feigned == games[1].game.dead == 1
    for player in (None, 1, 3, 4, 5):
        assert same_for(player, *games)
    for table in games:
        play_to(table, "day")
    for player in (None, 3, 4, 5):
        assert same_for(player, *games)
    seen = public_view(games[0])["players"][0]
    assert seen == {"id": 0, "name": "Ada", "dead": True, "ghost_vote": True, "traveller": None}


# -- what everybody sees ---------------------------------------------------------------------------------


def test_nothing_changes_for_the_public_from_dusk_to_dawn() -> None:
    for seed in range(25):
        table = opened(header(players=8, script=ALL, seed=seed))
        chance = random.Random(seed)
        night, seen = -1, b""
        while table.question is not None and table.game.night < 4:
            if table.game.phase.name == "NIGHT":
                if table.game.night != night:
                    night, seen = table.game.night, to_bytes(public_view(table))
                assert to_bytes(public_view(table)) == seen
            before = len(table.line)
            table.answer(answer_at_random(table, chance.randrange))
            assert len(table.line) > before


def test_changes_by_hand_at_night_wait_for_dawn() -> None:
    table = play_to(seated(*TOWN), "poisoner.choose")
    before = to_bytes(public_view(table))
    change(table, "kill", 5)
    change(table, "rename", 1, "Bob")
    change(table, "swap", 2, 3)
    change(table, "ghost_vote", 5, False)
    assert to_bytes(public_view(table)) == before
    view = public_view(play_to(table, "day"))
    assert [p["id"] for p in view["players"]] == [0, 1, 3, 2, 4, 5, 6]
    assert view["players"][1]["name"] == "Bob"
    assert view["players"][5]["dead"]
    assert view["players"][5]["ghost_vote"] is False
    assert whats(view["log"]) == ["night", "renamed", "seated", "died", "day"]


def test_a_day_with_its_votes() -> None:
    table = play_to(seated(*TOWN), "day")
    assert public_view(table)["day"]["votes_needed"] == 4
    table.answer(Nominate(1, 2))
    table.answer(True)
    vote = public_view(table)["day"]["vote"]
    assert vote == {
        "kind": "vote",
        "for": 2,
        "needed": 4,
        "secret": False,
        "hands": [{"player": 3, "up": True}],
        "next": 4,
    }
    for _ in range(6):
        table.answer(True)
    day = public_view(table)["day"]
    assert day["nominations"] == [
        {
            "nominator": 1,
            "nominee": 2,
            "secret": False,
            "votes": [0, 1, 2, 3, 4, 5, 6],
            "tally": 7,
            "half": 4,
        }
    ]
    assert (day["about_to_die"], day["votes_needed"], day["vote"], day["open"]) == (2, 8, None, True)
    assert 1 not in day["may_nominate"]
    assert 2 not in day["may_be_nominated"]
    table.answer(Execute(5))
    view = public_view(table)
    assert view["phase"] == "over" or view["phase"] == "night"
    assert whats(view["log"])[-3:] == ["executed", "died", "game over"]
    assert view["winner"] == "evil"
    assert "reason" not in json.dumps(view)


def test_the_dead_keep_one_vote_in_sight() -> None:
    table = play_to(seated(*TOWN), "day")
    change(table, "kill", 6)
    seen = {p["id"]: (p["dead"], p["ghost_vote"]) for p in public_view(table)["players"]}
    assert seen[6] == (True, True)
    assert seen[1] == (False, None)
    nominate(table, 1, 2, votes=(6,))
    assert public_view(table)["players"][6]["ghost_vote"] is False


def test_travellers_are_seen_with_their_character_and_not_their_side() -> None:
    games = []
    for evil in (False, True):
        table = play_to(seated(*TOWN), "day")
        table.answer(Join("Zoe", "thief", evil, 2))
        table.answer(Exile(1, 7))
        table.answer(True)
        games.append(table)
    for player in (None, 1, 2, 5):
        assert same_for(player, *games)
    view = public_view(games[0])
    assert [p["id"] for p in view["players"]] == [0, 1, 2, 7, 3, 4, 5, 6]
    assert [p["traveller"] for p in view["players"]][3] == "thief"
    assert 7 not in view["day"]["may_be_nominated"]
    assert view["day"]["vote"]["kind"] == "support"
    assert player_view(games[1], 7)["you"] == {"id": 7, "name": "Zoe", "character": "thief", "evil": True}


def test_two_people_of_one_name_can_be_told_apart() -> None:
    table = seated(*TOWN, names=("Sam", "Sam", "Sam (2)", "Di", "Sam", "Eve", "Fay"))
    names = [p["name"] for p in public_view(table)["players"]]
    assert names == ["Sam", "Sam (3)", "Sam (2)", "Di", "Sam (4)", "Eve", "Fay"]
    assert player_view(table, 1)["you"]["name"] == "Sam (3)"


# -- what a player sees -------------------------------------------------------------------------------------


def test_evil_players_learn_each_other_and_bluffs_go_to_the_demon() -> None:
    table = seated("imp", "empath", "poisoner", "monk", "saint", "fool", "virgin")
    play_to(table, "empath.show")
    demon, minion = player_view(table, 0)["log"], player_view(table, 2)["log"]
    shown = [line for line in demon if line["what"] == "shown"]
    assert shown[0]["ability"] == "demoninfo"
    assert shown[0]["answer"]["introduction"]["minions"] == [2]
    assert len(shown[0]["answer"]["introduction"]["bluffs"]) == 3
    assert [line["answer"] for line in minion if line["what"] == "shown"] == [
        {"introduction": {"demons": [0], "minions": []}}
    ]
    assert whats(player_view(table, 4)["log"]) == ["night"]


def test_players_see_what_they_chose_and_were_shown() -> None:
    table = seated("imp", "washerwoman", "fortuneteller", "poisoner", "monk", "saint", "fool")
    assert player_view(table, 1)["you"]["character"] == "washerwoman"
    answer_to(table, "washerwoman.show", Pointing((2, 6), "fool"))
    answer_to(table, "fortuneteller.choose", (0, 1))
    answer_to(table, "fortuneteller.show", True)
    log = [line for line in player_view(table, 2)["log"] if line["what"] in ("woken", "chose", "shown")]
    assert log == [
        {"what": "woken", "ability": "fortuneteller"},
        {"what": "chose", "ability": "fortuneteller", "answer": [0, 1]},
        {"what": "shown", "ability": "fortuneteller", "answer": True},
    ]
    pointed = {"what": "shown", "ability": "washerwoman", "answer": {"players": [2, 6], "character": "fool"}}
    assert pointed in player_view(table, 1)["log"]


def test_a_new_character_is_known_once_it_was_told() -> None:
    table = play_to(seated(*TOWN), "day")
    change(table, "alignment", 5, True)
    change(table, "character", 5, "monk")
    assert player_view(table, 5)["you"] == {"id": 5, "name": "Fay", "character": "saint", "evil": False}
    play_to(table, "you_are", 5)
    assert player_view(table, 5)["you"]["character"] == "saint"
    table.answer_default()
    assert player_view(table, 5)["you"] == {"id": 5, "name": "Fay", "character": "monk", "evil": True}
    told = {"what": "told", "character": "monk", "evil": True}
    assert told in player_view(table, 5)["log"]
    assert told not in player_view(table, 4)["log"]


def test_what_is_shown_by_hand_goes_to_one_player() -> None:
    table = play_to(seated(*TOWN), "empath.show")
    change(table, "show", 6, ("this player is evil", 0))
    assert player_view(table, 6)["log"][-1] == {"what": "shown", "answer": ["this player is evil", 0]}
    assert b"this player" not in to_bytes(player_view(table, 5))


def test_a_players_page_names_no_truth_about_anybody_else() -> None:
    secrets = (
        "red_herring",
        "pretended",
        "tokens",
        "abilities",
        "believed",
        "poisoned",
        "override",
        "warned",
    )
    for seed in range(10):
        table = play_at_random(
            opened(header(players=9, script=ALL, seed=seed)), random.Random(seed), nights=3
        )
        for player in range(9):
            page = to_bytes(player_view(table, player)).decode()
            assert not [word for word in secrets if f'"{word}"' in page]
        assert set(public_view(table)) <= {"phase", "number", "players", "log", "day", "winner"}


# -- everything ------------------------------------------------------------------------------------------


def test_the_storyteller_sees_everything() -> None:
    table = play_to(
        seated("imp", Seat("drunk", "empath"), "poisoner", "monk", "saint", "fool", "virgin"), "bluffs"
    )
    view = storyteller_view(table)
    drunk = view["players"][1]
    assert (drunk["character"], drunk["believed"], drunk["told"]["character"]) == (
        "drunk",
        "empath",
        "empath",
    )
    assert drunk["drunk"]
    assert [t["name"] for t in drunk["tokens"]] == ["drunk.is_the_drunk"]
    answer_to(table, "poisoner.choose", 3)
    view = storyteller_view(table)
    assert view["question"]["name"] == "empath.show"
    assert view["question"]["options"] == [0, 1, 2]
    assert view["players"][3]["poisoned"]
    monk = next(a for a in view["players"][3]["abilities"] if a["character"] == "monk")
    assert not monk["works"]
    assert [line["name"] for line in view["to_come"]][-1] == "dawn"
    json.dumps(view)


def test_the_reveal_waits_for_the_end() -> None:
    table = play_to(seated(*TOWN), "day")
    with pytest.raises(ValueError, match="over"):
        reveal_view(table)
    nominate(table, 1, 0, votes=(1, 2, 4, 5))
    table.answer(Close())
    view = reveal_view(table)
    assert (view["winner"], view["reason"]) == ("good", "demon_dead")
    assert view["winners"] == [1, 2, 4, 5, 6]
    assert [p["character"] for p in view["players"]] == list(TOWN)
    json.dumps(view)


def test_every_view_can_be_written_at_every_question() -> None:
    for seed in range(12):
        table = opened(header(players=6 + seed % 5, script=ALL, seed=seed))
        chance = random.Random(seed)
        while table.question is not None and table.game.night < 4:
            for view in (storyteller_view(table), public_view(table), player_view(table, seed % 6)):
                assert json.loads(to_bytes(view)) == json.loads(json.dumps(view))
            table.answer(answer_at_random(table, chance.randrange))
        to_bytes(storyteller_view(table))

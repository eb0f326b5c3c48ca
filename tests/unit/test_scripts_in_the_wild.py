"""Script files as authors and their tools write them are read, and nothing in them is lost in silence."""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest

from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS
from knell.record import ScriptPart
from knell.scripts import HomebrewJinx, Script, ScriptError, completed, load, missing, read, write_json_script

META = {"id": "_meta", "name": "In the wild", "author": "A. Tester"}
BREWER = {
    "id": "mist_brewer",
    "name": "Mist Brewer",
    "team": "minion",
    "ability": "Each night, somebody sees nothing but mist.",
    "firstNightReminder": "Let the Mist Brewer point.",
    "otherNightReminder": "Let the Mist Brewer point again.",
}


def script(*entries: object) -> Script:
    return read(json.dumps(entries).encode())


def codes(found: Script) -> list[str]:
    return [notice.code for notice in found.remarks]


def test_both_spellings_are_travellers() -> None:
    pair = [{**BREWER, "id": spelling, "team": spelling} for spelling in ("traveler", "traveller")]
    found = script(META, "imp", "beggar", *pair)
    assert [found.type_of(one) for one in found.characters[1:]] == ["traveller"] * 3
    assert codes(found) == ["TEAM_SPELLING"]


def test_flags_may_be_numbers_or_empty() -> None:
    flags = {"zero": 0, "one": 1, "empty": "", "nothing": None, "yes": True, "no": False}
    found = script(META, "imp", *({**BREWER, "id": key, "setup": flag} for key, flag in flags.items()))
    assert [key for key in flags if found.homebrew[key].changes_setup] == ["one", "yes"]
    assert codes(found) == []


def test_an_official_id_with_words_and_no_team_is_a_translation() -> None:
    words = {
        "id": "empath",
        "name": "Empathe",
        "ability": "Deux voisins.",
        "otherNightReminder": "Deux doigts.",
    }
    for beside in ([], ["empath"]):
        found = script(META, *beside, words, "imp")
        assert found.characters == ("empath", "imp")
        assert found.name_of("empath") == "Empathe"
        assert found.texts["empath"].tonight(2) == "Deux doigts."
        assert "TEXT_OVERLAY" in codes(found)


def test_a_script_without_a_name_is_called_after_its_file() -> None:
    data = json.dumps([{"id": "_meta", "logo": "https://example.invalid/a b.png"}, "imp"]).encode()
    found = read(data, name="On my disk")
    assert (found.name, found.logo) == ("On my disk", "https://example.invalid/a b.png")
    assert codes(found) == ["META_NO_NAME"]
    assert "On my disk" in str(found.remarks[0])


def test_a_list_within_an_object_is_found() -> None:
    data = json.dumps({"name": "Wrapped", "author": "A. Tester", "characters": ["imp", "chef"]}).encode()
    found = read(data)
    assert (found.name, found.author, found.characters) == ("Wrapped", "A. Tester", ("imp", "chef"))
    assert codes(found) == ["WRAPPED"]


def test_a_comma_that_nothing_follows_is_left_out() -> None:
    found = read(b'["imp",\n{"id": "chef", "ability": "a,] b,}",\n},\n"monk", ]')
    assert found.characters == ("imp", "chef", "monk")
    assert found.texts["chef"].ability == "a,] b,}"
    assert [one.line for one in found.remarks if one.code == "STRAY_COMMA"] == [2, 4]


# -- the nights --------------------------------------------------------------------------------------


def night(found: Script, *, first: bool) -> list[str]:
    part = ScriptPart.of(found)
    order = (part.first_night or FIRST_NIGHT) if first else (part.other_nights or OTHER_NIGHTS)
    return [one for one in order if one in found.characters]


def test_whom_an_order_leaves_out_is_put_in_at_the_official_place() -> None:
    meta = {
        **META,
        "firstNight": ["dusk", "minioninfo", "spy", "demoninfo", "poisoner", "chef", "empath", "dawn"],
        "otherNight": ["dusk", "poisoner", "monk", "spy", "imp", "empath", "dawn"],
    }
    found = script(meta, "chef", "empath", "monk", "undertaker", "butler", "poisoner", "spy", "imp")
    assert found.first_night == (*meta["firstNight"][:-1], "butler", "dawn")
    assert found.other_nights == (*meta["otherNight"][:-1], "undertaker", "butler", "dawn")
    assert codes(found) == ["ORDER_MISSING", "ORDER_MISSING"]
    assert "Butler" in str(found.remarks[0])


def test_a_traveller_from_outside_the_script_is_woken_in_an_authors_order() -> None:
    part = ScriptPart.of(script({**META, "otherNight": ["dusk", "imp", "dawn"]}, "imp", "chef"))
    assert part.other_nights.index("bureaucrat") < part.other_nights.index("imp")


def test_nobody_who_wakes_officially_is_left_without_a_wake() -> None:
    everybody = [one for one, fact in FACTS.items() if fact.type not in ("fabled", "loric")]
    meta = {**META, "firstNight": ["poisoner", "minioninfo"], "otherNight": ["dawn"]}
    part = ScriptPart.of(script(meta, *everybody))
    assert set(FIRST_NIGHT) & set(everybody) <= set(part.first_night)
    assert set(OTHER_NIGHTS) & set(everybody) <= set(part.other_nights)
    assert len(set(part.other_nights)) == len(part.other_nights)


@pytest.mark.parametrize("own_order", [False, True])
def test_homebrew_numbers_place_a_character_among_the_official_ones(own_order: bool) -> None:
    numbers = {"firstNight": FIRST_NIGHT.index("chef") + 1.5, "otherNight": OTHER_NIGHTS.index("monk") + 1}
    orders = {
        "firstNight": ["dusk", "chef", "empath", "dawn"],
        "otherNight": ["dusk", "monk", "imp", "empath"],
    }
    meta = {**META, **orders} if own_order else META
    found = script(meta, "empath", "chef", "monk", "imp", {**BREWER, **numbers})
    assert night(found, first=True) == ["chef", "mistbrewer", "empath"]
    assert night(found, first=False) == ["monk", "mistbrewer", "imp", "empath"]


def test_a_number_behind_every_official_one_is_still_before_dawn() -> None:
    part = ScriptPart.of(script(META, "imp", {**BREWER, "otherNight": 500}))
    assert part.other_nights.index("mistbrewer") == part.other_nights.index("dawn") - 1


def test_numbers_alone_order_a_script_without_official_characters() -> None:
    one, two = ({**BREWER, "id": id_, "otherNight": at} for id_, at in (("late", 57), ("early", 2)))
    assert night(script(META, one, two), first=False) == ["early", "late"]


def test_numbers_that_count_in_thousands_keep_their_order() -> None:
    at = {"late": 11000, "early": 1800, "between": 9800}
    found = script(META, "imp", *({**BREWER, "id": id_, "otherNight": place} for id_, place in at.items()))
    assert night(found, first=False) == ["imp", "early", "between", "late"]


def test_night_reminders_are_the_words_of_the_step() -> None:
    found = script(META, "imp", BREWER)
    assert found.texts["mistbrewer"].tonight(1) == BREWER["firstNightReminder"]
    assert found.texts["mistbrewer"].tonight(3) == BREWER["otherNightReminder"]


# -- what is kept ------------------------------------------------------------------------------------


def test_jinxes_of_an_overlay_are_kept() -> None:
    spy = {"id": "spy", "name": "Spy", "team": "minion", "ability": "…"}
    found = script(META, "imp", {**spy, "jinxes": [{"id": "imp", "reason": "One of them is shy."}]})
    assert found.jinxes == {"spy": (HomebrewJinx("imp", "One of them is shy."),)}


def test_links_and_the_apps_features_are_kept() -> None:
    links = {"logo": "https://example.invalid/l.png", "almanac": "https://example.invalid/a.html"}
    found = script({**META, **links}, {**BREWER, "special": [{"name": "bag-disabled", "type": "selection"}]})
    assert (found.logo, found.almanac) == (links["logo"], links["almanac"])
    assert found.homebrew["mistbrewer"].special == ("bag-disabled",)


def test_what_is_not_understood_is_kept_and_saved_as_it_was() -> None:
    entries: list[Any] = [
        {**META, "x_tool": {"keep": ["me", 1, None]}, "hideTitle": True, "background": "none"},
        "zzz_Not yet",
        {**BREWER, "beak": "yellow", "special": [{"name": "card", "type": "signal", "value": "Hello"}]},
        {"id": "ferret", "name": "Ferret", "team": "pets", "ability": "…"},
        "imp",
    ]
    found = script(*entries)
    assert list(found.entries) == entries
    again = Script.from_data(json.loads(json.dumps(found.to_data())))
    assert again.entries == found.entries
    assert again.to_data() == found.to_data()


def test_what_was_read_is_written_out_again() -> None:
    strange = {"id": "ferret", "name": "Ferret", "team": "pets", "x": {"y": [1, 2.5, None]}}
    entries = [{**META, "x_tool": "keep"}, "zzz_Not yet", "Fortune_Teller", {"id": "gipsy"}, strange, BREWER]
    again = json.loads(write_json_script(script(*entries)))
    assert again == [entries[0], "zzz_Not yet", "fortuneteller", "moonchild", strange, BREWER]
    assert script(*again).characters == script(*entries).characters


@pytest.mark.parametrize("layout", ["plain", "numbered"])
def test_an_almanac_is_written_as_a_script_file_that_reads_the_same(layout: str) -> None:
    almanac = load(Path(__file__).parents[1] / "data" / "almanacs" / f"{layout}.txt")
    again = read(write_json_script(almanac).encode())
    assert (again.name, again.author, again.characters) == (almanac.name, almanac.author, almanac.characters)
    assert {i: one.ability for i, one in again.texts.items()} == {
        i: one.ability for i, one in almanac.texts.items()
    }


def test_scripts_that_were_saved_before_are_still_read() -> None:
    data = script(META, "imp", BREWER).to_data()
    for key in ("entries", "jinxes", "logo", "almanac"):
        del data[key]
    for key in ("first_night", "other_nights"):
        del data["texts"]["mistbrewer"][key]
    del data["homebrew"]["mistbrewer"]["special"]
    found = Script.from_data(data)
    assert found.characters == ("imp", "mistbrewer")
    assert found.entries == ()


@pytest.mark.parametrize(
    "inside",
    [
        '{"id": "gull", "team": "demon", ' + ", ".join(f'"{n}": 0' for n in range(70_000)) + "}",
        '{"id": "_meta", "firstNight": [' + ", ".join(f'"q{n}"' for n in range(80_000)) + "]}",
        '{"id": "gull", "team": "demon", "jinxes": [' + ", ".join("7" for _ in range(300_000)) + "]}",
        '"imp", {"id": "gull", "team": "traveler", "ability": "' + "\\\\n" * 300_000 + '"}',
    ],
)
def test_a_large_file_is_read_or_refused_at_once(inside: str) -> None:
    data = f'["imp", {inside}]'.encode()
    assert len(data) < 1_000_000
    began = time.process_time()
    with contextlib.suppress(ScriptError):
        read(data)
    assert time.process_time() - began < 0.5  # a tenth of a second on a quiet machine


# -- what is missing ---------------------------------------------------------------------------------


def test_what_a_script_lacks_for_a_game_is_named_and_can_be_added() -> None:
    found = script(META, "empath", "chef", "saint", "poisoner")
    lacks = missing(found)
    whole = completed(found)
    assert whole.characters == (*found.characters, *lacks)
    assert whole.entries == (*found.entries, *lacks)
    assert all(not whole.why_not_playable(players) for players in range(5, 16))
    assert codes(whole) == ["COMPLETED"]
    assert missing(whole) == ()
    assert completed(whole) is whole


def test_a_small_script_that_can_be_played_lacks_nothing() -> None:
    assert not missing(script(META, "empath", "chef", "monk", "saint", "poisoner", "imp"))

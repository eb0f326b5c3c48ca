"""Official script files are read as they are meant, or refused with entry, key and reason."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.scripts import HomebrewJinx, Script, ScriptError, read_json_script

META = {"id": "_meta", "name": "Test script", "author": "A. Tester"}
GULL = {"id": "gull", "name": "Gull", "team": "outsider", "ability": "You steal bread."}


def read(*entries: object) -> Script:
    return read_json_script(json.dumps(entries))


def refused(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as caught:
        read_json_script(text)
    return caught.value


def codes(script: Script) -> list[str]:
    return [remark.code for remark in script.remarks]


def test_ids_come_as_texts_or_objects_and_meta_anywhere() -> None:
    script = read("chef", {"id": "imp"}, META)
    assert (script.name, script.author, script.kind) == ("Test script", "A. Tester", "script")
    assert script.characters == ("chef", "imp")
    assert script.remarks == ()


def test_script_without_meta_takes_the_name_it_is_given() -> None:
    assert read_json_script('["imp"]', name="some file").name == "some file"


@pytest.mark.parametrize("spelling", ["fortune_teller", "Fortune Teller", "FORTUNETELLER", "fortune-teller"])
def test_ids_are_recognised_in_every_spelling(spelling: str) -> None:
    assert read(spelling).characters == ("fortuneteller",)


def test_ids_of_earlier_years_are_read_as_todays() -> None:
    script = read("mephit", "gipsy")
    assert script.characters == ("mezepheles", "moonchild")
    assert codes(script) == ["RENAMED", "RENAMED"]


def test_ids_listed_again_are_counted() -> None:
    script = read("imp", "baron", "Imp", {"id": "imp"}, GULL, "gull")
    assert script.characters == ("imp", "baron", "gull")
    assert script.copies == {"imp": 3, "gull": 2}
    assert codes(script) == ["DUPLICATE", "DUPLICATE"]


def test_unknown_ids_are_kept_apart_and_a_likely_meaning_is_named() -> None:
    script = read("imp", "not_yet_released", "washerwomn")
    assert script.characters == ("imp",)
    assert script.unknown == ("not_yet_released", "washerwomn")
    assert "Washerwoman" in str(script.remarks[1])


def test_travellers_stay_and_fabled_and_loric_stand_apart() -> None:
    script = read("imp", "beggar", "djinn", "tor")
    assert (script.characters, script.fabled, script.loric) == (("imp", "beggar"), ("djinn",), ("tor",))


def test_homebrew_character_is_read_with_everything() -> None:
    entry = {
        **GULL,
        "flavor": "Caw.",
        "reminders": ["Bread", "Bread"],
        "remindersGlobal": ["Stolen"],
        "setup": True,
        "firstNight": 11.5,
        "otherNight": 0,
        "firstNightReminder": "Wake the Gull.",
        "otherNightReminder": "Let it sleep.",
        "jinxes": [{"id": "lil_monsta", "reason": "Too loud."}],
        "image": "https://example.invalid/gull.png",
        "special": [{"name": "pointing", "type": "ability"}],
    }
    script = read(entry, "imp")
    gull = script.homebrew["gull"]
    assert (gull.name, gull.type, gull.ability) == ("Gull", "outsider", "You steal bread.")
    assert (gull.reminders, gull.global_reminders) == (("Bread", "Bread"), ("Stolen",))
    assert gull.changes_setup
    assert (gull.first_night, gull.other_nights) == (11.5, None)
    assert (gull.first_night_reminder, gull.other_nights_reminder) == ("Wake the Gull.", "Let it sleep.")
    assert gull.jinxes == (HomebrewJinx("lilmonsta", "Too loud."),)
    assert gull.images == ("https://example.invalid/gull.png",)
    assert script.texts["gull"].flavour == "Caw."
    assert script.remarks == ()


def test_homebrew_id_may_be_in_any_script() -> None:
    script = read({**GULL, "id": "갈매기 1"}, "갈매기1")
    assert script.characters == ("갈매기1",)


def test_official_character_in_other_words_stays_itself() -> None:
    script = read({"id": "washerwoman", "name": "세탁부", "team": "townsfolk", "ability": "빨래를 합니다."})
    assert script.characters == ("washerwoman",)
    assert not script.homebrew
    assert script.name_of("washerwoman") == "세탁부"
    assert codes(script) == ["TEXT_OVERLAY"]


@pytest.mark.parametrize("beside", [["imp"], []])
def test_homebrew_with_an_official_id_is_kept_apart(beside: list[str]) -> None:
    team = "demon" if beside else "townsfolk"
    script = read(*beside, {"id": "imp", "name": "Little Imp", "team": team, "ability": "You giggle."})
    assert script.characters == (*beside, "imp~2")
    assert script.homebrew["imp~2"].name == "Little Imp"
    assert codes(script) == ["OFFICIAL_ID_REUSED"]


def test_two_homebrew_characters_with_one_id_both_stay() -> None:
    script = read(GULL, {**GULL, "id": "G.U.L.L.", "name": "Other Gull"}, GULL)
    assert script.characters == ("gull", "gull~2")
    assert script.copies == {"gull": 2}
    assert codes(script) == ["COLLISION", "DUPLICATE"]


def test_own_night_order_is_kept_without_what_is_not_on_the_script() -> None:
    meta = {
        **META,
        "firstNight": ["dusk", "minioninfo", "Gull", "chef", "ghost", "monk", "dawn"],
        "otherNight": ["imp", "dawn"],
        "bootlegger": ["Whisper only."],
    }
    script = read(meta, "chef", "imp", GULL)
    assert script.first_night == ("dusk", "minioninfo", "demoninfo", "gull", "chef", "dawn")
    assert script.other_nights == ("imp", "dawn")
    assert script.house_rules == ("Whisper only.",)
    assert codes(script) == ["ORDER_UNKNOWN", "ORDER_UNKNOWN"]


def test_what_is_left_out_is_reported() -> None:
    script = read(
        META,
        {**META, "name": "Another"},
        {
            **GULL,
            "image": ["javascript:alert(1)", "https://example.invalid/a.png"],
            "jinxes": [{"id": "gull", "reason": "Itself."}],
            "otherNight": -3,
            "beak": "yellow",
        },
    )
    assert script.name == "Test script"
    assert script.homebrew["gull"].images == ("https://example.invalid/a.png",)
    assert sorted(codes(script)) == ["BAD_FIELD", "BAD_IMAGE", "NEGATIVE_NIGHT", "SECOND_META", "SELF_JINX"]
    assert all(remark.entry and remark.line for remark in script.remarks)


def test_half_characters_and_control_codes_do_no_harm() -> None:
    script = read_json_script(
        '[{"id": "gull", "name": "G\\ud800\\u001bull", "team": "demon", "ability": ""}]'
    )
    assert script.name_of("gull") == "G?ull"


def without(key: str) -> dict[str, str]:
    return {name: value for name, value in GULL.items() if name != key}


@pytest.mark.parametrize(
    ("entry", "key", "words"),
    [
        (7, None, "a number"),
        ([], None, "a list"),
        ({"team": "demon"}, "id", "no “id”"),
        ({"id": ["imp"]}, "id", "a list"),
        ("?!", "id", "“?!”"),
        ("x" * 121, "id", "can't be the id"),
    ],
)
def test_bad_entries_are_refused_with_number_line_and_key(entry: Any, key: str | None, words: str) -> None:
    error = refused('["imp",\n"chef",\n' + json.dumps(entry) + ',\n"monk"]')
    assert (error.entry, error.line, error.key) == (3, 3, key)
    assert words in str(error)
    assert str(error).startswith("entry 3, line 3: ")


@pytest.mark.parametrize(
    ("entry", "code", "words"),
    [
        (None, "BAD_FIELD", "Entry 3 is empty"),
        ({}, "BAD_FIELD", "Entry 3 is empty"),
        ({"name": "Chef"}, "BAD_FIELD", "was read as “Chef”"),
        (without("id"), "BAD_FIELD", "was read as “Gull”"),
        (without("name"), "BAD_FIELD", "no “name”"),
        (without("ability"), "BAD_FIELD", "no “ability”"),
        (without("team"), "UNKNOWN_ID", "never dealt"),
        ({**GULL, "name": " "}, "BAD_FIELD", "no “name”"),
        ({**GULL, "name": ["Gull"]}, "BAD_FIELD", "a list, where a text belongs"),
        ({**GULL, "team": "traveler"}, "TEAM_SPELLING", "read as “traveller”"),
        ({**GULL, "team": "Minions"}, "TEAM_SPELLING", "read as “minion”"),
        ({**GULL, "team": "townsfolks"}, "TEAM_SPELLING", "read as “townsfolk”"),
        ({**GULL, "team": "birds"}, "UNKNOWN_TEAM", "townsfolk, outsider, minion, demon, traveller"),
        ({**GULL, "team": ["demon"]}, "BAD_FIELD", "one of townsfolk"),
        ({**GULL, "firstNight": "11"}, "TEXT_NUMBER", "in quotation marks"),
        ({**GULL, "firstNight": "early"}, "BAD_FIELD", "a number belongs"),
        ({**GULL, "otherNight": True}, "BAD_FIELD", "true or false, where a number belongs"),
        ({**GULL, "otherNight": 10**400}, "BAD_FIELD", "a number"),
        ({**GULL, "reminders": {"Bread": 1}}, "BAD_FIELD", "a list of texts"),
        ({**GULL, "reminders": [[1]]}, "BAD_FIELD", "a list of texts"),
        ({**GULL, "setup": "perhaps"}, "BAD_FIELD", "true or false"),
        ({**GULL, "setup": 2}, "BAD_FIELD", "true or false"),
        ({**GULL, "image": 3}, "BAD_FIELD", "a web address"),
        ({**GULL, "jinxes": {"imp": "No."}}, "BAD_FIELD", "a list of objects"),
        ({**GULL, "jinxes": [{"id": "imp"}]}, "BAD_FIELD", "“id” and “reason”"),
        ({**GULL, "team": "a jinxed"}, "JINX_ENTRY", "a rule of the house"),
        ({"id": "_meta"}, "META_NO_NAME", "no name"),
        ({**META, "author": ["A. Tester"]}, "BAD_FIELD", "a text belongs"),
        ({**META, "firstNight": 3}, "BAD_FIELD", "a list of texts"),
        ({**META, "logo": "javascript:alert(1)"}, "BAD_FIELD", "no web address"),
    ],
)
def test_what_is_odd_about_an_entry_is_said_and_the_script_is_read(entry: Any, code: str, words: str) -> None:
    script = read_json_script('["imp",\n"monk",\n' + json.dumps(entry) + ',\n"empath"]')
    assert {"imp", "monk", "empath"} <= set(script.characters)
    (notice,) = [one for one in script.remarks if one.code == code]
    assert (notice.entry, notice.line) == (3, 3)
    assert words in str(notice)


def test_a_notice_names_the_line_of_the_key_that_it_is_about() -> None:
    gull = json.dumps({**GULL, "team": "traveler"}, indent=1)
    script = read_json_script(f'["imp",\n"chef",\n{gull}\n]')
    (notice,) = script.remarks
    assert gull.splitlines()[notice.line - 3 if notice.line else 0].strip().startswith('"team"')


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('["imp",\n"chef"\n"monk"]', 2, "something is missing behind character 6"),
        ('[{"id": "imp",\n"name": "Imp,\n"team": "demon"}]', 2, "JSON"),
        ('["imp",\n{"id": "gull",\nname: "Gull"}]', 3, "reading stops at character 1"),
        ('["imp"', 1, "the file stops here"),
        ('["imp",\n"chef"\n\n\n', 2, "the file stops here"),
        ("{}", 1, "no list of characters"),
        ('{\n"good": ["chef"],\n"evil": ["imp"]}', 2, "“good”, “evil”"),
        ("[1e999]", None, "JSON"),
        ('["imp", {"id": "_meta", "x": ' + "[" * 30 + "]" * 30 + "}]", None, "lists within lists"),
        ('"imp"', 1, "a text"),
        ("[]", 1, "empty"),
        ("[NaN]", None, "JSON"),
        ("[" * 100_000, None, "JSON"),
        ("[" + "9" * 10_000 + "]", None, "JSON"),
        (json.dumps(["imp"] * 202), 1, "202"),
    ],
)
def test_what_is_no_script_is_refused(text: str, line: int | None, words: str) -> None:
    error = refused(text)
    assert error.line == line
    assert words in str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
ENTRIES = st.fixed_dictionaries(
    {"id": st.sampled_from(["_meta", "imp", "gull", "Gull"])},
    optional={
        "name": JSON | st.just("Gull"),
        "team": JSON | st.just("demon"),
        "ability": JSON | st.just("…"),
        "jinxes": JSON,
        "firstNight": JSON | st.lists(st.sampled_from(["imp", "gull", "dusk"])),
        "image": JSON,
        "reminders": JSON,
    },
)


def outcome(text: str) -> Script | ScriptError:
    try:
        return read_json_script(text)
    except ScriptError as error:
        return error


@given(st.lists(ENTRIES | JSON, max_size=5))
def test_any_list_is_read_or_refused(entries: list[Any]) -> None:
    script = outcome(json.dumps(entries))
    str(script).encode()
    if isinstance(script, Script):
        assert Script.from_data(json.loads(json.dumps(script.to_data()))).to_data() == script.to_data()

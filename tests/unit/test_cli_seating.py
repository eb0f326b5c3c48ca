"""Who sits down at the terminal: players, travellers, scripts, and what cannot be."""

import json
import re
from pathlib import Path

import pytest

from sitting import Sitting, answer_until, begin


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path)


REFUSED = [
    (["--players", "4"], "too few"),
    (["--players", "16"], "15 can be dealt in"),
    (["--players", "99"], "too many"),
    (["--players", "Ada,Bo"], "at least 5 players"),
    (["--players", "15", "--travellers", "6"], "21 people are too many"),
    (["--with", "goblin"], "no character called “goblin” on the script"),
    (["--with", "imp", "--without", "imp"], "can't be forced in and kept out"),
    (["--with", "imp,vortox"], "Too many characters of type Demon"),
    (["--travellers", "Tess=monk"], "no Traveller called “monk”"),
    (["--travellers", "Tess=thief:mean"], "neither good nor evil"),
    (["--automatic", "nonsense"], "can't be set"),
    (["no-such-script"], "no file and no bundled script"),
    (["--resume", "nothing"], "no game called “nothing”"),
    (["--resume", "../x"], "no game called"),
    (["--lang", "xx"], "doesn't speak"),
    (["--seed", "many"], "--seed"),
    (["--nonsense"], "--nonsense"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(
    sitting: Sitting, arguments: list[str], sentence: str
) -> None:
    sitting.run("play", *arguments, typing=["q"])
    assert sitting.status == 2
    assert sentence in sitting.out + sitting.error
    assert not sitting.files


def test_a_folder_that_cannot_be_written_is_named(sitting: Sitting, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", encoding="utf-8")
    for more in ([], ["--auto", "--keep", "--seed", "3"]):
        sitting.run("play", *more, "--data", str(in_the_way), typing=["q"])
        assert sitting.status == 2
        assert str(in_the_way) in " ".join((sitting.out + sitting.error).split())


def test_a_document_without_a_demon_is_refused_with_the_reason(sitting: Sitting, tmp_path: Path) -> None:
    script = tmp_path / "good.json"
    script.write_text(
        '[{"id":"_meta","name":"Good only"},"monk","empath","chef","fool","saint"]', encoding="utf-8"
    )
    sitting.run("play", str(script), "--players", "5")
    assert sitting.status == 2
    assert "has no Demon" in sitting.out


def test_a_documents_own_text_is_shown(sitting: Sitting, tmp_path: Path) -> None:
    people = [
        ("Townsfolk", "Monk"),
        ("Townsfolk", "Empath"),
        ("Townsfolk", "Chef"),
        ("Minion", "Poisoner"),
        ("Demon", "Imp"),
    ]
    parts = []
    for kind, name in people:
        ability = f"In this house the {name} does its work after dark."
        explained = f'"{ability}" The {name} has a long story, which we leave out.'
        parts += [kind, name, ability, "Somebody said so.", explained, "How to Run", f"- Wave to the {name}."]
    document = tmp_path / "house.txt"
    document.write_text("\n".join(parts) + "\n", encoding="utf-8")
    typing = answer_until("points at a player", ["how", "explain imp", "script", "q"])
    out = " ".join(sitting.run("play", str(document), "--players", "5", "--seed", "1", typing=typing).split())
    assert sitting.status == 0, out
    assert out.count("In this house the Poisoner does its work after dark.") >= 2
    assert "Wave to the Poisoner." in out
    assert "The Imp has a long story" in out
    resumed = sitting.run("play", "--resume", sitting.game, typing=["how", "q"])
    assert "Wave to the Poisoner." in resumed


def test_travellers_sit_down_with_the_others(sitting: Sitting) -> None:
    out = sitting.run(
        *begin("--travellers", "Tess=thief:evil,Ray=beggar:good", "--automatic", "rulings"), typing=["q"]
    )
    assert "Tess" in out
    assert re.search(r"✦ Thief", out)
    assert re.search(r"✧ Beggar", out)


def test_players_may_share_a_name(sitting: Sitting) -> None:
    out = sitting.run(*begin(players="Sam,Sam,Cy,Dot,Eve,Fay,Gus"), typing=["q"])
    assert "Sam (2)" in out or sitting.status == 0


def test_the_authors_words_stand_at_their_step_and_in_the_night_list(
    sitting: Sitting, tmp_path: Path
) -> None:
    brewer = {
        "id": "brewer",
        "name": "Brewer",
        "team": "minion",
        "ability": "Fog.",
        "firstNight": 1,
        "firstNightReminder": "Wake the <b>BREWER</b>. :reminder:",
    }
    meta = {"id": "_meta", "name": "안개 속의 이름들", "author": "Me", "firstNight": ["brewer"]}
    people = ["empath", "fortuneteller", "washerwoman", "chef", "saint", "imp", "nobody_yet"]
    script = tmp_path / "own.json"
    script.write_text(json.dumps([meta, *people, brewer]), encoding="utf-8")
    typing = answer_until("Wake the BREWER", ["night", "q"])
    out = " ".join(sitting.run("play", str(script), "--players", "5", "--seed", "1", typing=typing).split())
    assert out.count("Wake the BREWER.") >= 2
    assert ":reminder:" not in out
    assert "doesn't know a character “nobody_yet”" in out
    assert "leaves out Washerwoman" in out
    assert "comes with Knell is “fog”" in out

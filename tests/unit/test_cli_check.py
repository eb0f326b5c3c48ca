"""``knell check``: exit statuses, JSON, and messages for people."""

import json
from pathlib import Path

import pytest

from sitting import Sitting

PASSES = """
title: The Imp kills
players:
  - Ada: imp
  - Bo: empath
  - Cy: saint
  - Dot: monk
  - Eve: chef
play:
  - night 2:
      - Ada: {choose: Bo}
  - expect: {dead: [Bo]}
"""
FAILS = """
title: The Imp spares
players:
  - Ada: imp
  - Bo: empath
  - Cy: saint
  - Dot: monk
  - Eve: chef
play:
  - night 2:
      - Ada: {choose: Bo}
  - expect: {alive: [Bo], announced: [nobody died]}
  - day 2:
      - expect: {about_to_die: Cy}
"""
BROKEN = """
title: Nobody knows this key
players:
  - Ada: imp
wat: 1
"""


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sitting:
    return Sitting(monkeypatch, tmp_path)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.yaml"


def test_zero_when_all_passed(sitting: Sitting, file: Path) -> None:
    file.write_text(PASSES, encoding="utf-8")
    out = sitting.run("check", str(file))
    assert sitting.status == 0
    assert "passed  The Imp kills" in out
    assert "1 passed." in out


def test_one_when_something_differed_and_it_is_said_what_and_where(sitting: Sitting, file: Path) -> None:
    file.write_text(PASSES + "---" + FAILS, encoding="utf-8")
    out = sitting.run("check", str(file))
    assert sitting.status == 1
    assert "failed  The Imp spares" in out
    assert "day 2, line" in out
    assert "expected: Cy" in out
    assert "actually: nothing" in out
    assert "1 passed, 1 failed." in out


def test_two_when_a_file_cannot_be_read_with_the_line(sitting: Sitting, file: Path, tmp_path: Path) -> None:
    file.write_text(BROKEN, encoding="utf-8")
    other = tmp_path / "other.yaml"
    other.write_text(FAILS, encoding="utf-8")
    out = sitting.run("check", str(other), str(file), str(tmp_path / "missing.yaml"))
    assert sitting.status == 2
    told = " ".join(out.split())
    assert f"{file}:5: “wat” is unknown" in told
    assert "The file can't be read" in told
    assert "failed  The Imp spares" in out


def test_json_is_one_object_a_scenario(sitting: Sitting, file: Path) -> None:
    file.write_text(PASSES + "---" + FAILS, encoding="utf-8")
    found = [json.loads(line) for line in sitting.run("check", "--json", str(file)).splitlines()]
    assert [list(one) for one in found] == [["file", "title", "passed", "failures"]] * 2
    assert [one["passed"] for one in found] == [True, False]
    assert found[0]["failures"] == []
    assert all(set(failure) == {"where", "expected", "actual"} for failure in found[1]["failures"])
    assert found[1]["failures"][0]["expected"] == ["Bo"]
    assert sitting.status == 1


def test_json_keeps_standard_output_clean_of_errors(sitting: Sitting, file: Path) -> None:
    file.write_text(BROKEN, encoding="utf-8")
    assert not sitting.run("check", "--json", str(file))
    assert "wat" in sitting.error
    assert sitting.status == 2


def test_a_folder_means_the_scenario_files_in_it(sitting: Sitting, file: Path, tmp_path: Path) -> None:
    file.write_text(PASSES, encoding="utf-8")
    assert "1 passed." in sitting.run("check", str(tmp_path))


def test_a_script_is_named_by_its_bundled_name_or_as_a_file_beside(
    sitting: Sitting, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.json").write_text('["imp","empath","saint","monk","baron","chef"]', encoding="utf-8")
    bundled = PASSES.replace("title:", "script: 첨성대에 흐른 피\ntitle:").replace("chef", "virgin")
    beside = PASSES.replace("title:", "script: mine.json\ntitle:")
    file.write_text(bundled + "---" + beside, encoding="utf-8")
    assert "2 passed." in sitting.run("check", str(file)), sitting.out
    file.write_text(PASSES.replace("title:", "script: nowhere\ntitle:"), encoding="utf-8")
    assert "no script “nowhere”" in " ".join(sitting.run("check", str(file)).split())
    assert sitting.status == 2


def test_korean_says_where_in_korean(sitting: Sitting, file: Path) -> None:
    file.write_text(FAILS, encoding="utf-8")
    out = sitting.run("check", "--lang", "ko", str(file))
    assert "expected" not in out
    assert "day 2" not in out


def test_json_has_what_differed_in_the_language_asked_for(sitting: Sitting, file: Path) -> None:
    told = "play:\n  - night 2:\n      - Cy: {choose: Bo}\n  - expect: {legal: {Cy: 1}}\n"
    file.write_text(PASSES[: PASSES.index("play:")] + told, encoding="utf-8")
    first, second = json.loads(sitting.run("check", "--json", str(file)))["failures"]
    assert (first["expected"], first["actual"]) == ("this step is used: Cy choose", "never asked")
    assert second["actual"] == {"Cy": ["nothing was shown"]}
    out = " ".join(sitting.run("check", "--lang", "ko", str(file)).split())
    assert "never asked" not in out
    assert "nothing was shown" not in out

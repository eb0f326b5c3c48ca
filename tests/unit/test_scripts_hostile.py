"""Huge files that are no scripts are refused in a moment, and huge scripts are read in one."""

import json
import time

import pytest

from knell.scripts import ScriptError, read

SIZE = 990_000
OWN = {"id": "a", "name": "n", "team": "demon", "ability": "x"}
DOCUMENTS = (
    "a\n",
    "# x\n",
    "|",
    "- Imp: x\n",
    "*",
    "(",
    "'",
    "The Imp ",
    "Townsfolk:\n",
    "—",
    "imp chef ",
    "\x00",
)
LISTS = {
    "nested": "[" * SIZE,
    "many entries": json.dumps(["imp"] * (SIZE // 8)),
    "long ids": json.dumps(["x" * 4000 + str(i) for i in range(200)]),
    "many keys": json.dumps([OWN | {f"k{i}": i for i in range(60_000)}]),
    "long order": json.dumps([{"id": "_meta", "name": "n", "firstNight": ["q"] * 100_000}, "imp"]),
    "many jinxes": json.dumps([OWN | {"jinxes": [{"id": "imp", "reason": "r"}] * 25_000}]),
    "many reminders": json.dumps([OWN | {"reminders": ["imp"] * 100_000}]),
    "long number": json.dumps([OWN | {"firstNight": 7}]).replace("7", "9" * 5000),
    "too large": json.dumps(["imp"] * SIZE),
}
HUGE = {**LISTS, **{f"document of {part!r}": part * (SIZE // len(part.encode())) for part in DOCUMENTS}}


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_file_that_is_no_script_is_refused_at_once(name: str) -> None:
    times = []
    for _ in range(3):
        begun = time.process_time()
        with pytest.raises(ScriptError):
            read(HUGE[name].encode())
        times.append(time.process_time() - begun)
    assert min(times) < 0.1


def test_a_script_of_a_megabyte_is_read() -> None:
    entries = [OWN | {"id": f"own{i}", "name": f"Own {i}", "ability": "x" * 4500} for i in range(200)]
    assert len(read(json.dumps(entries).encode()).homebrew) == 200

"""The measurements run. How fast they find Knell is nothing for a test to say."""

import os
import re
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).with_name("run.py")


def measured(*arguments: str) -> str:
    command = [sys.executable, str(RUN), "--games", "2", "--rounds", "1", *arguments]
    korean_too = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=korean_too, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_five_figures_are_told_with_machine_python_players_script_and_bot() -> None:
    told = measured()
    for what in ("complete games", "a live answer", "loading a game", "copying a position", "an open game"):
        assert re.search(rf"^{what} +\d", told, re.MULTILINE)
    for what in ("Python", "cores", "10 players", "첨성대에 흐른 피", "nominate 0.25", "vote 0.45"):
        assert what in told


def test_another_program_is_measured_beside(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("import sys; print(f'direct  1,234.5 games/s of {sys.argv[1]}')", encoding="utf-8")
    assert "other.py 1234: ratio" in measured("--beside", str(other))

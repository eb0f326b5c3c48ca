"""Random games from beginning to end: they end or go on legally, and the same answers give the same game.

``KNELL_GAMES=5000`` plays that many games in each test instead of the usual few.
"""

import os
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from games import CASTS, DAYS, Plan, check_position, digest, play, play_again, play_on, state
from knell.engine import Phase

MANY = int(os.environ.get("KNELL_GAMES", "0"))
SUPPORT = Path(__file__).parents[1] / "support"


def games(usual: int) -> settings:
    """How many games a test plays."""
    return settings(max_examples=MANY or usual)


def plans(*, cast: str | None = None, change: float = 0.0) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        cast=st.sampled_from(sorted(CASTS)) if cast is None else st.just(cast),
        players=st.integers(5, 15),
        travellers=st.integers(0, 5),
        seed=st.integers(0, 2**32),
        nominate=st.sampled_from([0.2, 0.5, 0.8, 0.95]),
        vote=st.sampled_from([0.2, 0.45, 0.7]),
        skip=st.sampled_from([0.0, 0.05, 0.3]),
        default=st.sampled_from([0.0, 0.3, 1.0]),
        use=st.sampled_from([0.0, 0.1, 0.5]),
        change=st.sampled_from([0.0, change / 4, change]) if change else st.just(0.0),
    )


def ended_or_legal(phase: Phase, night: int) -> bool:
    return phase is Phase.OVER or night > DAYS


@given(plans(cast="script"))
@games(100)
def test_games_of_the_script_end_or_are_still_legal_after_thirty_days(plan: Plan) -> None:
    played = play(plan)
    assert ended_or_legal(played.game.phase, played.game.night)


@given(plans(cast="everybody"))
@games(100)
def test_games_of_everybody_end_or_are_still_legal_after_thirty_days(plan: Plan) -> None:
    played = play(plan)
    assert ended_or_legal(played.game.phase, played.game.night)


@given(plans(cast="legion"))
@games(60)
def test_games_in_which_most_players_are_the_demon_end_or_are_still_legal_after_thirty_days(
    plan: Plan,
) -> None:
    played = play(plan)
    assert ended_or_legal(played.game.phase, played.game.night)


@given(plans(change=0.3))
@games(120)
def test_changes_by_hand_at_any_moment_leave_the_game_legal(plan: Plan) -> None:
    played = play(plan)
    assert ended_or_legal(played.game.phase, played.game.night)
    assert digest(play_again(played)) == digest(played.game)


@given(plans())
@games(100)
def test_the_same_answers_give_the_same_game(plan: Plan) -> None:
    played = play(plan)
    assert state(play_again(played)) == state(played.game)
    assert play(plan, check=False).entries == played.entries


@given(plans(change=0.1))
@games(12)
def test_a_copy_made_at_any_step_is_played_on_to_the_same_end(plan: Plan) -> None:
    played = play(plan, check=False, keep=True)
    end = digest(played.game)
    before = [digest(copy) for _, _, copy in played.copies]
    for place in range(len(played.copies)):
        assert digest(play_on(played, place)) == end
    assert [digest(copy) for _, _, copy in played.copies] == before, "playing on has changed a copy"


@given(plans())
@games(40)
def test_a_copy_is_a_legal_position_of_its_own(plan: Plan) -> None:
    played = play(plan, check=False, keep=True)
    for _, _, copy in played.copies[:: max(1, len(played.copies) // 20)]:
        again = copy.copy()
        check_position(again)
        assert state(again) == state(copy)


DIGESTS = """
import sys
sys.path.insert(0, sys.argv[1])
from games import Plan, digest, play
for seed in range(50):
    cast = "everybody" if seed % 2 else "script"
    plan = Plan(cast, 5 + seed % 11, seed % 4, seed, change=0.1 * (seed % 3), use=0.2)
    print(digest(play(plan, check=False).game))
"""


def test_fifty_games_are_the_same_whatever_the_hash_seed() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS, str(SUPPORT)],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for number in ("1", "2", "0")
    ]
    assert len(runs[0]) == 50
    assert len(set(runs[0])) > 45
    assert runs[0] == runs[1] == runs[2]

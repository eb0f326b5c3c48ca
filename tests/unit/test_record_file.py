"""Records on the disk: what is kept, what is said of damaged ones, and what a killed process loses."""

import json
import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from knell.engine import Close, Execute, Join, Nominate, Seat, SetupRefused, Use
from knell.engine.overrides import Kill
from knell.facts import FACTS
from knell.record import (
    Automation,
    GameInUse,
    GameStore,
    Header,
    OpenGame,
    ReadOnly,
    RecordError,
    ScriptPart,
    load,
    save,
)
from knell.scripts import load as load_script
from knell.seats import player_view, storyteller_view, to_bytes
from knell.texts import use_language
from knell.words import explained
from records import ALL, change, differences, header, nominate, play_at_random, play_to

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "reference" / "record.schema.json").read_text(encoding="utf-8")
)
TOWN = ("imp", "empath", "fortuneteller", "poisoner", "juggler", "saint", "fool")


class Tidy(GameStore):
    """Closes in the end whatever a test leaves open."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.opened: list[OpenGame] = []

    def create(self, header: Header, *, automation: Automation | None = None) -> OpenGame:
        self.opened.append(super().create(header, automation=automation))
        return self.opened[-1]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    tidy = Tidy(tmp_path / "games")
    yield tidy
    for game in tidy.opened:
        game.close()


def begun(store: GameStore, *seats: str | Seat, to: str = "day") -> OpenGame:
    """A game that was played up to its first day and is open."""
    game = store.create(header(seats or TOWN))
    play_to(game.table, to)
    return game


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# -- what is kept --------------------------------------------------------------------------------------


def test_every_answer_is_in_the_file_before_the_next_question_is_seen(store: GameStore) -> None:
    game = store.create(header(TOWN))
    for _ in range(10):
        entry = game.table.answer_default()
        assert lines(game.path)[-1]["id"] == entry.id


def test_a_game_goes_on_where_it_was(store: GameStore) -> None:
    game = begun(store)
    before = to_bytes(storyteller_view(game.table))
    game.close()
    with store.open(game.name) as again:
        assert to_bytes(storyteller_view(again.table)) == before
        assert again.notices == ()
        again.table.answer(Execute(0))
    assert load(game.path).table.line[-1].answer == Execute(0)


def test_what_was_undone_stays_undone_and_can_be_redone(store: GameStore) -> None:
    game = begun(store)
    game.table.undo()
    game.table.undo()
    head, length = game.table.head, len(game.table.tree)
    game.close()
    with store.open(game.name) as again:
        assert (again.table.head, len(again.table.tree)) == (head, length)
        again.table.redo()
        again.table.redo()
        assert again.table.head == length
        assert differences(again.table) == []


def test_branches_are_kept(store: GameStore) -> None:
    game = begun(store, to="poisoner.choose")
    game.table.answer(1)
    tip = play_to(game.table, "day").head
    game.table.undo_to(next(e.id for e in game.table.line if e.asked == "poisoner.choose"))
    game.table.answer(2)
    branches = game.table.branches()
    game.close()
    with store.open(game.name) as again:
        assert again.table.branches() == branches
        again.table.go_to(tip)
        assert again.table.head == tip


def test_answers_of_every_form_come_back(store: GameStore) -> None:
    seats = (
        "imp",
        "washerwoman",
        "philosopher",
        "poisoner",
        "juggler",
        "saint",
        "fool",
        "sage",
        "monk",
        "baron",
    )
    game = begun(store, *seats)
    table = game.table
    guesses = (("guesses", ((0, "imp"), (1, "washerwoman"))),)
    table.answer(Use(4, "juggler", guesses))
    nominate(table, 1, 4, votes=(1, 2))
    table.answer(Join("Zoë “Z” 조", "thief", True, 3))
    change(table, "show", 2, ("free text", 7, None, True))
    change(table, "character", 9, "witch")
    play_to(table, "juggler.show")
    assert table.question is not None
    table.answer_default()
    before = to_bytes(storyteller_view(table))
    game.close()
    assert to_bytes(storyteller_view(load(game.path).table)) == before


def test_a_game_may_be_copied_whole(store: GameStore, tmp_path: Path) -> None:
    game = begun(store)
    game.table.undo()
    copy = tmp_path / "copy.jsonl"
    save(copy, game.header, game.table.tree)
    assert load(copy).table.line == game.table.line
    with pytest.raises(FileExistsError):
        save(copy, game.header)


@pytest.mark.parametrize("seed", range(6))
def test_files_are_as_the_schema_says(store: GameStore, seed: int) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    players = 5 + 2 * seed
    with store.create(header(players=players, script=ALL, seed=seed)) as game:
        play_at_random(game.table, random.Random(seed), nights=4)
        game.table.undo()
        play_at_random(game.table, random.Random(seed + 1), nights=4)
        if not game.table.over:
            change(game.table, "rename", 0, "Ann")
    for line in lines(game.path):
        validator.validate(line)


def test_the_schema_refuses_what_is_no_record() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    good = {
        "id": 1,
        "parent": 0,
        "at": "2025-11-29T21:14:03.123Z",
        "who": "knell",
        "asked": "day",
        "answer": 3,
    }
    assert validator.is_valid(good)
    for change_ in ({"more": 1}, {"id": "1"}, {"override": {"name": "kill", "arguments": [1]}}, {"of": -1}):
        assert not validator.is_valid(good | change_)
    assert not validator.is_valid({"head": -1, "at": good["at"]})


def test_a_header_says_everything_that_a_game_begins_with() -> None:
    for of in (
        header(TOWN),
        header(players=9),
        header(("imp", Seat("drunk", "empath"), Seat("thief", None, True))),
    ):
        assert Header.from_plain(json.loads(json.dumps(of.to_plain()))) == of


def test_a_bundled_script_is_dealt_with_travellers_at_hand(store: GameStore) -> None:
    script = load_script("cheomseongdae")
    part = ScriptPart.of(script)
    assert part.characters == script.characters
    assert all(FACTS[i].type == "traveller" for i in part.others)
    assert part.first_night == ()
    of = Header(part, ("A", "B", "C", "D", "E"), deal=header(players=5).deal, source=script.to_data())
    with store.create(of) as game:
        assert Header.from_plain(lines(game.path)[0]).source == json.loads(json.dumps(script.to_data()))
        assert play_to(game.table, "day").game.phase


def test_homebrew_characters_are_seated_and_run_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    own: dict[str, Any] = {"id": "baker", "name": "Baker", "team": "townsfolk", "ability": "Bakes."}
    own |= {"reminders": ["Bread"], "firstNight": 12, "otherNight": 5}
    path.write_text(json.dumps([{"id": "_meta", "name": "Own"}, own, "imp", "poisoner", "saint", "monk"]))
    part = ScriptPart.of(load_script(path))
    seats = tuple(Seat(i) for i in ("baker", "imp", "poisoner", "saint", "monk"))
    store = GameStore(tmp_path)
    with store.create(Header(part, ("A", "B", "C", "D", "E"), seats=seats)) as game:
        play_to(game.table, "baker.by_hand")
        assert game.header.character_names() == {"baker": "Baker"}
    assert load(game.path).table.question is not None


def test_a_table_that_is_refused_leaves_no_file(store: GameStore) -> None:
    with pytest.raises(SetupRefused):
        store.create(header(players=7, script=("imp", "empath")))
    assert list(store.folder.iterdir()) == []


# -- damage --------------------------------------------------------------------------------------------


def damaged(store: GameStore, how: Callable[[list[bytes]], bytes]) -> Path:
    game = begun(store)
    game.close()
    game.path.write_bytes(how(game.path.read_bytes().splitlines(keepends=True)))
    return game.path


def test_a_torn_last_line_is_left_out_and_written_over_when_play_goes_on(store: GameStore) -> None:
    path = damaged(store, lambda rows: b"".join(rows)[:-9])
    torn = path.read_bytes()
    name = store.list()[0].name
    with store.open(name) as game:
        assert [str(n) for n in game.notices] == ["The last line was torn and has been left out."]
        count = len(game.table.tree)
        assert path.read_bytes() == torn
        game.table.answer_default()
    assert len(lines(path)) == count + 2
    assert load(path).notices == ()


@pytest.mark.parametrize("tail", [b"\0" * 300, b'{"id":99,"par\0\0\0\0', b"{", b'{"head":2,"at":"20'])
def test_whatever_a_crash_leaves_at_the_end_is_left_out(store: GameStore, tail: bytes) -> None:
    path = damaged(store, lambda rows: b"".join(rows) + tail)
    with store.open(store.list()[0].name) as game:
        assert len(game.notices) == 1
        game.table.undo()
    assert lines(path)[-1]["head"] == game.table.head


def test_a_last_line_without_its_end_is_whole(store: GameStore) -> None:
    path = damaged(store, lambda rows: b"".join(rows)[:-1])
    with store.open(store.list()[0].name) as game:
        assert game.notices == ()
        game.table.answer_default()
    assert len(lines(path)) == len(game.table.tree) + 1


def second(rows: list[bytes], new: bytes | dict[str, Any]) -> bytes:
    """The file with another line in the place of its third one."""
    if isinstance(new, dict):
        new = json.dumps({**json.loads(rows[2]), **new}).encode()
    return b"".join([*rows[:2], new + b"\n", *rows[3:]])


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (b"not json", "This line is damaged. Expected here: one JSON object."),
        (b"[1, 2]", "one JSON object"),
        (b"\xff\xfe", "one JSON object"),
        (b"[" * 5000, "one JSON object"),
        ({"id": 7}, "the entry with the id 2"),
        ({"parent": 2}, "an id from 0 to 1"),
        ({"id": "2"}, "damaged"),
        ({"at": 5}, "damaged"),
        ({"answer": {"odd": 1}}, "damaged"),
        ({"answer": {"pair": 3}}, "damaged"),
        ({"override": {"name": "kill", "arguments": [1]}}, "damaged"),
        ({"colour": "red"}, "“colour”"),
        (b'{"head": 77, "at": ""}', "an id from 0 to 1"),
        ({"answer": ["imp", "saint", "empath"]}, "none of the possible answers"),
        ({"asked": "imp.successor"}, "Another question is asked there now: bluffs"),
        ({"player": 3}, "Another question"),
    ],
)
def test_damage_is_told_with_its_line_and_what_can_be_saved(
    store: GameStore, new: bytes | dict[str, Any], said: str
) -> None:
    path = damaged(store, lambda rows: second(rows, new))
    with pytest.raises(RecordError) as error:
        load(path)
    assert (error.value.file, error.value.line, error.value.saved) == (path, 3, 1)
    assert said in str(error.value)
    assert "Answers that can still be read: 1." in str(error.value)
    assert store.list()[0].header is not None
    name = path.name.removesuffix(".knell.jsonl")
    with pytest.raises(RecordError):
        store.open(name)
    before = path.read_bytes()
    with store.open(name, salvage=True) as game:
        assert game.read_only
        assert len(game.table.line) == 1
        assert said.split(".", maxsplit=1)[0] in str(game.notices[-1])
        with pytest.raises(ReadOnly):
            game.table.answer_default()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (b"", "empty"),
        (b"\n", "isn't a game of Knell's"),
        (b"Hello\n", "isn't a game of Knell's"),
        (b'{"format": "other"}\n', "isn't a game of Knell's"),
        (b'{"format": "knell-record", "version": "1"}\n', "isn't a game of Knell's"),
        (b'{"format": "knell-record", "version": 1}\n', "header is damaged: script"),
        (b'{"format": "knell-record", "version": 2, "engine": "9.9"}\n', "newer Knell (9.9)"),
        (b'{"format": "knell-record", "version": 1, "new": 1}\n', "“new”"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, first: bytes, said: str) -> None:
    path = tmp_path / "odd.knell.jsonl"
    path.write_bytes(first)
    for salvage in (False, True):
        with pytest.raises(RecordError, match="line 1") as error:
            load(path, salvage=salvage)
        assert said in str(error.value)
        assert error.value.saved is None
    assert GameStore(tmp_path).list()[0].problem is not None


def changed_header(rows: list[bytes], **changes: Any) -> bytes:
    return json.dumps({**json.loads(rows[0]), **changes}).encode() + b"\n" + b"".join(rows[1:])


def test_a_newer_record_is_refused_and_read_as_far_as_it_is_understood(store: GameStore) -> None:
    path = damaged(store, lambda rows: changed_header(rows, version=2, engine="9.9", more={"new": 1}))
    with pytest.raises(RecordError, match=r"newer Knell \(9\.9\)") as error:
        load(path)
    game = load(path, salvage=True)
    assert error.value.saved == len(game.table.line) > 5
    assert game.read_only


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": [{"character": "imp"}]}, "every player needs a seat"),
        ({"seats": [{"character": "nobody"}] * 7}, "doesn't know: nobody"),
        ({"players": "ABCDEFG"}, "header is damaged"),
        ({"seed": "1"}, "header is damaged"),
        ({"start": {"phase": "noon", "number": 1}}, "header is damaged: NOON"),
        ({"deal": {"travellers": [], "with": [], "without": []}}, "either seated or dealt"),
    ],
)
def test_a_header_that_makes_no_sense_is_told(store: GameStore, changes: dict[str, Any], said: str) -> None:
    path = damaged(store, lambda rows: changed_header(rows, **changes))
    with pytest.raises(RecordError) as error:
        load(path)
    assert said in str(error.value)
    assert error.value.line == 1


def test_a_pair_that_may_not_be_in_play_is_told(store: GameStore) -> None:
    seats = [{"character": i} for i in ("heretic", "baron", *TOWN[:5])]
    path = damaged(
        store,
        lambda rows: changed_header(
            rows, seats=seats, script={"name": "x", "characters": [*TOWN, "heretic", "baron"]}
        ),
    )
    with pytest.raises(RecordError) as caught:
        load(path)
    assert "Heretic" in explained(caught.value)


def test_a_missing_file_is_told(tmp_path: Path, store: GameStore) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        load(tmp_path / "none.jsonl")
    for name in ("none", "../etc/passwd", "", ".hidden"):
        with pytest.raises(RecordError, match="no game called"):
            store.open(name)
        with pytest.raises(RecordError, match="no game called"):
            store.delete(name)


def test_errors_speak_the_present_language(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as error:
        load(tmp_path / "none.jsonl")
    with use_language("ko"):
        assert str(tmp_path) in str(error.value)


# -- a folder of games ---------------------------------------------------------------------------------


def test_games_are_listed_the_last_played_first(store: GameStore) -> None:
    assert store.list() == []
    first, other = begun(store), begun(store)
    assert first.name != other.name
    os.utime(other.path, (1, 1))
    listed = store.list()
    assert [g.name for g in listed] == [first.name, other.name]
    assert [g.in_use for g in listed] == [True, True]
    assert listed[0].header == first.header
    assert listed[0].answers == len(first.table.tree)
    first.close()
    assert not store.in_use(first.name)
    store.delete(first.name)
    assert [g.name for g in store.list()] == [other.name]
    with pytest.raises(GameInUse):
        store.delete(other.name)
    other.close()
    assert sorted(p.name for p in store.folder.iterdir()) == [other.path.name]


def test_a_record_from_anywhere_is_taken_in(store: GameStore, tmp_path: Path) -> None:
    game = begun(store)
    game.table.undo()
    game.close()
    copy = tmp_path / "from a friend.jsonl"
    copy.write_bytes(game.path.read_bytes())
    name = store.adopt(copy)
    assert name != game.name
    with store.open(name) as again:
        assert again.table.line == game.table.line
        assert again.table.can_redo
    copy.write_bytes(b"nothing")
    with pytest.raises(RecordError):
        store.adopt(copy)


def test_two_cannot_play_the_same_game(store: GameStore) -> None:
    game = begun(store)
    with pytest.raises(GameInUse) as refused:
        store.open(game.name)
    assert refused.value.process == os.getpid()
    assert game.name in str(refused.value)
    game.close()
    game.close()
    store.open(game.name).close()
    with pytest.raises(ReadOnly):
        game.table.answer(Close())


def test_a_file_that_cannot_be_written_is_open_for_reading(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(store)
    game.close()

    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("knell.record.store.FileJournal", locked)
    with store.open(game.name) as again:
        assert again.read_only
        assert "reading only: Permission denied" in str(again.notices[0])


def test_a_full_disk_takes_nothing_back_and_leaves_no_half_line(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(store)
    before = game.path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="space"):
            game.table.answer(Nominate(1, 2))
    assert game.path.read_bytes() == before
    game.table.answer(Nominate(2, 1))
    game.close()
    assert load(game.path).table.line[-1].answer == Nominate(2, 1)


def test_a_change_by_hand_is_kept(store: GameStore) -> None:
    game = begun(store)
    change(game.table, "kill", 5)
    game.close()
    again = load(game.path)
    assert again.table.line[-1].override == Kill(5)
    assert player_view(again.table, 5)["players"][5]["dead"]


# -- killed ------------------------------------------------------------------------------------------------

PLAYER = textwrap.dedent(
    """
    import os, random, signal, sys, time
    from pathlib import Path
    from knell.engine import Close, Kind
    from knell.engine.options import sample
    from knell.record import GameStore, Header

    store, name = GameStore(Path(sys.argv[1])), sys.argv[2]

    def play(seed, seen):
        chance = random.Random(seed)
        table = store.open(name).table
        while True:
            if table.over:
                table.go_to(table.line[chance.randrange(len(table.line))].parent)
            question = table.question
            wait = question.kind is Kind.DAY and chance.random() < 0.7
            answer = Close() if wait else sample(question.options, chance.randrange)
            os.write(seen, b"%d\\n" % table.answer(answer).id)

    # One child after the other plays, tells which answers it has seen taken, and is killed.
    for seed in range(int(sys.argv[3])):
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            try:
                play(seed, writing)
            finally:
                os._exit(1)
        os.close(writing)
        time.sleep(random.Random(seed).uniform(0.002, 0.05))
        os.kill(child, signal.SIGKILL)
        with os.fdopen(reading) as told:
            seen = [int(line) for line in told.read().splitlines()]
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "the child ended by itself"
        game = store.open(name)
        taken = game.table.tree.entries
        game.close()
        print(seen[-1] if seen else 0, *(int(entry.automatic) for entry in taken), flush=True)
    """
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be killed")
def test_a_killed_process_loses_at_most_the_answer_in_flight(store: GameStore) -> None:
    with store.create(header(players=7, script=[i for i in ALL if i != "vortox"])) as game:
        known = len(game.table.tree)
    command = [sys.executable, "-c", PLAYER, str(store.folder), game.name, "100"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(rows) == 100
    for seen, *automatic in rows:
        sure = max(seen, known)
        known = len(automatic)
        assert known >= sure, "an answer that was seen is lost"
        # Automatic answers go to the disk together with the one that they follow.
        assert automatic[sure:].count(False) <= 1, "an answer came from nowhere"
    assert known > 100
    again = load(game.path)
    assert not again.notices
    assert differences(again.table) == []


# -- the page about records --------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "records.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return [part.split("```")[0] for part in PAGE.split(f"```{language}\n")[1:]]


def test_the_record_on_the_page_is_one(tmp_path: Path) -> None:
    path = tmp_path / "page.knell.jsonl"
    path.write_text(blocks("json")[0], encoding="utf-8")
    validator = jsonschema.Draft202012Validator(SCHEMA)
    for line in lines(path):
        validator.validate(line)
    table = load(path).table
    assert [entry.id for entry in table.line] == [1, 3, 4]
    assert table.game.dead == 1 << 4


def test_the_program_on_the_page_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", blocks("python")[0]], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "Bo is shown: 2." in done.stdout
    assert len(list((tmp_path / "games").iterdir())) == 1

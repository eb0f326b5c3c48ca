"""What is imported, typed or damaged on the disk breaks no page, no undo and no stream of events."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

import site_of_knell as site
from knell.web.games import live, registry
from knell.web.games.models import Game, Line, Note
from knell.web.games.publish import town_of
from knell.web.town.page import town_event

FAULTS = sorted((Path(__file__).parents[1] / "data/faults/records").iterdir())
REFUSED = {"no-demon", "set-up-refused", "surrogate-title", "surrogate-player", "bricked-by-show"}
PAGES = ("", "record", "story", "town/", "hand-out/", "setup/", "delete")


@pytest.fixture
def client() -> Client:
    return site.storyteller()


@pytest.fixture
def game() -> str:
    return site.new_game(steps=3)


def take_in(client: Client, content: bytes) -> HttpResponse:
    answer = client.post("/games/import/", {"file": SimpleUploadedFile("x.knell.jsonl", content)})
    assert isinstance(answer, HttpResponse)
    return answer


def every_page(client: Client, game: str) -> None:
    for page in PAGES:
        answer = client.get(f"/game/{game}/{page}")
        assert answer.status_code in (200, 302, 303), (page, answer.status_code)
    assert client.get(site.town(game)).status_code == 200
    assert client.get("/games/").status_code == 200
    assert client.get("/").status_code == 200


def back_and_forth(client: Client, game: str) -> None:
    line = site.table(game).line
    for name in ("undo", "undo", "redo", "redo"):
        answer = site.post(client, game, name)
        assert answer.status_code == 303, answer.content.decode()[-500:]
        every_page(client, game)
    assert site.table(game).line == line


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.name.partition(".")[0])
def test_a_record_is_taken_in_and_plays_on_or_is_refused(client: Client, path: Path) -> None:
    answer = take_in(client, path.read_bytes())
    if path.name.partition(".")[0] in REFUSED:
        assert answer.status_code == 422
        assert "line " in answer.content.decode()
        assert not Game.objects.exists()
        return
    assert answer.status_code == 303
    game = answer.headers["Location"].split("/")[2]
    line = site.table(game).line
    site.close_all()
    assert site.table(game).line == line
    assert not registry.get(game).notices
    every_page(client, game)
    back_and_forth(client, game)


@pytest.mark.parametrize("end", [b"\r\n", b" \r\n"])
def test_line_ends_of_other_systems_come_in_as_ours(client: Client, game: str, end: bytes) -> None:
    content = client.get(f"/game/{game}/record").content
    copy = take_in(client, content.replace(b"\n", end)).headers["Location"].split("/")[2]
    assert client.get(f"/game/{copy}/record").content == content


# -- what is typed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["\r", "\r\n", "\u2028", "\x85", "\x00", "\u202e"])
def test_what_is_typed_is_kept_clean(client: Client, game: str, mark: str) -> None:
    words = f"one{mark}two"
    sent = (
        ("override", {"override": "rename", "player": 1, "name": words}),
        ("override", {"override": "show", "player": 1, "what.text": words}),
        ("override", {"override": "token", "player": 1, "name": words}),
        ("note", {"text": words, "player": 1}),
    )
    for name, fields in sent:
        assert site.post(client, game, name, **fields).status_code == 303
        every_page(client, game)
    kept = "".join(Line.objects.filter(game_id=game).values_list("text", flat=True))
    assert mark not in kept + Note.objects.get().text
    assert "\\u00" not in kept
    site.close_all()
    assert not registry.get(game).table.read_only
    back_and_forth(client, game)


@pytest.mark.parametrize("what", [r'"\ud800"', "NaN", "[1e999]", '{"pair":[{}]}', '{"pair":[99]}', "[" * 500])
def test_nothing_else_is_shown_by_hand(client: Client, game: str, what: str) -> None:
    before = site.state(game)
    answer = site.post(client, game, "override", override="show", player=1, what=what)
    assert answer.status_code == 422
    assert site.state(game) == before
    every_page(client, game)


def test_an_event_is_one_event_whatever_its_lines_end_with() -> None:
    made = live.event("town", "one\rtwo\r\nthree\nfour\u2028five\ud800")
    assert made.decode().count("\r") == 0
    assert made.decode().split("\n")[1:5] == [
        "data: one",
        "data: two",
        "data: three",
        "data: four\u2028five?",
    ]
    assert made.endswith(b"\n\n")
    assert made.count(b"\n\n") == 1


def test_the_towns_event_is_one_event(game: str) -> None:
    with registry.playing(game) as playing:
        made = town_event(town_of(playing), "en")
    assert b"\r" not in made
    assert all(line.startswith((b"event: ", b"id: ", b"data: ")) for line in made.rstrip(b"\n").split(b"\n"))


# -- what is damaged on the disk -----------------------------------------------------------------------


def damaged(game: str) -> None:
    """The game is opened for looking only, says why, and nothing is taken that a restart would lose."""
    site.close_all()
    client = site.storyteller()
    page = client.get(f"/game/{game}/")
    assert page.status_code == 200
    assert "can only be looked at" in page.content.decode()
    before = list(Line.objects.filter(game_id=game).values_list("text", flat=True))
    assert site.post(client, game, "default").status_code == 422
    assert list(Line.objects.filter(game_id=game).values_list("text", flat=True)) == before
    every_page(client, game)


@pytest.mark.parametrize("text", ["", '{"id":', "nonsense", "\x00", "{}", '{"head":99,"at":""}', "a\nb"])
def test_a_last_line_that_is_damaged_is_noticed(game: str, text: str) -> None:
    last = Line.objects.filter(game_id=game).order_by("-number")[0]
    Line.objects.filter(id=last.id).update(text=text)
    damaged(game)


def test_a_line_that_is_missing_is_noticed(game: str) -> None:
    last = Line.objects.filter(game_id=game).order_by("-number")[0]
    Line.objects.filter(game_id=game, number=last.number - 1).delete()
    damaged(game)


def test_what_is_answered_is_there_after_a_restart(client: Client, game: str) -> None:
    for name in ("default", "default", "undo", "default"):
        assert site.post(client, game, name).status_code == 303
        line = site.table(game).line
        site.close_all()
        assert site.table(game).line == line

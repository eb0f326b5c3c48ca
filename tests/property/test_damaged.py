"""Damaged records: a reason with the place, or a game in which every page, undo and redo works."""

import json
import os
import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

import site_of_knell as site
from knell.engine import Game as Position
from knell.engine import Override, OverrideRefused, overrides
from knell.record import RecordError, Table
from knell.record.file import entry_line, header_line
from knell.scripts import load
from knell.web.games import live, registry
from knell.web.games.models import Game
from knell.web.games.publish import town_of
from knell.web.games.views.files import take_in
from knell.web.town.page import town_event
from records import ALL, answer_at_random, header

PAGES = ("", "record", "story", "town/", "hand-out/", "setup/")
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        99,
        10**9,
        10**30,
        1.0,
        1.5,
        "",
        "imp",
        "good",
        "nobody",
        "a\rb",
        "\u2028",
    ),
    *("\ud800", "x" * 50, "x" * 3000, "day", "chance", "override", "storyteller", "knell", "a.b", "1"),
    *(
        [],
        {},
        [1, 2],
        [[1, "imp"]],
        ["imp", "good"],
        [None],
        [True],
        {"skip": True},
        {"pair": [1]},
        {"pair": [99]},
    ),
    *({"pair": []}, {"players": [1, 2], "character": "imp"}, {"players": [], "character": ""}),
    *({"player": 3, "is": "nobody"}, {"player": -1, "is": "imp"}, {"introduction": {"bluffs": ["a", "b"]}}),
    *({"introduction": {}}, {"introduction": {"demons": [0], "minions": [], "bluffs": []}}, {"act": "close"}),
    *({"act": "use", "player": 1, "character": "slayer", "details": {"choose": {}}, "private": 0},),
    *(
        {
            "act": "use",
            "player": 1,
            "character": "gossip",
            "details": {"statement": "a\nb"},
            "private": False,
        },
    ),
    *(
        {"act": "join", "name": "Vic", "character": "thief", "evil": True, "after": 0},
        {"act": "leave", "player": 0},
    ),
]
OVERRIDES = (
    "kill",
    "show",
    "token",
    "remove_token",
    "rename",
    "reseat",
    "rule",
    "character",
    "wake",
    "end",
    "limit",
)


@pytest.fixture(autouse=True, scope="module")
def _emptied() -> Any:
    site.empty()
    yield
    site.empty()


def some_change(game: Position, chance: random.Random) -> Override:
    player = chance.choice(game.ring)
    kinds = (
        ("rename", "Ann"),
        ("token", "in my own words"),
        ("show", "three"),
        ("drunk",),
        ("swap", game.ring[0]),
    )
    name, *more = chance.choice(kinds)
    return overrides.read(str(name), (player, *more))


@cache
def record(seed: int) -> tuple[bytes, ...]:
    """The lines of a random game, with some changes by hand."""
    of = replace(header(players=7 + seed, script=ALL, seed=seed), source=load("cheomseongdae").to_data())
    table = Table(of.begin(), seed=seed)
    chance = random.Random(seed)
    while table.question is not None and table.game.night < 3 and len(table.line) < 80:
        if table.game.characters and chance.random() < 0.1:
            try:
                table.override(some_change(table.game, chance))
            except OverrideRefused:
                continue
        else:
            table.answer(answer_at_random(table, chance.randrange))
    return (header_line(of), *map(entry_line, table.tree.entries))


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in JSON data at which something can be changed."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, part in parts for place in ((data, key), *places(part))]


def damage(lines: list[bytes], data: st.DataObject) -> None:
    """Change something anywhere."""
    place = data.draw(st.sampled_from([0, *range(len(lines))]), label="line")
    line = lines[place]
    match data.draw(st.sampled_from(["value", "value", "value", "hand", "key", "bytes", "order", "end"])):
        case "value" | "key" as what:
            content = json.loads(line)
            inside, key = data.draw(st.sampled_from(places(content)))
            if what == "value":
                inside[key] = data.draw(st.sampled_from(VALUES))
            elif isinstance(inside, dict):
                inside[data.draw(st.sampled_from(["head", "answer", "override", "of", "x"]))] = inside.pop(
                    key
                )
            lines[place] = json.dumps(content).encode() + b"\n"
        case "hand":
            content = json.loads(lines[-1])
            content.pop("answer", None)
            values = st.lists(st.sampled_from([1, 0, *VALUES]), min_size=1, max_size=3)
            name = data.draw(st.sampled_from(OVERRIDES))
            content["override"] = {"name": name, "arguments": [1, *data.draw(values)][-2:]}
            lines[-1] = json.dumps(content).encode() + b"\n"
        case "bytes":
            at = data.draw(st.integers(0, len(line)))
            lines[place] = (
                line[:at] + data.draw(st.binary(max_size=3)) + line[at + data.draw(st.integers(0, 3)) :]
            )
        case "order":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], line
        case "end":
            lines[place] = line[:-1] + data.draw(
                st.sampled_from([b"\r\n", b"\r", b"", b"\n\n", b"\0\n", b" \n"])
            )


def looked_at(client: Client, game: str) -> None:
    """Every page can be seen, and every stream followed."""
    for page in PAGES:
        assert client.get(f"/game/{game}/{page}").status_code in (200, 303), page
    assert client.get(site.town(game)).status_code == 200
    with registry.playing(game) as playing:
        made = town_event(town_of(playing), "ko")
        assert made.count(b"\n\n") == 1
        assert b"\r" not in made
        assert live.state_event(playing.version)


def taken_in(content: bytes) -> tuple[str, RecordError | None]:
    """The game that a record becomes, or why it becomes none."""
    try:
        return take_in(content), None
    except RecordError as error:
        return "", error


@given(st.integers(0, 2), st.data())
@settings(max_examples=int(os.environ.get("KNELL_DAMAGED", "60")), deadline=None)
def test_a_damaged_record_is_refused_with_the_place_or_plays_on(seed: int, data: st.DataObject) -> None:
    lines = list(record(seed))
    for _ in range(data.draw(st.integers(1, 2), label="damages")):
        try:
            damage(lines, data)
        except (ValueError, IndexError):
            continue  # the line that was damaged before is no JSON any more
    site.close_all()
    Game.objects.all().delete()
    game, refusal = taken_in(b"".join(lines))
    if refusal is not None:
        assert refusal.line is not None
        assert str(refusal)
        assert not Game.objects.exists()
        return
    line = site.table(game).line
    site.close_all()
    assert site.table(game).line == line, "what was taken in is what is kept"
    assert not registry.get(game).notices
    client = Client(headers={"host": "localhost"})
    client.cookies = _storyteller().cookies
    looked_at(client, game)
    back = 0
    while site.table(game).can_undo and back < 3:
        assert site.post(client, game, "undo").status_code == 303
        looked_at(client, game)
        back += 1
    for _ in range(back):
        assert site.post(client, game, "redo").status_code == 303
    assert site.table(game).line == line
    looked_at(client, game)
    if site.table(game).question is not None:
        assert site.post(client, game, "default").status_code in (303, 422)
        looked_at(client, game)


@cache
def _storyteller() -> Client:
    return site.storyteller()

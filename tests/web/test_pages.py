"""From a script to the first night, and everything around the game."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import site_of_knell as site
from knell.engine import Phase, distribution
from knell.scripts import Script, load
from knell.web.games import registry
from knell.web.games.models import Draft, Game, StoredScript
from knell.web.prepare.dealing import Person, WantedBag, distributions, draw_bag, header_of, try_bag

NAMES = ["Ada", "지민", "Bo", "<img src=x>", "Dot", "Eve", "Fay", "Gus"]


@pytest.fixture
def client() -> Client:
    return site.storyteller()


def tokens_of(game: str) -> tuple[str, ...]:
    """The tokens of a game's bag."""
    filled = site.table(game).game.bag
    assert filled is not None
    return filled.tokens


def prepared(
    client: Client,
    names: list[str] = NAMES,
    travellers: dict[int, str] | None = None,
    script: str = "cheomseongdae",
) -> Draft:
    """A draft with these people, at the bag."""
    address = client.post(f"/scripts/{script}/new").headers["Location"]
    kinds = [(travellers or {}).get(n, "") for n in range(len(names))]
    sides = ["evil"] * len(names)
    response = client.post(address, {"name": names, "traveller": kinds, "side": sides, "op": "next"})
    assert response.status_code == 303, response.content.decode()
    return Draft.objects.latest("changed")


def bag(client: Client, draft: Draft, op: str, **fields: object) -> str:
    draft.refresh_from_db()
    form = {"version": draft.version, "op": op, "bag": list(draft.bag.get("picked", ())), **fields}
    response = client.post(f"/prepare/{draft.id}/bag/", form)
    assert response.status_code in (200, 303), response.content.decode()
    draft.refresh_from_db()
    return response.headers.get("Location", "")


def begun(client: Client, **people: object) -> str:
    """A game that waits for the draw."""
    draft = prepared(client, **people)  # type: ignore[arg-type]
    bag(client, draft, "draw")
    return bag(client, draft, "hand out").split("/")[2]


def set_up(client: Client, game: str, op: str, **fields: object) -> None:
    form = {"state": site.state(game), "op": op, **fields}
    response = client.post(f"/game/{game}/setup/", form)
    assert response.status_code == 303, response.content.decode()


def decide_all(client: Client, game: str) -> None:
    while site.table(game).game.phase is Phase.SETUP:
        set_up(client, game, "default")


# -- pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_page_can_be_read(client: Client, language: str) -> None:
    client.post("/settings/", {"language": language, "back": "/"})
    draft = prepared(client)
    bag(client, draft, "draw")
    game = site.new_game(steps=3)
    pages = (
        *("/", "/games/", "/games/import/", "/settings/", "/hand-over/", "/scripts/upload/"),
        *("/scripts/cheomseongdae/", f"/prepare/{draft.id}/players/", f"/prepare/{draft.id}/bag/"),
        *(f"/game/{game}/", f"/game/{game}/town/", f"/game/{game}/delete", f"/prepare/{draft.id}/delete"),
    )
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200, page
        assert f'<html lang="{language}"' in response.content.decode(), page


def test_the_first_language_is_the_browsers() -> None:
    page = site.anybody().get("/settings/", headers={"accept-language": "fr;q=1, ko-KR;q=0.9, en;q=0.8"})
    assert '<html lang="ko"' in page.content.decode()
    page = site.anybody().get("/settings/", headers={"accept-language": "fr"})
    assert '<html lang="en"' in page.content.decode()


def test_how_pages_look_is_remembered(client: Client) -> None:
    client.post("/settings/", {"theme": "red-night", "text": "large", "motion": "off", "back": "/"})
    page = client.get("/").content.decode()
    assert 'data-theme="red-night" data-text="large" data-motion="off"' in page
    client.post("/settings/", {"theme": "", "back": "/"})
    page = client.get("/").content.decode()
    assert 'data-theme="' not in page
    assert 'data-text="large"' in page


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"]
)
def test_settings_lead_back_to_our_own_pages(client: Client, back: str) -> None:
    assert client.post("/settings/", {"language": "ko", "back": back}).headers["Location"] == "/settings/"


# -- scripts -------------------------------------------------------------------------------------------


def test_an_uploaded_script_is_there_until_it_is_deleted(client: Client) -> None:
    content = json.dumps([{"id": "_meta", "name": "Small"}, "imp", "monk", "empath", "saint", "poisoner"])
    file = SimpleUploadedFile("small.json", content.encode())
    address = client.post("/scripts/upload/", {"file": file}).headers["Location"]
    assert "Small" in client.get("/").content.decode()
    again = client.post("/scripts/upload/", {"file": SimpleUploadedFile("copy.json", content.encode())})
    assert again.headers["Location"] == address
    assert client.get(f"{address}delete").status_code == 200
    assert StoredScript.objects.count() == 1
    client.post(f"{address}delete")
    assert not StoredScript.objects.exists()
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[1] / "data" / "almanacs").glob("*.txt")))
def test_almanacs_are_read(client: Client, path: Path) -> None:
    file = SimpleUploadedFile(path.name, path.read_bytes())
    response = client.post("/scripts/upload/", {"file": file})
    assert response.status_code == 303, response.content.decode()
    assert client.get(response.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"{", "line 1"),
        (b"\xff\xfe\xff", "text in UTF-16|UTF-8|empty|can't"),
        (b"[1, 2", "line 1"),
        (b"x" * 1_100_000, "too large"),
    ],
)
def test_a_file_that_cant_be_read_gets_a_reason(client: Client, content: bytes, said: str) -> None:
    response = client.post("/scripts/upload/", {"file": SimpleUploadedFile("script.json", content)})
    assert response.status_code == 422
    notice = re.search(r'role="alert".*?</div></div>', response.content.decode(), re.DOTALL)
    assert notice is not None
    assert re.search(said, notice[0])
    assert not StoredScript.objects.exists()


def test_a_script_that_cant_be_dealt_is_shown_with_the_reason(client: Client) -> None:
    text = json.dumps([{"id": "_meta", "name": "No Demon"}, "monk", "empath", "saint"])
    address = client.post("/scripts/upload/", {"text": text}).headers["Location"]
    page = client.get(address).content.decode()
    assert "no Demon" in page
    assert "Prepare a game" not in page


def test_what_the_author_wrote_is_on_the_page_and_nothing_is_fetched(client: Client) -> None:
    meta = {
        "id": "_meta",
        "name": "안개 속의 이름들",
        "logo": "https://logo.invalid/l.png",
        "almanac": "https://almanac.invalid/a.html",
    }
    spy = {
        "id": "spy",
        "name": "Spy",
        "ability": "…",
        "jinxes": [{"id": "imp", "reason": "They never meet."}],
    }
    brewer = {
        "id": "brewer",
        "name": "Brewer",
        "team": "minion",
        "ability": "Fog.",
        "image": "https://picture.invalid/b.png",
        "otherNight": 3,
        "otherNightReminder": "Wake the <b>Brewer</b>. :reminder:",
        "special": [{"name": "bag-disabled", "type": "selection"}],
    }
    text = json.dumps([meta, spy, brewer, "imp", "chef"])
    address = client.post("/scripts/upload/", {"text": text}).headers["Location"]
    page = client.get(address).content.decode()
    assert "They never meet." in page
    assert "Wake the Brewer." in page
    assert "bag-disabled" in page
    assert "A script of the same name comes with Knell" in page
    for link in (meta["logo"], meta["almanac"]):
        assert f'<a href="{link}" target="_blank" rel="noopener noreferrer external">' in page
        assert page.count(f'"{link}"') == 1, "a link, and nothing that a browser fetches"
    assert "picture.invalid" not in page
    assert "your own file" in client.get("/").content.decode()


def test_what_a_script_lacks_is_added_by_a_button(client: Client) -> None:
    text = json.dumps([{"id": "_meta", "name": "No Demon"}, "monk", "empath", "saint", "nobody_yet"])
    address = client.post("/scripts/upload/", {"text": text}).headers["Location"]
    page = client.get(address).content.decode()
    assert "Knell can add:" in page
    whole = client.post(f"{address}complete").headers["Location"]
    assert whole != address
    page = client.get(whole).content.decode()
    assert "Prepare a game" in page
    assert "Added so that games can be dealt from it" in page
    assert "nobody_yet" in page
    assert client.get(address).status_code == 200


# -- players and the bag -------------------------------------------------------------------------------


def test_too_few_players_are_told_why(client: Client) -> None:
    address = client.post("/scripts/cheomseongdae/new").headers["Location"]
    four = {"name": NAMES[:4], "traveller": [""] * 4, "side": [""] * 4, "op": "next"}
    response = client.post(address, four)
    assert response.status_code == 422
    assert "too few" in response.content.decode()


def test_people_are_moved_and_mixed(client: Client) -> None:
    address = client.post("/scripts/cheomseongdae/new").headers["Location"]

    def names(op: str, given: list[str]) -> list[str]:
        fields = {"name": given, "traveller": [""] * len(given), "side": [""] * len(given), "op": op}
        client.post(address, {**fields, "names": "Yuri\n\nZoe" if op == "paste" else ""})
        return [one["name"] for one in Draft.objects.latest("changed").people]

    assert names("up:0", ["A", "B", "C"]) == ["B", "C", "A"]
    assert names("down:2", ["A", "B", "C"]) == ["C", "A", "B"]
    assert names("down:0", ["A", "B", "C"]) == ["B", "A", "C"]
    assert names("remove:1", ["A", "B", "C"]) == ["A", "C"]
    assert names("paste", ["A", "", "C"]) == ["A", "C", "Yuri", "Zoe"]
    assert sorted(names("shuffle", ["A", "B", "C"])) == ["A", "B", "C"]
    assert len(names("add", ["A"] * 20)) == 20


def people(count: int) -> list[Person]:
    return [Person(f"P{n}") for n in range(count)]


@pytest.mark.parametrize("count", range(5, 16))
def test_a_drawn_bag_can_be_dealt(count: int) -> None:
    script = load("cheomseongdae")
    rows = [row.counts for row in distributions(script, people(count))]
    assert len(rows) == 2
    for _ in range(8):
        drawn = draw_bag(script, people(count))
        trial = try_bag(header_of(script, people(count)), drawn)
        assert trial.reached
        assert len(trial.tokens) == count


def test_a_bag_with_the_wrong_numbers_cant_be_dealt() -> None:
    script = load("cheomseongdae")
    table = header_of(script, people(7))
    good = ("monk", "empath", "fool", "virgin", "slayer")
    assert try_bag(table, WantedBag((*good, "poisoner", "imp"))).reached
    assert not try_bag(table, WantedBag((*good, "baron", "imp"))).reached
    assert try_bag(table, WantedBag((*good[:3], "saint", "mutant", "baron", "imp"))).reached
    assert not try_bag(table, WantedBag((*good[:4], "saint", "poisoner", "imp"))).reached


# -- a Demon that most players are ---------------------------------------------------------------------

GOOD = ("empath", "chef", "monk", "slayer", "virgin", "sage", "saint", "mutant", "drunk")


def with_legion(tmp_path: Path, *others: str) -> Script:
    """A script with the Legion."""
    path = tmp_path / "legion.json"
    path.write_text(json.dumps([{"id": "_meta", "name": "Many"}, *GOOD, "baron", "witch", "legion", *others]))
    return load(str(path))


@pytest.mark.parametrize("count", range(7, 16))
def test_a_bag_with_legion_can_be_drawn_and_dealt(count: int, tmp_path: Path) -> None:
    script = with_legion(tmp_path)
    rows = distributions(script, people(count))
    usual = sum(distribution(count)[:2])
    assert rows[0].counts[3] == rows[0].changers.count("legion") == usual
    assert {row.counts[3] for row in rows} <= set(range(count // 2 + 1, count))
    for row in rows:
        assert (sum(row.counts), row.counts[2]) == (count, 0)
    for _ in range(4):
        drawn = draw_bag(script, people(count))
        assert drawn.picked.count("legion") == usual
        trial = try_bag(header_of(script, people(count)), drawn)
        assert trial.reached
        assert len(trial.tokens) == count


def test_the_number_of_legion_in_the_bag_is_what_is_dealt(tmp_path: Path) -> None:
    script = with_legion(tmp_path, "imp")
    table = header_of(script, people(7))
    assert try_bag(table, WantedBag(("chef", "monk", *["legion"] * 5))).reached
    assert try_bag(table, WantedBag(("chef", "monk", "sage", *["legion"] * 4))).reached
    assert not try_bag(table, WantedBag(("chef", "monk", "sage", "empath", *["legion"] * 3))).reached
    assert not try_bag(table, WantedBag(("chef", "witch", *["legion"] * 5))).reached
    assert draw_bag(script, people(7), ["chef", "monk", "sage", "legion"]).picked.count("legion") == 4


def test_legion_in_the_bag_is_counted_changed_and_handed_out(client: Client) -> None:
    upload = SimpleUploadedFile("many.json", json.dumps([*GOOD, "baron", "witch", "legion", "imp"]).encode())
    assert client.post("/scripts/upload/", {"file": upload}).status_code == 303
    draft = prepared(client, script=StoredScript.objects.latest("added").id)
    address = f"/prepare/{draft.id}/bag/"
    page = client.get(address).content.decode()
    assert "With the Legion: 6 Demons, and no Minions." in page
    bag(client, draft, "", bag=["legion"])
    assert draft.bag["picked"] == ["legion"] * 6
    page = client.get(address).content.decode()
    assert "6 of 6" in page
    assert "6 times" in page
    assert "One more Townsfolk is needed." in page
    bag(client, draft, "", bag=["legion", "chef", "witch"])
    assert draft.bag["picked"].count("legion") == 6
    assert "One Minion too many." in client.get(address).content.decode()
    bag(client, draft, "row:" + ",".join(["legion"] * 5))
    assert sorted(draft.bag["picked"]) == ["chef", *["legion"] * 5]
    assert "5 of 5" in client.get(address).content.decode()
    bag(client, draft, "fill")
    assert draft.bag["picked"].count("legion") == 5
    assert "8 tokens for 8 players." in client.get(address).content.decode()
    game = bag(client, draft, "hand out").split("/")[2]
    assert tokens_of(game).count("legion") == 5
    set_up(client, game, "knell")
    decide_all(client, game)
    assert site.table(game).game.in_play.count("legion") == 5


def test_the_bag_is_changed_undone_and_handed_out(client: Client) -> None:
    draft = prepared(client)
    bag(client, draft, "draw")
    drawn = draft.bag
    bag(client, draft, "", bag=["imp", "drunk"])
    assert draft.bag["picked"] == ["drunk", "imp"]
    bag(client, draft, "fill")
    assert {"imp", "drunk"} <= set(draft.bag["picked"])
    assert "drunk" in draft.bag["stand_ins"]
    bag(client, draft, "undo")
    bag(client, draft, "undo")
    assert draft.bag == drawn
    bag(client, draft, "redo")
    assert draft.bag["picked"] == ["drunk", "imp"]
    page = client.get(f"/prepare/{draft.id}/bag/").content.decode()
    assert "more Townsfolk are needed" in page
    response = client.post(f"/prepare/{draft.id}/bag/", {"version": draft.version, "op": "hand out"})
    assert response.status_code == 422


def test_a_second_tab_with_the_bag_is_told(client: Client) -> None:
    draft = prepared(client)
    bag(client, draft, "draw")
    now = draft.bag
    response = client.post(f"/prepare/{draft.id}/bag/", {"version": 0, "op": "clear"})
    assert response.status_code == 409
    draft.refresh_from_db()
    assert draft.bag == now


def test_the_token_that_stands_in_is_chosen(client: Client) -> None:
    draft = prepared(client)
    bag(client, draft, "", bag=["drunk", "baron", "imp"])
    bag(client, draft, "fill")
    free = next(
        i for i in ("monk", "fool", "virgin", "sage", "empath", "slayer") if i not in draft.bag["picked"]
    )
    bag(client, draft, f"stand in:drunk={free}")
    game = bag(client, draft, "hand out").split("/")[2]
    assert free in tokens_of(game)
    assert "drunk" not in tokens_of(game)


# -- handing out ---------------------------------------------------------------------------------------


def test_tokens_from_a_real_bag_are_tapped_in(client: Client) -> None:
    game = begun(client)
    set_up(client, game, "bag")
    tokens = list(tokens_of(game))
    for token in reversed(tokens):
        set_up(client, game, f"tap:{token}")
    drawn = next(e for e in site.table(game).line if e.asked == "draw")
    assert drawn.answer == tuple(reversed(tokens))


def test_a_token_cant_be_drawn_twice(client: Client) -> None:
    game = begun(client)
    set_up(client, game, "bag")
    token = tokens_of(game)[0]
    set_up(client, game, f"tap:{token}")
    form = {"state": site.state(game), "op": f"tap:{token}"}
    assert client.post(f"/game/{game}/setup/", form).status_code == 422
    set_up(client, game, "untap")
    set_up(client, game, f"tap:{token}")


def test_taps_survive_the_server(client: Client) -> None:
    game = begun(client)
    set_up(client, game, "bag")
    tokens = list(tokens_of(game))
    set_up(client, game, f"tap:{tokens[0]}")
    registry.forget(game)
    set_up(client, game, f"tap:{tokens[1]}")
    assert registry.get(game).handout["taps"] == tokens[:2]


def test_the_device_goes_around_and_shows_each_only_their_own(client: Client) -> None:
    game = begun(client)
    set_up(client, game, "knell")
    decide_all(client, game)
    address = f"/game/{game}/hand-out/"
    table = site.table(game)
    assert client.get(f"/game/{game}/setup/").headers["Location"] == address
    client.post(address, {"op": f"pass:{table.game.ring[0]}"})
    every = set(registry.get(game).header.script.characters)
    lids = set()
    for player in table.game.ring:
        page = client.get(address).content.decode()
        lid = re.sub(r'<div class="under.*?</details>|<svg class="sprite.*?</svg>', "", page, flags=re.DOTALL)
        lid = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|seen:\d+|<title>.*?</title>', "", lid)
        name = table.game.names[player].replace("<", "&lt;").replace(">", "&gt;")
        lids.add(re.sub(r"Pass on to [^<]*|Back to the Storyteller", "", lid.replace(name, "…")))
        own = table.game.told[player][0]
        shown = {i for i in every if re.search(rf"(?<![\w-]){i}(?![\w-])", page.lower().replace(" ", ""))}
        glyphs = {i for i in every if f"g-{i}" in page}
        assert glyphs <= {own}
        assert "For" in page
        assert own in {own} | shown
        for other in ("", "/setup/"):
            hidden = client.get(f"/game/{game}{other or '/'}")
            assert hidden.status_code == 303, "nobody looks at the Grimoire with this device now"
        client.post(address, {"op": f"seen:{player}"})
    assert len(lids) == 1, "nothing about a token can be seen from outside"
    back = client.get(address).content.decode()
    assert "Give this device back" in back
    assert not {i for i in every if f"g-{i}" in back}
    client.post(address, {"op": "open"})
    assert "Everybody has seen their token" in client.get(address).content.decode()
    assert client.get(f"/game/{game}/").status_code == 200


def test_travellers_keep_their_seats(client: Client) -> None:
    names = ["Ada", "Trav", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus"]
    game = begun(client, names=names, travellers={1: "beggar"})
    set_up(client, game, "told")
    decide_all(client, game)
    position = site.table(game).game
    assert [position.names[p] for p in position.ring] == names
    traveller = next(p for p in position.ring if position.names[p] == "Trav")
    assert position.characters[traveller].id == "beggar"
    assert position.evil >> traveller & 1


def test_going_back_to_the_bag_keeps_the_town(client: Client) -> None:
    draft = prepared(client)
    bag(client, draft, "draw")
    game = bag(client, draft, "hand out").split("/")[2]
    town = site.town(game)
    set_up(client, game, "told")
    bag(client, draft, "draw")
    again = bag(client, draft, "hand out").split("/")[2]
    assert (again, site.town(again)) == (game, town)
    assert Game.objects.count() == 1


def test_a_game_that_has_begun_stays_when_another_is_dealt(client: Client) -> None:
    draft = prepared(client)
    bag(client, draft, "draw")
    game = bag(client, draft, "hand out").split("/")[2]
    set_up(client, game, "told")
    decide_all(client, game)
    other = bag(client, draft, "hand out").split("/")[2]
    assert other != game
    assert Game.objects.count() == 2


# -- files ---------------------------------------------------------------------------------------------


def test_a_record_goes_out_and_comes_in_again(client: Client) -> None:
    game = site.new_game(steps=20)
    site.post(client, game, "undo")
    response = client.get(f"/game/{game}/record")
    assert "attachment" in response.headers["Content-Disposition"]
    file = SimpleUploadedFile("game.knell.jsonl", response.content)
    address = client.post("/games/import/", {"file": file}).headers["Location"]
    copy = address.split("/")[2]
    assert copy != game
    assert site.table(copy).line == site.table(game).line
    assert site.table(copy).tree.entries == site.table(game).tree.entries
    assert client.get(f"/game/{copy}/record").content == response.content


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"{}\n", b'{"format":"knell-record","version":99}\n', b"\xff"]
)
def test_a_file_that_is_no_game_gets_a_reason(client: Client, content: bytes) -> None:
    response = client.post("/games/import/", {"file": SimpleUploadedFile("x.jsonl", content)})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not Game.objects.exists()


def test_the_story_is_a_text(client: Client) -> None:
    game = site.new_game(steps=30)
    site.post(client, game, "note", text="a fine bluff")
    told = client.get(f"/game/{game}/story").content.decode()
    assert "Night 1 falls." in told
    assert "a fine bluff" in told


def test_deleting_asks_first(client: Client) -> None:
    game = site.new_game()
    assert client.get(f"/game/{game}/delete").status_code == 200
    assert Game.objects.count() == 1
    client.post(f"/game/{game}/delete")
    assert not Game.objects.exists()
    assert client.get(f"/game/{game}/").status_code == 404
    assert client.post(f"/game/{game}/default", {"state": "1"}).status_code == 404

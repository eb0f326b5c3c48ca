"""Who sees what, and what can't be done from outside."""

import re
import secrets
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

import site_of_knell as site
from knell.facts import FACTS
from knell.names import character_name
from knell.scripts import load
from knell.seats import storyteller_view
from knell.texts import languages, use_language
from knell.web.games import covering, registry
from knell.web.games.models import Device, Draft, Game, Note, StoredScript
from knell.web.games.shelf import add_script
from knell.web.site import auth
from knell.web.site.urls import urlpatterns

PUBLIC = {"town", "enter", "settings"}
PREPARED = [{"name": name, "traveller": None, "evil": None} for name in site.PEOPLE]


def addresses(game: str) -> Iterator[tuple[str, str]]:
    """Every address of the site, by the name of its view."""
    row = Game.objects.get(id=game)
    draft = Draft.objects.create(script=load("cheomseongdae").to_data(), people=PREPARED)
    script = StoredScript.objects.first() or add_script(load("cheomseongdae"))
    arguments = {
        "game_id": game,
        "slug": row.town,
        "draft_id": draft.id,
        "script_id": script.id,
        "code": secrets.token_urlsafe(18),
    }
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        name = pattern.name or ""
        wanted = {key: arguments[key] for key in pattern.pattern.converters}
        yield name, reverse(name, kwargs=wanted)


def secrets_of(game: str, *, told: tuple[str, ...] = ()) -> set[str]:
    """Every word of a game that not everybody may read: characters, marks, notes, the Storyteller's key."""
    playing = registry.get(game)
    view = storyteller_view(playing.table)
    ids = set(playing.header.script.characters) - set(told)
    found = set(ids)
    for language in languages():
        with use_language(language):
            found |= {character_name(i) for i in ids}
            found |= {playing.words.token(t["name"]) for p in view["players"] for t in p["tokens"]}
    found |= {note.text for note in playing.notes} | {game}
    return {one for one in found if one}


def contained(secrets_: set[str], text: str) -> set[str]:
    return {one for one in secrets_ if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE)}


def everything_that_anybody_gets(game: str, client: Client) -> Iterator[tuple[str, str]]:
    for name, address in addresses(game):
        for language in languages():
            for method in (client.get, client.post):
                response = method(address, headers={"accept-language": language})
                text = response.content.decode()
                headers = " ".join(f"{k}: {v}" for k, v in response.headers.items() if k != "Location")
                yield f"{name} {address} {response.status_code}", text + headers


def play_on(game: str, client: Client, steps: int) -> None:
    for _ in range(steps):
        if site.table(game).over:
            return
        assert site.post(client, game, "default").status_code == 303


@pytest.mark.parametrize("steps", [0, 4, 12, 20, 60, 200])
def test_no_page_tells_anybody_a_secret(steps: int) -> None:
    game = site.new_game()
    client = site.storyteller()
    site.post(client, game, "note", text="Ada bluffs badly")
    play_on(game, client, steps)
    known = secrets_of(game)
    for where, text in everything_that_anybody_gets(game, site.anybody()):
        shown = contained(known - ({game} if game in where else set()), text)
        assert not shown, where


def test_only_three_views_answer_anybody() -> None:
    game = site.new_game()
    client = site.anybody()
    site.storyteller()
    for name, address in addresses(game):
        for method in (client.get, client.post):
            response = method(address)
            if name not in PUBLIC:
                assert response.status_code == 403, address
            assert response.status_code != 500, address
    assert Game.objects.filter(id=game).exists()


def test_an_old_or_wrong_key_is_nobodys() -> None:
    game = site.new_game()
    old = site.storyteller()
    new = site.storyteller()
    assert new.get(f"/game/{game}/").status_code == 200
    for client in (old, site.anybody()):
        assert client.get(f"/game/{game}/").status_code == 403
        assert client.get("/").status_code == 403
        assert client.post(f"/game/{game}/default", {"state": site.state(game)}).status_code == 403
    forged = site.anybody()
    forged.cookies[auth.COOKIE] = Device.objects.filter(active=True).get().key_hash
    assert forged.get("/").status_code == 403


def test_taking_over_asks_first_and_works_once() -> None:
    first = site.storyteller()
    code = auth.new_code()
    second = site.anybody()
    page = second.get(f"/enter/{code}")
    assert page.status_code == 200
    assert first.get("/").status_code == 200, "nothing has happened yet"
    assert second.post(f"/enter/{code}").status_code == 303
    assert second.get("/").status_code == 200
    assert first.get("/").status_code == 403
    assert site.anybody().post(f"/enter/{code}").status_code == 403
    assert site.anybody().get("/enter/something").status_code == 403


def test_cookies_are_for_this_site_and_not_for_scripts() -> None:
    client = site.storyteller()
    key = client.cookies[auth.COOKIE]
    assert key["httponly"]
    assert key["samesite"] == "Strict"
    client.get("/settings/")
    assert client.cookies["knell_csrf"]["httponly"]
    assert client.cookies["knell_csrf"]["samesite"] == "Strict"


def test_no_key_stands_in_a_page_or_in_the_database() -> None:
    client = site.storyteller()
    game = site.new_game()
    key = client.cookies[auth.COOKIE].value
    for name, address in addresses(game):
        if name != "enter":
            assert key not in client.get(address).content.decode()
    assert not Device.objects.filter(key_hash=key).exists()


def test_forms_need_their_token() -> None:
    game = site.new_game()
    client = site.storyteller(csrf=True)
    before = site.state(game)
    for name, address in addresses(game):
        response = client.post(address, {"state": before, "op": "next", "language": "ko"})
        assert response.status_code == 403, name
    assert site.state(game) == before
    assert Game.objects.filter(id=game).exists()
    assert not Note.objects.exists()


def test_forms_from_elsewhere_are_refused() -> None:
    game = site.new_game()
    client = site.storyteller(csrf=True)
    client.get("/settings/")
    token = client.cookies["knell_csrf"].value
    form = {"state": site.state(game), "csrfmiddlewaretoken": token}
    address = f"/game/{game}/default"
    assert client.post(address, form, headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post(address, form, headers={"origin": "null"}).status_code == 403
    assert client.post(address, form, headers={"origin": "http://localhost"}).status_code == 303


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("localhost:8484", 200),
        ("127.0.0.1:8484", 200),
        ("[::1]:8484", 200),
        ("192.168.1.20:8484", 200),
        ("10.1.2.3", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("8.8.8.8", 400),
        ("localhost@evil.example", 400),
        ("127.0.0.1.evil.example", 400),
        ("", 400),
    ],
)
def test_other_names_for_this_machine_are_refused(host: str, status: int) -> None:
    client = site.anybody()
    assert client.get("/settings/", headers={"host": host}).status_code == status


def test_every_response_is_strict() -> None:
    game = site.new_game()
    client = site.storyteller()
    for name, address in addresses(game):
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, name
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cache-Control"] == "no-store"


INLINE = re.compile(r"<script(?![^>]*\ssrc=)|\sstyle=|<style|\son[a-z]+=|javascript:", re.IGNORECASE)
ELSEWHERE = re.compile(r"(?:src|href|action)=[\"'](?:https?:)?//", re.IGNORECASE)


def test_no_page_holds_scripts_or_styles_or_asks_other_hosts() -> None:
    game = site.new_game(steps=6)
    client = site.storyteller()
    for name, address in addresses(game):
        page = client.get(address).content.decode()
        assert not INLINE.findall(page), name
        assert not ELSEWHERE.findall(page), name


def test_names_are_only_names() -> None:
    evil = '<img src=x onerror=alert(1)>{% url "home" %}{0}&amp;'
    people = (evil, '"><script>alert(1)</script>', "'; DROP TABLE web_game; --", "Dot", "Eve", "Fay", "Gus")
    game = site.new_game(people)
    client = site.storyteller()
    play_on(game, client, 30)
    pages = [address for _, address in addresses(game)]
    pages += [f"/game/{game}/?seat={n}" for n in range(3)]
    for address in pages:
        response = client.get(address)
        page = response.content.decode()
        assert response.status_code != 500, address
        if not response.headers["Content-Type"].startswith("text/html"):
            continue
        assert "<img src=x" not in page, address
        assert "<script>alert" not in page, address
    seen = site.anybody().get(site.town(game)).content.decode()
    assert "&lt;img src=x onerror=alert(1)&gt;" in seen


def test_names_are_kept_short_and_on_one_line() -> None:
    client = site.storyteller()
    response = client.post("/scripts/cheomseongdae/new")
    address = response.headers["Location"]
    names = ["A" * 5000, "B\nC\x00\u202eD", "<img src=x>", " E  F ", "G", "", ""]
    client.post(address, {"name": names, "traveller": [""] * 7, "side": [""] * 7, "op": "keep"})
    kept = [one["name"] for one in Draft.objects.get().people]
    assert kept[0] == "A" * 40
    assert kept[1] == "B CD"
    assert kept[2] == "<img src=x>"
    assert kept[3] == "E F"


def test_large_requests_are_refused() -> None:
    client = site.storyteller()
    game = site.new_game()
    assert site.post(client, game, "note", text="x" * 300_000).status_code == 400
    many = {"state": site.state(game), **{f"field{n}": "x" for n in range(1000)}}
    assert client.post(f"/game/{game}/default", many).status_code == 400
    deep = site.post(client, game, "answer", answer="[" * 1900)
    assert deep.status_code == 422


GARBAGE = (
    "",
    "x",
    "-1",
    "99",
    "true",
    "null",
    "[]",
    "{}",
    '{"players":[0,0],"character":"imp"}',
    "1e999",
    "\x00",
    "٣",
)


@pytest.mark.parametrize("steps", [0, 3, 8, 14, 25])
def test_garbage_is_refused_with_a_sentence(steps: int) -> None:
    game = site.new_game()
    client = site.storyteller()
    play_on(game, client, steps)
    fields = (
        *("answer", "player", "character", "number", "act", "nominator", "nominee", "override", "entry"),
        *("name", "level", "stage", "up", "until", "seconds", "count"),
    )
    names = ("answer", "act", "override", "goto", "automation", "reveal", "votes", "timer", "confirm")
    for name in names:
        for value in GARBAGE:
            response = site.post(client, game, name, **dict.fromkeys(fields, value))
            assert response.status_code in (303, 409, 422), (name, value)
    for act in ("nominate", "exile", "use", "execute", "join", "leave", "close"):
        for value in GARBAGE:
            response = site.post(client, game, "act", **dict.fromkeys(fields, value) | {"act": act})
            assert response.status_code in (303, 422), (act, value)


def test_titles_of_uploaded_scripts_are_only_text() -> None:
    client = site.storyteller()
    text = '[{"id":"_meta","name":"<script>alert(1)</script>","author":"</title><img src=x>"},"imp","monk"]'
    response = client.post("/scripts/upload/", {"text": text})
    assert response.status_code == 303
    for address in (response.headers["Location"], "/"):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_travellers_are_public_and_their_side_is_not() -> None:
    assert FACTS["beggar"].type == "traveller"
    game = site.new_game()
    client = site.storyteller()
    site.to_day(client, game)
    joined = site.post(client, game, "act", act="join", name="Zed", character="beggar", evil="1", after="0")
    assert joined.status_code == 303
    seen = site.anybody().get(site.town(game)).content.decode()
    assert "Zed" in seen
    assert "Beggar" in seen
    known = secrets_of(game)
    assert not contained(known, seen)


# -- while the device is covered ---------------------------------------------------------------------


def covered_answers(client: Client, game: str) -> list[tuple[str, int, str, bytes]]:
    """What a browser gets from every address of the Storyteller's, as a reader and with old forms."""
    found = []
    for name, address in addresses(game):
        if name in (*PUBLIC, "cover", "handout"):
            continue
        for method in (client.get, client.post):
            response = method(address)
            found.append((name, response.status_code, response.headers.get("Location", ""), response.content))
    return found


@pytest.mark.parametrize("kind", ["closed", "vote", "handout"])
def test_a_covered_device_gets_its_cover_and_nothing_else(kind: str) -> None:
    game = site.new_game()
    other = site.new_game()
    client = site.storyteller()
    if kind == "handout":
        client.post(reverse("handout", args=[game]), {"op": "pass:0"})
    elif kind == "vote":
        site.to_day(client, game)
        site.post(client, game, "act", act="nominate", nominator="0", nominee="1")
        site.post(client, game, "votes")
    else:
        client.post(reverse("cover", args=[game]))
    before = site.state(game)
    for one in (game, other):
        for name, status, location, content in covered_answers(client, one):
            assert (name, status, location, content) == (name, 303, reverse("cover", args=[game]), b"")
    assert site.state(game) == before
    covering.forget()
    assert client.get("/").status_code == 303
    seen = client.get(reverse("cover", args=[game]), follow=True).content.decode()
    assert "Storyteller: hold to open" in seen or "Hold here to look" in seen
    assert not any(name in seen for name in ("Imp", "Poisoner") if kind != "handout")


def test_whoever_holds_a_covered_device_cannot_look_at_the_next_token() -> None:
    game = site.new_game()
    client = site.storyteller()
    handout = reverse("handout", args=[game])
    client.post(handout, {"op": "pass:0"})
    for op in ("pass:3", "again", "done"):
        client.post(handout, {"op": op})
        assert registry.get(game).handout["at"] == 0
    client.post(reverse("cover", args=[game]), {"op": "open"})
    assert client.get(reverse("game", args=[game])).status_code == 303
    client.post(handout, {"op": "open"})
    assert client.get(reverse("game", args=[game])).status_code == 200


def test_another_device_that_takes_over_is_not_covered() -> None:
    game = site.new_game()
    first = site.storyteller()
    first.post(reverse("cover", args=[game]))
    second = site.storyteller()
    assert second.get(reverse("game", args=[game])).status_code == 200

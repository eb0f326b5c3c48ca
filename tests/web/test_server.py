"""Real servers: killed, started again, watched, full, and refusing to be unsafe."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import site_of_knell as site

NAMES = ("Ada", "Bo", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo")


def deal(server: site.Server) -> str:
    """Take a game in and return its id."""
    reply = server.upload("/games/import/", "game.knell.jsonl", _record())
    assert reply.status == 303, reply.text
    return reply.path.split("/")[2]


def _record() -> str:
    game = site.new_game(NAMES, steps=3)
    lines = "\n".join(site.journal.lines_of(game))
    site.empty()
    return lines


def state(server: site.Server, game: str) -> str:
    found = re.search(r'data-state="([^"]*)"', server.get(f"/game/{game}/").text)
    assert found is not None
    return found[1]


def version(server: site.Server, game: str) -> int:
    found = re.search(r'data-version="(\d+)"', server.get(f"/game/{game}/").text)
    assert found is not None
    return int(found[1])


def step(server: site.Server, game: str, at: str, name: str = "default", **fields: str) -> str:
    reply = server.post(f"/game/{game}/{name}", {"state": at, **fields})
    assert reply.status == 303, (reply.status, reply.text[-2000:])
    return state(server, game)


def town_of(server: site.Server, game: str) -> str:
    found = re.search(r"/town/[a-z0-9]+/", server.get(f"/game/{game}/town/").text)
    assert found is not None
    return found[0]


def test_killed_again_and_again_it_goes_on(server: site.Server) -> None:
    server.enter()
    game = deal(server)
    at = state(server, game)
    for _ in range(5):
        for _ in range(4):
            at = step(server, game, at)
        server.kill()
        server.start()
        assert state(server, game) == at
        at = step(server, game, at)


def test_killed_while_it_writes_it_loses_at_most_that(server: site.Server) -> None:
    server.enter()
    game = deal(server)
    for round_ in range(6):
        at = state(server, game)
        before = server.get(f"/game/{game}/record").text.splitlines()
        pid = server.pid
        killer = subprocess.Popen(["sh", "-c", f"sleep 0.0{round_ * 3 + 1}; kill -9 {pid}"])
        answered = before
        try:
            for _ in range(40):
                reply = server.post(f"/game/{game}/default", {"state": at})
                if reply.status != 303:
                    break
                answered = [*answered, "one more"]
                at = state(server, game)
        except OSError:
            pass
        killer.wait()
        server.kill()
        server.start()
        after = server.get(f"/game/{game}/record").text.splitlines()
        assert after[: len(before)] == before
        assert len(after) >= len(answered)
        step(server, game, state(server, game))


def test_the_town_is_told_by_day_and_nothing_by_night(server: site.Server) -> None:
    server.enter()
    game = deal(server)
    town = town_of(server, game)
    version = re.search(r'data-version="([^"]*)"', server.get(town).text)
    assert version is not None
    stream = server.stream(f"{town}live?version={version[1]}&lang=en")
    other = server.stream(f"{town}live?lang=ko")
    assert "text/event-stream" in stream.read(0.5)
    assert "event: town" in other.read(0.5)
    at = state(server, game)
    heard = ""
    while 'asked":"day"' not in _last_question(server, game):
        assert "event:" not in heard, "by night nothing is sent"
        at = step(server, game, at)
        heard = stream.read(0.05)
        if _by_day(server, game):
            break
    assert "event:" not in stream.read(0.5), "before the dawn is said nothing is sent"
    step(server, game, state(server, game), "say", moment="3")
    assert "event: town" in stream.read(0.5)
    at = step(server, game, state(server, game), "act", act="close")
    stream.read(0.5)
    assert _by_day(server, game) is False
    for _ in range(4):
        at = step(server, game, at)
    at = step(server, game, at, "undo")
    assert "event:" not in stream.read(0.5)
    for open_ in (stream, other):
        assert not re.search("imp|poisoner|임프|독살범", open_.received.decode(), re.IGNORECASE)
        open_.close()


def _last_question(server: site.Server, game: str) -> str:
    return server.get(f"/game/{game}/record").text.splitlines()[-1]


def _by_day(server: site.Server, game: str) -> bool:
    told = server.get(f"/game/{game}/story").text
    days, nights = (
        re.findall(r"^Day \d+ begins", told, re.MULTILINE),
        re.findall(r"^Night \d+ falls", told, re.MULTILINE),
    )
    return len(days) == len(nights)


def test_only_the_storyteller_watches_the_game(server: site.Server) -> None:
    assert server.get("/game/abc/live").status == 403
    server.enter()
    game = deal(server)
    stream = server.stream(f"/game/{game}/live")
    assert f'event: state\ndata: {{"version": {version(server, game)}}}' in stream.read(0.5)
    before = version(server, game)
    step(server, game, state(server, game))
    after = version(server, game)
    assert after > before
    assert f'"version": {after}' in stream.read(0.5)
    stream.close()
    server.cookies.clear()
    assert server.get(f"/game/{game}/live").status == 403
    assert server.get("/town/nothing/live").status == 404


def test_streams_that_are_left_are_forgotten(server: site.Server) -> None:
    server.enter()
    game = deal(server)
    town = town_of(server, game)
    for _ in range(3):
        streams = [server.stream(f"{town}live") for _ in range(150)]
        for stream in streams:
            assert "200 OK" in stream.read(0.02) or "200 OK" in stream.read(1)
            stream.close()
        time.sleep(0.3)
    last = server.stream(f"{town}live")
    assert "200 OK" in last.read(1)
    last.close()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of files are another thing there")
def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    server = site.Server(tmp_path / "data")
    server.start()
    server.enter()
    game = deal(server)
    at = state(server, game)
    import resource

    # As if there were no room for another byte in any file.
    size = max(path.stat().st_size for path in server.data.glob("knell.sqlite3*"))
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    refused = 0
    for _ in range(60):
        reply = server.post(f"/game/{game}/default", {"state": at})
        if reply.status == 507:
            refused += 1
            assert "written" in reply.text
            assert state(server, game) == at
            if refused == 3:
                break
            continue
        assert reply.status == 303, reply.text[-3000:]
        at = state(server, game)
    assert refused == 3
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    at = step(server, game, at)
    server.kill()
    server.start()
    assert state(server, game) == at
    server.kill()


def test_two_servers_dont_share_the_games(server: site.Server) -> None:
    done = _try({"KNELL_DATA": str(server.data), "KNELL_PORT": str(site.free_port())})
    assert done.returncode == 1
    assert "already running" in done.stderr
    assert str(server.port) in done.stderr


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"KNELL_HOST": "8.8.8.8"}, "open to the internet"),
        ({"KNELL_HOST": "2001:4860:4860::8888"}, "open to the internet"),
        ({"KNELL_PORT": "0"}, "must be a number"),
        ({"KNELL_PORT": "web"}, "must be a number"),
        ({"KNELL_SEED": "dice"}, "must be a number"),
        ({"KNELL_URL": "http://knell.example.org"}, "must be an address like https"),
        ({"KNELL_URL": "https://8.8.8.8", "KNELL_HOST": "8.8.8.8"}, "open to the internet"),
        ({"KNELL_URL": "https://knell.example.org?a=1"}, "must be an address like https"),
        ({"KNELL_URL": "https://me@knell.example.org"}, "must be an address like https"),
        ({"KNELL_URL": "https://knell example.org"}, "must be an address like https"),
        ({"KNELL_URL": "https://knell.example.org:99999"}, "must be an address like https"),
        ({"KNELL_URL": "https://[::1"}, "must be an address like https"),
        ({"KNELL_TLS_KEY": "/nowhere"}, "both"),
        ({"KNELL_TLS_KEY": "/nowhere", "KNELL_TLS_CERTIFICATE": "/nowhere"}, "no file"),
        ({"KNELL_HOST": "nowhere.invalid"}, "can't listen"),
    ],
)
def test_it_doesnt_start_unsafely(tmp_path: Path, environment: dict[str, str], said: str) -> None:
    done = _try({"KNELL_DATA": str(tmp_path), **environment})
    assert done.returncode == 1
    assert said in done.stderr


def test_a_certificate_that_cant_be_used_is_said_before_anything_else(tmp_path: Path) -> None:
    paths = {name: tmp_path / name for name in ("KNELL_TLS_CERTIFICATE", "KNELL_TLS_KEY")}
    for path in paths.values():
        path.write_text("nothing of the kind")
    done = _try({"KNELL_DATA": str(tmp_path), **{name: str(path) for name, path in paths.items()}})
    assert done.returncode == 1
    assert all(str(path) in done.stderr for path in paths.values())
    assert "/enter/" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped in another way there")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_while_somebody_watches(server: site.Server, how: signal.Signals) -> None:
    server.enter()
    game = deal(server)
    at = state(server, game)
    streams = [server.stream(f"{town_of(server, game)}live") for _ in range(20)]
    streams.append(server.stream(f"/game/{game}/live"))
    for stream in streams:
        assert "200 OK" in stream.read(1, until="retry")
    process = server.process
    begun = time.monotonic()
    process.send_signal(how)
    printed, _ = process.communicate(timeout=20)
    assert time.monotonic() - begun < 1.5
    assert process.returncode == 0
    assert "Everything is kept" in printed
    assert "ERROR" not in printed
    for stream in streams:
        assert stream.read(0.5).endswith("0\r\n\r\n"), "it ended as it should"
        stream.close()
    server.start()
    assert state(server, game) == at


def test_games_that_cant_be_opened_are_said(server: site.Server) -> None:
    server.stop()
    with closing(sqlite3.connect(server.data / "knell.sqlite3", isolation_level=None)) as database:
        database.execute("DROP TABLE web_handover")
    done = _try({"KNELL_DATA": str(server.data), "KNELL_PORT": str(server.port)})
    assert done.returncode == 1
    assert "can't be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_file_is_said_to_be_damaged(server: site.Server) -> None:
    server.enter()
    game = deal(server)
    line = server.get(f"/game/{game}/record").text.splitlines()[-1].encode()
    server.stop()
    path = server.data / "knell.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        size = database.execute("PRAGMA page_size").fetchone()[0]
    content = path.read_bytes()
    page = content.index(line) // size
    path.write_bytes(content[: page * size] + b"\xff" * size + content[(page + 1) * size :])
    server.start()
    for where in ("", "record"):
        reply = server.get(f"/game/{game}/{where}")
        assert reply.status == 507
        assert "is damaged" in reply.text
        assert "Make room" not in reply.text
    assert server.get("/games/").status == 200


def test_a_port_in_use_is_said(server: site.Server, tmp_path: Path) -> None:
    done = _try({"KNELL_DATA": str(tmp_path), "KNELL_PORT": str(server.port)})
    assert done.returncode == 1
    assert "--port" in done.stderr


_COMMAND = (
    "import sys, argparse\n"
    "from knell.cli import serve\n"
    "parser = argparse.ArgumentParser()\n"
    "serve.add_parser(parser.add_subparsers())\n"
    "parsed = parser.parse_args(['serve', '--no-browser'])\n"
    "sys.exit(parsed.run(parsed, None))\n"
)


def _try(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("KNELL_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "-c", _COMMAND],
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_what_is_kept_is_this_users_alone(server: site.Server) -> None:
    for path in (server.data, *server.data.iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path


def test_behind_a_proxy_cookies_are_for_https(tmp_path: Path) -> None:
    server = site.Server(tmp_path / "data", KNELL_URL="https://knell.example.org")
    server.start()
    through = {"Host": "knell.example.org", "X-Forwarded-Proto": "https"}
    reply = server.get(server.entrance, **through)
    assert reply.status == 303
    for name, value in reply.headers:
        if name.lower() == "set-cookie":
            assert "Secure" in value
    page = server.get("/hand-over/", **through)
    assert page.status == 200
    assert page.header("Strict-Transport-Security")
    assert server.get("/", Host="other.example.org").status == 400
    server.kill()


@pytest.mark.parametrize("url", ["HTTPS://Knell.Example.org/", "https://knell.example.org:443"])
def test_an_address_outside_may_be_written_in_any_way(tmp_path: Path, url: str) -> None:
    through = {"Host": "knell.example.org", "Origin": "https://knell.example.org"}
    with contextmanager(site.serving)(tmp_path / "data", KNELL_URL=url) as server:
        assert server.get(server.entrance, **through).status == 303
        assert server.post("/settings/", {"language": "ko"}, **through).status == 303


def test_no_secret_is_printed(tmp_path: Path) -> None:
    server = site.Server(tmp_path / "data")
    server.start()
    server.enter()
    game = deal(server)
    at = state(server, game)
    for _ in range(5):
        at = step(server, game, at)
    server.post(f"/game/{game}/answer", {"state": at, "answer": '"imp"'})
    server.get("/nowhere/imp")
    server.process.terminate()
    printed, _ = server.process.communicate(timeout=20)
    assert game not in printed
    assert server.cookies["knell_storyteller"] not in printed
    assert "imp" not in printed


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"These are my games.\n" * 100, "can't be opened"),
        (b"SQLite format 3\x00" + b"\xff" * 4096, "can't be opened"),
        ("CREATE TABLE bookmark (url TEXT)", "another program"),
        (
            """CREATE TABLE django_migrations (app TEXT, name TEXT); CREATE TABLE web_game (id TEXT);
            INSERT INTO django_migrations VALUES ('web', '9999_wings')""",
            "newer Knell (9999_wings)",
        ),
    ],
)
def test_a_file_that_isnt_our_database_is_left_alone(tmp_path: Path, content: bytes | str, said: str) -> None:
    path = tmp_path / "knell.sqlite3"
    if isinstance(content, str):
        with closing(sqlite3.connect(path)) as database:
            database.executescript(content)
        content = path.read_bytes()
    else:
        path.write_bytes(content)
    done = _try({"KNELL_DATA": str(tmp_path)})
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == content


def test_a_folder_in_the_place_of_the_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "knell.sqlite3").mkdir()
    done = _try({"KNELL_DATA": str(tmp_path)})
    assert done.returncode == 1
    assert "is a folder" in done.stderr


@pytest.mark.parametrize("content", [b"\xff\xfe" * 30, b" \n", b"short", b"one key\nand another line of it"])
def test_a_key_that_is_damaged_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret-key").write_bytes(content)
    done = _try({"KNELL_DATA": str(tmp_path)})
    assert done.returncode == 1
    assert "secret-key is damaged" in done.stderr
    assert "Delete it" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "secret-key").read_bytes() == content


def test_a_certificate_that_is_none_is_said(tmp_path: Path) -> None:
    for name in ("certificate", "key"):
        (tmp_path / name).write_bytes(b"\x00 nonsense")
    given = {"KNELL_TLS_CERTIFICATE": str(tmp_path / "certificate"), "KNELL_TLS_KEY": str(tmp_path / "key")}
    done = _try({"KNELL_DATA": str(tmp_path), **given})
    assert done.returncode == 1
    assert "can't be used" in done.stderr
    assert "Traceback" not in done.stderr

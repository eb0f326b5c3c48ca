"""Strangers on the network: they may be many, silent, slow and long-winded, and nobody else notices."""

import contextlib
import re
import resource
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import site_of_knell as site
from knell.web.site import asgi, connections

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="a second address of this machine is needed, 127.0.0.2"
)

STRANGER = "127.0.0.2"


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[site.Server]:
    yield from site.serving(
        tmp_path / "data", KNELL_HOST="127.0.0.1", KNELL_CONNECTIONS="300", KNELL_CONNECTIONS_EACH="100"
    )


@contextlib.contextmanager
def strangers(port: int, count: int, *, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(STRANGER, 0))
            with contextlib.suppress(OSError):
                one.sendall(sent)
            opened.append(one)
        yield opened
    finally:
        for one in opened:
            one.close()


def closed(one: socket.socket, within: float) -> bool:
    """Whether the other side has ended a connection."""
    one.settimeout(within)
    try:
        while one.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def files_of(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def test_a_thousand_silent_connections_lock_nobody_out(serving: site.Server) -> None:
    serving.enter()
    with strangers(serving.port, 1000) as opened:
        assert serving.get("/settings/").status == 200
        assert files_of(serving.pid) < 250, "no more than a hundred of them are in"
        assert closed(opened[-1], 2), "the last one found the door shut"
        assert not closed(opened[0], 0.1)


def test_who_never_asks_is_closed_after_a_while(serving: site.Server) -> None:
    with strangers(serving.port, 3) as silent, strangers(serving.port, 3, sent=b"GET / HT") as slow:
        begun = time.monotonic()
        for one in (*silent, *slow):
            assert closed(one, connections.HEAD_WITHIN + 3 - (time.monotonic() - begun))


def test_a_drop_now_and_then_is_no_request(serving: site.Server) -> None:
    with strangers(serving.port, 1, sent=b"GET / HTTP/1.1\r\n") as (one,):
        end = time.monotonic() + connections.HEAD_WITHIN + 3
        with contextlib.suppress(OSError):
            while time.monotonic() < end:
                one.sendall(b"A: b\r\n")
                time.sleep(0.5)
        assert time.monotonic() < end


def test_when_the_house_is_full_those_who_wait_for_nothing_go(tmp_path: Path) -> None:
    with contextlib.contextmanager(site.serving)(
        tmp_path / "data", KNELL_CONNECTIONS="50", KNELL_CONNECTIONS_EACH="1000"
    ) as server:
        server.enter()
        with strangers(server.port, 200):
            for _ in range(5):
                assert server.get("/settings/").status == 200


def test_the_first_lines_of_a_request_have_an_end(serving: site.Server) -> None:
    endless = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: " + b"x" * 10_000
    with strangers(serving.port, 1, sent=endless) as (one,):
        with contextlib.suppress(OSError):
            for _ in range(100):
                one.sendall(b"x" * 10_000)
                time.sleep(0.01)
        assert closed(one, 2)


def memory(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))
    assert found is not None
    return int(found[1]) * 1024


def test_unfinished_uploads_take_no_memory(serving: site.Server) -> None:
    size = asgi.LARGEST - 1
    head = f"POST /games/import/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n\r\n".encode()
    before = memory(serving.pid)
    with strangers(serving.port, 60, sent=head + b"x" * 1_000_000) as opened:
        time.sleep(1)
        assert memory(serving.pid) - before < 20_000_000
        assert b" 413 " in opened[0].recv(100)
        assert serving.get("/settings/").status == 200


def test_what_is_refused_fills_no_log(tmp_path: Path) -> None:
    server = site.Server(tmp_path / "data", KNELL_CONNECTIONS_EACH="5")
    server.start()
    for sent in (b"\x16\x03\x01nonsense\r\n\r\n", b"GET /\xff HTTP/9\r\n\r\n", b""):
        for _ in range(60):
            with strangers(server.port, 1, sent=sent):
                pass
    with strangers(server.port, 50):
        pass
    for _ in range(100):
        server.get("/nowhere")
        server.get("/", Host="elsewhere.example.org")
    process = server.process
    process.terminate()
    printed, _ = process.communicate(timeout=20)
    assert len(printed.splitlines()) < 20, printed


def test_a_log_that_nobody_reads_stops_nothing(tmp_path: Path) -> None:
    """Nobody reads what this server prints, and a pipe holds 64 kB."""
    server = site.Server(tmp_path / "data", KNELL_LOG="debug")
    server.start()
    for _ in range(3000):
        with strangers(server.port, 1, sent=b"\x16nonsense\r\n\r\n"):
            pass
    assert server.get("/settings/").status in (200, 403)
    server.kill()


def test_the_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        server = site.Server(tmp_path / "data")
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    limits = Path(f"/proc/{server.pid}/limits").read_text(encoding="ascii")
    server.kill()
    found = re.search(r"Max open files\s+(\d+)", limits)
    assert found is not None
    assert int(found[1]) > 1000

"""The site for tests: its own database, a browser without a screen, and real servers that can be killed."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

_before = {name: os.environ.get(name) for name in ("KNELL_DATA", "DJANGO_SETTINGS_MODULE")}
DATA: Final = Path(tempfile.mkdtemp(prefix="knell-site-"))
os.environ["KNELL_DATA"] = str(DATA)
os.environ["DJANGO_SETTINGS_MODULE"] = "knell.web.site.settings"

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from knell.engine import Phase  # noqa: E402
from knell.record import Deal, Header, ScriptPart, Table  # noqa: E402
from knell.scripts import Script, load  # noqa: E402
from knell.web.games import journal as journal  # noqa: E402, PLC0414 - for the tests
from knell.web.games import registry  # noqa: E402
from knell.web.games.models import Device, Draft, Game, Handover, Setting, StoredScript  # noqa: E402
from knell.web.site import auth  # noqa: E402

if _before["KNELL_DATA"] is None:
    del os.environ["KNELL_DATA"]
else:
    os.environ["KNELL_DATA"] = _before["KNELL_DATA"]

call_command("migrate", verbosity=0)

PEOPLE: Final = ("Ada", "지민", "Bo", "서연", "<img src=x>", "Dot", "하준", "Eve", "Sam", "Sam")


def close_all() -> None:
    """Close every game; whoever needs one next opens it anew from the database."""
    for game in Game.objects.values_list("id", flat=True):
        registry.forget(game)


def empty() -> None:
    """Forget everything that an earlier test left behind."""
    for game in Game.objects.all():
        registry.forget(game.id)
    for model in (Game, Draft, StoredScript, Setting, Handover, Device):
        model.objects.all().delete()
    registry.forget_start()
    auth.forget()


def storyteller(*, csrf: bool = False) -> Client:
    """A browser that runs the games."""
    client = Client(enforce_csrf_checks=csrf, headers={"host": "localhost"})
    response = client.get(f"/enter/{auth.new_code()}")
    if response.status_code == 200:
        response = client.post(f"/enter/{auth.new_code()}")
    assert response.status_code == 303
    return client


def anybody(*, csrf: bool = False) -> Client:
    """A browser of somebody else's."""
    return Client(enforce_csrf_checks=csrf, headers={"host": "localhost"})


def new_game(
    people: Sequence[str] = PEOPLE, *, script: Script | None = None, seed: int = 7, steps: int = 0
) -> str:
    """A dealt game at the first night and so many default answers later."""
    script = script or load("cheomseongdae")
    header = Header(ScriptPart.of(script), tuple(people), deal=Deal(), seed=seed, source=script.to_data())
    row = Game.objects.create(
        title=script.name, changed=timezone.now(), handout={"begun": True, "done": True}
    )
    journal.begin(row.id, header)
    with registry.playing(row.id) as playing:
        while playing.table.game.phase is Phase.SETUP:
            playing.table.answer_default()
        for _ in range(steps):
            playing.table.answer_default()
    return row.id


def table(game: str) -> Table:
    """The table of a game."""
    return registry.get(game).table


def state(game: str) -> str:
    """The state id that goes with a form now."""
    return registry.get(game).state


def town(game: str) -> str:
    """The address of a game's town square."""
    return reverse("town", args=[Game.objects.get(id=game).town])


def post(client: Client, game: str, view: str, /, **fields: Any) -> HttpResponse:
    """Send one of a game's forms, made for the state as it is."""
    fields.setdefault("state", state(game))
    response = client.post(reverse(view, args=[game]), fields)
    assert isinstance(response, HttpResponse)
    return response


def to_day(client: Client, game: str) -> None:
    """Answer with defaults until nominations can be made."""
    for _ in range(400):
        question = table(game).question
        assert question is not None
        if (moment := registry.get(game).to_say) is not None:
            assert post(client, game, "say", moment=moment).status_code == 303
            continue
        if question.name == "day":
            return
        assert post(client, game, "default").status_code == 303
    raise AssertionError("the day doesn't come")


# -- real servers ----------------------------------------------------------------------------------------

_SERVE: Final = (
    "from knell.web.base.configuration import Configuration\n"
    "from knell.web.site.server import serve\n"
    "serve(Configuration.from_environment(), browser=False, tell=lambda text: print(text, flush=True))\n"
)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A server in a process of its own, on a folder that outlives it."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.cookies: dict[str, str] = {}
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None
        self.entrance = ""

    def start(self) -> None:
        """Start it and wait until it answers."""
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("KNELL_", "DJANGO_"))}
        given = {"KNELL_DATA": str(self.data), "KNELL_PORT": str(self.port), **self._environment}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVE],
            env=clean | given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        found = re.search(r"/enter/\S+", first)
        assert found is not None, first + self._process.stdout.read()
        self.entrance = found[0]
        for _ in range(100):
            try:
                self.get("/settings/")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server doesn't answer")

    @property
    def address(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[str]:
        """The process it runs in."""
        assert self._process is not None
        return self._process

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        """Kill it without a warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=20)
            self._process = None

    def enter(self) -> None:
        """Become the Storyteller."""
        assert self.get(self.entrance).status == 303

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, fields: Any, **headers: str) -> Reply:
        """Send a form with the token that belongs to it."""
        if "knell_csrf" not in self.cookies:
            self.get("/settings/")
        body = urlencode([*dict(fields).items(), ("csrfmiddlewaretoken", self.cookies.get("knell_csrf", ""))])
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, body, {**kind, **headers})

    def upload(self, path: str, name: str, content: str) -> Reply:
        """Send a form with a file."""
        if "knell_csrf" not in self.cookies:
            self.get("/settings/")
        token = self.cookies["knell_csrf"]
        head = "--x\r\nContent-Disposition: form-data; name="
        body = (
            f'{head}"csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
            f'{head}"file"; filename="{name}"\r\n\r\n{content}\r\n--x--\r\n'
        )
        return self.ask("POST", path, body, {"Content-Type": "multipart/form-data; boundary=x"})

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Reply:
        """One request, with the cookies of those before."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **headers}
        line.request(
            method,
            path,
            None if body is None else body.encode(),
            {k.replace("_", "-"): v for k, v in sent.items() if v},
        )
        response = line.getresponse()
        reply = Reply(response.status, response.getheaders(), response.read().decode())
        line.close()
        for name, value in reply.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return reply

    def stream(self, path: str) -> Stream:
        """Watch a stream of events."""
        return Stream(self.port, path, "; ".join(f"{k}={v}" for k, v in self.cookies.items()))


class Reply:
    """What a server answered."""

    def __init__(self, status: int, headers: list[tuple[str, str]], text: str) -> None:
        self.status = status
        self.headers = headers
        self.text = text

    def header(self, name: str) -> str:
        return next((v for k, v in self.headers if k.lower() == name.lower()), "")

    @property
    def path(self) -> str:
        """Where it sends the browser."""
        return urlsplit(self.header("Location")).path


class Stream:
    """An open stream of events."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        self._socket.sendall(request.encode())
        self.received = b""

    def read(self, seconds: float, until: str = "") -> str:
        """What comes in for so long, or until something came."""
        end = time.monotonic() + seconds
        new = b""
        while (left := end - time.monotonic()) > 0 and not (until and until.encode() in new):
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                break
            if not data:
                break
            new += data
        self.received += new
        return new.decode()

    def close(self) -> None:
        self._socket.close()


def serving(data: Path, **environment: str) -> Iterator[Server]:
    """A running server, for fixtures."""
    server = Server(data, **environment)
    server.start()
    try:
        yield server
    finally:
        server.kill()

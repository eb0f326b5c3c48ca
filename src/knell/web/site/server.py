"""Starting the server: checks first, then the database, then the door opens."""

from __future__ import annotations

import contextlib
import os
import pkgutil
import signal
import socket
import sqlite3
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import IO, Final

from knell.messages import N_, text
from knell.texts import _, fill
from knell.web.base import hosts
from knell.web.base.configuration import PORT, Configuration
from knell.web.games import migrations

__all__ = ["CannotServe", "refuse_foreign", "serve"]

_NEXT_PORTS: Final = 20
_FIRST_CODES: Final = timedelta(hours=12)


class CannotServe(Exception):  # noqa: N818 - named for what happened
    """The server can't be started like that; ``str()`` says why and what would help."""


def serve(known: Configuration, *, browser: bool, tell: Callable[[str], None]) -> None:
    """Run the server until somebody stops it. Raises ``CannotServe``."""
    _refuse_insecure(known)
    os.umask(0o077)  # what is written from here on is this user's alone
    try:
        known.make_folder()
        known.make_secret_key()
        lock = _lock(known.data / "serving.lock")
    except OSError as error:
        problem = N_("The data folder {folder} can't be used: {reason}. Choose another one with --data.")
        raise CannotServe(text(problem, folder=known.data, reason=error.strerror or error)) from error
    with lock, _socket(known) as listening:
        port: int = listening.getsockname()[1]
        _set_environment(known, port)
        with _opening(known.database):
            refuse_foreign(known.database)
            _prepare()
            _announce(known, port, browser=browser, tell=tell)
        _run(known, listening)
        tell(_("Knell has stopped. Everything is kept."))


def _refuse_insecure(known: Configuration) -> None:
    for path in (known.certificate, known.key):
        if path is not None and not path.is_file():
            raise CannotServe(text(N_("There is no file {path}."), path=path))
    if known.certificate is not None and known.key is not None:
        try:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(known.certificate, known.key, password="")
        except OSError as error:
            problem = N_("The certificate {certificate} with the key {key} can't be used: {reason}.")
            reason = error.strerror or error
            raise CannotServe(
                text(problem, certificate=known.certificate, key=known.key, reason=reason)
            ) from error
        return
    public = hosts.public_addresses(known.host)
    if public:
        problem = N_(
            "{host} is open to the internet ({address}), and without encryption anybody on the way could "
            "read the Grimoire. Either listen only on this machine (--host 127.0.0.1) and put a web server "
            "with HTTPS before it (KNELL_URL), or give Knell a certificate (KNELL_TLS_CERTIFICATE, "
            "KNELL_TLS_KEY)."
        )
        raise CannotServe(text(problem, host=known.host or "0.0.0.0", address=", ".join(public)))  # noqa: S104


def _lock(path: Path) -> IO[bytes]:
    """See that no other process serves the same games; held until the file is closed."""
    file = path.open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        where = file.read(200).decode(errors="replace").strip()
        file.close()
        problem = N_("Knell is already running with these games: {address}. Stop it first, or choose --data.")
        raise CannotServe(text(problem, address=where or "?")) from error
    return file


def _socket(known: Configuration) -> socket.socket:
    """Listen, on the next free port if none was asked for."""
    first = known.port or PORT
    ports = [first] if known.port is not None else range(first, first + _NEXT_PORTS)
    last: OSError | None = None
    for port in ports:
        try:
            found = socket.getaddrinfo(
                known.host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
            family, kind, protocol, _name, address = found[0]
            listening = socket.socket(family, kind, protocol)
        except OSError as error:
            problem = N_("Knell can't listen on {host}: {reason}.")
            raise CannotServe(text(problem, host=known.host, reason=error.strerror or error)) from error
        try:
            if sys.platform != "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(512)
        except OSError as error:
            listening.close()
            last = error
            continue
        listening.setblocking(False)
        return listening
    reason = "" if last is None else last.strerror or str(last)
    problem = N_("Knell can't listen on {host}, port {port}: {reason}. Choose another one with --port.")
    raise CannotServe(text(problem, host=known.host, port=first, reason=reason))


def _set_environment(known: Configuration, port: int) -> None:
    """What was decided, for the parts that look it up themselves."""
    os.environ["KNELL_DATA"] = str(known.data)
    os.environ["KNELL_HOST"] = known.host
    os.environ["KNELL_SERVING_PORT"] = str(port)
    os.environ["DJANGO_SETTINGS_MODULE"] = "knell.web.site.settings"


@contextlib.contextmanager
def _opening(path: Path) -> Iterator[None]:
    """Say so when the database can't be read or written."""
    from django.db import DatabaseError

    try:
        yield
    except DatabaseError as error:
        problem = N_("The games in {path} can't be opened: {reason}.")
        raise CannotServe(text(problem, path=path, reason=error)) from error


def refuse_foreign(path: Path) -> None:
    """See that a database that is there already is Knell's, and none of a newer Knell.

    Raises ``CannotServe`` for an empty one and for one of another program, and Django's ``DatabaseError`` for
    what is no database.
    """
    if not path.exists():
        return
    if path.is_dir():
        raise CannotServe(
            text(N_("{path} should be the file with the games, but it is a folder."), path=path)
        )
    if not path.stat().st_size and not path.with_name(f"{path.name}-wal").exists():
        problem = N_(
            "The file with the games, {path}, is empty. Put a copy of it back, or delete it to begin without "
            "any games."
        )
        raise CannotServe(text(problem, path=path))
    tables, done = _what_is_in(path)
    if "web_game" not in tables and tables - {"django_migrations"}:
        problem = N_(
            "{path} is the database of another program. Move it away, or choose another folder with --data."
        )
        raise CannotServe(text(problem, path=path))
    if newer := sorted(done - _known_changes()):
        problem = N_(
            "The games in {path} were kept by a newer Knell ({change}). Use that one, or choose another "
            "folder with --data."
        )
        raise CannotServe(text(problem, path=path, change=newer[0]))


def _what_is_in(path: Path) -> tuple[set[str], set[str]]:
    """The tables of a database, and which changes of Knell's its games have been through."""
    from django.db import DatabaseError

    try:
        with contextlib.closing(sqlite3.connect(path)) as database:
            found = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            tables = {str(name) for (name,) in found if not name.startswith("sqlite_")}
            if "django_migrations" not in tables:
                return tables, set()
            made = database.execute("SELECT name FROM django_migrations WHERE app = 'web'").fetchall()
            return tables, {str(name) for (name,) in made}
    except sqlite3.Error as error:
        raise DatabaseError(error) from error


def _known_changes() -> set[str]:
    return {one.name for one in pkgutil.iter_modules(migrations.__path__)}


def _prepare() -> None:
    """Make the database what this version of Knell needs."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


def _announce(known: Configuration, port: int, *, browser: bool, tell: Callable[[str], None]) -> None:
    """Say how to get in, and open the browser."""
    from knell.web.base import network
    from knell.web.site import auth

    scheme = "https" if known.certificate is not None else "http"
    own = (
        known.host if not hosts.everywhere(known.host) and not hosts.is_loopback(known.host) else "127.0.0.1"
    )
    here = f"{scheme}://{f'[{own}]' if ':' in own else own}:{port}"
    (known.data / "serving.lock").write_text(here, encoding="utf-8")
    # With an address outside, what browsers are given is for HTTPS only, so the way in is that one.
    address = f"{known.url or here}/enter/{auth.new_code(_FIRST_CODES)}"
    running = _("Knell is running. Open: {address}")
    if not known.url:
        running = _("Knell is running. On this machine, open: {address}")
    tell(fill(running, address=address))
    if not known.url and network.only_here():
        hint = _("For a tablet or a phone in your network: {command}")
        tell(fill(hint, command="knell serve --host 0.0.0.0"))
    elif not known.url:
        outside = f"{network.base_url()}/enter/{auth.new_code(_FIRST_CODES)}"
        scan = _("To run the games from a tablet or a phone, scan this or open: {address}")
        tell(fill(scan, address=outside))
        tell(network.qr_terminal(outside))
        if not known.https:
            tell(_("On this network the connection isn't encrypted: use it among people you trust."))
    tell(_("Each address lets one browser in, once, and whoever opens it sees every secret."))
    tell(fill(_("The games are kept in {folder}. Stop with Ctrl-C; nothing is lost."), folder=known.data))
    if browser and _has_screen():
        threading.Timer(0.8, _open, [address]).start()


def _has_screen() -> bool:
    """Whether a browser that is opened can be seen, and isn't one in this terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def _run(known: Configuration, listening: socket.socket) -> None:
    import uvicorn

    from knell.web.games import live
    from knell.web.site import logs
    from knell.web.site.connections import Door, Limited, open_files

    proxy = hosts.LOOPBACK if known.url else frozenset[str]()

    class Connection(Limited):
        """As many as are allowed here."""

        door = Door(open_files(known.connections), known.connections_each, proxy)

    class Server(uvicorn.Server):
        """Ends what stays open for long before it waits for the rest."""

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            live.hub.close()
            await super().shutdown(sockets)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be asked to stop is no accident
    settings = uvicorn.Config(
        "knell.web.site.asgi:application",
        http=Connection,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
        ssl_certfile=known.certificate,
        ssl_keyfile=known.key,
        ws="none",
    )
    logs.begin(known.log)
    with contextlib.suppress(KeyboardInterrupt):
        Server(settings).run(sockets=[listening])

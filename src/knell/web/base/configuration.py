"""Where Knell keeps things and whom it answers to, from the environment and from `knell serve`."""

from __future__ import annotations

import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

import platformdirs

from knell.messages import N_, text

__all__ = [
    "LEVELS",
    "SETTINGS",
    "Configuration",
    "ConfigurationError",
    "configuration",
    "from_file",
    "usual_file",
]

PORT: Final = 8484
CONNECTIONS: Final = 4000
CONNECTIONS_EACH: Final = 250
LEVELS: Final = ("debug", "info", "warning", "error", "critical")
_PORTS: Final = range(1, 65536)
_KEY: Final = re.compile(rb"[!-~]{16,}")
"""A key in a file: long enough to keep others out, in letters that every system reads alike."""
_NAME: Final = re.compile(r"[a-z0-9_.-]+|\[[0-9a-f:.]+\]")


class ConfigurationError(Exception):
    """Something in the environment can't be used; ``str()`` says what, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that the environment decides. Each field stands for a variable ``KNELL_…``."""

    data: Path
    host: str = "127.0.0.1"
    port: int | None = None
    """``None`` for the usual one, or the next that is free."""
    url: str = ""
    """The address that people type when a reverse proxy with HTTPS stands before Knell."""
    hosts: tuple[str, ...] = ()
    """More names that this machine goes by."""
    certificate: Path | None = None
    key: Path | None = None
    connections: int = CONNECTIONS
    """How many there may be at once."""
    connections_each: int = CONNECTIONS_EACH
    """How many from one address; a web server that stands before Knell may have all."""
    log: str = "info"
    """From which level on the server writes down what happens to it."""
    seed: int | None = None
    """What every draw follows from; ``None`` for chance. For rehearsals: who knows it knows the draw."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Read the variables. Raises ``ConfigurationError`` for one that makes no sense."""
        given = os.environ if environment is None else environment
        port = given.get("KNELL_PORT", "").strip()
        if port and (not port.isdigit() or int(port) not in _PORTS):
            raise ConfigurationError(
                text(N_("KNELL_PORT is “{port}”; it must be a number from 1 to 65535."), port=port)
            )
        given_url = given.get("KNELL_URL", "").strip().rstrip("/")
        url = _origin(given_url)
        if given_url and not url:
            raise ConfigurationError(
                text(
                    N_("KNELL_URL is “{url}”; it must be an address like https://knell.example.org."),
                    url=given_url,
                )
            )
        certificate, key = given.get("KNELL_TLS_CERTIFICATE", ""), given.get("KNELL_TLS_KEY", "")
        if bool(certificate) != bool(key):
            raise ConfigurationError(
                text(N_("For HTTPS, Knell needs both KNELL_TLS_CERTIFICATE and KNELL_TLS_KEY."))
            )
        seed = given.get("KNELL_SEED", "").strip()
        if seed and not (seed.isascii() and seed.isdigit()):
            raise ConfigurationError(
                text(N_("KNELL_SEED is “{seed}”; it must be a number, or left out."), seed=seed)
            )
        log = given.get("KNELL_LOG", "").strip().lower() or "info"
        if log not in LEVELS:
            levels = ", ".join(LEVELS)
            problem = N_("KNELL_LOG is “{level}”; it must be one of {levels}.")
            raise ConfigurationError(text(problem, level=log, levels=levels))
        data = given.get("KNELL_DATA", "")
        return cls(
            data=(Path(data) if data else platformdirs.user_data_path("knell", appauthor=False)).absolute(),
            host=given.get("KNELL_HOST", "").strip() or "127.0.0.1",
            port=int(port) if port else None,
            url=url,
            hosts=tuple(
                name.strip().lower() for name in given.get("KNELL_HOSTS", "").split(",") if name.strip()
            ),
            certificate=Path(certificate) if certificate else None,
            key=Path(key) if key else None,
            connections=_count(given, "KNELL_CONNECTIONS", CONNECTIONS),
            connections_each=_count(given, "KNELL_CONNECTIONS_EACH", CONNECTIONS_EACH),
            log=log,
            seed=int(seed) if seed else None,
        )

    @property
    def https(self) -> bool:
        """Whether browsers reach Knell over HTTPS."""
        return bool(self.url) or self.certificate is not None

    @property
    def database(self) -> Path:
        """The file with all games."""
        return self.data / "knell.sqlite3"

    def make_folder(self) -> None:
        """Make the data folder, for this user alone. Raises ``OSError``."""
        if not self.data.is_dir():
            self.data.mkdir(parents=True, mode=0o700)

    def secret_key(self) -> str:
        """The key that forms are signed with; one that nobody keeps, if none was made."""
        given = os.environ.get("KNELL_SECRET_KEY", "")
        if given:
            return given
        try:
            return self._kept_key()
        except (OSError, ConfigurationError):
            return secrets.token_urlsafe(48)

    def _kept_key(self) -> str:
        """The key in the file. Raises ``OSError``, and ``ConfigurationError`` for one that is broken."""
        key = self._secret_file.read_bytes().strip()
        if not _KEY.fullmatch(key):
            problem = N_(
                "The file {path} is damaged: it should hold the key that forms are signed with. Delete it; "
                "Knell makes a new one then, and your games stay."
            )
            raise ConfigurationError(text(problem, path=self._secret_file))
        return key.decode("ascii")

    @property
    def _secret_file(self) -> Path:
        return self.data / "secret-key"

    def make_secret_key(self) -> None:
        """Keep a key from now on, unless there is one.

        Raises ``OSError``, and ``ConfigurationError`` for one that is broken.
        """
        if self._secret_file.is_file() and self._secret_file.stat().st_size:
            self._kept_key()
            return
        self.make_folder()
        self._secret_file.unlink(missing_ok=True)
        descriptor = os.open(self._secret_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(48))


def _count(given: Mapping[str, str], name: str, usual: int) -> int:
    """A number that is at least 1."""
    value = given.get(name, "").strip()
    if not value:
        return usual
    if not (value.isascii() and value.isdigit() and 0 < len(value) < 10 and int(value)):
        problem = N_("{name} is “{value}”; it must be a number of at least 1, or left out.")
        raise ConfigurationError(text(problem, name=name, value=value))
    return int(value)


def _origin(url: str) -> str:
    """An address as browsers write where a page is from; empty if it is more than that, or none."""
    url = url.lower()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    name = parts.netloc if port is None else parts.netloc.rpartition(":")[0]
    if url != f"https://{parts.netloc}" or not _NAME.fullmatch(name) or port == 0:
        return ""
    return f"https://{name}" if port in (None, 443) else f"https://{name}:{port}"


SETTINGS: Final = (
    *("data", "host", "port", "url", "hosts", "tls_certificate", "tls_key", "secret_key", "seed", "lang"),
    *("connections", "connections_each", "log"),
)
"""What a file of settings may hold: each stands for the variable ``KNELL_…``."""


def usual_file() -> Path:
    """Where a file of settings is looked for if no other is named."""
    return platformdirs.user_config_path("knell", appauthor=False) / "knell.toml"


def from_file(path: Path) -> dict[str, str]:
    """A file of settings in TOML, as variables. Raises ``ConfigurationError``."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationError(
            text(N_("The settings in {path} can't be read: {reason}."), path=path, reason=reason)
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            text(N_("The settings in {path} aren't TOML: {reason}."), path=path, reason=error)
        ) from error
    made: dict[str, str] = {}
    for name, value in given.items():
        if name not in SETTINGS:
            problem = N_("There is no setting “{name}” ({path}). There are: {names}.")
            raise ConfigurationError(text(problem, name=name, path=path, names=", ".join(SETTINGS)))
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, (str, int)) and not isinstance(part, bool) for part in parts):
            problem = N_("The setting “{name}” in {path} must be a text, a number or a list of texts.")
            raise ConfigurationError(text(problem, name=name, path=path))
        made[f"KNELL_{name.upper()}"] = ",".join(map(str, parts))
    return made


def configuration() -> Configuration:
    """The configuration of this process."""
    return Configuration.from_environment()

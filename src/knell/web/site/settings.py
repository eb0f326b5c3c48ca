"""Django's settings. What differs from place to place stands in :mod:`knell.web.base.configuration`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from knell.web.base.configuration import configuration

_WEB = Path(__file__).parents[1]
CONFIGURATION = configuration()

SECRET_KEY = CONFIGURATION.secret_key()
DEBUG = False
ALLOWED_HOSTS = ["*"]  # knell.web.base.hosts decides, for every request and before Django sees it
ROOT_URLCONF = "knell.web.site.urls"
INSTALLED_APPS = ["knell.web.games", "django_htmx"]
MIDDLEWARE = [
    "knell.web.site.middleware.Guard",
    "knell.web.site.middleware.Csrf",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": sorted(_WEB.glob("*/templates")),
        "OPTIONS": {
            "context_processors": ["knell.web.base.context.page"],
            "builtins": ["knell.web.base.templatetags.knell", "knell.web.drawing.kept"],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["django.template.loaders.filesystem.Loader"],
                )
            ],
            "string_if_invalid": "",
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": CONFIGURATION.database,
        "CONN_MAX_AGE": None,  # a thread keeps its own, see knell.web.site.pages
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a commit is on the disk when it returns, whatever happens to the machine then.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_I18N = False  # Knell has one catalogue for terminal and browser: knell.texts
USE_TZ = True
TIME_ZONE = "UTC"

CSRF_COOKIE_NAME = "knell_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_SECURE = CONFIGURATION.https
CSRF_FAILURE_VIEW = "knell.web.site.views.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [CONFIGURATION.url] if CONFIGURATION.url else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CONFIGURATION.url else None

# A form of a game is small; what may be larger says so itself.
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "loggers": {
        # Paths of requests aren't logged: some would help somebody who reads the log.
        "django": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.request": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.security": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "knell": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}

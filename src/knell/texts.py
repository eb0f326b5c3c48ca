"""Texts in the reader's language.

The language belongs to the running task and not to the whole process, so one server can speak Korean to
one person and English to the next. The texts themselves are written in English in the code:

>>> with use_language("ko"):
...     print(_("Demon"))
악마
"""

import gettext as _gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources

__all__ = [
    "SOURCE_LANGUAGE",
    "_",
    "current_language",
    "fill",
    "find_language",
    "languages",
    "ngettext",
    "pgettext",
    "translator",
    "use_language",
]

SOURCE_LANGUAGE = "en"

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)
_catalogues = resources.files("knell") / "locale"


@cache
def languages() -> tuple[str, ...]:
    """Every language that Knell speaks, English first."""
    translated = (entry.name for entry in _catalogues.iterdir() if entry.is_dir())
    return (SOURCE_LANGUAGE, *sorted(translated))


def find_language(name: str) -> str | None:
    """Find the language that a name like `ko`, `ko-KR` or `ko_KR.UTF-8` stands for, if Knell speaks it."""
    code = name.replace("-", "_").partition(".")[0].partition("_")[0].lower()
    return code if code in languages() else None


@cache
def translator(language: str | None = None) -> _gettext.NullTranslations:
    """Return the catalogue of a language; for English and for None, one that leaves texts as they are.

    Raises LookupError for a language that Knell doesn't speak.
    """
    if language is None or language == SOURCE_LANGUAGE:
        return _gettext.NullTranslations()
    if language not in languages():
        raise LookupError(f"Knell doesn't speak {language!r}; it speaks {', '.join(languages())}")
    catalogue = _catalogues / language / "LC_MESSAGES" / "knell.mo"
    with catalogue.open("rb") as file:
        return _gettext.GNUTranslations(file)


def current_language() -> str:
    """Return the language that texts are translated into here and now."""
    return _language.get()


@contextmanager
def use_language(language: str | None) -> Iterator[None]:
    """Translate into a language from here to the end of the block, in this task only."""
    translator(language)
    token = _language.set(language or SOURCE_LANGUAGE)
    try:
        yield
    finally:
        _language.reset(token)


def _(message: str) -> str:
    """Translate a text; one that has no translation stays as it is."""
    return translator(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Translate a text that depends on a number; each language has its own plurals."""
    return translator(_language.get()).ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Translate a text that means different things in different places; the context tells them apart."""
    return translator(_language.get()).pgettext(context, message)


def fill(text: str, **values: object) -> str:
    """Put values into a translated text, with the form of each Korean particle that its word calls for.

    A translation writes both forms, as in `{player}이(가)`; where a word's sound can't be told from its
    spelling, both stay.

    >>> with use_language("ko"):
    ...     fill("{player}이(가) {other}을(를) 골랐습니다", player="민수", other="지현")
    '민수가 지현을 골랐습니다'
    """
    filled = text.format(**values)
    return _PARTICLE.sub(_settle, filled) if current_language() == "ko" else filled


_PARTICLES = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
_PARTICLE = re.compile(rf"(\w)([^\w\s]*?)({'|'.join(map(re.escape, _PARTICLES))})")
_FIRST_SYLLABLE, _LAST_SYLLABLE, _FINALS, _FINAL_L = ord("가"), ord("힣"), 28, 8


def _settle(match: re.Match[str]) -> str:
    letter, between, particle = match.groups()
    closed, open_ = _PARTICLES[particle]
    match _final_sound(letter):
        case None:
            return match[0]
        case "":
            form = open_
        case "l" if particle == "(으)로":
            form = open_
        case _:
            form = closed
    return letter + between + form


def _final_sound(letter: str) -> str | None:
    """Tell how a word with this last letter ends: on `l`, another consonant (`n`), a vowel, or who knows."""
    if _FIRST_SYLLABLE <= ord(letter) <= _LAST_SYLLABLE:
        final = (ord(letter) - _FIRST_SYLLABLE) % _FINALS
        return "l" if final == _FINAL_L else "n" if final else ""
    for sound, letters in (("l", "178lL"), ("n", "036mnMN"), ("", "2459aiouyAIOUY")):
        if letter in letters:
            return sound
    return None

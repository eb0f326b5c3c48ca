"""What is drawn: tokens, glyphs, icons and the symbols they are made of, as SVG that a page carries itself.

A token's parts are symbols of the page's sprite. What looks the same is drawn once and kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

__all__ = [
    "LETTERS",
    "SIDES",
    "face",
    "glyph_id",
    "glyphs",
    "icon",
    "icons",
    "marker",
    "sprite",
    "token",
    "token_svg",
    "width_of",
]

_HERE: Final = Path(__file__).parent
_GLYPHS: Final = _HERE / "glyphs"
LETTERS: Final = {
    "townsfolk": "T",
    "outsider": "O",
    "minion": "M",
    "demon": "D",
    "traveller": "R",
    "fabled": "F",
    "loric": "L",
}
"""What marks a type beside its colour and its rim."""
SIDES: Final = frozenset(("minion", "demon"))
"""Types whose letter stands on the right, because they are evil to begin with."""
_MARKS: Final = (
    "unknown",
    "traveller",
    "fabled",
    "loric",
    "townsfolk",
    "outsider",
    "minion",
    "demon",
)
_LONGEST: Final = 15
_LONGEST_BELIEVED: Final = 13


# -- symbols -----------------------------------------------------------------------------------------


@cache
def _symbols() -> str:
    """The parts of tokens, and the icons, without what a file of their own needs around them."""
    text = (_HERE / "symbols.svg").read_text(encoding="utf-8")
    inside = text.partition("<svg")[2].partition(">")[2].rpartition("</svg>")[0]
    return re.sub(r"<!--.*?-->\n?", "", inside, flags=re.DOTALL).strip()


@cache
def _glyph(name: str) -> str:
    """A glyph as a symbol; empty if nobody has drawn it."""
    path = _GLYPHS / f"{name}.svg"
    if not re.fullmatch(r"[a-z-]+", name) or not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8")
    head, _, rest = text.partition("<title>")
    attributes = (
        re.sub(r'^.*?<svg|xmlns="[^"]*"|viewBox="[^"]*"', "", head, flags=re.DOTALL).rstrip().rstrip(">")
    )
    drawing = rest.partition("</title>")[2].rpartition("</svg>")[0].strip().replace("\n", "")
    return f'<symbol id="g-{name}" viewBox="0 0 64 64"><g{" " + attributes.strip()}>{drawing}</g></symbol>'


@lru_cache(maxsize=256)
def glyphs(characters: frozenset[str]) -> SafeString:
    """The symbols of some characters, for a page that has those of :func:`sprite` already."""
    drawn = "".join(map(_glyph, sorted(characters - set(_MARKS))))
    made = f'<svg class="sprite" width="0" height="0" aria-hidden="true">{drawn}</svg>' if drawn else ""
    return mark_safe(made)  # noqa: S308 - our own files


@lru_cache(maxsize=64)
def _sprite(characters: frozenset[str]) -> SafeString:
    glyphs = "".join(filter(None, (_glyph(name) for name in sorted(characters | set(_MARKS)))))
    return mark_safe(  # noqa: S308 - our own files
        f'<svg class="sprite" width="0" height="0" aria-hidden="true">{_symbols()}{glyphs}</svg>'
    )


def sprite(characters: Iterable[str] = ()) -> dict[str, Any]:
    """The symbols that a page with these characters draws with. Types and icons are always there.

    Only the Storyteller's pages may be given characters that nobody else knows of.
    """
    return {"markup": _sprite(frozenset(characters))}


@lru_cache(maxsize=512)
def glyph_id(character: str, kind: str) -> str:
    """The symbol for a character: its own glyph, or that of its type."""
    if _glyph(character):
        return f"g-{character}"
    return f"g-{kind}" if kind in LETTERS else "g-unknown"


# -- small things ------------------------------------------------------------------------------------


@cache
def icon(name: str, extra: str = "") -> SafeString:
    """An icon that stands beside words or inside something that has a name."""
    classes = f"icon {extra}".strip()
    return mark_safe(  # noqa: S308 - names come from our own code
        f'<svg class="{classes}" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-{name}"/></svg>'
    )


@lru_cache(maxsize=512)
def face(character: str, kind: str) -> SafeString:
    """The small round face of a character in lists and chips."""
    glyph = glyph_id(character, kind)
    return mark_safe(  # noqa: S308 - ids are looked up among our own files
        f'<svg class="face" viewBox="0 0 64 64" aria-hidden="true"><use href="#{glyph}"/></svg>'
    )


@lru_cache(maxsize=512)
def marker(character: str, kind: str) -> SafeString:
    """The picture of a reminder token: the glyph of the character whose it is."""
    return mark_safe(  # noqa: S308 - ids are looked up among our own files
        '<svg viewBox="0 0 64 64" aria-hidden="true">'
        f'<use href="#{glyph_id(character, kind)}" x="13" y="13" width="38" height="38"/></svg>'
    )


def width_of(text: str) -> int:
    """About how wide a text is: Hangul and its kin count twice."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


# -- tokens ------------------------------------------------------------------------------------------


def token(character: str, name: str, kind: str, *, size: str = "") -> dict[str, Any]:
    """A round token with rim, glyph, letter and name, for ``drawing/_token.html``.

    ``size`` is ``plain`` for one with its name beside it instead of on it.
    """
    return {"svg": token_svg(character, name, kind, plain=size == "plain"), "kind": kind, "name": name}


@lru_cache(maxsize=4096)
def token_svg(
    character: str,
    name: str,
    kind: str,
    *,
    evil: bool | None = None,
    believed: tuple[str, str, str] | None = None,
    number: tuple[str, bool] | None = None,
    shroud: str = "",
    plain: bool = False,
) -> SafeString:
    """A token as SVG.

    ``evil`` where the side is to be told apart from the type's own; ``believed`` is the character a
    player thinks to be (id, name, type); ``number`` the place in the night and whether it is the first one;
    ``shroud`` is ``worn``, ``unannounced`` or nothing.
    """
    starts_evil = kind in SIDES
    side = starts_evil if evil is None else evil
    turned = "" if evil is None or kind == "traveller" or evil == starts_evil else " turned"
    sided = " side-evil" if side else " side-good"
    classes = (
        f"{kind}{turned}{sided if turned or (kind == 'traveller' and evil is not None) else ''}"
        f"{' two-faced' if believed else ''}"
    )
    parts = [
        f'<svg class="token {classes}" viewBox="-4 -4 128 128" aria-hidden="true">',
        '<use href="#disc" width="120" height="120"/>',
    ]
    rim = kind if kind in LETTERS and kind != "loric" else "fabled"
    glyph = glyph_id(character, kind)
    if believed is not None:
        other, other_name, other_kind = believed
        said = f"“{other_name}”"
        parts.append(
            f'<g class="believes {other_kind}"><use href="#rim-{other_kind}" width="120" height="120"/>'
            f'<text class="arc{_long(said, _LONGEST_BELIEVED)}">'
            f'<textPath href="#arc-outer" startOffset="56%">{escape(said)}</textPath></text></g>'
            f'<g class="truth {kind}{turned}"><use href="#disc" x="22" y="13" width="76" height="76"/>'
            f'<use href="#rim-{rim}" x="22" y="13" width="76" height="76"/>'
            f'<use href="#{glyph}" x="42" y="22" width="36" height="36"/>'
            f'<text class="inner{_long(name, 9)}" x="60" y="73">{escape(name)}</text></g>'
            f'<g class="believes {other_kind}"><circle class="belief-mark" cx="9" cy="84" r="14"/>'
            f'<use href="#{glyph_id(other, other_kind)}" x="-1" y="74" width="20" height="20"/></g>'
        )
    else:
        parts.append(f'<use href="#rim-{rim}" width="120" height="120"/>')
        if plain:
            parts.append(f'<use class="glyph" href="#{glyph}" x="30" y="30" width="60" height="60"/>')
        else:
            parts.append(
                f'<use class="glyph" href="#{glyph}" x="33" y="23" width="54" height="54"/>'
                f'<text class="arc{_long(name, _LONGEST)}">'
                f'<textPath href="#arc" startOffset="50%">{escape(name)}</textPath></text>'
            )
    if shroud:
        also = " unannounced" if shroud == "unannounced" else ""
        parts.append(f'<use class="shroud{also}" href="#shroud" x="-4" y="-8" width="128" height="140"/>')
    if kind in LETTERS:
        across, down = (60, 8) if kind == "traveller" else (101, 20) if side else (19, 20)
        if kind == "traveller" and evil is not None:
            across = 72 if evil else 48
        parts.append(
            f'<g class="team"><circle cx="{across}" cy="{down}" r="12.5"/>'
            f'<text x="{across}" y="{down + 5}">{LETTERS[kind]}</text></g>'
        )
    if number is not None:
        count, first = number
        across = 19 if side and kind != "traveller" else 101
        shape = (
            f'<circle cx="{across}" cy="20" r="12.5"/>'
            if first
            else f'<rect x="{across - 11.5}" y="8.5" width="23" height="23" rx="5"/>'
        )
        parts.append(
            f'<g class="night-number {"first" if first else "other"}">{shape}'
            f'<text x="{across}" y="25">{escape(count)}</text></g>'
        )
    parts.append("</svg>")
    return mark_safe("".join(parts))  # noqa: S308 - names have been escaped, all else is ours


def _long(text: str, most: int) -> str:
    width = width_of(text)
    if width <= most:
        return " wide" if width > most * 0.75 else ""
    return " long" if width <= most * 1.35 else " longest"


class _Icons:
    """Every icon by its name, for templates: ``{{ i.moon }}``."""

    def __getitem__(self, name: str) -> SafeString:
        return icon(name.replace("_", "-"))


icons: Final = _Icons()
"""For the context of templates."""

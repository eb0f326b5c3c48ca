"""Almanac documents: plain text, one passage per character, in one of three layouts.

- Plain blocks: a line with the type, a line with the name, a line with the ability, and so on.
- Numbered: the same under numbers and indented, below a title and a line with author and total.
- Bare paragraphs, one a character, which begins with its ability in quotation marks; who it is about
  shows in the name that it keeps using.

In the first two, what follows the ability is flavour until a paragraph repeats the ability in quotation
marks; that one explains it. What can't be told is an error with its line, never a guess.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from knell.facts import FACTS, CharacterType
from knell.messages import N_, text
from knell.scripts.errors import ScriptError
from knell.scripts.script import TYPES, CharacterText, HomebrewCharacter, Remark, Script
from knell.scripts.spelling import (
    STRAIGHT,
    clean,
    fold,
    names_in,
    nearest,
    nearest_character,
    resolve,
    shorten,
)

__all__ = ["read_almanac"]

QUOTES: Final = '"“”„'
LONGEST_NAME: Final = 30
LONGEST_TITLE: Final = 80
LONGEST_PARAGRAPH: Final = 20_000

_NUMBER = re.compile(r"(\d{1,4})[.)]\s+")
_ITEM = re.compile(r"(?:[-–—*•‣·▪]|\d{1,4}[.)])\s+")
_TOTAL = re.compile(r"(\d{1,6})\s+characters?", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?…。,;:][\"“”'’)\]]*$")
_QUOTATION_END = re.compile(rf"[{QUOTES}](?:\s+(\S)|\s*$)")
_BRACKET_TAIL = re.compile(r"\[[^\[\]]+\]$")

_TYPE_WORDS: Final[dict[str, CharacterType]] = {**{kind: kind for kind in TYPES}, "traveler": "traveller"}
_HEADINGS: Final = {
    "how to run": "how_to_run",
    "examples & notes": "examples",
    "examples and notes": "examples",
    "examples": "examples",
    "example": "examples",
    "notes": "examples",
}
_NAVIGATION = re.compile(
    r"(?:[←→«»<>↑]\s*)?"
    r"(?:(?:back|return|go back)(?: (?:to|up)\b.*)?|home|top|next|previous|prev|print|contents|share)"
    r"(?: (?:page|script|character|almanac))?(?:\s*[←→«»<>↑])?",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Line:
    """One line of the document that isn't empty."""

    number: int
    text: str
    indent: int
    after_gap: bool
    """Whether an empty line stands before it."""

    @property
    def type(self) -> CharacterType | None:
        words = _NUMBER.sub("", self.text, count=1) if _NUMBER.match(self.text) else self.text
        return _TYPE_WORDS.get(words.rstrip(": ").casefold())

    @property
    def label(self) -> int | None:
        """The number that the line begins with."""
        found = _NUMBER.match(self.text)
        return int(found[1]) if found else None

    @property
    def heading(self) -> str | None:
        return _HEADINGS.get(self.text.rstrip(": ").casefold())

    @property
    def is_item(self) -> bool:
        return _ITEM.match(self.text) is not None

    @property
    def without_mark(self) -> str:
        return _ITEM.sub("", self.text, count=1)

    @property
    def is_quoted(self) -> bool:
        return self.text.startswith(tuple(QUOTES))

    @property
    def pieces(self) -> list[str]:
        """Take a line like “Almanac · somebody · 24 characters” apart."""
        return [piece.strip() for piece in re.split(r"[·•|]", self.text) if piece.strip()]

    @property
    def is_about_script(self) -> bool:
        if self.text.casefold().startswith("by "):
            return True
        return any(piece.casefold() == "almanac" or _TOTAL.fullmatch(piece) for piece in self.pieces)

    @property
    def is_whole(self) -> bool:
        """Whether it ends as a sentence does."""
        return _SENTENCE_END.search(self.text) is not None

    @property
    def looks_like_heading(self) -> bool:
        return not self.is_whole and len(self.text.split()) <= 6 and len(self.text) <= LONGEST_TITLE

    @property
    def looks_like_navigation(self) -> bool:
        return _NAVIGATION.fullmatch(self.text) is not None


@dataclass(slots=True)
class _Found:
    """A character as the document tells about it."""

    id: str
    line: int
    text: CharacterText
    homebrew: HomebrewCharacter | None = None


@dataclass(slots=True)
class _Reader:
    lines: list[_Line]
    source: Path | None
    title: str
    author: str = ""
    total: int | None = None
    total_line: int = 0
    found: dict[str, _Found] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    def read(self) -> Script:
        starts = [at for at, line in enumerate(self.lines) if line.type]
        if starts:
            self.read_preamble(self.lines[: starts[0]])
            for start, end in zip(starts, [*starts[1:], len(self.lines)], strict=True):
                self.add(self.read_section(self.lines[start:end], is_last=end == len(self.lines)))
        else:
            self.read_paragraphs()
        if self.total is not None and self.total != len(self.found):
            problem = N_("The document says that it has {total} characters, but {found} were found in it.")
            hint = N_(
                "Look for a character that is missing or whose type line is lost, or correct the number."
            )
            raise ScriptError(
                text(problem, total=self.total, found=len(self.found)), hint=text(hint), line=self.total_line
            )
        return self.script()

    def script(self) -> Script:
        homebrew = {found.id: found.homebrew for found in self.found.values() if found.homebrew}
        types = {id_: homebrew[id_].type if id_ in homebrew else FACTS[id_].type for id_ in self.found}
        return Script(
            name=self.title,
            author=self.author,
            kind="almanac",
            characters=tuple(id_ for id_ in types if types[id_] not in ("fabled", "loric")),
            fabled=tuple(id_ for id_ in types if types[id_] == "fabled"),
            loric=tuple(id_ for id_ in types if types[id_] == "loric"),
            texts={found.id: found.text for found in self.found.values()},
            homebrew=homebrew,
            remarks=tuple(self.remarks),
            source=self.source,
        )

    def add(self, found: _Found) -> None:
        earlier = self.found.get(found.id)
        if earlier is not None:
            name = found.homebrew.name if found.homebrew else FACTS[found.id].name
            problem = N_("The {name} was already described on line {line}.")
            hint = N_("Take one of the two out.")
            raise ScriptError(text(problem, name=name, line=earlier.line), hint=text(hint), line=found.line)
        self.found[found.id] = found

    # Title, author and total

    def read_preamble(self, lines: Sequence[_Line]) -> None:
        if not lines:
            return
        first = lines[0]
        near = None if resolve(first.text) else _near_structure(first)
        lost_type = len(lines) > 1 and resolve(first.text) and not lines[1].is_about_script
        if first.is_whole or len(first.text) > LONGEST_TITLE or near or lost_type:
            problem = N_(
                "The document has to begin with its title or with a character's type, but begins “{words}”."
            )
            raise _unrecognised(first, near, problem)
        if not first.is_about_script:
            self.title = _NUMBER.sub("", first.text, count=1)
        for line in lines[1:]:
            if not line.is_about_script:
                problem = N_("“{words}” stands before the first character, but is no author and no total.")
                raise _unrecognised(line, _near_structure(line), problem)
        for line in lines:
            if line.is_about_script:
                self.take_about_script(line)

    def take_about_script(self, line: _Line) -> None:
        pieces = line.pieces
        for piece in pieces:
            total = _TOTAL.fullmatch(piece)
            if total:
                self.total, self.total_line = int(total[1]), line.number
        others = [piece for piece in pieces if not _TOTAL.fullmatch(piece) and piece.casefold() != "almanac"]
        if others:
            author = " · ".join(others)
            self.author = author[3:].strip() if author.casefold().startswith("by ") else author

    # Plain blocks and numbered sections

    def read_section(self, lines: Sequence[_Line], *, is_last: bool) -> _Found:
        head = lines[0]
        kind = head.type
        assert kind is not None
        id_, name = self.read_name(lines, kind)
        lines = self.joined(lines, spaced=lines[1].after_gap)
        if len(lines) < 3 or lines[2].heading or lines[2].is_item or _near_structure(lines[2]):
            problem = N_("No ability follows the name of the {name}.")
            hint = N_("Write the ability on the line after the name.")
            at = lines[2] if len(lines) > 2 else lines[1]
            raise ScriptError(
                text(problem, name=name), hint=text(hint), line=at.number, expected=text(N_("an ability"))
            )
        lines = self.without_navigation(lines, is_last=is_last)
        ability, rest = lines[2], lines[3:]
        headings = [at for at, line in enumerate(rest) if line.heading]
        before = rest[: headings[0]] if headings else rest
        flavour, explanation = self.split_explanation(name, ability, before)
        parts: dict[str, list[str]] = {"how_to_run": [], "examples": []}
        for start, end in zip(headings, [*headings[1:], len(rest)], strict=False):
            parts[rest[start].heading or ""] += self.read_items(head, rest[start + 1 : end])
        written = CharacterText(
            name="" if id_ else name,
            ability=ability.text,
            flavour="\n".join(line.text for line in flavour),
            explanation="\n\n".join(explanation),
            how_to_run=tuple(parts["how_to_run"]),
            examples=tuple(parts["examples"]),
        )
        if id_ is not None:
            return _Found(id_, lines[1].number, written)
        return self.homebrew(name, kind, lines[1], written)

    def read_name(self, lines: Sequence[_Line], kind: CharacterType) -> tuple[str | None, str]:
        head = lines[0]
        expected = text(N_("the name of a character"))
        below = text(N_("Write the character's name on the line after its type."))
        if len(lines) < 2:
            problem = N_("No name follows the type “{type}”.")
            raise ScriptError(text(problem, type=head.text), expected=expected, hint=below, line=head.number)
        line = lines[1]
        id_ = resolve(line.text)
        if id_ is None:
            if (
                line.is_whole
                or line.heading
                or line.is_item
                or len(line.text) > LONGEST_NAME
                or not fold(line.text)
            ):
                problem = N_("A character's name has to follow the type “{type}”, but “{words}” does.")
                message = text(problem, type=head.text, words=shorten(line.text))
                raise ScriptError(message, expected=expected, hint=below, line=line.number)
            near = nearest_character(line.text)
            if near is not None:
                problem = N_("“{words}” is no character's name. Is it the {name}?")
                hint = N_("Write “{name}”, or give a character of your own a name less like it.")
                printed = FACTS[near].name
                message = text(problem, words=line.text, name=printed)
                raise ScriptError(message, expected=expected, hint=text(hint, name=printed), line=line.number)
            return None, line.text
        printed_type = FACTS[id_].type
        if printed_type != kind:
            problem = N_("The {name} is a character of the type {right}, not {wrong}.")
            message = text(problem, name=FACTS[id_].name, right=printed_type, wrong=kind)
            fix = N_("Change the type line above the name to “{right}”.")
            right = printed_type.capitalize()
            raise ScriptError(message, hint=text(fix, right=right), line=head.number, expected=text(right))
        return id_, FACTS[id_].name

    @staticmethod
    def homebrew(name: str, kind: CharacterType, line: _Line, written: CharacterText) -> _Found:
        """Accept a name that nobody knows as the author's own character, if its own text speaks of it."""
        told = " ".join((written.explanation, *written.how_to_run, *written.examples))
        if told.strip() and not _speaks_of(told, name):
            problem = N_("“{name}” is no known character, and the text below never speaks of it.")
            hint = N_("Check how the name is spelt.")
            expected = text(N_("the name of a character"))
            raise ScriptError(text(problem, name=name), hint=text(hint), line=line.number, expected=expected)
        character = HomebrewCharacter(
            id=fold(name),
            name=name,
            type=kind,
            ability=written.ability,
            changes_setup=_BRACKET_TAIL.search(written.ability) is not None,
        )
        return _Found(character.id, line.number, written, character)

    @staticmethod
    def joined(lines: Sequence[_Line], *, spaced: bool) -> list[_Line]:
        """Put together what an editor has wrapped.

        In a document with empty lines between paragraphs, lines without one belong together. In one
        without, each line stands for itself, unless it is set in below a list item.
        """
        joined: list[_Line] = []
        for line in lines:
            last = joined[-1] if joined else None
            if last is not None and not line.after_gap and _goes_on(last, line, spaced=spaced):
                _append(last, line)
            else:
                joined.append(replace(line))
        return joined

    def without_navigation(self, lines: list[_Line], *, is_last: bool) -> list[_Line]:
        """Leave out the links at the foot of a page. At the very end, any short line below a list is one."""
        lines = lines.copy()
        while len(lines) > 3:
            line = lines[-1]
            below_list = lines[-2].is_item or lines[-2].looks_like_navigation
            foot = is_last and below_list and line.looks_like_heading and not _near_structure(line)
            if line.heading or line.is_item or not (line.looks_like_navigation or foot):
                break
            message = N_("“{words}” was taken for a link of the page and left out.")
            self.remarks.append(Remark("NAVIGATION", text(message, words=line.text), line=line.number))
            lines.pop()
        return lines

    def split_explanation(
        self, name: str, ability: _Line, lines: Sequence[_Line]
    ) -> tuple[Sequence[_Line], list[str]]:
        """Tell flavour from explanation."""
        start = len(lines)
        rest = None
        for at, line in enumerate(lines):
            rest = _after_ability(line.text, ability.text) if line.is_quoted else None
            if rest is not None:
                start = at
                break
            if line.is_quoted and _speaks_of(_after_quotation(line.text), name):
                problem = N_("This paragraph about the {name} quotes another ability than line {line} gives.")
                hint = N_("Write the ability in the same words in both places, below the name and here.")
                message = text(problem, name=name, line=ability.number)
                raise ScriptError(message, hint=text(hint), line=line.number)
        if rest is None:
            start = next((at for at, line in enumerate(lines) if _speaks_of(line.text, name)), len(lines))
        explanation = [line.text for line in lines[start:]]
        if rest is not None:
            explanation[0] = rest
        for at, line in enumerate(lines[:start]):
            near = _near_structure(line)
            if near:
                raise _unrecognised(line, near)
            if at > 0:
                problem = N_(
                    "Two paragraphs stand between the ability and its explanation: what is this second one?"
                )
                hint = N_("Put the flavour on one line, and repeat the ability where the explanation begins.")
                raise ScriptError(text(problem), hint=text(hint), line=line.number)
        for line in lines[start + 1 :]:
            if line.is_item:
                problem = N_("A list begins here without a heading: “{words}”")
                hint = N_("Put “How to Run” or “Examples & Notes” on a line above it.")
                raise ScriptError(text(problem, words=shorten(line.text)), hint=text(hint), line=line.number)
            if line.looks_like_heading or _near_structure(line):
                raise _unrecognised(line, _near_structure(line))
        return lines[:start], [text for text in explanation if text]

    @staticmethod
    def read_items(head: _Line, lines: Sequence[_Line]) -> list[str]:
        """Read the list below a heading, or the plain paragraphs that stand in its place."""
        items: list[str] = []
        is_list = bool(lines) and lines[0].is_item
        for line in lines:
            near = _near_structure(line)
            lost_head = (
                line.label is not None
                and line.label == (head.label or 0) + 1
                and line.indent <= head.indent < max(other.indent for other in lines)
            )
            if near or lost_head or (not line.is_item and (is_list or line.looks_like_heading)):
                raise _unrecognised(line, near)
            items.append(line.without_mark)
        return items

    # Bare paragraphs

    def read_paragraphs(self) -> None:
        start = 0
        while start < len(self.lines) and self.is_above_paragraphs(start):
            start += 1
        self.read_preamble(self.lines[:start])
        paragraphs = self.paragraphs(start)
        if not paragraphs:
            raise _no_layout(self.lines[0])
        end = len(paragraphs)
        while end > 1 and paragraphs[end - 1].looks_like_heading:
            line = paragraphs[end - 1]
            if _near_structure(line):
                raise _unrecognised(line, _near_structure(line))
            message = N_("“{words}” was taken for a link of the page and left out.")
            self.remarks.append(Remark("NAVIGATION", text(message, words=line.text), line=line.number))
            end -= 1
        last: _Found | None = None
        for line in paragraphs[:end]:
            last = self.read_paragraph(line, last)

    def is_above_paragraphs(self, at: int) -> bool:
        """Tell title, author and total, each on a line of its own, from the first paragraph."""
        line = self.lines[at]
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if line.is_quoted or line.is_whole or len(line.text) > LONGEST_TITLE or following is None:
            return False
        return following.after_gap or following.is_quoted or following.is_about_script

    def paragraphs(self, start: int) -> list[_Line]:
        """Put the lines of each paragraph together; one that opens with a quotation begins anew."""
        joined: list[_Line] = []
        for line in self.lines[start:]:
            opens = (
                line.is_quoted and bool(joined) and (joined[-1].is_whole or bool(_after_quotation(line.text)))
            )
            if joined and not line.after_gap and not opens:
                _append(joined[-1], line)
            else:
                joined.append(replace(line))
        return joined

    def read_paragraph(self, line: _Line, last: _Found | None) -> _Found:
        ability, explanation = "", line.text
        if line.is_quoted:
            explanation = _after_quotation(line.text)
            ability = line.text[1 : len(line.text) - len(explanation)].rstrip().rstrip(QUOTES)
            if not explanation:
                problem = N_("Nothing follows the quotation that begins here, so whose ability is it?")
                hint = N_(
                    "Close the quotation marks behind the ability and tell about its character after them."
                )
                raise ScriptError(text(problem), hint=text(hint), line=line.number)
        leaders = _most_named(explanation)
        if not leaders:
            if not self.found and not line.is_quoted:
                raise _no_layout(self.lines[0])
            problem = N_("This paragraph names no character that Knell knows: “{words}”")
            hint = N_(
                "Use the character's printed name in it, or put its type and its name on two lines above it."
            )
            raise ScriptError(text(problem, words=shorten(line.text)), hint=text(hint), line=line.number)
        if len(leaders) > 1:
            names = ", ".join(FACTS[id_].name for id_ in leaders)
            problem = N_("This paragraph names several characters equally often ({names}), so whose is it?")
            hint = N_("Use the name of the one that it is about more often.")
            raise ScriptError(text(problem, names=names), hint=text(hint), line=line.number)
        leader = leaders[0]
        if not line.is_quoted:
            if last is not None and leader == last.id:
                written = last.text
                last.text = replace(written, explanation=f"{written.explanation}\n\n{explanation}")
                return last
            if names_in(explanation).count(leader) < 2:
                if not self.found:
                    raise _no_layout(self.lines[0])
                problem = N_("This paragraph names the {name} only once, so whose is it?")
                hint = N_(
                    "Begin it with the character's ability in quotation marks, or use the name more often."
                )
                name = FACTS[leader].name
                raise ScriptError(text(problem, name=name), hint=text(hint), line=line.number)
        found = _Found(leader, line.number, CharacterText(ability=ability, explanation=explanation))
        self.add(found)
        return found


def read_almanac(document: str, *, source: Path | None = None, name: str = "") -> Script:
    """Read an almanac document in any of the three layouts. The name is for one without a title."""
    lines: list[_Line] = []
    gap = False
    for number, raw in enumerate(clean(document).split("\n"), start=1):
        line = raw.expandtabs()
        stripped = line.strip()
        if stripped:
            lines.append(_Line(number, stripped, len(line) - len(line.lstrip()), gap))
        gap = not stripped
    if not lines:
        hint = text(N_("Check that it was saved completely."))
        raise ScriptError(text(N_("This document is empty.")), hint=hint, line=1)
    return _Reader(lines, source, name).read()


def _append(last: _Line, line: _Line) -> None:
    """Add a wrapped line to the paragraph that it belongs to."""
    if len(last.text) > LONGEST_PARAGRAPH:
        problem = N_("This paragraph is longer than any rule: it has more than {most} characters.")
        hint = text(N_("Put empty lines between its parts."))
        raise ScriptError(text(problem, most=LONGEST_PARAGRAPH), hint=hint, line=last.number)
    last.text += " " + line.text


def _goes_on(last: _Line, line: _Line, *, spaced: bool) -> bool:
    """Whether a line is the rest of the one right above it."""
    if any(each.type or each.heading for each in (last, line)) or line.is_item:
        return False
    if last.is_item:
        return line.indent > last.indent or (spaced and line.indent == last.indent and not last.is_whole)
    return spaced and line.indent == last.indent and not (last.is_whole and line.looks_like_heading)


def _speaks_of(text: str, name: str) -> bool:
    """Whether a text uses a name. Names in letters other than ours may have endings glued to them."""
    pattern = re.escape(name.translate(STRAIGHT).casefold())
    if name.isascii():
        pattern = rf"(?<!\w){pattern}s?(?!\w)"
    return re.search(pattern, text.translate(STRAIGHT).casefold()) is not None


def _near_structure(line: _Line) -> str | None:
    """Find what a line was probably meant to be when it stands where only text belongs."""
    words = line.without_mark.rstrip(": ")
    if len(words) > LONGEST_NAME:
        return None
    named = resolve(words)
    if named is not None:
        return FACTS[named].name
    near = nearest(words, (*_TYPE_WORDS, *_HEADINGS))
    return near.title().replace(" To ", " to ").replace(" And ", " and ") if near else None


def _unrecognised(
    line: _Line, near: str | None, problem: str = N_("“{words}” is not recognised here.")
) -> ScriptError:
    hint = text(
        N_(
            "A character has its type, name and ability on a line each, then its text, then “How to Run” and "
            "“Examples & Notes”."
        )
    )
    if near is not None and fold(near) != fold(line.without_mark):
        hint = text(N_("If it is meant to be “{near}”, write it so."), near=near)
    return ScriptError(text(problem, words=shorten(line.text)), hint=hint, line=line.number)


def _no_layout(line: _Line) -> ScriptError:
    problem = N_("This is neither a script nor an almanac that Knell can read: it begins “{words}”")
    hint = N_(
        "An almanac gives each character's type, name and ability on a line each, or tells about one "
        "character per paragraph, beginning with its ability in quotation marks."
    )
    return ScriptError(text(problem, words=shorten(line.text)), hint=text(hint), line=line.number)


def _most_named(text: str) -> list[str]:
    """List the ids of the characters that a text names most often; more than one if they tie."""
    counts = Counter(names_in(text))
    return [id_ for id_, count in counts.items() if count == max(counts.values())]


def _after_quotation(text: str) -> str:
    """Return what follows the quotation that a text begins with.

    A quotation within the quotation goes on in small letters behind its end, the outer one doesn't.
    """
    for end in _QUOTATION_END.finditer(text, 1):
        if end[1] is None:
            return ""
        if not end[1].islower():
            return text[end.start(1) :]
    return ""


def _after_ability(text: str, ability: str) -> str | None:
    """Return what follows the ability that a text begins with; None when it begins with something else."""
    wanted = fold(ability)
    done = 0
    for at, letter in enumerate(text):
        folded = fold(letter)
        if not wanted.startswith(folded, done):
            return None
        done += len(folded)
        if done == len(wanted):
            return re.sub(rf"^[^\w\s]*[{QUOTES}]\s*", "", text[at + 1 :]).lstrip()
    return None

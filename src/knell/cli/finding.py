"""Which player, character or token somebody means by what they have typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from knell.engine import Character, Game, PlayerId
from knell.facts import FACTS
from knell.names import character_name, reminder_name
from knell.scripts.spelling import fold
from knell.texts import _, fill, pgettext
from knell.words import Words

__all__ = [
    "Finder",
    "Names",
    "NotFound",
    "is_evil",
    "latin",
    "listed",
    "number_of",
    "official_characters",
    "yes_or_no",
]

T = TypeVar("T")


class NotFound(Exception):  # noqa: N818 - named for what happened
    """Nobody and nothing is called that, or several are; ``str()`` says so in a sentence."""


class Found(NamedTuple, Generic[T]):
    """What a word stands for, and how many words of the line it took up."""

    value: T
    words: int


class Names(Generic[T]):
    """Things that can be called by several names; ``unknown`` says that a word means none of them."""

    def __init__(self, things: Iterable[tuple[T, Sequence[str]]], unknown: Callable[[str], str]) -> None:
        listed = [(thing, tuple(names)) for thing, names in things]
        self._unknown = unknown
        self._shown = [(thing, names[0]) for thing, names in listed]
        # What something is called comes before what else it may be called, like the number of a seat.
        called = self._shown + [(thing, name) for thing, names in listed for name in names[1:]]
        self._all = [(fold(name), thing) for thing, name in called if fold(name)]
        self._exact: dict[str, T] = {}
        for key, thing in self._all:
            self._exact.setdefault(key, thing)

    def exactly(self, word: str) -> T | None:
        """The thing of exactly that name, but for spaces and case."""
        return None if _are_numbers(word) else self._exact.get(fold(word))

    def find(self, word: str) -> T:
        """The thing that a name or the beginning of one means. Raises ``NotFound``."""
        found = self.exactly(word)
        if found is not None:
            return found
        key = "" if _are_numbers(word) else fold(word)
        matching: list[T] = []
        for name, thing in self._all:
            if key and name.startswith(key) and thing not in matching:
                matching.append(thing)
        if len(matching) == 1:
            return matching[0]
        if not matching:
            raise NotFound(self._unknown(word))
        names = ", ".join(name for thing, name in self._shown if thing in matching)
        raise NotFound(fill(_("“{word}” could be any of these: {names}."), word=word, names=names))


def _are_numbers(word: str) -> bool:
    """Whether a phrase is several numbers, which mean several seats."""
    parts = word.split()
    return len(parts) > 1 and any(part.isdigit() for part in parts)


class Finder:
    """Finds what people call the players and characters of a game."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words
        self.seats: Mapping[int, PlayerId] = {place + 1: p for place, p in enumerate(game.ring)}
        self.players: Names[PlayerId] = Names(
            (
                (p, (words.player(p), f"{place}", f"{place}."))
                for place, p in [(n, p) for n, p in self.seats.items()]
            ),
            lambda word: fill(_("There is no player called “{name}”."), name=word),
        )
        self.characters: Names[str] = Names(
            ((i, names_of(i, words)) for i in game.cast.by_id),
            lambda word: fill(_("There is no character called “{name}” on the script."), name=word),
        )

    def seat(self, player: PlayerId) -> int:
        """The number of a player's seat; a player's number everywhere in the terminal."""
        return self.game.ring.index(player) + 1 if player in self.game.ring else 0

    def player(self, word: str) -> PlayerId:
        """The player of that name, beginning of a name or seat number. Raises ``NotFound``."""
        return self.players.find(word)

    def one_player(self, line: str) -> PlayerId:
        """The one player whom a whole line names. Raises ``NotFound``, also for several."""
        try:
            return self.player(line)
        except NotFound:
            if len(self.several(line)) > 1:
                raise NotFound(_("Name one player only.")) from None
            raise

    def character(self, word: str) -> str:
        """The id of the character of that name. Raises ``NotFound``."""
        return self.characters.find(word)

    def several(self, line: str, *, among: Sequence[PlayerId] | None = None) -> list[PlayerId]:
        """Players in one line: names, numbers, ``3-6``, everybody, nobody, "all but". Raises ``NotFound``."""
        among = self.game.ring if among is None else among
        key = fold(line)
        if key in _nobody():
            return []
        if key in _everybody():
            return list(among)
        spoken = line.replace(",", " ").split()
        if any(fold(word) in _but() for word in spoken):
            names = [word for word in spoken if fold(word) not in _but() | _everybody()]
            left = self.several(" ".join(names))
            return [p for p in among if p not in left]
        found: list[PlayerId] = []
        for word in listed(line, self._is_player):
            found += [p for p in self._range(word) if p not in found]
        return found

    def _is_player(self, phrase: str) -> bool:
        return self.players.exactly(phrase) is not None

    def _range(self, word: str) -> list[PlayerId]:
        first, dash, last = word.partition("-")
        if (
            dash
            and first.isdigit()
            and last.isdigit()
            and int(first) in self.seats
            and int(last) in self.seats
        ):
            a, b = int(first), int(last)
            places = range(a, b + 1) if a <= b else [*range(a, len(self.seats) + 1), *range(1, b + 1)]
            return [self.seats[place] for place in places]
        return [self.player(word)]

    def player_and_rest(self, line: str) -> tuple[PlayerId, str]:
        """The player whose name a line begins with, and what follows. Raises ``NotFound``."""
        words = line.split()
        for count in range(len(words), 0, -1):
            player = self.players.exactly(" ".join(words[:count]))
            if player is not None:
                return player, " ".join(words[count:])
        return self.player(words[0] if words else ""), " ".join(words[1:])

    def parts(self, line: str) -> list[tuple[str, PlayerId | str]]:
        """The players and the characters in a line, each with the word for it. Raises ``NotFound``."""
        found: list[tuple[str, PlayerId | str]] = []
        for word in listed(line, lambda p: self._is_player(p) or self.characters.exactly(p) is not None):
            player = self.players.exactly(word)
            if player is not None:
                found.append(("player", player))
                continue
            character = self.characters.exactly(word)
            if character is not None:
                found.append(("character", character))
                continue
            try:
                found.append(("player", self.player(word)))
            except NotFound as no_player:
                try:
                    found.append(("character", self.character(word)))
                except NotFound:
                    raise NotFound(
                        fill(_("“{word}” is neither a player nor a character."), word=word)
                    ) from no_player
        return found

    def token(self, word: str, player: PlayerId) -> str:
        """The full name of a reminder token: ``monk.safe`` for it or its printed name, else free words."""
        known = [
            (f"{c.id}.{short}", (f"{c.id}.{short}", reminder_name(f"{c.id}.{short}"), short))
            for c in self._holders_first()
            for short in c.tokens
        ]
        if "." in word and any(full == word for full, _names in known):
            return word
        try:
            return Names(known, lambda name: name).find(word)
        except NotFound:
            return word.strip().replace(".", " ")

    def _holders_first(self) -> list[Character]:
        in_play = self.game.in_play if self.game.characters else []
        return sorted(self.game.cast.by_id.values(), key=lambda c: c.id not in in_play)


def names_of(id_: str, words: Words) -> tuple[str, ...]:
    """What a character may be called: here, by its id, in the reader's language and in print."""
    printed = FACTS[id_].name if id_ in FACTS else id_
    return words.character(id_), id_, printed, pgettext("character", printed)


def official_characters() -> Names[str]:
    """Every official character by its name and its id."""
    return Names(
        ((i, (character_name(i), i, fact.name)) for i, fact in FACTS.items()),
        lambda word: fill(_("There is no character called “{name}”."), name=word),
    )


def listed(line: str, is_name: Callable[[str], bool]) -> list[str]:
    """The names in a line, parted by commas or spaces; a name may have spaces of its own."""
    if "," in line or "、" in line:
        return [part.strip() for part in line.replace("、", ",").split(",") if part.strip()]
    words = line.split()
    found: list[str] = []
    at = 0
    while at < len(words):
        count = next((n for n in range(len(words) - at, 1, -1) if is_name(" ".join(words[at : at + n]))), 1)
        phrase = " ".join(words[at : at + count])
        if is_name(phrase) or fold(phrase) not in _between():
            found.append(phrase)
        at += count
    return found


def yes_or_no(word: str) -> bool | None:
    """What a word means as yes or no, or ``None``."""
    key = fold(latin(word))
    if key in {"y", "yes", "nod", "true", fold(_("yes"))} | _words(pgettext("short for yes", "y")):
        return True
    if key in {"n", "no", "false", fold(_("no"))} | _words(pgettext("short for no", "n")):
        return False
    return None


def number_of(word: str) -> int | None:
    """The whole number that a word is, or ``None``."""
    word = word.strip()
    return int(word) if word.isascii() and word.lstrip("-").isdigit() and len(word) < 6 else None


def _words(text: str) -> set[str]:
    return {fold(word) for word in text.split("/")}


def _everybody() -> set[str]:
    # Translators: words for "everybody" that can be typed, parted by slashes.
    return {"all", "everybody", "everyone"} | _words(pgettext("typed", "all/everybody"))


def _nobody() -> set[str]:
    # Translators: words for "nobody" that can be typed, parted by slashes.
    return {"", "none", "nobody", "0"} | _words(pgettext("typed", "none/nobody"))


def _but() -> set[str]:
    # Translators: words that can be typed beside the players to leave out ("all but Ada"), parted by slashes.
    return {"but", "except"} | _words(pgettext("typed", "but/except"))


def _between() -> set[str]:
    """Words between names that mean nothing."""
    return {"and", "und", "to", "for", "the", "is", ""} | _words(pgettext("typed", "and"))


_HANGUL_KEYS: Final = dict(
    zip(
        "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ",
        "qwertyuiopasdfghjklzxcvbnm",
        strict=True,
    )
)


def latin(word: str) -> str:
    """A short form typed while the keyboard was set to Korean, as the same keys give it in Latin letters."""
    return "".join(_HANGUL_KEYS.get(letter, letter) for letter in word)


def is_evil(side: str) -> bool:
    """Whether a word for a side means evil. Raises ``NotFound`` where it means neither."""
    key = side.strip().casefold()
    if key in ("evil", "e", _("evil").casefold()):
        return True
    if key in ("good", "g", _("good").casefold()):
        return False
    raise NotFound(fill(_("“{word}” is neither good nor evil."), word=side.strip()))

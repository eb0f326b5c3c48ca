"""Events as sentences in the reader's language, for the terminal and for the export of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from knell.characters import automated
from knell.engine import Event, Override
from knell.names import character_name
from knell.record.table import Heard
from knell.texts import _, fill, ngettext
from knell.words.wording import Words

__all__ = ["causes_first", "change_in_words", "character_name", "sentence", "story"]


def story(events: Iterable[Heard], words: Words, *, everything: bool = True) -> Iterator[str]:
    """Tell what has happened, one sentence an event; without ``everything`` only what all have heard."""
    for heard in causes_first(events):
        if everything or heard.event.audience is None:
            told = sentence(heard.event, words)
            if told is not None:
                yield told


def causes_first(events: Iterable[Heard]) -> list[Heard]:
    """The events with each change by hand before what it brought about, though it is heard last."""
    found: list[Heard] = []
    for heard in events:
        place = len(found)
        if heard.event.name == "override":
            while place and found[place - 1].entry == heard.entry:
                place -= 1
        found.insert(place, heard)
    return found


def sentence(event: Event, words: Words) -> str | None:
    """One event as a sentence, or ``None`` for one that makes no story."""
    tell = _SENTENCES.get(event.name)
    return None if tell is None else tell(event.data, words)


def change_in_words(override: Override, words: Words) -> str:
    """A change by hand in words."""
    tell = _CHANGES.get(override.name)
    arguments = override.arguments
    if tell is not None:
        return tell(arguments, words)
    told = words.answer(arguments, numbers=True)
    return fill(_("The Storyteller changes something: {name} ({what})."), name=override.name, what=told)


Data = Mapping[str, Any]


def _night(data: Data, _words: Words) -> str:
    return fill(_("Night {number} falls."), number=data["number"])


def _day(data: Data, _words: Words) -> str:
    return fill(_("Day {number} begins."), number=data["number"])


def _woken(data: Data, words: Words) -> str | None:
    step = data["ability"]
    if step in _INTRODUCTIONS:
        return None  # who learns what is told by what they are shown
    who = words.player(data["player"])
    if not step:
        return fill(_("{player} wakes."), player=who)
    return fill(_("{player} wakes as the {character}."), player=who, character=words.character(step))


def _chose(data: Data, words: Words) -> str:
    what = words.answer(data["answer"])
    return fill(_("{player} chooses: {answer}."), player=words.player(data["player"]), answer=what)


def _skipped(data: Data, words: Words) -> str:
    message = _("{player} doesn't use the ability of the {character} now.")
    return fill(message, player=words.player(data["player"]), character=words.character(data["ability"]))


def _run_by_hand(data: Data, words: Words) -> str:
    message = _("The {character} of {player} is run by hand.")
    return fill(message, player=words.player(data["player"]), character=words.character(data["ability"]))


def _shown(data: Data, words: Words) -> str:
    what = words.answer(data["answer"], numbers=True)
    return fill(_("{player} is shown: {answer}."), player=words.player(data["player"]), answer=what)


def _told(data: Data, words: Words) -> str:
    message = (
        _("{player} learns that they are the {character} and evil.")
        if data["evil"]
        else _("{player} learns that they are the {character} and good.")
    )
    return fill(message, player=words.player(data["player"]), character=words.character(data["character"]))


def _vote(data: Data, words: Words) -> str:
    tally = data["tally"]
    if not tally:
        return fill(_("Nobody votes for {player}."), player=words.player(data["nominee"]))
    message = ngettext(
        "{count} vote for {player}, from {players}.", "{count} votes for {player}, from {players}.", tally
    )
    whom, whose = words.player(data["nominee"]), words.players(data["hands"])
    return fill(message, count=tally, player=whom, players=whose)


def _secret_vote(data: Data, words: Words) -> str:
    return fill(_("The vote for {player} is secret."), player=words.player(data["nominee"]))


def _about_to_die(data: Data, words: Words) -> str | None:
    if data["player"] < 0:
        return _("Nobody is about to die.")
    return fill(_("{player} is about to die."), player=words.player(data["player"]))


def _support(data: Data, words: Words) -> str:
    message = _("Support for the exile of {player}: {count} of {needed} needed.")
    return fill(message, player=words.player(data["traveller"]), count=data["tally"], needed=data["needed"])


def _used(data: Data, words: Words) -> str:
    who, what = words.player(data["player"]), words.character(data["character"])
    details = words.details(data["details"])
    if not details:
        return fill(
            _("{player} says that they use the ability of the {character}."), player=who, character=what
        )
    message = _("{player} says that they use the ability of the {character}: {details}.")
    return fill(message, player=who, character=what, details=details)


def _became(data: Data, words: Words) -> str:
    message = _("{player} was the {other} and becomes the {character}.")
    old, new = words.character(data["old"]), words.character(data["new"])
    return fill(message, player=words.player(data["player"]), other=old, character=new)


def _announced(data: Data, words: Words) -> str:
    message = _("Everybody is told that {player} is the {character}.")
    return fill(message, player=words.player(data["player"]), character=words.character(data["what"]))


def _joined(data: Data, words: Words) -> str:
    who, what = words.player(data["player"]), words.character(data["character"])
    return fill(_("{player} joins as the {character}."), player=who, character=what)


def _nominated(data: Data, words: Words) -> str:
    one, other = words.player(data["nominator"]), words.player(data["nominee"])
    return fill(_("{player} nominates {other}."), player=one, other=other)


def _exile_called(data: Data, words: Words) -> str:
    message = _("{player} calls for the exile of {other}.")
    return fill(message, player=words.player(data["caller"]), other=words.player(data["traveller"]))


def _game_over(data: Data, _words: Words) -> str:
    return (
        _("The game is over: evil wins.") if data["winner"] == "evil" else _("The game is over: good wins.")
    )


def _warned(data: Data, words: Words) -> str:
    return fill(_("Mind: {warning}"), warning=words.text(data["warning"]))


def _override(data: Data, words: Words) -> str | None:
    if data["name"] in _SAID_BY_EVENTS:
        return None
    return change_in_words(Override(data["name"], data["arguments"]), words)


def _about(message: Callable[[], str]) -> Callable[[Data, Words], str]:
    return lambda data, words: fill(message(), player=words.player(data["player"]))


_INTRODUCTIONS: Final = ("minioninfo", "demoninfo")
_SENTENCES: Final[Mapping[str, Callable[[Data, Words], str | None]]] = {
    "night": _night,
    "day": _day,
    "woken": _woken,
    "chose": _chose,
    "skipped": _skipped,
    "by hand": _run_by_hand,
    "shown": _shown,
    "told": _told,
    "died": _about(lambda: _("{player} dies.")),
    "nobody died": lambda _data, _words: _("Nobody has died."),
    "nominated": _nominated,
    "vote": _vote,
    "secret vote": _secret_vote,
    "about to die": _about_to_die,
    "exile called": _exile_called,
    "support": _support,
    "exiled": _about(lambda: _("{player} is exiled.")),
    "executed": _about(lambda: _("{player} is executed.")),
    "survived": _about(lambda: _("{player} lives.")),
    "no execution": lambda _data, _words: _("Nobody is executed."),
    "used": _used,
    "became": _became,
    "announced": _announced,
    "revived": _about(lambda: _("{player} comes back to life.")),
    "alive": _about(lambda: _("{player} is alive.")),
    "joined": _joined,
    "left": _about(lambda: _("{player} leaves.")),
    "renamed": lambda data, _words: fill(
        _("{player} is called {name} now."), player=data["before"], name=data["name"]
    ),
    "seated": lambda data, words: fill(
        _("The seats now, clockwise: {players}."), players=words.players(data["ring"])
    ),
    "added": lambda data, words: fill(
        _("The {character} comes into the game."), character=words.character(data["character"])
    ),
    "warned": _warned,
    "override": _override,
    "game over": _game_over,
}

Arguments = tuple[Any, ...]


def _on(message: Callable[[], str]) -> Callable[[Arguments, Words], str]:
    return lambda arguments, words: fill(message(), player=words.player(arguments[0]))


def _with_character(arguments: Arguments, words: Words) -> str:
    message = _("By hand: {player} becomes the {character}.")
    return fill(message, player=words.player(arguments[0]), character=words.character(arguments[1]))


def _with_side(arguments: Arguments, words: Words) -> str:
    player = words.player(arguments[0])
    return (
        fill(_("By hand: {player} is evil."), player=player)
        if arguments[1]
        else fill(_("By hand: {player} is good."), player=player)
    )


def _with_token(message: Callable[[], str]) -> Callable[[Arguments, Words], str]:
    return lambda arguments, words: fill(
        message(), player=words.player(arguments[0]), token=words.token(arguments[1])
    )


def _ghost_vote(arguments: Arguments, words: Words) -> str:
    player = words.player(arguments[0])
    if arguments[1]:
        return fill(_("By hand: {player} has a vote again."), player=player)
    return fill(_("By hand: {player} has no vote any more."), player=player)


def _by_hand(arguments: Arguments, words: Words) -> str:
    message = _("By hand: {player} is shown {answer}.")
    return fill(message, player=words.player(arguments[0]), answer=words.answer(arguments[1], numbers=True))


def _swapped(arguments: Arguments, words: Words) -> str:
    return fill(
        _("{player} and {other} change seats."),
        player=words.player(arguments[0]),
        other=words.player(arguments[1]),
    )


def _ruled(arguments: Arguments, words: Words) -> str:
    owner, _dot, short = arguments[0].partition(".")
    known = automated().get(owner)
    if known is not None and short in known.rulings:
        return fill(_(known.rulings[short]), player=words.answer(arguments[1]))
    message = _("The Storyteller decides {name}: {answer}.")
    return fill(message, name=arguments[0], answer=words.answer(arguments[1]))


def _limited(arguments: Arguments, words: Words) -> str:
    name, most = words.character(arguments[0]), arguments[1]
    if most is None:
        return fill(
            _("By hand: the {character}'s ability may be used as often as people like."), character=name
        )
    message = ngettext(
        "By hand: one player a day may use the {character}'s ability.",
        "By hand: at most {count} players a day may use the {character}'s ability.",
        most,
    )
    return fill(message, character=name, count=most)


_SAID_BY_EVENTS: Final = ("rename", "swap", "reseat", "add")
"""Changes that say themselves what has come of them."""
_CHANGES: Final[Mapping[str, Callable[[Arguments, Words], str]]] = {
    "kill": _on(lambda: _("By hand: {player} is killed.")),
    "was_dead": _on(lambda: _("By hand: {player} has been dead before.")),
    "revive": _on(lambda: _("By hand: {player} comes back to life.")),
    "drunk": _on(lambda: _("By hand: {player} is drunk.")),
    "poison": _on(lambda: _("By hand: {player} is poisoned.")),
    "sober": _on(lambda: _("By hand: {player} is sober.")),
    "heal": _on(lambda: _("By hand: {player} is healthy.")),
    "character": _with_character,
    "alignment": _with_side,
    "token": _with_token(lambda: _("By hand: {player} is given the token “{token}”.")),
    "remove_token": _with_token(lambda: _("By hand: the token “{token}” is taken from {player}.")),
    "ghost_vote": _ghost_vote,
    "registers_dead": _on(lambda: _("By hand: {player} is taken for dead.")),
    "rename": lambda arguments, _words: fill(_("A player is called {name} now."), name=arguments[1]),
    "swap": _swapped,
    "wake": _on(lambda: _("By hand: {player} is woken.")),
    "show": _by_hand,
    "end": lambda arguments, _words: _("By hand: evil wins.") if arguments[0] else _("By hand: good wins."),
    "rule": _ruled,
    "add": lambda arguments, words: fill(
        _("The {character} comes into the game."), character=words.character(arguments[0])
    ),
    "limit": _limited,
    "reseat": lambda arguments, words: fill(
        _("The seats now, clockwise: {players}."), players=words.players(arguments)
    ),
}

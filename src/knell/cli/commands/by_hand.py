"""Changes by hand, at any time: whatever the Storyteller says is so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from knell.cli.answers import free_showing
from knell.cli.commands.chapters import BY_HAND
from knell.cli.commands.reading import ability_and_rest
from knell.cli.finding import Names, NotFound, is_evil, listed, yes_or_no
from knell.cli.showing import Card
from knell.cli.sitting import Sitting
from knell.engine import Override, PlayerId
from knell.engine.hand import rulings_now
from knell.engine.overrides import (
    AddCharacter,
    EndGame,
    Heal,
    Kill,
    LimitUses,
    MakeCharacter,
    MakeDrunk,
    Poison,
    PutToken,
    Rename,
    Reseat,
    Revive,
    SeemDead,
    SetGhostVote,
    Show,
    Sober,
    SwapSeats,
    TakeToken,
    TurnSide,
    Wake,
)
from knell.facts import FACTS
from knell.messages import N_
from knell.names import character_name
from knell.scripts.spelling import fold, one_line
from knell.texts import _, fill, pgettext


def _each(sitting: Sitting, rest: str, change: Callable[[PlayerId], Override]) -> None:
    """Change one player or several."""
    players = sitting.finder.several(rest or sitting.need(_("Who?")))
    if not players:
        raise NotFound(_("Nothing was changed."))
    for player in players:
        sitting.override(change(player))


def _player_and(sitting: Sitting, rest: str, prompt: str) -> tuple[PlayerId, str]:
    """A player and what follows; either is asked for if it is missing."""
    player, left = sitting.finder.player_and_rest(rest or sitting.need(_("Who?")))
    return player, left or sitting.need(prompt)


for _word, _called, _about, _change in (
    ("kill", lambda: pgettext("command", "kill"), N_("they die, whatever protects them"), Kill),
    ("revive", lambda: pgettext("command", "revive"), N_("they live again"), Revive),
    ("drunk", lambda: pgettext("command", "drunk"), N_("make drunk"), MakeDrunk),
    ("sober", lambda: pgettext("command", "sober"), N_("take drunkenness away"), Sober),
    ("poison", lambda: pgettext("command", "poison"), N_("make poisoned"), Poison),
    ("heal", lambda: pgettext("command", "heal"), N_("take poison away"), Heal),
):
    BY_HAND.command(_word, called=_called, usage=N_("PLAYERS"), about=_about)(partial(_each, change=_change))


@BY_HAND.command(
    "become",
    "character",
    called=lambda: pgettext("command", "become"),
    usage=N_("PLAYER CHARACTER"),
    about=N_("another character"),
)
def _become(sitting: Sitting, rest: str) -> None:
    player, character = _player_and(sitting, rest, _("Which character?"))
    sitting.override(MakeCharacter(player, sitting.finder.character(character)))


@BY_HAND.command(
    "good", called=lambda: pgettext("command", "good"), usage=N_("PLAYER"), about=N_("turn good")
)
def _good(sitting: Sitting, rest: str) -> None:
    sitting.override(TurnSide(sitting.whom(rest), False))


@BY_HAND.command(
    "evil", called=lambda: pgettext("command", "evil"), usage=N_("PLAYER"), about=N_("turn evil")
)
def _evil(sitting: Sitting, rest: str) -> None:
    sitting.override(TurnSide(sitting.whom(rest), True))


@BY_HAND.command(
    "token",
    "t",
    called=lambda: pgettext("command", "token"),
    usage=N_("PLAYER TOKEN"),
    about=N_("put down a reminder, or any words"),
)
def _token(sitting: Sitting, rest: str) -> None:
    player, token = _player_and(sitting, rest, _("Which token? A name from the box, or your own words."))
    sitting.override(PutToken(player, sitting.finder.token(token, player)))


@BY_HAND.command(
    "untoken",
    called=lambda: pgettext("command", "untoken"),
    usage=N_("PLAYER TOKEN"),
    about=N_("take a reminder away"),
)
def _untoken(sitting: Sitting, rest: str) -> None:
    player, left = sitting.finder.player_and_rest(rest or sitting.need(_("Whose token?")))
    words = sitting.words
    held = [t.name for t in sitting.table.game.tokens if t.player == player]
    if not held:
        raise NotFound(fill(_("There is no token beside {player}."), player=words.player(player)))
    names = Names(
        (
            (name, (words.token(name), name, name.rpartition(".")[2], *words.token(name).split(": ")[1:]))
            for name in held
        ),
        lambda word: fill(_("There is no token “{token}” beside that player."), token=word),
    )
    listing = ", ".join(words.token(name) for name in held)
    if not left and len(held) > 1:
        left = sitting.need(fill(_("Which token? {tokens}"), tokens=listing))
    sitting.override(TakeToken(player, names.find(left) if left else held[0]))


@BY_HAND.command(
    "vote",
    called=lambda: pgettext("command", "vote"),
    usage=N_("PLAYER yes|no"),
    about=N_("give or take the vote of the dead"),
)
def _ghost_vote(sitting: Sitting, rest: str) -> None:
    player, answer = _player_and(sitting, rest, _("Does this player have a vote: yes or no?"))
    has_one = yes_or_no(answer)
    if has_one is None:
        raise NotFound(fill(_("“{word}” is neither yes nor no."), word=answer))
    sitting.override(SetGhostVote(player, has_one))


@BY_HAND.command(
    "seemsdead",
    called=lambda: pgettext("command", "seemsdead"),
    usage=N_("PLAYER"),
    about=N_("is taken for dead, and lives"),
)
def _seem_dead(sitting: Sitting, rest: str) -> None:
    _each(sitting, rest, SeemDead)


@BY_HAND.command(
    "show",
    called=lambda: pgettext("command", "show"),
    usage=N_("PLAYER ANYTHING"),
    about=N_("show somebody anything, on a card"),
)
def _show(sitting: Sitting, rest: str) -> None:
    prompt = _("Show what? A number, yes, no, players, characters, good, evil, or words.")
    player, what = _player_and(sitting, rest, prompt)
    value = free_showing(what, sitting.finder)
    sitting.override(Show(player, value))
    sitting.show_card((player,), Card(value, by_hand=True))


@BY_HAND.command(
    "wake",
    called=lambda: pgettext("command", "wake"),
    usage=N_("PLAYER"),
    about=N_("note that you wake somebody"),
)
def _wake(sitting: Sitting, rest: str) -> None:
    sitting.override(Wake(sitting.whom(rest)))


@BY_HAND.command(
    "decide",
    called=lambda: pgettext("command", "decide"),
    usage=N_("[DECISION]"),
    about=N_("a decision of your own, like mutant.execute"),
)
def _decide(sitting: Sitting, rest: str) -> None:
    """A ruling that may be made at any time, like the execution of a Mutant."""
    words = sitting.words
    possible = rulings_now(sitting.table.game)
    if not possible:
        raise NotFound(_("Nobody in play has an ability that asks for such a decision."))
    names = Names(
        (
            (one.override, (one.override.name, words.player(one.player), words.character(one.character)))
            for one in possible
        ),
        lambda word: fill(_("“{word}” is none of the possible answers."), word=word),
    )
    listing = ", ".join(f"{one.override.name} {words.player(one.player)}" for one in possible)
    words_typed = listed(rest, lambda _phrase: False)
    wanted = words_typed[0] if words_typed else sitting.need(fill(_("Which? {decisions}"), decisions=listing))
    sitting.override(names.find(wanted.partition(" ")[0] if fold(wanted.partition(" ")[0]) else wanted))


@BY_HAND.command(
    "rename", called=lambda: pgettext("command", "rename"), usage=N_("PLAYER NAME"), about=N_("another name")
)
def _rename(sitting: Sitting, rest: str) -> None:
    player, name = _player_and(sitting, rest, _("What is their name?"))
    sitting.override(Rename(player, one_line(name)))


@BY_HAND.command(
    "swap",
    called=lambda: pgettext("command", "swap"),
    usage=N_("PLAYER PLAYER"),
    about=N_("two change seats"),
)
def _swap(sitting: Sitting, rest: str) -> None:
    people = sitting.finder.several(rest or sitting.need(_("Which two change seats?")))
    if len(people) != 2:
        raise NotFound(_("Name two players."))
    sitting.override(SwapSeats(*people))


@BY_HAND.command(
    "seats",
    called=lambda: pgettext("command", "seats"),
    usage=N_("EVERYBODY"),
    about=N_("everybody anew, clockwise"),
)
def _seats(sitting: Sitting, rest: str) -> None:
    ring = sitting.finder.several(rest or sitting.need(_("Everybody, clockwise:")))
    sitting.override(Reseat(tuple(ring)))


@BY_HAND.command(
    "add",
    called=lambda: pgettext("command", "add"),
    usage=N_("CHARACTER"),
    about=N_("bring in a Fabled or Loric"),
)
def _add(sitting: Sitting, rest: str) -> None:
    extras = {i: f for i, f in FACTS.items() if f.type in ("fabled", "loric")}
    names = Names(
        ((i, (character_name(i), i, f.name)) for i, f in extras.items()),
        lambda word: fill(_("There is no Fabled or Loric called “{name}”."), name=word),
    )
    sitting.override(AddCharacter(names.find(rest or sitting.need(_("Which Fabled or Loric?")))))


@BY_HAND.command(
    "limit",
    called=lambda: pgettext("command", "limit"),
    usage=N_("CHARACTER NUMBER|off"),
    about=N_("how many players a day may use a public ability"),
)
def _limit(sitting: Sitting, rest: str) -> None:
    """How many players a day may use a public ability, or that as many may as like."""
    usable = [c for c in sitting.table.game.cast.by_id.values() if c.form and c.public]
    if not usable:
        raise NotFound(_("Nobody on this script has an ability that is used in front of everybody."))
    unknown = _("The {character} has no ability that is used in front of everybody.")
    character, most = ability_and_rest(sitting, rest, usable, unknown)
    most = most or sitting.need(_("How many players a day? A number, or off."))
    if most.casefold() in ("off", pgettext("limit", "off").casefold()):
        sitting.override(LimitUses(character, None))
    elif most.isdecimal() and int(most):
        sitting.override(LimitUses(character, int(most)))
    else:
        raise NotFound(fill(_("“{word}” is neither a number from one nor off."), word=most))


@BY_HAND.command(
    "end", called=lambda: pgettext("command", "end"), usage=N_("good|evil"), about=N_("end the game")
)
def _end(sitting: Sitting, rest: str) -> None:
    sitting.override(EndGame(is_evil(rest or sitting.need(_("Who wins, good or evil?")))))

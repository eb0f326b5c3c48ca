"""What the Storyteller is asked, in a sentence: for every question that the rules leave open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from knell.engine import NOBODY, YES_NO, Game, Kind, Question, day
from knell.engine.options import Combinations, Orders, PlayerPairs, Product, Subsets
from knell.texts import _, fill, ngettext
from knell.words.wording import Words

__all__ = ["RULINGS", "RULINGS_OF_ALL", "Asked", "asked", "shape", "support_needed", "threshold"]


class Asked(NamedTuple):
    """A question in words: what it belongs to, and the question itself."""

    heading: str
    sentence: str


def asked(game: Game, question: Question, words: Words) -> Asked:
    """Put a question into words."""
    return Asked(_heading(game, question, words), _sentence(game, question, words))


def shape(options: Sequence[Any]) -> str:
    """What the answers look like: ``player``, ``players``, ``character``, ``yes_no``, and so on."""
    if isinstance(options, Orders):
        return "order"
    if isinstance(options, Combinations | Subsets):
        return "several"
    if isinstance(options, PlayerPairs):
        return "players"
    if isinstance(options, Product):
        return "player_and_character"
    some = next((option for option in options if option is not None), None)
    if isinstance(some, bool):
        return "yes_no"
    if isinstance(some, int):
        return "player"
    if isinstance(some, str):
        return "character"
    if isinstance(some, tuple) and not hasattr(some, "_fields") and len(some) == 2:
        # What is left after a choice was turned down is a plain list.
        return "player_and_character" if isinstance(some[1], str) else "players"
    return "other"


# -- what it belongs to ------------------------------------------------------------------------------


def _heading(game: Game, question: Question, words: Words) -> str:
    if question.kind is Kind.DAY:
        return fill(_("Day {number}"), number=game.night)
    if question.kind is Kind.VOTE:
        return fill(_("Vote on {player}"), player=words.player(question.player))
    if question.kind is Kind.SUPPORT:
        return fill(_("Exile of {player}"), player=words.player(question.player))
    if question.name in ("minioninfo", "demoninfo", "travellerinfo", "you_are"):
        return {
            "minioninfo": _("Minions"),
            "demoninfo": _("Demons") if len(question.players) > 1 else _("Demon"),
            "travellerinfo": _("Evil Traveller"),
            "you_are": _("Somebody has changed"),
        }[question.name]
    if question.ability is not None and question.name != "registers":
        player, character = words.player(question.ability.player), question.ability.character.id
        return fill(_("{character} – {player}"), character=words.character(character), player=player)
    if game.phase == 0:
        return _("Before the first night")
    return _("The Storyteller decides")


# -- the question ------------------------------------------------------------------------------------


def _sentence(game: Game, question: Question, words: Words) -> str:
    match question.kind:
        case Kind.CHOICE:
            return _choice(question, words)
        case Kind.SHOW:
            return _showing(question, words)
        case Kind.DAY:
            return _("What happens?")
        case Kind.VOTE:
            return _("Whose hands are up?")
        case Kind.SUPPORT:
            return _("Who is for it? Everybody may raise a hand, the dead, too.")
        case Kind.BY_HAND:
            return fill(
                _("Run the {character} by hand, with any changes that it needs, then say done."),
                character=words.character(question.name.partition(".")[0]),
            )
        case Kind.CHANCE:
            return _draw(question, words)
        case _:
            return _ruling(game, question, words)


def _choice(question: Question, words: Words) -> str:
    player = words.player(question.player)
    form = shape(question.options)
    if None in question.options and form == "player":
        message = _("{player} points at a player, or shakes their head. Which?")
    elif None in question.options:
        message = _("{player} points at a character, or shakes their head. What is it?")
    else:
        message = {
            "player": _("{player} points at a player. At whom?"),
            "players": _("{player} points at two players. At whom?"),
            "player_and_character": _("{player} points at a player and a character. Which?"),
            "character": _("{player} points at a character. At which?"),
            "yes_no": _("{player} nods or shakes their head. Which?"),
        }.get(form, _("{player} chooses. What?"))
    return fill(message, player=player)


def _showing(question: Question, words: Words) -> str:
    if len(question.players) > 1:
        return fill(_("Wake {players} together and show them:"), players=words.people(question.players))
    if question.name in ("minioninfo", "demoninfo", "travellerinfo", "you_are"):
        return fill(_("Wake {player} and show them:"), player=words.player(question.player))
    return fill(_("What do you show to {player}?"), player=words.player(question.player))


def _draw(question: Question, words: Words) -> str:
    first, _dot, last = question.name.partition(".")
    if first == "bag":
        count = len(question.options[0])
        return {
            "townsfolk": ngettext(
                "Which Townsfolk goes into the bag?", "Which {count} Townsfolk go into the bag?", count
            ),
            "outsider": ngettext(
                "Which Outsider goes into the bag?", "Which {count} Outsiders go into the bag?", count
            ),
            "minion": ngettext(
                "Which Minion goes into the bag?", "Which {count} Minions go into the bag?", count
            ),
        }.get(last, _("Which Demon goes into the bag?")).format(count=count)
    if question.name == "draw":
        return _("Who drew what? Name the characters clockwise, first seat first.")
    if last == "token":
        return fill(
            _("Which token goes into the bag in the place of the {character}?"),
            character=words.character(first),
        )
    return fill(_("What is drawn for the {character}?"), character=words.character(first))


def _ruling(game: Game, question: Question, words: Words) -> str:
    name = question.name
    owner, _dot, last = name.partition(".")
    say = RULINGS.get(name) or RULINGS_OF_ALL.get(last if owner in game.cast.by_id else name)
    of = question.ability.character.id if question.ability is not None else owner
    if say is not None:
        return fill(
            say(), player=words.player(question.player), character=words.character(of), count=_size(question)
        )
    if tuple(question.options) == YES_NO:
        return fill(_("{character}: {name}, yes or no?"), character=words.character(of), name=last or name)
    return fill(_("{character}: {name}?"), character=words.character(of), name=last or name)


def _size(question: Question) -> int:
    first = question.options[0] if len(question.options) else ()
    return len(first) if isinstance(first, tuple) else 1


Say = Callable[[], str]

RULINGS_OF_ALL: Final[Mapping[str, Say]] = {
    "bluffs": lambda: _("Which good characters does the Demon learn to be out of play?"),
    "registers": lambda: _("As what does {player} register to the {character}?"),
    "tiebreak": lambda: _("Two things come at the same moment. Whose goes first?"),
    "who": lambda: _("Who is the {character} without knowing it?"),
    "many": lambda: _("How many {character} tokens go into the bag?"),
    "out": lambda: _("Which characters leave because of the {character}?"),
    "in": lambda: _("Which characters come in because of the {character}?"),
    "cause": lambda: _("Two abilities answer this nomination. Which comes first?"),
    "flips": lambda: _("How often is the result turned round?"),
}
"""Decisions that several characters, or none in particular, ask for."""

RULINGS: Final[Mapping[str, Say]] = {
    "drunk.shown": lambda: _("Which Townsfolk does {player} think they are?"),
    "fortuneteller.red_herring": lambda: _("Which good player looks like a Demon to {player}?"),
    "imp.successor": lambda: _("Which Minion becomes the Imp?"),
    "undertaker.which": lambda: _("Several players died by execution. Whose character does {player} learn?"),
    "undertaker.4": lambda: _("Nobody died by execution. Is {player} woken all the same?"),
    "x001.75": lambda: _("Does an execution at night count for the Undertaker?"),
    "x001.163": lambda: _("Does the execution of last night count as one of today's?"),
    "juggler.22": lambda: _("{player} has become the Juggler today. Is today their first day already?"),
    "juggler.23": lambda: _("{player} has guessed today before. May they go on?"),
    "politician.turns": lambda: _("Is {player} most to blame, changes sides and wins?"),
    "witch.19": lambda: _("Four players are alive again. Does the Witch get her ability back?"),
    "scarletwoman.19": lambda: _("Another Demon is alive. Does {player} take over all the same?"),
    "scarletwoman.counts": lambda: _("Does the host still count among the five who were alive?"),
    "scarletwoman.who": lambda: _("Several could take over. Who becomes the Demon?"),
    "lleech.attacks_now": lambda: _("Does the new Lleech also attack tonight?"),
    "lleech.22": lambda: _("The Lleech has no host yet. Does it live all the same?"),
    "lleech.24": lambda: _("The host is dead, the Lleech is protected. Does it live for now?"),
    "philosopher.stays_drunk": lambda: _("{player} is another character now. Do they stay drunk?"),
    "alchemist.ability": lambda: _("Which Minion's ability does the Alchemist have?"),
    "alchemist.reject": lambda: _("Do you want {player} to choose something else?"),
    "amnesiac.ability": lambda: _(
        "Which ability does {player} have? A character's, or any words of your own."
    ),
    "amnesiac.accuracy": lambda: _("How close is the guess?"),
    "amnesiac.5": lambda: _("Does this ability work without waking {player}?"),
    "barista.who": lambda: _("Whom does the Barista help?"),
    "barista.what": lambda: _("How does the Barista help?"),
    "cannibal.apparent": lambda: _("Whose ability does {player} seem to have?"),
    "cannibal.21": lambda: _("Does whoever last died by execution count for the new Cannibal?"),
    "cannibal.22": lambda: _("The eaten player has changed since. Does what they are now count?"),
    "chambermaid.22": lambda: _(
        "{player} asks about an Alchemist who was only told something. Does that count?"
    ),
    "clockmaker.demon": lambda: _("Several Demons are about. From which one is it counted?"),
    "godfather.outsiders": lambda: _("One Outsider more, or one fewer?"),
    "goon.12": lambda: _("Tonight's first choice of the Goon came to nothing. Does this one count instead?"),
    "x004.90": lambda: _(
        "The one who chose the Goon registers as evil, and is good. Does the Goon turn good?"
    ),
    "gossip.true": lambda: _("Is what {player} said true?"),
    "gossip.victim": lambda: _("Who dies because the Gossip spoke the truth?"),
    "grandmother.grandchild": lambda: _("Who is the Grandmother's grandchild?"),
    "legion.victim": lambda: _("Does anybody die tonight, and who?"),
    "lycanthrope.faux_paw": lambda: _("Which good player registers as evil because of the Lycanthrope?"),
    "lycanthrope.18": lambda: _("The Lycanthrope has killed itself. Is the Demon still kept from killing?"),
    "ojo.victim": lambda: _("Who dies by the Ojo?"),
    "pithag.deaths": lambda: _("A Demon was made. Who dies tonight?"),
    "poppygrower.introduce": lambda: _("The game is small. Are Minions and Demon introduced all the same?"),
    "puzzlemaster.drunk": lambda: _("Who is drunk because of the Puzzlemaster?"),
    "shabaloth.back": lambda: _("Does a player of last night come back to life?"),
    "sweetheart.drunk": lambda: _("Who is drunk from now on because the Sweetheart died?"),
    "x004.58": lambda: _("Another ability still keeps evil players apart. Are they introduced all the same?"),
    "x000.103": lambda: _(
        "{player} only seemed to be dead and is another character now. Do they live openly?"
    ),
}
"""Decisions of one character, by their names in ``docs``. One that is missing is asked for by its name."""


# -- thresholds --------------------------------------------------------------------------------------


def threshold(game: Game, words: Words) -> str:
    """How many votes it takes now, and why."""
    needed = day.votes_needed(game)
    living = game.living.bit_count()
    half = (living + 1) // 2
    parts = {"needed": needed, "half": half, "living": living, "highest": game.highest}
    if needed < half:
        return fill(_("{needed} needed: whoever has the most votes is about to die."), needed=needed)
    if game.highest < half:
        return fill(_("{needed} needed: at least half of the {living} who are alive."), **parts)
    leaders = [p for p, tally in game.tallies.items() if tally == game.highest]
    if game.about_to_die != NOBODY:
        message = _("{needed} needed: more than {player}'s {highest}. {highest} is a tie, and nobody dies.")
        return fill(message, player=words.player(game.about_to_die), **parts)
    if len(leaders) > 1:
        message = _("{needed} needed: more than the {highest} that {players} have.")
        return fill(message, players=words.people(leaders), **parts)
    whose = words.player(leaders[0] if leaders else NOBODY)
    return fill(_("{needed} needed: more than {player}'s {highest}."), player=whose, **parts)


def support_needed(game: Game) -> str:
    """How much support an exile takes, and why."""
    return fill(
        _("{needed} needed: at least half of all {count} players."),
        needed=day.exile_needed(game),
        count=game.everyone.bit_count(),
    )

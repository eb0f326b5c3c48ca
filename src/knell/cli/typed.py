"""One typed line: an answer to the open question, or a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from knell.cli.answers import read_answer
from knell.cli.commands import command_for
from knell.cli.finding import NotFound, latin, yes_or_no
from knell.cli.screen import NOTHING, suggestion
from knell.cli.sitting import Sitting
from knell.engine import AT_RANDOM, Kind, PlayerId, Question, day
from knell.engine.options import Shape
from knell.engine.overrides import MakeRuling
from knell.messages import Refused
from knell.record import ReplayDiffers
from knell.texts import _, fill

__all__ = ["refusals_noted", "run_command", "take_in"]


def take_in(sitting: Sitting, line: str, question: Question) -> None:
    """Take in one line: an answer, or a command. What is wrong with it is noted."""
    line = line.strip()
    with refusals_noted(sitting):
        if line[:1] in ("/", ":") and len(line) > 1:
            if not run_command(sitting, line[1:]):
                word = line[1:].partition(" ")[0]
                raise NotFound(fill(_("There is no command “{word}”. ? lists them."), word=word))
        elif not line:
            _enter(sitting, question)
        elif _answers_rather(sitting, line, question) or not run_command(sitting, line):
            _answer(sitting, line, question)


@contextmanager
def refusals_noted(sitting: Sitting) -> Iterator[None]:
    """Say why something that was typed hasn't been done, and go on."""
    try:
        yield
    except NotFound as unclear:
        sitting.note(str(unclear), trouble=True)
    except (Refused, ReplayDiffers) as refusal:
        sitting.note(sitting.words.text(refusal.reason), trouble=True)
    except OSError as error:
        message = _("That couldn't be saved, so it hasn't been done: {reason}. Make room and try again.")
        sitting.note(fill(message, reason=error.strerror or str(error)), trouble=True)


def run_command(sitting: Sitting, line: str) -> bool:
    """Do what a line commands, and return whether it is a command at all."""
    word, _space, rest = line.partition(" ")
    rest = rest.strip()
    found = command_for(word) or command_for(latin(word))
    if found is not None:
        found.run(sitting, rest)
        return True
    owner, dot, ruling = word.partition(".")
    character = sitting.table.game.cast.by_id.get(owner)
    if dot and character is not None and ruling in character.rulings:
        sitting.override(MakeRuling(word, sitting.whom(rest)))
        return True
    return False


# -- answers -----------------------------------------------------------------------------------------


def _answers_rather(sitting: Sitting, line: str, question: Question) -> bool:
    """Whether a line that might be a command is the answer all the same."""
    if question.kind is Kind.DAY:
        return False
    if question.kind in (Kind.VOTE, Kind.SUPPORT) or question.shape is Shape.YES_NO:
        return yes_or_no(line) is not None
    return sitting.finder.players.exactly(line) is not None


def _enter(sitting: Sitting, question: Question) -> None:
    """Nothing was typed: take what is suggested, where something is."""
    value = suggestion(sitting.table)
    if value is not NOTHING:
        sitting.give(sitting.table.default() if value is AT_RANDOM else value)
    elif question.kind is Kind.BY_HAND or (question.kind is Kind.SHOW and len(question.options) == 1):
        sitting.give(question.options[0])
    elif question.kind is Kind.DAY:
        sitting.note(_("n is for a nomination, close ends the day, ? shows everything else."))
    elif question.kind in (Kind.VOTE, Kind.SUPPORT):
        sitting.note(_("Say whose hands are up, or none."))
    else:
        sitting.note(_("An answer is needed here: a name or a number."))


def _answer(sitting: Sitting, line: str, question: Question) -> None:
    if question.kind is Kind.DAY:
        word = line.split(maxsplit=1)[0]
        raise NotFound(fill(_("“{word}” is nothing that Knell knows. ? shows what there is."), word=word))
    if question.kind in (Kind.VOTE, Kind.SUPPORT):
        _hands(sitting, line, question)
    elif question.kind is Kind.BY_HAND:
        if line.casefold() not in ("done", _("done").casefold(), "d"):
            raise NotFound(
                _("Say done when the step is done; everything can be changed by hand before that.")
            )
        sitting.give("done")
    else:
        sitting.give(read_answer(line, question, sitting.finder))


# -- votes -------------------------------------------------------------------------------------------


def _hands(sitting: Sitting, line: str, question: Question) -> None:
    """A whole vote at once: whose hands are up. With y and n, one by one."""
    one = yes_or_no(line)
    if one is not None and sitting.finder.players.exactly(line) is None:
        sitting.give(one)
        return
    table = sitting.table
    game = table.game
    voters = day.may_vote(game) if question.kind is Kind.VOTE else game.everyone
    among = [p for p in (*game.clockwise_from(question.player), question.player) if voters >> p & 1]
    left = among[among.index(question.who) :]
    up = sitting.finder.several(line, among=left)
    for player in up:
        if player not in left:
            raise NotFound(_no_hand(sitting, player, among))
    nominee, kind = question.player, question.kind
    while (now := table.question) is not None and now.kind is kind and now.player == nominee:
        table.answer(now.who in up)


def _no_hand(sitting: Sitting, player: PlayerId, among: list[PlayerId]) -> str:
    """Why somebody's hand doesn't count now."""
    if player in among:
        message = _("{player} has been counted already; undo to count again.")
    elif not sitting.table.game.everyone >> player & 1:
        message = _("{player} isn't in the game.")
    else:
        message = _("{player} is dead and has no vote left.")
    return fill(message, player=sitting.words.player(player))

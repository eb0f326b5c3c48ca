"""The rules engine: positions, the questions the rules leave open, and what follows from answers.

It knows no character by name, no clock, no files and no chance of its own. ``Game`` is a position;
``step`` plays the next step of its agenda; everything undecided is asked as a ``Question``.
"""

from knell.engine import day as _day
from knell.engine import night as _night
from knell.engine.ability import Ability
from knell.engine.actions import Action, Close, Execute, Exile, Join, Leave, Nominate, Use
from knell.engine.bag import SetupRefused, distribution
from knell.engine.cast import Cast
from knell.engine.character import (
    Character,
    Demon,
    Jinx,
    Minion,
    Outsider,
    Ruling,
    Townsfolk,
    Traveller,
)
from knell.engine.clock import run, step
from knell.engine.day import Nomination
from knell.engine.deaths import Cause, Death
from knell.engine.endings import Ending, Outcome
from knell.engine.events import Event
from knell.engine.form import FieldShape, FormField
from knell.engine.game import Execution, Game, GameOver, StepOver
from knell.engine.overrides import Override, OverrideRefused
from knell.engine.question import Kind, Question
from knell.engine.reference import Decision, Settled, YesOrNo
from knell.engine.seating import Distribution, Seat, Start
from knell.engine.setup import deal, seat
from knell.engine.terms import (
    CHANCE,
    NOBODY,
    STORYTELLER,
    Effect,
    Mask,
    Phase,
    PlayerId,
    Type,
    Until,
    mask_of,
    members,
)
from knell.engine.tokens import Token, TokenType
from knell.engine.turn import YES_NO, Turn
from knell.engine.values import AT_RANDOM, SKIP, Identity, Introduction, Pair, Pointing
from knell.messages import Text, text

__all__ = [
    "AT_RANDOM",
    "CHANCE",
    "NOBODY",
    "SKIP",
    "STORYTELLER",
    "YES_NO",
    "Ability",
    "Action",
    "Cast",
    "Cause",
    "Character",
    "Close",
    "Death",
    "Decision",
    "Demon",
    "Distribution",
    "Effect",
    "Ending",
    "Event",
    "Execute",
    "Execution",
    "Exile",
    "FieldShape",
    "FormField",
    "Game",
    "GameOver",
    "Identity",
    "Introduction",
    "Jinx",
    "Join",
    "Kind",
    "Leave",
    "Mask",
    "Minion",
    "Nominate",
    "Nomination",
    "Outcome",
    "Outsider",
    "Override",
    "OverrideRefused",
    "Pair",
    "Phase",
    "PlayerId",
    "Pointing",
    "Question",
    "Ruling",
    "Seat",
    "Settled",
    "SetupRefused",
    "Start",
    "StepOver",
    "Text",
    "Token",
    "TokenType",
    "Townsfolk",
    "Traveller",
    "Turn",
    "Type",
    "Until",
    "Use",
    "YesOrNo",
    "deal",
    "distribution",
    "mask_of",
    "members",
    "run",
    "seat",
    "step",
    "text",
]

_STEPS_OF = (_day, _night)

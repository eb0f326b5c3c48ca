"""Scenarios: rules as readable situations.

A file sets a table, plays some nights and days, and says what must follow. ``reading`` makes scenarios of
files, with what is wrong with them; ``running`` plays them with the steps' answers (``steps``,
``answering``) and compares what is there with what they say (``expecting``).
"""

from knell.scenarios.covering import titles_covering
from knell.scenarios.document import ScenarioError
from knell.scenarios.reading import parse, read
from knell.scenarios.running import Result, check
from knell.scenarios.scenario import Scenario, Where
from knell.scenarios.scene import Failure

__all__ = [
    "Failure",
    "Result",
    "Scenario",
    "ScenarioError",
    "Where",
    "check",
    "parse",
    "read",
    "titles_covering",
]

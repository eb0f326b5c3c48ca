"""Scenarios: rules as readable situations.

A file sets a table, plays some nights and days, and says what must follow.
"""

from knell.scenarios.document import ScenarioError
from knell.scenarios.reading import parse, read
from knell.scenarios.running import Failure, Result, check
from knell.scenarios.scenario import Scenario

__all__ = ["Failure", "Result", "Scenario", "ScenarioError", "check", "parse", "read"]

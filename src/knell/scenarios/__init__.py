"""Scenarios: rules as readable situations.

A file sets a table, plays some nights and days, and says what must follow.
"""

from knell.scenarios.reading import Scenario, ScenarioError, parse, read
from knell.scenarios.running import Failure, Result, check

__all__ = ["Failure", "Result", "Scenario", "ScenarioError", "check", "parse", "read"]

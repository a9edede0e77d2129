"""A workforce flow problem stated as data, solved as a linear or mixed-integer program. How to state one: docs/flow.md."""

from aiteam.planner.flow.checking import faults
from aiteam.planner.flow.problem import Problem
from aiteam.planner.flow.reading import read_problem
from aiteam.planner.flow.solution import Solution
from aiteam.planner.flow.solving import VERSION, solve

__all__ = ["VERSION", "Problem", "Solution", "faults", "read_problem", "solve"]

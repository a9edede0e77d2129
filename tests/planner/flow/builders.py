"""Problems that differ in one thing at a time."""

from typing import Any

from aiteam.planner.flow import Problem, Solution, read_problem, solve


def problem(periods: int | list[str] = 3, **changes: Any) -> Problem:
    """Ten welders, nothing else, unless told otherwise."""
    stated: dict[str, Any] = {"periods": periods, "states": [{"name": "welder", "initial": 10}]}
    return read_problem(stated | changes)


def solved(periods: int | list[str] = 3, **changes: Any) -> Solution:
    return solve(problem(periods, **changes))


def line(solution: Solution, kind: str, name: str = "welder") -> list[float]:
    """A flow by period."""
    return [round(value, 6) for value in solution.flows[kind][name].values()]

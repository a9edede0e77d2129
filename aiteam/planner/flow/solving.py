"""From a problem to its solution: the objectives one after the other, then the plain words where there is none."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import get_args

from aiteam.planner.errors import PlanningError
from aiteam.planner.flow.checking import faults
from aiteam.planner.flow.frame import Elastic, Line, total
from aiteam.planner.flow.naming import assignment_name
from aiteam.planner.flow.problem import CostKind, Objective, Problem
from aiteam.planner.flow.program import Program
from aiteam.planner.flow.solution import ByPeriod, Cost, Reached, Run, Solution, Status, Violation
from aiteam.planner.linear import INFINITY, Answer, Expression, Name, Search

VERSION = "1"
DIGITS, SIGNIFICANT = 9, 12
STOCKS = frozenset({"opening", "stock", "closing", "under_way", "stored", "backlog"})
LOOSE = 1e-7  # what the solver itself takes for zero; enough where an optimum is too sharp to be kept
SMALLEST = 1e-6  # less than this is noise of the solver

MESSAGES: dict[Status, str] = {
    "optimal": "This is an optimal solution.",
    "stopped": "The search was stopped; this is the best solution found. The gaps say how far from the best it can be.",
    "unbounded": (
        "The objective can be improved without end. Something is missing a limit: a flow that costs nothing, costs less than nothing, or is "
        "made large."
    ),
    "nothing_found": "The search was stopped before any solution was found. Allow more seconds or nodes.",
}


def solve(problem: Problem, *, stopped: Callable[[], bool] | None = None) -> Solution:
    """The solution, checked without the solver. `stopped` is asked now and then whether to end the search."""
    began = time.monotonic()
    solution = _Solver(problem, began, stopped).solution()
    found = faults(problem, solution) if solution.flows else []
    if found:
        raise PlanningError("The solution does not pass its check:\n" + "\n".join(found[:20]))
    return solution


@dataclass
class _Stage:
    objective: Objective
    expression: Expression
    answer: Answer


class _Solver:
    def __init__(self, problem: Problem, began: float, stopped: Callable[[], bool] | None) -> None:
        self.problem, self.began, self.stopped = problem, began, stopped

    def _search(self) -> Search:
        options = self.problem.options
        left = None if options.seconds is None else max(0.0, options.seconds - (time.monotonic() - self.began))
        return Search(gap=options.gap, nodes=options.nodes, seconds=left, stopped=self.stopped)

    def solution(self) -> Solution:
        program = Program(self.problem)
        stages: list[_Stage] = []
        for objective in self.problem.objectives:
            expression, maximise = program.objective(objective), objective.sense == "max"
            answer = program.model.solve(expression, maximise=maximise, search=self._search())
            if answer.outcome == "infeasible" and stages:
                self._keep(program, stages, LOOSE)
                answer = program.model.solve(expression, maximise=maximise, search=self._search())
            if answer.outcome in {"infeasible", "nothing_found"} and stages:
                answer = _as_before(expression, stages[-1].answer)
            if not answer.has_values:
                return self._without_values(answer, program)
            stages.append(_Stage(objective, expression, answer))
            self._keep(program, stages)
        return self._with_values(program, stages)

    def _keep(self, program: Program, stages: list[_Stage], least: float = 0.0) -> None:
        """Later objectives may not make the earlier ones worse, but for a tolerance."""
        for number, stage in enumerate(stages):
            value = stage.answer.objective
            allowed = max(stage.objective.tolerance, least) * max(abs(value), 1.0)
            lower, upper = (value - allowed, INFINITY) if stage.objective.sense == "max" else (-INFINITY, value + allowed)
            program.model.replace_row(("objective", number), stage.expression, lower, upper)

    def _with_values(self, program: Program, stages: list[_Stage]) -> Solution:
        status: Status = "stopped" if any(stage.answer.outcome == "stopped" for stage in stages) else "optimal"
        values = self._exact(program, stages[-1])
        flows = _flows(program, values)
        return Solution(
            title=self.problem.title,
            status=status,
            message=MESSAGES[status],
            objectives=tuple(_reached(stage, values) for stage in stages),
            flows=flows,
            totals={
                kind: {name: _clean(sum(line.values())) for name, line in lines.items()}
                for kind, lines in flows.items()
                if kind not in STOCKS
            },
            cost=_cost(program, values),
            **self._size(program, stages),
        )

    def _size(self, program: Program, stages: list[_Stage]) -> dict[str, object]:
        columns, rows = program.model.size
        return {
            "columns": columns,
            "rows": rows - len(stages),
            "nodes": sum(stage.answer.nodes for stage in stages),
            "solver": f"HiGHS {version('highspy')}",
            "version": VERSION,
            "run": Run(seconds=round(time.monotonic() - self.began, 3)),
        }

    def _exact(self, program: Program, last: _Stage) -> Mapping[Name, float]:
        """With whole numbers made exactly whole, where the rest can follow."""
        values = last.answer.values
        if program.model.whole_columns:
            maximise = self.problem.objectives[-1].sense == "max"
            exact = program.model.solve_fixed(values, last.expression, maximise=maximise)
            if exact.outcome == "optimal":
                return exact.values
        return values

    def _without_values(self, answer: Answer, program: Program) -> Solution:
        violations: tuple[Violation, ...] = ()
        message = MESSAGES.get(answer.outcome, "")
        if answer.outcome == "infeasible":
            violations = self._relaxed("requirements") or self._relaxed("all")
            message = _infeasible(violations)
        return Solution(title=self.problem.title, status=answer.outcome, message=message, relaxation=violations, **self._size(program, []))

    def _relaxed(self, elastic: Elastic) -> tuple[Violation, ...]:
        """The smallest total by which limits have to be broken; empty where that does not help."""
        program = Program(self.problem, elastic)
        together = total(Expression.of(name) for name in program.slacks)
        answer = program.model.solve(together, search=self._search())
        if not answer.has_values:
            return ()
        found = [(sentence, answer.values[name]) for name, sentence in program.slacks.items()]
        return tuple(
            Violation(what=sentence.replace("{amount}", f"{value:.6g}"), amount=_clean(value))
            for sentence, value in found
            if value > SMALLEST
        )


def _as_before(expression: Expression, answer: Answer) -> Answer:
    """The solution of the objective before, for one for which the search came to nothing better in its time."""
    return Answer("stopped", expression.value(answer.values), math.nan, answer.values, 0)


def _reached(stage: _Stage, values: Mapping[Name, float]) -> Reached:
    value, bound = stage.expression.value(values), stage.answer.bound
    proven = math.isfinite(bound)
    return Reached(
        name=stage.objective.name,
        sense=stage.objective.sense,
        value=_clean(value),
        bound=_clean(bound) if proven else None,
        gap=_clean(abs(value - bound) / max(abs(value), 1.0)) if proven else None,
    )


def _infeasible(violations: tuple[Violation, ...]) -> str:
    if not violations:
        return "No solution meets all limits, and the search ended before it was known which of them stand in the way."
    return "No solution meets all limits. It would take at least: " + "; ".join(violation.what for violation in violations[:10]) + "."


def _clean(value: float) -> float:
    """Without the noise of the last digits, and without a negative zero."""
    return round(float(f"{value:.{SIGNIFICANT}g}"), DIGITS) + 0.0


def _flows(program: Program, values: Mapping[Name, float]) -> dict[str, dict[str, ByPeriod]]:
    flows: dict[str, dict[str, ByPeriod]] = {
        kind: {name: _line(program, line, values) for name, line in lines.items()} for kind, lines in program.flows.items() if lines
    }
    if program.assigned:
        flows["assigned"] = {
            assignment_name(requirement, state): _line(program, line, values) for (requirement, state), line in program.assigned.items()
        }
    return flows


def _line(program: Program, line: Line, values: Mapping[Name, float]) -> ByPeriod:
    return {label: _clean(expression.value(values)) for label, expression in zip(program.timeline.labels, line, strict=True)}


def _cost(program: Program, values: Mapping[Name, float]) -> Cost:
    by_period = {kind: _line(program, program.costs[kind], values) for kind in get_args(CostKind)}
    by_period = {kind: line for kind, line in by_period.items() if any(line.values())}
    whole = [sum(line[label] for line in by_period.values()) for label in program.timeline.labels]
    worth = sum(
        state.final_value * program.flows["closing"][state.name][-1].value(values) for state in program.problem.states if state.final_value
    )
    return Cost(
        total=_clean(sum(whole)),
        discounted=_clean(sum(amount * program.discount(period) for period, amount in enumerate(whole))),
        final_value=_clean(worth * program.final_discount),
        by_kind={kind: _clean(sum(line.values())) for kind, line in by_period.items()},
        by_period=by_period,
    )

"""What the parts of the linear program share: its columns, rows, named flows and costs."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, get_args

from aiteam.planner.flow.problem import CostKind, Event, FlowKind, Problem
from aiteam.planner.flow.series import Written
from aiteam.planner.linear import INFINITY, Expression, Model, Name

Elastic = Literal["nothing", "requirements", "all"]
Line = list[Expression]  # by period

SLACK = "slack"


class Frame:
    """`elastic` says which limits of the problem may be broken, each by an amount of its own that is then made small."""

    def __init__(self, problem: Problem, elastic: Elastic = "nothing") -> None:
        self.problem, self.timeline, self.elastic = problem, problem.timeline, elastic
        self.model = Model()
        self.periods = range(len(self.timeline))
        self.flows: dict[FlowKind, dict[str, Line]] = defaultdict(dict)
        self.assigned: dict[tuple[str, str], Line] = {}
        self.costs: dict[CostKind, Line] = {kind: self.empty() for kind in get_args(CostKind)}
        self.slacks: dict[Name, str] = {}

    def empty(self) -> Line:
        return [Expression() for _ in self.periods]

    def position(self, event: Event) -> int:
        return self.problem.order.index(event)

    def at(self, series: Written | None, period: int, default: float = 0.0) -> float:
        return self.timeline.at(series, period, default)

    def upper(self, series: Written | None, period: int) -> float:
        """A limit from above, infinite where there is none."""
        return self.timeline.at(series, period, INFINITY)

    def column(self, name: Name, what: str, lower: float = 0.0, upper: float = INFINITY, *, whole: bool = False) -> Expression:
        """A column whose bounds are limits of the problem: `what` they limit, in words."""
        if self.elastic != "all" or (lower <= 0 and upper == INFINITY):
            return self.model.column(name, lower, upper, whole=whole)
        column = self.model.column(name, min(lower, 0.0), INFINITY, whole=whole)
        self.limit(("bound", *name), what, column, lower, upper)
        return column

    def line(
        self, kind: FlowKind, name: str, what: str, *, most: Written | None, least: Written | None = None, whole: bool = False
    ) -> Line:
        """A named flow that is decided in each period."""
        said = [f"{what} in {self.timeline.labels[period]}" for period in self.periods]
        line = [
            self.column((kind, name, period), said[period], self.at(least, period), self.upper(most, period), whole=whole)
            for period in self.periods
        ]
        self.flows[kind][name] = line
        return line

    def limit(
        self, name: Name, what: str, expression: Expression, lower: float = -INFINITY, upper: float = INFINITY, *, need: bool = False
    ) -> None:
        """A row that states a limit of the problem (`need`: a requirement), and may be broken where the program is elastic."""
        if lower == -INFINITY and upper == INFINITY:
            return
        if self.elastic == "all" or (need and self.elastic == "requirements"):
            expression = Expression(dict(expression.terms), expression.constant)
            if lower > -INFINITY:
                expression.add(self.slack(("short", *name), f"{what}: {{amount}} too few"))
            if upper < INFINITY:
                expression.add(self.slack(("over", *name), f"{what}: {{amount}} too many"), -1.0)
        self.model.row(name, expression, lower, upper)

    def slack(self, name: Name, sentence: str) -> Expression:
        """An amount by which a limit may be broken; `sentence` tells it, with the {amount}."""
        self.slacks[(SLACK, *name)] = sentence
        return self.model.column((SLACK, *name))

    def spend(self, kind: CostKind, line: Line, price: Written) -> None:
        for period in self.periods:
            self.costs[kind][period].add(line[period], self.at(price, period))


def total(expressions: Iterable[Expression]) -> Expression:
    result = Expression()
    for expression in expressions:
        result.add(expression)
    return result

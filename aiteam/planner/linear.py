"""A small builder for linear and mixed-integer programs: named columns and rows in, values by name out. Solved with HiGHS.

The matrix is put in the order of the names, so that the same columns and rows give the same answer in whatever order they were added; one
thread and a fixed seed do the rest. A name is a tuple such as ("hires", "welder", 3).
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from aiteam.planner.errors import PlanningError

Name = tuple[str | int, ...]
Outcome = Literal["optimal", "stopped", "infeasible", "unbounded", "nothing_found"]

SEED = 0
LARGE = 3000  # columns from which a linear program is solved by interior points (then made basic): half the time of the simplex method
INFINITY = math.inf
WHOLE = 1e-9  # a bound this near to a whole number is that number
PRIMAL_FEASIBLE = 2  # HiGHS: the point it returns meets every row


@dataclass
class Expression:
    """A sum of columns, each with its coefficient, and a constant. `add` changes it in place; `+` and `*` make a new one."""

    terms: dict[Name, float] = field(default_factory=dict)
    constant: float = 0.0

    @classmethod
    def of(cls, name: Name, factor: float = 1.0) -> "Expression":
        return cls({name: factor})

    def add(self, other: "Expression | float", factor: float = 1.0) -> "Expression":
        if isinstance(other, Expression):
            if factor:
                for name, value in other.terms.items():
                    self.terms[name] = self.terms.get(name, 0.0) + factor * value
                self.constant += factor * other.constant
        else:
            self.constant += factor * other
        return self

    def __add__(self, other: "Expression | float") -> "Expression":
        return Expression(dict(self.terms), self.constant).add(other)

    def __sub__(self, other: "Expression | float") -> "Expression":
        return Expression(dict(self.terms), self.constant).add(other, -1.0)

    def __mul__(self, factor: float) -> "Expression":
        return Expression().add(self, factor)

    def value(self, values: Mapping[Name, float]) -> float:
        return self.constant + math.fsum(factor * values[name] for name, factor in self.terms.items())


@dataclass(frozen=True)
class Search:
    """How far to search. `gap` is the share of the objective that may stay unproven, `nodes` the most branches to look at. A limit in
    seconds is the one thing that can make two runs differ. `stopped` is asked now and then and ends the search when true."""

    gap: float = 1e-6
    nodes: int | None = None
    seconds: float | None = None
    stopped: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Answer:
    """`objective` and `values` are there for "optimal" and "stopped"; `bound` is what no solution can be better than."""

    outcome: Outcome
    objective: float
    bound: float
    values: Mapping[Name, float]
    nodes: int

    @property
    def has_values(self) -> bool:
        return self.outcome in {"optimal", "stopped"}

    @property
    def gap(self) -> float:
        """The share of the objective that is not proven."""
        return abs(self.objective - self.bound) / max(abs(self.objective), 1.0)


@dataclass
class _Row:
    terms: Mapping[Name, float]
    lower: float
    upper: float


class Model:
    def __init__(self) -> None:
        self._columns: dict[Name, tuple[float, float, bool]] = {}
        self._rows: dict[Name, _Row] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self._columns), len(self._rows)

    @property
    def whole_columns(self) -> list[Name]:
        return sorted((name for name, (_lower, _upper, whole) in self._columns.items() if whole), key=_order)

    def column(self, name: Name, lower: float = 0.0, upper: float = INFINITY, *, whole: bool = False) -> Expression:
        """A new column, as the expression that stands for it."""
        if name in self._columns:
            raise ValueError(f"There is already a column {name}.")
        self._columns[name] = (lower, upper, whole)
        return Expression.of(name)

    def row(self, name: Name, expression: Expression, lower: float = -INFINITY, upper: float = INFINITY) -> None:
        """`lower` <= `expression` <= `upper`."""
        if name in self._rows:
            raise ValueError(f"There is already a row {name}.")
        self._rows[name] = _Row(dict(expression.terms), lower - expression.constant, upper - expression.constant)

    def replace_row(self, name: Name, expression: Expression, lower: float = -INFINITY, upper: float = INFINITY) -> None:
        """A row that may be there already, with other limits."""
        self._rows.pop(name, None)
        self.row(name, expression, lower, upper)

    def solve(self, objective: Expression, *, maximise: bool = False, search: Search | None = None) -> Answer:
        search = search or Search()
        matrix = _Matrix(self._columns, self._rows, objective, maximise)
        return matrix.solve(search)

    def solve_fixed(self, values: Mapping[Name, float], objective: Expression, *, maximise: bool = False) -> Answer:
        """With every whole column kept at its (rounded) value: the rest follows exactly, free of the noise that a search leaves."""
        columns = dict(self._columns)
        for name in self.whole_columns:
            columns[name] = (round(values[name]), round(values[name]), False)
        return _Matrix(columns, self._rows, objective, maximise).solve(Search())


def _order(name: Name) -> tuple[tuple[bool, str | int], ...]:
    """Numbers before words, so that names of mixed parts have an order."""
    return tuple((isinstance(part, str), part) for part in name)


class _Matrix:
    """The whole program as arrays, column by column, in the order of the names."""

    def __init__(
        self, columns: Mapping[Name, tuple[float, float, bool]], rows: Mapping[Name, _Row], objective: Expression, maximise: bool
    ) -> None:
        self.names = sorted(columns, key=_order)
        self.number = {name: index for index, name in enumerate(self.names)}
        self.offset, self.maximise = objective.constant, maximise
        self.lower = np.array([columns[name][0] for name in self.names], dtype=np.float64)
        self.upper = np.array([columns[name][1] for name in self.names], dtype=np.float64)
        self.whole = np.array([columns[name][2] for name in self.names], dtype=bool)
        # HiGHS 1.15 takes a program for infeasible when the bounds of a whole column hold no whole number but 0 (0 to 0.5, for instance)
        self.lower = np.where(self.whole, np.ceil(self.lower - WHOLE), self.lower)
        self.upper = np.where(self.whole, np.floor(self.upper + WHOLE), self.upper)
        self.price = np.zeros(len(self.names))
        for name, factor in objective.terms.items():
            self.price[self.number[name]] += factor
        self._read_rows([rows[name] for name in sorted(rows, key=_order)])

    def _read_rows(self, rows: list[_Row]) -> None:
        self.row_lower, self.row_upper = np.array([row.lower for row in rows]), np.array([row.upper for row in rows])
        entries = [(self.number[name], index, value) for index, row in enumerate(rows) for name, value in row.terms.items() if value]
        column = np.array([entry[0] for entry in entries], dtype=np.int64)
        order = np.lexsort((np.array([entry[1] for entry in entries], dtype=np.int64), column))
        self.index = np.array([entry[1] for entry in entries], dtype=np.int32)[order]
        self.value = np.array([entry[2] for entry in entries], dtype=np.float64)[order]
        self.start = np.concatenate([[0], np.cumsum(np.bincount(column, minlength=len(self.names)))]).astype(np.int32)

    def solve(self, search: Search) -> Answer:
        import highspy  # a third of a second to import, which a start of the site need not wait for

        solver = self._solver(highspy, search)
        if len(self.names) >= LARGE and not self.whole.any():
            solver.setOptionValue("solver", "ipm")
        if solver.passModel(self._model(highspy)) == highspy.HighsStatus.kError:
            raise PlanningError("The solver does not accept the model.")
        return self._run(highspy, solver, search)

    def _solver(self, highspy: Any, search: Search) -> Any:
        solver = highspy.Highs()
        options: dict[str, Any] = {"output_flag": False, "threads": 1, "random_seed": SEED, "mip_rel_gap": search.gap}
        if search.nodes is not None:
            options["mip_max_nodes"] = search.nodes
        if search.seconds is not None:
            options["time_limit"] = search.seconds
        for option, value in options.items():
            solver.setOptionValue(option, value)
        if search.stopped is not None:
            _listen(solver, search.stopped)
        return solver

    def _model(self, highspy: Any) -> Any:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.names), len(self.row_lower)
        model.sense_ = highspy.ObjSense.kMaximize if self.maximise else highspy.ObjSense.kMinimize
        model.col_cost_, model.offset_ = self.price, self.offset
        limit = highspy.kHighsInf
        model.col_lower_, model.col_upper_ = np.maximum(self.lower, -limit), np.minimum(self.upper, limit)
        model.row_lower_, model.row_upper_ = np.maximum(self.row_lower, -limit), np.minimum(self.row_upper, limit)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = self.start, self.index, self.value
        if self.whole.any():
            kinds = highspy.HighsVarType
            model.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in self.whole]
        return model

    def _run(self, highspy: Any, solver: Any, search: Search) -> Answer:
        kinds = highspy.HighsModelStatus
        solver.run()
        status = solver.getModelStatus()
        if status in {kinds.kUnboundedOrInfeasible, kinds.kUnknown, kinds.kInfeasible}:
            # presolve does not tell the first two apart, and takes some programs with nearly parallel rows for infeasible that are not
            solver.clearSolver()
            solver.setOptionValue("presolve", "off")
            solver.setOptionValue("solver", "choose")
            solver.run()
            status = solver.getModelStatus()
        info = solver.getInfo()
        outcome = self._outcome(kinds, status, int(info.primal_solution_status))
        if outcome not in {"optimal", "stopped"}:
            return Answer(outcome, math.nan, math.nan, {}, 0)
        values = self._values(solver.getSolution().col_value)
        objective = math.fsum([self.offset, *(self.price * values)])
        bound = float(info.mip_dual_bound) if self.whole.any() else (objective if outcome == "optimal" else math.nan)
        return Answer(outcome, objective, bound, dict(zip(self.names, map(float, values), strict=True)), max(int(info.mip_node_count), 0))

    @staticmethod
    def _outcome(kinds: Any, status: Any, primal: int) -> Outcome:
        known: Iterable[tuple[Any, Outcome]] = (
            (kinds.kOptimal, "optimal"),
            (kinds.kModelEmpty, "optimal"),
            (kinds.kInfeasible, "infeasible"),
            (kinds.kUnbounded, "unbounded"),
        )
        for kind, outcome in known:
            if status == kind:
                return outcome
        if status in {kinds.kTimeLimit, kinds.kSolutionLimit, kinds.kIterationLimit, kinds.kInterrupt}:
            return "stopped" if primal == PRIMAL_FEASIBLE else "nothing_found"
        raise PlanningError(f"The solver gave up ({status}).")

    def _values(self, found: Any) -> Any:
        """Whole columns as whole numbers, the others within their bounds."""
        values = np.clip(np.array(found, dtype=np.float64), self.lower, self.upper)
        return np.where(self.whole, np.rint(values), values) + 0.0  # + 0.0 turns -0.0 into 0.0


def _listen(solver: Any, stopped: Callable[[], bool]) -> None:
    def ask(event: Any) -> None:
        if stopped():
            event.interrupt()

    solver.cbSimplexInterrupt += ask
    solver.cbMipInterrupt += ask

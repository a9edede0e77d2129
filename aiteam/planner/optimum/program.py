"""A linear program that grows by columns, solved again as it grows, in the end with whole numbers. HiGHS, one thread, fixed seed.

Beside `planner.linear`, which knows its columns by name and is solved once: here columns are numbers and the basis of the last solution
is where the next one starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aiteam.planner.errors import PlanningError
from aiteam.planner.progress import Asked, Stopped, never

SEED = 0
FEASIBLE = 2  # HiGHS: the point it returns meets every row

Numbers = npt.NDArray[Any]
Entries = Sequence[tuple[int, float]]


@dataclass(frozen=True)
class Column:
    """From 0 to `upper`, at `price`, with its coefficients by row."""

    price: float
    entries: Entries
    whole: bool = False
    upper: float = np.inf


@dataclass(frozen=True)
class Effort:
    """How far to search: the share of the price that may stay unproven, the most branches to look at, and seconds after which what was
    found counts. `stopped` is asked now and then and ends the search when true."""

    gap: float = 1e-4
    nodes: int = 200_000
    seconds: float = 600.0
    stopped: Asked = never


class Program:
    """`values`, `duals`, `objective`, `bound` and `nodes` are those of the last solution."""

    def __init__(self) -> None:
        import highspy  # a third of a second to import, which a start of the site need not wait for

        self.highspy = highspy
        self.solver = highspy.Highs()
        # A restart of the branching costs more than it gains: without it plans under a budget took half the time, the others as long.
        for option, value in (("output_flag", False), ("threads", 1), ("random_seed", SEED), ("mip_allow_restart", False)):
            self.solver.setOptionValue(option, value)
        self.row_count = self.column_count = 0
        self.whole: list[int] = []

    @property
    def solver_name(self) -> str:
        return f"HiGHS {self.solver.version()}"

    def rows(self, count: int, lower: Any, upper: Any) -> Numbers:
        """New empty rows; their numbers."""
        if count:
            limit = self.highspy.kHighsInf
            low, high = (np.clip(np.broadcast_to(np.asarray(bound, dtype=float), (count,)), -limit, limit) for bound in (lower, upper))
            self.solver.addRows(count, low, high, 0, np.zeros(count, dtype=np.int32), np.array([], dtype=np.int32), np.array([]))
        numbers = np.arange(self.row_count, self.row_count + count)
        self.row_count += count
        return numbers

    def columns(self, found: Sequence[Column]) -> Numbers:
        """New columns; their numbers."""
        count = len(found)
        numbers = np.arange(self.column_count, self.column_count + count)
        if not count:
            return numbers
        starts = np.concatenate([[0], np.cumsum([len(column.entries) for column in found])[:-1]]).astype(np.int32)
        index = np.array([row for column in found for row, _value in column.entries], dtype=np.int32)
        value = np.array([value for column in found for _row, value in column.entries], dtype=np.float64)
        price = np.array([column.price for column in found])
        upper = np.minimum(np.array([column.upper for column in found]), self.highspy.kHighsInf)
        self.solver.addCols(count, price, np.zeros(count), upper, len(index), starts, index, value)
        self.whole += [int(number) for number, column in zip(numbers, found, strict=True) if column.whole]
        self.column_count += count
        return numbers

    def relaxed(self, effort: Effort) -> None:
        """Solves it with every column free to take parts."""
        self._integrality(self.highspy.HighsVarType.kContinuous)
        self._run(effort, self.solver.cbSimplexInterrupt)

    def integer(self, effort: Effort, gap: float) -> None:
        """Solves it with whole numbers where they are asked for, to a share `gap` of the price."""
        self._integrality(self.highspy.HighsVarType.kInteger)
        self.solver.setOptionValue("mip_rel_gap", gap)
        self.solver.setOptionValue("mip_max_nodes", effort.nodes)
        self.solver.setOptionValue("time_limit", self.solver.getRunTime() + effort.seconds)
        self._run(effort, self.solver.cbMipInterrupt)

    def _integrality(self, kind: Any) -> None:
        if self.whole:
            columns = np.array(self.whole, dtype=np.int32)
            self.solver.changeColsIntegrality(len(columns), columns, np.array([kind] * len(columns)))

    def _run(self, effort: Effort, interrupt: Any) -> None:
        def ask(event: Any) -> None:
            if effort.stopped():
                event.interrupt()

        interrupt.subscribe(ask)
        self.solver.run()
        if self._is_doubtful():  # presolve takes some programs for infeasible that are not, and every program here has a solution
            self.solver.clearSolver()
            self.solver.setOptionValue("presolve", "off")
            self.solver.run()
            self.solver.setOptionValue("presolve", "choose")
        interrupt.unsubscribe(ask)
        self._read(effort)

    def _is_doubtful(self) -> bool:
        kinds = self.highspy.HighsModelStatus
        return self.solver.getModelStatus() in {kinds.kInfeasible, kinds.kUnboundedOrInfeasible, kinds.kUnknown}

    def _read(self, effort: Effort) -> None:
        status, kinds = self.solver.getModelStatus(), self.highspy.HighsModelStatus
        info = self.solver.getInfo()
        self.is_optimal = status in {kinds.kOptimal, kinds.kModelEmpty}  # empty: nobody, and no seat
        limited = {kinds.kTimeLimit, kinds.kSolutionLimit, kinds.kIterationLimit, kinds.kInterrupt}
        if not self.is_optimal and not (status in limited and info.primal_solution_status == FEASIBLE):
            if status in limited or effort.stopped():
                raise Stopped("The search ended before it had found a plan.")
            raise PlanningError(f"The plan was not solved ({status}).")
        solution = self.solver.getSolution()
        self.values, self.duals = np.array(solution.col_value), np.array(solution.row_dual)
        self.objective = float(info.objective_function_value)
        self.bound, self.nodes = float(info.mip_dual_bound), max(int(info.mip_node_count), 0)

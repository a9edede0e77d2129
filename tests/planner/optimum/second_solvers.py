"""The whole program of a request, every course of action in it, given to other solvers."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np

from aiteam.planner.optimum.limits import Limits
from aiteam.planner.optimum.master import Master
from aiteam.planner.optimum.solve import Planning


@dataclass(frozen=True)
class Matrix:
    """Minimise `price` x over whole or continuous x from `lower` to `upper`, with `row_lower` <= A x <= `row_upper`; A by columns."""

    price: Any
    lower: Any
    upper: Any
    whole: Any
    row_lower: Any
    row_upper: Any
    starts: Any
    rows: Any
    values: Any


def whole_program(planning: Planning, limits: Limits | None = None) -> Matrix:
    """With every path as a column from the start, where the search itself adds those that help."""
    master = Master(planning.scene, planning.paths, planning.offers, limits or planning.limits, planning.mentors)
    master._add_paths(range(len(planning.paths.paths)))
    program = master.program.solver.getLp()
    whole = np.zeros(master.program.column_count, dtype=bool)
    whole[master.program.whole] = True
    matrix = program.a_matrix_
    return Matrix(
        price=np.array(program.col_cost_),
        lower=np.array(program.col_lower_),
        upper=np.array(program.col_upper_),
        whole=whole,
        row_lower=np.array(program.row_lower_),
        row_upper=np.array(program.row_upper_),
        starts=np.array(matrix.start_),
        rows=np.array(matrix.index_),
        values=np.array(matrix.value_),
    )


def by_scipy(matrix: Matrix, gap: float, seconds: float) -> float | None:
    """The price found with `scipy.optimize.milp`; None where nothing was found in time."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_matrix

    shape = (len(matrix.row_lower), len(matrix.price))
    found = milp(
        matrix.price,
        integrality=matrix.whole.astype(int),
        bounds=Bounds(matrix.lower, matrix.upper),
        constraints=LinearConstraint(
            csc_matrix((matrix.values, matrix.rows, matrix.starts), shape=shape), matrix.row_lower, matrix.row_upper
        ),
        options={"mip_rel_gap": gap, "time_limit": seconds},
    )
    return None if found.x is None or found.mip_gap is None or found.mip_gap > gap * 1.01 else float(found.fun)


def by_cp_sat(matrix: Matrix, gap: float, seconds: float, workers: int = 1) -> tuple[float | None, float]:
    """The price found with CP-SAT (None where it did not prove `gap` in time) and the seconds of CPU, in a process of its own: both solvers
    carry a HiGHS, and one process can load only one of them."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(_in_child, vars(matrix), gap, seconds, workers).result()


def _in_child(*question: Any) -> tuple[float | None, float]:
    from tests.planner.optimum import cp_sat

    return cp_sat.solved(*question)

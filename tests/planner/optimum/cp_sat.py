"""CP-SAT, which knows whole numbers only: prices are rounded to whole units, cash in budgets to cents.

Loaded in a process apart (`second_solvers.by_cp_sat`), so that nothing of the planner is imported here.
"""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

MOST = 1_000_000  # nothing is hired or contracted as often


def solved(matrix: Mapping[str, Any], gap: float, seconds: float, workers: int) -> tuple[float | None, float]:
    """The price found, None where `gap` was not proven in time; and the seconds of CPU it took."""
    began = time.process_time()
    model = cp_model.CpModel()
    columns = [
        model.new_int_var(int(low), int(min(high, MOST)), f"x{number}")
        for number, (low, high) in enumerate(zip(matrix["lower"], matrix["upper"], strict=True))
    ]
    entries: list[list[tuple[int, float]]] = [[] for _ in matrix["row_lower"]]
    for column in range(len(columns)):
        for place in range(matrix["starts"][column], matrix["starts"][column + 1]):
            entries[matrix["rows"][place]].append((column, float(matrix["values"][place])))
    for row, low, high in zip(entries, matrix["row_lower"], matrix["row_upper"], strict=True):
        if not row:
            continue
        scale = 1 if all(value == round(value) for _column, value in row) else 100
        total = cp_model.LinearExpr.weighted_sum(
            [columns[column] for column, _value in row], [round(value * scale) for _column, value in row]
        )
        if low > -1e30:
            model.add(total >= int(np.ceil(low * scale - 1e-6)))
        if high < 1e30:
            model.add(total <= int(np.floor(high * scale + 1e-6)))
    model.minimize(cp_model.LinearExpr.weighted_sum(columns, [round(price) for price in matrix["price"]]))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.relative_gap_limit = gap
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 0
    status = solver.solve(model)
    return float(solver.objective_value) if status == cp_model.OPTIMAL else None, time.process_time() - began

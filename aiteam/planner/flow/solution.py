"""What is answered. Names and labels are those of the problem."""

from typing import Literal

from pydantic import Field

from aiteam.planner.values import Frozen

Status = Literal["optimal", "stopped", "infeasible", "unbounded", "nothing_found"]
ByPeriod = dict[str, float]


class Reached(Frozen):
    """An objective. `bound` is what no solution can be better than, `gap` the share between; null where nothing is proven."""

    name: str
    sense: Literal["min", "max"]
    value: float
    bound: float | None
    gap: float | None


class Cost(Frozen):
    """`total` is not discounted; `discounted` is; `final_value` is the discounted worth of the people at the end, which is in neither."""

    total: float
    discounted: float
    final_value: float
    by_kind: dict[str, float] = Field(description="Totals over all periods, not discounted.")
    by_period: dict[str, ByPeriod] = Field(description="By kind and period, not discounted.")


class Violation(Frozen):
    """Where an infeasible problem has to give: by how much a requirement or a limit has to be broken."""

    what: str
    amount: float


class Run(Frozen):
    """What differs from run to run and machine to machine; all else in a solution is the same for the same problem."""

    seconds: float


class Solution(Frozen):
    """`flows` and `cost` are there for the status "optimal" and "stopped" (a limit of the search was reached; see the gaps).

    For "infeasible", `relaxation` is the smallest total by which requirements (or, if that is not enough, any limits) have to be broken.
    """

    title: str
    status: Status
    message: str
    objectives: tuple[Reached, ...] = ()
    flows: dict[str, dict[str, ByPeriod]] = Field(
        default={}, description="By kind of flow, name and period. Names of “assigned” are “requirement/state”."
    )
    totals: dict[str, dict[str, float]] = Field(default={}, description="Flows over all periods, by kind and name; stocks are left out.")
    cost: Cost | None = None
    relaxation: tuple[Violation, ...] = ()
    columns: int = 0
    rows: int = 0
    nodes: int = 0
    solver: str
    version: str
    run: Run

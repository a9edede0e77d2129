"""The plan of least cost, from the request to its decisions. Method: docs/optimum.md."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from aiteam.planner.decisions import Decided
from aiteam.planner.money import cents
from aiteam.planner.optimum.limits import Limits, limits_of
from aiteam.planner.optimum.market import offers
from aiteam.planner.optimum.master import Choice, Master
from aiteam.planner.optimum.mentors import mentor_rules, mentoring_month
from aiteam.planner.optimum.paths import Path, Pathfinder, Paths, Shared
from aiteam.planner.optimum.program import SEED, Effort
from aiteam.planner.optimum.scene import TAIL_MONTHS, Scene
from aiteam.planner.optimum.staffing import staffed
from aiteam.planner.progress import Asked, Stopped, Told, never, untold
from aiteam.planner.quick import candidates
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import SolveRecord, SolveStatus
from aiteam.planner.state import State, states_of

OPTIMAL = 1e-4
LAID_OUT_WHOLE = 500  # people; of more, only candidates that the flow of groups proposes are considered for training
# The share of the price that may stay unproven; branches and seconds after which the best plan found is taken as it is.
EFFORTS: Mapping[str, Effort] = {
    "standard": Effort(gap=0.01, nodes=20_000, seconds=60.0),
    "deep": Effort(gap=OPTIMAL, nodes=200_000, seconds=300.0),
}


@dataclass(frozen=True)
class Solved:
    """`choice` under `limits`; `seconds` that it took."""

    limits: Limits
    choice: Choice
    seconds: float


class Planning:
    """A request laid out once, to be solved under one set of limits after the other. The stages told are "laying_out", "first", "better"."""

    def __init__(
        self,
        request: PlanRequest,
        told: Told = untold,
        stopped: Asked = never,
        tail_months: int = TAIL_MONTHS,
    ) -> None:
        self.request, self.scene, self.told, self.stopped = request, Scene.of(request, tail_months), told, stopped
        self.recorded: dict[str, State] = states_of(request.people, request.catalogue)
        self.limits = limits_of(self.scene)
        self.offers = offers(self.scene)
        self.candidates = self._candidates()
        self.paths = self._paths()
        self.mentors = mentor_rules(self.scene, self.recorded, self.paths.paths) if request.options.apprenticeships else []

    def _paths(self) -> Paths:
        finder = Pathfinder(self.scene, self._shared(), self._mentoring(), self.candidates)
        found: list[Paths] = []
        for number, state in enumerate(self.recorded.values()):
            if self.stopped():
                raise Stopped("The search ended before it had found a plan.")
            if number % 10 == 0:
                self.told("laying_out", number / len(self.recorded))
            found.append(finder.of_person(state))
        return Paths.joined(found) if found else Paths.none(len(self.scene.months))

    def _candidates(self) -> frozenset[str] | None:
        """The people to lay trainings out for, None for all: of very many the flow of groups proposes some, and whom a person named is one."""
        if len(self.recorded) <= LAID_OUT_WHOLE or not self.request.options.train:
            return None
        self.told("estimating", 0.0)
        named = {row.person for row in self.limits.directives if row.what == "training" and row.person}
        return candidates(self.scene, self.stopped) | named | set(self.limits.anchor.trainings if self.limits.anchor else ())

    def _shared(self) -> Shared:
        options, limits = self.request.options, self.limits
        named = {row.person for row in limits.directives if row.what == "training" and row.person}
        return Shared(
            pots=tuple(pot.shares for pot in limits.pots),
            bootcamps=limits.bootcamp_seats is not None,
            mentors=options.apprenticeships,
            groups=options.group_prices,
            people=frozenset(named | set(limits.anchor.trainings if limits.anchor else ())),
        )

    def _mentoring(self) -> dict[int, float]:
        if not self.request.options.apprenticeships:
            return {}
        return {level: mentoring_month(self.scene, self.recorded, level) for level in self.request.catalogue.level}

    def solve(self, limits: Limits | None = None, effort: Effort | None = None) -> Solved:
        began, limits = time.monotonic(), limits or self.limits
        effort = replace(effort or EFFORTS[self.request.options.depth], stopped=self.stopped)
        choice = Master(self.scene, self.paths, self.offers, limits, self.mentors).solve(effort, self.told)
        return Solved(limits, choice, time.monotonic() - began)

    def decided(self, solved: Solved) -> Decided:
        return staffed(self.request, self.scene, self.recorded, self.paths.paths, self.offers, solved.choice)

    def chosen(self, solved: Solved) -> list[Path]:
        return [self.paths.paths[index] for index in solved.choice.paths]

    def record(self, solved: Solved, seconds: float) -> SolveRecord:
        """`seconds` of the whole search."""
        choice, depth = solved.choice, self.request.options.depth
        assert depth != "rules"  # noqa: S101 # which has nothing to search
        return SolveRecord(
            depth=depth,
            status=_status(choice, EFFORTS[depth]),
            price=cents(Decimal(choice.price)),
            bound=cents(Decimal(choice.bound)),
            gap_percent=(Decimal(choice.gap) * 100).quantize(Decimal("0.0001")),
            courses_of_action=len(self.paths.paths),
            columns=choice.columns,
            rows=choice.rows,
            nodes=choice.nodes,
            seconds=Decimal(seconds).quantize(Decimal("0.01")),
            seed=SEED,
            solver=choice.solver,
            candidates=None if self.candidates is None else len(self.candidates),
            tail_months=len(self.scene.months) - self.scene.shown,
        )


def _status(choice: Choice, effort: Effort) -> SolveStatus:
    if choice.gap <= OPTIMAL:
        return "optimal"
    return "within_gap" if choice.gap <= effort.gap else "stopped"

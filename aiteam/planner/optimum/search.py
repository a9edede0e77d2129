"""From a request to the decisions of its cheapest plan, with what speaks for them. Method: docs/optimum.md."""

import time
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from aiteam.planner.budgets import budget_lines
from aiteam.planner.cost import costs
from aiteam.planner.decisions import Decided, Premium
from aiteam.planner.errors import PlanningError
from aiteam.planner.optimum.alternatives import alternatives
from aiteam.planner.optimum.grounds import grounds
from aiteam.planner.optimum.solve import Planning, Solved
from aiteam.planner.progress import Asked, Told, never, untold
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import Alternatives, Searched

TIGHTENINGS = 8


def search(request: PlanRequest, told: Told, stopped: Asked) -> tuple[Decided, Searched]:
    began = time.monotonic()
    planning = Planning(request, told=told, stopped=stopped)
    solved, decided = within_budgets(planning)
    solve = planning.record(solved, time.monotonic() - began)
    directives = list(request.directives)
    return decided, Searched(
        broken=tuple(sorted(directives.index(row) for row in solved.choice.broken)),
        grounds=grounds(planning, decided),
        solve=solve,
    )


def compare(request: PlanRequest, told: Told = untold, stopped: Asked = never) -> Alternatives:
    """Other plans beside the one that `search` finds for the same request, each of which is a search of its own."""
    planning = Planning(request, told=told, stopped=stopped)
    return alternatives(planning, *within_budgets(planning))


def within_budgets(planning: Planning) -> tuple[Solved, Decided]:
    """The solved plan, reckoned anew to the cent. The search takes some days and prices as those of the month; where a budget turns out to be
    passed by that, it is made so much tighter and the plan solved again."""
    limits = planning.limits
    for _ in range(TIGHTENINGS):
        solved = planning.solve(limits)
        decided = _affordable(planning.request, planning.decided(solved))
        excess = _excess(planning.request, decided)
        if not any(excess):
            return solved, decided
        pots = (replace(pot, amount=max(pot.amount - float(more) - 1, 0)) for pot, more in zip(limits.pots, excess, strict=True))
        limits = replace(limits, pots=tuple(pots))
    raise PlanningError("No plan was found that keeps the budgets to the cent.")


def _excess(request: PlanRequest, decided: Decided) -> list[Decimal]:
    if not request.options.budgets:
        return []
    return [max(line.spent - line.amount, Decimal(0)) for line in budget_lines(request, costs(request, decided))]


def _affordable(request: PlanRequest, decided: Decided) -> Decided:
    """Premiums as far as the budgets go, those that save most first."""
    if not request.options.budgets:
        return decided
    kept: Sequence[Premium] = ()
    for premium in sorted(decided.premiums, key=lambda row: (row.yearly - row.saving, row.person)):
        more = (*kept, premium)
        if not any(_excess(request, replace(decided, premiums=more))):
            kept = more
    return replace(decided, premiums=tuple(sorted(kept, key=lambda row: row.person)))

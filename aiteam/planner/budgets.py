"""Budgets, and what a plan takes of them. Method: docs/optimum.md, "Budgets"."""

from collections.abc import Iterator
from decimal import Decimal

from aiteam.planner.request import Budget, PlanRequest, Spending
from aiteam.planner.result import BudgetLine, CostMonth, Costs

# What of the cost lines counts in which kind. The pay of people at hand is due anyway and counts in none.
LINES: dict[Spending, tuple[str, ...]] = {
    "training": ("training", "exams"),
    "hiring": ("hiring",),
    "pay": ("new_pay", "rises", "premiums"),
    "contractors": ("contractors",),
}


def decided_cash(month: CostMonth, budget: Budget) -> Decimal:
    """The cash of a month that counts in a budget of this kind, whatever its year."""
    kinds = [kind for kind in LINES if budget.kind in {"all", kind}]
    return sum((getattr(month, line) for kind in kinds for line in LINES[kind]), Decimal(0))


def budget_lines(request: PlanRequest, costs: Costs) -> tuple[BudgetLine, ...]:
    """Every budget by the periods it holds for, in the order of the request."""
    return tuple(line for budget in request.options.budgets for line in _lines(budget, costs))


def _lines(budget: Budget, costs: Costs) -> Iterator[BudgetLine]:
    if budget.per == "plan":
        spent = sum((decided_cash(month, budget) for month in costs.months), Decimal(0))
        yield BudgetLine(kind=budget.kind, year=None, amount=budget.amount, spent=spent)
        return
    for year in sorted({month.month.year for month in costs.months}):
        if budget.year in {None, year}:
            spent = sum((decided_cash(month, budget) for month in costs.months if month.month.year == year), Decimal(0))
            yield BudgetLine(kind=budget.kind, year=year, amount=budget.amount, spent=spent)

"""Budgets, hiring limits, places in bootcamps, and what a person has laid down."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from aiteam.planner.checking.findings import Finding
from aiteam.planner.months import add_months, month_of, months_between
from aiteam.planner.request import Budget, Directive, PlanRequest
from aiteam.planner.result import CostMonth, PlanResult


def check_limits(request: PlanRequest, result: PlanResult) -> Iterator[Finding]:
    if request.options.depth == "rules":  # which knows none of these
        return
    yield from _budgets(request, result)
    yield from _counts(request, result)
    yield from _directives(request, result)


def _spent(month: CostMonth, budget: Budget) -> Decimal:
    parts = {
        "training": month.training + month.exams,
        "hiring": month.hiring,
        "pay": month.new_pay + month.rises + month.premiums,
        "contractors": month.contractors,
    }
    return sum(parts.values(), Decimal(0)) if budget.kind == "all" else parts[budget.kind]


def _budgets(request: PlanRequest, result: PlanResult) -> Iterator[Finding]:
    told = {(row.kind, row.year, row.amount): row.spent for row in result.budgets}
    for budget in request.options.budgets:
        years: list[int | None] = [None]
        if budget.per == "year":
            years = [year for year in sorted({month.year for month in result.months}) if budget.year in {None, year}]
        for year in years:
            rows = [row for row in result.costs.months if year in {None, row.month.year}]
            spent = sum((_spent(row, budget) for row in rows), Decimal(0))
            where = f"budget {budget.kind} {year or 'plan'}"
            if spent > budget.amount:
                yield Finding("budget_passed", where, spent, budget.amount)
            if told.get((budget.kind, year, budget.amount)) != spent:
                yield Finding("sum_wrong", where, told.get((budget.kind, year, budget.amount)), spent)


def _counts(request: PlanRequest, result: PlanResult) -> Iterator[Finding]:
    arrivals = Counter(month_of(row.arrives_on) for row in result.openings)
    camps = Counter(month_of(step.starts_on) for row in result.trainings for step in row.steps if step.kind == "bootcamp")
    for what, counts, most in (
        ("too_many_hires", arrivals, request.options.hires_per_month),
        ("too_many_in_bootcamps", camps, request.options.bootcamp_seats_per_month),
    ):
        for month, count in sorted(counts.items()):
            if most is not None and count > most:
                yield Finding(what, f"{month:%Y-%m}", count, most)


def _directives(request: PlanRequest, result: PlanResult) -> Iterator[Finding]:
    for index, row in enumerate(request.directives):
        count = _matching(row, result)
        if row.action == "forbid" and count:
            yield Finding("forbidden", f"directive {index}", row.what, count)
        in_plan = row.month is None or month_of(row.month) in result.months
        if row.action == "fix" and in_plan and index not in result.broken and count < (1 if row.what == "training" else row.count):
            yield Finding("not_kept", f"directive {index}", row.what, count)


def _matching(row: Directive, result: PlanResult) -> int:
    """How many decisions of the plan it is about; a contract counts by its months."""

    def in_month(day: date) -> bool:
        return row.month is None or month_of(row.month) == month_of(day)

    if row.what == "training":
        mine = [one for one in result.trainings if one.kind == "seat" and one.person == row.person and in_month(one.starts_on)]
        return len([one for one in mine if row.action == "fix" or row.role in {None, one.role}])
    if row.what == "hire":
        return len([one for one in result.openings if one.role == row.role and in_month(one.order_by)])
    months = [
        month
        for one in result.contracts
        if one.role == row.role
        for month in months_between(one.first_month, add_months(one.first_month, one.months - 1))
    ]
    return len([month for month in months if in_month(month)])

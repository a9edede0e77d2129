"""What a plan may not pass, as the search sees it: roles and months by number."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from aiteam.planner.optimum.market import contractor_month
from aiteam.planner.optimum.scene import Numbers, Scene
from aiteam.planner.request import Budget, Directive, Spending

KINDS: tuple[Spending, ...] = ("training", "hiring", "pay", "contractors")
BROKEN = 20  # a directive that cannot be kept costs so many times an open seat-month, so that it is kept wherever it can be


@dataclass(frozen=True)
class Cap:
    """At most `count` hires of a role, or contractor months of it (role None: of any)."""

    what: Literal["hires", "contractor_months"]
    role: int | None
    count: int


@dataclass(frozen=True)
class Pot:
    """A budget in one period: `shares` is 1 where cash of a kind (row) in a month (column) counts in it, else 0."""

    name: str
    amount: float
    shares: Numbers


@dataclass(frozen=True)
class Anchor:
    """Decisions of an earlier plan, each of which costs `price` to change: person -> the key of the path (`Path.key`), and hires by (number
    of the role, day on which recruiting starts), contractors on duty by (number of the role, of the month); a month of theirs costs a tenth."""

    price: float
    trainings: Mapping[str, tuple[object, ...]]
    hires: Mapping[tuple[int, date], int]
    contractors: Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Limits:
    gap_price: float
    contractors: bool
    contract_months: int
    hires_per_month: int | None = None
    bootcamp_seats: int | None = None
    juniors_per_mentor: int = 0
    pots: tuple[Pot, ...] = ()
    directives: tuple[Directive, ...] = ()
    caps: tuple[Cap, ...] = ()
    untrained: frozenset[str] = frozenset()  # people who are not to be trained
    group_size: int = 0  # 0: no prices for groups
    anchor: Anchor | None = None


def limits_of(scene: Scene) -> Limits:
    options, request = scene.request.options, scene.request
    given = options.gap_price
    months = request.assumption("gap_contractor_months")
    return Limits(
        gap_price=float(given) if given is not None else float(months) * contractor_month(scene),
        contractors=options.contractors,
        contract_months=int(request.assumption("contract_months_min")),
        hires_per_month=options.hires_per_month,
        bootcamp_seats=options.bootcamp_seats_per_month,
        juniors_per_mentor=int(request.assumption("juniors_per_mentor")),
        pots=tuple(pot for budget in options.budgets for pot in pots(budget, scene)),
        directives=request.directives,
        anchor=_anchor(scene),
        group_size=int(request.assumption("vendor_group_size")) if options.group_prices else 0,
    )


def _anchor(scene: Scene) -> Anchor | None:
    rows, roles = scene.request.committed, {role: number for number, role in enumerate(scene.roles)}
    if not rows:
        return None
    trainings = {
        row.person: (row.target_level, tuple(sorted(row.certifications)), row.speciality, row.bootcamp, row.starts_on)
        for row in rows
        if row.what == "training" and row.person
    }
    hires = Counter((roles[row.role], row.starts_on) for row in rows if row.what == "hire" and row.role in roles)
    on_duty = Counter(
        (roles[row.role], scene.month_index(row.starts_on) + later)
        for row in rows
        if row.what == "contract" and row.role in roles
        for later in range(row.months)
    )
    return Anchor(float(scene.request.assumption("change_price")), trainings, hires, on_duty)


def pots(budget: Budget, scene: Scene) -> list[Pot]:
    """A budget by the periods it holds for. Months beyond the plan count in none."""
    years = np.array([month.month.year for month in scene.months])
    shown = np.arange(len(years)) < scene.shown
    if budget.per == "plan":
        periods = {"plan": shown}
    else:
        periods = {str(year): shown & (years == year) for year in sorted(set(years[shown])) if budget.year in {None, year}}
    kinds = np.array([budget.kind in {"all", kind} for kind in KINDS])
    return [
        Pot(f"{budget.kind} {name}", float(budget.amount), (kinds[:, None] & months[None, :]).astype(float))
        for name, months in periods.items()
    ]

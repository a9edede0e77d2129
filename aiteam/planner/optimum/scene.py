"""What a request means for the optimiser: months, seats by role and month, and money, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.certificates import Lifetime
from aiteam.planner.composition import MonthDemand, demand
from aiteam.planner.months import add_months, last_day, month_span
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import Asked, State

TAIL_MONTHS = 6  # planned beyond the end of the plan, so that the end itself makes nothing look good or bad

LAST = date(9999, 12, 30)  # of what never ends; a day may still be added

Days = npt.NDArray[np.datetime64]
Numbers = npt.NDArray[Any]


def day64(day: date) -> np.datetime64:
    return np.datetime64(day, "D")


def later(days: Days, months: int) -> Days:
    """So many months on: `months.add_months` on an array."""
    of_month = days.astype("datetime64[M]")
    target = of_month + months
    last: Days = (target + 1).astype("datetime64[D]") - 1
    found: Days = np.minimum(target.astype("datetime64[D]") + (days - of_month.astype("datetime64[D]")), last)
    return found


@dataclass(frozen=True)
class Scene:
    """The request with its tail; months and roles are numbered in the order of `months` and `roles`."""

    request: PlanRequest
    shown: int  # months of the plan itself; those after it are the tail
    months: tuple[MonthDemand, ...]
    roles: tuple[str, ...]

    @classmethod
    def of(cls, request: PlanRequest, tail_months: int = TAIL_MONTHS) -> "Scene":
        longer = request.model_copy(update={"ends_on": last_day(add_months(request.ends_on.replace(day=1), tail_months))})
        shown = demand(request)
        months = (*shown, *demand(longer)[len(shown) :])
        roles = tuple(sorted({role for month in months for role in month.rules}))
        return cls(longer, len(shown), months, roles)

    @cached_property
    def seats(self) -> Numbers:
        """Heads needed, by role and month."""
        counts = [[month.rules[role].count if role in month.rules else 0 for month in self.months] for role in self.roles]
        return np.array(counts, dtype=np.int64).reshape(len(self.roles), len(self.months))

    @cached_property
    def first(self) -> Days:
        return np.array([day64(month.first) for month in self.months])

    @cached_property
    def last(self) -> Days:
        return np.array([day64(month.last) for month in self.months])

    @cached_property
    def asked(self) -> list[list[Asked | None]]:
        """What a seat asks, by role and month (the same object where the same rule holds); None where the month has no such seat."""
        known: dict[int, Asked] = {}
        return [[self._asked_by(month.rules.get(role), known) for month in self.months] for role in self.roles]

    def _asked_by(self, rule: SeatRule | None, known: dict[int, Asked]) -> Asked | None:
        if rule is None:
            return None
        if id(rule) not in known:
            known[id(rule)] = Asked.of(rule, self.request)
        return known[id(rule)]

    @cached_property
    def rules(self) -> list[tuple[int, Asked, Numbers]]:
        """Every rule once: its role, what it asks, and by month whether it holds."""
        found = []
        for role, row in enumerate(self.asked):
            for asked in {id(each): each for each in row if each}.values():
                found.append((role, asked, np.array([each is asked for each in row])))
        return found

    @cached_property
    def last_asked(self) -> list[Asked]:
        """The newest rule of each role."""
        return [next(asked for asked in reversed(row) if asked) for row in self.asked]

    @cached_property
    def discount(self) -> Numbers:
        """The worth on the plan's first day of money that falls in each month."""
        yearly = float(self.request.assumption("yearly_discount_percent")) / 100
        worth: Numbers = (1 + yearly) ** (-np.arange(len(self.months)) / 12)
        return worth

    @cached_property
    def holidays(self) -> Days:
        return np.array(sorted(self.request.options.holidays), dtype="datetime64[D]")

    def runs(self, state: State, codes: tuple[str, ...]) -> Days:
        """By month: the last day up to which one of `codes` is valid without a break from the month's first day on; the day before the month
        where none is valid then."""
        key = (state, codes)
        if key not in self._runs:
            self._runs[key] = self._run([life for code in codes for life in state.certificates.get(code, ()) if life.known])
        return self._runs[key]

    def _run(self, lives: Sequence[Lifetime]) -> Days:
        uncovered = self.first
        for _ in lives:  # each life can carry on once from where another ends
            for life in lives:
                end = day64(life.ends_on or LAST)
                valid = (day64(life.issued_on) <= uncovered) & (uncovered <= end)
                uncovered = np.where(valid, end + 1, uncovered)
        return uncovered - 1

    def here(self, state: State) -> Numbers:
        """By month: whether the person works here all through it."""
        return np.array([state.is_here(month.first, month.last) for month in self.months])

    def employed(self, state: State) -> Numbers:
        """By month: whether the person is still (or already) employed at its end."""
        return np.array([state.person.is_here(month.last) for month in self.months])

    @cached_property
    def _runs(self) -> dict[tuple[State, tuple[str, ...]], Days]:
        return {}

    def month_index(self, day: date) -> int:
        """The number of the month of `day`; what falls before the first month counts in it."""
        return max(0, month_span(self.months[0].month, day))

"""What a request means for the optimiser: months, seats by role and month, and money, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.composition import MonthDemand, demand
from aiteam.planner.months import add_months, last_day, month_span
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import Asked, State

YEARLY_DISCOUNT = 0.06
TAIL_MONTHS = 6  # planned beyond the end of the plan, so that the end itself makes nothing look good or bad

Days = npt.NDArray[np.datetime64]
Numbers = npt.NDArray[Any]


def covered_until(state: State, codes: Sequence[str], first: date) -> date:
    """The last day up to which one of `codes` is valid on every day from `first` on; the day before `first` where none is then."""
    lives = [life for code in codes for life in state.certificates.get(code, ()) if life.known]
    day = first
    while True:
        ends = [life.ends_on or date.max for life in lives if life.is_valid(day)]
        if not ends:
            return day - timedelta(days=1)
        if max(ends) == date.max:
            return date.max
        day = max(ends) + timedelta(days=1)


def day64(day: date) -> np.datetime64:
    return np.datetime64(day, "D")


@dataclass(frozen=True)
class Scene:
    """The request with its tail; months and roles are numbered in the order of `months` and `roles`."""

    request: PlanRequest
    shown: int  # months of the plan itself; those after it are the tail
    months: tuple[MonthDemand, ...]
    roles: tuple[str, ...]

    @classmethod
    def of(cls, request: PlanRequest) -> "Scene":
        longer = request.model_copy(update={"ends_on": last_day(add_months(request.ends_on.replace(day=1), TAIL_MONTHS))})
        months = demand(longer)
        roles = tuple(sorted({role for month in months for role in month.rules}))
        return cls(longer, len(request.months), months, roles)

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
        yearly = YEARLY_DISCOUNT
        worth: Numbers = (1 + yearly) ** (-np.arange(len(self.months)) / 12)
        return worth

    @cached_property
    def years(self) -> Numbers:
        """The number of the calendar year of each month, from 0 on."""
        years = [month.month.year for month in self.months]
        return np.array([year - years[0] for year in years])

    @cached_property
    def holidays(self) -> Days:
        return np.array(sorted(self.request.options.holidays), dtype="datetime64[D]")

    def runs(self, state: State, codes: tuple[str, ...]) -> Days:
        """By month: the last day up to which one of `codes` is valid without a break from the month's first day on."""
        key = (state, codes)
        if key not in self._runs:
            self._runs[key] = np.array([covered_until(state, codes, month.first) for month in self.months], dtype="datetime64[D]")
        return self._runs[key]

    def here(self, state: State) -> Numbers:
        """By month: whether the person works here all through it."""
        return np.array([state.is_here(month.first, month.last) for month in self.months])

    @cached_property
    def _runs(self) -> dict[tuple[State, tuple[str, ...]], Days]:
        return {}

    def month_index(self, day: date) -> int:
        """The number of the month of `day`; what falls before the first month counts in it."""
        return max(0, month_span(self.months[0].month, day))

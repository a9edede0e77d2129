"""Working days: Monday to Friday without the holidays of the request."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal
from functools import lru_cache

WEEK = 5  # working days
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    holidays: frozenset[date]

    @classmethod
    def of(cls, holidays: Collection[date]) -> "Calendar":
        return cls(frozenset(holidays))

    def is_workday(self, day: date) -> bool:
        return day.weekday() < WEEK and day not in self.holidays

    def on_or_after(self, day: date) -> date:
        """The first working day from `day` on."""
        while not self.is_workday(day):
            day += ONE_DAY
        return day

    def on_or_before(self, day: date) -> date:
        while not self.is_workday(day):
            day -= ONE_DAY
        return day

    def after(self, day: date) -> date:
        """The first working day after `day`."""
        return self.on_or_after(day + ONE_DAY)

    @lru_cache(maxsize=65536)  # noqa: B019  # a calendar is a value; many people start the same course on the same day
    def last_of(self, start: date, days: int) -> date:
        """The last of `days` working days (1 or more) counted from `start`."""
        day = self.on_or_after(start)
        for _ in range(days - 1):
            day = self.after(day)
        return day

    def workdays(self, start: date, end: date) -> Iterator[date]:
        """Every working day from `start` to `end`, both included."""
        day = start
        while day <= end:
            if self.is_workday(day):
                yield day
            day += ONE_DAY


def study_days(hours: int, hours_per_week: Decimal) -> int:
    """Working days that `hours` of study take at so many hours a week; part of a day is a day."""
    return max(1, int((Decimal(hours) * WEEK / hours_per_week).to_integral_value(rounding=ROUND_CEILING)))

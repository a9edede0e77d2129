"""Months as their first day, and calendar arithmetic on days."""

from calendar import monthrange
from datetime import date


def month_of(day: date) -> date:
    """The first day of the month of `day`."""
    return day.replace(day=1)


def last_day(month: date) -> date:
    return month.replace(day=monthrange(month.year, month.month)[1])


def add_months(day: date, months: int) -> date:
    """The same day of the month so many months on (or back); the last day of a shorter month: 31 August + 6 is 28 or 29 February.

    Raises OverflowError beyond the years 1 to 9999.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"{day.isoformat()} and {months} months is outside the calendar")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def month_span(start: date, end: date) -> int:
    """Whole months from the month of `start` to that of `end`; negative when `end` comes first."""
    return (end.year - start.year) * 12 + end.month - start.month


def months_between(start: date, end: date) -> tuple[date, ...]:
    """First days of every month that `start` to `end` (inclusive) touches; empty when `end` comes first."""
    first = month_of(start)
    return tuple(add_months(first, offset) for offset in range(month_span(start, end) + 1))

from datetime import date
from decimal import Decimal

import pytest

from aiteam.planner.workdays import Calendar, study_days

WEEKENDS_ONLY = Calendar.of(())
CHRISTMAS = Calendar.of((date(2026, 12, 25), date(2027, 1, 1)))  # two Fridays


def test_saturday_and_sunday_are_no_working_days() -> None:
    assert WEEKENDS_ONLY.is_workday(date(2027, 1, 8))
    assert not WEEKENDS_ONLY.is_workday(date(2027, 1, 9))
    assert not WEEKENDS_ONLY.is_workday(date(2027, 1, 10))


def test_a_holiday_is_no_working_day() -> None:
    assert CHRISTMAS.on_or_after(date(2027, 1, 1)) == date(2027, 1, 4)
    assert CHRISTMAS.on_or_before(date(2027, 1, 3)) == date(2026, 12, 31)
    assert CHRISTMAS.after(date(2026, 12, 24)) == date(2026, 12, 28)


def test_working_days_run_on_over_the_end_of_the_year() -> None:
    # 24, 28, 29, 30, 31 December, then 4 January
    assert CHRISTMAS.last_of(date(2026, 12, 24), 5) == date(2026, 12, 31)
    assert CHRISTMAS.last_of(date(2026, 12, 24), 6) == date(2027, 1, 4)
    assert len(list(CHRISTMAS.workdays(date(2026, 12, 24), date(2027, 1, 4)))) == 6


def test_counting_starts_on_the_first_working_day() -> None:
    assert WEEKENDS_ONLY.last_of(date(2027, 1, 9), 1) == date(2027, 1, 11)


def test_a_period_without_working_days_has_none() -> None:
    assert list(WEEKENDS_ONLY.workdays(date(2027, 1, 9), date(2027, 1, 10))) == []
    assert list(WEEKENDS_ONLY.workdays(date(2027, 1, 12), date(2027, 1, 11))) == []


@pytest.mark.parametrize(
    ("hours", "hours_per_week", "days"),
    [(8, "6", 7), (24, "6", 20), (40, "6", 34), (48, "8", 30), (1, "40", 1), (8, "40", 1), (9, "40", 2), (30, "2.5", 60)],
)
def test_study_takes_its_share_of_the_week_and_part_of_a_day_is_a_day(hours: int, hours_per_week: str, days: int) -> None:
    assert study_days(hours, Decimal(hours_per_week)) == days

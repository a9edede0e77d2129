from datetime import date

import pytest

from aiteam.planner.months import add_months, last_day, month_of, month_span, months_between


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2024, 2, 29), 24, date(2026, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
        (date(2026, 8, 31), 6, date(2027, 2, 28)),
        (date(2027, 8, 31), 6, date(2028, 2, 29)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2027, 1, 31), -2, date(2026, 11, 30)),
        (date(2027, 1, 1), -12, date(2026, 1, 1)),
        (date(2027, 5, 5), 0, date(2027, 5, 5)),
    ],
)
def test_calendar_months_keep_the_day_or_take_the_last_of_a_shorter_month(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


@pytest.mark.parametrize(("day", "months"), [(date(9999, 12, 1), 1), (date(1, 1, 1), -1), (date(2027, 1, 1), 10**9)])
def test_a_month_beyond_the_calendar_is_told_as_such(day: date, months: int) -> None:
    with pytest.raises(OverflowError, match=day.isoformat()):
        add_months(day, months)


def test_a_span_counts_calendar_months_whatever_the_day() -> None:
    assert month_span(date(2026, 12, 31), date(2027, 1, 1)) == 1
    assert month_span(date(2027, 1, 1), date(2027, 1, 31)) == 0
    assert month_span(date(2027, 3, 1), date(2027, 1, 1)) == -2


def test_every_month_touched_is_listed_by_its_first_day() -> None:
    assert months_between(date(2026, 11, 30), date(2027, 1, 1)) == (date(2026, 11, 1), date(2026, 12, 1), date(2027, 1, 1))
    assert months_between(date(2027, 2, 1), date(2027, 1, 31)) == ()


def test_first_and_last_day_of_a_month() -> None:
    assert month_of(date(2028, 2, 29)) == date(2028, 2, 1)
    assert last_day(date(2028, 2, 1)) == date(2028, 2, 29)
    assert last_day(date(2027, 2, 1)) == date(2027, 2, 28)

from datetime import date, timedelta

import pytest

from aiteam.planner import plan
from aiteam.planner.catalogue import ValidityRule, shipped
from aiteam.planner.certificates import Lifetime, extended, lifetime
from tests.planner.builders import AS_OF, held, make_options, make_person, make_request

TWO_YEARS = [ValidityRule(months=24, source="aiteam", as_of=date(2026, 1, 1), basis="assumed")]


def rules_of(code: str) -> tuple[ValidityRule, ...]:
    return shipped().certification[code].validity


@pytest.mark.parametrize(
    ("code", "issued_on", "ends_on"),
    [
        ("NCA-AIIO", date(2026, 6, 15), date(2028, 6, 15)),
        ("NCP-AII", date(2024, 2, 29), date(2026, 2, 28)),
        ("CKA", date(2024, 3, 31), date(2027, 3, 31)),  # the last day of the old rule of three years
        ("CKA", date(2024, 4, 1), date(2026, 4, 1)),  # the first day of the new rule of two
        ("AZURE-SAE", date(2026, 8, 31), date(2027, 8, 31)),
    ],
)
def test_a_certificate_ends_by_the_rule_of_the_day_it_was_earned(code: str, issued_on: date, ends_on: date) -> None:
    assert lifetime(rules_of(code), issued_on) == Lifetime(issued_on, ends_on)


def test_the_last_valid_day_is_a_valid_one() -> None:
    life = lifetime(TWO_YEARS, date(2025, 1, 10))
    assert life.is_valid(date(2025, 1, 10))
    assert life.is_valid(date(2027, 1, 10))
    assert not life.is_valid(date(2027, 1, 11))
    assert not life.is_valid(date(2025, 1, 9))


def test_the_end_printed_on_the_certificate_wins_over_the_rule() -> None:
    # a public badge of 1 June 2024 ends on 31 May 2026: two years less a day
    life = lifetime(rules_of("CKA"), date(2024, 6, 1), printed_end=date(2026, 5, 31))
    assert life.ends_on == date(2026, 5, 31)
    assert not life.is_valid(date(2026, 6, 1))


def test_a_printed_end_is_known_even_where_no_rule_is() -> None:
    assert lifetime((), date(2026, 1, 1), printed_end=date(2027, 1, 1)).is_valid(date(2026, 12, 1))


def test_an_unknown_end_is_not_the_same_as_no_end() -> None:
    unknown, endless = lifetime((), date(2020, 1, 1)), lifetime(rules_of("VCP-DCV"), date(2020, 1, 1))
    day = date(2026, 12, 1)
    assert (unknown.ends_on, unknown.state(day), unknown.is_valid(day)) == (None, "unknown", False)
    assert (endless.ends_on, endless.state(day), endless.is_valid(day)) == (None, "no_end", True)


def test_a_certificate_earned_before_an_expiry_was_introduced_never_ends() -> None:
    assert lifetime(rules_of("LINUX+"), date(2010, 12, 31)).state(date(2026, 12, 1)) == "no_end"
    assert lifetime(rules_of("LINUX+"), date(2011, 1, 1)).ends_on == date(2014, 1, 1)


@pytest.mark.parametrize(
    ("day", "state"),
    [
        (date(2027, 10, 2), "valid"),  # 91 days before the end
        (date(2027, 10, 3), "ending"),  # 90 days before
        (date(2028, 1, 1), "ending"),
        (date(2028, 1, 2), "grace"),
        (date(2028, 3, 31), "grace"),  # 90 days after: 30 in January, 29 in February, 31 in March
        (date(2028, 4, 1), "ended"),
    ],
)
def test_the_state_of_a_certificate_follows_the_day(day: date, state: str) -> None:
    life = lifetime(rules_of("CISSP"), date(2025, 1, 1), grace_days=shipped().certification["CISSP"].grace_days)
    assert life.state(day) == state


def test_without_grace_a_certificate_is_ended_the_day_after_its_end() -> None:
    assert lifetime(TWO_YEARS, date(2025, 1, 1)).state(date(2027, 1, 2)) == "ended"


def test_the_warning_time_can_be_chosen() -> None:
    life = Lifetime(date(2025, 1, 1), date(2027, 1, 31))
    assert life.state(date(2026, 12, 1), ending_within_days=60) == "valid"
    assert life.state(date(2026, 12, 2), ending_within_days=60) == "ending"


def test_an_end_on_the_last_day_of_the_calendar_has_a_state() -> None:
    assert Lifetime(date(2020, 1, 1), date.max).state(date(2026, 12, 1)) == "valid"


def test_a_renewal_may_count_from_the_old_end() -> None:
    early = lifetime(TWO_YEARS, date(2026, 3, 1), counts_from=date(2026, 6, 15))
    assert (early.issued_on, early.ends_on) == (date(2026, 6, 16), date(2028, 6, 15))
    late = lifetime(TWO_YEARS, date(2026, 7, 1), counts_from=date(2026, 6, 15))
    assert (late.issued_on, late.ends_on) == (date(2026, 7, 1), date(2028, 6, 15))


def test_another_exam_extends_what_is_in_force_and_never_shortens_it() -> None:
    life = lifetime(TWO_YEARS, date(2024, 1, 31))
    assert extended(life, TWO_YEARS, [date(2026, 1, 31)]).ends_on == date(2028, 1, 31)
    assert extended(life, TWO_YEARS, [date(2026, 2, 1)]) == life
    assert extended(life, TWO_YEARS, [date(2027, 6, 1), date(2025, 8, 31)]).ends_on == date(2029, 6, 1)
    assert extended(Lifetime(date(2024, 1, 31), date(2030, 1, 1)), TWO_YEARS, [date(2025, 1, 1)]).ends_on == date(2030, 1, 1)
    endless = lifetime(rules_of("VCP-DCV"), date(2020, 1, 1))
    assert extended(endless, TWO_YEARS, [date(2021, 1, 1)]) == endless


@pytest.mark.parametrize(("ending_days", "state"), [(30, "valid"), (60, "ending")])
def test_how_soon_a_certificate_is_ending_is_said_by_the_request(ending_days: int, state: str) -> None:
    """Its last day is 45 days after the plan's day of reference."""
    person = make_person(certifications=(held("NCA-AIIO", date(2026, 1, 1), AS_OF + timedelta(days=45)),))
    [line] = plan(make_request(people=(person,), options=make_options(ending_days=ending_days))).certificates
    assert line.state == state

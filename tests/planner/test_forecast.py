"""Cover worked by hand: certificates that end, exams that may be failed, people who may leave."""

from datetime import date
from decimal import Decimal
from typing import Any

from aiteam.planner.engine import plan
from aiteam.planner.forecast import BookedExam, CertificateCover, cover_forecast, exams_of
from aiteam.planner.request import PlanRequest
from tests.planner.builders import growth, held, make_options, make_request, network_specialist
from tests.planner.optimum.test_solve import one_seat

ENDING = held("NCP-AIN", date(2025, 3, 15), date(2027, 3, 15))


def request(*people: Any, seats: int = 1, months: int = 12, **options: Any) -> PlanRequest:
    """Seats that ask for NCP-AIN, through 2027."""
    known = {"attrition_percent": 0, "exam_pass_percent": 80} | options
    found = one_seat("network-specialist", months, people=people, options=known)
    return found.model_copy(update={"cluster": found.cluster.model_copy(update={"sites": seats})})


def cover(asked: PlanRequest, *exams: BookedExam) -> CertificateCover:
    return next(row for row in cover_forecast(asked, exams) if row.any_of == ("NCP-AIN",))


def exam(number: int, on: date) -> BookedExam:
    return BookedExam(person=f"NET-{number}", certification="NCP-AIN", on=on)


def test_a_certificate_that_ends_in_the_month_is_not_held_all_through_it() -> None:
    found = cover(request(network_specialist(1), network_specialist(2), network_specialist(3, certifications=(ENDING,)), seats=3))
    assert [row.certain for row in found.months] == [3, 3, *[2] * 10]
    assert {row.wanted for row in found.months} == {3}
    assert (found.first_short, found.first_expected_short) == (date(2027, 3, 1), date(2027, 3, 1))
    assert found.why
    assert found.why.text.endswith("Networker 3 no longer do.")


def test_a_booked_exam_counts_by_the_pass_rate_once_it_is_sat() -> None:
    asked = request(network_specialist(1), network_specialist(2), network_specialist(3, certifications=(ENDING,)), seats=3)
    found = cover(asked, exam(3, date(2027, 4, 20)))
    # sure through February, none in March and April (sat in it), 0.8 from May on
    assert [row.expected for row in found.months[:6]] == [Decimal(value) for value in ("3.00", "3.00", "2.00", "2.00", "2.80", "2.80")]
    assert [row.certain for row in found.months[:6]] == [3, 3, 2, 2, 2, 2]


def test_a_second_attempt_raises_the_chance() -> None:
    found = cover(request(network_specialist(1, certifications=())), exam(1, date(2027, 1, 10)), exam(1, date(2027, 2, 10)))
    assert [row.expected for row in found.months[:4]] == [Decimal(value) for value in ("0.00", "0.80", "0.96", "0.96")]


def test_people_leave_at_the_rate_of_the_year() -> None:
    found = cover(request(network_specialist(1), network_specialist(2), seats=2, months=13, attrition_percent=10))
    # after twelve months 0.9 of two
    assert (found.months[0].expected, found.months[12].expected) == (Decimal("2.00"), Decimal("1.80"))
    assert found.months[12].certain == 2
    assert found.first_short is None
    assert found.first_expected_short == date(2027, 2, 1)


def test_who_leaves_or_comes_is_counted_in_whole_months() -> None:
    leaver, comer = network_specialist(1, leaves_on=date(2027, 2, 14)), network_specialist(2, starts_on=date(2027, 3, 2))
    assert [row.certain for row in cover(request(leaver, comer)).months[:5]] == [1, 0, 0, 1, 1]


def test_two_certificates_of_one_person_are_one_holder() -> None:
    person = network_specialist(1, certifications=(held("NCP-AIN"), held("NCP-AIN", date(2026, 9, 1))))
    assert {row.certain for row in cover(request(person)).months} == {1}


def test_a_renewal_keeps_the_chance_after_the_end_of_the_old_one() -> None:
    asked = request(network_specialist(1, certifications=(ENDING,)), hire=False)
    result = plan(asked)
    found = cover(asked, *exams_of(result))
    assert [row.certain for row in found.months[:3]] == [1, 1, 0]
    assert [row.expected for row in found.months[2:5]] == [Decimal("0.80")] * 3


def test_nobody_at_all_is_short_from_the_first_month() -> None:
    found = cover(request())
    assert found.first_short == date(2027, 1, 1)
    assert found.why
    assert found.why.code == "cover_too_few"


def test_a_cluster_that_closes_wants_nobody_after() -> None:
    asked = make_request(cluster=growth((date(2027, 1, 1), 50), (date(2027, 4, 1), 0)), options=make_options())
    found = next(row for row in cover_forecast(asked) if row.any_of == ("NCP-AIN",))
    assert [row.wanted for row in found.months] == [1, 1, 1, 0, 0, 0]

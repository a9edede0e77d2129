"""An event changes the plan as little as it must."""

from datetime import date
from typing import Any

import pytest

from aiteam.planner.changes import changes
from aiteam.planner.engine import plan
from aiteam.planner.errors import RequestError
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult
from aiteam.planner.what_if import Event, after
from tests.planner.builders import network_specialist
from tests.planner.optimum.scenes import random_request
from tests.planner.optimum.test_solve import one_seat


@pytest.fixture(scope="module")
def request_() -> PlanRequest:
    return random_request(count=8, months=18, seed=4, depth="deep")


@pytest.fixture(scope="module")
def result(request_: PlanRequest) -> PlanResult:
    return plan(request_)


def test_when_nothing_happens_nothing_changes(request_: PlanRequest, result: PlanResult) -> None:
    untouched = after(Event(kind="grows_earlier", months=1), request_, result).model_copy(update={"cluster": request_.cluster})
    again = plan(untouched)
    assert changes(result, again) == ()
    assert untouched.committed
    assert again.solve
    assert result.solve
    assert again.solve.price == pytest.approx(result.solve.price, abs=100)


def test_who_leaves_sits_nowhere_after_and_the_rest_stays_mostly_as_decided(request_: PlanRequest, result: PlanResult) -> None:
    leaver = next(row.person for row in result.people if row.months_in_seat > 6)
    changed = plan(after(Event(kind="leaves", person=leaver, on=date(2027, 3, 31)), request_, result))
    sits = [month.month for seat in changed.seats for month in seat.months if month.person == leaver]
    assert all(month <= date(2027, 3, 1) for month in sits)
    free = plan(after(Event(kind="leaves", person=leaver, on=date(2027, 3, 31)), request_, result).model_copy(update={"committed": ()}))
    assert 0 < len(changes(result, changed)) <= len(changes(result, free))


def test_a_hire_that_slips_arrives_so_much_later() -> None:
    request = one_seat("network-specialist", 12)
    before = plan(request)
    later = plan(after(Event(kind="hire_slips", role="network-specialist", months=2), request, before))
    [hire], [slipped] = before.openings, later.openings
    assert (hire.order_by, slipped.order_by) == (date(2027, 1, 1), date(2027, 1, 1))
    assert (hire.arrives_on, slipped.arrives_on) == (date(2027, 4, 1), date(2027, 6, 1))
    [change] = [row for row in changes(before, later) if row.what == "contract"] or [None]
    assert change is None  # the contract begins on the same day and lasts two months longer
    assert sum(row.months for row in later.contracts) == sum(row.months for row in before.contracts) + 2


def test_a_failed_exam_is_sat_and_paid_again() -> None:
    person = network_specialist(1, certifications=())
    request = one_seat("network-specialist", 12, people=(person,), options={"hire": False})
    before = plan(request)
    exam = next(step for step in before.trainings[0].steps if (step.kind, step.code) == ("exam", "NCP-AIN"))
    changed = plan(after(Event(kind="exam_failed", person=person.id, certification="NCP-AIN"), request, before))
    first, second = [step for step in changed.trainings[0].steps if step.code == "NCP-AIN" and step.kind == "exam"]
    assert (first.passed, first.certificate_until, second.passed) == (False, None, True)
    assert (second.starts_on - first.starts_on).days >= 14
    assert first.cost == second.cost == exam.cost
    assert changed.trainings[0].ready_on == second.starts_on


def test_growth_that_comes_earlier_asks_for_seats_earlier(request_: PlanRequest, result: PlanResult) -> None:
    earlier = plan(after(Event(kind="grows_earlier", months=2), request_, result))
    needed = {gap.month: gap.needed for gap in earlier.gaps}
    assert (needed[date(2027, 3, 1)], needed[date(2027, 4, 1)]) == (4, 10)


@pytest.mark.parametrize(
    "event",
    [{"kind": "leaves"}, {"kind": "leaves", "person": "nobody", "on": date(2027, 3, 1)}, {"kind": "exam_failed"}, {"kind": "hire_slips"}],
)
def test_an_event_about_nobody_is_refused(event: dict[str, Any], request_: PlanRequest, result: PlanResult) -> None:
    with pytest.raises(RequestError):
        after(Event(**event), request_, result)

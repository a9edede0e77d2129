"""What holds for every plan, whoever the people are."""

from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aiteam.planner import PlanRequest, PlanResult, plan
from aiteam.planner.composition import demand
from aiteam.planner.cost import KINDS
from aiteam.planner.coverage import Fits, fill
from aiteam.planner.request import Person
from aiteam.planner.state import states_of
from tests.planner.builders import growth, held, make_options, make_request

CERTIFICATES = [("NCA-AIIO", 24), ("NCP-AII", 24), ("NCP-AIO", 24), ("NCP-AIN", 24), ("CKA", 24)]
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def people(draw: st.DrawFn, largest: int = 6) -> tuple[Person, ...]:
    found = []
    for number in range(draw(st.integers(0, largest))):
        codes = draw(st.lists(st.sampled_from([code for code, _ in CERTIFICATES]), max_size=2, unique=True))
        came = draw(st.none() | st.dates(date(2026, 6, 1), date(2027, 6, 1)))
        found.append(
            Person(
                id=f"P-{number}",
                name=f"Person {number}",
                level=draw(st.integers(1, 5)),
                experience_months=draw(st.none() | st.integers(0, 60)),
                skills=tuple(
                    draw(st.lists(st.sampled_from(["infiniband-rdma", "classic-networking", "san-storage"]), max_size=2, unique=True))
                ),
                certifications=tuple(held(code, draw(st.dates(date(2024, 11, 1), date(2026, 11, 30)))) for code in codes),
                starts_on=came,
                leaves_on=draw(st.none() | st.dates(max(came or date.min, date(2026, 12, 15)), date(2027, 12, 31))),
                may_be_trained=draw(st.booleans()),
            )
        )
    return tuple(found)


@st.composite
def requests(draw: st.DrawFn) -> PlanRequest:
    days = draw(st.lists(st.dates(date(2026, 10, 1), date(2027, 12, 1)), min_size=1, max_size=3, unique=True))
    steps = [(day, draw(st.sampled_from([0, 5, 50, 100, 500, 2000]))) for day in days]
    flags = {name: draw(st.booleans()) for name in ("train", "hire", "contractors", "bootcamps", "renew", "certificate_may_be_open")}
    return make_request(
        people=draw(people()),
        cluster=growth(*steps),
        starts_on=draw(st.dates(date(2026, 10, 1), date(2027, 2, 1))),
        ends_on=draw(st.dates(date(2027, 3, 1), date(2027, 12, 31))),
        options=make_options(boundary=draw(st.sampled_from(["smaller", "larger"])), **flags),
    )


def without_hash(result: PlanResult) -> dict[str, Any]:
    return result.model_dump(exclude={"request_hash"})


@FEW
@given(requests())
def test_every_seat_of_every_month_is_in_one_state(request: PlanRequest) -> None:
    result = plan(request)
    for gap in result.gaps:
        assert gap.needed == gap.at_hand + gap.trained + gap.renewed + gap.hired + gap.contractor + gap.open
        assert gap.covered_today <= gap.needed
        assert gap.needed == sum(1 for seat in result.seats for month in seat.months if month.month == gap.month)
        reading = next((reading for reading in reversed(result.sizes) if reading.since <= gap.month), None)
        assert reading is None or gap.gpus != reading.gpus or gap.needed == reading.headcount


@FEW
@given(requests())
def test_nobody_sits_twice_in_a_month_or_sits_while_away(request: PlanRequest) -> None:
    result = plan(request)
    by_id = {person.id: person for person in request.people}
    for month in demand(request):
        sitting = [row.person for seat in result.seats for row in seat.months if row.month == month.month and row.person]
        assert len(sitting) == len(set(sitting))
        assert all(by_id[person].is_here(month.first) and by_id[person].is_here(month.last) for person in sitting)


@FEW
@given(requests())
def test_the_plan_covers_no_less_than_doing_nothing(request: PlanRequest) -> None:
    assert all(gap.covered >= gap.covered_today for gap in plan(request).gaps)


@FEW
@given(requests())
def test_totals_are_sums_of_what_is_shown(request: PlanRequest) -> None:
    costs = plan(request).costs
    for row in costs.months:
        assert row.cash == sum((getattr(row, kind) for kind in KINDS), Decimal(0))
    for kind in (*KINDS, "cash", "opportunity"):
        assert getattr(costs.total, kind) == sum((getattr(row, kind) for row in costs.months), Decimal(0))


@FEW
@given(requests())
def test_everything_trained_renewed_or_hired_is_used(request: PlanRequest) -> None:
    result = plan(request)
    for training in result.trainings:
        assert training.seat is not None
        assert training.steps
        assert training.starts_on <= training.ready_on
        assert training.cash == sum((step.cost for step in training.steps), Decimal(0))
    last_month = result.gaps[-1].month
    for opening in result.openings:
        seat = next(seat for seat in result.seats if seat.id == opening.seat)
        assert opening.order_by >= request.as_of
        assert any(row.state == "hired" for row in seat.months) or seat.months[-1].month == last_month


@FEW
@given(requests())
def test_every_person_and_every_seat_has_a_reason(request: PlanRequest) -> None:
    result = plan(request)
    assert [person.person for person in result.people] == sorted(person.id for person in request.people)
    assert all(person.why.text for person in result.people)
    assert all(seat.why.text for seat in result.seats)


@FEW
@given(requests(), st.data())
def test_the_order_of_people_and_steps_does_not_matter(request: PlanRequest, data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(request.people))
    other = request.model_copy(
        update={
            "people": tuple(shuffled),
            "cluster": request.cluster.model_copy(update={"growth": tuple(reversed(request.cluster.growth))}),
        }
    )
    assert without_hash(plan(other)) == without_hash(plan(request))


@FEW
@given(requests())
def test_the_same_request_gives_the_same_result(request: PlanRequest) -> None:
    first = plan(request)
    again = plan(PlanRequest.model_validate_json(request.model_dump_json()))
    assert first == again
    assert first.request_hash == again.request_hash


@FEW
@given(requests(), people(largest=1))
def test_one_more_person_never_leaves_more_seats_open_today(request: PlanRequest, more: tuple[Person, ...]) -> None:
    larger = request.model_copy(update={"people": (*request.people, *(person.model_copy(update={"id": "A-NEW"}) for person in more))})
    before, after = (fill(Fits(one), demand(one), states_of(one.people, one.catalogue)) for one in (request, larger))
    assert all(len(then.seats) >= len(now.seats) for now, then in zip(before, after, strict=True))


@FEW
@given(requests(), st.integers(0, 3000))
def test_more_gpus_never_need_fewer_seats_in_any_month(request: PlanRequest, more: int) -> None:
    steps = tuple(step.model_copy(update={"gpus": step.gpus + more}) for step in request.cluster.growth)
    larger = request.model_copy(update={"cluster": request.cluster.model_copy(update={"growth": steps})})
    seats = [[sum(rule.count for rule in month.rules.values()) for month in demand(one)] for one in (request, larger)]
    assert all(few <= many for few, many in zip(*seats, strict=True))

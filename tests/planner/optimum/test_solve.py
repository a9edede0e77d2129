"""The decisions that follow from the choice: worked examples with a formula, and laws of the seats."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from aiteam.planner.catalogue import shipped
from aiteam.planner.checking import check_plan
from aiteam.planner.engine import plan
from aiteam.planner.months import add_months, last_day
from aiteam.planner.optimum import solve
from aiteam.planner.optimum.program import Effort
from aiteam.planner.optimum.solve import Planning
from aiteam.planner.progress import Stopped
from aiteam.planner.request import PlanRequest, read_request
from tests.planner.builders import changed_catalogue, growth, held, make_options, make_person, make_request, network_specialist
from tests.planner.optimum.scenes import random_request

JANUARY = date(2027, 1, 1)


def one_seat(
    role: str, months: int, *, assumptions: dict[str, int] | None = None, certifications: tuple[str, ...] = (), **changes: Any
) -> PlanRequest:
    """A cluster whose team is a single seat, from the plan's first day on, without interest and without on-costs other than 30 %."""
    rule = next(rule for rule in shipped().size["small"].seats if rule.role == role).model_copy(update={"count": 1})
    rule = rule.model_copy(update={"certifications_any_of": certifications or rule.certifications_any_of})
    sizes = tuple(size.model_copy(update={"seats": (rule,)}) if size.code == "small" else size for size in shipped().cluster_sizes)
    given = assumptions or {}
    rows = tuple(row.model_copy(update={"value": Decimal(given.get(row.code, row.value))}) for row in shipped().assumptions)
    options = {
        "depth": "deep",
        "contractors": True,
        "contract_months_min": 1,
        "yearly_discount_percent": 0,
        "on_cost_percent": 30,
        "contractor_rate": 300,
        "contractor_hours_per_month": 160,
        "hiring_cost": 30_000,
        "hiring_lead_months": 3,
        "ramp_up_months": 1,
    } | changes.pop("options", {})
    values = {
        "as_of": JANUARY,
        "cluster": growth((JANUARY, 50)),
        "ends_on": last_day(add_months(JANUARY, months - 1)),
        "options": make_options(**options),
        "catalogue": changed_catalogue(cluster_sizes=sizes, assumptions=rows),
    }
    return make_request(**values | changes)


@pytest.mark.parametrize("months", range(1, 13))
def test_a_contractor_is_cheaper_up_to_five_months_and_a_hire_from_six_on(months: int) -> None:
    # 48,000 a month against 30,000 to recruit, four months until the new person counts, and 16,250 a month from the third on
    planning = Planning(one_seat("network-specialist", months), tail_months=0)
    decided = planning.decided(planning.solve(effort=Effort(gap=0)))
    hired = 222_000 + 16_250 * (months - 3)
    cheapest = min(48_000 * months, hired) if months > 3 else 48_000 * months
    assert planning.solve(effort=Effort(gap=0)).choice.price == pytest.approx(cheapest, abs=2)
    assert len(decided.new_people) == (months >= 6)
    assert sum(contract.months for contract in decided.contracts) == (4 if months >= 6 else months)


@pytest.mark.parametrize(("left", "months"), [(2, 12), (5, 36), (10, 36), (20, 36), (11, 36), (12, 36), (30, 24)])
def test_a_certificate_is_renewed_as_often_as_its_life_asks(left: int, months: int) -> None:
    """Two years each: ceil((T - rem) / 24) renewals."""
    ends_on = add_months(JANUARY, left) - (JANUARY - date(2026, 12, 31))
    person = network_specialist(certifications=(held("NCP-AIN", date(2025, 6, 2), ends_on),))
    request = one_seat("network-specialist", months, people=(person,), assumptions={"renewal_lead_days": 0})
    planning = Planning(request, tail_months=0)
    decided = planning.decided(planning.solve())
    assert len(decided.renewals) == max(0, -((left - months) // 24))
    assert set(decided.states.values()) <= {"at_hand", "renewed"}


def test_an_empty_cluster_needs_nothing() -> None:
    result = plan(make_request(cluster=growth((JANUARY, 0)), options=make_options(depth="deep")))
    assert (result.trainings, result.openings, result.contracts) == ((), (), ())
    assert result.solve is not None
    assert (result.solve.status, result.solve.price) == ("optimal", 0)


def test_a_cluster_that_shrinks_calls_for_nobody_after_it() -> None:
    cluster = growth((JANUARY, 300), (date(2027, 4, 1), 50))
    result = plan(make_request(cluster=cluster, options=make_options(depth="deep", contractors=True)))
    roles = Counter(row.role for row in result.contracts if row.first_month < date(2027, 4, 1))
    assert roles
    assert all(gap.open == 0 for gap in result.gaps)
    assert [gap.needed for gap in result.gaps] == [10, 10, 10, 4, 4, 4]


@pytest.mark.parametrize(("count", "seed", "changes"), [(0, 53, {}), (4, 54292, {"months_in_grade": 12, "reserve_per_heads": 2})])
def test_a_role_that_the_shrinking_cluster_gives_up_ends_no_search(count: int, seed: int, changes: dict[str, Any]) -> None:
    request = random_request(count, 30, seed, gpus=(300, 60), depth="deep", contractors=False, **changes)
    result = plan(request)
    assert {row.of for row in result.grounds} <= {"training", "hire"}
    assert [gap.needed for gap in result.gaps][-1] < [gap.needed for gap in result.gaps][0]


def test_a_seat_that_nobody_can_ever_hold_is_a_gap_and_no_failure() -> None:
    result = plan(make_request(options=make_options(depth="deep", hire=False)))
    assert [gap.open for gap in result.gaps] == [4] * 6


@pytest.mark.parametrize("seed", range(6))
def test_the_seats_told_are_as_many_as_the_choice_covers(seed: int) -> None:
    planning = Planning(random_request(count=9, months=18, seed=seed, depth="deep", contract_months_min=3))
    solved = planning.solve()
    decided = planning.decided(solved)
    for index, month in enumerate(decided.demand):
        states = Counter(decided.states[index, seat] for seat in (key for number, key in decided.states if number == index))
        assert states["open"] == solved.choice.open[:, index].sum()
        assert sum(states.values()) == sum(rule.count for rule in month.rules.values())


@pytest.mark.parametrize("seed", range(4))
def test_the_plan_of_least_cost_leaves_no_more_open_than_the_rules_do(seed: int) -> None:
    quick, best = (plan(random_request(count=9, months=18, seed=seed, contractors=False, depth=depth)) for depth in ("rules", "deep"))
    assert sum(gap.open for gap in best.gaps) <= sum(gap.open for gap in quick.gaps)


def test_a_mentor_makes_a_junior_ready_sooner_where_that_pays() -> None:
    junior = make_person(id="NET-1", level=2, skills=("infiniband-rdma",), certifications=(held("NCP-AIN"),), experience_months=6)
    senior = make_person(id="LEAD-1", level=4, certifications=())
    options = {"hire": False, "apprenticeships": True, "apprenticeship_months": 6, "apprenticeship_experience_percent": 200}
    alone, taught = (
        plan(one_seat("network-specialist", 18, people=(junior, senior), options=options | {"apprenticeships": with_mentor}))
        for with_mentor in (False, True)
    )
    [training] = [row for row in taught.trainings if row.kind == "seat"]
    [longer] = [row for row in alone.trainings if row.kind == "seat"]
    assert training.ready_on < longer.ready_on
    assert "apprenticeship" in [step.kind for step in training.steps]
    assert taught.solve
    assert alone.solve
    assert taught.solve.price < alone.solve.price


def test_time_in_grade_holds_a_promotion_back() -> None:
    row = shipped().level[3]
    person = make_person(
        id="NET-1", level=2, skills=("infiniband-rdma",), certifications=(held("NCP-AIN"),), experience_months=row.experience_months_min,
        level_since=date(2026, 12, 1),
    )  # fmt: skip
    [free] = plan(one_seat("network-specialist", 12, people=(person,), options={"hire": False})).trainings
    [held_back] = plan(one_seat("network-specialist", 12, people=(person,), options={"hire": False, "months_in_grade": 6})).trainings
    assert free.ready_on < held_back.ready_on == date(2027, 6, 1)
    assert held_back.binding.code == "ready_by_time_in_grade"


def test_a_search_can_be_stopped_before_it_has_a_plan() -> None:
    with pytest.raises(Stopped):
        plan(random_request(count=3, depth="deep"), stopped=lambda: True)


def test_a_search_tells_how_far_it_is() -> None:
    told: list[tuple[str, float]] = []
    plan(random_request(count=12, depth="deep"), told=lambda stage, share: told.append((stage, share)))
    assert [stage for stage, _share in told][:3] == ["laying_out", "laying_out", "first"]
    assert all(0 <= share <= 1 for _stage, share in told)


def test_a_directive_forbids_and_another_fixes() -> None:
    free = plan(random_request(count=6, depth="deep"))
    training = next(row for row in free.trainings if row.kind == "seat")

    def laid_down(**row: Any) -> PlanRequest:
        return read_request(random_request(count=6, depth="deep").model_dump(mode="json") | {"directives": [row]})

    forbidden = plan(laid_down(action="forbid", what="training", person=training.person))
    assert training.person not in [row.person for row in forbidden.trainings if row.kind == "seat"]
    month = add_months(training.starts_on, 2).replace(day=1)
    fixed = plan(laid_down(action="fix", what="training", person=training.person, month=month.isoformat()))
    [moved] = [row for row in fixed.trainings if row.kind == "seat" and row.person == training.person]
    assert moved.starts_on.replace(day=1) == month
    hires = plan(laid_down(action="fix", what="hire", role="network-specialist", count=2))
    assert sum(row.role == "network-specialist" for row in hires.openings) >= 2


def learners(count: int, **options: Any) -> PlanRequest:
    """People one exam short of an operations seat, at so many sites that each of them is needed."""
    people = tuple(
        make_person(id=f"OPS-{number:02}", name=f"Operator {number}", certifications=(), experience_months=12) for number in range(count)
    )
    request = one_seat(
        "operations-engineer",
        12,
        certifications=("NCP-AII",),
        people=people,
        options={"hire": False, "contractors": False, "bootcamps": False} | options,
    )
    return request.model_copy(update={"cluster": request.cluster.model_copy(update={"sites": count})})


def test_ten_who_start_together_get_the_price_for_groups() -> None:
    options = {"group_prices": True, "vendor_group_size": 10, "vendor_group_discount_percent": 50, "course_price": 500}
    alone, together = plan(learners(9, **options)), plan(learners(10, **options))
    paid = [step.cost for row in alone.trainings for step in row.steps if step.kind == "course"]
    halved = [step.cost for row in together.trainings for step in row.steps if step.kind == "course"]
    assert set(paid) == {Decimal(500)}
    assert set(halved) == {Decimal(250)}
    assert "group_price" in [note.explanation.code for note in together.notes]


def test_places_in_bootcamps_are_never_more_than_there_are() -> None:
    result = plan(learners(4, bootcamps=True, bootcamp_seats_per_month=1, gap_price=200_000))
    months = Counter(step.starts_on.replace(day=1) for row in result.trainings for step in row.steps if step.kind == "bootcamp")
    assert months
    assert max(months.values()) == 1


def test_a_premium_is_paid_where_it_saves_more_than_it_costs() -> None:
    options = {"retention": True, "retention_premium_percent": 5, "attrition_percent": 20, "retention_effect_percent": 50}
    person = network_specialist(1, yearly_pay=Decimal(150_000))
    result = plan(one_seat("network-specialist", 12, people=(person,), options=options))
    [row] = result.retentions
    # 5 % of 195,000; half of 20 % of 30,000 + 4 x 48,000 - 3 x 16,250
    assert (row.yearly_premium, row.yearly_saving) == (Decimal(9750), Decimal("17325.00"))
    assert result.costs.total.premiums == Decimal("9750.00")
    assert plan(one_seat("network-specialist", 12, people=(person,), options=options | {"attrition_percent": 10})).retentions == ()


def test_a_budget_is_kept_to_the_cent_and_told() -> None:
    budgets = ({"amount": Decimal(250_000), "per": "year"}, {"amount": Decimal(3_000), "kind": "training"})
    result = plan(random_request(count=6, months=18, depth="standard", budgets=budgets))
    assert [(line.kind, line.year) for line in result.budgets] == [("all", 2027), ("all", 2028), ("training", None)]
    for line in result.budgets:
        assert 0 <= line.spent <= line.amount


def test_a_directive_that_cannot_be_kept_is_told_and_the_rest_planned() -> None:
    values = random_request(count=6, depth="deep", contractors=True).model_dump(mode="json")
    late = {"action": "fix", "what": "hire", "role": "network-specialist", "month": "2035-01-01"}
    result = plan(read_request(values | {"directives": [late]}))
    assert result.broken == (0,)
    assert all(gap.open == 0 for gap in result.gaps)


def test_of_very_many_people_the_flow_proposes_whom_to_train(monkeypatch: pytest.MonkeyPatch) -> None:
    request = random_request(count=60, months=18, seed=5, depth="deep")
    exact = plan(request)
    monkeypatch.setattr(solve, "LAID_OUT_WHOLE", 20)
    proposed = plan(request)
    assert exact.solve
    assert proposed.solve
    assert exact.solve.candidates is None
    assert proposed.solve.candidates is not None
    assert proposed.solve.candidates < 60
    assert exact.solve.price <= proposed.solve.price <= exact.solve.price * Decimal("1.1")
    assert check_plan(request, proposed) == ()


def test_somebody_named_by_a_directive_is_a_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "LAID_OUT_WHOLE", 1)
    values = random_request(count=30, depth="deep").model_dump(mode="json")
    free = plan(read_request(values))
    idle = next(
        person["id"] for person in values["people"] if person["id"] not in {row.person for row in free.trainings} and person["level"] == 1
    )
    fixed = plan(read_request(values | {"directives": [{"action": "fix", "what": "training", "person": idle}]}))
    assert fixed.broken == ()
    assert idle in {row.person for row in fixed.trainings if row.kind == "seat"}

"""A right plan passes its check; each wrong of one kind is found as that."""

import ast
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import aiteam.planner.checking
from aiteam.planner.checking import PlanRejected, check_plan, checked
from aiteam.planner.engine import plan
from aiteam.planner.months import add_months
from aiteam.planner.request import PlanRequest, read_request
from aiteam.planner.result import PlanResult
from tests.planner.builders import growth, make_options, make_person, make_request, network_specialist, small_team
from tests.planner.optimum.scenes import random_request
from tests.planner.optimum.test_solve import learners, one_seat

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "fixtures" / "examples").glob("*.json"))
ONE_DAY = timedelta(days=1)
OWN_WAY = {"decisions", "coverage", "training", "hiring", "cost", "outcome", "optimum", "assignment", "contracts", "budgets", "state"}


def imported(source: str) -> list[str]:
    """Every module imported, also as `import a.b` and `from a import b`."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]


def test_the_check_shares_no_code_with_what_it_checks() -> None:
    for path in Path(aiteam.planner.checking.__file__).parent.glob("*.py"):
        for module in imported(path.read_text()):
            assert not set(module.split(".")) & (OWN_WAY | {"highspy", "numpy"}), f"{path.name} imports {module}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_the_examples_pass(example: Path) -> None:
    request = read_request(example.read_text())
    assert check_plan(request, plan(request)) == ()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("depth", ["rules", "deep"])
def test_plans_of_random_organisations_pass(seed: int, depth: str) -> None:
    options: dict[str, Any] = {
        "apprenticeships": seed % 2 == 0,
        "months_in_grade": 6 * (seed % 3),
        "retention": True,
        "attrition_percent": 60,
    }
    options |= {"budgets": [{"amount": 600_000, "per": "year"}]} if seed % 4 == 0 else {}
    request = random_request(count=4 + seed * 2, months=12 + seed, seed=seed, depth=depth, **options)
    assert check_plan(request, plan(request)) == ()


def test_a_certificate_earned_in_the_plan_and_renewed_there_still_counts_as_trained() -> None:
    """Nobody has NCA-AIIO; it is earned in January 2027, and renewed before it ends in January 2029."""
    beginner = make_person(certifications=())
    request = make_request(people=(beginner,), ends_on=date(2029, 12, 31), options=make_options(hire=False))
    result = plan(request)
    assert {row.kind for row in result.trainings} == {"seat", "renewal"}
    assert [row.state for seat in result.seats for row in seat.months if row.person][-1] == "trained"
    assert check_plan(request, result) == ()


def test_plans_with_mentors_groups_and_bootcamps_pass() -> None:
    junior = make_person(id="NET-1", level=2, skills=("infiniband-rdma",), certifications=(), experience_months=6)
    senior = make_person(id="LEAD-1", level=4, certifications=())
    options = {"hire": False, "apprenticeships": True, "apprenticeship_months": 6, "apprenticeship_experience_percent": 200}
    mentored = one_seat("network-specialist", 18, people=(junior, senior), options=options)
    for request in (mentored, learners(10, group_prices=True), learners(4, bootcamps=True, bootcamp_seats_per_month=1, gap_price=200_000)):
        result = plan(request)
        assert result.trainings
        assert check_plan(request, result) == ()


# --- one wrong of each kind


@pytest.fixture(scope="module")
def request_() -> PlanRequest:
    return random_request(count=8, months=18, seed=4, depth="deep", contract_months_min=3)


@pytest.fixture(scope="module")
def result(request_: PlanRequest) -> PlanResult:
    return plan(request_)


Spoil = Callable[[PlanResult], PlanResult]


def with_first(name: str, change: Callable[[Any], dict[str, Any]], suits: Callable[[Any], bool] = lambda row: True) -> Spoil:
    """A result whose first suiting row of a list is changed."""

    def spoilt(result: PlanResult) -> PlanResult:
        rows = list(getattr(result, name))
        place = next(index for index, row in enumerate(rows) if suits(row))
        rows[place] = rows[place].model_copy(update=change(rows[place]))
        return result.model_copy(update={name: tuple(rows)})

    return spoilt


def with_seat_month(change: dict[str, Any], suits: Callable[[Any], bool]) -> Spoil:
    def changed(seat: Any) -> dict[str, Any]:
        months = list(seat.months)
        place = next(index for index, row in enumerate(months) if suits(row))
        months[place] = months[place].model_copy(update=change)
        return {"months": tuple(months)}

    return with_first("seats", changed, lambda seat: any(suits(row) for row in seat.months))


def with_step(change: Callable[[Any], dict[str, Any]], kind: str) -> Spoil:
    def changed(training: Any) -> dict[str, Any]:
        steps = list(training.steps)
        place = next(index for index, step in enumerate(steps) if step.kind == kind)
        steps[place] = steps[place].model_copy(update=change(steps[place]))
        return {"steps": tuple(steps)}

    return with_first("trainings", changed, lambda row: row.kind == "seat" and any(step.kind == kind for step in row.steps))


def with_cost(kind: str) -> Spoil:
    def spoilt(result: PlanResult) -> PlanResult:
        first, *others = result.costs.months
        months = (first.model_copy(update={kind: getattr(first, kind) + Decimal("0.01")}), *others)
        return result.model_copy(update={"costs": result.costs.model_copy(update={"months": months})})

    return spoilt


def with_summary(name: str) -> Spoil:
    """One more than there is."""
    return lambda result: result.model_copy(update={"summary": result.summary.model_copy(update={name: getattr(result.summary, name) + 1})})


SPOILT: dict[str, tuple[Spoil, str]] = {
    "a seat left out": (with_first("seats", lambda seat: {"months": seat.months[1:]}), "seat_missing"),
    "a seat nobody needs": (with_first("seats", lambda seat: {"number": 99, "id": f"{seat.role}-99"}), "seat_not_needed"),
    "a seat without its person": (with_seat_month({"person": None}, lambda row: row.person), "state_without_its_person"),
    "somebody who does not exist": (with_seat_month({"person": "nobody"}, lambda row: row.person), "person_unknown"),
    "called at hand though trained": (with_seat_month({"state": "at_hand"}, lambda row: row.state == "trained"), "state_wrong"),
    "a seat told twice": (with_first("seats", lambda seat: {"months": seat.months + seat.months[:1]}), "seat_told_twice"),
    "a month without its gap": (lambda result: result.model_copy(update={"gaps": result.gaps[1:]}), "months_wrong"),
    "today's cover": (with_first("gaps", lambda gap: {"covered_today": gap.covered_today + 1}), "count_wrong"),
    "a sum in the summary": (with_summary("cash_total"), "summary_wrong"),
    "hires in the summary": (with_summary("people_to_hire"), "summary_wrong"),
    "a training begun a day sooner": (with_first("trainings", lambda row: {"starts_on": row.starts_on - ONE_DAY}), "start_wrong"),
    "a count of the month": (with_first("gaps", lambda gap: {"contractor": gap.contractor + 1}), "count_wrong"),
    "an exam too early": (with_step(lambda step: {"starts_on": step.starts_on - timedelta(days=28), "ends_on": step.ends_on - timedelta(days=28)}, "exam"), "exam_too_soon"),
    "a course on a Sunday": (with_step(lambda step: {"ends_on": step.ends_on + timedelta(days=6 - step.ends_on.weekday())}, "course"), "no_working_day"),
    "a course in too few days": (with_step(lambda step: {"ends_on": step.starts_on}, "course"), "too_little_time"),
    "an exam at another price": (with_step(lambda step: {"cost": step.cost + 1}, "exam"), "price_wrong"),
    "a certificate that lasts longer": (with_step(lambda step: {"certificate_until": step.certificate_until + ONE_DAY}, "exam"), "certificate_end_wrong"),
    "ready sooner than learnt": (with_first("trainings", lambda row: {"ready_on": row.ready_on - ONE_DAY}, lambda row: row.kind == "seat"), "ready_wrong"),
    "a level higher than reached": (with_first("trainings", lambda row: {"target_level": row.target_level + 1}, lambda row: row.kind == "seat"), "ready_wrong"),
    "a contract of another role": (with_first("contracts", lambda row: {"role": "infrastructure-architect"}), "contract_does_not_cover"),
    "a contract at another price": (with_first("contracts", lambda row: {"cash": row.cash + 1}), "money_wrong"),
    "a contract for other seats": (with_first("contracts", lambda row: {"seats": ()}), "seats_wrong"),
    "a contract of one month": (with_first("contracts", lambda row: {"months": 1}), "contract_too_short"),
    "pay a cent more": (with_cost("staff_pay"), "money_wrong"),
    "contractors a cent more": (with_cost("contractors"), "money_wrong"),
    "learning a cent more": (with_cost("opportunity"), "money_wrong"),
    "a sum a cent more": (with_cost("cash"), "sum_wrong"),
    "hours of a training": (with_first("trainings", lambda row: {"hours": row.hours + 1}), "sum_wrong"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", SPOILT)
def test_a_wrong_of_each_kind_is_found(wrong: str, request_: PlanRequest, result: PlanResult) -> None:
    spoil, what = SPOILT[wrong]
    assert what in {finding.what for finding in check_plan(request_, spoil(result))}


def test_a_wrong_plan_is_not_given_out(request_: PlanRequest, result: PlanResult) -> None:
    assert checked(request_, result) is result
    with pytest.raises(PlanRejected, match="money_wrong at 2027-01 staff_pay"):
        checked(request_, with_cost("staff_pay")(result))


def of_small_team(**changes: Any) -> tuple[PlanRequest, PlanResult]:
    request = make_request(people=small_team(), **changes)
    return request, plan(request)


def test_two_seats_for_one_person_and_a_level_too_low_are_found() -> None:
    request, result = of_small_team()
    double = with_seat_month({"person": "OPS-1"}, lambda row: row.person == "OPS-2")
    assert {finding.what for finding in check_plan(request, double(result))} >= {"in_two_seats"}
    low = with_seat_month({"person": "OPS-1"}, lambda row: row.person == "LEAD-1")
    assert "level_too_low" in {finding.what for finding in check_plan(request, low(result))}
    other = with_seat_month({"person": "LEAD-1"}, lambda row: row.person == "NET-1")
    assert {"speciality_missing", "in_two_seats"} <= {finding.what for finding in check_plan(request, other(result))}


def test_a_hire_before_its_time_and_for_a_seat_it_does_not_fit_is_found() -> None:
    request = make_request(cluster=growth((date(2027, 1, 1), 50)), ends_on=date(2027, 12, 31), options=make_options(depth="deep"))
    result = plan(request)
    sooner = with_first("openings", lambda row: {"arrives_on": add_months(row.arrives_on, -1)})
    assert "arrival_wrong" in {finding.what for finding in check_plan(request, sooner(result))}
    later = with_first("openings", lambda row: {"ready_on": add_months(row.ready_on, 1)})
    assert "not_ready" in {finding.what for finding in check_plan(request, later(result))}
    junior = with_first("openings", lambda row: {"level_min": 1, "level_max": 1})
    assert "level_wrong" in {finding.what for finding in check_plan(request, junior(result))}


def test_what_is_laid_down_or_limited_is_checked(request_: PlanRequest, result: PlanResult) -> None:
    values = request_.model_dump()
    trained = next(row.person for row in result.trainings if row.kind == "seat")
    forbidden = PlanRequest.model_validate(values | {"directives": [{"action": "forbid", "what": "training", "person": trained}]})
    assert [finding.what for finding in check_plan(forbidden, result)] == ["forbidden"]
    wanted = PlanRequest.model_validate(
        values | {"directives": [{"action": "fix", "what": "hire", "role": "senior-engineer", "count": 50}]}
    )
    assert [finding.what for finding in check_plan(wanted, result)] == ["not_kept"]
    assert check_plan(wanted, result.model_copy(update={"broken": (0,)})) == ()
    poor = PlanRequest.model_validate(values | {"options": values["options"] | {"budgets": [{"amount": 1}]}})
    assert "budget_passed" in {finding.what for finding in check_plan(poor, result)}


def test_what_the_options_forbid_is_found(result: PlanResult, request_: PlanRequest) -> None:
    options = request_.options.model_copy(update={"train": False, "contractors": False})
    findings = check_plan(request_.model_copy(update={"options": options}), result)
    assert {finding.told for finding in findings if finding.what == "not_allowed"} == {"training", "contract"}


def test_a_lapsed_prerequisite_is_found() -> None:
    person = network_specialist(1, certifications=())
    request = one_seat("network-specialist", 12, people=(person,), options={"hire": False})
    result = plan(request)
    codes = [step.code for step in result.trainings[0].steps if step.kind == "exam"]
    unprepared = with_first("trainings", lambda row: {"steps": row.steps[-1:], "hours": 0, "cash": row.steps[-1].cost})
    found = {finding.what for finding in check_plan(request, unprepared(result))}
    assert ("prerequisite_missing" in found) == (len(codes) > 1)


def test_a_course_of_other_hours_than_the_catalogue_says_is_found() -> None:
    request = learners(2)
    result = plan(request)
    longer = with_step(lambda step: {"hours": step.hours + 8}, "course")
    assert "hours_wrong" in {finding.what for finding in check_plan(request, longer(result))}

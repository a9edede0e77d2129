"""What is said of a decision, of a budget and of what was laid down, in words a reader can check."""

from decimal import Decimal

import pytest

from aiteam.planner import PlanRequest
from aiteam.planner.request import Directive
from aiteam.planner.result import Alternative, Alternatives, BudgetLine, Change, GapReason, PlanChange, PlanResult, Relaxation, Variant
from aiteam.reports.document import build_document
from aiteam.reports.reasons import Reasons
from aiteam.reports.words import Words
from tests.reports.sample import make_plan


@pytest.fixture
def planned() -> tuple[PlanRequest, PlanResult]:
    return make_plan()


def reasons(request: PlanRequest, result: PlanResult, alternatives: Alternatives | None = None) -> Reasons:
    return Reasons(request, result, alternatives, Words(request, "en"))


def others(**changes: object) -> Alternatives:
    figures = {"open_seat_months": 0, "covered_from": None, "risk": Decimal("37.4"), "trained": 1, "hired": 0, "contractor_months": 20}
    rows = (
        Variant(code="plan", cash=Decimal(1_154_892), **figures),
        Variant(code="patient", cash=Decimal(866_892), **figures),
    )
    values: dict[str, object] = {"without": (), "left_out": 0, "variants": rows, "curve": (), "gaps": (), "seconds": Decimal(1)}
    return Alternatives.model_validate(values | changes)


def without(price: int, cash: int, gap: int, *instead: Change) -> Alternative:
    return Alternative(of="training", subject="p2", price_delta=Decimal(price), cash_delta=Decimal(cash), open_delta=gap, instead=instead)


@pytest.mark.parametrize(("amount", "spent", "is_used_up"), [(0, 0, True), (100, 100, True), (100, 99, True), (100, 98, False)])
def test_a_budget_is_used_up_when_no_more_than_a_hundredth_is_left(
    planned: tuple[PlanRequest, PlanResult], amount: int, spent: int, is_used_up: bool
) -> None:
    request, result = planned
    line = BudgetLine(kind="all", year=None, amount=Decimal(amount), spent=Decimal(spent))
    [row] = reasons(request, result.model_copy(update={"budgets": (line,)})).budgets()
    assert row.is_used_up is is_used_up


def test_an_equally_cheap_plan_is_called_so(planned: tuple[PlanRequest, PlanResult]) -> None:
    found = others(without=(without(0, 0, 0, Change(what="training", person="p3", delta=1)),))
    said = reasons(*planned, found).of("training", ["p2"], "p2")
    assert said == ("Without this training an equally cheap plan exists: Nadia <El Amrani> & Co trained.",)


def test_a_plan_that_pays_out_less_still_says_that_it_is_dearer(planned: tuple[PlanRequest, PlanResult]) -> None:
    """Less cash and no more open seats, but more learning time and dearer months after the plan: without the price it would look better."""
    found = others(without=(without(28_521, -85_567, 0, Change(what="training", person="p3", delta=1)),))
    assert reasons(*planned, found).of("training", ["p2"], "p2") == (
        "Without this training the plan is $28,521 dearer: cash -$85,567, open seat-months 0; instead Nadia <El Amrani> & Co trained.",
    )


def test_another_plan_is_told_by_its_difference_with_its_sign(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    part = build_document(request, result, language="en", alternatives=others()).alternatives
    assert part is not None
    assert [row.difference for row in part.variants] == ["", "-$288,000"]


def test_a_gap_names_each_rule_that_forces_it_and_what_giving_it_up_costs(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    way = Relaxation(code="lead_time", open_seat_months=2, cash_delta=Decimal(30_000))
    gap = GapReason(role="operations-engineer", first_month=result.months[0], last_month=result.months[2], seat_months=3, ways=(way,))
    part = build_document(request, result, language="en", alternatives=others(gaps=(gap,))).alternatives
    assert part is not None
    [row] = part.gaps
    assert (row.role, row.seat_months) == ("Operations engineer", "3")
    assert row.ways == ("if hiring took no time: 2 seat-months would stay open, cash +$30,000",)


def test_what_could_not_be_kept_of_what_was_laid_down_is_marked(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    laid_down = (
        Directive(action="fix", what="training", person="p2"),
        Directive(action="forbid", what="hire", role="operations-engineer"),
    )
    request = request.model_copy(update={"directives": laid_down})
    rows = reasons(request, result.model_copy(update={"broken": (1,)})).directives()
    assert [(row.text, row.is_kept) for row in rows] == [
        ("Laid down: training of Jörg Weiß", True),
        ("Forbidden: hire for Operations engineer", False),
    ]


def test_a_hire_that_moved_names_both_its_days(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    change = PlanChange(change="moved", what="hire", role="operations-engineer", before_on=result.months[0], after_on=result.months[2])
    assert build_document(request, result, language="en", changes=(change,)).changes == (
        "Hire for Operations engineer: from 1 Jan 2027 to 1 Mar 2027",
    )


def test_a_plan_by_the_rules_has_no_search_and_no_other_plans(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    document = build_document(request, result, language="en")
    assert (document.search, document.directives, document.budgets, document.changes, document.alternatives) == ((), (), (), (), None)


def test_a_kind_of_cost_the_plan_has_none_of_has_no_column(planned: tuple[PlanRequest, PlanResult]) -> None:
    request, result = planned
    columns = build_document(request, result, language="en").costs.columns
    assert "Contractors" not in columns
    assert columns[-2:] == ("Cash", "Learning hours")

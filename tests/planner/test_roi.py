from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aiteam.planner import plan, read_request
from aiteam.planner.explanations import Explanation
from aiteam.planner.request import Roi, RoiLine
from aiteam.planner.result import RoiLineResult, RoiResult
from aiteam.planner.roi import roi_of
from tests.planner.builders import make_options, make_request, operations_engineer, small_team

EXAMPLE = Path(__file__).resolve().parents[2] / "fixtures" / "examples" / "roi-example.json"


def line(amount: str | Decimal) -> RoiLineResult:
    return RoiLineResult(label="x", amount=Decimal(amount), why=Explanation.of("roi_own_training"))


def returned(invested: str, earned: str) -> RoiResult:
    return roi_of([line(invested)], [line(earned)], "USD")


def test_the_published_example_comes_out_exactly() -> None:
    """(675,000 - 145,000) / 145,000 = 365.517 %; 675,000 / 145,000 = 465.517 %; 145,000 / 675,000 x 12 = 2.578 months."""
    roi = plan(read_request(EXAMPLE.read_bytes())).roi
    assert [row.amount for row in roi.investment] == [Decimal(75_000), Decimal(20_000), Decimal(50_000)]
    assert [row.amount for row in roi.yearly_return] == [Decimal(100_000), Decimal(200_000), Decimal(75_000), Decimal(300_000)]
    assert (roi.investment_total, roi.yearly_return_total) == (Decimal(145_000), Decimal(675_000))
    assert (roi.first_year_percent, roi.ongoing_percent) == (Decimal("365.5"), Decimal("465.5"))
    assert (roi.benefit_cost_ratio, roi.payback_months) == (Decimal("4.66"), Decimal("2.58"))


def test_without_investment_the_return_is_not_defined_and_says_so() -> None:
    roi = returned("0", "1000")
    assert (roi.first_year_percent, roi.ongoing_percent, roi.benefit_cost_ratio) == (None, None, None)
    assert roi.payback_months == 0
    assert [why.code for why in roi.explanations] == ["roi_undefined"]


def test_without_return_the_investment_is_lost_and_never_paid_back() -> None:
    roi = returned("1000", "0")
    assert (roi.first_year_percent, roi.ongoing_percent, roi.payback_months) == (Decimal(-100), Decimal(0), None)


def test_a_return_of_the_investment_in_a_year_is_none() -> None:
    roi = returned("1000", "1000")
    assert (roi.first_year_percent, roi.ongoing_percent, roi.payback_months) == (Decimal(0), Decimal(100), Decimal(12))


@given(
    invested=st.decimals("0.01", "1e9", places=2, allow_nan=False, allow_infinity=False),
    earned=st.decimals("0", "1e9", places=2, allow_nan=False, allow_infinity=False),
)
def test_the_two_figures_are_always_a_hundred_points_apart(invested: Decimal, earned: Decimal) -> None:
    roi = roi_of([line(invested)], [line(earned)], "USD")
    assert roi.first_year_percent is not None
    assert roi.ongoing_percent is not None
    assert roi.ongoing_percent - roi.first_year_percent == 100


def test_a_tie_below_zero_keeps_the_hundred_points() -> None:
    roi = returned("2000", "1001")  # 50.05 % and -49.95 %
    assert (roi.first_year_percent, roi.ongoing_percent) == (Decimal("-49.9"), Decimal("50.1"))


@pytest.mark.parametrize(
    ("quantity", "amount", "percent", "expected"),
    [
        ("5", "15000", "100", "75000"),
        ("1", "500000", "15", "75000"),
        ("869.6", "230", "100", "200008"),
        ("1", "0.01", "50", "0.01"),
        ("0", "5", "100", "0"),
    ],
)
def test_a_line_is_quantity_times_amount_times_percent(quantity: str, amount: str, percent: str, expected: str) -> None:
    row = RoiLine(label="x", quantity=Decimal(quantity), amount=Decimal(amount), percent=Decimal(percent))
    roi = plan(make_request(roi=Roi(investment=(row,), yearly_return=(row,)))).roi
    assert roi.investment[0].amount == roi.yearly_return[0].amount == Decimal(expected)


def test_without_lines_the_plan_is_its_own_investment() -> None:
    """One person trained: 4,625 and 48 hours of 52.88; spares 174 contractor hours a year at 300 less 70."""
    request = make_request(people=(operations_engineer(1, certifications=()),), options=make_options(bootcamps=False, hire=False))
    roi = plan(request).roi
    assert [row.amount for row in roi.investment] == [Decimal(4625), Decimal("2538.46")]
    assert [row.amount for row in roi.yearly_return] == [Decimal(40_020)]
    assert "roi_is_derived" in {note.explanation.code for note in plan(request).notes}


def test_a_plan_that_trains_nobody_has_no_return_to_show() -> None:
    roi = plan(make_request(people=small_team())).roi
    assert (roi.investment, roi.yearly_return, roi.first_year_percent, roi.payback_months) == ((), (), None, None)
    assert [why.code for why in roi.explanations] == ["roi_undefined"]


def test_a_contractor_no_dearer_than_staff_saves_nothing() -> None:
    options = make_options(bootcamps=False, hire=False, contractor_rate=Decimal(50))
    assert plan(make_request(people=(operations_engineer(1, certifications=()),), options=options)).roi.yearly_return == ()

"""Another solver, given every course of action at once, finds no cheaper plan."""

import pytest

from aiteam.planner.optimum.program import Effort
from aiteam.planner.optimum.solve import Planning
from tests.planner.optimum.scenes import random_request
from tests.planner.optimum.second_solvers import by_cp_sat, whole_program

CASES = {
    "five people": {"count": 5, "months": 12, "seed": 1},
    "ten people, two years": {"count": 10, "months": 24, "seed": 2},
    "a budget that binds": {"count": 4, "months": 6, "seed": 3, "budgets": [{"amount": 250_000}]},
    "apprenticeships and time in grade": {"count": 8, "months": 18, "seed": 4, "apprenticeships": True, "months_in_grade": 12},
    "one place in bootcamps": {"count": 8, "months": 12, "seed": 5, "bootcamp_seats_per_month": 1, "gap_price": 300_000},
    "groups of three": {"count": 8, "months": 12, "seed": 6, "group_prices": True, "vendor_group_size": 3},
    "few hires a month, long contracts": {"count": 3, "months": 18, "seed": 7, "hires_per_month": 1, "contract_months_min": 6},
}


@pytest.mark.parametrize("case", CASES)
def test_cp_sat_reaches_the_same_price(case: str) -> None:
    planning = Planning(random_request(depth="deep", **CASES[case]))
    choice = planning.solve(effort=Effort(gap=1e-6)).choice
    other, _seconds = by_cp_sat(whole_program(planning), gap=1e-6, seconds=120, workers=2)
    assert other == pytest.approx(choice.price, rel=1e-4)
    assert choice.bound <= choice.price + 1e-6

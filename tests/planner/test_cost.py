from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from aiteam.planner import PlanResult, plan
from aiteam.planner.cost import KINDS
from aiteam.planner.money import cents, one_decimal, two_decimals
from tests.planner.builders import growth, held, make_options, make_request, operations_engineer, small_team


def month_of(result: PlanResult, month: date) -> dict[str, Decimal]:
    """The amounts of a month that are not zero."""
    row = next(row for row in result.costs.months if row.month == month)
    return {kind: getattr(row, kind) for kind in (*KINDS, "cash", "opportunity") if getattr(row, kind)}


def planned(**changes: Any) -> PlanResult:
    return plan(make_request(**changes))


@pytest.mark.parametrize(
    ("amount", "rounded"),
    [
        ("0.005", "0.01"),
        ("0.004", "0.00"),
        ("2.675", "2.68"),
        ("1.005", "1.01"),
        ("9166.666666", "9166.67"),
        ("-0.005", "-0.01"),
        ("7", "7.00"),
    ],
)
def test_money_is_rounded_half_up_to_the_cent(amount: str, rounded: str) -> None:
    assert cents(Decimal(amount)) == Decimal(rounded)
    assert cents(Decimal(amount)).as_tuple().exponent == -2


def test_a_float_is_no_money() -> None:
    with pytest.raises(TypeError, match="0.1"):
        cents(0.1)  # type: ignore[arg-type]


def test_other_figures_are_rounded_half_up_too() -> None:
    assert (one_decimal(Decimal("0.25")), two_decimals(Decimal("2.575"))) == (Decimal("0.3"), Decimal("2.58"))


def test_a_month_worked_by_hand() -> None:
    """June 2027 with an operator at hand, who has no recorded pay, and three new people since May.

    staff: middle of level 2, 110,000 / 12 = 9,166.67
    new: lead (175,000 + 250,000) / 2 = 212,500; operator levels 2-3 (95,000 + 175,000) / 2 = 135,000; networker 150,000;
    together 497,500 / 12 = 41,458.33
    """
    result = planned(people=(operations_engineer(1),), cluster=growth((date(2027, 6, 1), 50)))
    assert month_of(result, date(2027, 6, 1)) == {
        "staff_pay": Decimal("9166.67"),
        "new_pay": Decimal("41458.33"),
        "cash": Decimal("50625.00"),
    }
    assert month_of(result, date(2027, 5, 1)) == {
        "new_pay": Decimal("41458.33"),
        "hiring": Decimal(90_000),
        "cash": Decimal("131458.33"),
    }
    assert month_of(result, date(2027, 4, 1)) == {}
    assert result.costs.total.cash == Decimal("182083.33")


def test_recorded_pay_goes_before_the_band_and_on_costs_are_added() -> None:
    person = operations_engineer(1, yearly_pay=Decimal("123456.78"))
    result = planned(people=(person,), options=make_options(hire=False, on_cost_percent=Decimal(25)))
    assert result.costs.pay_basis == "records"
    assert month_of(result, date(2027, 1, 1))["staff_pay"] == Decimal("12860.08")  # 123,456.78 x 1.25 / 12 = 12,860.0813
    bands = planned(people=(operations_engineer(1),), options=make_options(hire=False))
    assert bands.costs.pay_basis == "bands"


def test_two_amounts_of_a_kind_are_added_before_rounding() -> None:
    people = (operations_engineer(1), operations_engineer(2))
    result = planned(people=people, options=make_options(hire=False))
    assert month_of(result, date(2027, 1, 1))["staff_pay"] == Decimal("18333.33")  # 220,000 / 12; twice 9,166.67 would be 18,333.34


def test_a_hire_in_mid_month_is_paid_by_the_day() -> None:
    result = planned(cluster=growth((date(2027, 6, 15), 50)), people=small_team()[1:])
    assert result.openings[0].arrives_on == date(2027, 5, 15)
    assert month_of(result, date(2027, 5, 1))["new_pay"] == Decimal("9711.02")  # 212,500 / 12 x 17/31
    assert month_of(result, date(2027, 6, 1))["new_pay"] == Decimal("17708.33")


def test_a_hire_for_the_first_day_costs_what_was_spent_before_it() -> None:
    """Ordered on 1 February for 1 June: paid from 1 May, which is before the plan and so stands in June."""
    result = planned(people=small_team()[1:], starts_on=date(2027, 6, 1), ends_on=date(2027, 7, 31))
    assert result.openings[0].arrives_on == date(2027, 5, 1)
    june = month_of(result, date(2027, 6, 1))
    assert (june["hiring"], june["new_pay"]) == (Decimal(30_000), Decimal("35416.67"))  # two months of 212,500 / 12
    assert month_of(result, date(2027, 7, 1))["new_pay"] == Decimal("17708.33")


def test_training_is_cash_and_its_hours_are_opportunity() -> None:
    """48 hours at 110,000 / 2080 an hour; January has 21 working days of study, 8 h in 7 days and 16 h in 14; February 24 h."""
    person = operations_engineer(1, certifications=())
    result = planned(people=(person,), options=make_options(hire=False, bootcamps=False))
    january, february, march = (month_of(result, date(2027, month, 1)) for month in (1, 2, 3))
    assert january == {
        "staff_pay": Decimal("9166.67"),
        "training": Decimal(3000),
        "cash": Decimal("12166.67"),
        "opportunity": Decimal("1269.23"),
    }
    assert (february["training"], february["opportunity"]) == (Decimal(1500), Decimal("1269.23"))
    assert (march["exams"], "opportunity" in march) == (Decimal(125), False)
    assert result.costs.total.opportunity == Decimal("2538.46")


def test_a_person_is_paid_while_learning_and_while_seated() -> None:
    person = operations_engineer(1, certifications=())
    result = planned(people=(person,), cluster=growth((date(2027, 6, 1), 50)), options=make_options(hire=False))
    paid = [row.month.month for row in result.costs.months if row.staff_pay]
    assert paid == [1, 2, 3, 6]  # the exam is on 8 March, the seat is needed from June


def test_somebody_left_over_costs_the_plan_nothing() -> None:
    people = (*small_team(), operations_engineer(3))
    assert planned(people=people).costs.total == planned(people=small_team()).costs.total


def test_contractors_are_paid_by_the_hour_for_each_seat_and_month() -> None:
    result = planned(options=make_options(contractors=True, hire=False))
    assert month_of(result, date(2027, 1, 1)) == {"contractors": Decimal(4 * 300 * 160), "cash": Decimal(192_000)}
    assert result.costs.total.contractors == Decimal(6 * 192_000)


def test_an_exam_costs_what_it_costs_on_its_day() -> None:
    """NCP-AIO was 400 and is 500 from 31 July 2026."""
    person = operations_engineer(1, certifications=(held("NCP-AIO", date(2025, 3, 15)),))
    assert planned(people=(person,), options=make_options(hire=False)).costs.total.exams == Decimal(500)
    before = planned(
        people=(operations_engineer(1, certifications=(held("NCP-AIO", date(2024, 3, 15)),)),),
        as_of=date(2025, 12, 1),
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 6, 30),
        cluster=growth((date(2026, 1, 1), 50)),
        options=make_options(hire=False),
    )
    assert before.costs.total.exams == Decimal(400)


def test_parts_add_up_to_cash_and_months_to_totals() -> None:
    result = planned(people=(operations_engineer(1, certifications=()),), options=make_options(contractors=True), ends_on=date(2028, 3, 31))
    for row in result.costs.months:
        assert row.cash == sum((getattr(row, kind) for kind in KINDS), Decimal(0))
    for kind in (*KINDS, "cash", "opportunity"):
        assert getattr(result.costs.total, kind) == sum((getattr(row, kind) for row in result.costs.months), Decimal(0))
    assert result.summary.cash_total == result.costs.total.cash


def test_amounts_in_another_currency_are_not_taken_over_in_silence() -> None:
    notes = planned(currency="EUR").notes
    (note,) = [note for note in notes if note.explanation.code == "other_currency"]
    assert (note.where, note.explanation.params) == ("costs", {"currencies": ("USD",), "currency": "EUR"})
    assert "other_currency" not in {note.explanation.code for note in planned().notes}

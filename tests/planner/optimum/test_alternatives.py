"""Other plans beside the cheapest: worked examples of what a decision is worth, and laws of the curve."""

from datetime import date
from decimal import Decimal
from itertools import pairwise

from aiteam.planner.optimum.alternatives import Measured, alternatives, changes
from aiteam.planner.optimum.search import compare, within_budgets
from aiteam.planner.optimum.solve import Planning
from aiteam.planner.result import Alternatives
from tests.planner.builders import growth, make_options, make_person, make_request, network_specialist
from tests.planner.optimum.scenes import random_request
from tests.planner.optimum.test_solve import JANUARY, one_seat


def of_one_seat(months: int, **options: object) -> Alternatives:
    planning = Planning(one_seat("network-specialist", months, options=options), tail_months=0)
    return alternatives(planning, *within_budgets(planning))


def test_a_hire_is_worth_what_contractors_in_its_place_cost_more() -> None:
    # eight months: 8 x 48,000 = 384,000 against 222,000 + 16,250 x 5 = 303,250
    found = {(row.of, row.subject): row for row in of_one_seat(8).without}
    hire = found["hire", "network-specialist"]
    assert (hire.price_delta, hire.cash_delta, hire.open_delta) == (80_749, 80_750, 0)  # less one for the tie-breaker
    assert {(row.what, row.delta) for row in hire.instead} == {("hire", -1), ("contractor_months", 4)}


def test_a_contractor_month_fewer_leaves_a_seat_open() -> None:
    found = {(row.of, row.subject): row for row in of_one_seat(3).without}
    month = found["contract", "network-specialist"]
    assert month.open_delta == 1
    assert month.cash_delta == -48_000
    assert month.price_delta == 2 * 48_000  # an open seat is priced at three contractor months


def test_an_equally_cheap_plan_is_told_as_such() -> None:
    twins = (network_specialist(1, level=2), network_specialist(2, level=2))
    request = one_seat("network-specialist", 12, people=twins)
    planning = Planning(request, tail_months=0)
    found = alternatives(planning, *within_budgets(planning))
    [training] = [row for row in found.without if row.of == "training"]
    assert training.price_delta == 0
    assert {(row.person, row.delta) for row in training.instead} == {("NET-1", -1), ("NET-2", 1)}


def test_less_money_never_covers_more() -> None:
    found = compare(random_request(count=5, months=12, depth="deep"))
    assert [point.percent for point in found.curve] == [70, 80, 90, 100, 110, 120]
    for less, more in pairwise(found.curve):
        assert less.open_seat_months >= more.open_seat_months
    for point in found.curve:
        assert point.cash <= point.amount + 1
    assert found.curve[3].open_seat_months == found.curve[5].open_seat_months


def test_variants_tell_what_each_switch_costs() -> None:
    found = {row.code: row for row in compare(random_request(count=5, months=12, depth="deep")).variants}
    assert set(found) == {"plan", "patient", "eager", "no_hires", "no_contractors", "no_training"}
    assert found["no_contractors"].contractor_months == 0
    assert found["no_contractors"].open_seat_months > found["plan"].open_seat_months
    assert found["no_training"].trained == 0
    assert found["no_hires"].hired == 0
    assert found["plan"].is_efficient
    for row in found.values():
        better = [
            other
            for other in found.values()
            if other.cash < row.cash and other.open_seat_months < row.open_seat_months and other.risk < row.risk
            and (other.covered_from or date.max) < (row.covered_from or date.max)
        ]  # fmt: skip
        assert not (row.is_efficient and better)


def test_a_gap_names_the_lead_time_that_forces_it_and_the_cheapest_way_out() -> None:
    request = one_seat("network-specialist", 12, options={"contractors": False})
    [gap] = compare(request).gaps
    assert (gap.role, gap.first_month, gap.seat_months) == ("network-specialist", JANUARY, 4)
    ways = {way.code: way for way in gap.ways}
    assert set(ways) == {"lead_time", "no_contractors"}
    assert ways["lead_time"].open_seat_months == ways["no_contractors"].open_seat_months == 0
    assert ways["no_contractors"].cash_delta == 4 * 48_000
    # paid from the first day on instead of from April: three months of 16,250
    assert ways["lead_time"].cash_delta == 3 * 16_250
    assert gap.ways[0].code == "lead_time"


def test_a_gap_names_the_person_who_may_not_be_trained() -> None:
    person = network_specialist(1, level=2, may_be_trained=False, experience_months=30)
    request = one_seat("network-specialist", 12, people=(person,), options={"contractors": False, "hire": False})
    [gap] = compare(request).gaps
    assert {way.code for way in gap.ways} == {"no_willing_trainee", "no_hires", "no_contractors"}


def test_a_gap_names_the_budget() -> None:
    request = one_seat("network-specialist", 12, options={"budgets": ({"amount": Decimal(0)},)})
    [gap] = compare(request).gaps
    assert "budget" in {way.code for way in gap.ways}


def test_a_plan_with_every_seat_filled_has_no_gap_to_explain() -> None:
    people = (network_specialist(),)
    found = compare(one_seat("network-specialist", 6, people=people))
    assert found.gaps == ()
    assert [row.open_seat_months for row in found.variants] == [0] * len(found.variants)


def test_changes_are_none_between_a_plan_and_itself() -> None:
    planning = Planning(make_request(people=(make_person(),), cluster=growth((JANUARY, 50)), options=make_options(depth="deep")))
    measured = Measured(planning, planning.solve())
    assert changes(measured, measured) == ()

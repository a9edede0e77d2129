"""The estimate with groups: worked examples in which groups are as good as names, and its nearness to the exact plan where they are not."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from aiteam.planner.catalogue import shipped
from aiteam.planner.months import add_months
from aiteam.planner.optimum.solve import Planning
from aiteam.planner.progress import Stopped
from aiteam.planner.quick import estimate
from tests.planner.builders import growth, held, make_options, make_person, make_request, network_specialist, small_team
from tests.planner.optimum.scenes import random_request
from tests.planner.optimum.test_solve import JANUARY, one_seat


@pytest.mark.parametrize("months", range(1, 13))
def test_a_seat_costs_what_the_cheaper_of_contractor_and_hire_costs(months: int) -> None:
    # 48,000 a month against 222,000 + 16,250 for each month from the fourth on
    found = estimate(one_seat("network-specialist", months), tail_months=0)
    hired = 222_000 + 16_250 * (months - 3)
    assert found.price == (min(48_000 * months, hired) if months > 3 else 48_000 * months)
    assert found.contractor_months == (4 if months >= 6 else months)
    assert found.hires == ({"network-specialist": Decimal("1.0")} if months >= 6 else {})


def test_a_team_that_fills_every_seat_costs_nothing_more() -> None:
    found = estimate(make_request(people=small_team()))
    assert (found.price, found.cash_total, found.open_seat_months) == (0, 0, 0)
    assert {month.at_hand for month in found.months} == {Decimal(4)}


def test_nobody_and_nothing_allowed_leaves_every_seat_open() -> None:
    found = estimate(make_request(options=make_options(hire=False, train=False)))
    assert [month.open for month in found.months] == [4] * 6
    assert found.open_seat_months == 24


def test_a_closed_cluster_needs_nothing() -> None:
    found = estimate(make_request(cluster=growth((JANUARY, 0))))
    assert (found.price, found.columns, found.months[0].needed) == (0, 0, 0)


def test_two_sites_ask_for_twice_as_much() -> None:
    one = one_seat("network-specialist", 12)
    two = one.model_copy(update={"cluster": one.cluster.model_copy(update={"sites": 2})})
    assert estimate(two).price == 2 * estimate(one).price


def test_a_person_one_exam_short_is_trained_instead_of_replaced() -> None:
    person = network_specialist(1, certifications=())
    found = estimate(one_seat("network-specialist", 12, people=(person,)))
    assert found.trainings == {"network-specialist": Decimal("1.0")}
    assert found.hires == {}
    assert found.months[-1].trained == 1


def test_experience_that_is_not_there_yet_holds_a_promotion_back() -> None:
    junior = make_person(
        id="NET-1",
        level=2,
        skills=("infiniband-rdma",),
        certifications=(held("NCP-AIN"),),
        experience_months=shipped().level[3].experience_months_min - 5,
    )
    found = estimate(one_seat("network-specialist", 12, people=(junior,), options={"hire": False}))
    trained = [month.month for month in found.months if month.trained]
    assert trained[0] == add_months(JANUARY, 5)


def test_who_leaves_is_counted_until_then_and_who_comes_from_then_on() -> None:
    leaver = network_specialist(1, leaves_on=date(2027, 3, 31))
    comer = network_specialist(2, starts_on=date(2027, 5, 1))
    options = {"hire": False, "train": False, "contractors": False}
    found = estimate(one_seat("network-specialist", 8, people=(leaver, comer), options=options))
    assert [month.open for month in found.months] == [0, 0, 0, 1, 0, 0, 0, 0]


def test_a_budget_leaves_seats_open() -> None:
    budget: dict[str, Any] = {"budgets": ({"amount": Decimal(100_000)},)}
    found = estimate(one_seat("network-specialist", 12, options=budget))
    assert found.cash_total <= 100_000
    assert found.open_seat_months > 0


@pytest.mark.parametrize(("count", "seed"), [(20, 1), (20, 2), (50, 3)])
def test_the_estimate_is_within_a_tenth_of_the_exact_plan(count: int, seed: int) -> None:
    request = random_request(count, 24, seed, gpus=(60, 300), depth="deep")
    exact = Planning(request).solve().choice.price
    assert float(estimate(request).price) == pytest.approx(exact, rel=0.1)


def test_its_size_does_not_grow_with_the_people() -> None:
    few, many = (estimate(random_request(count, 12, 1, depth="rules")) for count in (300, 3000))
    assert many.columns < 2 * few.columns


def test_it_can_be_stopped() -> None:
    with pytest.raises(Stopped):
        estimate(random_request(5), stopped=lambda: True)


def test_it_is_the_same_every_time_but_for_the_seconds() -> None:
    one, other = (estimate(random_request(30, 12, 5)) for _ in range(2))
    assert one.model_copy(update={"seconds": 0}) == other.model_copy(update={"seconds": 0})


def test_it_says_what_it_leaves_out() -> None:
    assert [row.code for row in estimate(make_request()).explanations] == [
        "estimate_averages",
        "estimate_certificates",
        "estimate_contracts",
    ]

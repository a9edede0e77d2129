"""The choice is the cheapest there is: every combination of paths is tried on small organisations."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aiteam.planner.optimum.limits import Cap, Limits
from aiteam.planner.optimum.market import contractor_month
from aiteam.planner.optimum.paths import Paths
from aiteam.planner.optimum.program import Effort
from aiteam.planner.optimum.scene import Scene
from aiteam.planner.optimum.solve import Planning, Solved
from tests.planner.optimum.scenes import random_request

GAP_PRICE = 150_000
PROOF = Effort(gap=1e-6)


def planned(count: int = 6, months: int = 12, seed: int = 1, gpus: tuple[int, int] = (60, 300), **options: Any) -> Planning:
    known = {"depth": "deep", "gap_price": GAP_PRICE, "contract_months_min": 1}
    return Planning(random_request(count, months, seed, gpus, **known | options))


def uncovered(seats: Sequence[int], masks: Sequence[int]) -> int:
    """The fewest seats left open by people who could fill the roles of `masks`, by trying everything."""
    if not masks:
        return sum(seats)
    first, *rest = masks
    ways = [uncovered(seats, rest)]
    for role, count in enumerate(seats):
        if first >> role & 1 and count:
            ways.append(uncovered([*seats[:role], count - 1, *seats[role + 1 :]], rest))
    return min(ways)


def cheapest(scene: Scene, paths: Paths, seat_price: float) -> float:
    people: dict[str, list[int]] = {}
    for index, path in enumerate(paths.paths):
        people.setdefault(path.person, []).append(index)
    months = range(len(scene.months))

    def cost(combination: Sequence[int]) -> float:
        touched = sum(paths.paths[index].way is not None for index in combination)
        left = [uncovered(scene.seats[:, month].tolist(), [int(paths.masks[index, month]) for index in combination]) for month in months]
        return float(paths.cost[list(combination)].sum()) + touched + seat_price * float(np.array(left) @ scene.discount)

    return min(cost(combination) for combination in itertools.product(*people.values()))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("contractors", [True, False])
def test_no_combination_of_courses_of_action_is_cheaper(seed: int, contractors: bool) -> None:
    planning = planned(2, 6, seed, (60, 60), contractors=contractors, hire=False)
    choice = planning.solve(effort=PROOF).choice
    price = min(contractor_month(planning.scene), GAP_PRICE) if contractors else GAP_PRICE
    assert choice.is_finished
    assert choice.price == pytest.approx(cheapest(planning.scene, planning.paths, price), rel=1e-6)
    assert choice.bound == pytest.approx(choice.price, rel=1e-4)


def spent(planning: Planning, solved: Solved, limits: Limits) -> list[float]:
    """Cash in each budget, from the choice alone."""
    choice, scene = solved.choice, planning.scene
    cash = sum((planning.paths.by_kind(index) for index in choice.paths), np.zeros((4, len(scene.months))))
    for index, count in choice.offers.items():
        cash[1] += count * planning.offers[index].recruiting
        cash[2] += count * planning.offers[index].pay
    cash[3] += contractor_month(scene) * choice.contractors.sum(axis=0)
    return [float((cash * pot.shares).sum()) for pot in limits.pots]


@pytest.mark.parametrize("seed", range(4))
def test_a_budget_leaves_seats_open_rather_than_being_passed(seed: int) -> None:
    free = planned(5, seed=seed).solve(effort=PROOF).choice
    planning = planned(5, seed=seed, budgets=[{"amount": 200_000}])
    bound = planning.solve(effort=PROOF)
    assert spent(planning, bound, planning.limits)[0] <= 200_000 + 0.01
    assert bound.choice.open.sum() > free.open.sum()
    assert bound.choice.price > free.price


def test_budgets_hold_by_kind_and_year() -> None:
    budgets = [
        {"amount": 60_000, "kind": "hiring"},
        {"amount": 500_000, "per": "year"},
        {"amount": 100_000, "kind": "contractors", "per": "year", "year": 2028},
    ]
    planning = planned(4, 24, budgets=budgets)
    solved = planning.solve()
    assert [pot.name for pot in planning.limits.pots] == ["hiring plan", "all 2027", "all 2028", "contractors 2028"]
    for cash, pot in zip(spent(planning, solved, planning.limits), planning.limits.pots, strict=True):
        assert cash <= pot.amount + 0.01


def test_a_budget_of_nothing_leaves_what_needs_money_open_and_still_has_a_plan() -> None:
    choice = planned(0, budgets=[{"amount": 0}]).solve().choice
    shown = choice.open[:, :12].sum(axis=0)
    assert shown.tolist() == [4] * 5 + [10] * 7


def test_nobody_is_hired_above_the_most_a_month() -> None:
    planning = planned(0, 12, contractors=False, hires_per_month=1)
    choice = planning.solve().choice
    arrivals = [planning.offers[index].arrives_on.replace(day=1) for index, count in choice.offers.items() for _ in range(count)]
    assert len(arrivals) == len(set(arrivals)) > 3


def test_a_cap_forbids_a_hire_more_and_costs_something() -> None:
    planning = planned(0, 18, contractors=True)
    free = planning.solve(effort=PROOF).choice
    hired = sum(free.offers.values())
    capped = planning.solve(replace(planning.limits, caps=(Cap("hires", None, hired - 1),)), PROOF).choice
    assert sum(capped.offers.values()) == hired - 1
    assert capped.price >= free.price


def test_who_may_not_be_trained_is_not_and_the_plan_costs_no_less() -> None:
    planning = planned(6)
    free = planning.solve(effort=PROOF)
    trained = {path.person for path in planning.chosen(free) if path.way}
    without = planning.solve(replace(planning.limits, untrained=frozenset(trained)), PROOF)
    assert trained
    assert not trained & {path.person for path in planning.chosen(without) if path.way}
    assert without.choice.price >= free.choice.price


def test_contracts_are_never_shorter_than_the_shortest() -> None:
    planning = planned(4, 12, contract_months_min=5, hire=False)
    for row in planning.solve().choice.contractors.tolist():
        started = [now - before for before, now in itertools.pairwise([0, *row])]
        for month, more in enumerate(started):
            if more > 0:
                assert all(count >= more for count in row[month : month + 5])


def test_the_same_request_gives_the_same_choice() -> None:
    first, second = (planned(8, seed=3).solve().choice for _ in range(2))
    assert (first.paths, dict(first.offers), first.price) == (second.paths, dict(second.offers), second.price)

"""The choice is the cheapest there is: every combination of paths is tried on small organisations."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from aiteam.planner.optimum.market import contractor_month, offers
from aiteam.planner.optimum.master import Choice, Limits, Master, Search
from aiteam.planner.optimum.paths import Pathfinder, Paths
from aiteam.planner.optimum.scene import Scene
from aiteam.planner.state import states_of
from tests.planner.optimum.scenes import random_request

GAP_PRICE = 150_000.0


def solved(request: Any, **limits: Any) -> tuple[Scene, Paths, Choice]:
    scene = Scene.of(request)
    finder = Pathfinder(scene, with_budgets="total_budget" in limits)
    paths = Paths.joined([finder.of_person(state) for state in states_of(scene.request.people, scene.request.catalogue).values()])
    known = {"gap_price": GAP_PRICE, "contractors": request.options.contractors, "contract_months": 1}
    return scene, paths, Master(scene, paths, offers(scene), Limits(**known | limits)).solve(Search())


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
    request = random_request(count=2, months=6, seed=seed, gpus=(60, 60), contractors=contractors, hire=False)
    scene, paths, choice = solved(request)
    price = min(contractor_month(scene), GAP_PRICE) if contractors else GAP_PRICE
    assert choice.is_proven
    assert choice.objective == pytest.approx(cheapest(scene, paths, price), rel=1e-6)
    assert choice.bound == pytest.approx(choice.objective, rel=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_a_budget_leaves_seats_open_rather_than_being_passed(seed: int) -> None:
    request = random_request(count=5, seed=seed)
    _scene, _paths, free = solved(request)
    scene, paths, bound = solved(random_request(count=5, seed=seed), total_budget=200_000.0)
    shown = scene.shown
    spent = paths.cash[list(bound.paths), :shown].sum() + contractor_month(scene) * bound.contractors[:, :shown].sum()
    spent += sum(count * offers(scene)[index].cash[:shown].sum() for index, count in bound.offers.items())
    assert spent <= 200_000 + 0.01
    assert bound.open.sum() > free.open.sum()
    assert bound.objective > free.objective


def test_the_same_request_gives_the_same_choice() -> None:
    first, second = (solved(random_request(count=8, seed=3))[2] for _ in range(2))
    assert (first.paths, dict(first.offers), first.objective) == (second.paths, dict(second.offers), second.objective)

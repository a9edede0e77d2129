"""What holds for every problem. `solve` checks each solution without the solver, so that a law of balance, limit or cost is under test in all of these."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aiteam.planner.flow import read_problem, solve

STATES = ("a", "b", "c")
share = st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0])
heads = st.integers(0, 12)
price = st.integers(0, 50)
order = st.permutations(["hires", "transitions", "separations", "work", "wastage"])


def by_period(entries: st.SearchStrategy[Any], periods: int) -> st.SearchStrategy[Any]:
    return st.one_of(
        entries, st.lists(entries, min_size=periods, max_size=periods), st.dictionaries(st.sampled_from(["1", "default"]), entries)
    )


@st.composite
def states(draw: st.DrawFn, periods: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "initial": (initial := draw(heads)),
            "initial_new": draw(st.integers(0, initial)),
            "wastage": draw(by_period(share, periods)),
            "wastage_first": draw(st.none() | by_period(share, periods)),
            "cost": draw(by_period(price, periods)),
            "hours_per_head": 8,
            "final_value": draw(st.sampled_from([0, 0, 5])),
            "short_time": draw(st.none() | st.fixed_dictionaries({"productivity": share, "cost": price, "max": heads})),
            "overtime": draw(st.none() | st.fixed_dictionaries({"max_per_head": heads, "cost": price})),
        }
        for name in STATES
    ]


@st.composite
def movement(draw: st.DrawFn, periods: int) -> dict[str, Any]:
    return {
        "duration": draw(st.integers(0, 3)),
        "success": draw(by_period(share, periods)),
        "wastage": draw(share),
        "cost": draw(price),
        "cost_per_period": draw(price),
        "productivity": draw(share),
        "max": draw(by_period(heads, periods)),
        "under_way": draw(by_period(heads, periods)),
        "supervision": draw(st.just([]) | st.just([{"by": "a", "hours": 2}]) | st.just([{"by": ["b", "c"], "heads": 0.25}])),
    }


@st.composite
def requirement(draw: st.DrawFn, periods: int, number: int) -> dict[str, Any]:
    return {
        "name": f"need {number}",
        "states": draw(st.lists(st.sampled_from(STATES), unique=True, min_size=1)),
        "unit": draw(st.sampled_from(["heads", "hours"])),
        "need": draw(by_period(st.integers(0, 40), periods)),
        "gap": {"cost": draw(price) + 60},
        "surplus": {"cost": draw(price)},
        "outside": draw(st.none() | st.fixed_dictionaries({"max": heads, "cost": price})),
        "store": draw(st.none() | st.fixed_dictionaries({"initial": heads, "max": heads, "cost": price})),
        "backlog": draw(st.none() | st.fixed_dictionaries({"initial": heads, "cost": price})),
    }


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    periods = draw(st.integers(1, 4))
    pairs = draw(st.lists(st.sampled_from(list(itertools.permutations(STATES, 2))), unique=True, max_size=3))
    return {
        "periods": periods,
        "order": draw(order),
        "states": draw(states(periods)),
        "hiring": [draw(movement(periods)) | {"to_state": name} for name in draw(st.lists(st.sampled_from(STATES), unique=True))],
        "transitions": [
            draw(movement(periods))
            | {
                "from_state": source,
                "to_state": target,
                "failed_to": draw(st.none() | st.just(source)),
                "wastage_on_arrival": draw(st.sampled_from(["none", "usual", "first"])),
            }
            for source, target in pairs
        ],
        "separations": [
            {"from_state": name, "cost": draw(price), "shares": [{"share": draw(share), "of": STATES, "at": "initial"}]}
            for name in draw(st.lists(st.sampled_from(STATES), unique=True))
        ],
        "requirements": [draw(requirement(periods, number)) for number in range(draw(st.integers(0, 2)))],
        "move_on_at_once": draw(st.booleans()),
        "discount_rate": draw(st.sampled_from([0, 0.05])),
        "discount_from": draw(st.sampled_from(["start", "end"])),
    }


def value(stated: dict[str, Any]) -> float | None:
    """The cost of the best solution; None where there is none."""
    solution = solve(read_problem(stated))
    return solution.objectives[0].value if solution.objectives else None


def about(cost: float | None) -> Any:
    return None if cost is None else pytest.approx(cost, abs=1e-4, rel=1e-7)


@settings(max_examples=100, deadline=None)
@given(problems())
def test_every_solution_passes_its_check_and_every_problem_has_an_answer_in_words(stated: dict[str, Any]) -> None:
    solution = solve(read_problem(stated))
    assert solution.status in {"optimal", "infeasible"}
    assert solution.message
    assert bool(solution.relaxation) == (solution.status == "infeasible")


@settings(max_examples=40, deadline=None)
@given(problems(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_stated_does_not_matter(stated: dict[str, Any], random: Any) -> None:
    shuffled = dict(stated)
    for field in ("states", "hiring", "transitions", "separations", "requirements"):
        shuffled[field] = random.sample(stated[field], len(stated[field]))
    assert value(shuffled) == about(value(stated))


@settings(max_examples=40, deadline=None)
@given(problems(), st.integers(2, 9))
def test_twice_the_people_and_work_cost_twice_as_much(stated: dict[str, Any], factor: int) -> None:
    """Heads can be of any unit: a problem in tens of people has a tenth of everything. (But for supervision in hours, which are of one unit.)"""
    for movement in (*stated["hiring"], *stated["transitions"]):
        movement["supervision"] = []
    cost = value(stated)
    assert value(_scaled(stated, factor)) == about(None if cost is None else cost * factor)


HEADS = {"initial", "initial_new", "max", "under_way", "need"}


def _scaled(part: Any, factor: int, field: str = "") -> Any:
    if isinstance(part, dict):
        return {key: _scaled(entry, factor, field if field in HEADS else key) for key, entry in part.items()}
    if isinstance(part, list):
        return [_scaled(entry, factor, field) for entry in part]
    return part * factor if field in HEADS and isinstance(part, int | float) else part


@settings(max_examples=30, deadline=None)
@given(problems())
def test_whole_people_never_cost_less(stated: dict[str, Any]) -> None:
    cost, whole = value(stated), value(stated | {"whole": "decisions"})
    assert whole is None or (cost is not None and whole >= cost - 1e-5)

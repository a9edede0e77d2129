"""Limits and objectives that the problem names itself, and what is said where there is no solution."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aiteam.planner.flow import read_problem, solve
from tests.planner.flow.builders import line, solved

SKILLS = Path(__file__).resolve().parents[3] / "fixtures" / "examples" / "flow" / "williams.json"

HIRING = [{"to_state": "welder", "cost": 100}]
NEED = [{"states": "welder", "need": [12, 14, 14], "gap": {"cost": 1000}}]


def limit(**changes: Any) -> dict[str, Any]:
    return {"name": "own", "sense": "<=", "terms": [{"flow": "hires"}]} | changes


def test_a_limit_holds_in_each_period_or_over_all() -> None:
    each = solved(hiring=HIRING, requirements=NEED, limits=[limit(right=1)])
    everything = solved(hiring=HIRING, requirements=NEED, limits=[limit(right=1, over="all")])
    assert (line(each, "hires"), line(everything, "hires")) == ([1, 1, 1], [1, 0, 0])


def test_a_limit_may_hold_in_some_periods_only() -> None:
    solution = solved(hiring=HIRING, requirements=NEED, limits=[limit(right=0, periods=["1"])])
    assert (line(solution, "hires"), line(solution, "gap")) == ([0, 4, 0], [2, 0, 0])


def test_a_budget_is_a_limit_on_cost() -> None:
    budget = limit(terms=[{"flow": "cost", "of": ["hiring"]}], right=[150, 150, 1000])
    solution = solved(hiring=HIRING, requirements=NEED, limits=[budget])
    assert line(solution, "hires") == [1.5, 1.5, 1]


def test_a_term_may_look_back() -> None:
    # no more new people than were hired in the period before, and two before the first
    looking = limit(terms=[{"flow": "hires"}, {"flow": "hires", "coefficient": -0.5, "lag": 1, "before": 2}])
    solution = solved(hiring=HIRING, requirements=NEED, limits=[looking])
    assert line(solution, "hires") == [1, 0.5, 0.25]


def test_the_proportion_of_two_stocks_can_be_kept() -> None:
    states = [{"name": "welder", "initial": 10}, {"name": "foreman"}]
    proportion = limit(
        sense=">=", terms=[{"flow": "stock", "of": "foreman", "coefficient": 5}, {"flow": "stock", "of": "welder", "coefficient": -1}]
    )
    solution = solved(states=states, hiring=[{"to_state": "foreman", "cost": 1}], limits=[proportion])
    assert line(solution, "stock", "foreman") == [2, 2, 2]


def test_people_can_be_hired_in_classes_of_a_size() -> None:
    quantities = [{"name": "classes", "whole": True, "cost": 10}]
    size = limit(sense="=", terms=[{"flow": "hires"}, {"flow": "quantity", "of": "classes", "coefficient": -3}])
    solution = solved(hiring=HIRING, requirements=[NEED[0] | {"gap": None}], quantities=quantities, limits=[size])
    assert sum(line(solution, "hires")) == 6
    assert all(heads % 3 == 0 for heads in line(solution, "hires"))
    assert solution.objectives[0].value == 620


def test_a_quantity_may_be_one_number_for_all_periods() -> None:
    # the same number of people hired in each period, priced once
    quantities = [{"name": "each time", "once": True, "cost": 7}]
    same = limit(sense="=", terms=[{"flow": "hires"}, {"flow": "quantity", "coefficient": -1}])
    solution = solved(hiring=HIRING, requirements=[NEED[0] | {"gap": None}], quantities=quantities, limits=[same])
    assert (line(solution, "hires"), line(solution, "quantity", "each time")) == ([2, 2, 2], [2, 2, 2])
    assert solution.objectives[0].value == 614


def test_a_quantity_may_be_below_nothing() -> None:
    quantities = [{"name": "balance", "min": None, "max": None}]
    keep = limit(sense="=", terms=[{"flow": "quantity"}], right=-3)
    assert line(solved(quantities=quantities, limits=[keep]), "quantity", "balance") == [-3, -3, -3]


def test_later_objectives_choose_among_what_is_best_for_earlier_ones() -> None:
    aims = [{"name": "gap", "terms": [{"flow": "gap"}]}, {"name": "fewest", "terms": [{"flow": "hires"}]}, {"name": "cost"}]
    solution = solved(hiring=HIRING, requirements=NEED, objectives=aims)
    assert [(reached.name, reached.value) for reached in solution.objectives] == [("gap", 0), ("fewest", 4), ("cost", 400)]
    other = solved(hiring=HIRING, requirements=NEED, objectives=[aims[1], aims[0]])
    assert [reached.value for reached in other.objectives] == [0, 10]


def test_a_flow_can_be_made_large() -> None:
    solution = solved(
        hiring=[{"to_state": "welder", "max": 2}],
        objectives=[{"name": "people", "sense": "max", "terms": [{"flow": "closing", "coefficient": [0, 0, 1]}]}],
    )
    assert solution.objectives[0].value == 16


@pytest.mark.parametrize(("since", "cost"), [("start", 100 + 100 / 1.25 + 100 / 1.5625), ("end", 80 + 64 + 51.2)])
def test_costs_are_discounted_from_the_start_or_the_end_of_periods(since: str, cost: float) -> None:
    solution = solved(states=[{"name": "welder", "initial": 10, "cost": 10}], discount_rate=0.25, discount_from=since)
    assert solution.objectives[0].value == pytest.approx(cost)
    assert solution.cost is not None
    assert solution.cost.total == 300
    assert solution.cost.discounted == pytest.approx(cost)


def test_whole_people_can_be_asked_for_in_one_flow() -> None:
    requirements = [{"states": "welder", "need": 10.5}]
    assert line(solved(hiring=HIRING, requirements=requirements), "hires") == [0.5, 0, 0]
    assert line(solved(hiring=[HIRING[0] | {"whole": True}], requirements=requirements), "hires") == [1, 0, 0]
    assert line(solved(hiring=HIRING, requirements=requirements, whole="decisions"), "hires") == [1, 0, 0]
    assert line(solved(hiring=[HIRING[0] | {"whole": False}], requirements=requirements, whole="decisions"), "hires") == [0.5, 0, 0]


def test_an_impossible_requirement_is_named_with_what_is_missing() -> None:
    solution = solved(["Jan", "Feb", "Mar"], requirements=[{"name": "welding", "states": "welder", "need": [9, 13, 10]}])
    assert (solution.status, solution.flows, solution.cost) == ("infeasible", {}, None)
    assert solution.message == "No solution meets all limits. It would take at least: requirement “welding” in Feb: 3 too few."
    assert [(violation.what, violation.amount) for violation in solution.relaxation] == [("requirement “welding” in Feb: 3 too few", 3)]


def test_limits_that_contradict_each_other_are_named() -> None:
    solution = solved(hiring=[HIRING[0] | {"min": 2}], limits=[limit(right={"2": 1, "default": 5})])
    assert [violation.amount for violation in solution.relaxation] == [1]
    assert solution.relaxation[0].what in {"limit “own” in 2: 1 too many", "hires “welder” in 2: 1 too few"}


def test_limits_that_no_whole_number_meets_are_named() -> None:
    solution = solved(1, hiring=[HIRING[0] | {"min": 0.3, "max": 0.6, "whole": True}])
    assert (solution.status, [violation.what for violation in solution.relaxation]) == ("infeasible", ["hires “welder” in 1: 0.3 too few"])


def test_a_gap_makes_every_requirement_possible() -> None:
    assert solved(requirements=[{"states": "welder", "need": 1e6, "gap": {"cost": 1}}]).status == "optimal"


def test_an_objective_without_end_is_told() -> None:
    solution = solved(hiring=[{"to_state": "welder", "cost": -1}])
    assert (solution.status, solution.objectives) == ("unbounded", ())
    assert "missing a limit" in solution.message


@pytest.mark.parametrize(("options", "stopped"), [({"seconds": 0}, None), ({}, lambda: True)])
def test_a_search_that_is_stopped_says_so(options: dict[str, Any], stopped: Callable[[], bool] | None) -> None:
    stated = json.loads(SKILLS.read_bytes()) | {"whole": "decisions", "objectives": [{}], "options": options}
    solution = solve(read_problem(stated), stopped=stopped)
    assert solution.status in {"nothing_found", "stopped"}
    assert "stopped" in solution.message


def test_a_search_that_is_stopped_at_a_later_objective_keeps_what_it_has() -> None:
    asked = itertools.count()
    stated = json.loads(SKILLS.read_bytes()) | {"whole": "decisions"}
    solution = solve(read_problem(stated), stopped=lambda: next(asked) > 20)
    assert (solution.status, len(solution.objectives)) == ("stopped", 2)
    assert solution.objectives[1].bound is None


def test_a_search_to_a_gap_says_how_far_it_came() -> None:
    stated = json.loads(SKILLS.read_bytes()) | {"whole": "decisions", "objectives": [{}], "options": {"gap": 0.05}}
    reached = solve(read_problem(stated)).objectives[0]
    assert reached.bound is not None
    assert reached.bound <= 500_945 <= reached.value <= 500_945 * 1.06
    assert reached.gap == pytest.approx((reached.value - reached.bound) / reached.value)

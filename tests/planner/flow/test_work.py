"""Who does the work that is asked, at what price: each by hand."""

from typing import Any

import pytest

from tests.planner.flow.builders import line, solved

NEED = [{"states": "welder", "need": [10, 12, 9]}]
HOURS = {"name": "welder", "initial": 10, "hours_per_head": 160}


def test_what_is_missing_is_hired_and_what_is_too_much_stays() -> None:
    solution = solved(requirements=NEED, hiring=[{"to_state": "welder", "cost": 1}])
    assert (line(solution, "hires"), line(solution, "surplus")) == ([0, 2, 0], [0, 0, 3])


def test_a_gap_is_taken_where_it_costs_less() -> None:
    requirements = [NEED[0] | {"gap": {"cost": 5}}]
    cheap = solved(requirements=requirements, hiring=[{"to_state": "welder", "cost": 11}])
    dear = solved(requirements=requirements, hiring=[{"to_state": "welder", "cost": 4}])
    assert (line(cheap, "gap"), line(dear, "gap")) == ([0, 2, 0], [0, 0, 0])
    assert cheap.cost is not None
    assert cheap.cost.by_kind == {"gap": 10}


def test_surplus_and_gap_have_limits_over_all_requirements() -> None:
    states = [{"name": "welder", "initial": 10}, {"name": "fitter", "initial": 10}]
    requirements = [{"states": name, "need": 6, "surplus": {"cost": 1}} for name in ("welder", "fitter")]
    separations = [{"from_state": name, "cost": 100} for name in ("welder", "fitter")]
    solution = solved(1, states=states, requirements=requirements, separations=separations, total_surplus_max=5)
    assert sum(line(solution, "surplus", name)[0] for name in ("welder", "fitter")) == 5
    short: list[dict[str, Any]] = [{"states": name, "need": 12, "gap": {}} for name in ("welder", "fitter")]
    assert solved(1, states=states, requirements=short, total_gap_max=3).status == "infeasible"


def test_short_time_counts_in_part_and_costs() -> None:
    states = [{"name": "welder", "initial": 10, "short_time": {"productivity": 0.5, "max": 4, "cost": 3}}]
    requirements = [{"states": "welder", "need": 8, "surplus": {"cost": 10}}]
    solution = solved(1, states=states, requirements=requirements)
    assert (line(solution, "short_time"), line(solution, "surplus")) == ([4], [0])
    assert solution.objectives[0].value == 12


def test_overtime_is_hours_beyond_those_of_a_head() -> None:
    states = [HOURS | {"overtime": {"max_per_head": 20, "cost": 30}}]
    requirements = [{"states": "welder", "unit": "hours", "need": [1700, 1600, 1900], "outside": {"cost": 50}}]
    solution = solved(states=states, requirements=requirements)
    assert line(solution, "overtime") == [100, 0, 200]
    assert line(solution, "outside") == [0, 0, 100]
    assert solution.objectives[0].value == 100 * 30 + 200 * 30 + 100 * 50


def test_overtime_helps_a_requirement_in_heads_by_its_share_of_a_head() -> None:
    states = [HOURS | {"overtime": {"max": 80, "cost": 1}}]
    solution = solved(1, states=states, requirements=[{"states": "welder", "need": 10.5}])
    assert line(solution, "overtime") == [80]


def test_those_who_learn_work_in_part_for_the_state_they_come_from() -> None:
    transition: dict[str, Any] = {
        "from_state": "welder",
        "to_state": "master",
        "duration": 1,
        "productivity": 0.5,
        "min": [4, 0],
        "max": [4, 0],
    }
    states = [{"name": "welder", "initial": 10}, {"name": "master"}]
    requirements = [{"states": "welder", "need": [8, 6]}, {"states": "master", "need": [0, 4]}]
    solution = solved(2, states=states, transitions=[transition], requirements=requirements)
    assert line(solution, "surplus") == [0, 0]
    elsewhere = solved(
        2, states=states, transitions=[transition | {"counts_as": "master"}], requirements=[{"states": "master", "need": [2, 4]}]
    )
    assert line(elsewhere, "surplus", "master") == [0, 0]


def test_supervision_takes_hours_of_those_at_work() -> None:
    hiring = [{"to_state": "welder", "duration": 1, "min": [3, 0], "max": [3, 0], "supervision": [{"by": "welder", "hours": 50}]}]
    solution = solved(2, states=[HOURS], hiring=hiring, requirements=[{"states": "welder", "unit": "hours", "need": [1450, 2080]}])
    assert line(solution, "supervision", "welder/welder") == [0.9375, 0]
    assert line(solution, "surplus") == [0, 0]


def test_several_states_share_the_supervision() -> None:
    states = [HOURS, {"name": "master", "initial": 1, "hours_per_head": 100}]
    hiring = [
        {"to_state": "welder", "duration": 1, "min": [4, 0], "max": [4, 0], "supervision": [{"by": ["welder", "master"], "hours": 50}]}
    ]
    requirements = [{"states": "welder", "unit": "hours", "need": [1500, 0]}]
    solution = solved(2, states=states, hiring=hiring, requirements=requirements)
    assert line(solution, "supervision", "welder/master")[0] * 100 + line(solution, "supervision", "welder/welder")[
        0
    ] * 160 == pytest.approx(200)
    assert line(solution, "supervision", "welder/master")[0] == pytest.approx(1)


def test_nobody_supervises_who_is_not_at_work() -> None:
    hiring = [{"to_state": "welder", "duration": 1, "min": [30, 0], "supervision": [{"by": "welder", "heads": 0.5}]}]
    solution = solved(2, hiring=hiring)
    assert solution.status == "infeasible"
    assert [violation.amount for violation in solution.relaxation] == [5]


def test_training_within_a_period_takes_supervision_of_that_period() -> None:
    hiring = [{"to_state": "welder", "min": 2, "max": 2, "supervision": [{"by": "welder", "heads": 0.5}]}]
    solution = solved(1, hiring=hiring, requirements=[{"states": "welder", "need": 11}])
    assert (line(solution, "supervision", "welder/welder"), line(solution, "surplus")) == ([1], [0])


def test_a_state_of_several_requirements_divides_its_heads() -> None:
    states = [{"name": "welder", "initial": 4}, {"name": "master", "initial": 6}]
    requirements = [
        {"name": "plain", "states": ["welder", "master"], "need": 7},
        {"name": "difficult", "states": "master", "need": 3, "efficiency": {"master": 1}},
    ]
    solution = solved(1, states=states, requirements=requirements)
    assert (line(solution, "assigned", "plain/master"), line(solution, "assigned", "difficult/master")) == ([3], [3])
    assert solved(1, states=states, requirements=[requirements[0] | {"need": 8}, requirements[1]]).status == "infeasible"


def test_heads_may_be_assigned_in_whole() -> None:
    states = [{"name": "welder", "initial": 3}]
    requirements = [{"name": name, "states": "welder", "need": 1.5, "gap": {"cost": 1}} for name in ("one", "two")]
    assert solved(1, states=states, requirements=requirements).objectives[0].value == 0
    assert solved(1, states=states, requirements=requirements, whole=["assigned"]).objectives[0].value == 0.5


def test_efficiency_turns_hours_into_units() -> None:
    requirements = [{"name": "pairs", "states": "welder", "unit": "hours", "efficiency": {"welder": 0.25}, "need": 400}]
    assert line(solved(1, states=[HOURS], requirements=requirements), "surplus", "pairs") == [0]


def test_work_is_done_ahead_where_it_can_be_stored() -> None:
    requirements = [{"states": "welder", "need": [6, 13, 11], "store": {"cost": 1, "initial": 1, "final_min": 1}}]
    solution = solved(requirements=requirements)
    assert line(solution, "stored")[-1] == 1
    assert sum(line(solution, "surplus")) == 0
    assert line(solution, "stored") == [5, 2, 1]


def test_work_is_done_later_where_it_may_be() -> None:
    requirements = [{"states": "welder", "need": [12, 11, 6], "backlog": {"cost": 1, "final_max": 0}}]
    solution = solved(requirements=requirements)
    assert (line(solution, "backlog"), solution.objectives[0].value) == ([2, 3, 0], 5)


@pytest.mark.parametrize(("months", "cost", "hired"), [(3, 144_000, 0), (5, 240_000, 0), (6, 270_750, 1), (12, 368_250, 1)])
def test_a_short_need_is_met_by_contractors_and_a_long_one_by_a_hire(months: int, cost: float, hired: float) -> None:
    """Recruiting takes 3 months and a fee of 30,000, a month of learning is paid: min(48,000 n, 222,000 + 16,250 (n - 3))."""
    solution = solved(
        months,
        states=[{"name": "new", "max": 0}, {"name": "ready", "cost": 16_250}],
        hiring=[{"to_state": "new", "duration": 3, "cost": 30_000}],
        transitions=[{"from_state": "new", "to_state": "ready", "duration": 1, "cost_per_period": 16_250}],
        requirements=[{"states": "ready", "need": 1, "outside": {"cost": 48_000}}],
    )
    assert solution.objectives[0].value == cost
    assert sum(line(solution, "hires", "new")) == hired

"""How people come, go, learn and leave: each by hand."""

from typing import Any

import pytest

from tests.planner.flow.builders import line, solved

FORCED = {"sense": "exact", "share": 1, "of": "welder"}


def test_nobody_moves_where_nothing_happens() -> None:
    solution = solved()
    assert (solution.status, line(solution, "stock"), line(solution, "closing")) == ("optimal", [10, 10, 10], [10, 10, 10])


def test_wastage_at_the_end_of_a_period_leaves_the_first_stock_whole() -> None:
    solution = solved(states=[{"name": "welder", "initial": 10, "wastage": 0.2}])
    assert line(solution, "stock") == [10, 8, 6.4]
    assert line(solution, "wastage") == [2, 1.6, 1.28]
    assert line(solution, "closing") == [8, 6.4, 5.12]


def test_wastage_at_the_start_of_a_period_takes_from_the_first_stock() -> None:
    solution = solved(
        states=[{"name": "welder", "initial": 10, "wastage": 0.2}], order=["wastage", "hires", "transitions", "separations", "work"]
    )
    assert line(solution, "opening") == [10, 8, 6.4]
    assert line(solution, "stock") == [8, 6.4, 5.12]


def test_wastage_may_differ_from_period_to_period() -> None:
    solution = solved(["a", "b", "c"], states=[{"name": "welder", "initial": 10, "wastage": {"b": 0.5, "default": 0.1}}])
    assert line(solution, "closing") == [9, 4.5, 4.05]


def test_new_people_have_a_wastage_of_their_own_the_first_time_only() -> None:
    states = [{"name": "welder", "initial": 10, "wastage": 0.1, "wastage_first": 0.5}]
    solution = solved(states=states, hiring=[{"to_state": "welder", "min": [4, 0, 0], "max": [4, 0, 0]}])
    assert line(solution, "stock") == [14, 11, 9.9]  # 10 x 0.9 + 4 x 0.5 = 11


def test_new_people_who_come_after_the_wastage_meet_it_in_the_next_period() -> None:
    states = [{"name": "welder", "initial": 10, "wastage": 0.1, "wastage_first": 0.5}]
    order = ["wastage", "hires", "transitions", "separations", "work"]
    solution = solved(states=states, order=order, hiring=[{"to_state": "welder", "min": [4, 0, 0], "max": [4, 0, 0]}])
    assert line(solution, "stock") == [13, 10.1, 9.09]  # 9 + 4; 9 x 0.9 + 4 x 0.5


def test_a_part_of_the_first_stock_may_be_new() -> None:
    solution = solved(states=[{"name": "welder", "initial": 10, "initial_new": 4, "wastage": 0.1, "wastage_first": 0.5}])
    assert line(solution, "stock") == [10, 7.4, 6.66]  # 6 x 0.9 + 4 x 0.5


def test_somebody_new_stays_until_the_first_wastage() -> None:
    solution = solved(
        2,
        states=[{"name": "welder", "initial": 10, "wastage_first": 0.5}],
        hiring=[{"to_state": "welder", "min": [4, 0], "max": [4, 0]}],
        separations=[{"from_state": "welder", "max": {"2": 0}}],
        order=["hires", "transitions", "work", "separations", "wastage"],
        objectives=[{"sense": "max", "terms": [{"flow": "separations"}]}],
    )
    assert (line(solution, "separations"), line(solution, "closing")) == ([10, 0], [2, 2])


def test_a_hire_arrives_after_its_lead_and_not_everybody_comes() -> None:
    hiring = [{"to_state": "welder", "duration": 2, "success": 0.5, "min": [8, 0, 0, 0], "max": [8, 0, 0, 0], "cost": 100}]
    solution = solved(4, hiring=hiring)
    assert line(solution, "arrivals") == [0, 0, 4, 0]
    assert line(solution, "under_way") == [8, 8, 0, 0]
    assert line(solution, "stock") == [10, 10, 14, 14]
    assert solution.cost is not None
    assert solution.cost.by_period == {"hiring": {"1": 800, "2": 0, "3": 0, "4": 0}}


def test_hires_under_way_before_the_first_period_arrive_when_they_are_due() -> None:
    hiring = [{"to_state": "welder", "duration": 2, "max": 0, "under_way": {"1": 2, "3": 5}, "cost_per_period": 7}]
    solution = solved(hiring=hiring)
    assert line(solution, "stock") == [12, 12, 17]
    assert line(solution, "under_way") == [5, 5, 0]
    assert solution.cost is not None
    assert solution.cost.total == 70


def test_some_of_those_under_way_leave() -> None:
    hiring = [{"to_state": "welder", "duration": 2, "wastage": 0.5, "min": [8, 0, 0], "max": [8, 0, 0]}]
    solution = solved(hiring=hiring)
    assert line(solution, "under_way") == [8, 4, 0]
    assert line(solution, "arrivals") == [0, 0, 2]


MASTER = {"name": "master"}


def trained(**changes: Any) -> dict[str, Any]:
    transition = {"from_state": "welder", "to_state": "master", "min": [4, 0, 0], "max": [4, 0, 0]}
    return {"states": [{"name": "welder", "initial": 10}, MASTER], "transitions": [transition | changes]}


def test_a_transition_without_duration_arrives_at_once() -> None:
    solution = solved(**trained())
    assert (line(solution, "stock"), line(solution, "stock", "master")) == ([6, 6, 6], [4, 4, 4])


def test_who_learns_is_in_neither_state_meanwhile() -> None:
    solution = solved(**trained(duration=1))
    assert (line(solution, "stock"), line(solution, "stock", "master")) == ([6, 6, 6], [0, 4, 4])
    assert line(solution, "under_way", "welder->master") == [4, 0, 0]


def test_who_does_not_succeed_leaves_or_goes_where_told() -> None:
    leaves, stays = solved(**trained(duration=1, success=0.75)), solved(**trained(duration=1, success=0.75, failed_to="welder"))
    assert line(leaves, "stock") == [6, 6, 6]
    assert line(stays, "stock") == [6, 7, 7]
    assert line(stays, "stock", "master") == [0, 3, 3]
    assert line(stays, "failures", "welder->master") == [0, 1, 0]


@pytest.mark.parametrize(("exposed", "masters"), [("none", 4), ("usual", 3), ("first", 2)])
def test_who_arrives_may_lose_the_share_of_the_new_state(exposed: str, masters: float) -> None:
    master = {"name": "master", "wastage": [0.25, 0, 0], "wastage_first": [0.5, 0, 0]}
    changes = trained(wastage_on_arrival=exposed) | {"order": ["hires", "wastage", "transitions", "separations", "work"]}
    changes["states"] = [{"name": "welder", "initial": 10}, master]
    solution = solved(**changes)
    assert line(solution, "stock", "master")[0] == masters
    assert line(solution, "wastage", "master")[0] == 4 - masters


def chain(**changes: Any) -> list[float]:
    """How many get from one end of three states to the other in one period."""
    solution = solved(
        1,
        states=[{"name": "a", "initial": 3}, {"name": "b", "initial": 1}, {"name": "c"}],
        transitions=[{"from_state": "a", "to_state": "b"}, {"from_state": "b", "to_state": "c"}],
        objectives=[{"sense": "max", "terms": [{"flow": "closing", "of": "c"}]}],
        **changes,
    )
    return line(solution, "closing", "c")


def test_who_arrives_at_once_may_move_on_at_once_unless_told_otherwise() -> None:
    assert (chain(), chain(move_on_at_once=False)) == ([4], [1])


def test_a_share_may_follow_the_stock_it_makes() -> None:
    # x <= 25 % of 6 + x: 2
    transitions = [{"from_state": "welder", "to_state": "master", "shares": [{"share": 0.25, "of": "master", "at": "stock"}]}]
    states = [{"name": "welder", "initial": 10}, {"name": "master", "initial": 6}]
    aim = [{"sense": "max", "terms": [{"flow": "starts"}]}]
    assert line(solved(1, states=states, transitions=transitions, objectives=aim), "starts", "welder->master") == [2]


@pytest.mark.parametrize(("at", "sent"), [("initial", [1, 1, 1]), ("opening", [1, 0.9, 0.81])])
def test_separations_are_limited_to_a_share(at: str, sent: list[float]) -> None:
    separations = [{"from_state": "welder", "shares": [{"share": 0.1, "of": ["welder"], "at": at}]}]
    aim = [{"sense": "max", "terms": [{"flow": "separations"}]}]
    solution = solved(separations=separations, objectives=aim)
    if at == "initial":
        assert line(solution, "separations") == sent
    else:
        assert sum(line(solution, "separations")) == pytest.approx(sum(sent))


def test_limits_over_all_periods_hold() -> None:
    hiring = [{"to_state": "welder", "total_min": 3, "total_max": 5, "max": 2}]
    most = solved(hiring=hiring, objectives=[{"sense": "max", "terms": [{"flow": "hires"}]}])
    least = solved(hiring=hiring, objectives=[{"terms": [{"flow": "hires"}]}])
    assert (most.objectives[0].value, least.objectives[0].value) == (5, 3)


def test_bounds_of_stocks_hold_in_a_period_and_at_the_end() -> None:
    states = [{"name": "welder", "initial": 10, "min": {"2": 12}, "final_min": 15, "final_max": 15}]
    solution = solved(states=states, hiring=[{"to_state": "welder", "cost": [3, 2, 1]}])
    assert line(solution, "hires") == [0, 2, 3]


def test_people_left_at_the_end_are_worth_something() -> None:
    hiring = [{"to_state": "welder", "cost": 100, "max": 1}]
    kept = solved(states=[{"name": "welder", "final_value": 101}], hiring=hiring)
    assert (line(kept, "hires"), kept.objectives[0].value) == ([1, 1, 1], -3)
    assert line(solved(states=[{"name": "welder", "final_value": 99}], hiring=hiring), "hires") == [0, 0, 0]


def test_work_may_come_before_separations_so_that_the_last_period_is_paid() -> None:
    states = [{"name": "welder", "initial": 10, "cost": 1}]
    separations = [{"from_state": "welder", "min": [4, 0, 0]}]
    after = ["hires", "transitions", "work", "separations", "wastage"]
    assert line(solved(states=states, separations=separations), "stock")[0] <= 6
    solution = solved(states=states, separations=separations, order=after)
    assert line(solution, "stock")[0] == 10

import json
from typing import Any

import pytest

from aiteam.planner.errors import RequestError
from aiteam.planner.flow import Problem, read_problem
from tests.planner.flow.builders import problem

WELDER = {"name": "welder", "initial": 10}


def complaints(**changes: Any) -> list[str]:
    with pytest.raises(RequestError) as caught:
        problem(**changes)
    return str(caught.value).splitlines()


def test_what_is_left_out_has_a_default() -> None:
    stated = problem(hiring=[{"to_state": "welder"}], transitions=[{"from_state": "welder", "to_state": "welder", "duration": 1}])
    assert stated.periods == ("1", "2", "3")
    assert stated.order == ("hires", "transitions", "separations", "work", "wastage")
    assert [stated.hiring[0].label, stated.transitions[0].label] == ["welder", "welder->welder"]
    assert (stated.hiring[0].max, stated.hiring[0].success, stated.objectives[0].name) == (None, 1, "cost")


def test_figures_are_one_number_a_list_or_an_object() -> None:
    timeline = problem(["a", "b", "c"]).timeline
    assert [timeline.at(5.0, period) for period in range(3)] == [5, 5, 5]
    assert [timeline.at((1.0, None, 3.0), period, 7) for period in range(3)] == [1, 7, 3]
    assert [timeline.at({"b": 2.0}, period, 7) for period in range(3)] == [7, 2, 7]
    assert [timeline.at({"b": 2.0, "default": 4.0}, period, 7) for period in range(3)] == [4, 2, 4]


def test_a_problem_can_be_written_and_read_again() -> None:
    stated = problem(requirements=[{"states": "welder", "need": {"1": 3}}], hiring=[{"to_state": "welder", "max": [1, None, 2]}])
    assert read_problem(stated.model_dump_json()) == stated
    assert Problem.model_validate(stated.model_dump()) == stated


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"periods": 0}, "periods: At least 1 is needed."),
        ({"periods": 2_000_000}, "periods: These are too many: at most 1000, not 1001."),
        ({"periods": ["a", "a"]}, "periods: “a” stands for more than one period."),
        ({"periods": ["default"]}, "periods: “default” cannot be a period; it stands for the periods that are not named."),
        ({"states": []}, "states: At least 1 is needed."),
        ({"states": [WELDER, WELDER]}, "states.1: “welder” is there already; give each a name of its own."),
        ({"states": [WELDER | {"wastage": 1.2}]}, "states.0.wastage: “1.2” does not lie between 0 and 1."),
        ({"states": [WELDER | {"wastage": "a lot"}]}, "states.0.wastage: “a lot” is not a number."),
        ({"states": [WELDER | {"wastage": True}]}, "states.0.wastage: “True” is not a number."),
        ({"states": [WELDER | {"wastage": [0.1]}]}, "states.0.wastage: A list has an entry for each of the 3 periods; these are 1."),
        ({"states": [WELDER | {"wastage": []}]}, "states.0.wastage: A list has an entry for each period; this one is empty."),
        ({"states": [WELDER | {"cost": {"Jan": 1}}]}, "states.0.cost.Jan: There is no period of this name: “Jan”."),
        ({"states": [WELDER | {"wastege": 0.1}]}, "states.0.wastege: There is no field of this name: “wastege”. Meant perhaps: wastage, wastage_first."),
        ({"states": [WELDER | {"initial_new": 11}]}, "states.0.initial_new: There cannot be more new people (11) than people (10)."),
        ({"states": [WELDER | {"overtime": {}}]}, "states.0.overtime: Hours need the `hours_per_head` of the state “welder”."),
        ({"order": ["work", "work", "hires"]}, "order: Each event is needed once: hires, transitions, separations, work, wastage."),
        ({"hiring": [{"to_state": "weldr"}]}, "hiring.0.to_state: There is no state of this name: “weldr”. Meant perhaps: welder."),
        ({"hiring": [{"to_state": "welder", "duration": 0.5}]}, "hiring.0.duration: “0.5” is not a whole number."),
        ({"transitions": [{"from_state": "welder", "to_state": "welder"}]}, "transitions.0.to_state: A transition without duration leads to another state."),
        (
            {"hiring": [{"to_state": "welder", "supervision": [{"by": "welder", "hours": 1, "heads": 1}]}]},
            "hiring.0.supervision.0: Either `heads` or `hours` is needed, and not both.",
        ),
        ({"requirements": [{"states": "welder", "need": 1, "unit": "hours"}]}, "requirements.0: Hours need the `hours_per_head` of the state “welder”."),
        (
            {"requirements": [{"states": "welder", "need": 1, "efficiency": {"fitter": 2}}]},
            "requirements.0.efficiency.fitter: There is no state of this name in this requirement: “fitter”.",
        ),
        (
            {"limits": [{"name": "own", "sense": "<=", "terms": [{"flow": "hires", "of": "welder"}]}]},
            "limits.0.terms.0.of: There is no name among the flows of the kind “hires”: “welder”.",
        ),
        (
            {"limits": [{"name": "own", "sense": "<=", "periods": ["4"], "terms": [{"flow": "stock"}]}]},
            "limits.0.periods: There is no period of this name: “4”.",
        ),
        ({"objectives": [{"terms": [{"flow": "cots"}]}]}, "objectives.0.terms.0.flow: “cots” is not one of "),
        ({"discount_rate": -1}, "discount_rate: “-1” is too small; it must be more than "),
        ({"title": "50 % too much", "periods": ["50 %"], "order": []}, "order: Each event is needed once: "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_field(changes: dict[str, Any], complaint: str) -> None:
    assert any(told.startswith(complaint) for told in complaints(**changes)), complaints(**changes)


def test_everything_wrong_is_told_at_once() -> None:
    told = complaints(hiring=[{"to_state": "a"}, {"to_state": "b"}], separations=[{"from_state": "c %s"}])
    assert [text.partition(":")[0] for text in told] == ["hiring.0.to_state", "hiring.1.to_state", "separations.0.from_state"]


@pytest.mark.parametrize("text", ["", "hello", "[]", "null", '{"periods": NaN}', '{"periods": 1e999, "states": []}'])
def test_what_is_no_problem_is_refused(text: str) -> None:
    with pytest.raises(RequestError):
        read_problem(text)


def test_a_problem_that_is_too_large_is_refused() -> None:
    states = [{"name": str(number)} for number in range(1000)]
    with pytest.raises(RequestError, match="too large"):
        read_problem(json.dumps({"periods": 1000, "states": states}))

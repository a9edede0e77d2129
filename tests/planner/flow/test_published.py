"""Problems with a printed optimum. “Recalled”: known from the textbook, no copy was at hand; “seen”: read in the source named."""

import json
from pathlib import Path
from typing import Any

import pytest

from aiteam.planner.flow import Solution, read_problem, solve
from tests.planner.flow import production

EXAMPLES = Path(__file__).resolve().parents[3] / "fixtures" / "examples" / "flow"
WRONG_COSTS = (501_330.4094, 460_921.0526)  # retrained people lose as where they come from; downgraded people stay where they were
WRONG_REDUNDANCIES = (840.796875, 850.55)


def stated(name: str) -> dict[str, Any]:
    return dict(json.loads((EXAMPLES / f"{name}.json").read_bytes()))


def solved(name: str, **changes: Any) -> Solution:
    return solve(read_problem(stated(name) | changes))


def redundancies(solution: Solution) -> float:
    return sum(solution.totals["separations"].values())


def test_the_fewest_redundancies_of_the_three_skills_are_the_published_ones() -> None:
    """H. P. Williams, Model Building in Mathematical Programming, 12.5 and 14.5; Gurobi modeling-examples (seen)."""
    solution = solved("williams")
    assert solution.status == "optimal"
    assert solution.objectives[0].value == pytest.approx(841.796875, abs=1e-6)
    assert redundancies(solution) == pytest.approx(841.796875, abs=1e-6)
    assert solution.cost is not None
    assert solution.cost.total == pytest.approx(1_441_389.80, abs=0.01)


def test_the_least_cost_of_the_three_skills_is_the_published_one() -> None:
    solution = solved("williams", objectives=[{}])
    assert solution.objectives[0].value == pytest.approx(498_677.285, abs=0.001)
    assert redundancies(solution) == pytest.approx(1_423.719, abs=0.001)
    assert solution.totals["separations"]["unskilled"] == pytest.approx(1_423.719, abs=0.001)


@pytest.mark.parametrize(("objective", "best"), [({"terms": [{"flow": "separations"}]}, 842), ({}, 500_945)])
def test_the_three_skills_in_whole_people(objective: dict[str, Any], best: float) -> None:
    """Not published; computed before by another program."""
    solution = solved("williams", whole="decisions", objectives=[objective])
    assert (solution.objectives[0].value, solution.objectives[0].gap) == (best, 0)
    decisions = [
        value
        for kind in ("hires", "starts", "separations", "short_time")
        for line in solution.flows[kind].values()
        for value in line.values()
    ]
    assert all(value == round(value) for value in decisions)


def test_the_known_wrong_values_of_the_three_skills_come_from_the_known_mistakes() -> None:
    problem = stated("williams")
    source = {"unskilled": 0.1, "semi-skilled": 0.05}
    for transition in problem["transitions"][:2]:
        transition["success"] = 1 - source[transition["from_state"]]
        transition["wastage_on_arrival"] = "none"
    cost = solve(read_problem(problem | {"objectives": [{}]})).objectives[0].value
    fewest = solve(read_problem(problem)).objectives[0].value
    assert cost == pytest.approx(WRONG_COSTS[0], abs=0.001)
    assert fewest == pytest.approx(WRONG_REDUNDANCIES[0], abs=1e-6)


def test_technicians_who_train_technicians() -> None:
    """W. L. Winston, Operations Research: Applications and Algorithms, multiperiod work scheduling: 593,777 (recalled)."""
    solution = solved("technicians")
    assert solution.objectives[0].value == pytest.approx(593_777, abs=0.5)
    assert [round(value, 2) for value in solution.flows["hires"]["technician"].values()] == [0, 8.45, 11.45, 9.52, 0]


def test_machinists_who_teach_work_or_wait() -> None:
    """The textbook problem, solved in AMPL with HiGHS for four months in a public notebook (seen): 583,640.625."""
    solution = solved("machinists")
    assert solution.objectives[0].value == pytest.approx(583_640.625, abs=0.001)
    assert [round(value, 4) for value in solution.flows["hires"]["machinist"].values()] == [38.6161, 70.3125, 62.5, 0]
    assert [round(value, 4) for value in solution.flows["surplus"]["machinist"].values()] == [26.1384, 0, 0, 0]


def test_shoes_made_now_later_or_in_overtime() -> None:
    """Winston, as taught at the University of Wisconsin (data seen; the optimum 692,500 recalled)."""
    solution = solved("shoes")
    assert solution.objectives[0].value == pytest.approx(692_500, abs=0.01)
    assert list(solution.flows["separations"]["worker"].values()) == [6.25, 0, 43.75, 0]


def test_learning_on_the_job() -> None:
    """G. B. Dantzig, Linear Programming and Extensions, 3.7, as JOBT of the GAMS library (model and reference optimum 21343.0556 seen)."""
    assert solved("on-the-job").objectives[0].value == pytest.approx(21_343.0556, abs=0.0001)


def test_a_sales_force_moves_at_given_rates() -> None:
    """A handout on staffing by Markov analysis (seen): 163, 150, 75 and 26 people, 167 exits."""
    rates = {
        ("SP", "SF"): 0.1,
        ("SP", "ASM"): 0.05,
        ("SF", "SP"): 0.05,
        ("SF", "ASM"): 0.1,
        ("ASM", "SP"): 0.05,
        ("ASM", "RSM"): 0.1,
    }
    exits = {"SP": 0.35, "SF": 0.25, "ASM": 0.05, "RSM": 0.3}
    initial = {"SP": 300, "SF": 200, "ASM": 50, "RSM": 30}
    solution = solve(
        read_problem(
            {
                "periods": 1,
                "states": [{"name": name, "initial": heads} for name, heads in initial.items()],
                "transitions": [
                    {"from_state": source, "to_state": target, "shares": [{"sense": "exact", "share": rate, "of": source}]}
                    for (source, target), rate in rates.items()
                ],
                "separations": [
                    {"from_state": name, "shares": [{"sense": "exact", "share": rate, "of": name}]} for name, rate in exits.items()
                ],
            }
        )
    )
    assert [round(line["1"], 6) for line in solution.flows["closing"].values()] == [162.5, 150, 75, 26]
    assert sum(solution.totals["separations"].values()) == pytest.approx(166.5)


def test_crews_that_make_three_products() -> None:
    """Fourer, Gay and Kernighan; the example of JuMP asserts 4,426,822.89 (seen)."""
    assert solve(read_problem(production.stated())).objectives[0].value == pytest.approx(4_426_822.89, abs=0.01)


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_the_same_problem_has_the_same_solution_in_every_digit(example: Path) -> None:
    first, second = (solve(read_problem(example.read_bytes())).model_dump(exclude={"run"}) for _ in range(2))
    assert first == second

"""The check finds what is wrong with a solution, whichever part of it is changed."""

import json
from pathlib import Path

import pytest

from aiteam.planner.flow import Problem, Solution, faults, read_problem, solve

EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "fixtures" / "examples" / "flow").glob("*.json"))


@pytest.fixture(params=EXAMPLES, ids=lambda path: path.stem)
def example(request: pytest.FixtureRequest) -> tuple[Problem, Solution]:
    problem = read_problem(request.param.read_bytes())
    return problem, solve(problem)


def test_a_solution_passes(example: tuple[Problem, Solution]) -> None:
    assert faults(*example) == []


def test_every_figure_matters(example: tuple[Problem, Solution]) -> None:
    problem, solution = example
    written = solution.model_dump_json()
    for kind, lines in solution.flows.items():
        for name, line in lines.items():
            changed = json.loads(written)
            changed["flows"][kind][name][list(line)[0]] += 1
            assert faults(problem, Solution.model_validate(changed)), (kind, name)


def test_money_is_checked(example: tuple[Problem, Solution]) -> None:
    problem, solution = example
    assert solution.cost is not None
    dearer = solution.model_copy(update={"cost": solution.cost.model_copy(update={"total": solution.cost.total + 100})})
    better = solution.model_copy(
        update={"objectives": tuple(one.model_copy(update={"value": one.value - 100}) for one in solution.objectives)}
    )
    assert faults(problem, dearer)
    assert len(faults(problem, better)) == len(solution.objectives)


def test_limits_are_checked() -> None:
    problem = read_problem(EXAMPLES[-1].read_bytes())
    solution = solve(problem)
    tighter = problem.model_copy(update={"total_surplus_max": 100.0})
    assert any("surplus of all" in fault for fault in faults(tighter, solution))
    fewer = problem.model_copy(update={"hiring": tuple(hiring.model_copy(update={"max": 10.0}) for hiring in problem.hiring)})
    assert any("hires" in fault for fault in faults(fewer, solution))
    whole = problem.model_copy(update={"whole": "decisions"})
    assert any("whole numbers" in fault for fault in faults(whole, solution))

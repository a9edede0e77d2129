"""docs/flow.md says all that there is to say, and its problems are solved as it says."""

import json
import re
from pathlib import Path
from typing import get_args

from aiteam.planner.flow import Problem, Solution, read_problem, solve
from aiteam.planner.flow.problem import CostKind, Event, FlowKind

TEXT = (Path(__file__).resolve().parents[3] / "docs" / "flow.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, flags=re.DOTALL)]


def test_every_field_is_described() -> None:
    for kind in (Problem, Solution):
        schema = kind.model_json_schema()
        fields = set(schema["properties"])
        if kind is Problem:
            fields |= {field for part in schema["$defs"].values() for field in part.get("properties", {})}
        assert {field for field in fields if f"`{field}`" not in TEXT} == set()


def test_every_field_says_in_the_schema_what_it_means() -> None:
    schema = Problem.model_json_schema()
    for name, part in {"Problem": schema, **schema["$defs"]}.items():
        for field, described in part.get("properties", {}).items():
            assert described.get("description"), f"{name}.{field}"


def test_every_event_flow_and_cost_is_named() -> None:
    assert {flow for flow in (*get_args(FlowKind), *get_args(CostKind)) if f"`{flow}`" not in TEXT} == set()
    assert {event for event in get_args(Event) if f"\n| {event} |" not in TEXT} == set()


def test_the_smallest_problem_costs_what_is_said() -> None:
    solution = solve(read_problem(BLOCKS[0]))
    assert solution.objectives[0].value == 21_000
    assert list(solution.flows["hires"]["welder"].values()) == [0, 3, 1.2]


def test_the_examples_are_parts_of_those_that_ship() -> None:
    examples = Path(__file__).resolve().parents[3] / "fixtures" / "examples" / "flow"
    technicians, skills, learning = (
        json.loads((examples / name).read_bytes()) for name in ("technicians.json", "williams.json", "on-the-job.json")
    )
    assert BLOCKS[1].items() <= technicians.items()
    assert BLOCKS[2] in skills["transitions"]
    assert BLOCKS[3].items() <= learning.items()

"""The command line: a solution on standard output, or complaints on standard error, never both."""

import json
import subprocess
import sys
from pathlib import Path

from aiteam.planner.flow import Solution

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "fixtures" / "examples" / "flow" / "technicians.json"


def run(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "aiteam.planner.flow", *arguments], input=text, capture_output=True, cwd=ROOT, check=False)


def test_a_problem_gives_a_solution_and_nothing_on_standard_error() -> None:
    done = run(EXAMPLE.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert Solution.model_validate_json(done.stdout).status == "optimal"


def test_a_problem_without_a_solution_is_an_answer() -> None:
    stated = json.loads(EXAMPLE.read_bytes())
    done = run(json.dumps(stated | {"hiring": []}).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    solution = Solution.model_validate_json(done.stdout)
    assert (solution.status, solution.flows) == ("infeasible", {})
    assert "requirement “technician” in May" in solution.message


def test_a_bad_problem_gives_a_line_for_each_complaint_and_no_solution() -> None:
    stated = json.loads(EXAMPLE.read_bytes())
    done = run(json.dumps(stated | {"periods": 4, "hirings": []}).encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines() == ["hirings: There is no field of this name: “hirings”. Meant perhaps: hiring."]


def test_the_schema_says_what_every_field_means() -> None:
    done = run(b"", "--schema")
    assert (done.returncode, done.stderr) == (0, b"")
    schemas = json.loads(done.stdout)
    assert set(schemas) == {"problem", "solution"}
    kinds = schemas["problem"]["$defs"] | {"Problem": schemas["problem"]}
    assert {"State", "Hiring", "Transition", "Separation", "Requirement", "Limit", "Objective"} <= set(kinds)
    assert kinds["Hiring"]["properties"]["duration"]["default"] == 0
    assert "leaves at the wastage" in kinds["State"]["properties"]["wastage"]["description"]
    assert kinds["State"]["properties"]["wastage"]["anyOf"][0]["maximum"] == 1

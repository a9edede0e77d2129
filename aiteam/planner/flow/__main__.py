"""`python -m aiteam.planner.flow < problem.json > solution.json`; `--schema` prints the JSON Schema of both.

Exit status 0 with the solution on standard output, also where its status says that there is none; 2 with one line per complaint on standard
error and nothing on standard output.
"""

import argparse
import json
import sys

from aiteam.planner.errors import PlanningError
from aiteam.planner.flow import Problem, Solution, read_problem, solve

REFUSED = 2


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m aiteam.planner.flow", description=__doc__.splitlines()[0])
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of problem and solution")
    options = parser.parse_args(arguments)
    if options.schema:
        schemas = {"problem": Problem.model_json_schema(), "solution": Solution.model_json_schema(mode="serialization")}
        sys.stdout.buffer.write(json.dumps(schemas, indent=2, ensure_ascii=False).encode() + b"\n")
        return 0
    try:
        solution = solve(read_problem(sys.stdin.buffer.read()))
    except PlanningError as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    sys.stdout.buffer.write(solution.model_dump_json(indent=2).encode() + b"\n")  # JSON is UTF-8, whatever the terminal speaks
    return 0


if __name__ == "__main__":
    sys.exit(main())

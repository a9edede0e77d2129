"""`python -m aiteam.planner < request.json > result.json`; `--schema` prints the JSON Schema of both.

Every result has passed its check. `--alternatives` answers with other plans beside the one of least cost, `--estimate` with the quick estimate.
Exit status 0 with the result on standard output; 2 with one line per complaint on standard error and nothing on standard output.
"""

import argparse
import json
import sys
from typing import Any

from aiteam.planner import plan
from aiteam.planner.checking import checked
from aiteam.planner.errors import PlanningError
from aiteam.planner.request import PlanRequest, read_request
from aiteam.planner.result import PlanResult
from aiteam.planner.values import Frozen

REFUSED = 2


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m aiteam.planner", description=__doc__.splitlines()[0])
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of request and result")
    parser.add_argument("--alternatives", action="store_true", help="other plans beside the one of least cost, instead of the plan")
    parser.add_argument("--estimate", action="store_true", help="a quick estimate, instead of the plan")
    options = parser.parse_args(arguments)
    if options.schema:
        schemas = {"request": PlanRequest.model_json_schema(), "result": PlanResult.model_json_schema(mode="serialization")}
        sys.stdout.write(json.dumps(_standard(schemas), indent=2) + "\n")
        return 0
    try:
        result = _answer(read_request(sys.stdin.buffer.read()), options)
    except PlanningError as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    sys.stdout.buffer.write(result.model_dump_json(indent=2).encode() + b"\n")  # JSON is UTF-8, whatever the terminal speaks
    return 0


def _answer(request: PlanRequest, options: argparse.Namespace) -> Frozen:
    if options.estimate:
        from aiteam.planner.quick import estimate  # numpy and the solver, which a plan by the rules does without

        return estimate(request)
    if options.alternatives:
        from aiteam.planner.optimum.search import compare  # as above

        return compare(request)
    return checked(request, plan(request))


def _standard(schema: Any) -> Any:
    """Bounds that pydantic leaves under its own names, where a validator stands before them, under those of JSON Schema."""
    names = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}
    if isinstance(schema, dict):
        return {names.get(key, key): _standard(value) for key, value in schema.items()}
    return [_standard(part) for part in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    sys.exit(main())

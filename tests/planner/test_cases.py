"""The examples that ship with the product, their key figures worked by hand: each file of cases/ says how."""

import json
from pathlib import Path
from typing import Any

import pytest

from aiteam.planner import plan, read_request

ROOT = Path(__file__).resolve().parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


def at(result: Any, path: str) -> Any:
    """The value at a dotted path such as "gaps.0.open"."""
    for part in path.split("."):
        result = result[int(part)] if isinstance(result, list) else result[part]
    return result


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_example_gives_the_figures_worked_by_hand(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    result = plan(read_request((ROOT / case["request"]).read_bytes())).model_dump(mode="json")
    assert {name: at(result, name) for name in case["expected"]} == case["expected"]


def test_every_example_has_a_case() -> None:
    assert [path.stem for path in CASES] == sorted(path.stem for path in (ROOT / "fixtures" / "examples").glob("*.json"))

"""The command line: a result on standard output, or complaints on standard error, never both."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aiteam.planner import PlanResult
from aiteam.planner.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "fixtures" / "examples").glob("*.json"))


def run(text: bytes, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "aiteam.planner", *arguments]
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, env=os.environ | environment, check=False)


class Stream(io.TextIOWrapper):
    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8")

    @property
    def written(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()  # type: ignore[attr-defined,no-any-return]


def run_here(monkeypatch: pytest.MonkeyPatch, text: bytes, *arguments: str) -> tuple[int, str, str]:
    """The same in this process, which saves the start of another one."""
    out, err = Stream(), Stream()
    monkeypatch.setattr(sys, "stdin", Stream(text))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    status = main(list(arguments))
    return status, out.written, err.written


def test_a_request_gives_a_result_and_nothing_on_standard_error() -> None:
    done = run(EXAMPLES[0].read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert PlanResult.model_validate_json(done.stdout).seats


def test_the_result_is_utf8_whatever_the_terminal_speaks() -> None:
    done = run(EXAMPLES[0].read_bytes(), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Kovač" in done.stdout.decode()


def test_a_bad_request_gives_a_line_for_each_complaint_and_no_result() -> None:
    request = json.loads(EXAMPLES[0].read_bytes()) | {"ends_on": "2020-01-01", "as_of": "2026-12-01"}
    request["people"][0]["level"] = "L7"
    done = run(json.dumps(request).encode())
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert [line.partition(":")[0] for line in lines] == ["ends_on", "people.0.level"]


@pytest.mark.parametrize("text", [b"", b"hello", b"\xff\xfe", b"[]", b"{}"])
def test_what_is_no_request_is_refused(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    status, out, err = run_here(monkeypatch, text)
    assert (status, out) == (2, "")
    assert all(": " in line for line in err.splitlines())
    assert "Traceback" not in err


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_computed(monkeypatch: pytest.MonkeyPatch, example: Path) -> None:
    status, out, err = run_here(monkeypatch, example.read_bytes())
    assert (status, err) == (0, "")
    assert PlanResult.model_validate_json(out).seats


def resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    name = part.get("$ref", "").rpartition("/")[2]
    return dict(schema["$defs"][name]) if name else part


def test_the_schemas_describe_request_and_result(monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = run_here(monkeypatch, b"", "--schema")
    assert (status, err) == (0, "")
    schemas = json.loads(out)
    assert set(schemas) == {"request", "result"}
    for schema in schemas.values():
        assert schema["type"] == "object"
        names = set(schema["$defs"])
        assert {reference.rpartition("/")[2] for reference in _references(schema)} <= names
    assert {"organisation", "as_of", "cluster", "starts_on", "ends_on"} == set(schemas["request"]["required"])
    gpus = resolved(schemas["request"], schemas["request"]["$defs"]["GrowthStep"])["properties"]["gpus"]
    assert (gpus["type"], gpus["minimum"], gpus["maximum"]) == ("integer", 0, 10_000_000)
    assert {"summary", "seats", "gaps", "trainings", "openings", "costs", "roi"} <= set(schemas["result"]["required"])


def _references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return own.union(*map(_references, part.values()))
    return set[str]().union(*map(_references, part)) if isinstance(part, list) else set()


@pytest.mark.parametrize(("flag", "field"), [("--estimate", "open_seat_months"), ("--alternatives", "variants")])
def test_an_estimate_or_alternatives_are_answered_instead(monkeypatch: pytest.MonkeyPatch, flag: str, field: str) -> None:
    request = json.loads((ROOT / "fixtures" / "examples" / "startup.json").read_text()) | {"people": []}
    request["options"] = request.get("options", {}) | {"depth": "standard"}
    status, out, err = run_here(monkeypatch, json.dumps(request).encode(), flag)
    assert (status, err) == (0, "")
    assert field in json.loads(out)

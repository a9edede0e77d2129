import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import pytest

import aiteam.planner
from aiteam.planner import PlanResult, plan, read_request
from aiteam.planner.explanations import MESSAGES, Explanation, plain, printed
from aiteam.planner.result import SeatState
from aiteam.planner.state import Lack

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "fixtures" / "examples").glob("*.json"))
SOURCES = [path.read_text() for path in Path(aiteam.planner.__file__).parent.rglob("*.py")]


def codes_in_the_code() -> set[str]:
    """Every code handed to `Explanation.of`, there or by what makes a training so late; those put together from a state or a lack spelt out."""
    found = set[str]()
    for call in re.findall(r"Explanation\.of\(\s*([^)]*?)[,)]", "\n".join(SOURCES)):
        found |= set(re.findall(r'(?<!f)"(\w+)"', call))
    found |= set(re.findall(r'_counts_from\([^"]*"(\w+)"', "\n".join(SOURCES)))
    found |= {f"seat_{state}" for state in get_args(SeatState) if state != "open"}
    found |= {f"left_{lack}" for lack in get_args(Lack)}
    return found | {"size_closed", "size_no_rule"}


def test_every_code_has_a_message_and_every_message_a_use() -> None:
    assert codes_in_the_code() == set(MESSAGES)


def explanations_in(value: Any) -> Iterator[Explanation]:
    if isinstance(value, Explanation):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from explanations_in(part)
    elif hasattr(type(value), "model_fields"):
        for name in type(value).model_fields:
            yield from explanations_in(getattr(value, name))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_a_result_is_the_same_after_a_journey_through_json(example: Path) -> None:
    result = plan(read_request(example.read_bytes()))
    assert PlanResult.model_validate_json(result.model_dump_json()) == result


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_sentence_of_a_result_has_its_values(example: Path) -> None:
    found = list(explanations_in(plan(read_request(example.read_bytes()))))
    assert len(found) > 20
    for explanation in found:
        assert explanation.text == MESSAGES[explanation.code] % {name: printed(value) for name, value in explanation.params.items()}
        assert "%(" not in explanation.text
        assert set(re.findall(r"%\((\w+)\)s", MESSAGES[explanation.code])) == set(explanation.params)


def test_messages_use_nothing_but_named_values() -> None:
    for code, message in MESSAGES.items():
        assert "%" not in re.sub(r"%\(\w+\)s|%%", "", message), code


def test_values_are_kept_as_json_keeps_them() -> None:
    assert plain(date(2027, 1, 31)) == "2027-01-31"
    assert plain(Decimal("1E+3")) == "1000"
    assert plain(Decimal("0.10")) == "0.10"
    assert (plain(True), plain(3), plain("x"), plain(["a", "b"])) == ("yes", 3, "x", ("a", "b"))
    with pytest.raises(TypeError, match="0.5"):
        plain(0.5)

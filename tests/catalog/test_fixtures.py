"""The shipped files: complete, in three languages, and true to the figures of their source."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from pydantic import BaseModel

from aiteam.catalog.fixtures import shipped_background
from aiteam.planner.catalogue import shipped
from aiteam.planner.composition import headcount, pay_band_cost
from aiteam.planner.values import Sourced, Translated


def values(of: object) -> Iterator[object]:
    """Everything inside a value, itself included."""
    yield of
    if isinstance(of, BaseModel):
        for name in type(of).model_fields:
            yield from values(getattr(of, name))
    elif isinstance(of, tuple):
        for part in of:
            yield from values(part)


def everything() -> list[object]:
    return [*values(shipped()), *values(shipped_background())]


def test_all_words_stand_in_three_languages() -> None:
    words = [value for value in everything() if isinstance(value, Translated)]
    assert len(words) > 200
    assert [value for value in words if not (value.en.strip() and value.nl.strip() and value.de.strip())] == []


def test_what_was_only_recalled_is_never_called_quoted() -> None:
    recalled = {source.code for source in shipped().sources if source.standing in {"from-memory", "own"}}
    rows = [value for value in everything() if isinstance(value, Sourced)]
    assert [row for row in rows if row.source in recalled and row.basis != "assumed"] == []


def test_every_contradiction_of_the_roadmap_is_told() -> None:
    assert {f"INC-{number:02}" for number in range(1, 24)} <= set(shipped().contradiction)


def test_every_source_that_was_read_is_named_by_a_row() -> None:
    named = {value.source for value in everything() if isinstance(value, Sourced)}
    # The roadmap's own references are listed as a whole, also those it cites beside a figure of its own.
    assert [source.code for source in shipped().sources if source.code not in named and not source.code.startswith("reference-")] == []


def test_german_and_dutch_keep_product_names_and_the_trades_terms() -> None:
    catalogue = shipped()
    assert catalogue.role["storage-specialist"].name.de == "Storage-Spezialist"
    assert "GPUDirect Storage" in catalogue.skill["parallel-storage"].name.de
    assert catalogue.path_to["NCA-AIIO"].name.de == "Grundlagenpfad"
    assert catalogue.skill["distributed-training"].name.nl == "Grondbeginselen van gedistribueerde training"


@pytest.mark.parametrize(
    ("code", "people", "printed", "summed"),
    [
        ("small", 4, (450_000, 550_000), (490_000, 775_000)),
        ("medium", 10, (1_200_000, 1_600_000), (1_355_000, 2_275_000)),
        ("large", 22, (3_500_000, 4_500_000), (3_110_000, 5_200_000)),
    ],
)
def test_printed_cost_and_pay_bands_of_a_team(code: str, people: int, printed: tuple[int, int], summed: tuple[int, int]) -> None:
    size = shipped().size[code]
    cost = pay_band_cost(shipped(), size)
    assert headcount(size) == people
    assert (size.annual_cost.low, size.annual_cost.high) == printed
    assert (cost.low, cost.high) == summed


@pytest.mark.parametrize(("exam", "hours", "months"), [("NCA-AIIO", 48, 3), ("NCP-AII", 136, 6)])
def test_hours_and_months_of_a_path(exam: str, hours: int, months: int) -> None:
    path = shipped().path_to[exam]
    assert (sum(shipped().course[code].hours for code in path.courses), path.months) == (hours, months)


def test_the_lines_of_the_published_return_add_up_to_its_totals() -> None:
    example = shipped_background().roi_examples[0]
    totals = {
        kind: sum((line.quantity * line.amount for line in example.lines if line.kind == kind), Decimal(0))
        for kind in ("investment", "yearly_return")
    }
    assert totals == {"investment": example.investment_total, "yearly_return": example.yearly_return_total}


def test_the_events_of_a_case_fit_into_its_months() -> None:
    for case in shipped_background().case_studies:
        assert max(event.month_end or 0 for event in case.events) == case.duration_months

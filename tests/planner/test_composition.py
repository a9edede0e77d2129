from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aiteam.planner.catalogue import shipped
from aiteam.planner.composition import Boundary, demand, pay_band_cost, read_size, readings
from tests.planner.builders import growth, make_request, with_sizes

DAY = date(2027, 1, 1)


@pytest.mark.parametrize(
    ("gpus", "size", "seats", "other", "other_seats"),
    [
        (10, "small", 4, None, None),
        (50, "small", 4, None, None),
        (99, "small", 4, None, None),
        (100, "small", 4, "medium", 10),
        (101, "medium", 10, None, None),
        (999, "medium", 10, None, None),
        (1000, "medium", 10, "large", 22),
        (1001, "large", 22, None, None),
        (10_000, "large", 22, None, None),
        (10_000_000, "large", 22, None, None),
    ],
)
def test_a_gpu_count_asks_for_the_team_of_its_size(gpus: int, size: str, seats: int, other: str | None, other_seats: int | None) -> None:
    reading = read_size(shipped(), gpus, since=DAY)
    assert (reading.size, reading.headcount) == (size, seats)
    assert (reading.other_reading, reading.other_headcount) == (other, other_seats)


@pytest.mark.parametrize(
    ("gpus", "size", "other"), [(100, "medium", "small"), (1000, "large", "medium"), (99, "small", None), (101, "medium", None)]
)
def test_read_the_other_way_a_shared_bound_belongs_to_the_larger_size(gpus: int, size: str, other: str | None) -> None:
    reading = read_size(shipped(), gpus, boundary="larger", since=DAY)
    assert (reading.size, reading.other_reading) == (size, other)


@pytest.mark.parametrize("boundary", ["smaller", "larger"])
@pytest.mark.parametrize("gpus", [100, 1000])
def test_a_shared_bound_is_told_as_a_contradiction(gpus: int, boundary: Boundary) -> None:
    reading = read_size(shipped(), gpus, boundary=boundary, since=DAY)
    assert "INC-03" in reading.contradictions
    assert reading.explanation.code == "size_on_boundary"


@pytest.mark.parametrize("gpus", [1, 9])
def test_below_the_smallest_size_no_rule_is_invented(gpus: int) -> None:
    reading = read_size(shipped(), gpus, since=DAY)
    assert (reading.size, reading.headcount, reading.nearest) == (None, 0, "small")
    assert (reading.printed_cost, reading.pay_band_cost) == (None, None)
    assert reading.contradictions == ("INC-23",)
    assert reading.explanation.code == "size_no_rule"


def test_no_gpus_need_no_team() -> None:
    reading = read_size(shipped(), 0, since=DAY)
    assert (reading.size, reading.headcount, reading.nearest, reading.contradictions) == (None, 0, None, ())
    assert reading.explanation.code == "size_closed"


@pytest.mark.parametrize(
    ("size", "low", "high", "printed_low", "printed_high"),
    [
        # L4 + 2 x L2-3 + L3: 175 + 2 x 95 + 125 and 250 + 2 x 175 + 175 thousand
        ("small", 490_000, 775_000, 450_000, 550_000),
        # L5 + 2 x L4 + 4 x L2-3 + 2 x L3-4 + L3: 250 + 350 + 380 + 250 + 125 and 400 + 500 + 700 + 500 + 175
        ("medium", 1_355_000, 2_275_000, 1_200_000, 1_600_000),
        # 2 x L5 + 4 x L4 + 8 x L2-3 + 3 x L3-4 + 2 x L3-4 + 2 x L4 + L4
        ("large", 3_110_000, 5_200_000, 3_500_000, 4_500_000),
    ],
)
def test_pay_bands_add_up_from_the_seats_and_stand_beside_the_printed_cost(
    size: str, low: int, high: int, printed_low: int, printed_high: int
) -> None:
    catalogue = shipped()
    bands = pay_band_cost(catalogue, catalogue.size[size])
    assert (bands.low, bands.high, bands.currency) == (Decimal(low), Decimal(high), "USD")
    reading = read_size(catalogue, catalogue.size[size].gpus_min + 1, since=DAY)
    assert reading.printed_cost is not None
    assert (reading.printed_cost.low, reading.printed_cost.high) == (Decimal(printed_low), Decimal(printed_high))


@pytest.mark.parametrize(("gpus", "nearest"), [(91, "small"), (95, "small"), (145, "medium"), (149, "medium")])
def test_a_hole_between_edited_sizes_has_no_rule_and_names_the_nearest(gpus: int, nearest: str) -> None:
    catalogue = with_sizes({"small": {"gpus_max": 90}, "medium": {"gpus_min": 150}})
    reading = read_size(catalogue, gpus, since=DAY)
    assert (reading.size, reading.nearest, reading.contradictions) == (None, nearest, ())


def test_half_way_in_a_hole_the_smaller_size_is_the_nearest() -> None:
    catalogue = with_sizes({"small": {"gpus_max": 90}, "medium": {"gpus_min": 150}})
    assert read_size(catalogue, 120, since=DAY).nearest == "small"


@given(gpus=st.integers(0, 20_000), more=st.integers(0, 20_000), boundary=st.sampled_from(["smaller", "larger"]))
def test_more_gpus_never_need_fewer_seats(gpus: int, more: int, boundary: Boundary) -> None:
    catalogue = shipped()
    fewer, larger = (
        read_size(catalogue, gpus, boundary=boundary, since=DAY),
        read_size(catalogue, gpus + more, boundary=boundary, since=DAY),
    )
    assert fewer.headcount <= larger.headcount


def test_a_step_in_mid_month_needs_its_team_in_that_month() -> None:
    request = make_request(cluster=growth((date(2027, 1, 1), 50), (date(2027, 3, 15), 500)))
    assert [month.gpus for month in demand(request)] == [50, 50, 500, 500, 500, 500]


def test_a_cluster_that_starts_in_mid_month_needs_people_from_that_day_only() -> None:
    months = demand(make_request(cluster=growth((date(2027, 3, 15), 50))))
    assert [month.gpus for month in months] == [0, 0, 50, 50, 50, 50]
    assert (months[2].first, months[2].last) == (date(2027, 3, 15), date(2027, 3, 31))


def test_a_cluster_that_shrinks_in_mid_month_keeps_its_team_to_the_end_of_that_month() -> None:
    request = make_request(cluster=growth((date(2027, 1, 1), 500), (date(2027, 3, 15), 50)))
    assert [month.gpus for month in demand(request)] == [500, 500, 500, 50, 50, 50]


def test_the_step_in_force_before_the_plan_counts_and_older_ones_do_not() -> None:
    request = make_request(
        cluster=growth((date(2028, 1, 1), 5000), (date(2026, 6, 1), 50), (date(2020, 1, 1), 5000), (date(2027, 3, 1), 200))
    )
    assert [month.gpus for month in demand(request)] == [50, 50, 200, 200, 200, 200]
    assert [(reading.since, reading.gpus) for reading in readings(request)] == [(date(2026, 6, 1), 50), (date(2027, 3, 1), 200)]


def test_growth_after_the_plan_asks_for_nobody_in_it() -> None:
    request = make_request(cluster=growth((date(2028, 1, 1), 500)))
    assert {month.size for month in demand(request)} == {None}
    assert readings(request) == ()


def test_a_closed_cluster_asks_for_nobody() -> None:
    request = make_request(cluster=growth((date(2027, 1, 1), 50), (date(2027, 3, 1), 0)))
    assert [month.gpus for month in demand(request)] == [50, 50, 0, 0, 0, 0]
    assert demand(request)[2].rules == {}


def test_the_month_of_a_late_start_is_counted_from_that_day() -> None:
    first, *_, last = demand(make_request(starts_on=date(2027, 1, 20), ends_on=date(2027, 3, 10)))
    assert (first.first, first.last) == (date(2027, 1, 20), date(2027, 1, 31))
    assert (last.first, last.last) == (date(2027, 3, 1), date(2027, 3, 10))
